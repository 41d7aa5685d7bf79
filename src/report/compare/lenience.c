#include "report/compare/lenience.h"

#include "compare/seen.h"

typedef struct {
  const Space *spec;
  Names *seen;
  Text text;
} Hidden;

static void note_label(void *context, const Transition *t, const Value *before)
{
  Hidden *h = context;
  Lts *lts = h->spec->lts;
  const char *name = lts->label_name(lts, t->label);
  uint32_t known = names_count(h->seen);
  (void) before;
  if (lts->is_hidden && lts->is_hidden(lts, t->label)) return; /* it has no name */
  names_intern_string(h->seen, name);
  if (names_count(h->seen) > known) text_printf(&h->text, "%s%s", h->text.len ? ", " : "", name);
}

/* The operations of a cycle of hidden steps through this state. */
static void add_hidden(Text *out, const Refinement *x)
{
  Hidden hidden = {.spec = x->spec, .seen = names_new()};
  StateList loop = {0};
  StateId at = x->lenient_state;
  cycles_loop(x->spec_cycles, at, &loop);
  for (uint32_t i = 0; i < loop.len; i++) {
    space_replay(x->spec, at, ACTION_TAU, loop.data[i], note_label, &hidden);
    at = loop.data[i];
  }
  if (hidden.text.len) text_printf(out, " (hidden: %s)", text_string(&hidden.text));
  vec_free(&loop);
  names_free(hidden.seen);
  text_free(&hidden.text);
}

void lenience_show(Report *report, const Refinement *x)
{
  json_t *trace = x->lenient.len ? json_array() : json_null();
  const char *between = "";
  Text *out = &report->out;
  if (x->lenient.len) text_add(out, "after <");
  for (uint32_t i = 1; i < x->lenient.len; i++) {
    if (x->lenient.data[i].action == ACTION_TAU) continue;
    Text action = {0};
    seen_print(&action, (Space *[]){x->impl, x->spec}, 2, x->lenient.data[i].action);
    text_printf(out, "%s%s", between, text_string(&action));
    json_array_append_new(trace, json_report_string(text_string(&action)));
    text_free(&action);
    between = ", ";
  }
  if (x->lenient.len) {
    text_add(out, "> the specification diverges");
    add_hidden(out, x);
    text_add(out, ": everything is allowed there\n");
  }
  json_object_set_new(report->fields, "spec_divergence", trace);
}
