#include "prove/tableau/egraph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { FIRST_CAPACITY = 1 << 10 };

static void table_new(Egraph *e, uint32_t capacity)
{
  e->capacity = capacity;
  e->table = memory_alloc(capacity * sizeof *e->table);
  memset(e->table, 0xff, capacity * sizeof *e->table);
}

void egraph_init(Egraph *e, Bank *b)
{
  memset(e, 0, sizeof *e);
  e->bank = b;
  table_new(e, FIRST_CAPACITY);
  e->yes = egraph_add(e, b->yes, 0);
  e->no = egraph_add(e, b->no, 0);
}

void egraph_free(Egraph *e)
{
  for (uint32_t i = 0; i < e->nodes.len; i++) vec_free(&e->nodes.data[i].uses);
  vec_free(&e->nodes);
  for (uint32_t i = 0; i < OP_COUNT; i++) vec_free(&e->by_op[i]);
  vec_free(&e->kids);
  vec_free(&e->node_of);
  free(e->table);
  vec_free(&e->trail);
  vec_free(&e->table_flags);
  vec_free(&e->pending);
  vec_free(&e->absent);
  vec_free(&e->unknown);
  vec_free(&e->fresh);
  vec_free(&e->decided);
  vec_free(&e->numbers);
  vec_free(&e->marks);
  vec_free(&e->edge_marks);
}

/* ---------------------------------------------------------------- signatures */

static uint32_t kid_root(const Egraph *e, const ENode *n, uint32_t i)
{
  return e->nodes.data[e->kids.data[n->kids + i]].root;
}

static bool is_equation(const Egraph *e, const ENode *n)
{
  return term_op(e->bank, n->term) == NODE_EQUAL;
}

static uint32_t hash_step(uint32_t h, uint64_t x)
{
  uint64_t m = (h ^ x) * 0x9E3779B97F4A7C15u;
  return (uint32_t) (m >> 32) ^ (uint32_t) m;
}

static uint32_t signature(const Egraph *e, const TermData *d, const uint32_t *roots)
{
  uint32_t h =
      hash_step(hash_step(d->op, d->sort), d->op == NODE_EQUAL ? 0 : (uint64_t) d->payload);
  if (d->op == NODE_EQUAL) h = hash_step(h, (uint64_t) roots[0] + roots[1]);
  else
    for (uint32_t i = 0; i < d->count; i++) h = hash_step(h, roots[i]);
  return h & (e->capacity - 1);
}

static uint32_t bucket_of(const Egraph *e, const ENode *n)
{
  uint32_t roots[2 * 64 + 2];
  for (uint32_t i = 0; i < n->count; i++) roots[i] = kid_root(e, n, i);
  return signature(e, term_data(e->bank, n->term), roots);
}

static bool same_kind(const TermData *a, const TermData *b)
{
  return a->op == b->op && a->sort == b->sort && a->count == b->count &&
         (a->op == NODE_EQUAL || a->payload == b->payload);
}

static bool same_roots(const Egraph *e, const ENode *n, const uint32_t *roots)
{
  bool same = true;
  for (uint32_t i = 0; i < n->count && same; i++) same = kid_root(e, n, i) == roots[i];
  if (!same && is_equation(e, n))
    same = kid_root(e, n, 0) == roots[1] && kid_root(e, n, 1) == roots[0];
  return same;
}

/* The node of the table with that operator and children of these classes. */
static uint32_t look_up(const Egraph *e, const TermData *d, const uint32_t *roots)
{
  uint32_t i = e->table[signature(e, d, roots)];
  for (; i != NO_NODE; i = e->nodes.data[i].same_hash) {
    const ENode *n = &e->nodes.data[i];
    if (same_kind(term_data(e->bank, n->term), d) && same_roots(e, n, roots)) return i;
  }
  return NO_NODE;
}

static void chain(Egraph *e, uint32_t node)
{
  ENode *n = &e->nodes.data[node];
  uint32_t bucket = bucket_of(e, n);
  n->same_hash = e->table[bucket];
  e->table[bucket] = node;
}

/* What is in the table is there by the classes that its children have now: who changes classes
 * takes it out before. */
static void table_grow(Egraph *e)
{
  free(e->table);
  table_new(e, e->capacity * 2);
  for (uint32_t i = 0; i < e->nodes.len; i++)
    if (e->nodes.data[i].in_table) chain(e, i);
}

static void table_insert(Egraph *e, uint32_t node)
{
  if (e->table_count == e->capacity) table_grow(e);
  e->nodes.data[node].in_table = true;
  e->table_count++;
  chain(e, node);
}

static void table_remove(Egraph *e, uint32_t node)
{
  uint32_t *at = &e->table[bucket_of(e, &e->nodes.data[node])];
  while (*at != node) at = &e->nodes.data[*at].same_hash;
  *at = e->nodes.data[node].same_hash;
  e->nodes.data[node].in_table = false;
  e->table_count--;
}

void egraph_join(Egraph *e, uint32_t x, uint32_t y, Join join)
{
  vec_push(&e->pending, ((EPending){x, y, join}));
}

/* The children of the node are in other classes than before, or it is new: is it equal to another
 * node now? */
static void look_again(Egraph *e, uint32_t node)
{
  const ENode *n = &e->nodes.data[node];
  uint32_t roots[2 * 64 + 2];
  for (uint32_t i = 0; i < n->count; i++) roots[i] = kid_root(e, n, i);
  if (is_equation(e, n)) {
    uint32_t x = e->nodes.data[roots[0]].value, y = e->nodes.data[roots[1]].value;
    if (roots[0] == roots[1]) egraph_join(e, node, e->yes, (Join){JOIN_REFLEXIVE, 0});
    else if (x != NO_NODE && y != NO_NODE) egraph_join(e, node, e->no, (Join){JOIN_DISTINCT, 0});
  }
  uint32_t other = look_up(e, term_data(e->bank, n->term), roots);
  if (other == NO_NODE) {
    table_insert(e, node);
    return;
  }
  const ENode *o = &e->nodes.data[other];
  bool straight = true;
  for (uint32_t i = 0; i < n->count; i++) straight &= kid_root(e, o, i) == roots[i];
  egraph_join(e, node, other, (Join){straight ? JOIN_CONGRUENCE : JOIN_SWAPPED, 0});
}

/* ---------------------------------------------------------------------- nodes */

/* Terms with a formula inside, or with bound names, are taken as they are. */
static bool is_leaf(const Bank *b, Term t)
{
  if (term_count(b, t) == 0 || term_count(b, t) > 2 * 64 || term_is_binder(b, t)) return true;
  for (uint32_t i = 0; i < term_count(b, t); i++)
    if (term_sort(b, term_kid(b, t, i)) == 0) return true;
  return false;
}

/* A node that exists becomes part of the graph. */
static void enter(Egraph *e, uint32_t node)
{
  ENode *n = &e->nodes.data[node];
  n->present = true;
  n->root = n->next = node;
  n->size = 1;
  n->proof = NO_NODE;
  bool value = term_is_value(e->bank, n->term) || n->term == e->bank->no;
  n->value = value ? node : NO_NODE;
  n->number = n->known ? node : NO_NODE;
  vec_push(&e->trail, ((EUndo){.node = node}));
  for (uint32_t i = 0; i < n->count; i++) {
    uint32_t root = kid_root(e, n, i);
    vec_push(&e->nodes.data[root].uses, node);
  }
  if (n->count) look_again(e, node);
}

static void enter_again(Egraph *e)
{
  for (uint32_t i = e->absent.len; i-- > 0;) enter(e, e->absent.data[i]);
  e->absent.len = 0;
  uint32_t count = e->unknown.len;
  e->unknown.len = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t node = e->unknown.data[i];
    if (e->nodes.data[node].present) egraph_add_number(e, node);
  }
}

static bool is_number(const Bank *b, Term t)
{
  return term_op(b, t) == NODE_INTEGER_LIT || term_op(b, t) == OP_SUM;
}

static uint32_t new_node(Egraph *e, Term t, uint32_t generation)
{
  ENode n = {.term = t, .generation = (uint16_t) generation, .number = NO_NODE};
  VEC(uint32_t) kids = {0};
  if (!is_leaf(e->bank, t))
    for (uint32_t i = 0; i < term_count(e->bank, t); i++)
      vec_push(&kids, egraph_add(e, term_kid(e->bank, t, i), generation));
  n.kids = e->kids.len;
  n.count = kids.len;
  for (uint32_t i = 0; i < kids.len; i++) vec_push(&e->kids, kids.data[i]);
  vec_free(&kids);
  uint32_t node = e->nodes.len;
  vec_push(&e->nodes, n);
  vec_push(&e->by_op[term_op(e->bank, t)], node);
  vec_push(&e->marks, 0);
  vec_push(&e->edge_marks, 0);
  while (e->node_of.len <= t) vec_push(&e->node_of, 0);
  e->node_of.data[t] = node + 1;
  e->nodes.data[node].known = is_number(e->bank, t);
  vec_push(&e->fresh, node);
  enter(e, node);
  return node;
}

uint32_t egraph_add(Egraph *e, Term t, uint32_t generation)
{
  assert(term_is_closed(e->bank, t));
  if (e->absent.len || e->unknown.len) enter_again(e);
  if (t < e->node_of.len && e->node_of.data[t]) return e->node_of.data[t] - 1;
  return new_node(e, t, generation);
}

uint32_t egraph_find(const Egraph *e, Term t)
{
  uint32_t node = egraph_node(e, t);
  if (node != NO_NODE) return e->nodes.data[node].root;
  if (is_leaf(e->bank, t)) return NO_NODE;
  const TermData *d = term_data(e->bank, t);
  uint32_t roots[2 * 64 + 2];
  for (uint32_t i = 0; i < d->count; i++) {
    roots[i] = egraph_find(e, term_kid(e->bank, t, i));
    if (roots[i] == NO_NODE) return NO_NODE;
  }
  node = look_up(e, d, roots);
  return node == NO_NODE ? NO_NODE : e->nodes.data[node].root;
}

/* ---------------------------------------------------------------------- joining */

void egraph_add_number(Egraph *e, uint32_t node)
{
  uint32_t at = e->nodes.data[node].root;
  ENode *root = &e->nodes.data[at];
  e->nodes.data[node].known = true;
  if (root->number == node) return;
  if (root->number != NO_NODE) {
    vec_push(&e->numbers, ((EPending){root->number, node, {JOIN_LITERAL, 0}}));
    return;
  }
  vec_push(&e->trail, ((EUndo){.node = NO_NODE, .from = at, .to = node}));
  root->number = node;
}

/* Turns the edges on the way from the node to the root of its proof tree around. */
static void make_proof_root(Egraph *e, uint32_t node)
{
  uint32_t before = NO_NODE;
  Join join = {JOIN_LITERAL, 0};
  while (node != NO_NODE) {
    ENode *n = &e->nodes.data[node];
    uint32_t next = n->proof;
    Join of = n->join;
    n->proof = before;
    n->join = join;
    before = node;
    join = of;
    node = next;
  }
}

/* All atoms of the class are true or false now. */
static void decide_class(Egraph *e, uint32_t root)
{
  uint32_t i = root;
  do {
    if (term_sort(e->bank, e->nodes.data[i].term) == 0) vec_push(&e->decided, i);
    i = e->nodes.data[i].next;
  } while (i != root);
}

static bool is_truth(const Egraph *e, uint32_t node) { return node == e->yes || node == e->no; }

/* The equations of a class that has a value now. */
static void look_at_equations(Egraph *e, uint32_t root)
{
  uint32_t value = e->nodes.data[root].value;
  for (uint32_t i = 0; i < e->nodes.data[root].uses.len; i++) {
    uint32_t use = e->nodes.data[root].uses.data[i];
    const ENode *n = &e->nodes.data[use];
    if (!is_equation(e, n)) continue;
    uint32_t x = kid_root(e, n, 0), y = kid_root(e, n, 1);
    uint32_t other = e->nodes.data[x == root ? y : x].value;
    if (x != y && other != NO_NODE && other != value)
      egraph_join(e, use, e->no, (Join){JOIN_DISTINCT, 0});
  }
}

/* The smaller class `from` becomes a part of `to`. */
static void unite(Egraph *e, uint32_t from, uint32_t to)
{
  ENode *f = &e->nodes.data[from], *t = &e->nodes.data[to];
  uint32_t uses = f->uses.len;
  for (uint32_t i = 0; i < uses; i++) {
    uint32_t use = f->uses.data[i];
    vec_push(&e->table_flags, e->nodes.data[use].in_table);
    if (e->nodes.data[use].in_table) table_remove(e, use);
  }
  uint32_t i = from;
  do {
    e->nodes.data[i].root = to;
    i = e->nodes.data[i].next;
  } while (i != from);
  uint32_t next = f->next;
  f->next = t->next;
  t->next = next;
  t->size += f->size;
  bool gained = t->value == NO_NODE && f->value != NO_NODE;
  if (gained) t->value = f->value;
  if (t->number == NO_NODE) t->number = f->number;
  else if (f->number != NO_NODE)
    vec_push(&e->numbers, ((EPending){t->number, f->number, {JOIN_LITERAL, 0}}));
  if (gained) look_at_equations(e, to);
  for (uint32_t k = 0; k < uses; k++) {
    uint32_t use = e->nodes.data[from].uses.data[k];
    vec_push(&e->nodes.data[to].uses, use);
    look_again(e, use);
  }
}

static bool merge(Egraph *e, EPending p)
{
  uint32_t x = e->nodes.data[p.x].root, y = e->nodes.data[p.y].root;
  if (x == y) return true;
  uint32_t vx = e->nodes.data[x].value, vy = e->nodes.data[y].value;
  if (vx != NO_NODE && vy != NO_NODE) {
    e->conflict = true;
    e->conflict_of = p;
    return false;
  }
  if (vx != NO_NODE && is_truth(e, vx)) decide_class(e, y);
  if (vy != NO_NODE && is_truth(e, vy)) decide_class(e, x);
  uint32_t from = x, to = y, near = p.x, far = p.y;
  if (e->nodes.data[x].size > e->nodes.data[y].size) from = y, to = x, near = p.y, far = p.x;
  EUndo undo = {.is_merge = true, .node = near, .far = far, .from = from, .to = to};
  undo.uses = e->nodes.data[to].uses.len;
  undo.table_flags = e->table_flags.len;
  undo.number = e->nodes.data[to].number;
  make_proof_root(e, near);
  e->nodes.data[near].proof = far;
  e->nodes.data[near].join = p.join;
  vec_push(&e->trail, undo);
  unite(e, from, to);
  return true;
}

bool egraph_propagate(Egraph *e)
{
  if (e->absent.len || e->unknown.len) enter_again(e);
  for (uint32_t i = 0; i < e->pending.len; i++) {
    EPending p = e->pending.data[i];
    if (merge(e, p)) continue;
    e->pending.len = 0;
    return false;
  }
  e->pending.len = 0;
  return true;
}

/* ------------------------------------------------------------------------ undo */

static void undo_merge(Egraph *e, const EUndo *u)
{
  ENode *f = &e->nodes.data[u->from], *t = &e->nodes.data[u->to];
  for (uint32_t i = f->uses.len; i-- > 0;)
    if (e->nodes.data[f->uses.data[i]].in_table) table_remove(e, f->uses.data[i]);
  t->uses.len = u->uses;
  uint32_t next = f->next;
  f->next = t->next;
  t->next = next;
  t->size -= f->size;
  uint32_t i = u->from;
  do {
    e->nodes.data[i].root = u->from;
    i = e->nodes.data[i].next;
  } while (i != u->from);
  if (t->value == f->value) t->value = NO_NODE; /* it came from there */
  t->number = u->number;
  for (uint32_t k = 0; k < f->uses.len; k++)
    if (e->table_flags.data[u->table_flags + k]) table_insert(e, f->uses.data[k]);
  e->table_flags.len = u->table_flags;
  /* the edge may have been turned around since */
  uint32_t end = e->nodes.data[u->node].proof == u->far ? u->node : u->far;
  assert(end == u->node || e->nodes.data[u->far].proof == u->node);
  e->nodes.data[end].proof = NO_NODE;
}

static void undo_enter(Egraph *e, uint32_t node)
{
  ENode *n = &e->nodes.data[node];
  assert(n->root == node && n->next == node && n->uses.len == 0);
  if (n->in_table) table_remove(e, node);
  for (uint32_t i = n->count; i-- > 0;) {
    uint32_t root = kid_root(e, n, i);
    assert(e->nodes.data[root].uses.data[e->nodes.data[root].uses.len - 1] == node);
    e->nodes.data[root].uses.len--;
  }
  n->present = false;
  vec_push(&e->absent, node);
}

void egraph_undo(Egraph *e, uint32_t length)
{
  while (e->trail.len > length) {
    EUndo u = e->trail.data[--e->trail.len];
    if (u.is_merge) undo_merge(e, &u);
    else if (u.node != NO_NODE) undo_enter(e, u.node);
    else {
      e->nodes.data[u.from].number = NO_NODE;
      vec_push(&e->unknown, u.to);
    }
  }
  e->pending.len = e->decided.len = e->numbers.len = 0;
  e->conflict = false;
}
