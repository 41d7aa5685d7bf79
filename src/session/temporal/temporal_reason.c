#include "session/temporal/temporal_reason.h"

#include <assert.h>

#include "base/memory.h"

/* Formulas mean what they do with the constants of the path. */
static void enter_constants(const TemporalChecked *c, const TemporalResult *r)
{
  Value *row = memory_zeroed(c->lts->width, sizeof *row);
  atlas_copy_row(c->atlas, r->path.path.data[0].state, row);
  meaning_set_constants(c->meaning, row);
  free(row);
}

static void ask(const LtlTable *table, const Spelled *s, bool *asked)
{
  path_survey(table, s->formula, asked);
  for (uint32_t i = 0; i < s->count; i++) ask(table, s->kids[i], asked);
}

static void find(TemporalReason *reason, const TemporalChecked *c, const TemporalResult *r,
                 const Spelled *spelled)
{
  const LtlTable *table = meaning_table(c->meaning);
  Atoms *atoms = meaning_atoms(c->meaning);
  bool *asked = memory_zeroed(atoms->count + 1, sizeof *asked);
  ask(table, spelled, asked);
  path_word(&reason->word, c->atlas, atoms, asked, &r->path);
  uint32_t past = path_survey(table, spelled->formula, NULL);
  reason->truths =
      path_truths_new(table, &reason->word, past > spelled->past ? past : spelled->past);
  reason_find(spelled, reason->truths, &reason->facts);
  free(asked);
}

void temporal_reason_open(TemporalReason *reason, const TemporalChecked *c, const TemporalResult *r)
{
  *reason = (TemporalReason){.meaning = c->meaning};
  if (!r->has_path || r->logic != LOGIC_LTL) return;
  enter_constants(c, r);
  const Spelled *spelled = meaning_spelled(c->meaning, r->tree);
  if (!spelled) return;
  find(reason, c, r, spelled);
  uint32_t count = path_count(reason->truths), at = 0;
  reason->first = memory_zeroed(count + 1, sizeof *reason->first);
  for (uint32_t i = 0; i <= count; i++) {
    reason->first[i] = at;
    while (at < reason->facts.len && reason->facts.data[at].position == i) at++;
  }
}

void temporal_reason_close(TemporalReason *reason)
{
  path_truths_free(reason->truths);
  path_word_close(&reason->word);
  vec_free(&reason->facts);
  free(reason->first);
  *reason = (TemporalReason){0};
}

const Fact *temporal_reason_at(const TemporalReason *reason, uint32_t position, uint32_t round,
                               uint32_t *count, bool *more)
{
  *count = 0;
  *more = false;
  if (!reason->first) return NULL;
  const PathWord *w = &reason->word;
  uint32_t period = w->count - w->loop, all = path_count(reason->truths);
  uint32_t at = position + round * period;
  if (at >= all) return NULL;
  *count = reason->first[at + 1] - reason->first[at];
  for (uint32_t i = at + period; position >= w->loop && i < all && !*more; i += period)
    *more = reason->first[i + 1] > reason->first[i];
  return reason->facts.data + reason->first[at];
}

bool temporal_paths_violate(const TemporalChecked *c)
{
  const LtlTable *table = meaning_table(c->meaning);
  for (uint32_t i = 0; i < c->results.len; i++) {
    const TemporalResult *r = &c->results.data[i];
    if (!r->has_path || r->logic != LOGIC_LTL) continue;
    enter_constants(c, r);
    if (!path_violates(table, r->violated, c->atlas, meaning_atoms(c->meaning), &r->path))
      return false;
  }
  return true;
}
