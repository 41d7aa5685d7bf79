#include "report/prove/prove_advice.h"

#include <string.h>

typedef enum {
  OPEN_INTEGERS,
  OPEN_SETS,
  OPEN_MACHINE_INTEGERS,
  OPEN_DEFINEDNESS,
  OPEN_TIME,
  OPEN_NOT_TRIED,
  OPEN_REASONS
} OpenReason;

static const char *const advice[OPEN_REASONS] = {
    [OPEN_INTEGERS] =
        "unbounded enumeration: no search looks at all values of a type without end; if a "
        "name has a least and a greatest value, state them among the hypotheses",
    [OPEN_SETS] =
        "a deferred set has no fixed size: a search says something about some sizes only; "
        "state the size (card(S) = 3) if it is known",
    [OPEN_MACHINE_INTEGERS] = "MAXINT has one value in a search: --pref MAXINT=N looks at another, "
                              "INTEGER and NATURAL have no bounds",
    [OPEN_DEFINEDNESS] = "not well-defined: look at the obligations of kind WD first",
    [OPEN_TIME] = "time limit: --time-limit-per gives each obligation more seconds",
    [OPEN_NOT_TRIED] = "not tried: --time-limit is that of all obligations together",
};

static bool begins(const char *text, const char *with)
{
  return text && !strncmp(text, with, strlen(with));
}

static void note_settings(const Proof *p, bool *open)
{
  for (uint32_t i = 0; i < p->settings.len; i++)
    open[strcmp(p->settings.data[i].name, "MAXINT") ? OPEN_SETS : OPEN_MACHINE_INTEGERS] = true;
}

static void note(const Proof *p, bool *open)
{
  if (p->status == PROOF_BOUNDED) note_settings(p, open);
  if (p->status != PROOF_UNKNOWN || !p->why) return;
  open[OPEN_INTEGERS] |= begins(p->why, "unbounded enumeration");
  open[OPEN_SETS] |= begins(p->why, "deferred set");
  open[OPEN_DEFINEDNESS] |= strstr(p->why, "not well-defined") != NULL;
  open[OPEN_TIME] |= begins(p->why, "time limit");
  open[OPEN_NOT_TRIED] |= begins(p->why, "not tried: time limit");
}

void prove_advice(Report *report, const Proved *p)
{
  bool open[OPEN_REASONS] = {false}, some = false;
  json_t *list = json_array();
  for (uint32_t i = 0; i < p->results.len; i++) note(&p->results.data[i].proof, open);
  for (uint32_t i = 0; i < OPEN_REASONS; i++) {
    if (!open[i]) continue;
    if (!some) text_add_char(&report->out, '\n');
    some = true;
    text_printf(&report->out, "hint: %s\n", advice[i]);
    json_array_append_new(list, json_string(advice[i]));
  }
  json_object_set_new(report->fields, "advice", list);
}
