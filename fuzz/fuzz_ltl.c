/* Feeds arbitrary text to the parsers of temporal logic.  A formula that is accepted is printed and
 * read again, which must give the same tree, and is resolved in a small model; as a definition of a
 * machine the text is read at another place.  Needs a large stack: see tools/fuzz.sh. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/session.h"
#include "temporal/notation/definitions.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char machine_begin[] =
    "MACHINE m SETS P = {a, b}; D CONSTANTS c PROPERTIES c : 1..2 VARIABLES x, y\n"
    "DEFINITIONS GOAL == x = 1; big == x > c; has(q) == q : y;\n";
static const char machine_end[] =
    "\nINVARIANT x : 0..5 & y <: P INITIALISATION x := 0 || y := {}\n"
    "OPERATIONS inc = x := 1; op(p, k) = PRE p : P & k : 0..c THEN x := k END;\n"
    "r <-- get(s) = PRE s <: P THEN r := x END END";

/* Reads a text; if it is accepted, gives its tree and how it is printed. */
static bool read_text(const char *text, size_t length, TemporalLogic logic, Text *tree,
                      Text *printed)
{
  Session *session = session_new();
  const Source *source = sources_add(session_sources(session), "--ltl", text, length);
  const Temporal *t = session_parse_temporal(session, source, logic, NULL);
  bool accepted = diags_errors(session_diags(session)) == 0;
  if (accepted) temporal_dump(tree, t);
  if (accepted && printed) temporal_print(printed, t, (PrintStyle){0});
  session_free(session);
  return accepted;
}

static void check_print(const char *text, size_t length, TemporalLogic logic)
{
  Text tree = {0}, printed = {0}, again = {0};
  if (read_text(text, length, logic, &tree, &printed) &&
      (!read_text(text_string(&printed), printed.len, logic, &again, NULL) ||
       strcmp(text_string(&tree), text_string(&again)) != 0)) {
    fprintf(stderr, "printed as\n%s\nthe tree was\n%s\nand is now\n%s\n", text_string(&printed),
            text_string(&tree), text_string(&again));
    abort();
  }
  text_free(&tree);
  text_free(&printed);
  text_free(&again);
}

static void check_definition(Session *session, Model *model)
{
  TemporalDefinitions found = {0};
  temporal_definitions(session_context(session), model->main->unit, &found);
  for (uint32_t i = 0; i < found.len; i++)
    session_temporal(session, model, found.data[i].source, found.data[i].logic);
  vec_free(&found);
}

static void check_model(const char *text, size_t length)
{
  Session *session = session_new();
  Text machine = {0};
  text_add(&machine, machine_begin);
  text_add(&machine, "ASSERT_LTL == \"");
  text_add_bytes(&machine, text, length);
  text_add(&machine, "\"");
  text_add(&machine, machine_end);
  Model *model = session_load(
      session, sources_add(session_sources(session), "m.mch", text_string(&machine), machine.len));
  if (diags_errors(session_diags(session)) == 0) check_definition(session, model);
  text_free(&machine);
  session_free(session);
}

static void check_types(const char *text, size_t length)
{
  Session *session = session_new();
  Text machine = {0};
  text_printf(&machine, "%s%s", machine_begin, machine_end);
  Model *model = session_load(session, session_text(session, "m.mch", text_string(&machine)));
  const Source *source = sources_add(session_sources(session), "--ltl", text, length);
  session_temporal(session, model, source, LOGIC_LTL);
  session_temporal(session, model, source, LOGIC_CTL);
  session_temporal(session, NULL, source, LOGIC_LTL);
  text_free(&machine);
  session_free(session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const char *text = (const char *) data;
  check_print(text, size, LOGIC_LTL);
  check_print(text, size, LOGIC_CTL);
  check_types(text, size);
  check_model(text, size);
  return 0;
}
