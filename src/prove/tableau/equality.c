#include "prove/tableau/tableau_impl.h"

static uint32_t variable_of(const Tableau *t, Term f)
{
  uint32_t known = f < t->variable_of.len ? t->variable_of.data[f] : 0;
  return known - 1; /* UINT32_MAX: none */
}

void tableau_assert_equality(Tableau *t, Lit l)
{
  Egraph *e = &t->egraph;
  const Variable *v = &t->variables.data[lit_var(l)];
  uint32_t node = egraph_add(e, v->term, v->generation);
  bool yes = !(l & 1);
  const ENode *n = &e->nodes.data[node];
  egraph_join(e, node, yes ? e->yes : e->no, (Join){JOIN_LITERAL, l});
  if (yes && term_op(t->bank, v->term) == NODE_EQUAL && n->count == 2)
    egraph_join(e, e->kids.data[n->kids], e->kids.data[n->kids + 1], (Join){JOIN_LITERAL, l});
}

static uint32_t explained(Tableau *t, const Lit *first, uint32_t count, const Explanation *list)
{
  Lits lits = {0};
  for (uint32_t i = 0; i < count; i++) vec_push(&lits, first[i]);
  for (uint32_t i = 0; i < list->len; i++) {
    bool there = false;
    for (uint32_t k = 0; k < lits.len && !there; k++)
      there = lits.data[k] == lit_not(list->data[i]);
    if (!there) vec_push(&lits, lit_not(list->data[i]));
  }
  uint32_t clause = tableau_reason(t, lits.data, lits.len, BY_EQUALITY, NULL, 0);
  vec_free(&lits);
  return clause;
}

void tableau_equality_reason(Tableau *t, uint32_t variable)
{
  Egraph *e = &t->egraph;
  Explanation list = {0};
  Variable *v = &t->variables.data[variable];
  Lit l = 2 * variable + (v->value < 0);
  egraph_explain(e, egraph_node(e, v->term), v->value > 0 ? e->yes : e->no, &list);
  uint32_t clause = explained(t, &l, 1, &list);
  t->variables.data[variable].reason = clause;
  vec_free(&list);
}

static bool equality_conflict(Tableau *t)
{
  Explanation list = {0};
  egraph_explain_conflict(&t->egraph, &list);
  t->conflict = explained(t, NULL, 0, &list);
  vec_free(&list);
  return false;
}

static void assign_decided(Tableau *t)
{
  Egraph *e = &t->egraph;
  for (uint32_t i = 0; i < e->decided.len; i++) {
    uint32_t node = e->decided.data[i], var = variable_of(t, e->nodes.data[node].term);
    if (var == UINT32_MAX || t->variables.data[var].value != 0) continue;
    uint32_t value = e->nodes.data[egraph_root(e, node)].value;
    if (value != e->yes && value != e->no) continue;
    tableau_assign(t, 2 * var + (value == e->no), REASON_EQUALITY);
  }
  e->decided.len = 0;
}

bool tableau_propagate_equality(Tableau *t)
{
  Egraph *e = &t->egraph;
  while (e->pending.len || e->absent.len || e->unknown.len || e->decided.len || e->numbers.len) {
    if (!egraph_propagate(e)) return equality_conflict(t);
    assign_decided(t);
    if (!e->numbers.len) continue;
    EPending p = e->numbers.data[--e->numbers.len];
    Term x = e->nodes.data[p.x].term, y = e->nodes.data[p.y].term;
    if (term_is_value(t->bank, x) && term_is_value(t->bank, y)) continue;
    uint32_t gx = e->nodes.data[p.x].generation, gy = e->nodes.data[p.y].generation;
    tableau_literal(t, make_equal_raw(t->bank, x, y), gx > gy ? gx : gy);
  }
  return true;
}
