#include <string.h>

#include "cli/console/console.h"
#include "cli/output.h"
#include "report/display/trace_page.h"

/* The steps so far with the model's own pictures, as an HTML file. */

static bool ends_with_html(const char *path)
{
  size_t length = strlen(path);
  return (length > 5 && !strcmp(path + length - 5, ".html")) ||
         (length > 4 && !strcmp(path + length - 4, ".htm"));
}

bool console_write_page(Console *c, const char *path, Text *error)
{
  Text page = {0};
  const char *name = c->cli->report.model ? c->cli->report.model : c->file;
  bool good = false;
  if (!ends_with_html(path)) text_printf(error, "%s: the name of a page ends with .html", path);
  else if (!trace_page(&page, console_own_picture(c), name))
    text_add(error, "the page was not written: the limits were reached");
  else good = cli_write_trace(c->cli, path, &page, error);
  text_free(&page);
  return good;
}

bool console_export(Console *c, const char *arguments)
{
  if (*arguments == '\0') return console_complain(c, "which file? :export FILE.html");
  Text error = {0};
  console_begin(c);
  bool good = console_write_page(c, arguments, &error);
  uint32_t steps = animator_steps(c->scene.animator);
  if (good)
    text_printf(&c->cli->report.out, "%u step%s written to %s\n", steps, text_plural(steps),
                arguments);
  else console_complain(c, "%s", text_string(&error));
  text_free(&error);
  console_flush(c);
  cli_tell_diags(c->cli);
  return good;
}
