#include <string.h>

#include "csp/script.h"
#include "eventb/eventb.h"
#include "eventb/read/component_text.h"
#include "report/json_report.h"
#include "serve/desk/desk_impl.h"
#include "session/format.h"

/* Texts that are being edited.  Each is read in a session of its own, beside the other files of its
 * folder as they are on disk. */

enum { WIDTH = 100 };
#define BYTE_ORDER_MARK "\xEF\xBB\xBF"

typedef enum {
  TEXT_OTHER,
  TEXT_MODEL,
  TEXT_EVENTB,
  TEXT_DEFINITIONS,
  TEXT_SCRIPT,
  TEXT_AUT
} TextKind;

static bool ends_with(const char *text, const char *end)
{
  size_t length = strlen(text), tail = strlen(end);
  return length > tail && !strcmp(text + length - tail, end);
}

static TextKind kind_of(const Source *source)
{
  static const char *const models[] = {".mch", ".ref", ".imp", ".sys"};
  for (size_t i = 0; i < sizeof models / sizeof *models; i++)
    if (ends_with(source->name, models[i])) return TEXT_MODEL;
  if (ends_with(source->name, ".def")) return TEXT_DEFINITIONS;
  if (csp_is_source(source)) return TEXT_SCRIPT;
  if (eventb_is_source(source)) return TEXT_EVENTB;
  return system_is_aut(source->name) ? TEXT_AUT : TEXT_OTHER;
}

typedef struct {
  Session *session;
  const Source *source;
  TextKind kind;
  bool marked; /* it begins with a byte order mark */
} EditedText;

/* Reads the fields; false: refused. */
static bool open_text(Desk *d, Fields *f, EditedText *e)
{
  const char *file = fields_text(f, "file"), *text = fields_text(f, "text");
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  *e = (EditedText){.session = session_new(), .marked = !strncmp(text, BYTE_ORDER_MARK, 3)};
  SessionOptions options = d->hooks.base;
  options.time_limit = 20;
  session_set_options(e->session, options);
  desk_add_path(e->session);
  e->source = session_text_of_file(e->session, file, text);
  e->kind = kind_of(e->source);
  return true;
}

bool desk_diagnose(Desk *d, Fields *f, json_t *answer)
{
  EditedText e;
  System system = {0};
  if (!open_text(d, f, &e)) return false;
  switch (e.kind) {
  case TEXT_MODEL:
  case TEXT_EVENTB:
  case TEXT_AUT:
    system_load(e.session, e.source, (SystemKind){.as = SYSTEM_WHOLE}, &system);
    system_close(&system);
    break;
  case TEXT_DEFINITIONS: session_parse(e.session, e.source); break;
  case TEXT_SCRIPT: session_script(e.session, e.source); break;
  case TEXT_OTHER: break;
  }
  json_object_set_new(answer, "diagnostics", desk_diagnostics(e.session));
  session_free(e.session);
  return true;
}

/* Is what the file contains this text, and a notation that has a layout? */
static bool has_layout(const EditedText *e)
{
  if (e->kind == TEXT_EVENTB) return eventb_is_text(e->source);
  return e->kind == TEXT_MODEL || e->kind == TEXT_DEFINITIONS || e->kind == TEXT_SCRIPT;
}

bool desk_format(Desk *d, Fields *f, json_t *answer)
{
  EditedText e;
  Text text = {0};
  if (!open_text(d, f, &e)) return false;
  bool good = has_layout(&e);
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
