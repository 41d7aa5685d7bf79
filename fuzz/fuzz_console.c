/* Types arbitrary lines into an animation of a small model: commands, steps, formulas.
 * Commands that read or write files are left out. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cli/console/console.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char model[] = "tests/cli/files/console/steps.mch"; /* from the project's folder */

/* Could the line be :save, :load or :replay, however abbreviated? */
static bool touches_files(const char *line, size_t length)
{
  while (length > 0 && (*line == ' ' || *line == '\t')) line++, length--;
  return length > 2 && line[0] == ':' &&
         (!strncmp(line + 1, "sa", 2) || !strncmp(line + 1, "lo", 2) ||
          (length > 3 && !strncmp(line + 1, "rep", 3)));
}

static void copy_lines(Text *text, const char *data, size_t size)
{
  while (size > 0) {
    const char *end = memchr(data, '\n', size);
    size_t length = end ? (size_t) (end - data) : size;
    Text line = {0};
    text_add_bytes(&line, data, length);
    if (!touches_files(text_string(&line), length)) {
      text_add_bytes(text, data, length);
      text_add_char(text, '\n');
    }
    text_free(&line);
    data += length + (end != NULL);
    size -= length + (end != NULL);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  Text input = {0};
  copy_lines(&input, (const char *) data, size);
  Cli cli = {0};
  cli.options.values[OPT_TIME_LIMIT].seconds = 0.2;
  report_open(&cli.report, cli_new_session(&cli), false);
  Console console;
  ExitCode code;
  if (!console_open(&console, &cli, model, true, &code)) __builtin_trap();
  FILE *lines = input.len ? fmemopen(input.data, input.len, "r") : NULL;
  if (lines) console_run(&console, lines, false);
  if (lines) fclose(lines);
  console_close(&console);
  session_free(cli.report.session);
  report_close(&cli.report);
  options_free(&cli.options);
  text_free(&input);
  return 0;
}
