#include "cli/common/format_project.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/output.h"
#include "eventb/read/archive.h"
#include "eventb/eventb.h"

typedef struct {
  Cli *cli;
  const char *folder; /* that files are written to, or NULL */
  json_t *files;
  uint32_t count;
} Formatting;

static bool is_folder(const char *path)
{
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* -o FOLDER: one that is there, or is to be made, as a slash at its end says. */
static bool open_folder(Formatting *f)
{
  const char *path = options_text(&f->cli->options, OPT_OUTPUT);
  size_t length = path ? strlen(path) : 0;
  bool slash = length && path[length - 1] == '/';
  if (!path || (!slash && !is_folder(path))) return true;
  f->folder =
      arena_copy(session_arena(f->cli->report.session), path, length - (slash && length > 1));
  if (is_folder(f->folder) || mkdir(f->folder, 0777) == 0) return true;
  cli_usage(f->cli, "cannot create the folder %s: %s", f->folder, strerror(errno));
  return false;
}

/* Where there are mistakes nothing is written. */
static bool add_component(Formatting *f, const Source *source)
{
  Cli *cli = f->cli;
  Text text = {0}, path = {0}, error = {0};
  bool ascii = options_given(&cli->options, OPT_ASCII), good = true;
  const char *name = eventb_print(session_context(cli->report.session), source, &text, !ascii);
  if (name && !cli_has_errors(cli)) {
    if (f->folder) {
      text_printf(&path, "%s/%s.eventb", f->folder, name);
      good = output_write_file(text_string(&path), &text, &error);
      if (!good) cli_usage(cli, "%s", text_string(&error));
    } else text_printf(&cli->report.out, "%s%s", f->count ? "\n" : "", text_string(&text));
    json_t *file = json_object();
    json_object_set_new(file, "name", json_report_string(name));
    json_object_set_new(file, "text", json_report_string(text_string(&text)));
    json_array_append_new(f->files, file);
    f->count++;
  }
  text_free(&text);
  text_free(&path);
  text_free(&error);
  return good;
}

ExitCode format_project(Cli *cli, const char *path)
{
  Formatting f = {.cli = cli};
  const char *error = NULL;
  uint32_t count = 0;
  cli->report.file = path;
  if (options_given(&cli->options, OPT_CHECK) || options_given(&cli->options, OPT_WRITE))
    return cli_usage(cli, "--check and --write take files, not projects");
  const Source **sources =
      archive_components(session_arena(cli->report.session), session_sources(cli->report.session),
                         path, &count, &error);
  if (!sources) return cli_usage(cli, "cannot read %s: %s", path, error);
  if (!open_folder(&f)) return EXIT_CODE_USAGE;
  f.files = json_array();
  bool good = true;
  for (uint32_t i = 0; good && i < count; i++) good = add_component(&f, sources[i]);
  json_object_set_new(cli->report.fields, "components", f.files);
  if (!good) return EXIT_CODE_USAGE;
  if (cli_has_errors(cli)) {
    text_clear(&cli->report.out);
    return cli_finish_anyway(cli, VERDICT_ERROR);
  }
  if (!f.folder) return cli_finish(cli, VERDICT_PASS);
  text_printf(&cli->report.out, "OK %u component%s in %s\n", f.count, text_plural(f.count),
              f.folder);
  cli->options.values[OPT_OUTPUT].text = NULL; /* it was the folder */
  return cli_finish(cli, VERDICT_PASS);
}
