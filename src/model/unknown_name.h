#ifndef MODEL_UNKNOWN_NAME_H
#define MODEL_UNKNOWN_NAME_H

#include "model/model.h"

/* For a formula that may not have free names: reports the first one, with what it may have been
 * meant for.  Mistakes since `mark` (diags_mark) that only say that the type of a free name is not
 * known are dropped.  False: it has none. */
bool unknown_name_report(Diags *, const Model *, const Formula *, uint32_t mark);

#endif
