#include <string.h>

#include "report/json_report.h"
#include "serve/desk/desk_impl.h"
#include "session/edited_text.h"
#include "session/format.h"

/* Texts that are being edited.  Each is read in a session of its own, beside the other files of its
 * folder as they are on disk. */

enum { WIDTH = 100 };
#define BYTE_ORDER_MARK "\xEF\xBB\xBF"

typedef struct {
  Session *session;
  const Source *source;
  bool marked; /* it begins with a byte order mark */
} OpenText;

/* Reads the fields; false: refused. */
static bool open_text(Desk *d, Fields *f, OpenText *e)
{
  const char *file = fields_text(f, "file"), *text = fields_text(f, "text");
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  *e = (OpenText){.session = session_new(), .marked = !strncmp(text, BYTE_ORDER_MARK, 3)};
  SessionOptions options = d->hooks.base;
  options.time_limit = 20;
  session_set_options(e->session, options);
  desk_add_path(e->session);
  e->source = session_text_of_file(e->session, file, text);
  return true;
}

bool desk_diagnose(Desk *d, Fields *f, json_t *answer)
{
  OpenText e;
  if (!open_text(d, f, &e)) return false;
  edited_text_read(e.session, e.source);
  json_object_set_new(answer, "diagnostics", desk_diagnostics(e.session));
  session_free(e.session);
  return true;
}

bool desk_format(Desk *d, Fields *f, json_t *answer)
{
  OpenText e;
  Text text = {0};
  if (!open_text(d, f, &e)) return false;
  bool good = text_has_layout(e.source);
  if (!good) desk_refuse(d, "only the texts of models and scripts have a layout");
  if (good && e.marked) text_add(&text, BYTE_ORDER_MARK);
  if (good) format_file(e.session, e.source, (FormatOptions){.style.width = WIDTH}, &text);
  if (good && session_has_errors(e.session)) {
    session_refuse_text(e.session, e.source);
    good = desk_refuse_session(d, e.session, e.source->name);
  }
  if (good) json_object_set_new(answer, "text", json_report_string(text_string(&text)));
  session_free(e.session);
  text_free(&text);
  return good;
}
