#include "report/scene/why_step.h"
#include "serve/desk/desk_impl.h"

/* Taking a step, by its number or by what it is like; listing those that are possible. */

enum { LISTED = 50 }; /* where several fit */

static bool take(Desk *d, uint32_t index, json_t *answer)
{
  animator_take(desk_animator(d), index);
  animator_start(desk_animator(d));
  return desk_moved(d, answer);
}

static bool step_by_index(Desk *d, uint64_t index, json_t *answer)
{
  uint32_t enabled = desk_animator(d)->enabled.len;
  if (index < enabled) return take(d, (uint32_t) index, answer);
  return desk_refuse(d, "there is no step %llu: %u %s enabled", (unsigned long long) index, enabled,
                     enabled == 1 ? "is" : "are");
}

/* ------------------------------------------------------------- by its nature */

static bool refuse_none(Desk *d, const Choice *choice)
{
  Scene *s = &d->open.scene;
  const char *name = desk_lts(d)->label_name(desk_lts(d), choice->label);
  bool narrowed = choice->called || choice->given || choice->where || choice->after;
  bool sure = !animator_is_incomplete(s->animator);
  if (!animator_running(s->animator))
    return desk_refuse(d, "there is no initial state yet: choose how to start");
  Arena *arena = arena_new();
  Text reason = {0};
  const Why *why = why_step_disabled(s, choice, arena);
  why_step_first(why, &reason);
  desk_refuse_with(d, "why", desk_why_json(why));
  desk_refuse(d, sure ? "%s is not enabled %s%s" : "no step of %s is known to be enabled %s%s",
              name, narrowed ? "in this way" : "here", text_string(&reason));
  text_free(&reason);
  arena_free(arena);
  return false;
}

/* Which of those that fit; UINT32_MAX: refused. */
static uint32_t choose(Desk *d, const Choice *choice, unsigned how)
{
  enum { ONLY, FIRST, RANDOM };
  const Animator *a = desk_animator(d);
  uint32_t count = 0, first = UINT32_MAX, chosen = UINT32_MAX;
  choice_seek(&d->open.scene, choice);
  for (uint32_t i = 0; i < a->enabled.len; i++) {
    if (!choice_allows(&d->open.scene, choice, &a->enabled.data[i])) continue;
    if (count++ == 0) first = i;
    /* The k-th takes the place of those before it once in k times. */
    if (how == RANDOM && animator_random(&d->seed, count) == 0) chosen = i;
    if (how == FIRST) break;
  }
  if (count == 0) refuse_none(d, choice);
  if (how == RANDOM || count == 0) return chosen;
  if (how == FIRST || count == 1) return first;
  desk_refuse_with(d, "enabled", desk_allowed_json(d, choice, 0, LISTED, &count));
  desk_refuse(d, "%u steps match: choose one, or be more specific", count);
  return UINT32_MAX;
}

bool desk_step(Desk *d, Fields *f, json_t *answer)
{
  bool named = fields_has(f, "operation");
  uint64_t index = named ? 0 : fields_number(f, "index", UINT32_MAX);
  uint64_t turn = fields_number_or(f, "turn", INT64_MAX, UINT64_MAX);
  ChoiceParts parts = {.name = fields_text_maybe(f, "operation")};
  if (named) {
    parts.arguments = fields_text_maybe(f, "arguments");
    parts.where = fields_text_maybe(f, "where");
    parts.after = fields_text_maybe(f, "after");
  }
  unsigned how = named ? fields_word(f, "choose", "only|first|random") : 0;
  const Choice *choice;
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  if (turn != UINT64_MAX && turn != d->turn)
    return desk_refuse_as(d, 409, "changed", "the state has changed meanwhile: look again");
  if (!named) return step_by_index(d, index, answer);
  if (!desk_choice(d, parts, &choice)) return false;
  index = choose(d, choice, how);
  return index != UINT32_MAX && take(d, (uint32_t) index, answer);
}

/* ------------------------------------------------------- what is possible */

json_t *desk_allowed_json(Desk *d, const Choice *choice, uint64_t from, uint64_t count,
                          uint32_t *all)
{
  const Animator *a = desk_animator(d);
  json_t *json = json_object(), *items = json_array();
  bool complete = !animator_is_incomplete(a);
  *all = 0;
  choice_seek(&d->open.scene, choice);
  for (uint32_t i = 0; i < a->enabled.len; i++) {
    if (scene_is_over(&d->open.scene)) {
      complete = false;
      break;
    }
    if (!choice_allows(&d->open.scene, choice, &a->enabled.data[i])) continue;
    if (*all >= from && *all - from < count)
      json_array_append_new(items, desk_transition_json(d, i));
    ++*all;
  }
  json_object_set_new(json, "count", json_integer(*all));
  json_object_set_new(json, "complete", json_boolean(complete));
  json_object_set_new(json, "items", items);
  return json;
}

bool desk_enabled(Desk *d, Fields *f, json_t *answer)
{
  enum { MOST = 10000 };
  ChoiceParts parts = {.name = fields_text_maybe(f, "operation"),
                       .where = fields_text_maybe(f, "where"),
                       .after = fields_text_maybe(f, "after")};
  uint64_t from = fields_number_or(f, "from", UINT32_MAX, 0);
  uint64_t count = fields_number_or(f, "count", MOST, 100);
  const Choice *choice;
  uint32_t all;
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  if (!desk_choice(d, parts, &choice)) return false;
  json_t *allowed = desk_allowed_json(d, choice, from, count, &all);
  json_object_update(answer, allowed);
  json_decref(allowed);
  return true;
}
