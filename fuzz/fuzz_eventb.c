/* Feeds arbitrary text to the readers of Event-B, by its beginning: `<` is a file of Rodin,
 * `machine`, `context` and comments the text notation, `package` one of ProB's packages,
 * `=` a predicate, `+` an expression, `:` an assignment.  What is accepted is printed and
 * read again, which must give the same; components are flattened, linked and type-checked.
 * Needs a large stack: see tools/fuzz.sh. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "eventb/eventb.h"
#include "eventb/notation/formula.h"
#include "eventb/notation/print_formula.h"
#include "eventb/read/component_text.h"
#include "session/session.h"
#include "syntax/print.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool has_errors(Session *session) { return diags_errors(session_diags(session)) > 0; }

static void give_up(const char *what, const Text *before, const Text *after)
{
  fprintf(stderr, "%s\nbefore:\n%s\nafter:\n%s\n", what, text_string(before), text_string(after));
  abort();
}

/* Reads a formula; if it is accepted, gives its tree and how it is printed. */
static bool read_formula(const char *text, size_t length, EventbFormulaKind kind, bool unicode,
                         Text *tree, Text *printed)
{
  Session *session = session_new();
  const Source *source = sources_add(session_sources(session), "formula", text, length);
  const Node *node = eventb_parse_source(session_context(session), source, kind, NULL, NULL);
  bool accepted = !has_errors(session);
  if (accepted) dump_node(tree, node);
  if (accepted && printed) eventb_print_formula(printed, node, unicode);
  session_free(session);
  return accepted;
}

static void check_formula(const char *text, size_t length, EventbFormulaKind kind)
{
  for (int unicode = 0; unicode < 2; unicode++) {
    Text tree = {0}, printed = {0}, again = {0};
    if (read_formula(text, length, kind, unicode, &tree, &printed)) {
      bool accepted = read_formula(text_string(&printed), printed.len, kind, unicode, &again, NULL);
      if (!accepted || strcmp(text_string(&tree), text_string(&again)) != 0) {
        fprintf(stderr, "printed as %s\n", text_string(&printed));
        give_up("the tree has changed", &tree, &again);
      }
    }
    text_free(&tree);
    text_free(&printed);
    text_free(&again);
  }
}

/* *notation: it is in the text notation, not a file of Rodin or a package. */
static bool print_file(const char *name, const char *text, size_t length, Text *printed,
                       bool *notation)
{
  Session *session = session_new();
  const Source *source = sources_add(session_sources(session), name, text, length);
  eventb_print(session_context(session), source, printed, true);
  bool accepted = !has_errors(session);
  *notation = strcmp(name, "input.bum") != 0 && eventb_is_text(source);
  session_free(session);
  return accepted;
}

static void check_file(const char *name, const char *text, size_t length)
{
  for (EventbLevel level = EVENTB_LEVEL_ALL; level <= EVENTB_LEVEL_REFINED; level++) {
    Session *session = session_new();
    const Source *source = sources_add(session_sources(session), name, text, length);
    session_load_levels(session, source, (ModelLevels){.eventb = level});
    session_free(session);
  }
  Text printed = {0}, again = {0};
  bool notation;
  if (print_file(name, text, length, &printed, &notation) && notation) {
    bool accepted = print_file(name, text_string(&printed), printed.len, &again, &notation);
    if (!accepted || strcmp(text_string(&printed), text_string(&again)) != 0)
      give_up("the text has changed", &printed, &again);
  }
  text_free(&printed);
  text_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const char *text = (const char *) data;
  if (size == 0) return 0;
  switch (*text) {
  case '=': check_formula(text + 1, size - 1, EVENTB_PREDICATE); break;
  case '+': check_formula(text + 1, size - 1, EVENTB_EXPRESSION); break;
  case ':': check_formula(text + 1, size - 1, EVENTB_ASSIGNMENT); break;
  case '<': check_file("input.bum", text, size); break;
  default: check_file("input.eventb", text, size); break;
  }
  return 0;
}
