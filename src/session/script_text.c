#include "session/script_text.h"

CspParseContext script_context(Session *session)
{
  return (CspParseContext){session_arena(session), session_names(session), session_sources(session),
                           session_diags(session), session_context(session)->files};
}

CspNode *script_parse(Session *session, const Source *source)
{
  CspParseContext context = script_context(session);
  return csp_parse(&context, source);
}
