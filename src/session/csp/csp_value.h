#ifndef SESSION_CSP_VALUE_H
#define SESSION_CSP_VALUE_H

#include "session/session.h"
#include "session/verdict.h"

/* An expression of CSP-M in the scope of a script. */
typedef struct {
  Verdict verdict; /* PASS: it has a value; FAIL: it has none; UNKNOWN: that was not decided */
  Text value;      /* of PASS */
  bool readable;   /* of PASS: the text is an expression with this value */
  const char *reason;
  Span span; /* of FAIL: where it goes wrong */
} CspValue;

/* False: it was refused, a text is wrong. */
bool csp_value_open(Session *, const Source *script, const char *expression, CspValue *);
/* The same for a script that was opened. */
bool csp_value_in(Session *, CspScript *, const char *expression, CspValue *);
void csp_value_close(CspValue *);

#endif
