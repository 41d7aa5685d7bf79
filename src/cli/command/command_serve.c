#define _GNU_SOURCE /* pipe2 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "cli/command/commands.h"
#include "cli/common/browser.h"
#include "cli/output.h"
#include "cli/signals.h"
#include "serve/http/serve.h"
#include "serve/page/page.h"

static const double idle_seconds = 600, arrival_seconds = 10;

typedef struct {
  Cli *cli;
  Browser browser;
} Serving;

static void complain(const char *message)
{
  Text text = {0};
  text_printf(&text, "probity: %s\n", message);
  output_complain(&text);
  text_free(&text);
}

static void announce(void *owner, const char *address, const char *folder)
{
  Serving *serving = owner;
  Text problem = {0}, note = {0};
  text_printf(&serving->cli->report.out, "%s\n", address);
  cli_flush(serving->cli);
  text_printf(&note, "the page reads and writes files below %s", folder);
  complain(text_string(&note));
  text_free(&note);
  if (!page_is_built())
    complain("warning: this program was built without its page (see CONTRIBUTING.md)");
  if (!options_given(&serving->cli->options, OPT_OPEN)) return;
  if (!browser_open(&serving->browser, address, &problem)) complain(text_string(&problem));
  text_free(&problem);
}

/* What is said of models is said in the page, for each of them. */
static bool has_stray_option(Cli *cli)
{
  static const OptionId stray[] = {OPT_OUTPUT,     OPT_INCLUDE,      OPT_PREF, OPT_CARD,
                                   OPT_TIME_LIMIT, OPT_MEMORY_LIMIT, OPT_JOBS, OPT_SEED};
  for (size_t i = 0; i < sizeof stray / sizeof *stray; i++) {
    if (!options_given(&cli->options, stray[i])) continue;
    cli_usage(cli, "serve does not take the option --%s", option_table[stray[i]].name);
    return true;
  }
  return false;
}

static double seconds_or(const Cli *cli, OptionId id, double otherwise)
{
  return options_given(&cli->options, id) ? cli->options.values[id].seconds : otherwise;
}

static ExitCode serve(Cli *cli, const int bell[2])
{
  Serving serving = {.cli = cli};
  Text error = {0};
  ServeOptions options = {.operand = cli_argument_count(cli) ? cli_argument(cli, 0) : NULL,
                          .program = "/proc/self/exe",
                          .port = (unsigned) cli->options.values[OPT_PORT].number,
                          .idle_seconds = seconds_or(cli, OPT_IDLE_LIMIT, idle_seconds),
                          .arrival_seconds = seconds_or(cli, OPT_ARRIVAL_LIMIT, arrival_seconds),
                          .stop = bell[0],
                          .owner = &serving,
                          .announce = announce};
  signals_ring(bell[1]);
  bool good = serve_run(&options, &error, &cli->options.hint);
  signals_ring(-1);
  browser_forget(&serving.browser);
  ExitCode code = good ? EXIT_CODE_PASS : cli_usage(cli, "%s", text_string(&error));
  text_free(&error);
  return code;
}

ExitCode command_serve(Cli *cli)
{
  int bell[2];
  if (cli_argument_count(cli) > 1) return cli_usage(cli, "serve takes one file or folder");
  if (cli->report.json) return cli_usage(cli, "serve is interactive and has no JSON report");
  if (has_stray_option(cli)) return EXIT_CODE_USAGE;
  if (cli->options.values[OPT_PORT].number > 65535)
    return cli_usage(cli, "--port: ports are numbers from 1 to 65535");
  if (pipe2(bell, O_CLOEXEC | O_NONBLOCK) != 0)
    return cli_usage(cli, "cannot make a pipe: %s", strerror(errno));
  ExitCode code = serve(cli, bell);
  close(bell[0]);
  close(bell[1]);
  return code;
}
