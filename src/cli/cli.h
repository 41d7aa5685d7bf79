#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdbool.h>

#include "base/text.h"
#include "cli/exit_codes.h"
#include "cli/options.h"
#include "report/exchange/exchange.h"
#include "report/report.h"

typedef struct Cli Cli;

typedef struct { /* see commands.def */
  const char *name;
  ExitCode (*run)(Cli *);
  const char *arguments, *summary, *example, *exit_codes, *details;
} Command;

/* One run of the program.  A command makes its report, and ends with cli_finish. */
struct Cli {
  const Command *command; /* NULL while it is not known */
  Options options;
  Report report;
  ExchangeForm form;  /* of a report for programs */
  Text last_words[2]; /* see last_words.h; by turns, the one of last_words_used is valid */
  bool last_words_used;
  /* Of a run for another one: where its text goes, or NULL; and its report, if that is JSON. */
  Text *collected;
  json_t *reports;
  bool embedded;          /* run by the program itself: mistakes are told in the report alone */
  const Source *replaced; /* what -o may overwrite, though it was read; or NULL */
};

/* The command's arguments, without its name. */
uint32_t cli_argument_count(const Cli *);
const char *cli_argument(const Cli *, uint32_t index);

/* A mistake in the command line or in the environment: a message on standard
 * error (and a report if it is to be JSON).  Always EXIT_CODE_USAGE. */
ExitCode cli_usage(Cli *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The mistake that the options hold. */
ExitCode cli_usage_options(Cli *);
/* Ends a command that the session has refused: a usage error, or mistakes in a text. */
ExitCode cli_refused(Cli *);
/* The same; in a text, mistakes are said to be in the source that was refused. */
ExitCode cli_refused_source(Cli *);

/* Whether -o names this file. */
bool cli_would_overwrite(const Cli *, const char *path);
/* False, with the reason, if it cannot be written, or is a file that was read and no trace. */
bool cli_write_trace(const Cli *, const char *path, const Text *, Text *error);
/* --trace FILE: writes it, unless it is NULL or empty; false: a usage error was reported. */
bool cli_save_trace(Cli *, const Text *);

bool cli_has_errors(const Cli *); /* in the texts read so far */

/* Shows the diagnostics and writes the report.  Where there are errors the
 * verdict is ERROR, and `out` is replaced by the line `ERROR …`. */
ExitCode cli_finish(Cli *, Verdict);
/* The same, but what is in `out` is written even if there are errors. */
ExitCode cli_finish_anyway(Cli *, Verdict);
/* The same as cli_finish for a command that the user can interrupt: then the exit code says so. */
ExitCode cli_finish_run(Cli *, Verdict);
/* EXIT_CODE_INTERRUPTED if the user has interrupted the command, else this one. */
ExitCode cli_unless_interrupted(ExitCode);
/* For commands that talk with the user: shows the diagnostics and forgets them; writes
 * what is in `out`, now.  If that fails, the result is what the command ends with. */
void cli_tell_diags(Cli *);
ExitCode cli_flush(Cli *);
/* A new session that works as the command line says. */
Session *cli_new_session(const Cli *);
/* Whether messages have colours. */
bool cli_wants_colour(const Cli *);
/* Writes `out` as it is, whatever the form of reports. */
ExitCode cli_print(Cli *);

#endif
