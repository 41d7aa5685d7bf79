#ifndef SESSION_EDITED_TEXT_H
#define SESSION_EDITED_TEXT_H

#include "session/session.h"

/* A text that is being edited: what is wrong with it, and what it means as far as that is known. */
typedef enum {
  TEXT_OTHER, /* nothing is known of it */
  TEXT_MODEL,
  TEXT_EVENTB,
  TEXT_DEFINITIONS,
  TEXT_SCRIPT,
  TEXT_AUT
} TextKind;

TextKind text_kind(const Source *); /* by the name of the file */
/* Is what the file contains this text, and a notation that has a layout? */
bool text_has_layout(const Source *);

/* Those of its kind; the others are NULL.  All are the session's. */
typedef struct {
  TextKind kind;
  Model *model;
  Unit *definitions; /* of a file of definitions alone */
  CspScript *script;
} EditedText;

/* Reads the text as the commands do, with all that it refers to; nothing is computed.  Mistakes are
 * in the diagnostics. */
EditedText edited_text_read(Session *, const Source *);

#endif
