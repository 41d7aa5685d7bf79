#ifndef VALUE_TRANSLATE_H
#define VALUE_TRANSLATE_H

#include "value/set.h"

/* A value of one store in another, where its type has another Shape.  Elements of
 * enumerated sets correspond by name, those of deferred sets by number.  VALUE_UNDEFINED
 * if it has no counterpart, or is lazy or nested very deep. */
Value value_translate(Store *to, const Shape *to_shape, Store *from, const Shape *from_shape,
                      Value);

#endif
