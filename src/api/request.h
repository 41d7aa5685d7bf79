#ifndef API_REQUEST_H
#define API_REQUEST_H

#include "api/handle.h"
#include "report/report.h"

/* What a command of the program does, in a session of its own: its report and its verdict. */

typedef struct {
  const char *specification; /* of `refine`; or NULL */
  probity_verdict *verdict;  /* where they go; or NULL */
  const char **report;
} VerdictCall;

typedef struct {
  probity_model *m;
  const VerdictCall *call;
  Session *session;
  Report report;
} Request;

Request request_begin(probity_model *, const VerdictCall *, const char *command);
/* Gives the report; the verdict is not ERROR. */
probity_code request_finish(Request *, Verdict);
/* What the session has refused is a verdict where the texts are right: that something has no value,
 * or that it is not known. */
probity_code request_refused(Request *);
probity_code request_end(Request *, probity_code);

/* Is the flag set? */
bool request_is_on(const Request *, SettingId);

#endif
