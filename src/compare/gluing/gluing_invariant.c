#include "compare/gluing/gluing_invariant.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "compare/constant_keys.h"
#include "lts/b_machine.h"
#include "syntax/print.h"
#include "value/translate.h"

typedef struct {
  Symbol *symbol;  /* a variable of the specification that the refinement has replaced */
  uint32_t column; /* in rows of the specification */
  const Shape *shape;
} Replaced;

typedef struct {       /* a variable that both have */
  uint32_t spec, impl; /* columns */
} Common;

struct GluingInvariant {
  BMachine *machine; /* the refinement */
  Engine *engine;    /* its engine */
  Space *impl_space, *spec_space;
  VEC(const Node *) conjuncts;
  VEC(Replaced) replaced;
  Symbols foreign; /* that the specification does not have */
  VEC(Common) common;
  Symbol **names; /* of replaced */
  Value *values;  /* of one state, in the store of the implementation */
  uint32_t *spec_keys, *impl_keys;
  uint32_t left_out;
  Formula *given; /* by gluing_invariant_set; or NULL */
  Diags *mistakes;
};

static uint32_t column_of(const Space *s, const char *name)
{
  for (uint32_t i = 0; i < s->lts->width; i++) {
    const char *other = s->lts->column_name(s->lts, i);
    if (other && !s->constant[i] && !strcmp(other, name)) return i;
  }
  return UINT32_MAX;
}

static bool is_in(const Symbols *list, const Symbol *symbol)
{
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i] == symbol) return true;
  return false;
}

static bool is_known(const GluingInvariant *g, const Symbol *symbol)
{
  for (uint32_t i = 0; i < g->replaced.len; i++)
    if (g->replaced.data[i].symbol == symbol) return true;
  return false;
}

/* Does the predicate speak of variables of the two machines alone? */
static bool is_ours(const GluingInvariant *g, const Node *node)
{
  const Symbol *symbol = node->kind == NODE_IDENT ? node->symbol : NULL;
  if (symbol && symbol->kind == SYMBOL_VARIABLE && symbol->dropped) return is_known(g, symbol);
  if (symbol && is_in(&g->foreign, symbol)) return false;
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i] && !is_ours(g, node->kids[i])) return false;
  return true;
}

static bool mentions_replaced(const GluingInvariant *g, const Node *node)
{
  if (node->kind == NODE_IDENT && node->symbol && is_known(g, node->symbol)) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i] && mentions_replaced(g, node->kids[i])) return true;
  return false;
}

static void add_replaced(GluingInvariant *g, Symbol *symbol)
{
  uint32_t column = column_of(g->spec_space, symbol->name->text);
  Replaced r = {symbol, column, engine_shape(g->engine, symbol->type)};
  if (column != UINT32_MAX) vec_push(&g->replaced, r);
  else vec_push(&g->foreign, symbol);
}

/* Keeps the conjunct of the refinement's invariant if it is one of the gluing. */
static void add_conjunct(GluingInvariant *g, const Node *node, bool own)
{
  if (is_ours(g, node)) vec_push(&g->conjuncts, node);
  else if (own) g->left_out++;
}

static void add_variables(GluingInvariant *g)
{
  const Model *model = g->engine->model;
  for (uint32_t i = 0; i < model->dropped.len; i++) add_replaced(g, model->dropped.data[i]);
  for (uint32_t i = 0; i < model->variables.len; i++) {
    const char *name = model->variables.data[i]->name->text;
    Common s = {column_of(g->spec_space, name), column_of(g->impl_space, name)};
    if (s.spec != UINT32_MAX && s.impl != UINT32_MAX) vec_push(&g->common, s);
  }
}

static void make_names(GluingInvariant *g)
{
  g->names = memory_zeroed(g->replaced.len, sizeof *g->names);
  g->values = memory_zeroed(g->replaced.len, sizeof *g->values);
  for (uint32_t i = 0; i < g->replaced.len; i++) g->names[i] = g->replaced.data[i].symbol;
}

/* A machine of Event-B alone: there are values of the variables that it has replaced for
 * which the invariants of the chain hold, its own ones last (eventb/flatten/alone.c). */
static void add_eventb(GluingInvariant *g, const Node *invariant, uint32_t own)
{
  if (invariant->kind != NODE_EXISTS) return; /* it has replaced nothing */
  const Node *names = invariant->kids[0], *body = node_bare(invariant->kids[1]);
  for (uint32_t i = 0; i < names->count; i++) add_replaced(g, node_bare(names->kids[i])->symbol);
  bool several = body->kind == NODE_AND;
  uint32_t count = several ? body->count : 1;
  for (uint32_t i = own < count ? count - own : 0; i < count; i++) {
    const Node *conjunct = several ? body->kids[i] : body;
    if (!is_ours(g, conjunct) || mentions_replaced(g, conjunct)) add_conjunct(g, conjunct, true);
  }
}

static void add_conjuncts(GluingInvariant *g, const Model *model)
{
  bool classical = model->main->refines;
  for (uint32_t i = 0; i < model->invariants.len; i++) {
    const Clause *clause = &model->invariants.data[i];
    if (!classical) add_eventb(g, node_bare(clause->node), model->main->unit->own_invariants);
    else if (clause->gluing) add_conjunct(g, clause->node, clause->machine == model->main);
  }
}

/* Is the one said to refine the other? */
static bool is_refinement(const Model *model, const Model *abstract)
{
  const Machine *main = model->main;
  return (main->refines ? main->refines->name : main->unit->refines) == abstract->main->name;
}

GluingInvariant *gluing_invariant_new(Space *impl, Space *spec)
{
  BMachine *machine = b_machine_of(impl->lts), *abstract = b_machine_of(spec->lts);
  if (!machine || !abstract) return NULL;
  Engine *engine = b_machine_engine(machine);
  if (!is_refinement(engine->model, b_machine_engine(abstract)->model)) return NULL;
  GluingInvariant *g = memory_zeroed(1, sizeof *g);
  Names *names = names_new();
  g->machine = machine;
  g->engine = engine;
  g->impl_space = impl;
  g->spec_space = spec;
  g->spec_keys = constant_keys(spec, impl, names);
  g->impl_keys = constant_keys(impl, spec, names);
  names_free(names);
  add_variables(g);
  add_conjuncts(g, engine->model);
  make_names(g);
  return g;
}

void gluing_invariant_free(GluingInvariant *g)
{
  if (!g) return;
  vec_free(&g->conjuncts);
  vec_free(&g->replaced);
  vec_free(&g->foreign);
  vec_free(&g->common);
  free(g->names);
  free(g->values);
  free(g->spec_keys);
  free(g->impl_keys);
  formula_free(g->given);
  diags_free(g->mistakes);
  free(g);
}

uint32_t gluing_invariant_count(const GluingInvariant *g) { return g->conjuncts.len; }
uint32_t gluing_invariant_left_out(const GluingInvariant *g) { return g->left_out; }

/* Mistakes in it are not the user's: they are kept apart. */
bool gluing_invariant_set(GluingInvariant *g, ParseContext context, Model *model,
                          const Source *predicate)
{
  assert(model == g->engine->model);
  formula_free(g->given);
  diags_free(g->mistakes);
  context.diags = g->mistakes = diags_new(diags_sources(context.diags));
  g->given = model_formula(&context, model, predicate, FORMULA_PRED);
  if (diags_errors(g->mistakes) || g->given->free.len || !is_ours(g, g->given->node)) return false;
  g->conjuncts.len = 0;
  vec_push(&g->conjuncts, g->given->node);
  return true;
}

/* ------------------------------------------------------------------- values */

static const Value *row_of(const Space *s, StateId state) { return states_row(s->states, state); }

/* The value of a column of the specification, as one of the implementation. */
static Value here(const GluingInvariant *g, StateId a, uint32_t column, const Shape *shape)
{
  Lts *impl = g->impl_space->lts, *spec = g->spec_space->lts;
  return value_translate(impl->store, shape, spec->store, spec->column_shape(spec, column),
                         row_of(g->spec_space, a)[column]);
}

static Truth common_equal(const GluingInvariant *g, uint32_t i, StateId a, StateId c)
{
  Lts *impl = g->impl_space->lts;
  const Common *s = &g->common.data[i];
  Value value = here(g, a, s->spec, impl->column_shape(impl, s->impl));
  if (value_is_none(value)) return TRUTH_UNKNOWN;
  return value_same(value, row_of(g->impl_space, c)[s->impl]) ? TRUTH_TRUE : TRUTH_FALSE;
}

static bool bind(GluingInvariant *g, StateId a)
{
  bool good = true;
  for (uint32_t i = 0; i < g->replaced.len; i++) {
    g->values[i] = here(g, a, g->replaced.data[i].column, g->replaced.data[i].shape);
    good &= !value_is_none(g->values[i]);
  }
  return good;
}

static Truth conjunct_holds(GluingInvariant *g, uint32_t i, StateId c, Trouble *why)
{
  return b_machine_truth(g->machine, g->conjuncts.data[i], row_of(g->impl_space, c), g->names,
                         g->values, g->replaced.len, why);
}

Truth gluing_invariant_holds(void *context, StateId a, StateId c)
{
  GluingInvariant *g = context;
  Truth all = TRUTH_TRUE;
  Trouble why;
  if (g->spec_keys[a] != g->impl_keys[c]) return TRUTH_FALSE;
  for (uint32_t i = 0; i < g->common.len && all != TRUTH_FALSE; i++) {
    Truth t = common_equal(g, i, a, c);
    if (t != TRUTH_TRUE) all = t;
  }
  if (all == TRUTH_FALSE || !bind(g, a)) return all == TRUTH_FALSE ? all : TRUTH_UNKNOWN;
  for (uint32_t i = 0; i < g->conjuncts.len && all != TRUTH_FALSE; i++) {
    Truth t = conjunct_holds(g, i, c, &why);
    if (t == TRUTH_FALSE || t == TRUTH_FAULT) all = TRUTH_FALSE;
    else if (t == TRUTH_UNKNOWN) all = t;
  }
  return all;
}

void gluing_invariant_explain(GluingInvariant *g, Text *text, StateId a, StateId c)
{
  Trouble why;
  if (g->spec_keys[a] != g->impl_keys[c]) {
    text_add(text, "the constants differ");
    return;
  }
  for (uint32_t i = 0; i < g->common.len; i++)
    if (common_equal(g, i, a, c) == TRUTH_FALSE) {
      Lts *lts = g->impl_space->lts;
      text_printf(text, "%s is the same on both sides",
                  lts->column_name(lts, g->common.data[i].impl));
      return;
    }
  bind(g, a);
  for (uint32_t i = 0; i < g->conjuncts.len; i++) {
    Truth t = conjunct_holds(g, i, c, &why);
    if (t == TRUTH_TRUE) continue;
    print_node(text, g->conjuncts.data[i], (PrintStyle){0});
    if (t == TRUTH_FAULT) text_printf(text, " is not well-defined: %s", why.message);
    if (t == TRUTH_UNKNOWN) text_printf(text, " could not be decided: %s", why.message);
    return;
  }
  text_add(text, "a value could not be compared");
}
