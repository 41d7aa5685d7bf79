#include "serve/desk/desk_impl.h"

/* Moving in the history, and to its beginning. */

bool desk_back(Desk *d, Fields *f, json_t *answer)
{
  uint64_t count = fields_number_or(f, "count", UINT32_MAX, 1);
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  Animator *a = desk_animator(d);
  if (!a->at) return desk_refuse(d, "this is the start");
  animator_go(a, count < a->at ? a->at - (uint32_t) count : 0);
  return desk_moved(d, answer);
}

bool desk_forward(Desk *d, Fields *f, json_t *answer)
{
  uint64_t count = fields_number_or(f, "count", UINT32_MAX, 1);
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  Animator *a = desk_animator(d);
  uint32_t left = a->path.len - a->at;
  if (!left) return desk_refuse(d, "there is nothing to redo");
  animator_go(a, a->at + (count < left ? (uint32_t) count : left));
  return desk_moved(d, answer);
}

bool desk_goto(Desk *d, Fields *f, json_t *answer)
{
  uint64_t at = fields_number(f, "at", UINT32_MAX);
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  Animator *a = desk_animator(d);
  if (at > a->path.len)
    return desk_refuse(d, "the history has %u transition%s", a->path.len, text_plural(a->path.len));
  animator_go(a, (uint32_t) at);
  return desk_moved(d, answer);
}

bool desk_restart(Desk *d, Fields *f, json_t *answer)
{
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  animator_restart(desk_animator(d));
  animator_start(desk_animator(d));
  desk_path_forgotten(d);
  return desk_moved(d, answer);
}

bool desk_start(Desk *d, Fields *f, json_t *answer)
{
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  animator_start(desk_animator(d));
  return desk_moved(d, answer);
}
