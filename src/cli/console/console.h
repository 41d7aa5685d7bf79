#ifndef CLI_CONSOLE_CONSOLE_H
#define CLI_CONSOLE_CONSOLE_H

#include "cli/cli.h"
#include "cli/console/lines.h"
#include "report/talk/talk.h"
#include "session/scene.h"
#include "session/trace_file.h"
#include "session/visb/own_picture.h"

/* What repl and animate share: lines are commands (`:name …`), steps of an animation, or
 * formulas to be evaluated, in the state that the model is in.  Nothing that is typed
 * ends the session but :quit and the end of the input. */
typedef struct Console Console;

typedef struct {
  const char *name, *arguments, *help;
  bool animates; /* only where a model is stepped through */
  bool (*run)(Console *, const char *arguments);
} ConsoleCommand;

extern const ConsoleCommand console_commands[]; /* ends with a NULL name */

struct Console {
  Cli *cli;
  const char *file; /* the model, or NULL: formulas only */
  bool animates;    /* … or the model is only a scope for formulas, in its first state */
  Scene scene;
  Talk talk;          /* about the scene */
  OwnPicture picture; /* of the scene; opened when it is asked for */
  bool live;          /* a person watches; if not, a report may be collected in cli->out */
  bool quit, failed;  /* failed: something could not be done */
  bool unsure;        /* … and it could not be decided whether it can be */
  ExitCode code;      /* not PASS: standard output is gone */
  const char *script; /* name of the script, for messages; or NULL */
  uint32_t line;      /* of the script */
  uint64_t seed;      /* of random steps */
  uint32_t listed;    /* where the next page of the list of transitions begins */
  char *filter;       /* of that list: arguments of :enabled; owned */
};

/* Opens the model, if there is one, and starts.  False: *code is what the command ends
 * with. */
bool console_open(Console *, Cli *, const char *file, bool animates, ExitCode *code);
void console_close(Console *);

/* Does what the line says.  False: it could not be done, and a message said why. */
bool console_do(Console *, const char *line);
/* Reads lines and does what they say, to the end of the input or :quit; with `stop`, to
 * the first that cannot be done. */
void console_run(Console *, FILE *, bool stop);

/* Output, and complaints.  The latter are always false, for return. */
void console_flush(Console *);
void console_flush_long(Console *); /* if there is much, or somebody watches */
bool console_complain(Console *, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool console_wrong_text(Console *); /* shows the diagnostics */
/* What the engine had to remark, and the end of an evaluation. */
void console_warn(Console *);

/* What follows may take as long as the limits of the command line say, and be interrupted.  Is that
 * over?  Steps that are taken by the thousands ask. */
void console_begin(Console *);
bool console_is_over(Console *);

/* What was asked for was refused: shows the diagnostics, or why; always false. */
bool console_refused(Console *);

/* Formulas (console_formula.c). */
bool console_answer(Console *, const char *formula);

/* Steps (console_step.c): a number, or the name of an operation, maybe with arguments. */
bool console_is_step(const Console *, const char *line);
bool console_step(Console *, const char *line);
/* Operators and values in Unicode from now on, or in ASCII. */
void console_write_unicode(Console *, bool);
/* Shows the steps from the given one on (or the last), what they changed, and the
 * situation. */
void console_show_steps(Console *, uint32_t from);
void console_show_step(Console *);
/* What is wrong in this state; for a person, also the operations that are possible. */
void console_show_situation(Console *);
void console_show_enabled(Console *);
/* The first predicate that is violated in this state, with its kind; NULL: none. */
const LtsPredicate *console_violated(Console *);

/* The steps so far as the text of a trace file; reading one, NULL with a message in
 * *error if that fails; taking its steps from the start (console_trace.c). */
void console_add_trace(Console *, Text *);
TraceFile *console_read_trace(Console *, const char *path, Text *error);
bool console_follow(Console *, const TraceFile *, const char *path);
/* The steps so far with the model's own pictures, as one HTML file; false, with a message in *error
 * (console_export.c). */
bool console_write_page(Console *, const char *path, Text *error);
/* The pictures of the scene, and what there is to say of them (console_picture.c). */
OwnPicture *console_own_picture(Console *);

#define CONSOLE(name, arguments, where, help) \
  bool console_##name(Console *, const char *arguments_);
#include "cli/console/console.def"
#undef CONSOLE

#endif
