#ifndef TEMPORAL_NOTATION_DEFINITIONS_H
#define TEMPORAL_NOTATION_DEFINITIONS_H

#include "temporal/notation/formula.h"

/* The temporal formulas of a machine: definitions ASSERT_LTL… == "formula" and ASSERT_CTL… == "…"
 * of its own text. */
typedef struct {
  const Name *name;
  TemporalLogic logic;
  Span span; /* of the definition */
  /* The formula, without quotes and escapes, at its place in the file: what is wrong in it is shown
   * there. */
  const Source *source;
} TemporalDefinition;

typedef VEC(TemporalDefinition) TemporalDefinitions;

/* Adds those of the unit, in their order.  Definitions that are no strings are left out. */
void temporal_definitions(ParseContext *, const Unit *, TemporalDefinitions *);

/* The content of a string literal that stands in a text of the session, at its place: positions
 * are exact outside of the strings that are in it. */
const Source *temporal_string(ParseContext *, const Node *string);

#endif
