#include "lsp/lsp.h"

typedef void Change(Project *, const char *uri);

static void each(LspRequest *r, const json_t *folders, Change *change)
{
  size_t i;
  const json_t *folder;
  json_array_foreach((json_t *) folders, i, folder)
  {
    const char *uri = json_string_value(json_object_get(folder, "uri"));
    if (uri) change(r->project, uri);
  }
}

void lsp_folders_changed(LspRequest *r)
{
  const json_t *event = json_object_get(r->params, "event");
  each(r, json_object_get(event, "removed"), project_remove_folder);
  each(r, json_object_get(event, "added"), project_add_folder);
}
