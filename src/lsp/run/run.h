#ifndef LSP_RUN_RUN_H
#define LSP_RUN_RUN_H

#include "lsp/lsp.h"

/* What takes long: commands of this program as processes of their own, which cannot harm the
 * server, and end with it.  They are given the texts as the client has them (`--texts`); what they
 * say counts only as long as the client has the texts that they have read. */

typedef enum { RUN_CHECK, RUN_PROVE, RUN_ANIMATE, RUN_KINDS } RunKind;

/* "check" … */
const char *run_word(RunKind);

typedef struct {
  RunKind kind;
  const char *uri;
  const char *part; /* a component of the text; NULL: the text */
} RunWish;

/* Begins, and answers later; else the request is refused. */
void run_begin(LspRequest *, RunWish);
/* Those with this token of progress, which the client ends. */
void runs_cancel(Lsp *, const json_t *token);
void runs_free(Lsp *);

#endif
