#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#include "lts/words.h"
#include "search/search_impl.h"

/* -------------------------------------------------------------- transitions */

/* There was no memory for something that belongs to the result. */
static void stop_full(Worker *w)
{
  note_incomplete(w, w->s->o.memory_limit ? "the memory limit was reached"
                                          : "there is not enough memory");
  atomic_store(&w->s->stop, true);
}

/* A lazy set in a state is known to one store only.  As long as there is one thread, it
 * stays alone from now on; otherwise (false) the search must begin again. */
static bool pin(Worker *w)
{
  Search *s = w->s;
  if (s->worker_count > 1 || !w->coder->view) return false;
  s->most_workers = 1;
  shared_view_pin(w->coder->view);
  return true;
}

#ifndef NDEBUG
/* What the Lts says of the columns that a label writes is relied upon. */
static bool changes_what_it_may(const Worker *w, const Transition *t)
{
  Lts *lts = w->lts;
  if (!lts->label_writes || w->from == NO_STATE || t->label < lts->first_operation) return true;
  for (uint32_t i = 0; i < lts->width; i++)
    if (!value_same(t->state[i], w->coder->row[i]) && !lts->label_writes(lts, t->label, i))
      return false;
  return true;
}
#endif

/* The transitions of a state are gathered as rows (label, root, arguments), so that
 * the places of the table are in the cache when it is asked. */
static void accept(Sink *sink, const Transition *t)
{
  Worker *w = (Worker *) sink;
  uint64_t root;
  assert(changes_what_it_may(w, t));
  Coded coded = coder_root(w->coder, t->state, &root);
  if (coded == CODED_LAZY && pin(w)) coded = coder_root(w->coder, t->state, &root);
  if (coded != CODED) {
    if (coded == CODED_LAZY) atomic_store(&w->s->lazy, true);
    else stop_full(w);
    atomic_store(&w->s->stop, true);
    return;
  }
  state_table_prefetch(w->s->table, root);
  vec_push(&w->rows, t->label);
  vec_push(&w->rows, root);
  uint32_t arguments = t->arguments ? w->label_width[t->label] : 0;
  for (uint32_t i = 0; i + 2 < w->row_width; i++)
    vec_push(&w->rows, i < arguments ? t->arguments[i].word : 0);
}

static void take_trouble(Sink *sink, const Trouble *t)
{
  Worker *w = (Worker *) sink;
  if (t->kind == TROUBLE_FAULT) {
    ViolationKind kind = t->claim ? VIOLATION_OBLIGATION : VIOLATION_WELL_DEFINEDNESS;
    Violation v = {kind, w->from, UINT32_MAX, t->label, t->span, t->message, 0};
    note_violation(w, v);
    w->wrong_here = true;
  } else {
    note_incomplete(w, t->message);
    w->failed_here = true;
  }
}

static void count_enabled(Worker *w, uint32_t label)
{
  if (w->last_label[label] == w->stamp) return;
  w->last_label[label] = w->stamp;
  w->enabled[label]++;
}

/* Another way to a state that was found in this level: the lesser one counts. */
static void claim(const Search *s, StateId id, uint64_t word)
{
  _Atomic uint64_t *place = state_table_word(s->table, id);
  uint64_t old = atomic_load_explicit(place, memory_order_relaxed);
  while (word < old && !atomic_compare_exchange_weak_explicit(
                           place, &old, word, memory_order_relaxed, memory_order_relaxed)) {}
}

static void settle(Worker *w)
{
  Search *s = w->s;
  uint32_t rows = w->rows.len / w->row_width, most = (uint32_t) (WORD_DIRTY >> s->label_bits) - 1;
  uint64_t origin = (uint64_t) (s->parallel ? w->rank : w->from) << 32, fresh_count = 0;
  for (uint32_t i = 0; i < rows; i++)
    state_table_prefetch_key(s->table, w->rows.data[(size_t) i * w->row_width + 1]);
  for (uint32_t i = 0; i < rows; i++) {
    const uint64_t *row = w->rows.data + (size_t) i * w->row_width;
    assert(row[0] < s->lts->label_count);
    uint32_t label = (uint32_t) row[0], ordinal = s->parallel ? (i < most ? i : most) : 0;
    uint64_t word = origin | (uint64_t) ordinal << s->label_bits | label;
    bool fresh;
    StateId id = state_table_put(s->table, &w->coder->hand, row[1], word, &fresh);
    if (id == NO_STATE) {
      stop_full(w);
      return;
    }
    fresh_count += fresh;
    if (fresh) vec_push(&w->fresh, id);
    else if (s->parallel && id >= s->level_first) claim(s, id, word);
    if (w->keep_found) vec_push(&w->found, id);
    count_enabled(w, label);
  }
  atomic_store_explicit(&w->fresh_count, w->fresh_count + fresh_count, memory_order_relaxed);
}

/* ----------------------------------------------------------------- counting */

static bool same_row(const Worker *w, uint32_t a, uint32_t b)
{
  const uint64_t *x = w->rows.data + (size_t) a * w->row_width;
  const uint64_t *y = w->rows.data + (size_t) b * w->row_width;
  return x[1] == y[1] &&
         !memcmp(x, y, w->row_width * sizeof *x); /* roots differ most of the time */
}

static uint64_t row_hash(const Worker *w, uint32_t row)
{
  const uint64_t *words = w->rows.data + (size_t) row * w->row_width;
  uint64_t hash = 0;
  for (uint32_t i = 0; i < w->row_width; i++) hash = pairs_mix(hash + words[i]);
  return hash;
}

static uint32_t distinct_among_few(const Worker *w, uint32_t rows)
{
  uint32_t distinct = 0;
  for (uint32_t i = 0; i < rows; i++) {
    uint32_t j = 0;
    while (j < i && !same_row(w, j, i)) j++;
    distinct += j == i;
  }
  return distinct;
}

/* The number of different rows. */
static uint32_t count_distinct(Worker *w)
{
  enum { FEW = 12 };
  uint32_t rows = w->rows.len / w->row_width, distinct = 0, size = 32;
  if (rows <= FEW) return distinct_among_few(w, rows);
  while (size < rows * UINT64_C(2)) size *= 2;
  while (w->seen.len < size) vec_push(&w->seen, 0);
  memset(w->seen.data, 0, size * sizeof *w->seen.data);
  for (uint32_t i = 0; i < rows; i++) {
    uint32_t at = (uint32_t) row_hash(w, i) & (size - 1);
    while (w->seen.data[at] && !same_row(w, w->seen.data[at] - 1, i)) at = (at + 1) & (size - 1);
    distinct += !w->seen.data[at];
    if (!w->seen.data[at]) w->seen.data[at] = i + 1;
  }
  return distinct;
}

/* --------------------------------------------------------------- predicates */

bool worker_judge(Worker *w, uint32_t predicate, Truth t, const Trouble *why)
{
  static const ViolationKind kinds[] = {VIOLATION_INVARIANT, VIOLATION_ASSERTION, VIOLATION_GOAL};
  const LtsPredicate *about = w->lts->predicate(w->lts, predicate);
  bool wanted_truth = about->kind != PREDICATE_GOAL;
  if (t == (wanted_truth ? TRUTH_TRUE : TRUTH_FALSE)) return true;
  Violation v = {kinds[about->kind], w->from, predicate, UINT32_MAX, about->span, about->text, 0};
  if (t == TRUTH_UNKNOWN) note_incomplete(w, why->message);
  else if (t == TRUTH_FAULT && w->s->o.no_wd)
    note_incomplete(w, "a predicate is not well-defined in some state");
  else if (t == TRUTH_FAULT) {
    v = (Violation){
        VIOLATION_WELL_DEFINEDNESS, w->from, UINT32_MAX, UINT32_MAX, why->span, why->message, 0};
    note_violation(w, v);
  } else note_violation(w, v);
  return false;
}

typedef struct { /* of the conjuncts of the invariant in a state */
  bool violated; /* one is FALSE, and so is the invariant, whatever the others are */
  uint32_t undefined;
} Conjuncts;

/* A conjunct of the invariant without a value: if another one is FALSE, the invariant has one. Read
 * from left to right, that must be an earlier one. */
static bool is_settled(const Worker *w, uint32_t predicate, Truth t, Conjuncts *all)
{
  if (t == TRUTH_TRUE || w->lts->predicate(w->lts, predicate)->kind != PREDICATE_INVARIANT)
    return false;
  all->violated |= t == TRUTH_FALSE;
  if (t != TRUTH_FAULT || (w->s->o.strict_wd && !all->violated)) return false;
  all->undefined++;
  return true;
}

static bool check_predicate(Worker *w, uint32_t predicate, const Value *row, Conjuncts *all)
{
  Trouble why = {0};
  Truth t;
  if (w->known && predicate_cache_knows(w->known, predicate, row)) return true;
  if (!w->s->may_postpone[predicate]) t = w->lts->holds(w->lts, predicate, row, &why);
  else if (!postpone_or_evaluate(w, predicate, row, &t, &why)) return true;
  bool good = !is_settled(w, predicate, t, all) && worker_judge(w, predicate, t, &why);
  if (w->known) predicate_cache_tell(w->known, predicate, row, good);
  return good;
}

/* Nothing else decides: these conjuncts are not well-defined. */
static void report_undefined(Worker *w, const Value *row)
{
  for (uint32_t p = 0; p < w->lts->predicate_count; p++) {
    Trouble why = {0};
    if (!w->s->wanted[p] || w->lts->predicate(w->lts, p)->kind != PREDICATE_INVARIANT) continue;
    Truth t = w->lts->holds(w->lts, p, row, &why);
    if (t == TRUTH_FAULT) worker_judge(w, p, t, &why);
  }
}

/* Which predicates are as they were in the state before; NULL: none need be. */
static const uint8_t *skipped_predicates(const Search *s, StateId id)
{
  uint64_t word = atomic_load_explicit(state_table_word(s->table, id), memory_order_relaxed);
  uint32_t label = (uint32_t) (word & ((UINT64_C(1) << s->label_bits) - 1));
  StateId before = (StateId) (word >> 32);
  if (!s->skips || before == NO_STATE || label < s->lts->first_operation) return NULL;
  uint64_t there = atomic_load_explicit(state_table_word(s->table, before), memory_order_relaxed);
  return there & WORD_DIRTY ? NULL : s->skips + (size_t) label * s->lts->predicate_count;
}

static void check_predicates(Worker *w, const Value *row)
{
  Search *s = w->s;
  const uint8_t *skipped = skipped_predicates(s, w->from);
  Conjuncts all = {false, 0};
  bool good = true;
  for (uint32_t p = 0; p < w->lts->predicate_count; p++)
    if (s->wanted[p] && !(skipped && skipped[p])) good &= check_predicate(w, p, row, &all);
  if (all.undefined && !all.violated) report_undefined(w, row);
  if (!good)
    atomic_fetch_or_explicit(state_table_word(s->table, w->from), WORD_DIRTY, memory_order_relaxed);
}

/* ------------------------------------------------------------------- states */

static void begin(Worker *w, StateId from, uint32_t rank)
{
  w->from = from;
  w->rank = rank;
  w->rows.len = w->found.len = 0;
  w->failed_here = w->wrong_here = false;
  w->stamp++;
}

static uint32_t finish(Worker *w)
{
  settle(w);
  uint32_t transitions = count_distinct(w);
  atomic_store_explicit(&w->transitions, w->transitions + transitions, memory_order_relaxed);
  atomic_store_explicit(&w->explored, w->explored + 1, memory_order_relaxed);
  if (w->s->taken) w->s->taken[w->rank] = transitions;
  note_candidates(w);
  return transitions;
}

static size_t value_limit(const Search *s)
{
  size_t limit = s->o.value_limit ? s->o.value_limit : (size_t) 512 << 20;
  size_t share = s->o.memory_limit / 4 / s->most_workers;
  return share && share < limit ? share : limit;
}

/* The values of a worker are only copies of what is shared: when they have become many
 * they are dropped, and made again where they are needed. */
void worker_limit_values(Worker *w)
{
  if (!w->lts->store || store_bytes(w->lts->store) <= w->value_bound) return;
  bool released = coder_release(w->coder);
  if (released && w->cache) op_cache_clear(w->cache);
  if (released && w->known) predicate_cache_clear(w->known);
  size_t least = 2 * store_bytes(w->lts->store), limit = value_limit(w->s);
  w->value_bound = least > limit ? least : limit;
}

/* Does the model ask not to go on from here? */
static bool is_outside(Worker *w, const Value *row)
{
  Trouble why = {0};
  if (!w->lts->is_outside) return false;
  Truth t = w->lts->is_outside(w->lts, row, &why);
  if (t == TRUTH_UNKNOWN || t == TRUTH_FAULT) note_incomplete(w, why.message);
  return t == TRUTH_TRUE;
}

/* All transitions of the state, unless the model asks for none. */
static bool take_transitions(Worker *w, const Value *row, bool setup)
{
  bool outside = !setup && is_outside(w, row);
  w->outside += outside;
  if (outside) return false;
  if (w->cache && !setup) op_cache_next(w->cache, row, &w->sink);
  else w->lts->next(w->lts, row, &w->sink);
  return true;
}

/* A state after termination is not expected to go on. */
static bool is_terminated(const Worker *w, const Value *row)
{
  return w->lts->is_terminated && w->lts->is_terminated(w->lts, row);
}

void worker_visit(Worker *w, StateId id, uint32_t rank)
{
  Search *s = w->s;
  begin(w, id, rank);
  coder_load(w->coder, id);
  const Value *row = w->coder->row;
  bool setup = w->lts->is_setup(w->lts, row);
  if (!setup) check_predicates(w, row);
  bool taken = take_transitions(w, row, setup);
  uint32_t transitions = finish(w);
  bool stuck = taken && transitions == 0 && !is_terminated(w, row);
  if (stuck && !w->failed_here && !atomic_load(&s->stop)) {
    Violation v = {setup ? VIOLATION_INITIALISATION : VIOLATION_DEADLOCK,
                   id,
                   UINT32_MAX,
                   UINT32_MAX,
                   SPAN_NONE,
                   setup           ? "there is no initial state"
                   : w->wrong_here ? words_wrong(w->lts)
                                   : words_stuck(w->lts),
                   0};
    if (setup || s->o.deadlock) note_violation(w, v);
  }
  worker_limit_values(w);
}

void worker_start(Worker *w)
{
  begin(w, NO_STATE, 0);
  coder_unload(w->coder);
  w->lts->initial(w->lts, &w->sink);
  uint32_t transitions = finish(w);
  bool faulted = false;
  for (uint32_t i = 0; i < w->findings.len; i++)
    faulted |= w->findings.data[i].type == FINDING_VIOLATION;
  if (transitions || w->failed_here || faulted || atomic_load(&w->s->stop)) return;
  bool start = w->lts->unconditional;
  Violation v = {start ? VIOLATION_INITIALISATION : VIOLATION_SETUP,
                 NO_STATE,
                 UINT32_MAX,
                 UINT32_MAX,
                 SPAN_NONE,
                 words_no_start(w->lts),
                 0};
  note_violation(w, v);
}

/* --------------------------------------------------------------------- life */

/* How many of the arguments and results of a row each label has. */
static uint32_t *label_widths(Lts *lts)
{
  uint32_t *widths = memory_zeroed(lts->label_count, sizeof *widths);
  for (uint32_t i = 0; i < lts->label_count; i++) {
    uint32_t results = 0;
    widths[i] = lts->label_arguments ? lts->label_arguments(lts, i, &results) : lts->label_width;
    widths[i] += results;
  }
  return widths;
}

Worker *worker_new(Search *s, Lts *lts, bool owns_lts)
{
  Worker *w = memory_zeroed(1, sizeof *w);
  w->sink = (Sink){accept, take_trouble};
  w->s = s;
  w->lts = lts;
  w->owns_lts = owns_lts;
  w->coder = coder_new(lts, s->code, s->table, s->shared);
  w->row_width = lts->label_width + 2;
  w->label_width = label_widths(lts);
  bool always = s->o.caching == CACHE_ALWAYS;
  if (s->o.caching != CACHE_NEVER) w->cache = op_cache_new(lts, always);
  if (s->o.caching != CACHE_NEVER) w->known = predicate_cache_new(lts, always);
  w->value_bound = value_limit(s);
  w->arena = arena_new();
  w->enabled = memory_zeroed(lts->label_count, sizeof *w->enabled);
  w->last_label = memory_zeroed(lts->label_count, sizeof *w->last_label);
  w->slow = memory_zeroed(lts->predicate_count, sizeof *w->slow);
  return w;
}

void worker_free(Worker *w)
{
  if (!w) return;
  coder_free(w->coder);
  op_cache_free(w->cache);
  predicate_cache_free(w->known);
  free(w->label_width);
  if (w->owns_lts) w->lts->free(w->lts);
  arena_free(w->arena);
  vec_free(&w->rows);
  vec_free(&w->seen);
  vec_free(&w->fresh);
  vec_free(&w->found);
  vec_free(&w->findings);
  vec_free(&w->postponed);
  free(w->slow);
  free(w->enabled);
  free(w->last_label);
  free(w);
}
