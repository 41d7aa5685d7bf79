#include <stdio.h>
#include <string.h>

#include "lsp/run/run_impl.h"
#include "report/json_report.h"

/* The page to step through a model: a process `probity serve`, whose first line is its address. */

static bool is_saved(const Document *d)
{
  FILE *file = fopen(d->file, "rbe");
  size_t at = 0;
  char chunk[1 << 16];
  bool same = file != NULL;
  for (size_t n; same && (n = fread(chunk, 1, sizeof chunk, file)) > 0; at += n)
    same = n <= d->text.len - at && !memcmp(chunk, d->text.data + at, n);
  if (file) fclose(file);
  return same && at == d->text.len;
}

/* The server reads files: what it shows may not be what the client has. */
static void warn_of_unsaved(const Run *run)
{
  enum { WARNING = 2 };
  const Documents *documents = &run->lsp->project.documents;
  for (uint32_t i = 0; i < documents->all.len; i++) {
    const Document *d = documents->all.data[i];
    if (!d->file || is_saved(d)) continue;
    Text text = {0};
    text_printf(&text, "%s is not saved: the page shows what is saved", strrchr(d->file, '/') + 1);
    lsp_notify(run->lsp, "window/showMessage",
               json_pack("{s:i, s:o}", "type", WARNING, "message",
                         json_report_string(text_string(&text))));
    text_free(&text);
    return;
  }
}

void run_page(Run *run)
{
  const char *end = run->out.len ? memchr(run->out.data, '\n', run->out.len) : NULL;
  if (!end) return;
  char *address = strndup(run->out.data, (size_t) (end - run->out.data));
  json_t *uri = json_report_string(address ? address : "");
  enum { INFORMATION = 3 };
  warn_of_unsaved(run);
  if (lsp_can(run->lsp, "window.showDocument.support")) {
    lsp_ask(run->lsp, "window/showDocument", json_pack("{s:O, s:b}", "uri", uri, "external", true));
  } else {
    Text message = {0};
    text_printf(&message, "%s: %s", run->label, address);
    lsp_notify(run->lsp, "window/showMessage",
               json_pack("{s:i, s:o}", "type", INFORMATION, "message",
                         json_report_string(text_string(&message))));
    text_free(&message);
  }
  run_answer(run, json_pack("{s:o}", "uri", uri));
  free(address);
}
