#include "session/edited_text.h"

#include <string.h>

#include "csp/script.h"
#include "eventb/eventb.h"
#include "eventb/read/component_text.h"
#include "session/system.h"

static bool ends_with(const char *text, const char *end)
{
  size_t length = strlen(text), tail = strlen(end);
  return length > tail && !strcmp(text + length - tail, end);
}

TextKind text_kind(const Source *source)
{
  static const char *const models[] = {".mch", ".ref", ".imp", ".sys"};
  for (size_t i = 0; i < sizeof models / sizeof *models; i++)
    if (ends_with(source->name, models[i])) return TEXT_MODEL;
  if (ends_with(source->name, ".def")) return TEXT_DEFINITIONS;
  if (csp_is_source(source)) return TEXT_SCRIPT;
  if (eventb_is_source(source)) return TEXT_EVENTB;
  return system_is_aut(source->name) ? TEXT_AUT : TEXT_OTHER;
}

bool text_has_layout(const Source *source)
{
  TextKind kind = text_kind(source);
  if (kind == TEXT_EVENTB) return eventb_is_text(source);
  return kind == TEXT_MODEL || kind == TEXT_DEFINITIONS || kind == TEXT_SCRIPT;
}

static Model *read_system(Session *session, const Source *source)
{
  System system = {0};
  system_load(session, source, (SystemKind){.as = SYSTEM_WHOLE, .lenient = true}, &system);
  Model *model = system.model;
  system_close(&system);
  return model;
}

EditedText edited_text_read(Session *session, const Source *source)
{
  EditedText text = {.kind = text_kind(source)};
  switch (text.kind) {
  case TEXT_MODEL:
  case TEXT_EVENTB:
  case TEXT_AUT: text.model = read_system(session, source); break;
  case TEXT_DEFINITIONS: text.definitions = session_parse(session, source); break;
  case TEXT_SCRIPT: text.script = session_lenient_script(session, source); break;
  case TEXT_OTHER: break;
  }
  return text;
}
