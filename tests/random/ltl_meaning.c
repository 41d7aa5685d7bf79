#include "random/ltl_meaning.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static const struct {
  const char *text;
  int operands;
  bool past;
} kinds[MEANS_KINDS] = {
    [MEANS_TRUE] = {"true", 0, false},     [MEANS_ATOM] = {"", 0, false},
    [MEANS_NOT] = {"not", 1, false},       [MEANS_AND] = {"&", 2, false},
    [MEANS_OR] = {"or", 2, false},         [MEANS_IMPLIES] = {"=>", 2, false},
    [MEANS_NEXT] = {"X", 1, false},        [MEANS_FINALLY] = {"F", 1, false},
    [MEANS_GLOBALLY] = {"G", 1, false},    [MEANS_UNTIL] = {"U", 2, false},
    [MEANS_WEAK_UNTIL] = {"W", 2, false},  [MEANS_RELEASE] = {"R", 2, false},
    [MEANS_YESTERDAY] = {"Y", 1, true},    [MEANS_ONCE] = {"O", 1, true},
    [MEANS_HISTORICALLY] = {"H", 1, true}, [MEANS_SINCE] = {"S", 2, true},
    [MEANS_TRIGGER] = {"T", 2, true},
};

const Form *form_new(Arena *arena, FormKind kind, uint32_t atom, const Form *a, const Form *b)
{
  Form *f = arena_new_array(arena, Form, 1);
  uint32_t past = a ? a->past : 0;
  if (b && b->past > past) past = b->past;
  *f = (Form){kind, atom, past + kinds[kind].past, a, b};
  return f;
}

const Form *form_random(Arena *arena, Random *random, uint32_t atoms, uint32_t size, bool past)
{
  if (size <= 1) {
    if ((uint32_t) random_below(random, 12) == 0) return form_new(arena, MEANS_TRUE, 0, NULL, NULL);
    return form_new(arena, MEANS_ATOM, (uint32_t) random_below(random, atoms), NULL, NULL);
  }
  FormKind kind;
  do kind = MEANS_NOT + (uint32_t) random_below(random, MEANS_KINDS - MEANS_NOT);
  while ((!past && kinds[kind].past) || (size == 2 && kinds[kind].operands == 2));
  if (kinds[kind].operands == 1)
    return form_new(arena, kind, 0, form_random(arena, random, atoms, size - 1, past), NULL);
  uint32_t left = 1 + (uint32_t) random_below(random, size - 2);
  const Form *a = form_random(arena, random, atoms, left, past);
  return form_new(arena, kind, 0, a, form_random(arena, random, atoms, size - 1 - left, past));
}

void form_print(Text *text, const Form *f)
{
  if (f->kind == MEANS_ATOM) text_printf(text, "{p%u = 1}", f->atom);
  else if (!f->a) text_add(text, kinds[f->kind].text);
  else {
    text_add(text, "(");
    if (!f->b) text_printf(text, "%s ", kinds[f->kind].text);
    form_print(text, f->a);
    if (f->b) {
      text_printf(text, " %s ", kinds[f->kind].text);
      form_print(text, f->b);
    }
    text_add(text, ")");
  }
}

Ltl form_ltl(LtlTable *t, const Form *f)
{
  Ltl a = f->a ? form_ltl(t, f->a) : LTL_TRUE, b = f->b ? form_ltl(t, f->b) : LTL_TRUE;
  switch (f->kind) {
  case MEANS_TRUE: return LTL_TRUE;
  case MEANS_ATOM: return ltl_atom(t, f->atom);
  case MEANS_NOT: return ltl_not(t, a);
  case MEANS_AND: return ltl_and(t, a, b);
  case MEANS_OR: return ltl_or(t, a, b);
  case MEANS_IMPLIES: return ltl_implies(t, a, b);
  case MEANS_NEXT: return ltl_next(t, a);
  case MEANS_FINALLY: return ltl_finally(t, a);
  case MEANS_GLOBALLY: return ltl_globally(t, a);
  case MEANS_UNTIL: return ltl_until(t, a, b);
  case MEANS_WEAK_UNTIL: return ltl_weak_until(t, a, b);
  case MEANS_RELEASE: return ltl_release(t, a, b);
  case MEANS_YESTERDAY: return ltl_yesterday(t, a);
  case MEANS_ONCE: return ltl_since(t, LTL_TRUE, a);
  case MEANS_HISTORICALLY: return ltl_trigger(t, LTL_FALSE, a);
  case MEANS_SINCE: return ltl_since(t, a, b);
  case MEANS_TRIGGER: return ltl_trigger(t, a, b);
  case MEANS_KINDS: break;
  }
  abort();
}

/* --------------------------------------------------------------------- meaning */

/* The word written out: so many rounds that what is said of the past repeats itself in the last
 * one, and one more.  After the last position comes `back`, or nothing. */
typedef struct {
  const Word *word;
  uint32_t count, back;
  bool ends;
} Line;

static bool letter_has(const Line *l, uint32_t i, uint32_t atom)
{
  const Word *w = l->word;
  uint32_t at = i < w->count ? i : w->loop + (i - w->loop) % (w->count - w->loop);
  return w->atoms[at] >> atom & 1;
}

/* f at the position after i; `none` if there is none. */
static bool at_next(const Line *l, const bool *f, uint32_t i, bool none)
{
  if (i + 1 < l->count) return f[i + 1];
  return l->ends ? none : f[l->back];
}

/* a U b, where there must be such a place (`strong`) or not.  Values of the first sweep over a loop
 * are those of the fixpoint for all positions but those that look across its end. */
static void until(const Line *l, const bool *a, const bool *b, bool strong, bool *out)
{
  for (uint32_t i = 0; i < l->count; i++) out[i] = !strong;
  for (int sweep = 0; sweep < 3; sweep++)
    for (uint32_t i = l->count; i-- > 0;) out[i] = b[i] || (a[i] && at_next(l, out, i, !strong));
}

static void since(const Line *l, const bool *a, const bool *b, bool strong, bool *out)
{
  for (uint32_t i = 0; i < l->count; i++) out[i] = b[i] || (a[i] && (i ? out[i - 1] : !strong));
}

static void evaluate(const Line *l, const Form *f, bool *out)
{
  bool *a = memory_zeroed(l->count, sizeof *a), *b = memory_zeroed(l->count, sizeof *b);
  bool *c = memory_zeroed(l->count, sizeof *c);
  if (f->a) evaluate(l, f->a, a);
  if (f->b) evaluate(l, f->b, b);
  for (uint32_t i = 0; i < l->count; i++) c[i] = true; /* a constant for those that need one */
  switch (f->kind) {
  case MEANS_FINALLY: until(l, c, a, true, out); break;
  case MEANS_UNTIL: until(l, a, b, true, out); break;
  case MEANS_WEAK_UNTIL: until(l, a, b, false, out); break;
  case MEANS_ONCE: since(l, c, a, true, out); break;
  case MEANS_SINCE: since(l, a, b, true, out); break;
  case MEANS_GLOBALLY: /* not F not a */
  case MEANS_HISTORICALLY:
    for (uint32_t i = 0; i < l->count; i++) a[i] = !a[i];
    if (f->kind == MEANS_GLOBALLY) until(l, c, a, true, out);
    else since(l, c, a, true, out);
    for (uint32_t i = 0; i < l->count; i++) out[i] = !out[i];
    break;
  case MEANS_RELEASE: /* not (not a U not b) */
  case MEANS_TRIGGER:
    for (uint32_t i = 0; i < l->count; i++) a[i] = !a[i], b[i] = !b[i];
    if (f->kind == MEANS_RELEASE) until(l, a, b, true, out);
    else since(l, a, b, true, out);
    for (uint32_t i = 0; i < l->count; i++) out[i] = !out[i];
    break;
  default:
    for (uint32_t i = 0; i < l->count; i++)
      out[i] = f->kind == MEANS_TRUE      ? true
               : f->kind == MEANS_ATOM    ? letter_has(l, i, f->atom)
               : f->kind == MEANS_NOT     ? !a[i]
               : f->kind == MEANS_AND     ? a[i] && b[i]
               : f->kind == MEANS_OR      ? a[i] || b[i]
               : f->kind == MEANS_IMPLIES ? !a[i] || b[i]
               : f->kind == MEANS_NEXT    ? at_next(l, a, i, false)
                                          : i > 0 && a[i - 1]; /* YESTERDAY */
  }
  free(a);
  free(b);
  free(c);
}

bool form_holds(const Form *f, const Word *w)
{
  uint32_t period = w->count - w->loop;
  Line l = {w, w->count + (period ? period * (f->past + 1) : 0), 0, period == 0};
  l.back = l.count - period;
  bool *out = memory_zeroed(l.count, sizeof *out);
  evaluate(&l, f, out);
  bool holds = out[0];
  free(out);
  return holds;
}
