#ifndef UNIT_RANDOM_VALUES_H
#define UNIT_RANDOM_VALUES_H

#include "value/set.h"

/* Random shapes and values, and a naive model of sets: a list without repetition. */

enum { LARGEST_MODEL = 160 };

typedef struct {
  Value values[2 * LARGEST_MODEL];
  uint32_t count;
} Model;

typedef struct {
  uint64_t seed;
  Store *store;
  Arena *arena;
  ShapeTable *shapes;
} Trial;

/* With a store of this configuration. */
Trial trial_new(uint64_t seed, StoreConfig);
void trial_free(Trial *); /* checks the store first */

uint64_t draw(Trial *, uint64_t below);
const Shape *random_given(Trial *);
const Shape *random_shape(Trial *, int depth);
Value random_int(Trial *);
Value random_value(Trial *, const Shape *);
Value random_set(Trial *, const Shape *element, uint64_t most);

bool model_has(const Model *, Value);
void model_add(Model *, Value);
Model random_model(Trial *, const Shape *element, uint64_t most);
/* The set of the elements of the model, given in random order. */
Value model_build(Trial *, const Shape *element, const Model *);
/* The limits of representations under which the laws are tried. */
extern const StoreConfig stress_configs[5];

#endif
