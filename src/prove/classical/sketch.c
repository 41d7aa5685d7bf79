#include "prove/classical/sketch.h"

#include <string.h>

#include "prove/rules/formula.h"

static void take(Sketch *d, const Name *name) { map_put(&d->taken, name, d); }

static void take_symbols(Sketch *d, const Symbols *symbols)
{
  for (uint32_t i = 0; i < symbols->len; i++) {
    const Symbol *s = symbols->data[i];
    take(d, s->name);
    for (uint32_t k = 0; k < s->element_count; k++) take(d, s->elements[k]->name);
  }
}

void sketch_open(Sketch *d, const Build *build, const Model *model)
{
  *d = (Sketch){.build = build};
  take_symbols(d, &model->sets);
  take_symbols(d, &model->freetypes);
  take_symbols(d, &model->constants);
  take_symbols(d, &model->variables);
  take_symbols(d, &model->dropped);
}

void sketch_close(Sketch *d)
{
  vec_free(&d->hypotheses);
  vec_free(&d->made);
  vec_free(&d->after);
  map_free(&d->taken);
}

/* Is it a hypothesis already?  Then that is selected. */
static bool is_known(Sketch *d, const Node *predicate)
{
  for (uint32_t i = 0; i < d->hypotheses.len; i++) {
    Hypothesis *h = &d->hypotheses.data[i];
    if (!formula_same(h->predicate, predicate)) continue;
    h->selected = true;
    return true;
  }
  return false;
}

void sketch_assume(Sketch *d, Node *predicate, bool selected)
{
  Node **conjuncts;
  uint32_t count;
  formula_conjuncts(predicate, &conjuncts, &count, d->build->arena);
  for (uint32_t i = 0; i < count; i++) {
    const Name *label = conjuncts[i]->kind == NODE_LABELLED ? conjuncts[i]->name : NULL;
    Node *bare = build_bare(conjuncts[i]);
    bool repeated = selected && is_known(d, bare);
    if (!build_is_true(bare) && !repeated)
      vec_push(&d->hypotheses, ((Hypothesis){bare, label, selected}));
  }
}

void sketch_role(Sketch *d, Symbol *symbol, SequentRole role)
{
  take(d, symbol->name);
  vec_push(&d->made, ((SequentName){symbol, role}));
}

Symbol *sketch_fresh(Sketch *d, const Name *wanted, const Type *type)
{
  const Name *name = map_get(&d->taken, wanted) ? build_fresh(d->build, wanted, &d->taken) : wanted;
  take(d, name);
  return build_local(d->build, name, type);
}

void sketch_forget(Sketch *d, const Symbol *symbol) { map_put(&d->taken, symbol->name, NULL); }

Symbol *sketch_fresh_after(Sketch *d, const Name *variable, const Type *type)
{
  const char *text = arena_printf(d->build->arena, "%s'", variable->text);
  return sketch_fresh(d, names_intern_string(d->build->names, text), type);
}

/* ---------------------------------------------------------------- finishing */

static bool contains(const Symbols *list, const Symbol *symbol)
{
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i] == symbol) return true;
  return false;
}

static bool shares_name(const Node *predicate, const Symbols *names)
{
  Symbols own = {0};
  bool shared = false;
  formula_free_names(predicate, &own);
  for (uint32_t i = 0; i < own.len && !shared; i++) shared = contains(names, own.data[i]);
  vec_free(&own);
  return shared;
}

/* What shares a name with the goal or a hypothesis that is selected for itself. */
static void select_nearest(Sketch *d, const Node *goal)
{
  Symbols near = {0};
  formula_free_names(goal, &near);
  for (uint32_t i = 0; i < d->hypotheses.len; i++)
    if (d->hypotheses.data[i].selected) formula_free_names(d->hypotheses.data[i].predicate, &near);
  for (uint32_t i = 0; i < d->hypotheses.len; i++) {
    Hypothesis *h = &d->hypotheses.data[i];
    h->selected = h->selected || shares_name(h->predicate, &near);
  }
  vec_free(&near);
}

static SequentRole role_of(const Sketch *d, const Symbol *symbol)
{
  for (uint32_t i = 0; i < d->made.len; i++)
    if (d->made.data[i].symbol == symbol) return d->made.data[i].role;
  if (symbol->kind == SYMBOL_CONSTANT) return ROLE_CONSTANT;
  return symbol->kind == SYMBOL_VARIABLE ? ROLE_BEFORE : ROLE_PARAMETER;
}

static void *kept(const Sketch *d, const void *data, size_t size)
{
  void *copy = arena_alloc(d->build->arena, size + 1);
  if (size) memcpy(copy, data, size);
  return copy;
}

/* All names that occur; constants first, then variables, parameters, values after. */
static void add_names(const Sketch *d, Sequent *s)
{
  Symbols all = {0};
  for (uint32_t i = 0; i < d->hypotheses.len; i++)
    formula_free_names(d->hypotheses.data[i].predicate, &all);
  formula_free_names(s->goal, &all);
  for (uint32_t i = 0; i < d->after.len; i++) formula_free_names(d->after.data[i].value, &all);
  SequentName *names = arena_new_array(d->build->arena, SequentName, all.len + 1);
  uint32_t count = 0;
  for (SequentRole role = ROLE_CONSTANT; role <= ROLE_AFTER; role++)
    for (uint32_t i = 0; i < all.len; i++)
      if (role_of(d, all.data[i]) == role) names[count++] = (SequentName){all.data[i], role};
  s->names = names;
  s->name_count = count;
  vec_free(&all);
}

Sequent *sketch_finish(Sketch *d, const char *name, const char *kind, Node *goal)
{
  Sequent *s = arena_alloc(d->build->arena, sizeof *s);
  select_nearest(d, goal);
  Span span = span_known(d->origin) ? d->origin : goal->span;
  *s = (Sequent){.name = name, .kind = kind, .span = span, .goal = goal};
  add_names(d, s);
  s->hypotheses = kept(d, d->hypotheses.data, d->hypotheses.len * sizeof *d->hypotheses.data);
  s->hypothesis_count = d->hypotheses.len;
  s->after = kept(d, d->after.data, d->after.len * sizeof *d->after.data);
  s->after_count = d->after.len;
  return s;
}
