#include "lsp/assist/capabilities.h"

#include <stdbool.h>

#include "lsp/assist/semantic_tokens.h"

void assist_capabilities(json_t *all)
{
  json_object_set_new(all, "completionProvider",
                      json_pack("{s:[s, s, s, s, s, s, s, s, s, s, s]}", "triggerCharacters", ".",
                                "'", ":", "<", ">", "=", "/", "\\", "|", "!", "#"));
  json_object_set_new(all, "signatureHelpProvider",
                      json_pack("{s:[s, s]}", "triggerCharacters", "(", ","));
  json_object_set_new(all, "semanticTokensProvider",
                      json_pack("{s:o, s:{s:b}, s:b}", "legend", semantic_legend(), "full", "delta",
                                true, "range", true));
  json_object_set_new(all, "inlayHintProvider", json_true());
  json_object_set_new(all, "documentFormattingProvider", json_true());
  json_object_set_new(all, "documentRangeFormattingProvider", json_true());
  json_object_set_new(all, "foldingRangeProvider", json_true());
  json_object_set_new(all, "codeActionProvider",
                      json_pack("{s:[s, s]}", "codeActionKinds", "quickfix", "refactor.rewrite"));
}
