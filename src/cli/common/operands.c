#include "cli/common/operands.h"

#include <assert.h>

#include "cli/input.h"
#include "cli/request.h"
#include "cli/signals.h"

static bool refused(Cli *cli, ExitCode *code)
{
  *code = cli_refused_source(cli);
  return false;
}

static bool wrong_count(Cli *cli, const char *what, ExitCode *code)
{
  text_add(&cli->options.hint, cli->command->example);
  *code = cli_usage(cli, "%s takes %s given", cli->command->name, what);
  return false;
}

static bool takes_one(Cli *cli, ExitCode *code)
{
  uint32_t count = cli_argument_count(cli);
  if (count == 1) return true;
  return wrong_count(
      cli, arena_printf(session_arena(cli->report.session), "one file, but %u were", count), code);
}

static SystemText read_argument(Cli *cli, uint32_t index, ExitCode *code)
{
  *code = EXIT_CODE_USAGE;
  return input_read_operand(cli, cli_argument(cli, index));
}

/* The first file, as one system. */
static bool open_first(Cli *cli, System *system, ExitCode *code)
{
  cli->report.file = cli_argument(cli, 0);
  SystemText text = read_argument(cli, 0, code);
  SystemKind kind = system_text_kind(text, (SystemKind){.as = SYSTEM_WHOLE});
  if (!text.source) return false;
  if (!system_open(cli->report.session, text.source, kind, system)) return refused(cli, code);
  cli->report.model = system_name(system);
  if (input_suits_options(cli, input_kind(system))) return true;
  system_close(system);
  *code = EXIT_CODE_USAGE;
  return false;
}

bool operands_file(Cli *cli, System *system, ExitCode *code)
{
  *system = (System){0};
  if (!takes_one(cli, code)) return false;
  return open_first(cli, system, code);
}

/* What is seen of the systems, once they are open.  From now on the user can interrupt. */
static bool see(Cli *cli, Systems *s)
{
  Session *session = cli->report.session;
  SystemsView view = {.hidden = request_hidden(session, &cli->options),
                      .renamed = request_renamed(session, &cli->options),
                      .alphabet = options_is(&cli->options, OPT_ALPHABET, "all") ? ALPHABET_ALL
                                  : options_is(&cli->options, OPT_ALPHABET, "common")
                                      ? ALPHABET_COMMON
                                      : ALPHABET_MIXED};
  if (!systems_fit(session, s, &view)) return false;
  signals_note_interruption();
  systems_see(session, s, &view);
  return true;
}

/* An option need only mean something for one side. */
static bool suits_options(Cli *cli, const Systems *s)
{
  return input_suits_options(cli, input_kind(&s->impl) | (s->spec.lts ? input_kind(&s->spec) : 0));
}

/* Ends what was begun, if it was refused. */
static bool finish_opening(Cli *cli, Systems *s, bool good, ExitCode *code)
{
  assert(s->file);
  bool suits = !good || suits_options(cli, s);
  good = good && suits && see(cli, s);
  if (good) return true;
  systems_close(s);
  *code = EXIT_CODE_USAGE;
  return suits && refused(cli, code);
}

bool operands_one(Cli *cli, Systems *s, bool events, ExitCode *code)
{
  *s = (Systems){.events = events};
  if (!takes_one(cli, code)) return false;
  cli->report.file = s->file = cli_argument(cli, 0);
  SystemText text = read_argument(cli, 0, code);
  if (!text.source) return false;
  bool good = systems_open_one(cli->report.session, text, s);
  cli->report.model = system_name(&s->impl);
  return finish_opening(cli, s, good, code);
}

static bool open_spec(Cli *cli, Systems *s, ExitCode *code)
{
  if (cli_argument_count(cli) == 2) {
    SystemText text = read_argument(cli, 1, code);
    if (!text.source) systems_close(s);
    return text.source &&
           finish_opening(cli, s, systems_open_spec(cli->report.session, text, s), code);
  }
  if (systems_has_refined(s))
    return finish_opening(cli, s, systems_open_refined(cli->report.session, s), code);
  systems_close(s);
  text_add(&cli->options.hint, cli->command->example);
  *code = cli_usage(cli, "%s refines nothing: name the specification", cli->report.file);
  return false;
}

bool operands_pair(Cli *cli, Systems *s, ExitCode *code)
{
  *s = (Systems){0};
  uint32_t count = cli_argument_count(cli);
  if (count == 0 || count > 2)
    return wrong_count(cli,
                       arena_printf(session_arena(cli->report.session),
                                    "an implementation and a specification, but %u files were",
                                    count),
                       code);
  cli->report.file = s->file = cli_argument(cli, 0);
  SystemText text = read_argument(cli, 0, code);
  if (!text.source) return false;
  bool good = systems_open_impl(cli->report.session, text, s);
  cli->report.model = system_name(&s->impl);
  return good ? open_spec(cli, s, code) : finish_opening(cli, s, false, code);
}

bool operands_is_refinement(Cli *cli)
{
  const char *error;
  const Source *source = NULL;
  if (cli_argument_count(cli) && !system_is_aut(cli_argument(cli, 0)))
    source = session_read(cli->report.session, cli_argument(cli, 0), &error);
  return source && system_is_refinement(cli->report.session, source);
}

/* A specification that is named must be what is refined. */
static bool is_refined(Cli *cli, const System *system, ExitCode *code)
{
  if (cli_argument_count(cli) < 2) return true;
  *code = EXIT_CODE_USAGE;
  const Source *source = input_read_file(cli, cli_argument(cli, 1));
  if (!source) return false;
  if (system_refines(cli->report.session, system, source)) return true;
  *code = cli_usage(cli, "%s does not refine %s", system_name(system), cli_argument(cli, 1));
  return false;
}

bool operands_refinement(Cli *cli, System *system, ExitCode *code)
{
  *system = (System){0};
  *code = EXIT_CODE_USAGE;
  bool is_text = cli_argument_count(cli) && !system_is_aut(cli_argument(cli, 0));
  if (is_text && !input_read_file(cli, cli_argument(cli, 0))) return false;
  if (!operands_is_refinement(cli) || cli_argument_count(cli) > 2) {
    text_add(&cli->options.hint, cli->command->example);
    *code =
        cli_usage(cli, "this requires a refinement of classical B and the machine that it refines");
    return false;
  }
  if (!open_first(cli, system, code)) return false;
  if (is_refined(cli, system, code)) return true;
  system_close(system);
  return false;
}
