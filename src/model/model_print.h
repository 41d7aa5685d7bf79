#ifndef MODEL_MODEL_PRINT_H
#define MODEL_MODEL_PRINT_H

#include "model/model.h"

/* Formulas as the people read them who wrote the model. */

/* Was it written in Event-B? */
bool model_is_eventb(const Model *); /* accepts NULL */
/* A resolved formula on one line, without its label: in the notation of Event-B, with symbols, if
 * the model is; else in that of B.  Names of instances have their prefix. */
void model_print_formula(Text *, const Model *, const Node *, bool unicode);

#endif
