#include "report/scene/why_step.h"

#include <assert.h>

#include "csp/guide/guide.h"
#include "lts/b_machine.h"

typedef struct {
  const Operation *operation;
  Value *values;
  bool found;
} Arguments;

static bool take_arguments(void *context, Reference *r)
{
  Arguments *a = context;
  for (uint32_t i = 0; i < a->operation->parameter_count; i++)
    reference_lookup(r, a->operation->parameters[i], &a->values[i]);
  a->found = true;
  return false;
}

/* The first arguments that the choice allows; NULL: it says nothing of them. */
static const Value *chosen_arguments(Scene *s, const Choice *choice, Arena *arena)
{
  assert(choice->label != ANY_LABEL);
  const Formula *where = choice->where ? choice->where[choice->label] : NULL;
  Arguments a = {.operation = b_machine_operation(s->system.machine, choice->label)};
  if (choice->given) where = choice->given;
  if (!where || !a.operation) return NULL;
  a.values = arena_new_array(arena, Value, a.operation->parameter_count + 1);
  scene_enter(s);
  reference_solve(s->bench.reference, a.operation->parameters, a.operation->parameter_count,
                  where->node, WINDOWS_COUNTED, take_arguments, &a);
  return a.found ? a.values : NULL;
}

/* Is the step possible, but not with these results or this change? */
static bool is_possible_otherwise(Scene *s, const Choice *choice)
{
  const Animator *a = s->animator;
  Choice call = *choice;
  call.gives = NULL;
  call.listed = NULL;
  for (uint32_t i = 0; i < a->enabled.len; i++)
    if (choice_allows(s, &call, &a->enabled.data[i])) return true;
  return false;
}

static const Why *machine_why_disabled(Scene *s, const Choice *choice, Arena *arena)
{
  return b_machine_why_disabled(s->system.machine, arena, choice->label,
                                chosen_arguments(s, choice, arena), animator_state(s->animator),
                                s->bench.style);
}

/* The process that guides the machine does not take part; NULL: the machine does not do it either.
 */
static const Why *why_refused(Scene *s, uint32_t label, Arena *arena)
{
  Text text = {0};
  Why *note = NULL;
  if (guide_why_refused(s->system.lts, &text, animator_state(s->animator), label)) {
    note = arena_alloc(arena, sizeof *note);
    *note = (Why){.kind = WHY_NOTE, .text = arena_copy(arena, text_string(&text), text.len)};
  }
  text_free(&text);
  return note;
}

const Why *why_step_disabled(Scene *s, const Choice *choice, Arena *arena)
{
  uint32_t label = choice->label;
  if (!s->system.model || label < s->system.lts->first_operation) return NULL;
  if (choice->after || is_possible_otherwise(s, choice)) return NULL;
  const Why *refused = guide_is(s->system.lts) ? why_refused(s, label, arena) : NULL;
  if (label >= b_machine_lts(s->system.machine)->label_count) return refused;
  const Why *why = machine_why_disabled(s, choice, arena);
  return refused && why && why->kind == WHY_NOTE ? refused : why;
}

void why_step_first(const Why *why, Text *text)
{
  static const char *const words[] = {"FALSE", "TRUE", "UNKNOWN", "not well-defined"};
  while (why && why->kind != WHY_TRUTH) why = why->next;
  if (!why) return;
  text_printf(text, ": %s is %s", why->formula, words[why->truth]);
  const char *before = " (";
  for (const Why *part = why->parts; part; part = part->next) {
    if (part->kind != WHY_VALUE || part->truth != TRUTH_TRUE) continue;
    text_printf(text, "%s%s = %s", before, part->formula, part->text);
    before = ", ";
  }
  if (*before == ',') text_add_char(text, ')');
}
