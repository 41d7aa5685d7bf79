#include <string.h>

#include "lsp/run/run.h"

/* Commands of code lenses, [uri] or [uri, component]. */
json_t *lsp_execute_command(LspRequest *r)
{
  const char *command = json_string_value(json_object_get(r->params, "command"));
  const json_t *arguments = json_object_get(r->params, "arguments");
  static const char prefix[] = "probity.";
  RunWish wish = {.kind = RUN_KINDS,
                  .uri = json_string_value(json_array_get(arguments, 0)),
                  .part = json_string_value(json_array_get(arguments, 1))};
  for (int k = 0; command && k < RUN_KINDS; k++) {
    bool named = !strncmp(command, prefix, strlen(prefix));
    if (named && !strcmp(command + strlen(prefix), run_word((RunKind) k))) wish.kind = (RunKind) k;
  }
  if (wish.kind == RUN_KINDS)
    return lsp_refuse(r, LSP_INVALID_PARAMS, "there is no command %s", command ? command : "");
  if (!wish.uri) return lsp_refuse(r, LSP_INVALID_PARAMS, "which text? Its URI is missing");
  run_begin(r, wish);
  return NULL;
}
