#include <string.h>

#include "temporal/notation/shape_impl.h"

/* A formula with patterns becomes one without: calls are replaced by what they mean, variables by
 * their values.  Parts of a tree without patterns are shared, not copied. */

enum {
  MOST_STEPS = 500000,
  LARGEST = 10000, /* nodes of a formula */
  DEEPEST = 10000
};

static Temporal *too_large(Expander *x)
{
  reader_error_as(x->r, "too-large", x->call,
                  "this pattern makes the formula too large (the limit is %d operators)", LARGEST);
  return reader_wrong(x->r);
}

static bool step(Expander *x)
{
  if (x->r->failed) return false;
  if (x->steps++ < MOST_STEPS) return true;
  reader_error_as(x->r, "too-large", x->call, "expanding this pattern takes too many steps");
  return false;
}

bool shape_enter(Expander *x)
{
  if (!step(x)) return false;
  if (x->depth < DEEPEST) return x->depth++, true;
  reader_error_as(x->r, "too-large", x->call, "this pattern is nested too deeply");
  return false;
}

void shape_leave(Expander *x) { x->depth--; }

static Temporal *limited(Expander *x, Temporal *t)
{
  if (t->size > LARGEST || t->height >= TREE_HEIGHT_LIMIT) return too_large(x);
  return t;
}

Temporal *shape_unary(Expander *x, TemporalKind kind, Temporal *kid)
{
  if (!step(x)) return reader_wrong(x->r);
  return limited(x, temporal_unary(x->r->arena, kind, x->call, kid));
}

Temporal *shape_binary(Expander *x, TemporalKind kind, Temporal *left, Temporal *right)
{
  if (!step(x)) return reader_wrong(x->r);
  return limited(x, temporal_binary(x->r->arena, kind, x->call, left, right));
}

Temporal *shape_with_kids(Expander *x, const Temporal *t, Temporal *const kids[2])
{
  Temporal *copy =
      t->count == 2 ? shape_binary(x, t->kind, kids[0], kids[1]) : shape_unary(x, t->kind, kids[0]);
  if (x->r->failed) return copy;
  copy->span = t->span;
  copy->part = t->part;
  copy->variable = t->variable;
  copy->variable_span = t->variable_span;
  copy->binder = t->binder;
  return copy;
}

/* ---------------------------------------------------------------------- values */

typedef struct { /* the variables of one call */
  ShapeValue *values;
} Frame;

static Temporal *expand(Expander *, Temporal *, Frame);
static ShapeValue value_of(Expander *, const ShapeTerm *, Frame);

/* What must hold meanwhile, if something is excluded. */
static Temporal *joined_stay(Expander *x, Temporal *stay, const ShapeTerm *without, Frame f)
{
  if (!without) return stay;
  ShapeValue v = value_of(x, without, f);
  if (v.type == SHAPE_SEQ) v.formula = shape_builtin(x, BUILTIN_SEQ, &v);
  Temporal *negation = shape_unary(x, TEMPORAL_NOT, v.formula);
  return stay ? shape_binary(x, TEMPORAL_AND, stay, negation) : negation;
}

static ShapeValue sequence_of(Expander *x, const ShapeTerm *t, Frame f)
{
  ShapeValue v = {.type = SHAPE_SEQ, .count = t->count};
  if (t->is_variable) v = f.values[t->slot];
  else {
    v.items = arena_new_array(x->r->arena, Temporal *, t->count);
    for (uint32_t i = 0; i < t->count; i++) v.items[i] = expand(x, t->items[i], f);
  }
  v.stay = joined_stay(x, v.stay, t->without, f);
  return v;
}

static ShapeValue value_of(Expander *x, const ShapeTerm *t, Frame f)
{
  switch (t->type) {
  case SHAPE_SEQ: return sequence_of(x, t, f);
  case SHAPE_NUM:
    if (t->is_variable) return f.values[t->slot];
    return (ShapeValue){.type = SHAPE_NUM, .number = t->number};
  case SHAPE_VAR: break;
  }
  return (ShapeValue){.type = SHAPE_VAR, .formula = expand(x, t->formula, f)};
}

/* ------------------------------------------------------------------ statements */

static void run(Expander *, const ShapeStatement *, Frame);

static void run_loop(Expander *x, const ShapeStatement *s, Frame f)
{
  int64_t at = value_of(x, s->value, f).number, last = value_of(x, s->last, f).number;
  for (; (s->down ? at >= last : at <= last) && step(x); at += s->down ? -1 : 1) {
    if (s->sets) f.values[s->slot] = (ShapeValue){.type = SHAPE_NUM, .number = (uint32_t) at};
    run(x, s->body, f);
  }
}

static void run(Expander *x, const ShapeStatement *s, Frame f)
{
  for (; s && step(x); s = s->next) {
    if (x->depth == 0) x->call = s->span; /* one of the text itself */
    if (s->last) run_loop(x, s, f);
    else f.values[s->slot] = value_of(x, s->value, f);
  }
}

static Temporal *formula_of(Expander *x, const ShapeDefinition *d, Frame f)
{
  run(x, d->statements, f);
  if (x->depth == 0) x->call = d->formula->span;
  return x->r->failed ? reader_wrong(x->r) : expand(x, d->formula, f);
}

/* ------------------------------------------------------------------------ calls */

static Temporal *call(Expander *x, const ShapeCall *c, Frame around)
{
  const ShapeDefinition *d = c->definition;
  uint32_t slots = d && d->slots > c->count ? d->slots : c->count;
  Frame f = {arena_new_array(x->r->arena, ShapeValue, slots + 1)};
  for (uint32_t i = 0; i < c->count && !x->r->failed; i++)
    f.values[i] = value_of(x, c->arguments[i], around);
  if (x->r->failed) return reader_wrong(x->r);
  return d ? formula_of(x, d, f) : shape_builtin(x, c->builtin, f.values);
}

/* Mistakes are shown at the call in the formula of the text, not at one in a definition. */
static Temporal *call_at(Expander *x, const Temporal *t, Frame f)
{
  Span outer = x->call;
  if (t->call->inside == &x->r->shapes->text) x->call = t->span;
  Temporal *result = call(x, t->call, f);
  x->call = outer;
  return result;
}

static Temporal *expand_kids(Expander *x, Temporal *t, Frame f)
{
  Temporal *kids[2] = {NULL, NULL};
  bool same = true;
  for (uint32_t i = 0; i < t->count; i++) {
    kids[i] = expand(x, t->kids[i], f);
    same &= kids[i] == t->kids[i];
  }
  return same || x->r->failed ? t : shape_with_kids(x, t, kids);
}

static Temporal *expand(Expander *x, Temporal *t, Frame f)
{
  if (!shape_enter(x)) return reader_wrong(x->r);
  if (t->kind == TEMPORAL_CALL) t = call_at(x, t, f);
  else if (t->kind == TEMPORAL_VARIABLE) t = f.values[t->slot].formula;
  else t = expand_kids(x, t, f);
  shape_leave(x);
  return t;
}

Temporal *shape_expand(Reader *r)
{
  Expander x = {.r = r};
  uint32_t slots = r->shapes->text.slots;
  Frame f = {arena_new_array(r->arena, ShapeValue, slots + 1)};
  return formula_of(&x, &r->shapes->text, f);
}
