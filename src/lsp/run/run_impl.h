#ifndef LSP_RUN_RUN_IMPL_H
#define LSP_RUN_RUN_IMPL_H

#include "base/child.h"
#include "lsp/run/run.h"
#include "report/exchange/finding.h"

struct Run {
  Lsp *lsp;
  RunKind kind;
  char *uri;
  char *key;   /* the command and what it is about */
  char *label; /* the same for people */
  json_t *id;  /* of the request; NULL: it was answered */
  json_t
      *token; /* of its progress; NULL: the client is not told, or told already that it is over */
  Child child;
  bool stopped; /* it was killed */
  Text out, err, progress;
};

/* The request is answered: {verdict, summary …}, taken over, and the summary is shown. */
void run_answer(Run *, json_t *outcome);

/* report.c: what the process has printed, once it has ended. */
void run_report(Run *, int status);
/* page.c: the same while it runs, of a server with a page. */
void run_page(Run *);
/* {verdict, summary} */
json_t *run_outcome(const Run *, const char *verdict, const char *summary);

/* problems.c: what was found wrong, {uri: [diagnostic]}; the texts must be those of the report. */
json_t *run_problems(Run *, const Findings *);

#endif
