#include "session/bench.h"

#include <assert.h>
#include <string.h>

#include "engine/reference/execute/why.h"
#include "engine/setup/setup.h"
#include "model/unknown_name.h"
#include "session/elements.h"

/* ------------------------------------------------------------- known names */

static void add(Bench *b, Symbol *symbol, Value value, bool element)
{
  vec_push(&b->model->known, symbol);
  vec_push(&b->known, ((KnownName){symbol, value, element}));
  reference_bind(b->reference, symbol, value);
}

static void know(Bench *b, const char *text, Type *type, Value value)
{
  const Name *name = names_intern_string(session_names(b->session), text);
  Symbol *symbol = arena_alloc(session_arena(b->session), sizeof *symbol);
  symbol->kind = SYMBOL_LOCAL;
  symbol->name = name;
  symbol->type = type;
  add(b, symbol, value, false);
}

static void know_element(void *bench, Symbol *element)
{
  add(bench, element, value_atom(element->index), true);
}

void bench_open(Bench *b, Session *session, Model *model, Engine *engine)
{
  assert(session && engine && engine->model == model);
  *b = (Bench){.session = session, .model = model, .engine = engine};
  b->reference = reference_new(engine);
  if (!engine->options.strict_wd && !engine->options.reference_only) b->vm = vm_new(b->reference);
  b->style.sequences = SEQUENCES_ALWAYS;
  if (model) model->known.len = 0;
  if (model) elements_tell(session, model, engine, know_element, b);
}

void bench_close(Bench *b)
{
  if (b->model) b->model->known.len = 0;
  vm_free(b->vm);
  reference_free(b->reference);
  vec_free(&b->known);
  *b = (Bench){0};
}

Model *bench_library_model(Session *session, const char *definitions, bool libraries)
{
  static const char *const files[] = {"LibraryReals.def", "LibraryStrings.def", "LibraryMath.def",
                                      "LibraryRegex.def", "LibraryBits.def",    "CHOOSE.def",
                                      "SORT.def",         "SCCS.def",           "LibraryProB.def"};
  Text text = {0};
  text_printf(&text, "MACHINE Formula\nDEFINITIONS\n%s", definitions);
  for (uint32_t i = 0; libraries && i < sizeof files / sizeof *files; i++)
    text_printf(&text, "\"%s\";\n", files[i]);
  text_add(&text, "END\n");
  const Source *source = session_text(session, "<let>", text_string(&text));
  text_free(&text);
  return session_load(session, source);
}

static int find_known(const Bench *b, const char *name)
{
  for (uint32_t i = 0; i < b->known.len; i++)
    if (!strcmp(b->known.data[i].symbol->name->text, name)) return (int) i;
  return -1;
}

const char *bench_refuses(const Bench *b, const char *text)
{
  const Name *name = names_intern_string(session_names(b->session), text);
  const Machine *main = b->model ? b->model->main : NULL;
  if (main && map_get(&main->unit->definition_of, name)) return "it is a definition";
  const Symbol *symbol = main ? map_get(&main->visible, name) : NULL;
  if (symbol)
    return arena_printf(session_arena(b->session), "it is a name of the model (%s)",
                        symbol_kind_text(symbol));
  int at = find_known(b, text);
  return at >= 0 && b->known.data[at].element ? "it is an element of a deferred set" : NULL;
}

bool bench_unlet(Bench *b, const char *name)
{
  int at = find_known(b, name);
  if (at < 0 || b->known.data[at].element) return false;
  reference_unbind(b->reference, b->known.len);
  b->known.len--;
  b->model->known.len = 0;
  for (uint32_t i = 0; i < b->known.len; i++) {
    if (i >= (uint32_t) at) b->known.data[i] = b->known.data[i + 1];
    vec_push(&b->model->known, (Symbol *) b->known.data[i].symbol);
    reference_bind(b->reference, b->known.data[i].symbol, b->known.data[i].value);
  }
  return true;
}

void bench_let(Bench *b, const char *name, const Type *type, Value value)
{
  bench_unlet(b, name);
  know(b, name, (Type *) type, value);
}

/* ---------------------------------------------------------------- formulas */

const Formula *bench_formula(Bench *b, const char *source_name, const char *text, FormulaKind kind)
{
  Diags *diags = session_diags(b->session);
  uint32_t errors = diags_errors(diags), mark = diags_mark(diags);
  const Source *source = session_text(b->session, source_name, text);
  const Formula *formula = session_formula(b->session, b->model, source, kind);
  bool expression = node_kind_class(node_bare(formula->node)->kind) == CLASS_EXPR;
  if (expression) unknown_name_report(session_diags(b->session), b->model, formula, mark);
  return diags_errors(diags) == errors ? formula : NULL;
}

void bench_print(Bench *b, Text *text, const Type *type, Value v)
{
  const Shape *shape = engine_shape(b->engine, type);
  engine_format(b->engine, text, shape, v, b->style);
  if (!b->style.most || shape->kind != SHAPE_SET || value_tag(v) == TAG_LAZY) return;
  uint64_t size = set_card(b->engine->store, v);
  Value low, high;
  bool interval = set_is_interval(b->engine->store, shape_element(shape), v, &low, &high);
  if (size > b->style.most)
    text_printf(text, interval ? " (%llu elements)" : " (%llu elements, folded)",
                (unsigned long long) size);
}

/* The state may have changed since the last formula. */
Value bench_value(Bench *b, const Formula *formula)
{
  if (!b->vm) return reference_value(b->reference, formula->node);
  vm_constants_changed(b->vm);
  return vm_value(b->vm, vm_expression(b->vm, formula->node));
}

static Truth truth_of_formula(Bench *b, const Formula *formula)
{
  if (!b->vm) return reference_truth(b->reference, formula->node);
  vm_constants_changed(b->vm);
  return vm_truth(b->vm, vm_predicate(b->vm, formula->node));
}

static Answer no_answer(bool unknown) { return unknown ? ANSWER_UNKNOWN : ANSWER_FAULT; }

typedef struct {
  Bench *bench;
  const Formula *formula;
  Text *text;
  bool all;
} Solutions;

static bool add_solution(void *context, Reference *r)
{
  Solutions *s = context;
  if (s->bench->solutions++ == 0) text_add(s->text, "TRUE\n");
  for (uint32_t i = 0; i < s->formula->free.len; i++) {
    const Symbol *symbol = s->formula->free.data[i];
    Value v;
    if (!reference_lookup(r, symbol, &v)) continue;
    text_printf(s->text, "%s%s = ", s->all && i ? " & " : "", symbol->name->text);
    bench_print(s->bench, s->text, symbol->type, v);
    if (!s->all) text_add_char(s->text, '\n');
  }
  if (s->all) text_add_char(s->text, '\n');
  return s->all;
}

static Answer answer_free(Bench *b, const Formula *f, bool all, Text *text)
{
  Solutions s = {b, f, text, all};
  Solved solved = reference_solve(b->reference, f->free.data, f->free.len, f->node, WINDOWS_WIDE,
                                  add_solution, &s);
  bool sure = solved == SOLVED_ALL || solved == SOLVED_STOPPED;
  if (b->solutions && !sure)
    text_printf(text, "there may be more: %s\n", b->engine->cause ? b->engine->cause : "");
  if (b->solutions) return ANSWER_TRUE;
  if (!sure) return ANSWER_UNKNOWN;
  text_add(text, "FALSE\n");
  return ANSWER_FALSE;
}

Answer bench_answer(Bench *b, const Formula *f, bool all, Text *text)
{
  b->solutions = 0;
  if (f->node->type) {
    Value v = bench_value(b, f);
    if (value_is_none(v)) return no_answer(value_same(v, VALUE_UNKNOWN));
    bench_print(b, text, f->node->type, v);
    text_add_char(text, '\n');
    return ANSWER_VALUE;
  }
  if (f->free.len) return answer_free(b, f, all, text);
  Truth t = truth_of_formula(b, f);
  if (t != TRUTH_TRUE && t != TRUTH_FALSE) return no_answer(t == TRUTH_UNKNOWN);
  text_add(text, t == TRUTH_TRUE ? "TRUE\n" : "FALSE\n");
  return t == TRUTH_TRUE ? ANSWER_TRUE : ANSWER_FALSE;
}

void bench_why(Bench *b, const Formula *f, Text *text)
{
  Arena *arena = arena_new();
  why_print(text, why_tree_free(b->reference, arena, f->free.data, f->free.len, f->node, b->style),
            0);
  arena_free(arena);
}

/* ------------------------------------------------------------------ the state */

bool bench_set_up(Bench *b)
{
  const char *what = "constants";
  Truth t = setup_constants(b->reference);
  if (t == TRUTH_TRUE) {
    what = "an initial state";
    t = setup_variables(b->reference);
  }
  if (t == TRUTH_TRUE) return true;
  const Engine *e = b->engine;
  const char *why = t == TRUTH_FALSE   ? "there are none"
                    : t == TRUTH_FAULT ? e->fault.message
                    : e->cause         ? e->cause
                                       : "this could not be decided";
  diag_warning(session_diags(b->session), SPAN_NONE, "unsure-state",
               "%s of the model could not be established: %s", what, why);
  return false;
}

bool bench_is_strict_fault(Bench *b)
{
  Engine *e = b->engine;
  if (!e->options.strict_wd || e->warnings.len == 0) return false;
  const Warning *w = &e->warnings.data[0];
  e->fault = (Fault){.span = w->span, .message = w->message};
  e->warnings.len = 0;
  return true;
}
