#ifndef MODEL_RULES_H
#define MODEL_RULES_H

#include "model/model.h"

/* The static rules of the language beyond names and types. */

/* Of one file: clauses that are missing or do not belong there. */
void rules_check_unit(Diags *, const Unit *);

/* Of an implementation: warns of substitutions that are none of B0 (rules_b0.c). */
void rules_check_b0(Diags *, const Unit *);

/* Of a linked, resolved model: what may be assigned where, nothing written on
 * both sides of `||`, LET equations, CASE labels.  After effects_compute. */
void rules_check_model(Diags *, const Model *);

/* Of a formula by itself. */
void rules_check_formula(Diags *, const Node *);

#endif
