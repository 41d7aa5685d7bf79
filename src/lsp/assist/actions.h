#ifndef LSP_ASSIST_ACTIONS_H
#define LSP_ASSIST_ACTIONS_H

#include "lsp/lsp.h"

/* Code actions: changes of a text that somebody may choose. */
typedef struct {
  LspRequest *request;
  Analysis *analysis;
  Span span;    /* what is asked about */
  json_t *list; /* what is offered */
} Actions;

typedef struct {
  Span span;
  const char *text;
} ActionEdit;

/* Offers one whose edits are of the document alone; `kind` is that of LSP: "quickfix". */
void actions_offer(Actions *, const char *title, const char *kind, const ActionEdit *,
                   size_t count);

void actions_fixes(Actions *);    /* action_fixes.c: what diagnostics say is to be written */
void actions_typing(Actions *);   /* action_typing.c: typing predicates that are missing */
void actions_spelling(Actions *); /* action_spelling.c: ASCII and symbols */

#endif
