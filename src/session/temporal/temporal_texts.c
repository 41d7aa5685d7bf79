#include <string.h>

#include "base/nearest.h"
#include "session/temporal/temporal_check.h"
#include "syntax/source.h"

/* Where formulas come from, besides the command line: definitions, files. */

static void add_definition(const TemporalDefinition *d, TemporalTexts *texts)
{
  vec_push(texts, ((TemporalText){d->source, d->name->text, d->logic}));
}

static bool refuse_name(Session *session, const TemporalDefinitions *all, const char *name)
{
  Nearest nearest = nearest_to(name);
  for (uint32_t i = 0; i < all->len; i++) nearest_offer(&nearest, all->data[i].name->text);
  if (nearest.best) text_printf(session_hint(session), "did you mean %s?", nearest.best);
  else if (!all->len) text_add(session_hint(session), "it has no temporal formulas");
  return session_refuse_setting(session, "temporal", name,
                                "the model has no temporal formula of this name");
}

bool temporal_take_definitions(Session *session, const Model *model, const char *const *names,
                               uint32_t count, TemporalTexts *texts)
{
  TemporalDefinitions all = {0};
  const Unit *unit = model->main ? model->main->unit : NULL;
  if (unit) temporal_definitions(session_context(session), unit, &all);
  bool good = true;
  for (uint32_t i = 0; i < all.len && !count; i++) add_definition(&all.data[i], texts);
  for (uint32_t i = 0; i < count && good; i++) {
    uint32_t before = texts->len;
    for (uint32_t k = 0; k < all.len; k++)
      if (!strcmp(all.data[k].name->text, names[i])) add_definition(&all.data[k], texts);
    if (texts->len == before) good = refuse_name(session, &all, names[i]);
  }
  vec_free(&all);
  return good;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static bool is_word(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* NAME: FORMULA.  Where the formula begins; the name, or NULL. */
static uint32_t skip_name(Session *session, const Source *source, uint32_t begin, uint32_t end,
                          const char **name)
{
  uint32_t at = begin;
  while (at < end && is_word(source->text[at])) at++;
  uint32_t word = at;
  while (at < end && is_blank(source->text[at])) at++;
  if (word == begin || at == end || source->text[at] != ':') return begin;
  *name = arena_copy(session_arena(session), source->text + begin, word - begin);
  return at + 1;
}

void temporal_take_lines(Session *session, const Source *source, TemporalTexts *texts)
{
  for (uint32_t begin = 0, end; begin < source->length; begin = end + 1) {
    end = begin;
    while (end < source->length && source->text[end] != '\n') end++;
    uint32_t at = begin;
    while (at < end && is_blank(source->text[at])) at++;
    bool comment = at + 1 < end && !strncmp(source->text + at, "--", 2);
    if (at == end || source->text[at] == '#' || comment) continue;
    const char *name = NULL;
    at = skip_name(session, source, at, end, &name);
    Span span = {source->base + at, source->base + end};
    const Source *formula = source_part(session_arena(session), source, span);
    vec_push(texts, ((TemporalText){formula, name, LOGIC_LTL}));
  }
}
