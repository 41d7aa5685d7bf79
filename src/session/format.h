#ifndef SESSION_FORMAT_H
#define SESSION_FORMAT_H

#include "session/session.h"
#include "syntax/print.h"

/* Texts in canonical layout, with the line ends that they have. */
typedef struct {
  PrintStyle style;
  bool ascii; /* also in Event-B, which is in symbols if nothing else is asked for */
} FormatOptions;

/* The name of the machine or component, or NULL.  Where there are mistakes, which are in the
 * diagnostics, the text is not to be used. */
const char *format_file(Session *, const Source *, FormatOptions, Text *);
void format_formula(Session *, const Source *, FormulaKind, FormatOptions, Text *);
void format_temporal(Session *, const Source *, TemporalLogic, FormatOptions, Text *);

#endif
