#include "prove/tableau/tableau_impl.h"

/* Products that have a factor in common: what is known of the difference of the other factors says
 * which of them is greater.  The product (x-y)*k is added as a term; the laws of products say that
 * it is x*k - y*k, and which sign it has.  Likewise for x*k where x is known to be the sum or
 * number y: (x-y)*k is 0. */
enum { MOST_PRODUCTS = 40, MOST_GENERATION = 4 };

typedef struct {
  uint32_t node;
  Term kids[2];
  uint32_t roots[2];
} Product;

static bool is_product(const Egraph *e, uint32_t node)
{
  const ENode *n = &e->nodes.data[node];
  return n->present && n->generation < MOST_GENERATION && term_op(e->bank, n->term) == NODE_TIMES &&
         term_kind_of_sort(e->bank, n->term) == SORT_INTEGER;
}

static Product product_at(const Egraph *e, uint32_t node)
{
  Product p = {.node = node};
  for (uint32_t i = 0; i < 2; i++) {
    p.kids[i] = term_kid(e->bank, e->nodes.data[node].term, i);
    p.roots[i] = egraph_find(e, p.kids[i]);
  }
  return p;
}

static Term number(Bank *b, uint32_t op, Term x, Term y)
{
  return make_term(b, op, term_sort(b, x), 0, (Term[]){x, y}, 2);
}

/* (x-y)*k for x*k and y*k, (x-y)*(x+y) for x*x and y*y; 0: they have nothing in common. */
static Term difference(Bank *b, const Product *p, const Product *q)
{
  for (uint32_t i = 0; i < 4; i++) {
    uint32_t at = i / 2, in = i % 2;
    if (p->roots[at] != q->roots[in] || p->roots[1 - at] == q->roots[1 - in]) continue;
    return number(b, NODE_TIMES, number(b, NODE_MINUS, p->kids[1 - at], q->kids[1 - in]),
                  p->kids[at]);
  }
  if (p->roots[0] != p->roots[1] || q->roots[0] != q->roots[1]) return 0;
  Term x = p->kids[0], y = q->kids[0];
  return number(b, NODE_TIMES, number(b, NODE_MINUS, x, y), number(b, NODE_ADD, x, y));
}

/* False: it is no product, or it was added already. */
static bool add(Tableau *t, Term made, uint32_t generation)
{
  uint64_t key = tableau_hash(29, made);
  if (!made || term_op(t->bank, made) != NODE_TIMES || tableau_is_done(t, key)) return false;
  if (t->products == MOST_PRODUCTS || egraph_node(&t->egraph, made) != NO_NODE) return false;
  tableau_note_done(t, key);
  egraph_add(&t->egraph, made, generation + 1);
  t->products++;
  return true;
}

static bool add_difference(Tableau *t, const Product *p, const Product *q)
{
  uint32_t x = t->egraph.nodes.data[p->node].generation,
           y = t->egraph.nodes.data[q->node].generation;
  return add(t, difference(t->bank, p, q), x > y ? x : y);
}

/* (x-y)*k, where x is known to be y */
static bool add_known(Tableau *t, const Product *p)
{
  const Egraph *e = &t->egraph;
  bool any = false;
  for (uint32_t side = 0; side < 2; side++) {
    Term x = p->kids[side], k = p->kids[1 - side];
    TermList equal = {0};
    uint32_t i = p->roots[side];
    do {
      uint32_t op = term_op(e->bank, e->nodes.data[i].term);
      if (op == OP_SUM || op == NODE_INTEGER_LIT) vec_push(&equal, e->nodes.data[i].term);
      i = e->nodes.data[i].next;
    } while (i != p->roots[side]);
    for (uint32_t n = 0; n < equal.len; n++) {
      if (equal.data[n] == x) continue;
      Term zero = number(t->bank, NODE_MINUS, x, equal.data[n]);
      any |= add(t, number(t->bank, NODE_TIMES, zero, k), e->nodes.data[p->node].generation);
    }
    vec_free(&equal);
  }
  return any;
}

bool tableau_compare_products(Tableau *t)
{
  Egraph *e = &t->egraph;
  VEC(Product) list = {0};
  bool any = false;
  for (uint32_t i = 0; i < e->by_op[NODE_TIMES].len && list.len < MOST_PRODUCTS; i++)
    if (is_product(e, e->by_op[NODE_TIMES].data[i]))
      vec_push(&list, product_at(e, e->by_op[NODE_TIMES].data[i]));
  for (uint32_t i = 0; i < list.len; i++) any |= add_known(t, &list.data[i]);
  for (uint32_t i = 0; i < list.len; i++)
    for (uint32_t k = i + 1; k < list.len && t->products < MOST_PRODUCTS; k++)
      any |= add_difference(t, &list.data[i], &list.data[k]);
  vec_free(&list);
  return any;
}
