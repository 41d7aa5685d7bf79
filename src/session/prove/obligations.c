#include "session/prove/obligations.h"

bool obligations_of_source(Session *session, const Source *source, bool deadlock,
                           ObligationsList *list)
{
  (void) source;
  (void) deadlock;
  (void) list;
  return session_refuse(session, "proof obligations of files are not generated yet");
}
