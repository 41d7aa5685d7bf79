#ifndef SESSION_DISPLAY_TROUBLE_H
#define SESSION_DISPLAY_TROUBLE_H

#include "engine/engine.h"
#include "session/session.h"

/* What of a picture cannot be shown, and why.  It is no mistake of the model, which runs without
 * pictures: whoever shows the picture shows its troubles, too. */
typedef struct {
  Span span; /* SPAN_NONE: nowhere in a text */
  const char *message;
  const char *hint; /* or NULL */
} DisplayTrouble;

typedef struct {
  Arena *arena; /* of the texts; its owner's */
  DisplayTrouble *data;
  uint32_t len, cap;
} DisplayTroubles;

/* Adds one, unless it is there already or there are too many. */
void trouble_add(DisplayTroubles *, Span, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Moves what was recorded since the mark from the diagnostics to the list; with `where`, behind
 * "where: " and without a place. */
void trouble_take(DisplayTroubles *, Diags *, uint32_t mark, const char *where);
/* Why the value of `what` that was computed last is none. */
void trouble_fault(DisplayTroubles *, const Engine *, const char *what, Value);
/* Records the troubles as warnings. */
void trouble_tell(const DisplayTroubles *, Diags *);

#endif
