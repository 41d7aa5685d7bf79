#include "lts/b_machine.h"
#include "report/json_report.h"
#include "report/scene/why_step.h"
#include "serve/desk/desk_impl.h"

/* Why predicates have their truth, and why steps are not possible. */

enum { DEEPEST = 100, MOST_NODES = 5000, MOST_BYTES = 2000 };

static json_t *text_json(const char *text)
{
  if (!text) return json_null();
  Text whole = {0};
  bool cut;
  text_add(&whole, text);
  json_t *json = desk_text_cut(&whole, MOST_BYTES, &cut);
  text_free(&whole);
  return json;
}

static json_t *list_json(const Why *, unsigned depth, uint32_t *nodes);

static json_t *node_json(const Why *why, unsigned depth, uint32_t *nodes)
{
  static const char *const kinds[] = {
      [WHY_TRUTH] = "truth", [WHY_VALUE] = "value", [WHY_NOTE] = "note"};
  static const char *const truths[] = {"FALSE", "TRUE", "UNKNOWN", "FAULT"};
  json_t *json = json_object();
  bool told = why->kind == WHY_TRUTH || (why->kind == WHY_VALUE && why->truth != TRUTH_TRUE);
  json_object_set_new(json, "kind", json_string(kinds[why->kind]));
  json_object_set_new(json, "formula", text_json(why->kind == WHY_NOTE ? NULL : why->formula));
  json_object_set_new(json, "truth", told ? json_string(truths[why->truth]) : json_null());
  json_object_set_new(json, "text", text_json(why->text));
  json_object_set_new(json, "parts", list_json(why->parts, depth + 1, nodes));
  return json;
}

static json_t *list_json(const Why *why, unsigned depth, uint32_t *nodes)
{
  static const Why more = {.kind = WHY_NOTE, .text = "…"};
  json_t *list = json_array();
  for (; why; why = why->next) {
    bool fits = depth < DEEPEST && (*nodes)++ < MOST_NODES;
    json_array_append_new(list, node_json(fits ? why : &more, depth, nodes));
    if (!fits) break;
  }
  return list;
}

json_t *desk_why_json(const Why *why)
{
  uint32_t nodes = 0;
  return list_json(why, 0, &nodes);
}

/* ------------------------------------------------------------------ requests */

static bool is_there(Desk *d)
{
  return animator_running(desk_animator(d)) || desk_refuse(d, "there is no initial state yet");
}

bool desk_why_not(Desk *d, Fields *f, json_t *answer)
{
  ChoiceParts parts = {.name = fields_text(f, "operation"),
                       .arguments = fields_text_maybe(f, "arguments"),
                       .where = fields_text_maybe(f, "where")};
  const Choice *choice;
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  if (!is_there(d) || !desk_choice(d, parts, &choice)) return false;
  const Animator *a = desk_animator(d);
  bool enabled = false;
  choice_seek(&d->open.scene, choice);
  for (uint32_t i = 0; i < a->enabled.len && !enabled; i++)
    enabled = choice_allows(&d->open.scene, choice, &a->enabled.data[i]);
  Arena *arena = arena_new();
  const Why *why = enabled ? NULL : why_step_disabled(&d->open.scene, choice, arena);
  json_object_set_new(answer, "enabled", json_boolean(enabled));
  json_object_set_new(answer, "why", desk_why_json(why));
  arena_free(arena);
  return true;
}

/* Of a predicate of the model. */
static bool why_numbered(Desk *d, uint64_t number, json_t *answer)
{
  const Scene *s = &d->open.scene;
  if (number >= desk_lts(d)->predicate_count)
    return desk_refuse(d, "there is no predicate %llu: the model has %u",
                       (unsigned long long) number, desk_lts(d)->predicate_count);
  Arena *arena = arena_new();
  const Why *why = b_machine_why(s->system.machine, arena, (uint32_t) number,
                                 animator_state(s->animator), s->bench.style);
  json_object_set_new(answer, "why", desk_why_json(why));
  arena_free(arena);
  return true;
}

bool desk_why(Desk *d, Fields *f, json_t *answer)
{
  Bench *bench = &d->open.scene.bench;
  uint64_t number = fields_number_or(f, "predicate", UINT32_MAX, UINT64_MAX);
  const char *text = fields_text_maybe(f, "formula");
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  if (!text == (number == UINT64_MAX))
    return desk_refuse_as(d, 400, "request", "give one of the fields 'predicate' and 'formula'");
  if (!text) return is_there(d) && why_numbered(d, number, answer);
  const Formula *formula = desk_formula(d, text, FORMULA_PRED);
  if (!formula) return false;
  Arena *arena = arena_new();
  scene_enter(&d->open.scene);
  json_object_set_new(
      answer, "why", desk_why_json(why_tree(bench->reference, arena, formula->node, bench->style)));
  arena_free(arena);
  return true;
}
