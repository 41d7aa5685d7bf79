#include "report/violation.h"

#include <assert.h>
#include <string.h>

static const char *const kinds[] = {[VIOLATION_INVARIANT] = "invariant",
                                    [VIOLATION_DEADLOCK] = "deadlock",
                                    [VIOLATION_ASSERTION] = "assertion",
                                    [VIOLATION_GOAL] = "goal",
                                    [VIOLATION_WELL_DEFINEDNESS] = "well-definedness",
                                    [VIOLATION_OBLIGATION] = "obligation",
                                    [VIOLATION_SETUP] = "setup",
                                    [VIOLATION_INITIALISATION] = "initialisation"};

const char *violation_kind(const Violation *v)
{
  assert(v->kind <= VIOLATION_INITIALISATION);
  return kinds[v->kind];
}

/* The messages begin with the label that the obligation has: event/guard/GRD. */
const char *violation_title_of_step(const char *message, bool claim)
{
  static const char *const names[][2] = {{"/GRD ", "guard strengthening"},
                                         {"/SIM ", "action simulation"},
                                         {"/EQL ", "equality of preserved variables"},
                                         {"/MRG ", "guard of merged events"},
                                         {"/WFIS ", "feasibility of a witness"},
                                         {"/WWD ", "well-definedness of a witness"},
                                         {"/FIS ", "feasibility of an action"},
                                         {"/THM ", "theorem"},
                                         {"/NAT ", "numeric variant"},
                                         {"/FIN ", "finiteness of the variant"},
                                         {"/VAR ", "decrease of the variant"}};
  for (unsigned i = 0; claim && i < sizeof names / sizeof *names; i++)
    if (strstr(message, names[i][0])) return names[i][1];
  return kinds[claim ? VIOLATION_OBLIGATION : VIOLATION_WELL_DEFINEDNESS];
}

const char *violation_title(const Violation *v)
{
  if (v->kind != VIOLATION_OBLIGATION) return kinds[v->kind];
  return violation_title_of_step(v->message, true);
}
