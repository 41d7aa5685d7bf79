#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "serve/desk/desk_impl.h"

/* Why the present request cannot be done. */

static bool refuse(Desk *d, int status, const char *kind, const char *format, va_list args)
{
  char message[2000];
  vsnprintf(message, sizeof message, format, args);
  d->status = status;
  d->kind = kind;
  text_clear(&d->reason);
  text_add(&d->reason, message);
  return false;
}

bool desk_refuse(Desk *d, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  refuse(d, 422, "refused", format, args);
  va_end(args);
  return false;
}

bool desk_refuse_as(Desk *d, int status, const char *kind, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  refuse(d, status, kind, format, args);
  va_end(args);
  return false;
}

bool desk_refuse_fields(Desk *d, const Fields *f)
{
  assert(f->problem.len);
  return desk_refuse_as(d, 400, "request", "%s", text_string(&f->problem));
}

void desk_refuse_with(Desk *d, const char *field, json_t *value)
{
  if (!d->more) d->more = json_object();
  json_object_set_new(d->more, field, value);
}

/* Mistakes of a text, or what the session says. */
bool desk_refuse_session(Desk *d, Session *session, const char *what)
{
  const Refusal *r = session_refusal(session);
  uint32_t errors = diags_errors(session_diags(session));
  if (errors) desk_refuse_with(d, "diagnostics", desk_diagnostics(session));
  if (errors && (r->wrong_text || !r->message.len)) {
    const Diag *only = errors == 1 ? diags_get(session_diags(session), 0) : NULL;
    if (only && only->severity == DIAG_ERROR) return desk_refuse(d, "%s", only->message);
    return desk_refuse(d, "%s has %u mistake%s", what, errors, text_plural(errors));
  }
  text_clear(&d->hint);
  text_add(&d->hint, text_string(&r->hint));
  text_clear(session_hint(session));
  if (r->verdict == VERDICT_FAIL) {
    uint32_t mark = diags_mark(session_diags(session));
    diag_violation(session_diags(session), r->span, "not-well-defined", "%s",
                   text_string(&r->message));
    desk_refuse_with(d, "diagnostics", desk_diagnostics(session));
    diags_release(session_diags(session), mark);
  }
  return desk_refuse(d, "%s", text_string(&r->message));
}
