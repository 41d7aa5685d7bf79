#include <string.h>

#include "cli/command/commands.h"
#include "cli/project/project_init.h"
#include "cli/project/project_run.h"
#include "session/folder/model_files.h"

/* The project file that the command line means; false: a usage error was reported. */
static bool find_project(Cli *cli, Text *path)
{
  const char *given = cli_argument_count(cli) ? cli_argument(cli, 0) : ".";
  bool folder = model_files_is_folder(given);
  text_add(&cli->options.hint, "`probity test --init` writes one");
  if (!folder) {
    text_clear(&cli->options.hint);
    text_add(path, given);
    return true;
  }
  if (!project_file_find(given, path)) {
    cli_usage(cli, "there is no " PROJECT_FILE " in %s or above it",
              strcmp(given, ".") ? given : "this folder");
    return false;
  }
  text_clear(&cli->options.hint);
  return true;
}

/* Only tests with one of these texts in their names. */
static void choose_tests(const Cli *cli, Project *project)
{
  const OptionValue *only = &cli->options.values[OPT_ONLY];
  uint32_t kept = 0;
  if (!only->all.len) return;
  for (uint32_t i = 0; i < project->tests.len; i++) {
    ProjectTest *test = &project->tests.data[i];
    bool wanted = false;
    for (uint32_t k = 0; k < only->all.len; k++)
      wanted |= strstr(test->name, only->all.data[k]) != NULL;
    if (wanted) project->tests.data[kept++] = *test;
    else option_words_free(&test->words);
  }
  project->tests.len = kept;
}

static ExitCode run_project(Cli *cli, const char *path)
{
  Project project;
  Text error = {0};
  ExitCode code;
  cli->report.file = arena_copy(session_arena(cli->report.session), path, strlen(path));
  bool good = project_file_read(&project, cli->report.session, cli->report.file, &error);
  if (good) choose_tests(cli, &project);
  if (!good && error.len) code = cli_usage(cli, "%s", text_string(&error));
  else if (!good) code = cli_finish(cli, VERDICT_ERROR);
  else if (!project.tests.len)
    code = cli_usage(cli,
                     options_given(&cli->options, OPT_ONLY) ? "no test of %s has such a name"
                                                            : "%s has no tests",
                     path);
  else code = project_run(cli, &project);
  project_file_free(&project);
  text_free(&error);
  return code;
}

ExitCode command_test(Cli *cli)
{
  if (cli_argument_count(cli) > 1)
    return cli_usage(cli, "test takes one project, but %u were given", cli_argument_count(cli));
  if (options_given(&cli->options, OPT_INIT)) {
    const char *folder = cli_argument_count(cli) ? cli_argument(cli, 0) : ".";
    if (!model_files_is_folder(folder)) return cli_usage(cli, "--init takes a folder");
    return project_init(cli, folder);
  }
  Text path = {0};
  ExitCode code = EXIT_CODE_USAGE;
  if (find_project(cli, &path)) code = run_project(cli, text_string(&path));
  text_free(&path);
  return code;
}
