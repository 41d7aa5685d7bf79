#include "temporal/notation/shape_impl.h"

/* A formula about a segment of a path, which ends before the next position where `end` holds, if
 * there is one: there is no position behind it, as behind a deadlock.  Operators of the past, and
 * predicates and steps, are left as they are. */

typedef struct {
  Expander *x;
  Temporal *end, *inside; /* inside: not end */
} Segment;

static Temporal *confine(const Segment *, Temporal *);

static Temporal *both(const Segment *s, Temporal *f)
{
  return shape_binary(s->x, TEMPORAL_AND, f, s->inside);
}

static Temporal *or_end(const Segment *s, Temporal *f)
{
  return shape_binary(s->x, TEMPORAL_OR, f, s->end);
}

static Temporal *confine_kids(const Segment *s, Temporal *t)
{
  Temporal *kids[2] = {NULL, NULL};
  for (uint32_t i = 0; i < t->count; i++)
    kids[i] = t->kind == TEMPORAL_ASSUMING && i == 0 ? t->kids[i] : confine(s, t->kids[i]);
  return s->x->r->failed ? t : shape_with_kids(s->x, t, kids);
}

static Temporal *confine_future(const Segment *s, Temporal *t)
{
  Temporal *f = confine(s, t->kids[0]), *g = t->count == 2 ? confine(s, t->kids[1]) : NULL;
  if (s->x->r->failed) return t;
  switch (t->kind) {
  case TEMPORAL_NEXT: return shape_unary(s->x, TEMPORAL_NEXT, both(s, f));
  case TEMPORAL_FINALLY: return shape_binary(s->x, TEMPORAL_UNTIL, s->inside, both(s, f));
  case TEMPORAL_GLOBALLY: return shape_binary(s->x, TEMPORAL_WEAK_UNTIL, f, s->end);
  case TEMPORAL_UNTIL: return shape_binary(s->x, TEMPORAL_UNTIL, both(s, f), both(s, g));
  case TEMPORAL_WEAK_UNTIL: return shape_binary(s->x, TEMPORAL_WEAK_UNTIL, f, or_end(s, g));
  default: return shape_binary(s->x, TEMPORAL_RELEASE, or_end(s, f), or_end(s, g));
  }
}

static bool is_of_future(TemporalKind kind)
{
  return kind == TEMPORAL_NEXT || kind == TEMPORAL_FINALLY || kind == TEMPORAL_GLOBALLY ||
         kind == TEMPORAL_UNTIL || kind == TEMPORAL_WEAK_UNTIL || kind == TEMPORAL_RELEASE;
}

static Temporal *confine(const Segment *s, Temporal *t)
{
  if (!t->count || !shape_enter(s->x)) return t;
  t = is_of_future(t->kind) ? confine_future(s, t) : confine_kids(s, t);
  shape_leave(s->x);
  return t;
}

Temporal *shape_confine(Expander *x, Temporal *t, Temporal *end)
{
  Segment s = {x, end, shape_unary(x, TEMPORAL_NOT, end)};
  return x->r->failed ? t : confine(&s, t);
}
