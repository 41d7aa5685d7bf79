#include "session/prove/obligations.h"

#include "eventb/eventb.h"
#include "prove/classical/generate.h"
#include "prove/rules/build.h"

void obligations_take_preferences(Session *session, Model *model)
{
  const Settings *given = &session_options(session)->preferences;
  const Build build = {session_arena(session), model->types, session_names(session)};
  for (uint32_t i = 0; i < given->len; i++) {
    const char *digits = given->data[i].value;
    bool negative = *digits == '-';
    Node *value = build_integer(&build, digits + negative);
    if (negative) value = node_unary(build.arena, NODE_NEGATE, SPAN_NONE, value);
    value->type = type_integer(build.types);
    const char *name = arena_printf(build.arena, "SET_PREF_%s", given->data[i].name);
    map_put(&model->settings, names_intern_string(build.names, name), value);
  }
}

bool obligations_of_source(Session *session, const Source *source, bool deadlock,
                           ObligationsList *list)
{
  if (eventb_is_source(source)) return obligations_of_eventb(session, source, deadlock, list);
  Model *model = session_load_chain(session, source);
  if (session_has_errors(session)) return session_refuse_text(session, source);
  obligations_take_preferences(session, model);
  vec_push(list,
           classical_obligations(session_arena(session), session_names(session), model, deadlock));
  return true;
}

void obligations_free(ObligationsList *list)
{
  for (uint32_t i = 0; i < list->len; i++) vec_free(&list->data[i]->list);
  vec_free(list);
}
