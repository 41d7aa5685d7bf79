#ifndef REPORT_MODEL_TEXT_H
#define REPORT_MODEL_TEXT_H

#include <stdbool.h>

#include "base/text.h"
#include "model/model.h"

/* `name : TYPE`, and for operations `name : (p:T, q:U) --> (r:V)`. */
void model_text_symbol(Text *, const Symbol *);
void model_text_operation(Text *, const Operation *);
void model_text_signature(Text *, const Operation *); /* without the name */

/* The names of a model with their types, one line each: sets followed by their
 * elements, free types and constructors, constants, variables (then those that
 * a refinement has replaced), operations.  Those of seen machines, which are
 * transitions too, are told apart: `name (of MACHINE) : …`. */
void model_text_types(Text *, const Model *);

/* Whether the operation is among them: transitions, and all of the main machine. */
bool model_text_shows(const Model *, const Operation *);

/* Calls `visit` for each of these symbols, in that order, operations excepted. */
void model_text_each_symbol(const Model *, void (*visit)(void *, const Symbol *), void *data);

/* The flat model: machines, names, clauses and operations in B notation. */
void model_text_dump(Text *, const Model *);

/* The resolved trees of a model or formula, one node per line, indented, each
 * expression with its type. */
void model_text_typed(Text *, const Model *);
void model_text_typed_node(Text *, const Node *);

#endif
