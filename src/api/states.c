#include "api/handle.h"

#include "report/trace.h"

/* States and their transitions. */

typedef struct {
  probity_state state;
  const probity_transition **list;
  size_t *count;
  const char **text;
} StateCall;

/* ---------------------------------------------------------------- transitions */

static probity_code transitions(probity_model *m, void *data)
{
  const StateCall *call = data;
  probity_code code = handle_begin_state(m, call->state);
  if (code != PROBITY_OK) return code;
  WalkSteps found = walk_steps(m->walk, handle_state(call->state));
  m->list.len = 0;
  for (uint32_t i = 0; i < found.count; i++) {
    const WalkStep *s = &found.steps[i];
    vec_push(&m->list, ((probity_transition){call->state, s->to, s->name, s->text}));
  }
  if (call->list) *call->list = m->list.data;
  if (call->count) *call->count = m->list.len;
  if (found.reason) handle_say(m, PROBITY_OK, "%s", found.reason);
  return found.partial ? PROBITY_UNKNOWN : PROBITY_OK;
}

probity_code probity_transitions(probity_model *m, probity_state state,
                                 const probity_transition **list, size_t *count)
{
  if (list) *list = NULL;
  if (count) *count = 0;
  return handle_call(m, transitions, &(StateCall){.state = state, .list = list, .count = count});
}

/* --------------------------------------------------------------------- values */

static probity_code state_text(probity_model *m, void *data)
{
  const StateCall *call = data;
  probity_code code = handle_begin_state(m, call->state);
  if (code != PROBITY_OK) return code;
  Lts *lts = m->scene.system.lts;
  text_clear(&m->result);
  if (call->state != PROBITY_ROOT) {
    const Value *row = walk_row(m->walk, handle_state(call->state));
    trace_print_state(&m->result, lts, row, NULL);
    if (!m->result.len && lts->describe) lts->describe(lts, &m->result, row);
  }
  *call->text = text_string(&m->result);
  return PROBITY_OK;
}

probity_code probity_state_text(probity_model *m, probity_state state, const char **text)
{
  if (!text) return PROBITY_MISUSE;
  *text = NULL;
  return handle_call(m, state_text, &(StateCall){.state = state, .text = text});
}

static probity_code state_json(probity_model *m, void *data)
{
  const StateCall *call = data;
  probity_code code = handle_begin_state(m, call->state);
  if (code != PROBITY_OK) return code;
  bool root = call->state == PROBITY_ROOT;
  json_t *state =
      root ? json_object()
           : trace_state_json(m->scene.system.lts, walk_row(m->walk, handle_state(call->state)));
  char *json = json_dumps(state, JSON_COMPACT);
  json_decref(state);
  if (!json) memory_exhausted();
  text_clear(&m->result);
  text_add(&m->result, json);
  free(json);
  *call->text = text_string(&m->result);
  return PROBITY_OK;
}

probity_code probity_state_json(probity_model *m, probity_state state, const char **json)
{
  if (!json) return PROBITY_MISUSE;
  *json = NULL;
  return handle_call(m, state_json, &(StateCall){.state = state, .text = json});
}

/* ----------------------------------------------------------------- what is wrong */

static probity_code violated(probity_model *m, void *data)
{
  const StateCall *call = data;
  probity_code code = handle_begin_state(m, call->state);
  if (code != PROBITY_OK || call->state == PROBITY_ROOT) return code;
  WalkFacts facts = walk_facts(m->walk, handle_state(call->state));
  *call->text = facts.violated;
  if (facts.violated || !facts.unknown) return PROBITY_OK;
  return handle_say(m, PROBITY_UNKNOWN, "%s", facts.unknown);
}

probity_code probity_violated(probity_model *m, probity_state state, const char **text)
{
  if (!text) return PROBITY_MISUSE;
  *text = NULL;
  return handle_call(m, violated, &(StateCall){.state = state, .text = text});
}
