#include "engine/reference/solve/recursion.h"
#include "engine/reference/closure/closure.h"
#include "syntax/inspect.h"

/* f = %n.(n : NATURAL | f(n-1) + 1) descends, and has no solution: f(-1) is not defined.  That is
 * seen at the ends of the domain, where the names are tried first. */

typedef struct {
  const Symbol *f;
  const Node *body;
  uint32_t tried;
  bool outside; /* a use of f is not defined for some argument */
} Sample;

/* Does the place lie in a use of f? */
static bool is_in_use(const Node *node, const Symbol *f, Span place)
{
  node = node_bare(node);
  bool use = node->kind == NODE_APPLY && node_bare(node->kids[0])->symbol == f;
  if (use && place.begin >= node->span.begin && place.end <= node->span.end) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (is_in_use(node->kids[i], f, place)) return true;
  return false;
}

static bool try_sample(void *context, Reference *r)
{
  enum { MOST_SAMPLES = 6 };
  Sample *s = context;
  Value v = ref_eval(r, s->body);
  s->outside = value_same(v, VALUE_FAULT) && is_in_use(s->body, s->f, r->e->fault.span);
  return !s->outside && ++s->tried < MOST_SAMPLES;
}

static bool leaves_domain(Reference *r, const Symbol *f, const Node *part)
{
  part = node_bare(part);
  if (part->kind == NODE_UNION)
    return leaves_domain(r, f, part->kids[0]) || leaves_domain(r, f, part->kids[1]);
  if (part->kind != NODE_LAMBDA || !node_mentions(part->kids[2], f)) return false;
  Sample s = {.f = f, .body = part->kids[2]};
  reference_solve(r, ref_bound_names(r, part->kids[0]), part->kids[0]->count, part->kids[1],
                  WINDOWS_WIDE, try_sample, &s);
  return s.outside;
}

bool recursion_leaves_domain(Reference *r, const Symbol *f, Value closure, const Node *definition)
{
  Fault fault = r->e->fault;
  uint32_t warnings = r->e->warnings.len;
  reference_bind(r, f, closure);
  bool leaves = leaves_domain(r, f, definition);
  reference_unbind(r, 1);
  r->e->fault = fault;
  r->e->warnings.len = warnings;
  return leaves;
}
