#include "base/clock.h"
#include "engine/setup/conflict.h"
#include "engine/symmetry.h"
#include "lts/b_machine_impl.h"
#include "lts/refuted.h"
#include "lts/words.h"

static void prepare(BMachine *m)
{
  setup_clear_constants(m->e);
  setup_pose(&m->setup, m->e, !m->e->options.every_setup);
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
  Refuted question = {m->setup.names.data,
                      m->setup.names.len,
                      m->setup.properties.data,
                      m->setup.properties.len,
                      new,
                      count};
  return count > 0 && !refuted_by_truth(m->r, &question);
}

static void find_initial(BMachine *m, Sink *sink)
{
  prepare(m);
  if (m->vm) vm_constants_changed(m->vm);
  vec_free(&m->symmetry);
  m->symmetry = symmetry_rules(m->e);
  if (m->setup.properties.len == 0 && m->setup.names.len == 0 && !has_parameters(m->model)) {
    b_initialise(m, sink);
    return;
  }
  Setup s = {m, sink, false};
  const Node *all = setup_conjunction(&m->setup, m->e);
  uint32_t warnings = m->e->warnings.len;
  Solved solved = reference_solve(m->r, m->setup.names.data, m->setup.names.len, all,
                                  WINDOWS_COUNTED, found_setup, &s);
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
  return m->setup.properties.data[i] != m->setup.written.data[i] &&
         m->setup.properties.data[i]->kind == NODE_BTRUE;
}

uint32_t b_machine_conflict(BMachine *m, double seconds, const Node **core, bool *minimal)
{
  prepare(m);
  bool *needed = arena_new_array(m->e->scratch, bool, m->setup.properties.len + 1);
  Conflict c = {.names = m->setup.names.data,
                .count = m->setup.names.len,
                .conjuncts = m->setup.properties.data,
                .conjunct_count = m->setup.properties.len,
                .quick = seconds > 0,
                .needed = needed};
  uint32_t count = 0;
  bool defined = false; /* a definition that was made of several properties is needed */
  double end = clock_seconds() + seconds;
  Patience patience = patience_begin(m->e, seconds > 0 ? seconds : NO_HURRY);
  bool found = conflict_find(m->r, &c);
  patience_end(m, patience);
  if (!found || (seconds > 0 && clock_seconds() >= end)) return 0;
  for (uint32_t i = 0; i < m->setup.properties.len; i++)
    defined |= needed[i] && m->setup.properties.data[i] != m->setup.written.data[i];
  for (uint32_t i = 0; i < m->setup.properties.len; i++)
    if (needed[i] || (defined && is_absorbed(m, i))) core[count++] = m->setup.written.data[i];
  *minimal = c.minimal;
  return count;
}

void b_setup_install(BMachine *m)
{
  m->lts.initial = initial;
  m->lts.is_setup = b_state_is_setup;
}
