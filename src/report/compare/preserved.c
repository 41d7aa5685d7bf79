#include "report/compare/preserved.h"

#include "compare/determinism.h"

static void set_truth(Report *report, const char *field, bool decided, bool value)
{
  json_object_set_new(report->fields, field, decided ? json_boolean(value) : json_null());
}

static void print_actions(Text *out, const Alphabet *alphabet, const uint32_t *actions,
                          uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    text_printf(out, "%s%s", i ? ", " : "", alphabet_text(alphabet, actions[i]));
}

static void print_state(Report *report, Space *space, StateId state)
{
  comparison_print_state(&report->out, space, states_row(space->states, state), NULL);
}

static void show_choice(Report *report, Systems *s, const Determinism *d)
{
  text_add(&report->out, "the specification is not event-deterministic: after ");
  if (d->trace.len) print_actions(&report->out, s->alphabet, d->trace.data, d->trace.len);
  else text_add(&report->out, "the beginning");
  text_add(&report->out, " what is enabled depends on the state:\n         ");
  print_state(report, s->spec_space, d->one);
  text_add(&report->out, "\n         ");
  print_state(report, s->spec_space, d->other);
  text_add_char(&report->out, '\n');
}

/* Can the systems be compared the other way round?  Not where an event of the implementation
 * stands for one of several: which one, is not known; and not where the implementation has only
 * one of several choices of constants that differ by names alone. */
static bool can_turn_round(const Systems *s)
{
  return !alphabet_has_choices(s->alphabet) &&
         !(s->spec.engine && s->spec.engine->options.every_setup);
}

static void not_known(Report *report)
{
  set_truth(report, "traces_preserved", false, false);
  text_add(&report->out, "it is unknown whether traces of the specification are lost\n");
}

/* The other way round: a shortest trace of the specification that is lost. */
static void show_lost(Report *report, Systems *s)
{
  Refinement *back = refine(s->spec_space, s->impl_space, (RefineOptions){.model = REFINE_TRACES});
  set_truth(report, "traces_preserved", back->decided, back->holds);
  if (back->holds) text_add(&report->out, "all traces of the specification are preserved\n");
  else if (back->found && back->decided && back->steps.len == 1)
    text_add(&report->out, "the specification has constants that the implementation lacks\n");
  else if (back->found && back->decided) {
    text_add(&report->out, "a trace of the specification is lost: ");
    bool first = true;
    for (uint32_t i = 1; i < back->steps.len; i++) {
      if (back->steps.data[i].action == ACTION_TAU) continue;
      text_printf(&report->out, "%s%s", first ? "" : ", ",
                  alphabet_text(s->alphabet, back->steps.data[i].action));
      first = false;
    }
    text_add_char(&report->out, '\n');
  } else not_known(report);
  refinement_free(back);
}

/* Where its traces are preserved, the specification has hardly more sets of states than the
 * product, which has seen `nodes` of them. */
void preserved_show(Report *report, Systems *s, uint32_t nodes)
{
  enum { NODES_MORE = 100000 };
  Determinism *d = determinism_find(s->spec_space, s->impl_space, nodes + NODES_MORE);
  set_truth(report, "event_deterministic", d->decided, d->holds);
  if (d->forced && !alphabet_has_choices(s->alphabet)) {
    set_truth(report, "traces_preserved", true, true);
    text_add(&report->out,
             "the specification is event-deterministic: all its traces are preserved\n");
  } else {
    if (d->decided && !d->holds) show_choice(report, s, d);
    if (can_turn_round(s)) show_lost(report, s);
    else not_known(report);
  }
  determinism_free(d);
}
