#include "engine/reference/solve/window.h"
#include "solver/solver.h"

#include <stdlib.h>

#include "engine/reference/solve_hook.h"
#include "solver/introduce.h"
#include "solver/net/net_show.h"
#include "solver/search.h"
#include "solver/term_show.h"

/* One request of the interpreter: the names become terms, the conjuncts constraints,
 * and the search gives candidates. */

typedef struct {
  Problem p;
  const SolveRequest *request;
  Introduction in;
  VEC(Labelled) labelled;
  uint32_t current; /* the name whose cells are collected */
  bool incomplete;
  bool consistent;    /* the network was, somewhere */
  uint32_t window_of; /* the name that had no bounds */
  int64_t reach;      /* how far from 0, or from their bound, windows go in this round; 0: as the
                         engine says */
  Search search;
  Values seen; /* candidates, where they may come twice */
  uint32_t candidates;
} Run;

/* -------------------------------------------------------------------- solutions */

static void add_labelled(void *context, Cell c, Lit when)
{
  Run *run = context;
  Labelled l = {c, when, run->current};
  if (!net_is_fixed(run->p.net, c)) vec_push(&run->labelled, l);
}

/* Names that are defined by others get their values from the interpreter. */
static bool bind_definitions(Run *run, uint32_t *bound)
{
  for (uint32_t i = 0; i < run->in.defined; i++) {
    const Node *value = run->in.definitions[run->in.order[i]];
    Value v = ref_eval(run->p.r, value);
    if (value_is_none(v)) {
      if (value_same(v, VALUE_FAULT)) engine_warn(run->p.e, "");
      else run->incomplete = true;
      return false;
    }
    reference_bind(run->p.r, run->request->names[run->in.order[i]], v);
    ++*bound;
  }
  return true;
}

/* Was this candidate given before? */
static bool is_repeated(Run *run)
{
  const SolveRequest *q = run->request;
  Value *values = arena_new_array(run->p.arena, Value, q->count + 1);
  for (uint32_t i = 0; i < q->count; i++) reference_lookup(run->p.r, q->names[i], &values[i]);
  Value tuple = value_record(run->p.store, values, q->count);
  for (uint32_t i = 0; i < run->seen.len; i++)
    if (value_same(run->seen.data[i], tuple)) return true;
  vec_push(&run->seen, tuple);
  return false;
}

/* Binds the names to the values that they have in the network; false: one has none. */
static bool bind_names(Run *run, uint32_t *bound)
{
  const SolveRequest *q = run->request;
  for (uint32_t i = 0; i < q->count; i++) {
    Value v;
    if (run->in.definitions[i]) continue;
    if (!term_guess(&run->p, run->in.terms[i], &v)) return false;
    reference_bind(run->p.r, q->names[i], v);
    ++*bound;
  }
  return bind_definitions(run, bound);
}

static bool found_solution(void *context)
{
  Run *run = context;
  const SolveRequest *q = run->request;
  uint32_t bound = 0;
  bool more = true;
  run->consistent = true;
  bool again = run->search.split || run->reach || run->seen.len || run->p.repeats;
  if (bind_names(run, &bound) && !(again && is_repeated(run))) {
    run->candidates++;
    more = q->candidate(q->context);
  }
  reference_unbind(run->p.r, bound);
  return more;
}

/* The window of a round: the same for all names, so that small solutions are found whatever name
 * is decided first. */
static void open_small_window(const Run *run, int64_t *low, int64_t *high, uint32_t *tries)
{
  if (*low != NO_LOW || *high != NO_HIGH) *tries = (uint32_t) run->reach;
  else *low = -run->reach, *high = run->reach;
}

/* Gives the strings that stand for all others their codes; the greatest code. */
static int64_t code_strings(Run *run)
{
  const Shape *string = shape_string(run->p.e->shapes);
  Value all = window_strings(run->p.r);
  SetIter it = set_iter(run->p.store, string, all);
  int64_t code;
  for (Value v; set_next(&it, &v);) term_code(&run->p, string, v, &code);
  return (int64_t) run->p.codes.len - 1;
}

/* The window of the engine for an integer; the others are not so simple. */
static void note_window(Run *run, const Labelled *l, const TriedName *window)
{
  const Symbol *name = run->request->names[l->name];
  engine_unbounded(run->p.e, name->name->text, REASON_NO_BOUNDS);
  if (window && name->type->kind == TYPE_INTEGER) tried_note_range(run->p.e, name, window);
  else tried_note_some(run->p.e, name, false);
}

static bool open_window(void *context, const Labelled *l, int64_t *low, int64_t *high,
                        uint32_t *tries)
{
  Run *run = context;
  Engine *e = run->p.e;
  int64_t minint, maxint;
  if (run->request->windows == WINDOWS_NONE || (run->request->bounded && !run->candidates))
    return false;
  run->incomplete = true;
  run->window_of = l->name;
  bool coded = is_coded(&run->p, l->cell);
  if (run->reach && !coded)
    return note_window(run, l, NULL), open_small_window(run, low, high, tries), true;
  if (!int_fits(e->store, e->minint, &minint)) minint = -1;
  if (!int_fits(e->store, e->maxint, &maxint)) maxint = 3;
  int64_t from = *low == NO_LOW ? minint : *low, to = *high == NO_HIGH ? maxint : *high;
  if (e->options.wide_windows && !coded && (*low != NO_LOW || *high != NO_HIGH)) {
    *tries = (uint32_t) e->options.window;
    note_window(run, l, NULL);
    return true;
  }
  bool nothing = from > to || e->options.wide_windows;
  int64_t few = window_beyond(e, run->request->windows);
  if (nothing && *low != NO_LOW) to = from + few;
  else if (nothing && *high != NO_HIGH) from = to - few;
  if (coded) from = 0, to = code_strings(run);
  note_window(run, l,
              coded ? NULL
                    : &(TriedName){.low = from,
                                   .high = to,
                                   .low_is_bound = *low != NO_LOW,
                                   .high_is_bound = *high != NO_HIGH});
  *low = from;
  *high = to;
  return true;
}

/* Is it a number that bounds another name: y : 0..x? */
static bool is_end_of_interval(const SolveRequest *q, const Symbol *name)
{
  for (uint32_t i = 0; i < q->conjunct_count; i++) {
    if (!ref_bounds_other_name(q->conjuncts[i], name)) continue;
    const Symbol *other = node_bare(q->conjuncts[i]->kids[0])->symbol;
    for (uint32_t k = 0; k < q->count; k++)
      if (q->names[k] == other) return true;
  }
  return false;
}

/* The cells that say what the names are, as far as they have terms; what bounds other names comes
 * after them. */
static void label_all(Run *run)
{
  const SolveRequest *q = run->request;
  for (uint32_t ends = 0; ends < 2; ends++)
    for (uint32_t i = 0; i < q->count; i++) {
      run->current = i;
      if (run->in.terms[i] && !run->in.definitions[i] &&
          is_end_of_interval(q, q->names[i]) == (ends == 1))
        term_cells(run->in.terms[i], add_labelled, run, LIT_TRUE);
    }
}

typedef struct {
  Engine *e;
  const Net *net; /* its propagations count, too; NULL: they do not */
  uint64_t steps, seen;
} Budget;

static bool spend_budget(void *context)
{
  enum { PROPAGATIONS = 32 }; /* cost as much as a node of the search */
  Budget *b = context;
  uint64_t cost = 1 + (b->net ? (b->net->steps - b->seen) / PROPAGATIONS : 0);
  if (b->net) b->seen = b->net->steps;
  if (b->steps < cost) return false;
  b->steps -= cost;
  return engine_spend_long(b->e);
}

static bool spend_step(void *engine) { return engine_spend_long(engine); }

static SearchEnd search_checked(Run *run, Search *s)
{
  Engine *e = run->p.e;
  s->checked = e->options.solver_checked;
  SearchEnd end = search_run(s);
  e->solver_derived += s->derived;
  if (s->unchecked && !e->expired) engine_unknown(e, "a refutation by CaDiCaL was not confirmed");
  return end;
}

static SearchEnd search_once(Run *run)
{
  run->search = (Search){.net = run->p.net,
                         .cells = run->labelled.data,
                         .count = run->labelled.len,
                         .window = open_window,
                         .solution = found_solution,
                         .context = run,
                         .patience = run->p.e->options.solver_patience};
  return search_checked(run, &run->search);
}

static bool has_infinite(const Run *run)
{
  for (uint32_t i = 0; i < run->labelled.len; i++)
    if (!net_is_finite(run->p.net, run->labelled.data[i].cell) &&
        !is_coded(&run->p, run->labelled.data[i].cell))
      return true;
  return false;
}

/* Windows from small to large over all names together, until one has a candidate; the last is that
 * of the engine. */
static SearchEnd search_rounds(Run *run)
{
  static const int64_t reaches[] = {4, 16, 64, 256, 0};
  Net *n = run->p.net;
  SearchEnd end = SEARCH_ALL;
  for (uint32_t i = 0; i < 5 && end == SEARCH_ALL; i++) {
    uint32_t mark = net_mark(n);
    if (run->candidates) i = 4; /* not what is looked for, or all are */
    run->reach = reaches[i];
    run->incomplete = false;
    end = search_once(run);
    if (!run->incomplete) break;
    net_undo(n, mark);
  }
  run->reach = 0;
  return end;
}

/* Where any solution will do and numbers have no bounds, the effort is limited, too. */
static SearchEnd search_nearby(Run *run)
{
  enum { EFFORT = 300000, EFFORT_OF_CHECKS = 3000 };
  Net *n = run->p.net;
  uint64_t effort = run->p.e->options.wide_windows ? EFFORT : EFFORT_OF_CHECKS;
  Budget budget = {run->p.e, n, effort, n->steps};
  n->spend = spend_budget;
  n->spend_context = &budget;
  SearchEnd end = search_rounds(run);
  n->spend = spend_step;
  n->spend_context = run->p.e;
  if (end != SEARCH_EXPIRED || run->p.e->expired) return end;
  run->incomplete = true;
  return SEARCH_ALL;
}

static SolveResult search(Run *run)
{
  label_all(run);
  bool any = run->request->windows == WINDOWS_WIDE && !run->request->bounded;
  bool nearby = any && net_propagate(run->p.net) && has_infinite(run);
  SearchEnd end = nearby ? search_nearby(run) : search_once(run);
  switch (end) {
  case SEARCH_STOPPED: return SOLVE_STOPPED;
  case SEARCH_NO_WINDOW: return run->candidates ? SOLVE_INFINITE : SOLVE_DECLINED;
  case SEARCH_EXPIRED: return SOLVE_INCOMPLETE;
  case SEARCH_ALL: break;
  }
  if (run->window_of != UINT32_MAX)
    engine_unbounded(run->p.e, run->request->names[run->window_of]->name->text, REASON_SOME_TRIED);
  /* Where the network failed everywhere no set will do, guessed or not. */
  bool guessed = run->in.guessed && run->consistent;
  if (guessed) {
    tried_note_some(run->p.e, run->in.guessed, false);
    engine_unbounded(run->p.e, run->in.guessed->name->text, REASON_SOME_TRIED);
  }
  return run->incomplete || guessed ? SOLVE_INCOMPLETE : SOLVE_ALL;
}

/* ------------------------------------------------- when some names have no terms */

enum { REFUTATION_BUDGET = 4000 }; /* in units of 256 propagations */

static bool no_window(void *context, const Labelled *l, int64_t *low, int64_t *high,
                      uint32_t *tries)
{
  (void) context;
  (void) l;
  (void) low;
  (void) high;
  (void) tries;
  return false;
}

static bool stop(void *context)
{
  (void) context;
  return false;
}

/* What is said of the other names alone may have no solution. */
static bool is_refuted(Run *run)
{
  Budget budget = {.e = run->p.e, .steps = REFUTATION_BUDGET};
  Net *n = run->p.net;
  label_all(run);
  n->spend = spend_budget;
  n->spend_context = &budget;
  Search s = {.net = n,
              .cells = run->labelled.data,
              .count = run->labelled.len,
              .window = no_window,
              .solution = stop,
              .context = run,
              .patience = 2000};
  return run->labelled.len > 0 && search_checked(run, &s) == SEARCH_ALL;
}

static void start(Run *run, const SolveRequest *q)
{
  Engine *e = reference_engine(q->r);
  *run = (Run){.request = q, .window_of = UINT32_MAX};
  problem_start(&run->p, q->r);
  run->p.net->spend = spend_step;
  run->p.net->spend_context = e;
  run->in = (Introduction){.p = &run->p,
                           .names = q->names,
                           .count = q->count,
                           .conjuncts = q->conjuncts,
                           .conjunct_count = q->conjunct_count};
}

static Introduced introduce_names(Run *run)
{
  Fault fault = run->p.e->fault;
  Introduced built = introduce(&run->in);
  run->p.e->fault = fault;
  scope_pop(&run->p, run->p.scope.len);
  return built;
}

static void finish(Run *run)
{
  vec_free(&run->in.undefined_ones);
  vec_free(&run->labelled);
  vec_free(&run->seen);
  problem_finish(&run->p);
}

/* Warns of the candidate if it is not well-defined whether it is a solution. */
static bool warn_about(void *context)
{
  Run *run = context;
  const SolveRequest *q = run->request;
  Engine *e = run->p.e;
  uint32_t bound = 0;
  Truth all = bind_names(run, &bound) ? TRUTH_TRUE : TRUTH_UNKNOWN;
  Fault fault = e->fault;
  for (uint32_t i = 0; i < q->conjunct_count && (all == TRUTH_TRUE || all == TRUTH_FAULT); i++) {
    Truth t = ref_truth(q->r, q->conjuncts[i]);
    if (t == TRUTH_FAULT && all == TRUTH_TRUE) fault = e->fault;
    if (t != TRUTH_TRUE) all = t;
  }
  if (all == TRUTH_FAULT) {
    Text text = {0};
    for (uint32_t i = 0; i < q->count; i++) {
      Value v;
      if (reference_lookup(q->r, q->names[i], &v))
        text_printf(&text, "%s%s = %s", text.len ? " & " : "", q->names[i]->name->text,
                    engine_text(e, engine_shape(e, q->names[i]->type), v));
    }
    e->fault = fault;
    engine_warn(e, text_string(&text));
    text_free(&text);
  }
  reference_unbind(q->r, bound);
  return all == TRUTH_TRUE || all == TRUTH_FALSE; /* not what was looked for: go on */
}

/* Candidates for which the predicate is not well-defined are no solutions, but the user is
 * told of one. */
static void doubt(const SolveRequest *q)
{
  enum { DOUBTS = 40, BUDGET = 400 };
  Engine *e = reference_engine(q->r);
  if (e->solver_doubts >= DOUBTS) return;
  e->solver_doubts++;
  const char *cause = e->cause;
  Run run;
  start(&run, q);
  run.in.undefined = true;
  Budget budget = {.e = e, .steps = BUDGET};
  run.p.net->spend = spend_budget;
  run.p.net->spend_context = &budget;
  if (introduce_names(&run) == INTRODUCED && run.in.undefined_ones.len) {
    label_all(&run);
    Search s = {.net = run.p.net,
                .cells = run.labelled.data,
                .count = run.labelled.len,
                .window = no_window,
                .solution = warn_about,
                .context = &run};
    search_run(&s);
  }
  e->cause = cause;
  finish(&run);
}

/* Is there no solution, whatever the sets without bounds are?  Where they are not to be guessed,
 * this is asked a few times only in one evaluation. */
static bool is_refuted_by_guesses(const SolveRequest *q, bool guess)
{
  enum { GUESSES = 40 };
  Engine *e = reference_engine(q->r);
  if (!guess && (q->windows != WINDOWS_COUNTED || e->solver_guesses++ >= GUESSES)) return false;
  Run run;
  start(&run, q);
  Budget budget = {.e = run.p.e, .steps = REFUTATION_BUDGET};
  run.p.net->spend = spend_budget;
  run.p.net->spend_context = &budget;
  run.in.guess = run.in.guess_all = true;
  Introduced built = introduce_names(&run);
  bool refuted = built == REFUTED || (built == INTRODUCED && is_refuted(&run));
  finish(&run);
  return refuted;
}

static SolveResult solve(const SolveRequest *q)
{
  Run run;
  start(&run, q);
  run.in.guess = q->windows != WINDOWS_NONE && !q->bounded;
  SolveResult result = SOLVE_DECLINED;
  Introduced built = introduce_names(&run);
  if (built == INTRODUCED) break_symmetry(&run.in);
  if (built == REFUTED) result = SOLVE_ALL;
  else if (built == INTRODUCED) result = search(&run);
  else if (run.p.net->expired) result = SOLVE_INCOMPLETE;
  else if (!run.p.net->too_large && (is_refuted(&run) || is_refuted_by_guesses(q, run.in.guess)))
    result = SOLVE_ALL;
  if (run.p.partial && result == SOLVE_ALL) doubt(q);
  finish(&run);
  return result;
}

static void show_names(Text *out, const Run *run)
{
  const SolveRequest *q = run->request;
  text_add(out, "names:\n");
  for (uint32_t i = 0; i < q->count; i++) {
    text_printf(out, "  %s: ", q->names[i]->name->text);
    if (run->in.definitions[i]) text_add(out, "defined by an equation");
    else if (run->in.terms[i]) term_show(out, &run->p, run->in.terms[i]);
    else text_add(out, "unbounded");
    text_add_char(out, '\n');
  }
}

void solver_show(Text *out, Reference *r, Symbol *const *names, uint32_t count,
                 const Node *const *conjuncts, uint32_t conjunct_count)
{
  SolveRequest q = {.r = r,
                    .names = names,
                    .count = count,
                    .conjuncts = conjuncts,
                    .conjunct_count = conjunct_count,
                    .windows = WINDOWS_WIDE};
  Run run;
  start(&run, &q);
  run.in.guess = true;
  Introduced built = introduce_names(&run);
  if (built == INTRODUCED) net_propagate(run.p.net);
  if (run.in.terms && run.in.definitions) show_names(out, &run);
  net_show(out, run.p.net);
  text_printf(out, "%s\n",
              run.p.net->expired        ? "not complete: a limit was reached"
              : run.p.net->too_large    ? "not complete: the network is too large"
              : built == REFUTED        ? "refuted: there is no solution"
              : built == NOT_INTRODUCED ? "not all names have terms: the interpreter enumerates"
                                        : "to be searched");
  finish(&run);
}

void solver_install(Engine *e)
{
  static const SolveHook hook = {solve};
  e->options.solver = &hook;
}
