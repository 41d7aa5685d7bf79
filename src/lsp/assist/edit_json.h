#ifndef LSP_ASSIST_EDIT_JSON_H
#define LSP_ASSIST_EDIT_JSON_H

#include "lsp/lsp.h"

/* A TextEdit of the document of the request: these bytes of it become this text. */
json_t *edit_json(const LspRequest *, uint32_t begin, uint32_t end, const char *text,
                  size_t length);
/* The same for a span of any text of the analysis. */
json_t *span_edit_json(const LspRequest *, Analysis *, Span, const char *text);
/* {start, end} in the document. */
json_t *range_json(const LspRequest *, uint32_t begin, uint32_t end);
/* The place that the request asks about: its `range`, in bytes.  False: it has none; refused. */
bool request_range(LspRequest *, uint32_t *begin, uint32_t *end);

#endif
