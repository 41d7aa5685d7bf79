#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <jansson.h>

#include "base/text.h"
#include "report/json_report.h"
#include "session/session.h"

/* What is to be said of one request: a text for people, or fields for programs.  Functions of this
 * folder add to it, and to the diagnostics of the session; whoever made the request prints it. */
typedef struct {
  Session *session;    /* that the request is made in */
  Text out;            /* for people */
  json_t *fields;      /* for programs: what this request has besides what all have; never NULL */
  bool json;           /* the fields are wanted, not the text */
  bool incomplete;     /* something was left out, whatever the verdict */
  double started;      /* by clock_seconds */
  bool evidence;       /* the report says what it was made of: report/evidence.h */
  const char *command; /* or NULL */
  char *const *words;  /* the command line, without the program, … */
  uint32_t word_count; /* … if it is known */
  const char *file, *model; /* as the user names it, and its main machine; may be NULL */
} Report;

void report_open(Report *, Session *, bool json); /* starts the clock */
/* Adds the elements to the list of this name, which may not be there yet; takes them over. */
void report_extend(Report *, const char *field, json_t *elements);
void report_close(Report *);           /* the session stays the caller's */
double report_seconds(const Report *); /* since it was opened */

/* The fields that all reports have, with the settings of the session; the caller owns it. */
json_t *report_json(const Report *, Verdict);
/* The whole report: these, the diagnostics and the fields of the request. */
json_t *report_whole_json(const Report *, Verdict);
/* There is nothing to report about, since what was asked for could not be computed: says why. */
Verdict report_refusal(Report *, const Refusal *);
/* Forgets what was said, since the text is wrong: the line `ERROR 2 errors in FILE` instead. */
void report_wrong_text(Report *, const char *file);

#endif
