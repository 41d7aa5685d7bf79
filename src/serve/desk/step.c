#include "serve/desk/desk_impl.h"

/* Taking a step. */

static bool step_by_index(Desk *d, uint64_t index, uint64_t turn, json_t *answer)
{
  Animator *a = desk_animator(d);
  if (turn != UINT64_MAX && turn != d->turn)
    return desk_refuse_as(d, 409, "changed", "the state has changed meanwhile: look again");
  if (index >= a->enabled.len)
    return desk_refuse(d, "there is no step %llu: %u are enabled", (unsigned long long) index,
                       a->enabled.len);
  animator_take(a, (uint32_t) index);
  animator_start(a);
  desk_path_changed(d);
  return desk_show(d, answer);
}

bool desk_step(Desk *d, Fields *f, json_t *answer)
{
  uint64_t index = fields_number(f, "index", UINT32_MAX);
  uint64_t turn = fields_number_or(f, "turn", INT64_MAX, UINT64_MAX);
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  return step_by_index(d, index, turn, answer);
}
