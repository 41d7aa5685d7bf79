#include "session/format.h"

#include <string.h>

#include "csp/script.h"
#include "eventb/eventb.h"
#include "session/script_text.h"

/* ---- line ends */

static bool ends_lines_with_crlf(const Source *source)
{
  bool any = false;
  for (const char *at = source->text; (at = strchr(at, '\n')); at++, any = true)
    if (at == source->text || at[-1] != '\r') return false;
  return any;
}

/* Line ends become those of the source, if it has the same ones everywhere. */
static void keep_line_ends(Text *text, const Source *source)
{
  if (!ends_lines_with_crlf(source)) return;
  Text copy = {0};
  for (size_t i = 0; i < text->len; i++) {
    if (text->data[i] == '\n' && (i == 0 || text->data[i - 1] != '\r')) text_add_char(&copy, '\r');
    text_add_char(&copy, text->data[i]);
  }
  text_free(text);
  *text = copy;
}

/* ---- printing */

void format_formula(Session *session, const Source *source, FormulaKind kind, FormatOptions o,
                    Text *text)
{
  const Node *node = session_parse_formula(session, source, kind, NULL);
  if (session_has_errors(session)) return;
  print_node(text, node, o.style);
  text_add_char(text, '\n');
  keep_line_ends(text, source);
}

void format_temporal(Session *session, const Source *source, TemporalLogic logic, FormatOptions o,
                     Text *text)
{
  const Temporal *t = session_parse_temporal(session, source, logic, NULL);
  if (session_has_errors(session)) return;
  temporal_print(text, t, o.style);
  text_add_char(text, '\n');
  keep_line_ends(text, source);
}

const char *format_file(Session *session, const Source *source, FormatOptions o, Text *text)
{
  const char *name = NULL;
  if (eventb_is_source(source)) {
    name = eventb_print(session_context(session), source, text, !o.ascii);
  } else if (csp_is_source(source)) {
    uint32_t mark = diags_mark(session_diags(session));
    const CspNode *script = script_parse(session, source);
    if (!session_has_errors(session)) {
      csp_format(text, script, source, o.style.width);
      diags_release(session_diags(session), mark); /* of brackets, which are written now */
    }
  } else {
    const Unit *unit = session_parse(session, source);
    if (unit->root->name) name = unit->root->name->text;
    if (!session_has_errors(session)) print_unit(text, unit, o.style);
  }
  keep_line_ends(text, source);
  return name;
}
