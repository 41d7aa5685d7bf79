#include <string.h>

#include "api/handle.h"
#include "session/csp/csp_value.h"

/* Formulas in states. */

typedef struct {
  probity_state state;
  const char *formula;
  probity_kind *kind;
  const char **text;
} EvaluateCall;

static probity_code give(const EvaluateCall *call, probity_kind kind, const char *text)
{
  if (call->kind) *call->kind = kind;
  if (call->text) *call->text = text;
  return PROBITY_OK;
}

/* ------------------------------------------------------------- expressions of CSP-M */

static probity_code evaluate_csp(probity_model *m, const EvaluateCall *call)
{
  CspValue v;
  if (!csp_value_in(m->session, m->scene.system.script, call->formula, &v))
    return handle_refused(m, m->session);
  probity_code code = PROBITY_OK;
  text_clear(&m->result);
  text_add(&m->result, text_string(&v.value));
  if (v.verdict == VERDICT_PASS) give(call, PROBITY_VALUE, text_string(&m->result));
  else
    code = handle_say(m, v.verdict == VERDICT_FAIL ? PROBITY_NO_VALUE : PROBITY_UNKNOWN, "%s",
                      v.reason);
  csp_value_close(&v);
  return code;
}

/* ----------------------------------------------------------------- formulas of B */

/* Each text is read once.  NULL: it has mistakes. */
static const Formula *find_formula(probity_model *m, const char *text)
{
  const Name *key = names_intern_string(session_names(m->session), text);
  const Formula *known = map_get(&m->formulas, key);
  if (known) return known;
  uint32_t before = diags_errors(session_diags(m->session));
  const Formula *f = bench_formula(&m->scene.bench, "<formula>", text, FORMULA_EXPR_OR_PRED);
  if (!f || diags_errors(session_diags(m->session)) != before) return NULL;
  map_put(&m->formulas, key, (void *) f);
  return f;
}

/* The lines after the first one, "x = 1", in one line. */
static void join_names(const char *lines, Text *out)
{
  const char *at = strchr(lines, '\n');
  for (at = at ? at + 1 : ""; *at;) {
    size_t length = strcspn(at, "\n");
    if (out->len && length) text_add(out, " & ");
    text_add_bytes(out, at, length);
    at += length + (at[length] == '\n');
  }
}

static probity_code tell(probity_model *m, const EvaluateCall *call, Answer answer,
                         const Text *lines)
{
  const Engine *e = m->scene.bench.engine;
  const char *text = text_string(lines);
  text_clear(&m->result);
  switch (answer) {
  case ANSWER_VALUE:
    text_add_bytes(&m->result, text, strcspn(text, "\n"));
    return give(call, PROBITY_VALUE, text_string(&m->result));
  case ANSWER_TRUE:
    join_names(text, &m->result);
    return give(call, PROBITY_TRUE, text_string(&m->result));
  case ANSWER_FALSE: return give(call, PROBITY_FALSE, text_string(&m->result));
  case ANSWER_FAULT: return handle_say(m, PROBITY_NO_VALUE, "%s", e->fault.message);
  case ANSWER_UNKNOWN: break;
  }
  return handle_say(m, PROBITY_UNKNOWN, "%s", e->cause ? e->cause : "it could not be computed");
}

static probity_code evaluate(probity_model *m, void *data)
{
  const EvaluateCall *call = data;
  bool alone = !m->walk && call->state == PROBITY_ROOT;
  probity_code code = alone ? handle_begin_scene(m) : handle_begin_state(m, call->state);
  if (code != PROBITY_OK) return code;
  if (system_is_process(&m->scene.system)) return evaluate_csp(m, call);
  const Formula *f = find_formula(m, call->formula);
  if (!f) {
    session_refuse_text(m->session, NULL);
    return handle_refused(m, m->session);
  }
  bool root = call->state == PROBITY_ROOT;
  scene_enter_state(&m->scene, root ? NULL : walk_row(m->walk, handle_state(call->state)));
  Text lines = {0};
  Answer answer = bench_answer(&m->scene.bench, f, false, &lines);
  if (bench_is_strict_fault(&m->scene.bench)) answer = ANSWER_FAULT;
  code = tell(m, call, answer, &lines);
  text_free(&lines);
  return code;
}

probity_code probity_evaluate(probity_model *m, probity_state state, const char *formula,
                              probity_kind *kind, const char **text)
{
  if (kind) *kind = PROBITY_NOTHING;
  if (text) *text = NULL;
  if (!formula) return PROBITY_MISUSE;
  return handle_call(m, evaluate, &(EvaluateCall){state, formula, kind, text});
}
