#include "session/given_constants.h"

#include <string.h>

#include "base/nearest.h"
#include "model/unknown_name.h"

static bool has_constant(const Model *model, const char *name)
{
  for (uint32_t i = 0; model && i < model->constants.len; i++)
    if (!strcmp(model->constants.data[i]->name->text, name)) return true;
  return false;
}

static bool refuse(Session *session, const Model *model, const char *name)
{
  uint32_t count = model ? model->constants.len : 0;
  const char **names = arena_new_array(session_arena(session), const char *, count + 1);
  for (uint32_t i = 0; i < count; i++) names[i] = model->constants.data[i]->name->text;
  for (uint32_t i = 0; model && i < model->variables.len; i++)
    if (!strcmp(model->variables.data[i]->name->text, name))
      return session_refuse_setting(session, "let", name,
                                    "this is a variable of the model, not a constant");
  nearest_suggest(session_hint(session), name, names);
  return session_refuse_setting(session, "let", name, "there is no such constant in the model");
}

static bool give(Session *session, Model *model, const Setting *s)
{
  Diags *diags = session_diags(session);
  uint32_t mark = diags_mark(diags), errors = diags_errors(diags);
  const char *text = arena_printf(session_arena(session), "%s = (%s)", s->name, s->value);
  const Source *source = session_text(session, "<let>", text);
  const Formula *formula = session_formula(session, model, source, FORMULA_PRED);
  unknown_name_report(session_diags(session), model, formula, mark);
  if (diags_errors(diags) != errors) return false;
  Clause clause = {.node = formula->node, .machine = model->main};
  vec_push(&model->properties, clause);
  return true;
}

bool given_constants_add(Session *session, Model *model, bool partial)
{
  const Settings *given = &session_options(session)->constants;
  for (uint32_t i = 0; i < given->len; i++) {
    const Setting *s = &given->data[i];
    bool known = has_constant(model, s->name);
    if (!known && partial) continue;
    if (!known) return refuse(session, model, s->name);
    if (!give(session, model, s)) return false;
  }
  return true;
}

bool given_constants_known(Session *session, const Model *const *models, uint32_t count)
{
  const Settings *given = &session_options(session)->constants;
  for (uint32_t i = 0; i < given->len; i++) {
    const Model *some = NULL;
    bool known = false;
    for (uint32_t k = 0; k < count && !known; k++) {
      if (!some) some = models[k];
      known = has_constant(models[k], given->data[i].name);
    }
    if (!known) return refuse(session, some, given->data[i].name);
  }
  return true;
}
