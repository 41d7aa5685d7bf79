#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include <stdbool.h>

#include "cli/cli.h"
#include "session/systems.h"
#include "temporal/notation/formula.h"

/* What a command works on: a file, standard input, or a formula. */
typedef struct {
  const Source *source;
  SystemText system; /* of a file that was opened as a system; its source is this one */
  const char *path;  /* the file; NULL for standard input and formulas */
  bool is_formula;
  FormulaKind kind; /* of the formula */
  bool is_temporal; /* a formula of this logic */
  TemporalLogic logic;
} Input;

/* Reads what the command line names: the file in argument `index`, or --expr,
 * --pred, --subst, --ltl or --ctl.  Sets cli->file.  False if a usage error was reported. */
bool input_open(Cli *, uint32_t index, Input *);
/* The same for commands that can do something with other systems than B models, too: with what
 * input_read_operand reads. */
bool input_open_system(Cli *, uint32_t index, Input *);

/* The source of a file, or of standard input for `-`; NULL if a usage error was reported. */
const Source *input_read_file(Cli *, const char *path);
/* The same for commands that can do something with other systems. */
const Source *input_read_system(Cli *, const char *path);

/* What an opened system is for the options; false if one was given that means nothing for it, which
 * was reported as a usage error. */
InputKinds input_kind(const System *);
bool input_suits_options(Cli *, InputKinds);

/* A system: FILE, FILE.csp#PROCESS, for which --process serves, too, or MACHINE.mch+GUIDE.csp, for
 * which --csp does.  Without a source a usage
 * error was reported. */
SystemText input_read_operand(Cli *, const char *argument);

/* Warns if the name of the file promises another kind of machine.  The unit may be NULL. */
void input_warn_ending(Cli *, const Input *, const Unit *);

/* Words for the formula: "expression", "LTL formula", … */
const char *input_kind_text(const Input *);

#endif
