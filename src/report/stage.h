#ifndef REPORT_STAGE_H
#define REPORT_STAGE_H

#include "report/report.h"

/* What a stage of the program makes of a text, for those who work on it. */
typedef struct {
  const Source *source;
  bool is_formula;
  FormulaKind kind; /* of the formula */
} StageInput;

typedef struct {
  const char *name;
  enum {
    STAGE_OF_FILE,  /* it makes sense for a file,                  */
    STAGE_OF_VALUE, /* … also for an expression or a predicate,    */
    STAGE_OF_ANY    /* … also for a substitution                   */
  } of;
  bool (*add)(Session *, const StageInput *, Text *); /* false: it was refused */
} Stage;

extern const Stage stage_table[];          /* ends with a NULL name */
const Stage *stage_find(const char *name); /* or NULL */
bool stage_takes(const Stage *, const StageInput *);
/* The text, and the fields `stage` and `text`; mistakes are in the diagnostics.  False: the session
 * has refused it. */
bool stage_report(Report *, const Stage *, const StageInput *);

#endif
