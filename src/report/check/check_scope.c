#include "report/check/check_impl.h"
#include "report/scope.h"

/* What the verdict holds for: sizes of sets, the integers, constants that were given. */

static unsigned integers_of_clauses(const Clauses *clauses)
{
  unsigned found = 0;
  for (uint32_t i = 0; i < clauses->len; i++)
    if (clause_is_invariant(&clauses->data[i])) found |= scope_integers_of(clauses->data[i].node);
  return found;
}

/* Which of the integers matter to the model, and to what was asked of it. */
static unsigned integers(const Checked *c)
{
  const Model *m = c->engine->model;
  unsigned found = integers_of_clauses(&m->properties) | integers_of_clauses(&m->invariants) |
                   integers_of_clauses(&m->assertions);
  for (uint32_t i = 0; i < c->asked_count; i++) found |= scope_integers_of(c->asked[i]);
  for (uint32_t i = 0; i < m->initialisations.len; i++)
    found |= scope_integers_of(m->initialisations.data[i].node);
  for (uint32_t i = 0; i < m->operations.len; i++)
    if (m->operations.data[i]->body) found |= scope_integers_of(m->operations.data[i]->body);
  return found;
}

void check_add_scope(const Checked *c, Text *text)
{
  const Engine *e = c->engine;
  const char *before = " for ";
  for (uint32_t i = 0; i < e->model->sets.len; i++) {
    const Symbol *set = e->model->sets.data[i];
    if (!set->enumerated) before = scope_add_size(c->engine, set, text, before);
  }
  before = scope_add_integers(c->engine, integers(c), text, before);
  scope_add_constants(c->session, text, before);
}

json_t *check_scope_json(const Checked *c)
{
  const Engine *e = c->engine;
  json_t *scope = json_object(), *sets = json_object();
  for (uint32_t i = 0; i < e->model->sets.len; i++) {
    const Symbol *set = e->model->sets.data[i];
    if (!set->enumerated)
      json_object_set_new(sets, set->name->text,
                          json_integer((json_int_t) scope_size(c->engine, set)));
  }
  json_object_set_new(scope, "sets", sets);
  scope_add_integers_json(c->engine, integers(c), scope);
  Text given = {0};
  scope_add_constants(c->session, &given, "");
  if (given.len) json_object_set_new(scope, "constants", json_report_string(text_string(&given)));
  text_free(&given);
  return scope;
}
