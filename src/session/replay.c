#include "session/replay.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lts/b_machine.h"
#include "lts/print.h"
#include "lts/words.h"

enum { MOST_WAYS = 1000, LISTED = 8 };

/* A way: the transitions so far, as a list from the last to the first. */
typedef struct Way Way;
struct Way {
  const Way *before;
  Transition last;
};

typedef VEC(Way *) Ways;

typedef struct { /* a value of the file, read for this symbol */
  const TraceBinding *binding;
  const Symbol *symbol;
  const Formula *formula; /* NULL: it cannot be read */
} Equation;

typedef struct {
  Replay *replay;
  Lts *lts;
  Bench *bench;      /* or NULL, like … */
  BMachine *machine; /* … this: its labels and columns are the first ones of the Lts */
  Arena *arena;
  const TraceFileStep *step;
  VEC(Equation) equations;         /* of this step */
  VEC(const Formula *) conditions; /* of this step, in order, as far as they were read; or NULL */
  Ways found;
  bool named;        /* a transition of that name was there */
  const char *cause; /* why not all transitions are known, or NULL */
  Text others;       /* transitions that were possible instead */
  uint32_t other_count;
} Follower;

/* ---------------------------------------------------------------- matching */

static bool same_text(const char *a, const char *b)
{
  for (;; a++, b++) {
    while (*a == ' ') a++;
    while (*b == ' ') b++;
    if (*a != *b) return false;
    if (*a == '\0') return true;
  }
}

static void note_unread(Follower *f, const char *text)
{
  for (uint32_t i = 0; i < f->replay->unread.len; i++)
    if (!strcmp(f->replay->unread.data[i], text)) return;
  vec_push(&f->replay->unread, text);
}

/* symbol = (value) as a predicate; NULL if the text cannot be read so. */
static const Formula *read_equation(Follower *f, const TraceBinding *b, const Symbol *symbol)
{
  Bench *bench = f->bench;
  Diags *diags = session_diags(bench->session);
  uint32_t mark = diags_mark(diags);
  Text text = {0};
  text_printf(&text, "%s = (%s)", symbol->name->text, b->value);
  vec_push(&bench->model->known, (Symbol *) symbol);
  const Formula *formula = bench_formula(bench, "<trace>", text_string(&text), FORMULA_PRED);
  bench->model->known.len--;
  diags_release(diags, mark);
  text_free(&text);
  if (formula && !formula->free.len) return formula;
  note_unread(f, b->value);
  return NULL;
}

static const Formula *equation(Follower *f, const TraceBinding *b, const Symbol *symbol)
{
  for (uint32_t i = 0; i < f->equations.len; i++)
    if (f->equations.data[i].binding == b && f->equations.data[i].symbol == symbol)
      return f->equations.data[i].formula;
  Equation made = {b, symbol, read_equation(f, b, symbol)};
  vec_push(&f->equations, made);
  return made.formula;
}

static const TraceBinding *binding_named(const TraceBindings *list, const char *name, uint32_t i)
{
  for (uint32_t k = 0; k < list->len; k++) {
    const TraceBinding *b = &list->data[k];
    if (b->name ? !strcmp(b->name, name) : k == i) return b;
  }
  return NULL;
}

/* Is the value what the file says, compared as values? */
static bool equation_holds(Follower *f, const TraceBinding *b, const Symbol *symbol, Value v)
{
  const Formula *formula = equation(f, b, symbol);
  if (!formula) return true; /* it cannot be compared: told as `unread` */
  reference_bind(f->bench->reference, symbol, v);
  Truth t = reference_truth(f->bench->reference, formula->node);
  reference_unbind(f->bench->reference, 1);
  return t != TRUTH_FALSE;
}

/* The i-th argument or result. */
static bool fits_argument(Follower *f, const Transition *t, uint32_t i, const TraceBinding *b)
{
  Text text = {0};
  f->lts->print_argument(f->lts, &text, t->label, i, t->arguments[i]);
  bool same = same_text(text_string(&text), b->value);
  text_free(&text);
  if (same || !f->machine || t->label >= b_machine_lts(f->machine)->label_count) return same;
  const Operation *op = b_machine_operation(f->machine, t->label);
  const Symbol *symbol =
      i < op->parameter_count ? op->parameters[i] : op->results[i - op->parameter_count];
  return equation_holds(f, b, symbol, t->arguments[i]);
}

static const Symbol *column_symbol(const Model *model, uint32_t column)
{
  if (column < model->constants.len) return model->constants.data[column];
  return model->variables.data[column - model->constants.len];
}

static bool fits_column(Follower *f, const Transition *t, uint32_t i, const TraceBinding *b)
{
  Text text = {0};
  f->lts->print_column(f->lts, &text, i, t->state[i]);
  bool same = same_text(text_string(&text), b->value);
  text_free(&text);
  if (same || !f->machine || i >= b_machine_lts(f->machine)->width) return same;
  b_machine_enter(f->machine, t->state);
  return equation_holds(f, b, column_symbol(f->bench->model, i), t->state[i]);
}

static bool fits_name(const Follower *f, const Transition *t)
{
  if (t->label >= f->lts->first_operation)
    return f->step->kind == TRACE_OPERATION && lts_has_name(f->lts, t, f->step->name);
  return f->lts->is_setup((Lts *) f->lts, t->state) ? f->step->kind == TRACE_SETUP
                                                    : f->step->kind == TRACE_INITIALISATION;
}

static bool fits(Follower *f, const Way *from, const Transition *t)
{
  uint32_t results, arguments = f->lts->label_arguments(f->lts, t->label, &results);
  for (uint32_t i = 0; i < arguments + results; i++) {
    bool result = i >= arguments;
    const TraceBinding *b =
        binding_named(result ? &f->step->results : &f->step->arguments,
                      f->lts->argument_name(f->lts, t->label, i), result ? i - arguments : i);
    if (b && !fits_argument(f, t, i, b)) return false;
  }
  for (uint32_t i = 0; i < f->lts->width; i++) {
    const char *name = f->lts->column_name(f->lts, i);
    if (!name || value_is_none(t->state[i])) continue;
    const TraceBinding *b = binding_named(&f->step->state, name, UINT32_MAX);
    if (b && !fits_column(f, t, i, b)) return false;
    bool kept = from && binding_named(&f->step->unchanged, name, UINT32_MAX);
    if (kept && !value_same(t->state[i], from->last.state[i])) return false;
  }
  return true;
}

/* ------------------------------------------------------------------ following */

typedef struct { /* all transitions, kept: matching uses the engine meanwhile */
  Sink sink;     /* first */
  Lts *lts;
  Arena *arena;
  VEC(Transition) all;
  const char *cause; /* why there may be more, or NULL */
} Collection;

static void collect(Sink *sink, const Transition *t)
{
  Collection *c = (Collection *) sink;
  vec_push(&c->all, animator_copy(c->arena, c->lts, t));
}

static void note_trouble(Sink *sink, const Trouble *t)
{
  Collection *c = (Collection *) sink;
  if (t->kind != TROUBLE_INCOMPLETE || c->cause) return;
  const char *cause = t->message ? t->message : "it could not be computed";
  c->cause = arena_copy(c->arena, cause, strlen(cause));
}

/* ------------------------------------------------------------- postconditions */

/* NULL: it cannot be read, or there is no machine to read it for. */
static const Formula *read_condition(Follower *f, const TraceCondition *c)
{
  if (!f->bench || c->kind != AFTER_PREDICATE) return NULL;
  Diags *diags = session_diags(f->bench->session);
  uint32_t mark = diags_mark(diags);
  const Formula *formula = bench_formula(f->bench, "<trace>", c->predicate, FORMULA_PRED);
  diags_release(diags, mark);
  return formula && !formula->free.len ? formula : NULL;
}

/* In the state after the step; what cannot be decided is told. */
static bool predicate_holds(Follower *f, const TraceCondition *c, const Formula *formula,
                            const Transition *t)
{
  Truth truth = TRUTH_UNKNOWN;
  if (formula) {
    b_machine_enter(f->machine, t->state);
    truth = reference_truth(f->bench->reference, formula->node);
  }
  if (truth == TRUTH_UNKNOWN) note_unread(f, c->predicate);
  return truth == TRUTH_TRUE || truth == TRUTH_UNKNOWN;
}

static bool enabling_holds(Follower *f, const TraceCondition *c, const Transition *t)
{
  Collection next = {.sink = {collect, note_trouble}, .lts = f->lts, .arena = f->arena};
  bool enabled = false;
  f->lts->next(f->lts, t->state, &next.sink);
  for (uint32_t i = 0; i < next.all.len; i++)
    enabled |= lts_has_name(f->lts, &next.all.data[i], c->operation);
  if (c->predicate) note_unread(f, c->predicate); /* which arguments are meant */
  bool known = enabled ? !c->predicate : !next.cause;
  vec_free(&next.all);
  return !known || enabled == (c->kind == AFTER_ENABLED);
}

static bool conditions_hold(Follower *f, const Transition *t)
{
  for (uint32_t i = 0; i < f->step->after.len; i++) {
    const TraceCondition *c = &f->step->after.data[i];
    if (f->conditions.len == i) vec_push(&f->conditions, read_condition(f, c));
    bool holds = c->kind == AFTER_PREDICATE ? predicate_holds(f, c, f->conditions.data[i], t)
                                            : enabling_holds(f, c, t);
    if (!holds) return false;
  }
  return true;
}

static bool is_found(const Follower *f, const Transition *t)
{
  for (uint32_t i = 0; i < f->found.len; i++)
    if (!memcmp(f->found.data[i]->last.state, t->state, f->lts->width * sizeof *t->state))
      return true;
  return false;
}

static void list_other(Follower *f, const Transition *t)
{
  Text text = {0};
  if (f->other_count++ >= LISTED) return;
  lts_print_transition(&text, f->lts, t, NULL);
  bool listed = f->others.len && strstr(text_string(&f->others), text_string(&text));
  if (!listed) text_printf(&f->others, "%s%s", f->others.len ? ", " : "", text_string(&text));
  text_free(&text);
}

/* The ways that go on with this step. */
static void follow(Follower *f, const Way *from)
{
  Collection c = {.sink = {collect, note_trouble}, .lts = f->lts, .arena = f->arena};
  if (from) f->lts->next(f->lts, from->last.state, &c.sink);
  else f->lts->initial(f->lts, &c.sink);
  for (uint32_t i = 0; i < c.all.len && f->found.len < MOST_WAYS; i++) {
    const Transition *t = &c.all.data[i];
    bool named = fits_name(f, t);
    f->named |= named;
    if (named && !is_found(f, t) && fits(f, from, t) && conditions_hold(f, t)) {
      assert(t->label < f->lts->label_count);
      Way *way = arena_alloc(f->arena, sizeof *way);
      *way = (Way){from, *t};
      vec_push(&f->found, way);
    } else list_other(f, t);
  }
  if (c.cause) f->cause = c.cause;
  vec_free(&c.all);
}

static void follow_all(Follower *f, const Ways *ways, const TraceFileStep *step)
{
  f->step = step;
  f->equations.len = f->conditions.len = 0;
  f->found = (Ways){0};
  f->named = false;
  f->cause = NULL;
  f->other_count = 0;
  text_clear(&f->others);
  for (uint32_t i = 0; i < step->more.len; i++) note_unread(f, step->more.data[i].value);
  if (!ways->len) follow(f, NULL);
  for (uint32_t i = 0; i < ways->len; i++) follow(f, ways->data[i]);
}

static bool is_setup(Follower *f, const Ways *ways)
{
  return ways->len && f->lts->is_setup(f->lts, ways->data[0]->last.state);
}

/* ------------------------------------------------------------------ mismatches */

static void print_bindings(Text *text, const TraceBindings *list, const char *before)
{
  for (uint32_t i = 0; i < list->len; i++) {
    const TraceBinding *b = &list->data[i];
    text_add(text, i ? ", " : before);
    if (b->name) text_printf(text, "%s = ", b->name);
    size_t length = strlen(b->value);
    text_printf(text, "%.*s%s", length > 60 ? 60 : (int) length, b->value, length > 60 ? "…" : "");
  }
}

static void print_conditions(Text *text, const TraceConditions *list)
{
  static const char *const words[] = {"", " is enabled", " is not enabled"};
  for (uint32_t i = 0; i < list->len; i++) {
    const TraceCondition *c = &list->data[i];
    const char *what = c->kind == AFTER_PREDICATE ? c->predicate : c->operation;
    text_printf(text, "%s%.60s%s", i ? ", " : ", after which ", what, words[c->kind]);
  }
}

/* Set-up and initialisation have no number. */
static void describe(Follower *f, const TraceFileStep *step, uint32_t number)
{
  Text *text = &f->replay->mismatch;
  bool known = step->kind != TRACE_OPERATION;
  for (uint32_t i = f->lts->first_operation; i < f->lts->label_count; i++)
    known |= f->lts->print_label || !strcmp(f->lts->label_name(f->lts, i), step->name);
  if (step->kind == TRACE_OPERATION) text_printf(text, "step %u, ", number);
  text_add(text, step->name);
  print_bindings(text, &step->arguments, " with ");
  print_bindings(text, &step->results, ", result ");
  if (!known) text_printf(text, ": the model has no such %s", words_operation(f->lts));
  else if (f->cause) text_printf(text, ": not all enabled steps are known there: %s", f->cause);
  else if (!f->named) text_add(text, ": it is not enabled there");
  else {
    text_add(text, ": it is enabled there, but not with these values");
    print_bindings(text, &step->state, ", leading to ");
    print_conditions(text, &step->after);
  }
  if (f->others.len)
    text_printf(text, "; enabled: %s%s", text_string(&f->others),
                f->other_count > LISTED ? ", …" : "");
  else if (!f->cause) text_add(text, "; nothing is enabled there");
  f->replay->unsure = known && f->cause;
}

/* --------------------------------------------------------------------- result */

/* Takes the steps of the first way. */
static void walk(Animator *a, const Ways *ways)
{
  VEC(const Way *) path = {0};
  for (const Way *w = ways->len ? ways->data[0] : NULL; w; w = w->before) vec_push(&path, w);
  animator_restart(a);
  for (uint32_t i = path.len; i-- > 0;) {
    uint32_t index = animator_find(a, &path.data[i]->last);
    if (index == UINT32_MAX) break; /* beyond ANIMATOR_MOST */
    animator_take(a, index);
  }
  vec_free(&path);
}

bool replay_trace(Replay *replay, Animator *a, Bench *bench, BMachine *machine,
                  const TraceFile *file)
{
  assert(!bench == !machine);
  *replay = (Replay){0};
  for (uint32_t i = 0; i < file->steps.len; i++)
    replay->steps += file->steps.data[i].kind == TRACE_OPERATION;
  Follower f = {
      .replay = replay, .lts = a->lts, .bench = bench, .machine = machine, .arena = arena_new()};
  static const TraceFileStep any_setup = {.kind = TRACE_SETUP, .name = "SETUP_CONSTANTS"};
  Ways ways = {0};
  for (uint32_t i = 0; i < file->steps.len && !replay->mismatch.len; i++) {
    const TraceFileStep *step = &file->steps.data[i];
    follow_all(&f, &ways, step);
    bool begun = f.named || is_setup(&f, &ways);
    if (!f.found.len && step->kind == TRACE_INITIALISATION && !begun) {
      Ways none = {0}, setups;
      vec_free(&f.found);
      follow_all(&f, &none, &any_setup);
      setups = f.found;
      if (setups.len) follow_all(&f, &setups, step);
      vec_free(&setups);
    }
    bool skipped = !f.found.len && step->kind == TRACE_SETUP && !ways.len && !f.named;
    if (f.found.len) {
      vec_free(&ways);
      ways = f.found;
    } else {
      vec_free(&f.found);
      if (!skipped) describe(&f, step, replay->done + 1);
    }
    replay->done += !replay->mismatch.len && step->kind == TRACE_OPERATION;
  }
  walk(a, &ways);
  vec_free(&ways);
  text_free(&f.others);
  vec_free(&f.equations);
  vec_free(&f.conditions);
  arena_free(f.arena);
  return replay->mismatch.len == 0;
}

void replay_free(Replay *replay)
{
  text_free(&replay->mismatch);
  vec_free(&replay->unread);
}
