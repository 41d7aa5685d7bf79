#include "search/op_cache.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/memory.h"
#include "base/vec.h"
#include "search/remember.h"

/* What a label does is kept as words, in one list for all labels:
 *    hash, number of transitions, first trouble, number of troubles,
 *    the set-up, the columns read,
 *    for each transition: arguments and results, then the columns written. */
enum { HEAD_WORDS = 4, MOST_WORDS = 1 << 23, MOST_SETUPS = 1000 };
static const Trial trial = {.calls = 2048, .hits = 2048 / 3, .nanoseconds = 500};

typedef struct {
  bool on;
  uint32_t *reads, read_count, *writes, write_count, arguments;
  VEC(uint32_t) slots; /* place / 2 + 1 in the words; open addressing */
  uint32_t count;
  Trying trying;
} LabelCache;

struct OpCache {
  Lts *lts;
  bool always;
  LabelCache *labels; /* by label */
  VEC(uint64_t) words;
  VEC(Trouble) troubles;
  Arena *arena; /* of their messages */
  VEC(Value) setups;
  uint32_t setup;
  uint32_t on; /* labels that are remembered */
  Value *row;  /* scratch */
};

static uint32_t *columns_where(Lts *lts, uint32_t label, bool (*test)(Lts *, uint32_t, uint32_t),
                               uint32_t *count)
{
  uint32_t *columns = memory_zeroed(lts->width, sizeof *columns);
  for (uint32_t i = lts->constants; i < lts->width; i++)
    if (test(lts, label, i)) columns[(*count)++] = i;
  return columns;
}

OpCache *op_cache_new(Lts *lts, bool always)
{
  if (!lts->step || !lts->label_reads || !lts->label_writes || !lts->is_pure) return NULL;
  OpCache *c = memory_zeroed(1, sizeof *c);
  c->lts = lts;
  c->always = always;
  c->labels = memory_zeroed(lts->label_count, sizeof *c->labels);
  c->arena = arena_new();
  c->row = memory_zeroed(lts->width, sizeof *c->row);
  for (uint32_t i = lts->first_operation; i < lts->label_count; i++) {
    LabelCache *l = &c->labels[i];
    uint32_t results, arguments = lts->label_arguments(lts, i, &results);
    l->arguments = arguments + results;
    l->reads = columns_where(lts, i, lts->label_reads, &l->read_count);
    l->writes = columns_where(lts, i, lts->label_writes, &l->write_count);
    /* what reads everything never finds an equal state */
    l->on = lts->is_pure(lts, i) && l->read_count < lts->width - lts->constants;
    c->on += l->on;
  }
  return c;
}

void op_cache_free(OpCache *c)
{
  if (!c) return;
  for (uint32_t i = 0; i < c->lts->label_count; i++) {
    free(c->labels[i].reads);
    free(c->labels[i].writes);
    vec_free(&c->labels[i].slots);
  }
  free(c->labels);
  vec_free(&c->words);
  vec_free(&c->troubles);
  vec_free(&c->setups);
  arena_free(c->arena);
  free(c->row);
  free(c);
}

size_t op_cache_bytes(const OpCache *c) { return c->words.cap * sizeof *c->words.data; }

void op_cache_clear(OpCache *c)
{
  c->words.len = c->troubles.len = 0;
  arena_free(c->arena);
  c->arena = arena_new();
  for (uint32_t i = 0; i < c->lts->label_count; i++) {
    LabelCache *l = &c->labels[i];
    l->count = 0;
    if (l->slots.len) memset(l->slots.data, 0, l->slots.len * sizeof *l->slots.data);
  }
}

/* ---------------------------------------------------------------- looking up */

/* The number of the state's set-up; all labels are switched off if there are too many. */
static void find_setup(OpCache *c, const Value *state)
{
  uint32_t width = c->lts->constants, count = width ? c->setups.len / width : 0;
  size_t bytes = width * sizeof *state;
  if (!width || (c->setup < count && !memcmp(&c->setups.data[c->setup * width], state, bytes)))
    return;
  for (c->setup = 0; c->setup < count; c->setup++)
    if (!memcmp(&c->setups.data[c->setup * width], state, bytes)) return;
  for (uint32_t i = 0; i < width; i++) vec_push(&c->setups, state[i]);
  if (count < MOST_SETUPS) return;
  for (uint32_t i = 0; i < c->lts->label_count; i++) c->labels[i].on = false;
  c->on = 0;
}

static uint64_t key_hash(const OpCache *c, const LabelCache *l, const Value *state)
{
  uint64_t hash = c->setup;
  for (uint32_t i = 0; i < l->read_count; i++) hash = hash_word(hash, state[l->reads[i]].word);
  return hash_word(hash, 0);
}

static bool key_fits(const OpCache *c, const LabelCache *l, const uint64_t *entry,
                     const Value *state)
{
  const uint64_t *key = entry + HEAD_WORDS;
  if (key[0] != c->setup) return false;
  for (uint32_t i = 0; i < l->read_count; i++)
    if (key[i + 1] != state[l->reads[i]].word) return false;
  return true;
}

static uint64_t *entry_at(const OpCache *c, uint32_t slot)
{
  return c->words.data + (size_t) (slot - 1) * 2;
}

/* The slot of the entry, or the free one where it belongs. */
static uint32_t find(const OpCache *c, const LabelCache *l, uint64_t hash, const Value *state)
{
  uint32_t mask = l->slots.len - 1, at = (uint32_t) (hash >> 32) & mask;
  for (; l->slots.data[at]; at = (at + 1) & mask) {
    const uint64_t *entry = entry_at(c, l->slots.data[at]);
    if (entry[0] == hash && key_fits(c, l, entry, state)) break;
  }
  return at;
}

static void grow(const OpCache *c, LabelCache *l)
{
  uint32_t size = l->slots.len ? l->slots.len * 2 : 64, old = l->slots.len;
  uint32_t *before = l->slots.data;
  l->slots.data = memory_zeroed(size, sizeof *l->slots.data);
  l->slots.len = l->slots.cap = size;
  for (uint32_t i = 0; i < old; i++) {
    if (!before[i]) continue;
    uint32_t at = (uint32_t) (entry_at(c, before[i])[0] >> 32) & (size - 1);
    while (l->slots.data[at]) at = (at + 1) & (size - 1);
    l->slots.data[at] = before[i];
  }
  free(before);
}

static void replay(OpCache *c, const LabelCache *l, uint32_t label, const uint64_t *entry,
                   const Value *state, Sink *sink)
{
  memcpy(c->row, state, c->lts->width * sizeof *c->row);
  const uint64_t *at = entry + HEAD_WORDS + 1 + l->read_count;
  for (uint64_t i = 0; i < entry[1]; i++) {
    Transition t = {label, (const Value *) at, c->row};
    at += l->arguments;
    for (uint32_t j = 0; j < l->write_count; j++) c->row[l->writes[j]] = (Value){*at++};
    sink->accept(sink, &t);
  }
  for (uint64_t i = 0; i < entry[3]; i++) sink->trouble(sink, &c->troubles.data[entry[2] + i]);
}

/* ----------------------------------------------------------------- recording */

typedef struct {
  Sink sink; /* first */
  OpCache *c;
  const LabelCache *label;
  Sink *real;
  uint64_t transitions;
  uint32_t troubles;
  bool spoilt; /* the answer is not complete: another time it may be */
} Recorder;

static void record(Sink *sink, const Transition *t)
{
  Recorder *r = (Recorder *) sink;
  const LabelCache *l = r->label;
  for (uint32_t i = 0; i < l->arguments; i++) vec_push(&r->c->words, t->arguments[i].word);
  for (uint32_t i = 0; i < l->write_count; i++) vec_push(&r->c->words, t->state[l->writes[i]].word);
  r->transitions++;
  r->real->accept(r->real, t);
}

/* Many instances may go wrong in one place: it is kept once. */
static bool is_recorded(const Recorder *r, const Trouble *t)
{
  const Trouble *all = r->c->troubles.data;
  for (uint32_t i = r->c->troubles.len; i-- > r->c->troubles.len - r->troubles;)
    if (all[i].kind == t->kind && all[i].claim == t->claim && span_equal(all[i].span, t->span) &&
        (!t->claim || !strcmp(all[i].message, t->message)))
      return true;
  return false;
}

static void record_trouble(Sink *sink, const Trouble *t)
{
  Recorder *r = (Recorder *) sink;
  if (t->kind == TROUBLE_INCOMPLETE) r->spoilt = true;
  else if (!is_recorded(r, t)) {
    Trouble kept = *t;
    kept.arguments = NULL;
    kept.message = arena_copy(r->c->arena, t->message, strlen(t->message));
    vec_push(&r->c->troubles, kept);
    r->troubles++;
  }
  r->real->trouble(r->real, t);
}

/* Performs the label and keeps what it does in the free slot. */
static void perform(OpCache *c, uint32_t label, uint64_t hash, uint32_t slot, const Value *state,
                    Sink *sink)
{
  LabelCache *l = &c->labels[label];
  if (c->words.len & 1) vec_push(&c->words, 0);
  uint32_t start = c->words.len, troubles = c->troubles.len;
  const uint64_t head[] = {hash, 0, troubles, 0, c->setup};
  for (uint32_t i = 0; i < HEAD_WORDS + 1; i++) vec_push(&c->words, head[i]);
  for (uint32_t i = 0; i < l->read_count; i++) vec_push(&c->words, state[l->reads[i]].word);
  Recorder r = {{record, record_trouble}, c, l, sink, 0, 0, false};
  trying_begin(&l->trying);
  c->lts->step(c->lts, state, label, &r.sink);
  trying_end(&l->trying);
  if (r.spoilt) {
    c->words.len = start;
    c->troubles.len = troubles;
    return;
  }
  c->words.data[start + 1] = r.transitions;
  c->words.data[start + 3] = r.troubles;
  assert(start % 2 == 0 && !l->slots.data[slot]);
  l->slots.data[slot] = start / 2 + 1;
  l->count++;
}

/* After a while: a label that is cheap or seldom finds anything is left alone. */
static void judge(OpCache *c, LabelCache *l)
{
  if (!c->always && trying_failed(&l->trying, trial)) l->on = false, c->on--;
}

static void next_of_label(OpCache *c, uint32_t label, const Value *state, Sink *sink)
{
  LabelCache *l = &c->labels[label];
  assert(label >= c->lts->first_operation && label < c->lts->label_count);
  if (!l->on) {
    c->lts->step(c->lts, state, label, sink);
    return;
  }
  if (c->words.len > MOST_WORDS) op_cache_clear(c);
  if (l->count * UINT64_C(2) >= l->slots.len) grow(c, l);
  uint64_t hash = key_hash(c, l, state);
  uint32_t slot = find(c, l, hash, state);
  l->trying.calls++;
  if (l->slots.data[slot]) {
    l->trying.hits++;
    replay(c, l, label, entry_at(c, l->slots.data[slot]), state, sink);
  } else perform(c, label, hash, slot, state, sink);
  judge(c, l);
}

void op_cache_next(OpCache *c, const Value *state, Sink *sink)
{
  if (c->on) find_setup(c, state);
  if (!c->on) {
    c->lts->next(c->lts, state, sink);
    return;
  }
  for (uint32_t i = c->lts->first_operation; i < c->lts->label_count; i++)
    next_of_label(c, i, state, sink);
}

void op_cache_some(OpCache *c, const Value *state, const bool *labels, Sink *sink)
{
  if (c->on) find_setup(c, state);
  for (uint32_t i = c->lts->first_operation; i < c->lts->label_count; i++)
    if (labels[i]) next_of_label(c, i, state, sink);
}
