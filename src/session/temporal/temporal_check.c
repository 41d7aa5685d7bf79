#include "session/temporal/temporal_check.h"

#include <assert.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "csp/guide/guide.h"
#include "session/elements.h"
#include "session/temporal/path_search.h"
#include "session/temporal/reading.h"
#include "session/temporal/setups.h"
#include "session/temporal/temporal_reason.h"
#include "session/temporal/vacuity.h"
#include "temporal/notation/parse.h"

/* ------------------------------------------------------------------------ reading */

static const char *kept(Session *session, Text *text)
{
  const char *copy = arena_copy(session_arena(session), text_string(text), text->len);
  text_free(text);
  return copy;
}

static const char *text_of_source(Session *session, const Source *source)
{
  Text text = {0};
  const char *begin = source->text, *end = begin + source->length;
  while (begin < end && strchr(" \t\r\n", *begin)) begin++;
  while (begin < end && strchr(" \t\r\n", end[-1])) end--;
  text_add_bytes(&text, begin, (size_t) (end - begin));
  return kept(session, &text);
}

typedef struct {
  const Temporal *assumption; /* or NULL */
  VEC(const Temporal *) trees;
} ReadFormulas;

/* A formula about one element of a deferred set is none about all of them. */
static bool names_elements(const Temporal *t)
{
  if (t->part && elements_are_named(t->part->formula->node)) return true;
  for (uint32_t i = 0; i < t->pattern_count; i++) {
    const TemporalPattern *p = t->patterns[i];
    for (uint32_t k = 0; k < p->count; k++)
      if (p->arguments[k] && elements_are_named(p->arguments[k]->formula->node)) return true;
  }
  for (uint32_t i = 0; i < t->count; i++)
    if (names_elements(t->kids[i])) return true;
  return false;
}

static void look_for_elements(const System *system, const ReadFormulas *read)
{
  bool named = read->assumption && names_elements(read->assumption);
  for (uint32_t i = 0; i < read->trees.len; i++) named |= names_elements(read->trees.data[i]);
  if (named) system->engine->options.every_setup = true;
}

static bool read_all(Session *session, const System *system, const TemporalRequest *request,
                     ReadFormulas *read)
{
  Model *model = system->model;
  if (model) elements_know(session, model, system->engine);
  bool good = temporal_read_assumption(session, system, request->fair, &read->assumption);
  for (uint32_t i = 0; i < request->texts.len; i++) {
    const TemporalText *t = &request->texts.data[i];
    const Temporal *tree = temporal_read(session, system, t->source, t->logic);
    vec_push(&read->trees, tree);
    good &= tree != NULL;
  }
  if (model) model->known.len = 0;
  if (model && good) look_for_elements(system, read);
  return good || session_refuse_text(session, NULL);
}

/* ------------------------------------------------------------------------ checking */

typedef struct {
  TemporalChecked *checked;
  TemporalResult *result;
  const Temporal *assumption;
} Run;

static void add_reason(Run *r, const char *reason)
{
  for (uint32_t i = 0; i < r->result->reasons.len; i++)
    if (!strcmp(r->result->reasons.data[i], reason)) return;
  const char *copy = arena_copy(session_arena(r->checked->session), reason, strlen(reason));
  vec_push(&r->result->reasons, copy);
}

static void end_unknown(Run *r, const char *reason)
{
  r->result->verdict = VERDICT_UNKNOWN;
  if (reason) add_reason(r, reason);
}

static void explain_unknown(Run *r)
{
  TemporalChecked *c = r->checked;
  Span span;
  const char *doubt = meaning_doubt(c->meaning, &span);
  for (uint32_t i = 0; i < atlas_reasons(c->atlas); i++) add_reason(r, atlas_reason(c->atlas, i));
  if (doubt) add_reason(r, doubt);
  if (!r->result->reasons.len)
    add_reason(r, atlas_begins_surely(c->atlas) ? "something could not be computed"
                                                : "not all initial states are known: something is "
                                                  "not well-defined");
}

/* With the constants of these initial states.  False: nothing more need be asked. */
static bool check_ltl(Run *r, const StateId *initial, uint32_t count)
{
  TemporalChecked *c = r->checked;
  MeantLtl meant = meaning_ltl(c->meaning, r->result->tree, r->assumption);
  if (meant.unclear) return end_unknown(r, meant.unclear), true;
  PathWanted wanted = {.formula = meant.formula,
                       .negated = true,
                       .fairness = meant.fairness.count ? &meant.fairness : NULL,
                       .initial = initial,
                       .initial_count = count};
  Product p;
  if (!path_search(c, &wanted, &p)) return end_unknown(r, "the formula is too large"), true;
  r->result->product_states += p.nodes;
  bool found = p.result == PRODUCT_FOUND;
  if (found) {
    r->result->verdict = VERDICT_FAIL;
    r->result->path = p;
    r->result->has_path = true;
    r->result->violated = meant.formula;
  } else {
    if (p.result == PRODUCT_UNKNOWN) end_unknown(r, NULL), explain_unknown(r);
    product_close(&p);
  }
  return !found;
}

/* A path that does not show all of it is none to be believed. */
static bool check_ctl(Run *r, const StateId *initial, uint32_t count)
{
  TemporalChecked *c = r->checked;
  CtlChecked x;
  meaning_check_ctl(c->meaning, r->result->tree, c->atlas, initial, count, &x);
  r->result->product_states += x.states;
  if (x.result == CTL_UNKNOWN) end_unknown(r, NULL), explain_unknown(r);
  if (x.result == CTL_FAILS) {
    r->result->verdict = VERDICT_FAIL;
    r->result->has_path = x.path.result == PRODUCT_FOUND && !x.open;
    r->result->path = x.path;
    x.path = (Product){0};
  }
  bool more = x.result != CTL_FAILS;
  ctl_checked_close(&x);
  return more;
}

static void check_one(Run *r, const StateId *initial)
{
  TemporalChecked *c = r->checked;
  double began = clock_seconds();
  uint32_t count = atlas_initial_count(c->atlas);
  bool more = true, quantified = formula_is_quantified(r->result->tree);
  r->result->verdict = VERDICT_PASS;
  for (uint32_t i = 0; i < count && more;) {
    uint32_t end = setups_enter(c, quantified, i);
    if (r->result->logic == LOGIC_LTL) more = check_ltl(r, initial + i, end - i);
    else more = check_ctl(r, initial + i, end - i);
    i = end;
  }
  if (r->result->verdict == VERDICT_PASS && !atlas_begins_surely(c->atlas)) {
    end_unknown(r, NULL);
    explain_unknown(r);
  }
  r->result->seconds = clock_seconds() - began;
}

static Atlas *open_atlas(Session *session, Lts *lts, const TemporalRequest *request,
                         const ReadFormulas *read)
{
  const SessionOptions *o = session_options(session);
  bool quantified = false;
  for (uint32_t i = 0; i < read->trees.len; i++)
    quantified |= formula_is_quantified(read->trees.data[i]);
  return atlas_new(lts, (AtlasOptions){.max_states = o->max_states,
                                       .deadline = session_deadline(session),
                                       .memory_limit = session_memory_limit(session),
                                       .cancelled = o->cancelled,
                                       .progress = request->progress,
                                       .progress_context = request->progress_context,
                                       .keep_values = quantified});
}

static void run_all(TemporalChecked *c, const TemporalRequest *request, const ReadFormulas *read)
{
  uint32_t count = atlas_initial_count(c->atlas);
  StateId *initial = memory_zeroed(count, sizeof *initial);
  for (uint32_t i = 0; i < count; i++) initial[i] = atlas_initial(c->atlas, i);
  meaning_set_atlas(c->meaning, c->atlas);
  for (uint32_t i = 0; i < request->texts.len; i++) {
    const TemporalText *t = &request->texts.data[i];
    TemporalResult result = {.text = text_of_source(c->session, t->source),
                             .name = t->name,
                             .fairness = t->logic == LOGIC_LTL ? request->fair : NULL,
                             .logic = t->logic,
                             .tree = read->trees.data[i]};
    Run r = {c, &result, t->logic == LOGIC_LTL ? read->assumption : NULL};
    check_one(&r, initial);
    vec_push(&c->results, result);
  }
  c->stopped = atlas_stopped(c->atlas) || atlas_is_full(c->atlas);
  c->states = atlas_states(c->atlas);
  c->transitions = atlas_transitions(c->atlas);
  if (count && !c->stopped) vacuity_find(c, initial);
  free(initial);
}

static void check_all(TemporalChecked *c, const TemporalRequest *request, const ReadFormulas *read)
{
  c->atlas = open_atlas(c->session, c->lts, request, read);
  bool none = !atlas_initial_count(c->atlas);
  c->no_start = none && !atlas_reasons(c->atlas) && !atlas_outside(c->atlas);
  run_all(c, request, read);
  if (none && atlas_outside(c->atlas))
    atlas_add_reason(c->atlas, "all initial states are outside of SCOPE");
  for (uint32_t i = 0; none && !c->no_start && i < c->results.len; i++) {
    Run r = {c, &c->results.data[i], NULL};
    end_unknown(&r, NULL);
    explain_unknown(&r);
  }
}

static void forget_results(TemporalChecked *c)
{
  for (uint32_t i = 0; i < c->results.len; i++) {
    vec_free(&c->results.data[i].reasons);
    product_close(&c->results.data[i].path);
  }
  vec_free(&c->results);
  path_search_close(c);
  atlas_free(c->atlas);
  c->atlas = NULL;
}

bool temporal_check_run(Session *session, const System *system, const TemporalRequest *request,
                        TemporalChecked *c)
{
  *c = (TemporalChecked){.session = session, .system = system, .lts = system->lts};
  ReadFormulas read = {0};
  bool good = read_all(session, system, request, &read);
  if (good) {
    c->meaning = meaning_new(system->lts, system->machine);
    if (!system->machine) {
      c->events = event_matcher_new(session, system);
      meaning_set_events(c->meaning, event_matches, c->events);
    }
    for (uint32_t i = 0; i < read.trees.len; i++) meaning_announce(c->meaning, read.trees.data[i]);
    if (guide_is(system->lts)) guide_refresh(system->lts);
    c->jobs = session_threads(request->jobs);
    check_all(c, request, &read);
    if (atlas_needs_one_thread(c->atlas)) {
      forget_results(c);
      c->jobs = 1;
      check_all(c, request, &read);
    }
    assert(temporal_paths_violate(c));
  }
  vec_free(&read.trees);
  return good;
}

void temporal_check_close(TemporalChecked *c)
{
  forget_results(c);
  meaning_free(c->meaning);
  event_matcher_free(c->events);
  *c = (TemporalChecked){0};
}

Verdict temporal_check_verdict(const TemporalChecked *c)
{
  Verdict all = c->no_start ? VERDICT_FAIL : VERDICT_PASS;
  for (uint32_t i = 0; i < c->results.len; i++) {
    Verdict v = c->results.data[i].verdict;
    if (v == VERDICT_FAIL || (v == VERDICT_UNKNOWN && all == VERDICT_PASS)) all = v;
  }
  return all;
}

bool temporal_check_complete(const TemporalChecked *c)
{
  for (uint32_t i = 0; i < c->results.len; i++)
    if (c->results.data[i].verdict == VERDICT_UNKNOWN) return false;
  return !c->stopped;
}

/* -------------------------------------------------------------------------- traces */

typedef struct { /* how an initial state comes about: a transition with this label to this row */
  Sink sink;     /* first */
  const TemporalChecked *checked;
  uint32_t label;
  const Value *wanted, *before;
  TemporalStep *step;
  void *context;
  bool found;
} Beginning;

static void match(Sink *sink, const Transition *t)
{
  Beginning *b = (Beginning *) sink;
  size_t bytes = b->checked->lts->width * sizeof *t->state;
  if (b->found || t->label != b->label || memcmp(t->state, b->wanted, bytes)) return;
  b->found = true;
  b->step(b->context, t, b->before, 0);
}

static void ignore(Sink *sink, const Trouble *t) { (void) sink, (void) t; }

static void tell_beginning(const TemporalChecked *c, StateId initial, TemporalStep *step,
                           void *context, Value *before, Value *row)
{
  Lts *lts = c->lts;
  StateId setup = atlas_setup_of(c->atlas, initial);
  if (setup != NO_STATE) {
    atlas_copy_row(c->atlas, setup, before);
    Beginning b = {.sink = {match, ignore}, .checked = c, .wanted = before, .step = step};
    b.label = atlas_label_of(c->atlas, setup);
    b.context = context;
    lts->initial(lts, &b.sink);
  }
  atlas_copy_row(c->atlas, initial, row);
  Beginning b = {.sink = {match, ignore}, .checked = c, .wanted = row, .step = step};
  b.label = atlas_label_of(c->atlas, initial);
  b.context = context;
  b.before = setup == NO_STATE ? NULL : before;
  if (setup == NO_STATE) lts->initial(lts, &b.sink);
  else lts->next(lts, before, &b.sink);
}

static uint32_t values_of(Lts *lts, uint32_t label)
{
  uint32_t results = 0, count = lts->label_arguments(lts, label, &results);
  return count + results;
}

void temporal_trace(const TemporalChecked *c, const TemporalResult *r, TemporalStep *step,
                    void *context)
{
  assert(r->has_path && r->path.path.len);
  Lts *lts = c->lts;
  Value *before = memory_zeroed(lts->width, sizeof *before);
  Value *row = memory_zeroed(lts->width, sizeof *row);
  Value *arguments = memory_zeroed(lts->label_width, sizeof *arguments);
  tell_beginning(c, r->path.path.data[0].state, step, context, before, row);
  for (uint32_t i = 0; i < r->path.path.len; i++) {
    PathPosition at = r->path.path.data[i];
    if (at.step == NO_STEP) break;
    AtlasEdges edges = atlas_edges(c->atlas, at.state);
    if (at.step >= edges.count) break; /* a limit was reached since */
    AtlasEdge e = edges.edges[at.step];
    uint32_t count = values_of(lts, e.label);
    if (count) memcpy(arguments, e.arguments, count * sizeof *arguments);
    memcpy(before, atlas_row(c->atlas), lts->width * sizeof *before);
    atlas_copy_row(c->atlas, e.to, row);
    step(context, &(Transition){e.label, arguments, row}, before, i + 1);
  }
  free(before);
  free(row);
  free(arguments);
}
