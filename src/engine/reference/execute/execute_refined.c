#include <assert.h>

#include "engine/reference/execute/execute_impl.h"
#include "engine/reference/execute/why.h"
#include "syntax/print.h"

/* A step of a refinement with what it refines: model/chain.h.  Every outcome of the refinement is
 * matched with outcomes of one abstraction after the other, all from the same state. */

typedef struct {
  Unmatched best;
  bool matched, explaining;
} Matching;

typedef struct { /* after the outcome of the refinement, or of an abstraction on the way */
  Rest rest;
  const Node *node;
  uint32_t abstraction;  /* the kid that has been run; 1: the refinement itself */
  const Updates *before; /* of the levels below */
  Rest *outer;
  Matching *matching;
} Refining;

static_assert(UNMATCHED_GLUE < 4, "two bits of the rank");

static uint64_t rank(Unmatched u)
{
  return ((uint64_t) u.abstraction << 34) + ((uint64_t) u.how << 32) + u.conjunct;
}

void unmatched_note(Unmatched *best, Unmatched u)
{
  if (rank(u) > rank(*best)) *best = u;
}

void unmatched_fault(Engine *e, const Node *node, Unmatched u)
{
  assert(u.abstraction >= 2 && u.abstraction < node->count);
  const Node *above = node->kids[u.abstraction];
  assert(u.how != UNMATCHED_GLUE || (u.conjunct >= 2 && u.conjunct < above->count));
  const char *machine = above->name->text;
  const char *name = node->name ? node->name->text : "INITIALISATION";
  Text conjunct = {0};
  switch (u.how) {
  case UNMATCHED_NOTHING:
    engine_false_claim(e, node->span, "the refined machine %s does not allow %s here", machine,
                       name);
    break;
  case UNMATCHED_RESULTS:
    engine_false_claim(e, node->span,
                       "the refined machine %s has no outcome of %s with these results", machine,
                       name);
    break;
  case UNMATCHED_GLUE:
    print_node(&conjunct, above->kids[u.conjunct], (PrintStyle){0});
    engine_false_claim(e, node->span,
                       "no outcome of %s in the refined machine %s satisfies the gluing invariant: "
                       "%s",
                       name, machine, text_string(&conjunct));
    break;
  }
  text_free(&conjunct);
}

static Value value_in(const Updates *updates, const Node *name)
{
  for (uint32_t i = 0; i < updates->len; i++)
    if (updates->data[i].symbol == name->symbol) return updates->data[i].value;
  return VALUE_UNDEFINED;
}

/* A result that the abstraction leaves open may be anything. */
static Truth same_results(Executor *x, const Node *own, const Node *above, const Updates *all)
{
  Truth same = TRUTH_TRUE;
  for (uint32_t i = 0; i < own->count && i < above->count && same != TRUTH_FALSE; i++) {
    Value a = value_in(all, own->kids[i]), b = value_in(all, above->kids[i]);
    Truth t = value_is_none(b)   ? TRUTH_TRUE
              : value_is_none(a) ? TRUTH_FALSE
                                 : reference_equal(x->r, ref_shape(x->r, own->kids[i]), a, b);
    if (t != TRUTH_TRUE) same = t;
  }
  return same;
}

static void print_bound(Executor *x, const Node *name)
{
  Value v = VALUE_UNDEFINED;
  reference_lookup(x->r, name->symbol, &v);
  if (value_is_none(v)) text_add(x->r->question->text, "no value");
  else
    engine_format(x->r->e, x->r->question->text, ref_shape(x->r, name), v, x->r->question->style);
}

/* Prints for the first of the best candidates what is wrong with it; the updates are bound. */
static void explain_unmatched(Executor *x, const Refining *r, Unmatched u)
{
  ClaimQuestion *q = x->r->question;
  const Node *above = r->node->kids[r->abstraction];
  if (!r->matching->explaining || rank(u) != rank(r->matching->best)) return;
  for (uint32_t i = 0; i < r->node->kids[0]->count; i++) {
    const Node *own = r->node->kids[0]->kids[i];
    text_printf(q->text, "%*sresult %s = ", (int) q->margin, "", own->name->text);
    print_bound(x, own);
    if (u.how == UNMATCHED_RESULTS) text_printf(q->text, ", in %s ", above->name->text);
    if (u.how == UNMATCHED_RESULTS) print_bound(x, above->kids[0]->kids[i]);
    text_add_char(q->text, '\n');
  }
  Arena *arena = arena_new();
  for (uint32_t i = 2; u.how == UNMATCHED_GLUE && i < above->count; i++)
    if (ref_truth(x->r, above->kids[i]) != TRUTH_TRUE)
      why_print(q->text, why_tree(x->r, arena, above->kids[i], q->style), q->margin);
  arena_free(arena);
  q->answered = x->stopped = true;
}

static void go_matching(Executor *x, Rest *rest, const Updates *updates);

static void match(Executor *x, const Refining *below, const Updates *all)
{
  const Node *node = below->node;
  uint32_t next = below->abstraction + 1;
  if (next == node->count) {
    below->matching->matched = true;
    below->outer->go(x, below->outer, all);
    return;
  }
  const Node *results = node->kids[next]->kids[0];
  Refining r = {{go_matching}, node, next, all, below->outer, below->matching};
  unmatched_note(&below->matching->best, (Unmatched){.abstraction = next});
  for (uint32_t i = 0; i < results->count; i++)
    reference_bind(x->r, results->kids[i]->symbol, VALUE_UNDEFINED);
  execute_run(x, node->kids[next]->kids[1], &r.rest);
  reference_unbind(x->r, results->count);
}

/* One false or undefined conjunct is enough to say that a candidate is none. */
static Truth is_glued(Executor *x, const Node *above, uint32_t *conjunct)
{
  Truth all = TRUTH_TRUE;
  for (uint32_t i = 2; i < above->count && all != TRUTH_FALSE; i++) {
    Truth t = ref_truth(x->r, above->kids[i]);
    if (t == TRUTH_TRUE || (t == TRUTH_UNKNOWN && all != TRUTH_TRUE)) continue;
    if (t != TRUTH_UNKNOWN && (t == TRUTH_FALSE || all != TRUTH_FAULT)) *conjunct = i;
    all = t;
  }
  return all;
}

static void go_matching(Executor *x, Rest *rest, const Updates *updates)
{
  const Refining *r = (Refining *) rest;
  const Node *above = r->node->kids[r->abstraction];
  Updates all = {0};
  execute_merge(&all, r->before);
  execute_merge(&all, updates);
  Unmatched u = {.abstraction = r->abstraction, .how = UNMATCHED_RESULTS};
  Truth t = same_results(x, r->node->kids[0], above->kids[0], &all);
  execute_bind(x, &all);
  if (t == TRUTH_TRUE) u.how = UNMATCHED_GLUE, t = is_glued(x, above, &u.conjunct);
  if (t == TRUTH_FALSE || t == TRUTH_FAULT) {
    unmatched_note(&r->matching->best, u);
    explain_unmatched(x, r, u);
  }
  reference_unbind(x->r, all.len);
  if (t == TRUTH_UNKNOWN) x->incomplete = true;
  if (t == TRUTH_TRUE) match(x, r, &all);
  vec_free(&all);
}

/* The refinement has an outcome, which is to be matched.  Where an abstraction goes wrong itself,
 * that was told. */
static void go_refined(Executor *x, Rest *rest, const Updates *updates)
{
  Refining *r = (Refining *) rest;
  uint32_t failures = x->failures;
  bool incomplete = x->incomplete;
  Matching m = {0};
  r->matching = &m;
  x->incomplete = false;
  match(x, r, updates);
  bool unknown = x->incomplete;
  x->incomplete |= incomplete;
  if (m.matched || unknown || execute_over(x) || x->failures > failures) return;
  unmatched_fault(x->r->e, r->node, m.best);
  m.explaining = execute_is_asked(x, r->node->span);
  if (m.explaining) match(x, r, updates);
  else execute_fail(x);
}

void execute_refined(Executor *x, const Node *node, Rest *rest)
{
  Refining r = {{go_refined}, node, 1, NULL, rest, NULL};
  execute_run(x, node->kids[1], &r.rest);
}
