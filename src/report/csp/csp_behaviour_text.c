#include "report/csp/csp_behaviour_text.h"

#include <string.h>

#include "report/json_report.h"
#include "report/saved_trace.h"
#include "session/trace_file.h"

static const char *const kind_names[] = {"trace", "failure", "divergence", "deadlock",
                                         "nondeterminism"};

static void print_list(Text *text, const CspTexts *list, uint32_t count, const char *open,
                       const char *close)
{
  text_add(text, open);
  for (uint32_t i = 0; i < count; i++) text_printf(text, "%s%s", i ? ", " : "", list->data[i]);
  text_add(text, close);
}

static void print_after(Text *text, const CspBehaviour *b, uint32_t count)
{
  text_add(text, "    after ");
  print_list(text, &b->trace, count, "<", ">\n");
}

/* What the last state offers, and what it does not. */
static void print_offer(Text *text, const CspBehaviour *b)
{
  print_list(text, &b->accepted, b->accepted.len, "    accepted {", "}\n");
  if (b->refused.len) print_list(text, &b->refused, b->refused.len, "    refused {", "}\n");
}

/* ---------------------------------------------------------------- components */

enum { PROCESS_WIDTH = 50, EVENTS_SHOWN = 12, COMPONENTS_SHOWN = 12 };

/* Not in the middle of a character. */
static void print_cut(Text *text, const char *process)
{
  size_t length = strlen(process), cut = length > PROCESS_WIDTH ? PROCESS_WIDTH : length;
  while (cut < length && (process[cut] & 0xC0) == 0x80) cut--;
  text_printf(text, "%.*s%s\n", (int) cut, process, cut < length ? "…" : "");
}

static void print_some(Text *text, const CspTexts *list, const char *open, const char *close)
{
  text_add(text, open);
  uint32_t from = list->len > EVENTS_SHOWN ? list->len - EVENTS_SHOWN : 0;
  if (from) text_add(text, "… ");
  for (uint32_t i = from; i < list->len; i++)
    text_printf(text, "%s%s", i > from ? ", " : "", list->data[i]);
  text_add(text, close);
}

static void print_component(Text *text, const CspComponent *c, uint32_t number)
{
  text_printf(text, "      %u: ", number);
  print_cut(text, c->process);
  print_some(text, &c->trace, "         did <", ">");
  print_some(text, &c->offers, ", can do {", "}\n");
}

/* What each of the processes did by itself, and what it waits for now.  Those that did nothing are
 * of interest only where something is refused. */
static void print_components(Text *text, const CspBehaviour *b)
{
  bool all = b->kind == COUNTER_DEADLOCK || b->kind == COUNTER_FAILURE;
  uint32_t shown = 0, left = 0;
  for (uint32_t i = 0; i < b->components.len; i++) {
    const CspComponent *c = &b->components.data[i];
    if (!all && !c->trace.len) continue;
    if (shown < COMPONENTS_SHOWN) print_component(text, c, i + 1), shown++;
    else left++;
  }
  if (left) text_printf(text, "      … and %u more\n", left);
}

void csp_behaviour_print(Text *text, const CspBehaviour *b)
{
  uint32_t steps = b->trace.len;
  switch (b->kind) {
  case COUNTER_TRACE:
    print_after(text, b, steps - 1);
    text_printf(text, "    the specification cannot do %s\n", b->trace.data[steps - 1]);
    break;
  case COUNTER_FAILURE:
    print_after(text, b, steps);
    print_offer(text, b);
    break;
  case COUNTER_DIVERGENCE:
    print_after(text, b, steps);
    print_list(text, &b->loop, b->loop.len, "    hidden steps for ever: <", ">\n");
    break;
  case COUNTER_DEADLOCK:
    print_after(text, b, steps);
    text_add(text, "    no event is possible\n");
    break;
  case COUNTER_NONDETERMINISM:
    print_after(text, b, steps);
    print_offer(text, b);
    text_printf(text, "    after the same trace %s is also possible\n", b->refused.data[0]);
    break;
  }
  print_components(text, b);
}

static json_t *list_json(const CspTexts *list)
{
  json_t *array = json_array();
  for (uint32_t i = 0; i < list->len; i++)
    json_array_append_new(array, json_report_string(list->data[i]));
  return array;
}

static json_t *components_json(const CspBehaviour *b)
{
  json_t *array = json_array();
  for (uint32_t i = 0; i < b->components.len; i++) {
    const CspComponent *c = &b->components.data[i];
    json_t *one = json_object();
    json_object_set_new(one, "process", json_report_string(c->process));
    json_object_set_new(one, "trace", list_json(&c->trace));
    json_object_set_new(one, "offers", list_json(&c->offers));
    json_array_append_new(array, one);
  }
  return array;
}

json_t *csp_behaviour_json(const CspBehaviour *b)
{
  if (!b) return json_null();
  json_t *object = json_object();
  json_object_set_new(object, "kind", json_string(kind_names[b->kind]));
  json_object_set_new(object, "trace", list_json(&b->trace));
  json_object_set_new(object, "refused", list_json(&b->refused));
  json_object_set_new(object, "accepted", list_json(&b->accepted));
  json_object_set_new(object, "loop", list_json(&b->loop));
  json_object_set_new(object, "components", components_json(b));
  return object;
}

void csp_behaviour_save(Text *text, const CspBehaviour *b, const char *model)
{
  json_t *file = saved_trace_new(NULL, model);
  saved_trace_add_event(file, TRACE_INITIALISATION_NAME);
  for (uint32_t i = 0; i < b->trace.len; i++) saved_trace_add_event(file, b->trace.data[i]);
  saved_trace_print(text, file);
  json_decref(file);
}
