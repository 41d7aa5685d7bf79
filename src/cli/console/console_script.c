#include "cli/console/console_script.h"

#include <stdlib.h>
#include <string.h>

#include "csp/script.h"
#include "csp/syntax/lexer.h"
#include "report/csp/csp_types_report.h"
#include "report/csp/csp_value_report.h"

static Session *session_of(Console *c) { return c->cli->report.session; }

/* The expression where the names have their values; it begins a line, so that places are right. */
static const char *with_lets(Console *c, const char *expression)
{
  Text text = {0};
  for (uint32_t i = 0; i < c->lets.len; i++)
    text_printf(&text, "%s%s\n", i ? "" : "let ", c->lets.data[i]);
  text_printf(&text, "%s%s", c->lets.len ? "within\n" : "", expression);
  const char *whole = arena_copy(session_arena(session_of(c)), text_string(&text), text.len);
  text_free(&text);
  return whole;
}

static bool value_of(Console *c, const char *expression, CspValue *value)
{
  if (*expression == '\0') return console_complain(c, "an expression is missing");
  return csp_value_in(session_of(c), c->scene.system.script, with_lets(c, expression), value) ||
         console_wrong_text(c);
}

bool console_script_answer(Console *c, const char *expression)
{
  CspValue value;
  if (!value_of(c, expression, &value)) return false;
  csp_value_report(&c->cli->report, &value);
  csp_value_close(&value);
  return true;
}

bool console_script_type(Console *c, const char *expression)
{
  if (*expression == '\0') return console_complain(c, "an expression is missing");
  const Source *text = session_text(session_of(c), "<expression>", with_lets(c, expression));
  const CspNode *node = csp_script_expression(c->scene.system.script, text);
  if (!node) return console_wrong_text(c);
  csp_types_report_expression(&c->cli->report, node);
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

static bool has_let(const Console *c, const char *name)
{
  size_t length = strlen(name);
  for (uint32_t i = 0; i < c->lets.len; i++)
    if (!strncmp(c->lets.data[i], name, length) && c->lets.data[i][length] == ' ') return true;
  return false;
}

/* A new name may be used in its own definition, P = a -> P; of one that has a value, it is that. */
bool console_script_let(Console *c, const char *name, const char *expression)
{
  CspValue value;
  const char *whole = expression;
  if (!is_name(name)) return console_complain(c, "%s is not a name", name);
  if (*expression && !has_let(c, name))
    whole = arena_printf(session_arena(session_of(c)), "let %s =\n%s\nwithin %s", name, expression,
                         name);
  if (!value_of(c, whole, &value)) return false;
  if (value.verdict == VERDICT_PASS) {
    Text let = {0};
    text_printf(&let, "%s = %s", name, value.readable ? text_string(&value.value) : expression);
    console_forget_let(c, name);
    vec_push(&c->lets, let.data);
    text_printf(&c->cli->report.out, "%s\n", let.data);
  } else csp_value_report(&c->cli->report, &value);
  csp_value_close(&value);
  return true;
}

void console_script_lets(Console *c)
{
  for (uint32_t i = 0; i < c->lets.len; i++)
    text_printf(&c->cli->report.out, "%s\n", c->lets.data[i]);
}

void console_script_names(Console *c)
{
  csp_types_report_script(&c->cli->report, c->scene.system.script);
}

bool console_script_lacks(Console *c, const char *command)
{
  if (!c->scene.system.script || c->scene.system.model) return false;
  console_complain(c, "%s is for models of B, not for scripts of CSP-M", command);
  return true;
}
