#include "base/clock.h"
#include "engine/scope.h"
#include "engine/setup/conflict.h"
#include "engine/setup/pointwise.h"
#include "engine/symmetry.h"
#include "lts/b_machine_impl.h"
#include "lts/refuted.h"
#include "lts/words.h"

/* Constants of a deferred set that differ are given its elements one after the other; if there are
 * more of them, the rest is looked for like others, in vain. */
static void fix_elements(BMachine *m, const Symbol *set, Symbol **group, bool *fixed)
{
  uint32_t count = scope_group(m->model, set, group);
  uint64_t size = engine_element_shape(m->e, set->type)->size;
  for (uint32_t j = 0; j < count && j < size; j++) {
    m->e->constants[group[j]->index] = value_atom(j);
    fixed[group[j]->index] = true;
  }
}

/* The names to be solved for, and the properties that restrict something: some
 * constants of deferred sets are given fixed elements. */
static void prepare(BMachine *m)
{
  const Model *model = m->model;
  m->unknown.len = m->properties.len = m->written.len = 0;
  Symbol **group = arena_new_array(m->e->arena, Symbol *, model->constants.len + 1);
  bool *fixed = arena_new_array(m->e->arena, bool, model->constants.len + 1);
  for (uint32_t i = 0; i < m->constants; i++) m->e->constants[i] = VALUE_UNDEFINED;
  for (uint32_t i = 0; i < model->sets.len && !m->e->options.every_setup; i++)
    if (!model->sets.data[i]->enumerated) fix_elements(m, model->sets.data[i], group, fixed);
  for (uint32_t i = 0; i < model->constants.len; i++)
    if (!fixed[i]) vec_push(&m->unknown, model->constants.data[i]);
  for (uint32_t i = 0; i < model->properties.len; i++) {
    const Node *p = model->properties.data[i].node;
    bool typing = false;
    for (uint32_t j = 0; j < model->constants.len && !typing; j++)
      typing = fixed[j] && scope_is_typing(p, model->constants.data[j]);
    if (typing) continue;
    vec_push(&m->properties, p);
    vec_push(&m->written, p);
  }
  pointwise_define(m->e, m->properties.data, m->properties.len);
}

typedef struct {
  BMachine *m;
  Sink *sink;
  bool some;
} Setup;

static bool found_setup(void *context, Reference *r)
{
  Setup *s = context;
  BMachine *m = s->m;
  Value *row = arena_new_array(m->e->scratch, Value, m->lts.width);
  for (uint32_t i = 0; i < m->constants; i++)
    if (!reference_lookup(r, m->model->constants.data[i], &row[i])) row[i] = m->e->constants[i];
  for (uint32_t i = 0; i < m->variables; i++) row[m->constants + i] = VALUE_UNDEFINED;
  row[m->lts.width - 1] = b_state_mark(true);
  Transition t = {LABEL_SETUP, NULL, row};
  if (!symmetry_keeps(m->e, &m->symmetry, row)) return true;
  s->some = true;
  s->sink->accept(s->sink, &t);
  return true;
}

/* Numbers or elements that the machine is given: also if only one value is tried, it is set up. */
static bool has_parameters(const Model *model)
{
  for (uint32_t i = 0; i < model->constants.len; i++)
    if (model->constants.data[i]->parameter) return true;
  return false;
}

/* The properties have no solution: is it because they are undefined for all that the rest of them
 * allows? */
static bool are_undefined(BMachine *m, uint32_t warnings)
{
  uint32_t count = m->e->warnings.len - warnings;
  Warning *new = arena_new_array(m->e->scratch, Warning, count + 1);
  for (uint32_t i = 0; i < count; i++) new[i] = m->e->warnings.data[warnings + i];
  Refuted question = {
      m->unknown.data, m->unknown.len, m->properties.data, m->properties.len, new, count};
  return count > 0 && !refuted_by_truth(m->r, &question);
}

static void find_initial(BMachine *m, Sink *sink)
{
  prepare(m);
  if (m->vm) vm_constants_changed(m->vm);
  vec_free(&m->symmetry);
  m->symmetry = symmetry_rules(m->e);
  if (m->properties.len == 0 && m->unknown.len == 0 && !has_parameters(m->model)) {
    b_initialise(m, sink);
    return;
  }
  Setup s = {m, sink, false};
  Node *all = node_new(m->e->arena, NODE_AND, SPAN_NONE, NULL, m->properties.len);
  for (uint32_t i = 0; i < m->properties.len; i++) node_set(all, i, (Node *) m->properties.data[i]);
  uint32_t warnings = m->e->warnings.len;
  Solved solved =
      reference_solve(m->r, m->unknown.data, m->unknown.len, all, WINDOWS_COUNTED, found_setup, &s);
  bool none = !s.some && solved == SOLVED_ALL;
  if (none && are_undefined(m, warnings)) { /* nothing was left because of this */
    const Warning *first = &m->e->warnings.data[warnings];
    engine_fault(m->e, first->span, "the %s are not well-defined: %s", words_properties(&m->lts, 2),
                 first->message);
    b_trouble_report(sink, m, TROUBLE_FAULT, LABEL_SETUP);
  }
  if (solved != SOLVED_ALL) b_trouble_report(sink, m, TROUBLE_INCOMPLETE, LABEL_SETUP);
}

static void initial(Lts *lts, Sink *sink)
{
  BMachine *m = machine(lts);
  find_initial(m, sink);
  m->start = store_mark(m->e->store);
}

enum { NO_HURRY = 1000000 }; /* seconds */

/* Is the property part of a definition that stands elsewhere? */
static bool is_absorbed(const BMachine *m, uint32_t i)
{
  return m->properties.data[i] != m->written.data[i] && m->properties.data[i]->kind == NODE_BTRUE;
}

uint32_t b_machine_conflict(BMachine *m, double seconds, const Node **core, bool *minimal)
{
  prepare(m);
  bool *needed = arena_new_array(m->e->scratch, bool, m->properties.len + 1);
  Conflict c = {.names = m->unknown.data,
                .count = m->unknown.len,
                .conjuncts = m->properties.data,
                .conjunct_count = m->properties.len,
                .quick = seconds > 0,
                .needed = needed};
  uint32_t count = 0;
  bool defined = false; /* a definition that was made of several properties is needed */
  double end = clock_seconds() + seconds;
  Patience patience = patience_begin(m->e, seconds > 0 ? seconds : NO_HURRY);
  bool found = conflict_find(m->r, &c);
  patience_end(m, patience);
  if (!found || (seconds > 0 && clock_seconds() >= end)) return 0;
  for (uint32_t i = 0; i < m->properties.len; i++)
    defined |= needed[i] && m->properties.data[i] != m->written.data[i];
  for (uint32_t i = 0; i < m->properties.len; i++)
    if (needed[i] || (defined && is_absorbed(m, i))) core[count++] = m->written.data[i];
  *minimal = c.minimal;
  return count;
}

void b_setup_install(BMachine *m)
{
  m->lts.initial = initial;
  m->lts.is_setup = b_state_is_setup;
}
