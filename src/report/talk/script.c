#include <string.h>

#include "csp/script.h"
#include "csp/syntax/lexer.h"
#include "report/csp/csp_types_report.h"
#include "report/csp/csp_value_report.h"
#include "report/talk/talk_impl.h"

/* Expressions of a script of CSP-M. */

/* The expression where the names have their values; it begins a line, so that places are right. */
static const char *with_lets(Talk *t, const char *expression)
{
  Text text = {0};
  for (uint32_t i = 0; i < t->lets.len; i++)
    text_printf(&text, "%s%s\n", i ? "" : "let ", t->lets.data[i]);
  text_printf(&text, "%s%s", t->lets.len ? "within\n" : "", expression);
  const char *whole = arena_copy(session_arena(talk_session(t)), text_string(&text), text.len);
  text_free(&text);
  return whole;
}

static bool value_of(Talk *t, const char *expression, CspValue *value)
{
  if (*expression == '\0') return session_refuse(talk_session(t), "an expression is missing");
  return csp_value_in(talk_session(t), t->scene->system.script, with_lets(t, expression), value);
}

static void report_value(Talk *t, const CspValue *value)
{
  Verdict verdict = csp_value_report(t->report, value);
  t->kind = verdict == VERDICT_PASS   ? TALK_VALUE
            : verdict == VERDICT_FAIL ? TALK_FAULT
                                      : TALK_UNKNOWN;
}

bool talk_script_answer(Talk *t, const char *expression)
{
  CspValue value;
  if (!value_of(t, expression, &value)) return false;
  report_value(t, &value);
  csp_value_close(&value);
  return true;
}

bool talk_script_type(Talk *t, const char *expression)
{
  Session *session = talk_session(t);
  if (*expression == '\0') return session_refuse(session, "an expression is missing");
  const Source *text = session_text(session, "<expression>", with_lets(t, expression));
  const CspNode *node = csp_script_expression(t->scene->system.script, text);
  if (!node) return session_refuse_text(session, text);
  csp_types_report_expression(t->report, node);
  return true;
}

static bool is_name(const char *name)
{
  const char *at = name;
  if (!((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z'))) return false;
  while ((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || (*at >= '0' && *at <= '9') ||
         *at == '_')
    at++;
  while (*at == '\'') at++;
  return !*at && !csp_word_is_reserved(name);
}

/* A new name may be used in its own definition, P = a -> P; of one that has a value, it is that. */
bool talk_script_let(Talk *t, const char *name, const char *expression)
{
  Session *session = talk_session(t);
  CspValue value;
  const char *whole = expression;
  if (!is_name(name)) return session_refuse(session, "%s is not a name", name);
  if (*expression && !talk_has_let(t, name))
    whole = arena_printf(session_arena(session), "let %s =\n%s\nwithin %s", name, expression, name);
  if (!value_of(t, whole, &value)) return false;
  if (value.verdict == VERDICT_PASS) {
    Text let = {0};
    text_printf(&let, "%s = %s", name, value.readable ? text_string(&value.value) : expression);
    text_printf(&t->report->out, "%s\n", let.data);
    talk_keep_let(t, name, let.data);
  } else report_value(t, &value);
  csp_value_close(&value);
  return true;
}

bool talk_script_lacks(Talk *t, const char *command)
{
  if (!talk_is_script(t)) return false;
  session_refuse(talk_session(t), "%s is for models of B, not for scripts of CSP-M", command);
  return true;
}
