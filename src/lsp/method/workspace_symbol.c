#define _GNU_SOURCE /* strcasestr */
#include <string.h>

#include "lsp/lsp.h"
#include "lsp/project/workspace.h"
#include "lsp/text/uri.h"
#include "report/json_report.h"

enum { MOST_SYMBOLS = 500 };

static json_t *uri_json(const Project *p, const WorkspaceFile *f)
{
  const Document *d = documents_of_file(&p->documents, f->file);
  if (d) return json_report_string(d->uri);
  Text uri = {0};
  uri_of_path(&uri, f->path);
  json_t *json = json_report_string(text_string(&uri));
  text_free(&uri);
  return json;
}

static json_t *entry_json(const Project *p, const WorkspaceFile *f, const OutlineEntry *e)
{
  Range range = {.begin = e->begin, .end = e->end};
  json_t *json = json_pack("{s:o, s:i, s:{s:o, s:o}}", "name", json_report_string(e->name), "kind",
                           decl_symbol_kind(e->kind), "location", "uri", uri_json(p, f), "range",
                           project_range_json(&range));
  if (e->container) json_object_set_new(json, "containerName", json_report_string(e->container));
  return json;
}

/* What any text of the workspace declares and whose name contains the query, in capitals or not. */
json_t *lsp_workspace_symbol(LspRequest *r)
{
  const char *query = json_string_value(json_object_get(r->params, "query"));
  const Workspace *files = workspace_list(r->project);
  json_t *list = json_array();
  for (uint32_t i = 0; i < files->all.len; i++) {
    WorkspaceFile *f = files->all.data[i];
    workspace_find_outline(r->project, f);
    for (uint32_t k = 0; k < f->outline_count && json_array_size(list) < MOST_SYMBOLS; k++)
      if (!query || strcasestr(f->outline[k].name, query))
        json_array_append_new(list, entry_json(r->project, f, &f->outline[k]));
  }
  return list;
}
