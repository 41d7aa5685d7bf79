#include "session/display/trouble.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool is_known(const DisplayTroubles *list, Span span, const char *message)
{
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i].span.begin == span.begin && !strcmp(list->data[i].message, message))
      return true;
  return false;
}

static void add(DisplayTroubles *list, DisplayTrouble trouble)
{
  enum { MOST = 100 };
  if (list->len >= MOST || is_known(list, trouble.span, trouble.message)) return;
  trouble.message = arena_copy(list->arena, trouble.message, strlen(trouble.message));
  if (trouble.hint) trouble.hint = arena_copy(list->arena, trouble.hint, strlen(trouble.hint));
  vec_push(list, trouble);
}

void trouble_add(DisplayTroubles *list, Span span, const char *format, ...)
{
  char message[2000];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  add(list, (DisplayTrouble){.span = span, .message = message});
}

void trouble_take(DisplayTroubles *list, Diags *diags, uint32_t mark, const char *where)
{
  for (uint32_t i = mark; i < diags_count(diags); i++) {
    const Diag *diag = diags_get(diags, i);
    Text message = {0};
    if (where) text_printf(&message, "%s: ", where);
    text_add(&message, diag->message);
    Span span = where ? SPAN_NONE : diag->span;
    add(list, (DisplayTrouble){span, text_string(&message), diag->hint});
    text_free(&message);
  }
  diags_release(diags, mark);
}

void trouble_fault(DisplayTroubles *list, const Engine *e, const char *what, Value v)
{
  if (value_same(v, VALUE_UNKNOWN))
    trouble_add(list, SPAN_NONE, "%s could not be computed: %s", what,
                e->cause ? e->cause : "the limits were reached");
  else
    trouble_add(list, e->fault.span, "%s is not well-defined: %s", what,
                e->fault.message ? e->fault.message : "");
}

/* Of several states the same is said once. */
static bool is_told(const Diags *diags, const DisplayTrouble *t)
{
  for (uint32_t i = 0; i < diags_count(diags); i++) {
    const Diag *diag = diags_get(diags, i);
    if (span_equal(diag->span, t->span) && !strcmp(diag->message, t->message)) return true;
  }
  return false;
}

void trouble_tell(const DisplayTroubles *list, Diags *diags)
{
  for (uint32_t i = 0; i < list->len; i++) {
    const DisplayTrouble *t = &list->data[i];
    if (is_told(diags, t)) continue;
    Diag *diag = diag_warning(diags, t->span, "picture", "%s", t->message);
    if (diag && t->hint) diag_hint(diags, diag, "%s", t->hint);
  }
}
