#ifndef CSP_SYNTAX_PARSER_H
#define CSP_SYNTAX_PARSER_H

#include "base/text.h"
#include "csp/syntax/tree.h"
#include "syntax/diag.h"
#include "syntax/files.h"

/* Reads CSP-M scripts.  Mistakes are diagnostics; the results are never NULL, an ERROR node stands
 * for what could not be read. */
typedef struct {
  Arena *arena; /* of the trees */
  Names *names;
  Sources *sources; /* included files are read from it */
  Diags *diags;
  Files *files; /* where included files are looked for; NULL: beside the including file alone */
} CspParseContext;

/* A script with the files that it includes. */
CspNode *csp_parse(const CspParseContext *, const Source *);
/* An expression, or a process, given by itself; an assertion without the word assert. */
CspNode *csp_parse_expression(const CspParseContext *, const Source *);
CspNode *csp_parse_assertion(const CspParseContext *, const Source *);
/* A type in the notation of annotations. */
CspNode *csp_parse_type(const CspParseContext *, const Source *);

const char *csp_model_letters(CspModel); /* "FD"; NULL for CSP_NO_MODEL */

/* The text of a node in few brackets, on one line; an assertion without the word assert. */
void csp_print(Text *, const CspNode *);
/* A whole script without errors, laid out, with its comments; reading it again gives an equal
 * tree.  Lines are broken to fit into the width where possible; 0: never. */
void csp_format(Text *, const CspNode *script, const Source *, unsigned width);

#endif
