#include "lts/refuted.h"

static const double LONGEST = 0.5; /* seconds: it only decides between two words for a failure */

/* Is this the place of a part of the formula? */
static bool has_place(const Node *node, Span span)
{
  if (span_equal(node->span, span)) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i] && has_place(node->kids[i], span)) return true;
  return false;
}

static bool was_undefined(const Refuted *q, const Node *conjunct)
{
  for (uint32_t i = 0; i < q->warning_count; i++)
    if (has_place(conjunct, q->warnings[i].span)) return true;
  return false;
}

typedef struct {
  const Refuted *question;
  bool some, refuted;
} RefutingTrial;

/* A candidate that satisfies the conjuncts that were always defined. */
static bool try_candidate(void *context, Reference *r)
{
  RefutingTrial *t = context;
  const Refuted *q = t->question;
  t->some = true;
  for (uint32_t i = 0; i < q->conjunct_count && !t->refuted; i++)
    if (was_undefined(q, q->conjuncts[i]))
      t->refuted = reference_truth(r, q->conjuncts[i]) == TRUTH_FALSE;
  return !t->refuted;
}

bool refuted_by_truth(Reference *r, const Refuted *q)
{
  Engine *e = reference_engine(r);
  Arena *arena = arena_new();
  Node *rest = node_new(arena, NODE_AND, SPAN_NONE, NULL, q->conjunct_count);
  uint32_t count = 0;
  for (uint32_t i = 0; i < q->conjunct_count; i++)
    if (!was_undefined(q, q->conjuncts[i])) node_set(rest, count++, (Node *) q->conjuncts[i]);
  rest->count = count;
  double deadline = e->options.deadline;
  engine_set_time_limit(e, LONGEST);
  if (deadline > 0 && deadline < e->options.deadline) e->options.deadline = deadline;
  RefutingTrial trial = {.question = q};
  Solved solved =
      reference_solve(r, q->names, q->count, rest, WINDOWS_COUNTED, try_candidate, &trial);
  if (!e->full && e->options.deadline != deadline) e->expired = false; /* the time was ours only */
  e->options.deadline = deadline;
  arena_free(arena);
  return trial.refuted || (!trial.some && solved == SOLVED_ALL);
}
