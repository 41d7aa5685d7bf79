#include <string.h>

#include "lsp/assist/capabilities.h"
#include "lsp/lsp.h"

/* The first unit of positions that the client offers and the server knows. */
static Units choose_units(const json_t *offered)
{
  size_t i;
  const json_t *one;
  json_array_foreach((json_t *) offered, i, one)
  {
    const char *name = json_string_value(one);
    if (name && !strcmp(name, "utf-8")) return UNITS_UTF8;
    if (name && !strcmp(name, "utf-32")) return UNITS_UTF32;
    if (name && !strcmp(name, "utf-16")) return UNITS_UTF16;
  }
  return UNITS_UTF16;
}

static const char *const unit_names[] = {"utf-16", "utf-8", "utf-32"};

static void add_commands(json_t *all)
{
  json_object_set_new(all, "codeLensProvider", json_object());
  json_object_set_new(all, "executeCommandProvider",
                      json_pack("{s:[s, s, s], s:b}", "commands", "probity.check",
                                "probity.animate", "probity.prove", "workDoneProgress", true));
}

static json_t *capabilities(const Lsp *lsp)
{
  enum { INCREMENTAL = 2 };
  static const char *const can[] = {"hoverProvider",          "definitionProvider",
                                    "declarationProvider",    "documentHighlightProvider",
                                    "documentSymbolProvider", "referencesProvider",
                                    "workspaceSymbolProvider"};
  json_t *all = json_pack("{s:s, s:{s:b, s:i}}", "positionEncoding", unit_names[lsp->project.units],
                          "textDocumentSync", "openClose", true, "change", INCREMENTAL);
  for (size_t i = 0; i < sizeof can / sizeof *can; i++)
    json_object_set_new(all, can[i], json_true());
  bool prepares = lsp_can(lsp, "textDocument.rename.prepareSupport");
  json_object_set_new(all, "renameProvider",
                      prepares ? json_pack("{s:b}", "prepareProvider", true) : json_true());
  json_object_set_new(all, "workspace",
                      json_pack("{s:{s:b, s:b}}", "workspaceFolders", "supported", true,
                                "changeNotifications", true));
  assist_capabilities(all);
  add_commands(all);
  return all;
}

/* Folders of the workspace, or what clients had before there were several. */
static void add_folders(Project *p, const json_t *params)
{
  const json_t *folders = json_object_get(params, "workspaceFolders"), *folder;
  const char *root = json_string_value(json_object_get(params, "rootUri"));
  size_t i;
  json_array_foreach((json_t *) folders, i, folder)
  {
    const char *uri = json_string_value(json_object_get(folder, "uri"));
    if (uri) project_add_folder(p, uri);
  }
  if (!json_array_size(folders) && root) project_add_folder(p, root);
}

json_t *lsp_initialize(LspRequest *r)
{
  Lsp *lsp = r->lsp;
  if (lsp->state != LSP_NEW) return lsp_refuse(r, LSP_INVALID_REQUEST, "initialized before");
  const json_t *can = json_object_get(r->params, "capabilities");
  if (json_is_object(can)) {
    json_decref(lsp->capabilities);
    lsp->capabilities = json_deep_copy(can);
  }
  lsp->project.units = choose_units(lsp_capability(lsp, "general.positionEncodings"));
  add_folders(&lsp->project, r->params);
  const json_t *options = json_object_get(r->params, "initializationOptions");
  lsp->quiet = json_is_true(json_object_get(options, "quiet"));
  lsp->state = LSP_READY;
  return json_pack("{s:o, s:{s:s, s:s}}", "capabilities", capabilities(lsp), "serverInfo", "name",
                   "probity", "version", PROBITY_VERSION);
}
