#include "temporal/notation/shape_impl.h"

/* The patterns and scopes of the catalogue of Dwyer, Avrunin and Corbett.  Each pattern is written
 * for a whole path; a scope confines it to segments, which gives the formulas of the catalogue. */

static Temporal *negation(Expander *x, Temporal *f) { return shape_unary(x, TEMPORAL_NOT, f); }

static Temporal *next(Expander *x, Temporal *f) { return shape_unary(x, TEMPORAL_NEXT, f); }

static Temporal *finally(Expander *x, Temporal *f) { return shape_unary(x, TEMPORAL_FINALLY, f); }

static Temporal *globally(Expander *x, Temporal *f) { return shape_unary(x, TEMPORAL_GLOBALLY, f); }

static Temporal *both(Expander *x, Temporal *f, Temporal *g)
{
  return shape_binary(x, TEMPORAL_AND, f, g);
}

static Temporal *implies(Expander *x, Temporal *f, Temporal *g)
{
  return shape_binary(x, TEMPORAL_IMPLIES, f, g);
}

static Temporal *until(Expander *x, Temporal *f, Temporal *g)
{
  return shape_binary(x, TEMPORAL_UNTIL, f, g);
}

static Temporal *weak_until(Expander *x, Temporal *f, Temporal *g)
{
  return shape_binary(x, TEMPORAL_WEAK_UNTIL, f, g);
}

/* ------------------------------------------------------------------- sequences */

/* The first one holds here, each other one at some position behind that of the one before it; the
 * last one together with `then`, unless that is NULL.
 *   f1 & X F (f2 & X F (f3 & then))
 *   f1 & stay & X(stay U (f2 & stay & X(stay U (f3 & then)))) */
static Temporal *chain(Expander *x, const ShapeValue *v, Temporal *then)
{
  if (v->type == SHAPE_VAR) return then ? both(x, v->formula, then) : v->formula;
  Temporal *f = v->items[v->count - 1];
  if (then) f = both(x, f, then);
  for (uint32_t i = v->count - 1; i-- > 0;) {
    Temporal *here = v->stay ? both(x, v->items[i], v->stay) : v->items[i];
    f = both(x, here, next(x, v->stay ? until(x, v->stay, f) : finally(x, f)));
  }
  return f;
}

/* --------------------------------------------------------------------- patterns */

/* f is true in at most n stretches of the path, there are no n + 1: not F(f & F(not f & F f …)).
 * The formula of the catalogue, not f W (f W (not f W …)), means the same, with a much larger
 * automaton. */
static Temporal *bounded_existence(Expander *x, Temporal *f, uint32_t n)
{
  Temporal *not_f = negation(x, f), *more = finally(x, f);
  while (n-- > 0 && !x->r->failed) more = finally(x, both(x, f, finally(x, both(x, not_f, more))));
  return negation(x, more);
}

/* The chain of causes, without the effect before its end:
 * not e U (f1 & not e & X(not e U f2)) */
static Temporal *causes_first(Expander *x, const ShapeValue *causes, Temporal *effect)
{
  Temporal *none = negation(x, effect), *f = causes->items[causes->count - 1];
  for (uint32_t i = causes->count - 1; i-- > 0;) {
    Temporal *stay = causes->stay ? both(x, none, causes->stay) : none;
    f = both(x, both(x, causes->items[i], stay), next(x, until(x, stay, f)));
  }
  return until(x, none, f);
}

/* No effect without the cause at the same time or before it. */
static Temporal *precedence(Expander *x, const ShapeValue *cause, const ShapeValue *effect)
{
  bool chained = effect->type == SHAPE_SEQ;
  Temporal *first = chained ? effect->items[0] : effect->formula;
  if (!chained && cause->type == SHAPE_VAR)
    return weak_until(x, negation(x, first), cause->formula);
  Temporal *before = cause->type == SHAPE_SEQ ? causes_first(x, cause, first)
                                              : until(x, negation(x, first), cause->formula);
  return implies(x, finally(x, chain(x, effect, NULL)), before);
}

/* The cause is followed by the effect, or comes with it; a chain of causes by its rest, and then by
 * the effect. */
static Temporal *response(Expander *x, const ShapeValue *cause, const ShapeValue *effect)
{
  Temporal *then = finally(x, chain(x, effect, NULL));
  bool chained = cause->type == SHAPE_SEQ;
  return globally(x, implies(x, chain(x, cause, NULL), chained ? chain(x, cause, then) : then));
}

/* ----------------------------------------------------------------------- scopes */

/* f of the segment that begins here, if it ends. */
static Temporal *before(Expander *x, Temporal *end, Temporal *f)
{
  return implies(x, finally(x, end), shape_confine(x, f, end));
}

/* f at the first position of `begin`, if there is one. */
static Temporal *after(Expander *x, Temporal *begin, Temporal *f)
{
  return weak_until(x, negation(x, begin), both(x, begin, f));
}

/* f of each segment that begins with `begin` and does not end at once. */
static Temporal *between(Expander *x, Temporal *begin, Temporal *end, Temporal *f)
{
  Temporal *opens = both(x, both(x, begin, negation(x, end)), finally(x, end));
  return globally(x, implies(x, opens, shape_confine(x, f, end)));
}

static Temporal *after_until(Expander *x, Temporal *begin, Temporal *end, Temporal *f)
{
  return globally(x, implies(x, both(x, begin, negation(x, end)), shape_confine(x, f, end)));
}

Temporal *shape_builtin(Expander *x, BuiltinShape shape, const ShapeValue *v)
{
  switch (shape) {
  case BUILTIN_SEQ: return chain(x, v, NULL);
  case BUILTIN_BEFORE: return before(x, v[0].formula, v[1].formula);
  case BUILTIN_AFTER: return after(x, v[0].formula, v[1].formula);
  case BUILTIN_BETWEEN: return between(x, v[0].formula, v[1].formula, v[2].formula);
  case BUILTIN_AFTER_UNTIL: return after_until(x, v[0].formula, v[1].formula, v[2].formula);
  case BUILTIN_ABSENCE: return globally(x, negation(x, v[0].formula));
  case BUILTIN_EXISTENCE: return finally(x, v[0].formula);
  case BUILTIN_BOUNDED_EXISTENCE: return bounded_existence(x, v[0].formula, v[1].number);
  case BUILTIN_UNIVERSALITY: return globally(x, v[0].formula);
  case BUILTIN_PRECEDENCE: return precedence(x, &v[0], &v[1]);
  case BUILTIN_RESPONSE: return response(x, &v[0], &v[1]);
  case BUILTIN_SHAPES: break;
  }
  return reader_wrong(x->r);
}
