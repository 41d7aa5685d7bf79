#include "base/clock.h"
#include "engine/setup/conflict.h"
#include "engine/setup/pointwise.h"
#include "engine/scope.h"
#include "lts/b_machine.h"
#include "lts/b_machine_impl.h"

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
void b_setup_prepare(BMachine *m)
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

enum { NO_HURRY = 1000000 }; /* seconds */

/* Is the property part of a definition that stands elsewhere? */
static bool is_absorbed(const BMachine *m, uint32_t i)
{
  return m->properties.data[i] != m->written.data[i] && m->properties.data[i]->kind == NODE_BTRUE;
}

uint32_t b_machine_conflict(Lts *lts, double seconds, const Node **core, bool *minimal)
{
  BMachine *m = machine(lts);
  b_setup_prepare(m);
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
