#include <assert.h>

#include "engine/fork.h"

static Value copy_integer(const Engine *from, Engine *to, Value v)
{
  mpz_t number;
  mpz_init(number);
  value_to_mpz(from->store, v, number);
  Value copy = value_from_mpz(to->store, number);
  mpz_clear(number);
  return copy;
}

Engine *engine_fork(Engine *e)
{
  Engine *f = engine_new(e->names, e->model, NULL, 0);
  f->main = e->main;
  f->options = e->options;
  tried_free(f->tried);
  f->tried = e->tried;
  f->forked_from = e;
  f->minint = copy_integer(e, f, e->minint);
  f->maxint = copy_integer(e, f, e->maxint);
  for (uint32_t i = 0; e->model && i < e->model->sets.len; i++) {
    const Symbol *set = e->model->sets.data[i];
    bool same =
        set->enumerated || engine_set_size(f, set, engine_element_shape(e, set->type)->size);
    assert(same); /* no shape of the new engine was made before */
    (void) same;
  }
  return f;
}
