#ifndef SESSION_VERDICT_H
#define SESSION_VERDICT_H

/* What a request found out.  ERROR: it could not be met, the text is wrong. */
typedef enum { VERDICT_PASS, VERDICT_FAIL, VERDICT_UNKNOWN, VERDICT_ERROR } Verdict;

#endif
