#include "cli/check_report.h"
#include "cli/given_constants.h"
#include "cli/integers.h"

/* What the verdict holds for: sizes of sets, the integers, constants that were given. */

static unsigned integers_of_clauses(const Clauses *clauses)
{
  unsigned found = 0;
  for (uint32_t i = 0; i < clauses->len; i++)
    if (clause_is_invariant(&clauses->data[i])) found |= integers_of(clauses->data[i].node);
  return found;
}

/* Which of the integers matter to the model, and to what was asked of it. */
static unsigned integers(const Checked *c)
{
  const Model *m = c->engine->model;
  unsigned found = c->asked_integers | integers_of_clauses(&m->properties) |
                   integers_of_clauses(&m->invariants) | integers_of_clauses(&m->assertions);
  for (uint32_t i = 0; i < m->initialisations.len; i++)
    found |= integers_of(m->initialisations.data[i].node);
  for (uint32_t i = 0; i < m->operations.len; i++)
    if (m->operations.data[i]->body) found |= integers_of(m->operations.data[i]->body);
  return found;
}

static uint64_t size_of(const Checked *c, const Symbol *set)
{
  return engine_element_shape(c->engine, set->type)->size;
}

void check_add_scope(const Checked *c, Text *text)
{
  const Engine *e = c->engine;
  const char *before = " for ";
  for (uint32_t i = 0; i < e->model->sets.len; i++) {
    const Symbol *set = e->model->sets.data[i];
    if (set->enumerated) continue;
    text_printf(text, "%s%s=%llu", before, set->name->text, (unsigned long long) size_of(c, set));
    before = ", ";
  }
  before = integers_add(c->engine, integers(c), text, before);
  constants_add_given(c->cli, text, before);
}

json_t *check_scope_json(const Checked *c)
{
  const Engine *e = c->engine;
  json_t *scope = json_object(), *sets = json_object();
  for (uint32_t i = 0; i < e->model->sets.len; i++) {
    const Symbol *set = e->model->sets.data[i];
    if (!set->enumerated)
      json_object_set_new(sets, set->name->text, json_integer((json_int_t) size_of(c, set)));
  }
  json_object_set_new(scope, "sets", sets);
  integers_add_json(c->engine, integers(c), scope);
  Text given = {0};
  constants_add_given(c->cli, &given, "");
  if (given.len) json_object_set_new(scope, "constants", json_report_string(text_string(&given)));
  text_free(&given);
  return scope;
}
