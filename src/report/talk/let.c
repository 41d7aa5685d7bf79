#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "report/answer.h"
#include "report/talk/talk_impl.h"

/* Names that are given values. */

void talk_close(Talk *t)
{
  for (uint32_t i = 0; i < t->lets.len; i++) free(t->lets.data[i]);
  vec_free(&t->lets);
  *t = (Talk){0};
}

static bool is_of(const char *let, const char *name)
{
  size_t length = strlen(name);
  return !strncmp(let, name, length) && let[length] == ' ';
}

bool talk_has_let(const Talk *t, const char *name)
{
  for (uint32_t i = 0; i < t->lets.len; i++)
    if (is_of(t->lets.data[i], name)) return true;
  return false;
}

bool talk_forget_let(Talk *t, const char *name)
{
  for (uint32_t i = 0; i < t->lets.len; i++) {
    if (!is_of(t->lets.data[i], name)) continue;
    free(t->lets.data[i]);
    for (uint32_t k = i + 1; k < t->lets.len; k++) t->lets.data[k - 1] = t->lets.data[k];
    t->lets.len--;
    t->changes++;
    return true;
  }
  return false;
}

void talk_keep_let(Talk *t, const char *name, char *let)
{
  talk_forget_let(t, name);
  vec_push(&t->lets, let);
  t->changes++;
}

static void list_lets(Talk *t)
{
  Text *out = &t->report->out;
  for (uint32_t i = 0; talk_is_script(t) && i < t->lets.len; i++)
    text_printf(out, "%s\n", t->lets.data[i]);
  for (uint32_t i = 0; !talk_is_script(t) && i < t->scene->bench.known.len; i++) {
    const KnownName *k = &t->scene->bench.known.data[i];
    if (k->element) continue;
    text_printf(out, "%s = ", k->symbol->name->text);
    bench_print(&t->scene->bench, out, k->symbol->type, k->value);
    text_add_char(out, '\n');
  }
}

/* Can this be a name, and be given a value? */
static bool is_free_name(Talk *t, const char *name)
{
  Session *session = talk_session(t);
  Diags *diags = session_diags(session);
  uint32_t mark = diags_mark(diags);
  const Source *source = session_text(session, "<name>", name);
  const Node *node = session_parse_formula(session, source, FORMULA_EXPR, NULL);
  bool good = diags_mark(diags) == mark && node->kind == NODE_IDENT;
  diags_release(diags, mark);
  if (!good) return session_refuse(session, "%s is not a name", name);
  const char *refusal = bench_refuses(&t->scene->bench, name);
  return !refusal || session_refuse(session, "%s cannot be given a value: %s", name, refusal);
}

static bool give_value(Talk *t, const char *name, const char *text)
{
  Session *session = talk_session(t);
  Bench *bench = &t->scene->bench;
  if (*text == '\0') return session_refuse(session, "a formula is missing");
  const Formula *f = bench_formula(bench, "<input>", text, FORMULA_EXPR);
  if (!f) return session_refuse_text(session, NULL);
  scene_enter(t->scene);
  Value v = bench_value(bench, f);
  if (value_is_none(v)) {
    bool unknown = value_same(v, VALUE_UNKNOWN);
    t->kind = unknown ? TALK_UNKNOWN : TALK_FAULT;
    answer_none(t->report, bench->engine, unknown ? ANSWER_UNKNOWN : ANSWER_FAULT);
    return true;
  }
  Text let = {0}, *out = &t->report->out;
  text_printf(&let, "%s = %s", name, text);
  bench_let(bench, name, f->node->type, v);
  talk_keep_let(t, name, let.data);
  text_printf(out, "%s = ", name);
  bench_print(bench, out, f->node->type, v);
  text_add_char(out, '\n');
  return true;
}

/* Why the last question was refused. */
static const char *refusal_text(const Talk *t, uint32_t mark)
{
  Diags *diags = session_diags(talk_session(t));
  return diags_mark(diags) > mark ? diags_get(diags, mark)->message
                                  : text_string(&session_refusal(talk_session(t))->message);
}

/* name = E, or name == E */
bool talk_let(Talk *t, const char *arguments)
{
  Session *session = talk_session(t);
  t->kind = TALK_TEXT;
  if (*arguments == '\0') {
    list_lets(t);
    return true;
  }
  size_t length = strcspn(arguments, " \t=");
  const char *equals = arguments + length + strspn(arguments + length, " \t");
  if (*equals != '=' || !length) return session_refuse(session, "usage: :let NAME = E");
  const char *name = arena_copy(session_arena(session), arguments, length);
  const char *text = equals + 1 + (equals[1] == '=');
  text += strspn(text, " \t");
  if (talk_is_script(t)) return talk_script_let(t, name, text);
  return is_free_name(t, name) && give_value(t, name, text);
}

bool talk_unlet(Talk *t, const char *name)
{
  t->kind = TALK_TEXT;
  if (*name == '\0') return session_refuse(talk_session(t), "which name? :unlet NAME");
  bool known = talk_forget_let(t, name);
  if (bench_unlet(&t->scene->bench, name) || known) return true;
  return session_refuse(talk_session(t), "%s has no value to forget", name);
}

void talk_give_lets(Talk *t)
{
  VEC(char *) lets = {0};
  Diags *diags = session_diags(talk_session(t));
  for (uint32_t i = 0; i < t->lets.len; i++) vec_push(&lets, t->lets.data[i]);
  t->lets.len = 0;
  for (uint32_t i = 0; i < lets.len; i++) {
    uint32_t mark = diags_mark(diags);
    if (!talk_let(t, lets.data[i]))
      text_printf(&t->report->out, "no value any more: %s: %s\n", lets.data[i],
                  refusal_text(t, mark));
    diags_release(diags, mark);
    free(lets.data[i]);
  }
  vec_free(&lets);
}
