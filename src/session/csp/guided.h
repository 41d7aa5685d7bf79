#ifndef SESSION_GUIDED_H
#define SESSION_GUIDED_H

#include "csp/guide/guide.h"
#include "session/check.h"

/* What is told of a machine that was explored together with the process that guides it. */
typedef struct {
  uint32_t machine_states, csp_states; /* that occur in states of both */
  bool terminated; /* the process ended somewhere, and nothing else can happen */
} GuidedFigures;

bool guided_is(const Checked *);
GuidedFigures guided_figures(const Checked *);
/* Operations are the labels below. */
uint32_t guided_operations_end(const Checked *);

#endif
