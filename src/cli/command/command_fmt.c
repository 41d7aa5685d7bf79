#include <stdio.h>
#include <string.h>

#include "cli/command/commands.h"
#include "cli/common/format_project.h"
#include "cli/input.h"
#include "cli/output.h"
#include "eventb/read/archive.h"
#include "eventb/eventb.h"
#include "eventb/read/component_text.h"
#include "session/format.h"

#define BYTE_ORDER_MARK "\xEF\xBB\xBF"

enum { DEFAULT_WIDTH = 100, LEAST_WIDTH = 20, GREATEST_WIDTH = 10000 };

/* False if a usage error was reported. */
static bool read_style(Cli *cli, PrintStyle *style)
{
  Options *options = &cli->options;
  *style = (PrintStyle){.unicode = options_given(options, OPT_UNICODE), .width = DEFAULT_WIDTH};
  bool fits = options_exclude(options, OPT_ASCII, OPT_UNICODE) &&
              options_exclude(options, OPT_CHECK, OPT_WRITE) &&
              options_exclude(options, OPT_OUTPUT, OPT_WRITE);
  if (!fits) {
    cli_usage_options(cli);
    return false;
  }
  if (!options_given(options, OPT_WIDTH)) return true;
  uint64_t width = options->values[OPT_WIDTH].number;
  if (width != 0 && (width < LEAST_WIDTH || width > GREATEST_WIDTH)) {
    cli_usage(cli, "--width must be 0 or in %d..%d", LEAST_WIDTH, GREATEST_WIDTH);
    return false;
  }
  style->width = (unsigned) width;
  return true;
}

static bool has_byte_order_mark(const char *path)
{
  char bytes[3];
  FILE *file = path ? fopen(path, "rb") : NULL;
  bool found = file && fread(bytes, 1, 3, file) == 3 && !memcmp(bytes, BYTE_ORDER_MARK, 3);
  if (file) fclose(file);
  return found;
}

static void add_with_mark(Text *out, const Input *input, const Text *text)
{
  if (has_byte_order_mark(input->path)) text_add(out, BYTE_ORDER_MARK);
  text_add_bytes(out, text_string(text), text->len);
}

/* ---- printing */

/* The text in its new layout. */
static void print_input(Cli *cli, const Input *input, PrintStyle style, Text *text)
{
  Session *session = cli->report.session;
  FormatOptions options = {style, options_given(&cli->options, OPT_ASCII)};
  if (input->is_temporal) format_temporal(session, input->source, input->logic, options, text);
  else if (input->is_formula) format_formula(session, input->source, input->kind, options, text);
  else cli->report.model = format_file(session, input->source, options, text);
}

/* Replaces the file, unless that would change nothing or lose something: bytes
 * that are no UTF-8 were read as U+FFFD. */
static ExitCode write_back(Cli *cli, const Input *input, const Text *text, bool changed)
{
  if (strstr(input->source->text, "\uFFFD"))
    return cli_usage(cli, "%s is not valid UTF-8; it was not changed", input->path);
  Text error = {0}, whole = {0};
  add_with_mark(&whole, input, text);
  bool good = !changed || output_write_file(input->path, &whole, &error);
  ExitCode code = good ? cli_finish(cli, VERDICT_PASS) : cli_usage(cli, "%s", text_string(&error));
  text_free(&error);
  text_free(&whole);
  return code;
}

static ExitCode check(Cli *cli, bool changed)
{
  if (!options_given(&cli->options, OPT_QUIET))
    text_printf(&cli->report.out,
                changed ? "FAIL %s is not in canonical layout\n" : "OK %s is in canonical layout\n",
                cli->report.file);
  return cli_finish(cli, changed ? VERDICT_FAIL : VERDICT_PASS);
}

static ExitCode format_input(Cli *cli, const Input *input, const Text *text)
{
  const Options *options = &cli->options;
  const Source *source = input->source;
  bool changed = text->len != source->length || memcmp(text_string(text), source->text, text->len);
  json_object_set_new(cli->report.fields, "changed", json_boolean(changed));
  if (options_given(options, OPT_CHECK)) return check(cli, changed);
  if (options_given(options, OPT_WRITE)) return write_back(cli, input, text, changed);
  json_object_set_new(cli->report.fields, "text", json_report_string(text_string(text)));
  if (options_given(options, OPT_OUTPUT)) add_with_mark(&cli->report.out, input, text);
  else text_add_bytes(&cli->report.out, text_string(text), text->len);
  return cli_finish(cli, VERDICT_PASS);
}

ExitCode command_fmt(Cli *cli)
{
  Input input;
  PrintStyle style;
  if (!read_style(cli, &style)) return EXIT_CODE_USAGE;
  if (cli_argument_count(cli) == 1 && archive_is_whole(cli_argument(cli, 0)))
    return format_project(cli, cli_argument(cli, 0));
  if (!input_open(cli, 0, &input)) return EXIT_CODE_USAGE;
  if (options_given(&cli->options, OPT_WRITE) && !input.path)
    return cli_usage(cli, "--write needs a file to replace");
  bool text_file = !eventb_is_source(input.source) || eventb_is_text(input.source);
  if (options_given(&cli->options, OPT_WRITE) && !text_file)
    return cli_usage(cli, "--write would replace %s by text", input.path);
  Text text = {0};
  print_input(cli, &input, style, &text);
  /* On errors nothing is printed: what comes out may be about to replace a model. */
  ExitCode code = cli_has_errors(cli) ? cli_finish_anyway(cli, VERDICT_ERROR)
                                      : format_input(cli, &input, &text);
  text_free(&text);
  return code;
}
