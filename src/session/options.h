#ifndef SESSION_OPTIONS_H
#define SESSION_OPTIONS_H

#include "base/cancel.h"
#include "engine/engine.h"

/* NAME=VALUE. */
typedef Preference Setting;
typedef struct {
  const Setting *data;
  uint32_t len;
} Settings;

/* How a session works, whatever it is asked for.  All zero is a good choice.  Texts stay the
 * caller's and live as long as the session. */
typedef struct {
  Settings preferences; /* MAXINT, MININT, DEFAULT_SETSIZE: whole numbers */
  Settings sizes;       /* of deferred sets: numbers from 1 */
  Settings constants;   /* of the model: expressions */
  uint64_t max_states;  /* that are explored; 0: no limit */
  double time_limit;    /* seconds; 0: no limit */
  size_t memory_limit;  /* bytes of the process; 0: what there is (session_memory_limit) */
  const char *inside;   /* nothing outside of this folder is read, and nothing is written;
                           canonical, or NULL */
  bool alone;           /* a refinement of classical B without what it refines */
  bool strict_wd;       /* candidates that are not well-defined are errors */
  bool reference_only;  /* the fast evaluator is not used */
  bool silent;          /* what models print goes nowhere */
  bool for_programs;    /* values are shown as programs read them, and what models print does not
                           go to standard output … */
  bool prints;          /* … unless this is set */
  Cancel cancelled;     /* asked now and then whether to stop */
} SessionOptions;

#endif
