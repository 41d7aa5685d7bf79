#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command/commands.h"
#include "cli/output.h"
#include "cli/request.h"
#include "lsp/server/server.h"

static void prepare(void *owner, Session *session) { request_prepare(session, owner); }

/* What was given for all commands, for those that the server starts; ends with NULL. */
static char **passed_words(const Options *options)
{
  static const OptionId passed[] = {OPT_INCLUDE,      OPT_PREF, OPT_CARD, OPT_TIME_LIMIT,
                                    OPT_MEMORY_LIMIT, OPT_JOBS, OPT_SEED};
  VEC(char *) words = {0};
  for (size_t k = 0; k < sizeof passed / sizeof *passed; k++) {
    const OptionValue *given = &options->values[passed[k]];
    for (uint32_t i = 0; i < given->all.len; i++) {
      Text word = {0};
      text_printf(&word, "--%s=%s", option_table[passed[k]].name, given->all.data[i]);
      vec_push(&words, word.data);
    }
  }
  vec_push(&words, NULL);
  return words.data;
}

ExitCode command_lsp(Cli *cli)
{
  if (cli_argument_count(cli))
    return cli_usage(cli, "lsp reads messages from standard input: it takes no file");
  if (cli->report.json || options_given(&cli->options, OPT_OUTPUT))
    return cli_usage(cli, "lsp speaks with an editor and has no report");
  int out = output_claim();
  if (out < 0) return cli_usage(cli, "cannot write: %s", strerror(errno));
  char **words = passed_words(&cli->options);
  ProjectHooks hooks = {prepare, &cli->options, "/proc/self/exe", (const char *const *) words};
  bool good = server_run(hooks, STDIN_FILENO, out);
  close(out);
  for (char **word = words; *word; word++) free(*word);
  free(words);
  return good ? EXIT_CODE_PASS : EXIT_CODE_FAIL;
}
