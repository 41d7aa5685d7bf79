#ifndef TEMPORAL_NOTATION_RESOLVE_H
#define TEMPORAL_NOTATION_RESOLVE_H

#include "temporal/notation/formula.h"

/* Fills in what the tree means in the model: its parts in B are resolved and typed, as
 * model_formula does it, operations are found, and so on (formula.h says where).  Without a model
 * (NULL) the parts are only read and typed one by one, and their names are free.
 *
 * The typed formulas are added to `owned`: the caller frees them (formula_free) when the tree is
 * not needed any more.  The model must live as long.  Names in model->known may be used in the
 * formula. False: there are mistakes, which are in the diagnostics, and the tree is of no use. */
bool temporal_resolve(ParseContext *, Model *, Temporal *, Formulas *owned);

#endif
