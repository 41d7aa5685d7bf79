#include "cli/command/help_csp.h"

#include "csp/names/symbol.h"
#include "csp/syntax/operators.h"
#include "report/width.h"

typedef struct {
  const char *spelling, *meaning;
  CspLevel level;
} Notation;

static const Notation notations[] = {
#define NOTATION(spelling, level, meaning) {spelling, meaning, CSP_LEVEL_##level},
#include "cli/command/notation_csp.def"
};

static void add_notations(Text *out)
{
  text_add(out, "Operators of CSP-M. A higher priority binds tighter.\n\n"
                "                        prio meaning\n");
  for (size_t i = 0; i < sizeof notations / sizeof *notations; i++) {
    width_pad(out, notations[i].spelling, 24);
    text_printf(out, "%4d %s\n", (int) notations[i].level, notations[i].meaning);
  }
}

static void add_assertions(Text *out)
{
  text_add(
      out,
      "\nAssertions. Models: T traces, F and stable failures, FD and divergences.\n\n"
      "  assert P [T= Q               Q refines P; [F= [FD= likewise\n"
      "  assert P :[deadlock free]    with [F], :[deadlock free [F]]: divergences do not count\n"
      "  assert P :[deterministic]    the same with [F]\n"
      "  assert P :[divergence free]  or :[livelock free]\n"
      "  assert P :[has trace [T]]: <a, b>\n"
      "  assert not A                 A does not hold\n"
      "  assert b                     a condition\n"
      "  ... :[tau priority over]: S  an option, at the end: events of S wait for hidden steps\n"
      "\nDeclarations: channel c : A.B, datatype, nametype, subtype, f(x) = E, f :: TYPE,\n"
      "include \"FILE\", module, Timed { }, transparent and external (functions marked * below).\n"
      "Comments: -- to the end of the line, {- ... -}.\n");
}

static void add_names(Text *out)
{
  unsigned column = 0;
  text_add(out, "\nNames that need no declaration:\n");
  for (unsigned i = 0; i < BUILTIN_COUNT; i++) {
    Text name = {0};
    bool asked = builtin_access((CspBuiltin) i) == BUILTIN_ASKED;
    text_printf(&name, "%s%s", builtin_name((CspBuiltin) i), asked ? "*" : "");
    bool wraps = column == 0 || column + 1 + name.len > 96;
    text_add(out, !wraps ? " " : column ? "\n  " : "  ");
    column = (wraps ? 2 : column + 1) + (unsigned) name.len;
    text_add(out, text_string(&name));
    text_free(&name);
  }
  text_add(out, "\n\nThe page docs/csp.md explains CSP to users of B, and B to users of CSP.\n");
}

void help_csp(Text *out)
{
  add_notations(out);
  add_assertions(out);
  add_names(out);
}
