#ifndef REPORT_PROVE_PATH_TEXT_H
#define REPORT_PROVE_PATH_TEXT_H

#include <jansson.h>

#include "session/prove/path_check.h"

/* A path of states that violates something, as a counterexample of its sequent tells it. */
typedef struct {
  const Steps *steps;
  StepsPath path; /* without operations: they are not known */
  const Proof *proof;
  bool has_parameters; /* the counterexample has their values */
} ShownPath;

/* Constants, then states with the steps between, and what is false in the last one. */
void path_text(const ShownPath *, Text *);
/* The same, up to the first state. */
void path_show_start(const ShownPath *, Text *);
json_t *path_json(const ShownPath *); /* as traces are */
/* The false conjunct, of variables. */
void path_add_violated(const ShownPath *, Text *);

#endif
