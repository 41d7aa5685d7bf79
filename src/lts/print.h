#ifndef LTS_PRINT_H
#define LTS_PRINT_H

#include "base/text.h"
#include "lts/lts.h"

/* Shortens a value that was printed from there on. */
typedef void LtsCut(Text *, size_t from);

/* op(1,{a}), or op if the arguments are NULL; each value is cut unless `cut` is NULL. */
void lts_print_call(Text *, Lts *, uint32_t label, const Value *arguments, LtsCut *cut);
/* op(1,{a}) --> r */
void lts_print_transition(Text *, Lts *, const Transition *, LtsCut *cut);

#endif
