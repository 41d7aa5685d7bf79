#include <assert.h>

#include "temporal/notation/notation_impl.h"

const TemporalInfo *temporal_info(TemporalKind kind)
{
  static const TemporalInfo infos[] = {
#define TEMPORAL(kind, word, form, level) {word, TFORM_##form, TLEVEL_##level},
#include "temporal/notation/kinds.def"
#undef TEMPORAL
  };
  assert((size_t) kind < sizeof infos / sizeof *infos);
  return &infos[kind];
}

const char *logic_name(TemporalLogic logic) { return logic == LOGIC_CTL ? "CTL" : "LTL"; }

static Temporal *with_kids(Arena *arena, TemporalKind kind, Span span, Temporal *left,
                           Temporal *right)
{
  Temporal *t = arena_alloc(arena, sizeof *t);
  *t = (Temporal){.kind = kind, .span = span, .height = 1, .size = 1};
  Temporal *kids[] = {left, right};
  for (unsigned i = 0; i < 2 && kids[i]; i++) {
    t->kids[t->count++] = kids[i];
    if (kids[i]->height >= t->height) t->height = kids[i]->height + 1;
    t->size = kids[i]->size < UINT32_MAX - t->size ? t->size + kids[i]->size : UINT32_MAX;
  }
  return t;
}

Temporal *temporal_leaf(Arena *arena, TemporalKind kind, Span span)
{
  return with_kids(arena, kind, span, NULL, NULL);
}

Temporal *temporal_unary(Arena *arena, TemporalKind kind, Span span, Temporal *kid)
{
  return with_kids(arena, kind, span, kid, NULL);
}

Temporal *temporal_binary(Arena *arena, TemporalKind kind, Span span, Temporal *left,
                          Temporal *right)
{
  return with_kids(arena, kind, span, left, right);
}

Temporal *temporal_assume(Arena *arena, Temporal *assumption, Temporal *formula)
{
  Span span = formula->span;
  if (formula->kind == TEMPORAL_ASSUMING) {
    assumption = temporal_binary(arena, TEMPORAL_AND, span, assumption, formula->kids[0]);
    formula = formula->kids[1];
  }
  return temporal_binary(arena, TEMPORAL_ASSUMING, span, assumption, formula);
}

/* AND and OR never join fairness terms with anything else. */
bool temporal_is_assumption(const Temporal *t)
{
  while (t->kind == TEMPORAL_AND || t->kind == TEMPORAL_OR) t = t->kids[0];
  return t->kind == TEMPORAL_STRONG || t->kind == TEMPORAL_WEAK || t->kind == TEMPORAL_STRONG_ALL ||
         t->kind == TEMPORAL_WEAK_ALL;
}
