#include "search/explore.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "search/search_impl.h"
#include "search/touches.h"

/* ------------------------------------------------------------------- limits */

/* For the tables, which grow by large steps. */
static bool may_take(void *context, size_t bytes)
{
  Search *s = context;
  if (!s->o.memory_limit) return true;
  return bytes < 1 << 20 || memory_resident() + bytes <= s->o.memory_limit;
}

static void tell(Search *s, size_t resident)
{
  ExploreStatus status = {.found = 0, .bytes = resident};
  for (uint32_t i = 0; i < s->worker_count; i++) {
    status.explored += s->workers[i]->explored;
    status.found += s->workers[i]->fresh_count;
    status.transitions += s->workers[i]->transitions;
  }
  s->o.progress(s->o.progress_context, &status);
}

/* By the first worker, a few times a second. */
static void poll(Worker *w, double now)
{
  Search *s = w->s;
  size_t resident = memory_resident();
  s->polled = now;
  if (s->o.memory_limit && resident > s->o.memory_limit) {
    note_incomplete(w, "the memory limit was reached");
    atomic_store(&s->stop, true);
  }
  if (!s->o.progress || now - s->told < 0.3) return;
  s->told = now;
  tell(s, resident);
}

bool search_must_stop(Worker *w)
{
  Search *s = w->s;
  if (atomic_load_explicit(&s->stop, memory_order_relaxed)) return true;
  const char *reason = NULL;
  if (cancel_asked(s->o.cancelled)) reason = "interrupted";
  else if (++w->asked % 16 == 0 || w->asked < 16) {
    double now = clock_seconds();
    if (s->o.time_limit > 0 && now - s->started > s->o.time_limit)
      reason = "the time limit was reached";
    if (w == s->workers[0] && now - s->polled > 0.05) poll(w, now);
  }
  if (reason) {
    note_incomplete(w, reason);
    atomic_store(&s->stop, true);
  }
  return atomic_load_explicit(&s->stop, memory_order_relaxed);
}

/* --------------------------------------------------------------------- life */

/* The options are about what the model says. */
static bool is_wanted(const ExploreOptions *o, const LtsPredicate *p)
{
  return p->asked || (p->kind == PREDICATE_INVARIANT   ? o->invariant
                      : p->kind == PREDICATE_ASSERTION ? o->assertions
                                                       : o->goal);
}

/* Only where all invariants are looked at is it known that they hold before. */
static bool is_preserved(const ExploreOptions *o, uint32_t label, uint32_t predicate)
{
  uint32_t count = o->preserved.predicates;
  return o->invariant && o->preserved.table && predicate < count &&
         o->preserved.table[(size_t) label * count + predicate];
}

static void prepare_predicates(Search *s)
{
  Lts *lts = s->lts;
  s->wanted = memory_zeroed(lts->predicate_count, sizeof *s->wanted);
  for (uint32_t p = 0; p < lts->predicate_count; p++)
    s->wanted[p] = is_wanted(&s->o, lts->predicate(lts, p));
  s->may_postpone = memory_zeroed(lts->predicate_count, sizeof *s->may_postpone);
  for (uint32_t p = 0; p < lts->predicate_count; p++) s->may_postpone[p] = postpone_applies(s, p);
  if (!lts->label_writes || !lts->predicate_reads || s->o.every_predicate) return;
  Touches *touches = touches_new(lts);
  s->skips = memory_zeroed((size_t) lts->label_count * lts->predicate_count, sizeof *s->skips);
  for (uint32_t label = lts->first_operation; label < lts->label_count; label++)
    for (uint32_t p = 0; p < lts->predicate_count; p++) {
      size_t at = (size_t) label * lts->predicate_count + p;
      s->skips[at] = is_preserved(&s->o, label, p) || !touches_may(touches, label, p);
    }
  touches_free(touches);
}

static Search *search_new(Lts *lts, const ExploreOptions *o, Exploration *x)
{
  enum { DEFAULT_PARALLEL_FROM = 256, MOST_THREADS = 256 };
  Search *s = memory_zeroed(1, sizeof *s);
  s->lts = lts;
  s->o = *o;
  s->x = x;
  if (!s->o.parallel_from) s->o.parallel_from = DEFAULT_PARALLEL_FROM;
  s->code = row_code_new(lts);
  s->table = state_table_new(s->code->leaves, may_take, s);
  s->shared = shared_new();
  s->most_workers = o->jobs < 1 ? 1 : o->jobs < MOST_THREADS ? o->jobs : MOST_THREADS;
  s->workers = memory_zeroed(s->most_workers, sizeof(Worker *));
  s->started = s->told = clock_seconds();
  while (lts->label_count >> s->label_bits) s->label_bits++;
  atomic_store(&s->stop_rank, UINT32_MAX);
  pthread_mutex_init(&s->lock, NULL);
  pthread_cond_init(&s->wake, NULL);
  pthread_cond_init(&s->done, NULL);
  prepare_predicates(s);
  s->workers[s->worker_count++] = worker_new(s, lts, false);
  return s;
}

static void search_free(Search *s)
{
  if (!s) return;
  for (uint32_t i = 0; i < s->worker_count; i++) worker_free(s->workers[i]);
  free(s->workers);
  state_table_free(s->table);
  shared_free(s->shared);
  row_code_free(s->code);
  pthread_mutex_destroy(&s->lock);
  pthread_cond_destroy(&s->wake);
  pthread_cond_destroy(&s->done);
  vec_free(&s->level);
  free(s->skips);
  free(s->wanted);
  free(s->may_postpone);
  free(s);
}

/* ------------------------------------------------------------- exploration */

static void begin(Search *s)
{
  Worker *w = s->workers[0];
  worker_start(w);
  s->begun = clock_seconds();
  findings_merge(s, UINT32_MAX);
  s->x->states = w->fresh.len;
  for (uint32_t i = 0; i < w->fresh.len; i++) vec_push(&s->level, w->fresh.data[i]);
  w->fresh.len = 0;
}

static void finish(Search *s)
{
  Exploration *x = s->x;
  parallel_end(s);
  postponed_check(s);
  if (x->reasons.len || s->explored < x->states) x->complete = false;
  x->threads = s->worker_count;
  x->table_bytes = state_table_bytes(s->table) + shared_bytes(s->shared);
  for (uint32_t i = 0; i < s->worker_count; i++) {
    Worker *w = s->workers[i];
    x->transitions += w->transitions;
    x->outside += w->outside;
    x->table_bytes += coder_bytes(w->coder);
    for (uint32_t j = 0; j < s->lts->label_count; j++) x->enabled[j] += w->enabled[j];
  }
  x->states -= x->outside;
  x->explored = s->explored - x->outside;
}

static Exploration *explore_once(Lts *lts, const ExploreOptions *o)
{
  Exploration *x = memory_zeroed(1, sizeof *x);
  x->complete = true;
  x->enabled = memory_zeroed(lts->label_count, sizeof *x->enabled);
  Search *s = x->search = search_new(lts, o, x);
  begin(s);
  bool violated = atomic_load(&s->stop_rank) != UINT32_MAX;
  if (!violated && o->order == ORDER_BREADTH) search_breadth(s);
  else if (!violated && o->order == ORDER_RANDOM) search_walks(s);
  else if (!violated) search_stack(s);
  finish(s);
  return x;
}

Exploration *explore(Lts *lts, ExploreOptions options)
{
  Exploration *x = explore_once(lts, &options);
  if (!atomic_load(&x->search->lazy)) return x;
  exploration_free(x); /* a lazy set, and there are several threads: begin again with one */
  options.jobs = 1;
  x = explore_once(lts, &options);
  x->alone = true;
  return x;
}

void exploration_free(Exploration *x)
{
  if (!x) return;
  search_free(x->search);
  vec_free(&x->reasons);
  vec_free(&x->violations);
  vec_free(&x->candidates);
  vec_free(&x->depths);
  free(x->enabled);
  free(x);
}

bool exploration_found(const Exploration *x, ViolationKind kind)
{
  for (uint32_t i = 0; i < x->violations.len; i++)
    if (x->violations.data[i].kind == kind) return true;
  return false;
}

/* ------------------------------------------------------------------- states */

StateId exploration_from(const Exploration *x, StateId id)
{
  return (StateId) (atomic_load(state_table_word(x->search->table, id)) >> 32);
}

uint32_t exploration_label(const Exploration *x, StateId id)
{
  uint64_t word = atomic_load(state_table_word(x->search->table, id));
  return (uint32_t) (word & ((UINT64_C(1) << x->search->label_bits) - 1));
}

const Value *exploration_row(const Exploration *x, StateId id)
{
  Coder *coder = x->search->workers[0]->coder;
  coder_load(coder, id);
  return coder->row;
}

void exploration_each(const Exploration *x, EachState *each, void *context)
{
  const Pairs *roots = x->search->table->roots;
  for (uint32_t i = 0; i < roots->capacity; i++) {
    uint32_t entry = atomic_load_explicit(&roots->index[i], memory_order_relaxed);
    if (entry) each(context, exploration_row(x, pairs_number(entry, roots->number_bits)));
  }
}

/* -------------------------------------------------------------------- traces */

typedef struct {
  Sink sink; /* first */
  Lts *lts;
  uint32_t label;
  const Value *wanted, *before;
  TraceStep *step;
  void *context;
  bool found;
} TraceReplay;

static void match(Sink *sink, const Transition *t)
{
  TraceReplay *r = (TraceReplay *) sink;
  if (r->found || t->label != r->label) return;
  if (memcmp(t->state, r->wanted, r->lts->width * sizeof *t->state)) return;
  r->found = true;
  r->step(r->context, t, r->before);
}

static void ignore(Sink *sink, const Trouble *t) { (void) sink, (void) t; }

/* The beginning of a trace: to find all initial states again may take long, and is only needed
 * for arguments. */
static void replay_start(Lts *lts, TraceReplay *r)
{
  uint32_t results = 0, arguments = lts->label_width;
  if (lts->label_arguments) arguments = lts->label_arguments(lts, r->label, &results);
  if (arguments + results > 0) lts->initial(lts, &r->sink);
  else match(&r->sink, &(Transition){r->label, NULL, r->wanted});
}

void explore_trace(Lts *lts, const Exploration *x, StateId state, TraceStep *step, void *context)
{
  VEC(StateId) path = {0};
  Value *rows = memory_zeroed(2 * (size_t) lts->width, sizeof *rows), *before = rows;
  Value *after = rows + lts->width;
  for (; state != NO_STATE; state = exploration_from(x, state)) vec_push(&path, state);
  for (uint32_t i = path.len; i-- > 0;) {
    bool first = i + 1 == path.len;
    memcpy(after, exploration_row(x, path.data[i]), lts->width * sizeof *after);
    TraceReplay r = {.sink = {match, ignore},
                     .lts = lts,
                     .label = exploration_label(x, path.data[i]),
                     .wanted = after,
                     .before = first ? NULL : before,
                     .step = step,
                     .context = context};
    if (first) replay_start(lts, &r);
    else lts_take(lts, before, r.label, &r.sink);
    memcpy(before, after, lts->width * sizeof *before);
  }
  free(rows);
  vec_free(&path);
}
