#ifndef LTS_PRINT_H
#define LTS_PRINT_H

#include "base/text.h"
#include "lts/lts.h"

/* Shortens a value that was printed from there on. */
typedef void LtsCut(Text *, size_t from);

/* op(1,{a}), or op if the arguments are NULL; each value is cut unless `cut` is NULL. */
void lts_print_call(Text *, Lts *, uint32_t label, const Value *arguments, LtsCut *cut);
/* The name of a step in lists of steps: op, whose arguments are told beside it; or the whole event,
 * c.1.A, if that is one text. */
void lts_print_name(Text *, Lts *, const Transition *);
/* Is this that name?  The hidden step and termination have two names each. */
bool lts_has_name(Lts *, const Transition *, const char *name);
/* Has a state something to show?  Processes have only behaviour. */
bool lts_has_columns(Lts *);
/* op(1,{a}) --> r */
void lts_print_transition(Text *, Lts *, const Transition *, LtsCut *cut);

#endif
