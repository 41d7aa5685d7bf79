/* Feeds arbitrary text to the parser, as a formula if it begins with one of the
 * prefixes #EXPRESSION, #PREDICATE or #SUBSTITUTION, else as a file.  Text that
 * is accepted is printed and read again, which must give the same tree, and is
 * linked and type-checked.  Needs a large stack: see tools/fuzz.sh.
 *
 * Definitions may multiply their bodies up to a limit that takes seconds to reach;
 * here it is lower, so that an input that takes long is a finding. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "session/session.h"
#include "syntax/diag.h"
#include "syntax/parser.h"
#include "syntax/print.h"
#include "syntax/source.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct {
  const char *prefix;
  FormulaKind kind;
} formulas[] = {
    {"#EXPRESSION", FORMULA_EXPR},
    {"#PREDICATE", FORMULA_PRED},
    {"#SUBSTITUTION", FORMULA_SUBST},
};
enum { FORMULAS = sizeof formulas / sizeof *formulas, NO_FORMULA = -1 };

enum { ASCII, UNICODE, NOTATIONS };
enum { BUDGET = 50000 };

static Session *new_session(void)
{
  Session *session = session_new();
  session_context(session)->expansion_budget = BUDGET;
  return session;
}

/* Reads a text and, if it is accepted, gives its tree and both its notations. */
static bool read_text(const char *text, size_t length, int formula, Text *tree, Text *printed)
{
  Session *session = new_session();
  const Source *source = sources_add(session_sources(session), "input.mch", text, length);
  Unit *unit = NULL;
  Node *node = NULL;
  if (formula == NO_FORMULA) unit = session_parse(session, source);
  else node = session_parse_formula(session, source, formulas[formula].kind, NULL);
  bool accepted = diags_errors(session_diags(session)) == 0;
  if (accepted && unit) dump_unit(tree, unit);
  else if (accepted) dump_node(tree, node);
  for (int i = 0; accepted && printed && i < NOTATIONS; i++) {
    PrintStyle style = {.unicode = i == UNICODE, .width = 100};
    if (unit) print_unit(&printed[i], unit, style);
    else print_node(&printed[i], node, style);
  }
  session_free(session);
  return accepted;
}

static void check_types(const char *text, size_t length, int formula)
{
  Session *session = new_session();
  const Source *source = sources_add(session_sources(session), "input.mch", text, length);
  if (formula == NO_FORMULA) session_load(session, source);
  else if (formulas[formula].kind != FORMULA_SUBST)
    session_formula(session, NULL, source, formulas[formula].kind);
  session_free(session);
}

/* Reading what was printed must give the same tree. */
static void check_round_trip(const Text *printed, int formula, const Text *tree)
{
  Text again = {0};
  bool accepted = read_text(text_string(printed), printed->len, formula, &again, NULL);
  if (!accepted || strcmp(text_string(&again), text_string(tree)) != 0) {
    fprintf(stderr, "printed as\n%s\nwhich is %s; the tree was\n%s\nand is now\n%s\n",
            text_string(printed), accepted ? "another tree" : "rejected", text_string(tree),
            text_string(&again));
    abort();
  }
  text_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const char *text = (const char *) data;
  int formula = NO_FORMULA;
  for (int i = 0; i < FORMULAS; i++) {
    size_t length = strlen(formulas[i].prefix);
    if (size >= length && !memcmp(text, formulas[i].prefix, length)) formula = i;
  }
  if (formula != NO_FORMULA) { /* the kind is known now; what is printed has no prefix */
    text += strlen(formulas[formula].prefix);
    size -= strlen(formulas[formula].prefix);
  }
  Text tree = {0}, printed[NOTATIONS] = {{0}};
  if (read_text(text, size, formula, &tree, printed)) {
    for (int i = 0; i < NOTATIONS; i++) check_round_trip(&printed[i], formula, &tree);
    check_types(text, size, formula);
  }
  text_free(&tree);
  for (int i = 0; i < NOTATIONS; i++) text_free(&printed[i]);
  return 0;
}
