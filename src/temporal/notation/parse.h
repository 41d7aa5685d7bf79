#ifndef TEMPORAL_NOTATION_PARSE_H
#define TEMPORAL_NOTATION_PARSE_H

#include "temporal/notation/formula.h"

/* How the parts in B are read. */
typedef enum {
  PARTS_WITH_UNIT, /* the definitions of a unit may be used                         */
  PARTS_ANYWHERE,  /* no unit is known: any name may be a definition                */
  PARTS_LATER      /* not at all: temporal_resolve reads them in the scope of a model */
} PartsReading;

typedef struct {
  ParseContext *context;
  PartsReading parts;
  const Unit *unit; /* for PARTS_WITH_UNIT */
} TemporalReading;

/* Reads a formula, which must be all of the source; one of LTL may have definitions of patterns and
 * statements in front of it.  Patterns are expanded in the tree.  Never NULL.  Mistakes are in the
 * diagnostics: the first one of temporal logic, and those in the parts up to there.  If there are
 * any, the tree is of no use. */
Temporal *temporal_parse(const TemporalReading *, const Source *, TemporalLogic);

/* Reads a fairness assumption of LTL by itself: WF(a) & SF(b). */
Temporal *temporal_parse_assumption(const TemporalReading *, const Source *);

#endif
