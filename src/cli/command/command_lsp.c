#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/command/commands.h"
#include "cli/output.h"
#include "cli/request.h"
#include "lsp/server/server.h"

static void prepare(void *owner, Session *session) { request_prepare(session, owner); }

ExitCode command_lsp(Cli *cli)
{
  if (cli_argument_count(cli))
    return cli_usage(cli, "lsp reads messages from standard input: it takes no file");
  if (cli->report.json || options_given(&cli->options, OPT_OUTPUT))
    return cli_usage(cli, "lsp speaks with an editor and has no report");
  int out = output_claim();
  if (out < 0) return cli_usage(cli, "cannot write: %s", strerror(errno));
  bool good = server_run((ProjectHooks){prepare, &cli->options}, STDIN_FILENO, out);
  close(out);
  return good ? EXIT_CODE_PASS : EXIT_CODE_FAIL;
}
