#include "search/coverage.h"

#include <stdlib.h>

#include "base/memory.h"

enum { MOST_VALUES = 100000 };

typedef struct {
  VEC(uint64_t) slots; /* open addressing; the words + 1, as no word is all ones */
  ColumnCoverage about;
} Column;

typedef struct {
  Lts *lts;
  Column *columns;
} Survey;

static uint32_t slot_of(const Column *c, uint64_t word)
{
  uint32_t mask = c->slots.len - 1;
  uint32_t at = (uint32_t) (word * UINT64_C(0x9E3779B97F4A7C15) >> 32) & mask;
  while (c->slots.data[at] && c->slots.data[at] != word + 1) at = (at + 1) & mask;
  return at;
}

static void grow(Column *c)
{
  Column larger = {.about = c->about};
  uint32_t size = c->slots.len ? c->slots.len * 2 : 16;
  while (larger.slots.len < size) vec_push(&larger.slots, 0);
  for (uint32_t i = 0; i < c->slots.len; i++)
    if (c->slots.data[i])
      larger.slots.data[slot_of(&larger, c->slots.data[i] - 1)] = c->slots.data[i];
  vec_free(&c->slots);
  *c = larger;
}

static bool is_integer(Value v) { return value_is_small(v) || value_is_node(v, NODE_KIND_BIGINT); }

static void note_value(Lts *lts, Column *c, Value v)
{
  ColumnCoverage *about = &c->about;
  if (value_is_none(v)) return;
  if (is_integer(v)) {
    bool first = value_is_none(about->least);
    if (first || value_compare(lts->store, v, about->least) < 0) about->least = v;
    if (first || value_compare(lts->store, v, about->greatest) > 0) about->greatest = v;
  }
  if (about->more) return;
  if (about->values * 2 >= c->slots.len) grow(c);
  uint32_t at = slot_of(c, v.word);
  if (c->slots.data[at]) return;
  if (about->values == MOST_VALUES) {
    about->more = true;
    return;
  }
  c->slots.data[at] = v.word + 1;
  about->values++;
}

static void note_state(void *context, const Value *row)
{
  Survey *survey = context;
  for (uint32_t i = 0; i < survey->lts->width; i++)
    note_value(survey->lts, &survey->columns[i], row[i]);
}

ColumnCoverage *coverage_of_columns(Lts *lts, const Exploration *x)
{
  Survey survey = {lts, calloc(lts->width + 1, sizeof(Column))};
  ColumnCoverage *result = calloc(lts->width + 1, sizeof *result);
  if (!survey.columns || !result) memory_exhausted();
  for (uint32_t i = 0; i < lts->width; i++)
    survey.columns[i].about = (ColumnCoverage){0, false, VALUE_UNDEFINED, VALUE_UNDEFINED};
  exploration_each(x, note_state, &survey);
  for (uint32_t i = 0; i < lts->width; i++) {
    result[i] = survey.columns[i].about;
    vec_free(&survey.columns[i].slots);
  }
  free(survey.columns);
  return result;
}
