#include "session/temporal/until.h"

#include <string.h>

#include "base/memory.h"
#include "session/temporal/event_patterns.h"
#include "session/temporal/reading.h"
#include "temporal/meaning/meaning.h"
#include "temporal/product/situation.h"

typedef struct {
  Session *session;
  Animator *animator;
  Lts *lts;
  Engine *engine; /* or NULL */
  FILE *output;   /* of what the model prints in steps that are taken */
  Atlas *atlas;
  Meaning *meaning;
  Value *row;
  VEC(uint32_t) places; /* of the animator's path: the states that are no set-ups */
  /* Where the search begins: states, and what the automaton remembers in them. */
  VEC(StateId) from;
  VEC(uint32_t) memory;
  bool vague; /* it may remember more */
} Way;

static Until unknown(Way *w, const char *why)
{
  Span span;
  if (!why && atlas_reasons(w->atlas)) why = atlas_reason(w->atlas, 0);
  if (!why) why = meaning_doubt(w->meaning, &span);
  if (!why) why = "something could not be computed";
  return (Until){.result = UNTIL_UNKNOWN,
                 .why = arena_copy(session_arena(w->session), why, strlen(why))};
}

/* ------------------------------------------------------------------ the beginning */

static bool speaks_of_past(const Temporal *t)
{
  bool past = t->kind == TEMPORAL_HISTORICALLY || t->kind == TEMPORAL_ONCE ||
              t->kind == TEMPORAL_YESTERDAY || t->kind == TEMPORAL_SINCE ||
              t->kind == TEMPORAL_TRIGGER;
  for (uint32_t i = 0; i < t->count && !past; i++) past = speaks_of_past(t->kids[i]);
  return past;
}

/* The current state; before the initialisation, the initial states that it may lead to. */
static void find_beginning(Way *w)
{
  Animator *a = w->animator;
  const Value *state = animator_state(a);
  if (animator_running(a)) {
    vec_push(&w->from, atlas_state(w->atlas, state));
    return;
  }
  for (uint32_t i = 0; i < atlas_initial_count(w->atlas); i++) {
    StateId id = atlas_initial(w->atlas, i), setup = atlas_setup_of(w->atlas, id);
    if (state && setup != NO_STATE) atlas_copy_row(w->atlas, setup, w->row);
    if (state && (setup == NO_STATE || memcmp(w->row, state, w->lts->width * sizeof *state)))
      continue;
    vec_push(&w->from, id);
  }
}

static void find_places(Way *w, bool past)
{
  const Animator *a = w->animator;
  for (uint32_t i = past ? 0 : a->at - 1; i < a->at; i++)
    if (!w->lts->is_setup(w->lts, a->path.data[i].state)) vec_push(&w->places, i);
}

/* ------------------------------------------------------------------------ history */

static void add_memory(Way *w, uint32_t q)
{
  for (uint32_t i = 0; i < w->memory.len; i++)
    if (w->memory.data[i] == q) return;
  vec_push(&w->memory, q);
}

/* The letter of a place of the path, and of the step that follows. */
static void read_letter(Way *w, uint32_t place, const bool *asked, Letter letter)
{
  Atoms *atoms = meaning_atoms(w->meaning);
  const Transition *at = &w->animator->path.data[place], *step = at + 1;
  StateId id = atlas_state(w->atlas, at->state), to = atlas_state(w->atlas, step->state);
  Situation here;
  memset(letter, TRUTH_UNKNOWN, atoms->count);
  if (id == NO_STATE || to == NO_STATE) return;
  situation_enter(&here, w->atlas, id, w->row);
  atoms->tell_state(atoms, &here, asked, letter);
  atoms->tell_step(atoms, &here, &(AtlasEdge){step->label, to, step->arguments}, asked, letter);
}

/* What the automaton may remember after the steps so far. */
static void read_history(Way *w, Automaton *a)
{
  uint32_t atoms = meaning_atoms(w->meaning)->count;
  bool *asked = memory_zeroed(atoms + 1, sizeof *asked);
  uint8_t *letter = memory_zeroed(atoms + 1, sizeof *letter);
  memset(asked, true, atoms);
  add_memory(w, automaton_initial(a));
  for (uint32_t i = 0; i + 1 < w->places.len; i++) {
    uint32_t count = w->memory.len, *before = memory_zeroed(count + 1, sizeof *before);
    if (count) memcpy(before, w->memory.data, count * sizeof *before);
    w->memory.len = 0;
    read_letter(w, w->places.data[i], asked, letter);
    for (uint32_t k = 0; k < count; k++) {
      AutomatonMoves moves = automaton_moves(a, before[k], letter);
      w->vague |= moves.vague;
      for (uint32_t m = 0; m < moves.count; m++) add_memory(w, moves.moves[m].to);
    }
    free(before);
  }
  free(asked);
  free(letter);
}

/* ----------------------------------------------------------------------- the way */

/* Takes the transition that leads to this row; with `wanted`, it alone. */
static bool take(Way *w, const Transition *wanted, const Value *row)
{
  Animator *a = w->animator;
  uint32_t at = wanted ? animator_find(a, wanted) : 0;
  size_t bytes = w->lts->width * sizeof *row;
  while (!wanted && at < a->enabled.len && memcmp(a->enabled.data[at].state, row, bytes)) at++;
  if (at >= a->enabled.len) return false;
  animator_take(a, at);
  return true;
}

/* Set-up and initialisation. */
static bool take_beginning(Way *w, StateId initial)
{
  StateId setup = atlas_setup_of(w->atlas, initial);
  if (!animator_state(w->animator) && setup != NO_STATE) {
    atlas_copy_row(w->atlas, setup, w->row);
    if (!take(w, NULL, w->row)) return false;
  }
  atlas_copy_row(w->atlas, initial, w->row);
  return take(w, NULL, w->row);
}

static bool take_step(Way *w, PathPosition at)
{
  AtlasEdges edges = atlas_edges(w->atlas, at.state);
  if (at.step >= edges.count) return false;
  AtlasEdge e = edges.edges[at.step];
  uint32_t results = 0, count = w->lts->label_arguments(w->lts, e.label, &results);
  Value *arguments = memory_zeroed(count + results + 1, sizeof *arguments);
  if (count + results) memcpy(arguments, e.arguments, (count + results) * sizeof *arguments);
  atlas_copy_row(w->atlas, e.to, w->row);
  bool taken = take(w, &(Transition){e.label, arguments, w->row}, NULL);
  free(arguments);
  return taken;
}

/* What was noticed and printed while the way was looked for is none of the user's business. */
static void be_quiet(Way *w)
{
  if (!w->engine) return;
  w->output = w->engine->options.output;
  w->engine->options.output = NULL;
}

static void be_heard(Way *w)
{
  if (!w->engine) return;
  w->engine->options.output = w->output;
  w->engine->warnings.len = 0;
}

static Until take_way(Way *w, const Product *p)
{
  uint32_t before = w->animator->at;
  bool good = animator_running(w->animator) || take_beginning(w, p->path.data[0].state);
  for (uint32_t i = 0; i < p->path.len && good; i++)
    if (p->path.data[i].step != NO_STEP) good = take_step(w, p->path.data[i]);
  if (!good) return unknown(w, "a step of the way cannot be taken");
  return (Until){.result = UNTIL_REACHED, .taken = w->animator->at - before};
}

static Until search(Way *w, Automaton *a, bool endless)
{
  VEC(StateId) from = {0};
  VEC(uint32_t) first = {0};
  read_history(w, a);
  for (uint32_t i = 0; i < w->from.len; i++)
    for (uint32_t k = 0; k < w->memory.len; k++) {
      vec_push(&from, w->from.data[i]);
      vec_push(&first, w->memory.data[k]);
    }
  ProductRequest request = {.atlas = w->atlas,
                            .initial = from.data,
                            .initial_count = from.len,
                            .automaton = a,
                            .atoms = meaning_atoms(w->meaning),
                            .breadth_first = true,
                            .first = first.data};
  Product p;
  product_search(&request, &p);
  Until until = {.result = UNTIL_NEVER, .endless = endless};
  bool sure = !w->vague && (animator_running(w->animator) || atlas_begins_surely(w->atlas));
  be_heard(w);
  if (p.result == PRODUCT_FOUND) until = take_way(w, &p);
  else if (p.result == PRODUCT_UNKNOWN || !sure) until = unknown(w, NULL);
  product_close(&p);
  vec_free(&from);
  vec_free(&first);
  return until;
}

/* ---------------------------------------------------------------------- formulas */

static Until seek(Way *w, const Temporal *tree)
{
  enum { MOST_PLACES = 20000 };
  LtlTable *table = meaning_table(w->meaning);
  bool running = animator_running(w->animator);
  if (animator_state(w->animator)) meaning_set_constants(w->meaning, animator_state(w->animator));
  if (running) find_places(w, speaks_of_past(tree));
  if (w->places.len > MOST_PLACES) return unknown(w, "so many steps of the past are too many");
  MeantLtl meant = meaning_ltl(w->meaning, tree, NULL);
  if (meant.unclear) return unknown(w, meant.unclear);
  Ltl f = ltl_finally(table, meant.formula);
  bool endless = !ltl_is_safety(table, ltl_not(table, f));
  for (uint32_t i = 1; i < w->places.len; i++) f = ltl_next(table, f);
  find_beginning(w);
  if (w->from.len && w->from.data[0] == NO_STATE) return unknown(w, "there is not enough memory");
  Automaton *a = automaton_new(table, f, meaning_atoms(w->meaning)->count);
  if (!a) return unknown(w, "the formula is too large");
  Until until = search(w, a, endless);
  automaton_free(a);
  return until;
}

/* Infinite paths are none that could be walked to their end; values that constants give to names
 * must be known. */
static bool suits(Session *session, const Temporal *t, const Animator *a)
{
  bool quantified = t->kind == TEMPORAL_FORALL || t->kind == TEMPORAL_EXISTS;
  if (t->kind == TEMPORAL_ASSUMING)
    diag_error(session_diags(session), t->span, "fairness",
               "fairness is an assumption about paths that never end");
  else if (quantified && !animator_state(a))
    diag_error(session_diags(session), t->span, "no-state",
               "the values of %s are not known: the constants have no values yet",
               t->variable->text);
  else {
    bool good = true;
    for (uint32_t i = 0; i < t->count && good; i++) good = suits(session, t->kids[i], a);
    return good;
  }
  return false;
}

Until until_go(const Bench *b, const System *system, Animator *animator, const Source *formula)
{
  Session *session = b->session;
  const SessionOptions *o = session_options(session);
  const Temporal *tree = temporal_read(session, system, formula, LOGIC_LTL);
  if (!tree || !suits(session, tree, animator)) return (Until){.result = UNTIL_REFUSED};
  Way w = {.session = session, .animator = animator, .lts = system->lts, .engine = system->engine};
  be_quiet(&w);
  w.row = memory_zeroed(w.lts->width, sizeof *w.row);
  w.meaning = meaning_new(w.lts, system->machine);
  EventMatcher *events = system->machine ? NULL : event_matcher_new(session, system);
  meaning_set_events(w.meaning, event_matches, events);
  for (uint32_t i = 0; system->machine && i < b->known.len; i++)
    if (!b->known.data[i].element)
      meaning_let(w.meaning, (Symbol *) b->known.data[i].symbol, b->known.data[i].value);
  w.atlas = atlas_new(w.lts, (AtlasOptions){.deadline = session_deadline(session),
                                            .memory_limit = session_memory_limit(session),
                                            .cancelled = o->cancelled,
                                            .keep_values = true});
  meaning_set_atlas(w.meaning, w.atlas);
  Until until = seek(&w, tree);
  if (until.result != UNTIL_REACHED) be_heard(&w);
  atlas_free(w.atlas);
  meaning_free(w.meaning);
  event_matcher_free(events);
  free(w.row);
  vec_free(&w.places);
  vec_free(&w.from);
  vec_free(&w.memory);
  return until;
}
