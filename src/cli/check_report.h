#ifndef CLI_CHECK_REPORT_H
#define CLI_CHECK_REPORT_H

#include "cli/cli.h"
#include "engine/engine.h"
#include "lts/b_machine.h"
#include "search/explore.h"

/* What `check` has found, and how it is told. */
typedef struct {
  Cli *cli;
  Lts *lts;
  BMachine *machine; /* that it is */
  Engine *engine;
  const Exploration *x;
  const char **messages;      /* by violation, as they are shown */
  unsigned asked_integers;    /* integers_of what the command line asks for */
  const char *const *reasons; /* why it is not complete, as they are shown */
  uint32_t reason_count;
} Checked;

/* Everything, up to the verdict. */
ExitCode check_report(Checked *);

/* ---- check_scope.c */

/* " for SET=2, MAXINT=3": what the verdict holds for. */
void check_add_scope(const Checked *, Text *);
/* {sets: {SET: 2}, MAXINT: 3}: the integers only where they matter. */
json_t *check_scope_json(const Checked *);

/* ---- check_violation.c */

/* The violations with the ways to them; their messages, also in *list, and the first one in the
 * file of --trace. False: that cannot be written, which was reported. */
bool check_show_violations(const Checked *, json_t *list);

/* ---- check_explain.c */

/* For each operation, which condition does not hold in the state; field `disabled`. */
void check_show_deadlock(const Checked *, const Value *state, json_t *entry);
/* The same for the initialisation, with these constants (NULL: there are none). */
void check_show_uninitialised(const Checked *, const Value *state, json_t *entry);
/* Which properties contradict each other, if that is found in a second, or with --explain; field
 * `conflict`. */
void check_show_conflict(const Checked *, json_t *entry);

#endif
