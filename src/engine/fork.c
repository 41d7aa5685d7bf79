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
  tried_free(f->tried);
  f->tried = e->tried;
  f->forked_from = e;
  f->minint = copy_integer(e, f, e->minint);
  f->maxint = copy_integer(e, f, e->maxint);
  f->default_set_size = e->default_set_size;
  f->default_is_given = e->default_is_given;
  f->window = e->window;
  f->wide_windows = e->wide_windows;
  f->strict_wd = e->strict_wd;
  f->reference_only = e->reference_only;
  f->symbolic = e->symbolic;
  f->plain_calls = e->plain_calls;
  f->every_setup = e->every_setup;
  f->expansion_limit = e->expansion_limit;
  f->lazy_limit = e->lazy_limit;
  f->library = e->library;
  f->solver = e->solver;
  f->solver_from = e->solver_from;
  f->solver_patience = e->solver_patience;
  f->output = e->output;
  f->deadline = e->deadline;
  f->cancelled = e->cancelled;
  for (uint32_t i = 0; e->model && i < e->model->sets.len; i++) {
    const Symbol *set = e->model->sets.data[i];
    if (!set->enumerated) engine_set_size(f, set, engine_element_shape(e, set->type)->size);
  }
  return f;
}
