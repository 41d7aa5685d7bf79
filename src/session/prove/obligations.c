#include "session/prove/obligations.h"

#include "model/model_print.h"
#include "prove/classical/generate.h"

bool obligations_of_source(Session *session, const Source *source, bool deadlock,
                           ObligationsList *list)
{
  Model *model = session_load_chain(session, source);
  if (session_has_errors(session)) return session_refuse_text(session, source);
  if (model_is_eventb(model))
    return session_refuse(session, "proof obligations of Event-B are not generated yet");
  vec_push(list,
           classical_obligations(session_arena(session), session_names(session), model, deadlock));
  return true;
}
