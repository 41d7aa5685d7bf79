#include "random/ltl_patterns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/session.h"

enum { ATOMS = 4, MOST_LETTERS = 8, WORDS = 6 };

static const struct {
  const char *pattern, *formula;
} laws[] = {
#define LAW(pattern, formula) {pattern, formula},
#include "random/ltl_patterns.def"
#undef LAW
};
enum { LAWS = sizeof laws / sizeof *laws };

static const char letters[ATOMS + 1] = "pqrs";

/* ------------------------------------------------------------------ from text to forms */

/* Atoms are predicates {p0 = 1}. */
static const Form *form_of(Arena *arena, const Temporal *t)
{
  static const FormKind kinds[TEMPORAL_KINDS] = {
      [TEMPORAL_NOT] = MEANS_NOT,
      [TEMPORAL_AND] = MEANS_AND,
      [TEMPORAL_OR] = MEANS_OR,
      [TEMPORAL_IMPLIES] = MEANS_IMPLIES,
      [TEMPORAL_NEXT] = MEANS_NEXT,
      [TEMPORAL_FINALLY] = MEANS_FINALLY,
      [TEMPORAL_GLOBALLY] = MEANS_GLOBALLY,
      [TEMPORAL_UNTIL] = MEANS_UNTIL,
      [TEMPORAL_WEAK_UNTIL] = MEANS_WEAK_UNTIL,
      [TEMPORAL_RELEASE] = MEANS_RELEASE,
      [TEMPORAL_YESTERDAY] = MEANS_YESTERDAY,
      [TEMPORAL_ONCE] = MEANS_ONCE,
      [TEMPORAL_HISTORICALLY] = MEANS_HISTORICALLY,
      [TEMPORAL_SINCE] = MEANS_SINCE,
      [TEMPORAL_TRIGGER] = MEANS_TRIGGER,
  };
  if (t->kind == TEMPORAL_TRUE) return form_new(arena, MEANS_TRUE, 0, NULL, NULL);
  if (t->kind == TEMPORAL_FALSE)
    return form_new(arena, MEANS_NOT, 0, form_new(arena, MEANS_TRUE, 0, NULL, NULL), NULL);
  if (t->kind == TEMPORAL_PREDICATE)
    return form_new(arena, MEANS_ATOM, (uint32_t) (t->part->source->text[1] - '0'), NULL, NULL);
  const Form *a = form_of(arena, t->kids[0]),
             *b = t->count == 2 ? form_of(arena, t->kids[1]) : NULL;
  if (t->kind == TEMPORAL_EQUIVALENT) {
    const Form *there = form_new(arena, MEANS_IMPLIES, 0, a, b);
    return form_new(arena, MEANS_AND, 0, there, form_new(arena, MEANS_IMPLIES, 0, b, a));
  }
  if (!kinds[t->kind]) abort();
  return form_new(arena, kinds[t->kind], 0, a, b);
}

static const Form *read_form(Arena *arena, const char *text)
{
  Session *session = session_new();
  const Source *source = session_text(session, "--ltl", text);
  const Temporal *t = session_parse_temporal(session, source, LOGIC_LTL, NULL);
  if (session_has_errors(session)) {
    printf("this is not accepted: %s\n", text);
    abort();
  }
  const Form *f = form_of(arena, t);
  session_free(session);
  return f;
}

static bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

/* p, q, r, s by themselves are atoms. */
static const Form *read_law(Arena *arena, const char *text)
{
  Text out = {0};
  for (const char *at = text; *at; at++) {
    const char *atom = strchr(letters, *at);
    bool alone = (at == text || (!is_letter(at[-1]) && at[-1] != '_')) && !is_letter(at[1]);
    if (atom && alone) text_printf(&out, "{p%d = 1}", (int) (atom - letters));
    else text_add_char(&out, *at);
  }
  const Form *f = read_form(arena, text_string(&out));
  text_free(&out);
  return f;
}

/* ----------------------------------------------------------------------------- words */

static Word word_random(Random *random, uint32_t *atoms)
{
  Word w = {1 + (uint32_t) random_below(random, MOST_LETTERS), 0, atoms};
  w.loop = (uint32_t) random_below(random, w.count + 1);
  for (uint32_t i = 0; i < w.count; i++) { /* often with few atoms: scopes begin and end */
    atoms[i] = (uint32_t) random_below(random, 1 << ATOMS);
    if ((uint32_t) random_below(random, 2)) atoms[i] &= (uint32_t) random_below(random, 1 << ATOMS);
  }
  return w;
}

static void show(const char *text, const Word *w, bool meant)
{
  printf("%s\non", text);
  for (uint32_t i = 0; i < w->count; i++) printf("%s %u", i == w->loop ? " (" : "", w->atoms[i]);
  printf("%s: by definition it %s\n", w->loop < w->count ? " )" : "", meant ? "holds" : "does not");
}

bool ltl_catalogue_case(Arena *arena, Random *random)
{
  uint32_t law = (uint32_t) random_below(random, LAWS);
  const Form *pattern = read_law(arena, laws[law].pattern);
  const Form *formula = read_law(arena, laws[law].formula);
  bool good = true;
  for (uint32_t i = 0; i < WORDS && good; i++) {
    uint32_t atoms[MOST_LETTERS];
    Word w = word_random(random, atoms);
    bool meant = form_holds(formula, &w);
    good = form_holds(pattern, &w) == meant;
    if (!good) show(laws[law].pattern, &w, meant);
  }
  return good;
}

/* -------------------------------------------------------------------------- segments */

/* The word from a position on.  Positions of the loop are counted on. */
static Word suffix(const Word *w, uint32_t from, uint32_t *atoms)
{
  uint32_t period = w->count - w->loop;
  Word s = {0, 0, atoms};
  for (uint32_t i = from; i < w->count || (period && s.count < period); i++)
    atoms[s.count++] = w->atoms[i < w->count ? i : w->loop + (i - w->loop) % period];
  s.loop = s.count - (period && from > w->loop ? period : 0);
  if (period && from <= w->loop) s.loop = w->loop - from;
  return s;
}

static bool holds_from(const Form *f, const Word *w, uint32_t from)
{
  uint32_t atoms[2 * MOST_LETTERS];
  Word s = suffix(w, from, atoms);
  return form_holds(f, &s);
}

/* The first position from there on where f holds; NONE: there is none. */
enum { NONE = UINT32_MAX };
static uint32_t first_from(const Form *f, const Word *w, uint32_t from)
{
  uint32_t all = w->count + (w->count - w->loop);
  for (uint32_t i = from; i < all; i++)
    if (holds_from(f, w, i)) return i;
  return NONE;
}

/* f of the positions begin … end - 1 by themselves. */
static bool holds_between(const Form *f, const Word *w, uint32_t begin, uint32_t end)
{
  if (end == NONE) return holds_from(f, w, begin);
  uint32_t atoms[3 * MOST_LETTERS], period = w->count - w->loop;
  Word s = {end - begin, end - begin, atoms};
  for (uint32_t i = begin; i < end; i++)
    atoms[i - begin] = w->atoms[i < w->count ? i : w->loop + (i - w->loop) % period];
  return form_holds(f, &s);
}

typedef struct {
  const Form *begin, *end, *inside;
} Scope;

static bool segments_hold(const Scope *s, const Word *w, bool open)
{
  for (uint32_t i = 0; i < w->count; i++) {
    if (!holds_from(s->begin, w, i) || holds_from(s->end, w, i)) continue;
    uint32_t end = first_from(s->end, w, i);
    if ((open || end != NONE) && !holds_between(s->inside, w, i, end)) return false;
  }
  return true;
}

static const char *const scopes[] = {"before", "after", "between", "after_until"};

static bool scope_holds(const Scope *s, const Word *w, uint32_t scope)
{
  uint32_t begin = first_from(s->begin, w, 0), end = first_from(s->end, w, 0);
  switch (scope) {
  case 0: return end == NONE || holds_between(s->inside, w, 0, end);
  case 1: return begin == NONE || holds_from(s->inside, w, begin);
  default: return segments_hold(s, w, scope == 3);
  }
}

static const Form *scoped(Arena *arena, const Scope *s, uint32_t scope, Text *text)
{
  text_printf(text, "%s(", scopes[scope]);
  if (scope > 0) form_print(text, s->begin);
  if (scope > 1) text_add(text, ", ");
  if (scope != 1) form_print(text, s->end);
  text_add(text, ", ");
  form_print(text, s->inside);
  text_add_char(text, ')');
  return read_form(arena, text_string(text));
}

/* Formulas of the past see also what was before a segment; a path begins with that of `before`. */
bool ltl_scope_case(Arena *arena, Random *random)
{
  uint32_t scope = (uint32_t) random_below(random, 4);
  uint32_t size = 1 + (uint32_t) random_below(random, 8);
  Scope s = {form_random(arena, random, ATOMS, 1 + (uint32_t) random_below(random, 3), false),
             form_random(arena, random, ATOMS, 1 + (uint32_t) random_below(random, 3), false),
             form_random(arena, random, ATOMS, size, scope == 0)};
  Text text = {0};
  const Form *form = scoped(arena, &s, scope, &text);
  bool good = true;
  for (uint32_t i = 0; i < WORDS && good; i++) {
    uint32_t atoms[MOST_LETTERS];
    Word w = word_random(random, atoms);
    if (scope == 0 && holds_from(s.end, &w, 0)) continue; /* no segment at all */
    bool meant = scope_holds(&s, &w, scope);
    good = form_holds(form, &w) == meant;
    if (!good) show(text_string(&text), &w, meant);
  }
  text_free(&text);
  return good;
}
