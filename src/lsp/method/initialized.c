#include "lsp/lsp.h"

/* Files that are not open are watched by the client, if it can. */
void lsp_initialized(LspRequest *r)
{
  if (!lsp_can(r->lsp, "workspace.didChangeWatchedFiles.dynamicRegistration")) return;
  json_t *watchers = json_pack("[{s:s}]", "globPattern",
                               "**/*.{mch,ref,imp,sys,def,eventb,bum,buc,bcm,bcc,csp,cspm}");
  lsp_ask(r->lsp, "client/registerCapability",
          json_pack("{s:[{s:s, s:s, s:{s:o}}]}", "registrations", "id", "files", "method",
                    "workspace/didChangeWatchedFiles", "registerOptions", "watchers", watchers));
}
