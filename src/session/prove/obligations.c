#include "session/prove/obligations.h"

#include "eventb/eventb.h"

bool obligations_of_source(Session *session, const Source *source, bool deadlock,
                           ObligationsList *list)
{
  if (eventb_is_source(source)) return obligations_of_eventb(session, source, deadlock, list);
  return session_refuse(session, "proof obligations of files are not generated yet");
}

void obligations_free(ObligationsList *list)
{
  for (uint32_t i = 0; i < list->len; i++) vec_free(&list->data[i]->list);
  vec_free(list);
}
