#include "session/prove/obligations.h"

#include "eventb/eventb.h"
#include "prove/classical/generate.h"

bool obligations_of_source(Session *session, const Source *source, bool deadlock,
                           ObligationsList *list)
{
  if (eventb_is_source(source)) return obligations_of_eventb(session, source, deadlock, list);
  Model *model = session_load_chain(session, source);
  if (session_has_errors(session)) return session_refuse_text(session, source);
  vec_push(list,
           classical_obligations(session_arena(session), session_names(session), model, deadlock));
  return true;
}

void obligations_free(ObligationsList *list)
{
  for (uint32_t i = 0; i < list->len; i++) vec_free(&list->data[i]->list);
  vec_free(list);
}
