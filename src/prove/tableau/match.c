#include "prove/tableau/match.h"

#include <stdlib.h>

typedef struct { /* the pattern is to match a node of the class */
  Term pattern;
  uint32_t root;
} Goal;

typedef struct {
  Match *m;
  VEC(Goal) goals; /* a stack */
  uint32_t next;   /* pattern of the trigger */
} Matcher;

static void work(Matcher *);

static Term *place(Matcher *x, Term meta)
{
  int64_t which = term_payload(x->m->t->bank, meta);
  if (which < x->m->quantifier->names) return &x->m->values[which];
  which -= x->m->quantifier->names;
  return which < MOST_NAMES ? &x->m->others[which] : NULL;
}

/* With a value for the place, goes on. */
static void with_value(Matcher *x, Term *at, Term value, uint32_t generation)
{
  uint32_t before = x->m->generation;
  *at = value;
  if (generation > before) x->m->generation = generation;
  work(x);
  *at = 0;
  x->m->generation = before;
}

static void match_place(Matcher *x, Goal g)
{
  const Egraph *e = &x->m->t->egraph;
  const Bank *b = x->m->t->bank;
  Term *at = place(x, g.pattern);
  const ENode *n = &e->nodes.data[g.root];
  if (!at || term_sort(b, g.pattern) != term_sort(b, n->term)) return;
  if (*at) {
    if (egraph_find(e, *at) == g.root) work(x);
  } else with_value(x, at, n->term, n->generation);
}

static void match_node(Matcher *x, Term pattern, uint32_t node)
{
  const Egraph *e = &x->m->t->egraph;
  const TermData *p = term_data(x->m->t->bank, pattern);
  const ENode *n = &e->nodes.data[node];
  const TermData *d = term_data(x->m->t->bank, n->term);
  if (p->op != d->op || p->sort != d->sort || p->payload != d->payload || p->count != n->count)
    return;
  uint32_t length = x->goals.len;
  for (uint32_t i = 0; i < p->count; i++) {
    Goal g = {term_kid(x->m->t->bank, pattern, i), e->nodes.data[e->kids.data[n->kids + i]].root};
    vec_push(&x->goals, g);
  }
  work(x);
  x->goals.len = length;
}

static void match_class(Matcher *x, Goal g)
{
  const Egraph *e = &x->m->t->egraph;
  uint32_t i = g.root;
  do {
    match_node(x, g.pattern, i);
    i = e->nodes.data[i].next;
  } while (i != g.root);
}

static void match_goal(Matcher *x, Goal g)
{
  const Bank *b = x->m->t->bank;
  if (term_op(b, g.pattern) == OP_META) match_place(x, g);
  else if (!term_data(b, g.pattern)->meta) {
    if (egraph_find(&x->m->t->egraph, g.pattern) == g.root) work(x);
  } else match_class(x, g);
}

/* The class that the part of a pattern stands for already; NO_NODE: it has places without values.
 * *none: no term is equal to it. */
static uint32_t known_class(Matcher *x, Term pattern, bool *none)
{
  const Egraph *e = &x->m->t->egraph;
  const Bank *b = x->m->t->bank;
  Term of = pattern;
  if (term_op(b, pattern) == OP_META) {
    Term *at = place(x, pattern);
    of = at ? *at : 0;
    if (!of) return NO_NODE;
  } else if (term_data(b, pattern)->meta) return NO_NODE;
  uint32_t root = egraph_find(e, of);
  *none |= root == NO_NODE;
  return root;
}

typedef struct {  /* where candidates for a pattern are */
  uint32_t root;  /* they have this class as a child; NO_NODE: it is unknown */
  uint32_t part;  /* … or as a child of this child, or UINT32_MAX */
  uint32_t count; /* about so many */
} Anchor;

static void take_anchor(const Egraph *e, uint32_t root, uint32_t part, Anchor *best)
{
  uint32_t count = root == NO_NODE ? UINT32_MAX : e->nodes.data[root].uses.len;
  if (count < best->count) *best = (Anchor){root, part, count};
}

/* The part of the pattern that has the fewest terms around it. */
static Anchor find_anchor(Matcher *x, Term pattern, uint32_t otherwise, bool *none)
{
  const Egraph *e = &x->m->t->egraph;
  const Bank *b = x->m->t->bank;
  Anchor best = {NO_NODE, UINT32_MAX, otherwise};
  for (uint32_t i = 0; i < term_count(b, pattern); i++) {
    Term kid = term_kid(b, pattern, i);
    take_anchor(e, known_class(x, kid, none), UINT32_MAX, &best);
    if (term_op(b, kid) != NODE_MAPLET) continue;
    for (uint32_t k = 0; k < 2; k++)
      take_anchor(e, known_class(x, term_kid(b, kid, k), none), i, &best);
  }
  return best;
}

static void try_candidate(Matcher *x, const Pattern *p, uint32_t node)
{
  const Egraph *e = &x->m->t->egraph;
  const ENode *n = &e->nodes.data[node];
  x->m->steps++;
  if (!n->present || term_op(e->bank, n->term) != term_op(e->bank, p->term)) return;
  if (p->want == WANT_TRUE && n->root != egraph_root(e, e->yes)) return;
  if (p->want == WANT_FALSE && n->root != egraph_root(e, e->no)) return;
  match_node(x, p->term, node);
}

static void try_candidates(Matcher *x, const Pattern *p, const uint32_t *list, uint32_t count)
{
  for (uint32_t i = 0; i < count && x->m->steps < x->m->most_steps; i++)
    try_candidate(x, p, list[i]);
}

/* All atoms or terms that a pattern could match. */
static void match_pattern(Matcher *x, const Pattern *p)
{
  const Egraph *e = &x->m->t->egraph;
  uint32_t op = term_op(x->m->t->bank, p->term), all = e->by_op[op].len;
  bool none = false;
  Anchor anchor = find_anchor(x, p->term, all, &none);
  if (none) return;
  if (anchor.root == NO_NODE) {
    try_candidates(x, p, e->by_op[op].data, all);
    return;
  }
  const ENode *root = &e->nodes.data[anchor.root];
  if (anchor.part == UINT32_MAX) {
    try_candidates(x, p, root->uses.data, root->uses.len);
    return;
  }
  for (uint32_t i = 0; i < root->uses.len; i++) {
    const ENode *part = &e->nodes.data[root->uses.data[i]];
    if (!part->present || term_op(e->bank, part->term) != NODE_MAPLET) continue;
    const ENode *of = &e->nodes.data[part->root];
    try_candidates(x, p, of->uses.data, of->uses.len);
  }
}

typedef VEC(Term) Terms;

/* The term with values in the places; 0: one has none. */
static Term filled(Matcher *x, Term t)
{
  Bank *b = x->m->t->bank;
  if (!term_data(b, t)->meta) return t;
  if (term_op(b, t) == OP_META) {
    Term *at = place(x, t);
    return at ? *at : 0;
  }
  if (term_is_binder(b, t)) return 0;
  TermData d = *term_data(b, t);
  Terms kids = {0};
  Term made = 1;
  for (uint32_t i = 0; i < d.count && made; i++) {
    made = filled(x, term_kid(b, t, i));
    vec_push(&kids, made);
  }
  if (made) made = make_term(b, d.op, d.sort, d.payload, kids.data, kids.len);
  vec_free(&kids);
  return made;
}

static void match_solution(Matcher *x, const Pattern *p)
{
  Term value = filled(x, p->term);
  if (!value || !term_is_closed(x->m->t->bank, value)) return;
  if (x->m->values[p->meta]) work(x);
  else with_value(x, &x->m->values[p->meta], value, x->m->generation);
}

/* Names that no pattern gives a value: any term of their sort. */
static void match_any(Matcher *x, uint32_t name)
{
  Match *m = x->m;
  Egraph *e = &m->t->egraph;
  Sort sort = make_binder_sort(m->t->bank, m->quantifier->formula, name);
  Term *values;
  uint32_t count;
  if (make_sort_values(m->t->bank, sort, &values, &count)) {
    for (uint32_t i = 0; i < count; i++) with_value(x, &m->values[name], values[i], 0);
    free(values);
    return;
  }
  count = e->nodes.len;
  for (uint32_t i = 0; i < count && m->steps < m->most_steps; i++) {
    const ENode *n = &e->nodes.data[i];
    if (n->present && n->root == i && term_sort(m->t->bank, n->term) == sort)
      with_value(x, &m->values[name], n->term, n->generation);
  }
}

static void next_pattern(Matcher *x)
{
  Match *m = x->m;
  if (x->next < m->trigger->count) {
    const Pattern *p = &m->trigger->patterns[x->next++];
    if (p->want == WANT_VALUE) match_solution(x, p);
    else match_pattern(x, p);
    x->next--;
    return;
  }
  for (uint32_t i = 0; i < m->quantifier->names; i++)
    if (!m->values[i]) {
      match_any(x, i);
      return;
    }
  m->found(m->context, m);
}

static void work(Matcher *x)
{
  if (++x->m->steps >= x->m->most_steps) return;
  if (!x->goals.len) {
    next_pattern(x);
    return;
  }
  Goal g = x->goals.data[--x->goals.len];
  match_goal(x, g);
  x->goals.data[x->goals.len++] = g;
}

void match_trigger(Match *m)
{
  Matcher x = {.m = m};
  work(&x);
  vec_free(&x.goals);
}
