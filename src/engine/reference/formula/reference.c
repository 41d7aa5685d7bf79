#include "engine/reference/reference.h"

#include <stdlib.h>

#include "base/memory.h"
#include "engine/reference/closure/ref_mapping.h"
#include "engine/reference/formula/formula.h"
#include "engine/reference/solve/solutions.h"

static const Walk WALK = {
    .value = formula_value,
    .truth = formula_truth,
    .solve = solve_names,
    .has_too_many = solve_has_too_many,
    .closure_member = closure_member,
    .closure_within = closure_within,
    .closure_expand = closure_expand,
    .closure_image = closure_image,
    .closure_inverse_image = closure_inverse_image,
    .closure_value = closure_value,
    .cover_included = cover_included,
    .cover_finite = cover_finite,
    .cover_count = cover_count,
    .arrow_by_form = closure_arrow_by_form,
    .arrow_by_pairs = closure_arrow_by_pairs,
    .some_elements = closure_some_elements,
    .is_same_function = closure_is_same_function,
};

Reference *reference_new(Engine *e)
{
  Reference *r = calloc(1, sizeof *r);
  if (!r) memory_exhausted();
  r->walk = &WALK;
  r->e = e;
  r->s = e->store;
  return r;
}

void reference_free(Reference *r)
{
  if (!r) return;
  vec_free(&r->bindings);
  vec_free(&r->old_values);
  free(r);
}
