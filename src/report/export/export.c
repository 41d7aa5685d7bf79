#include "report/export/export.h"

#include <string.h>

const char *export_misread(Space *s)
{
  for (uint32_t i = 1; i < alphabet_count(s->alphabet); i++) {
    const char *text = alphabet_text(s->alphabet, i);
    if (!strcmp(text, "i") || !strcmp(text, "tau")) return text;
  }
  return NULL;
}

/* ---------------------------------------------------------------- Aldebaran */

void export_aut(Text *text, Space *s)
{
  uint32_t count = states_count(s->states), first = s->initial.data[0];
  bool root = s->initial.len > 1; /* its number comes after all others */
  uint64_t edges = s->edge_count + (root ? s->initial.len : 0);
  text_printf(text, "des (%u, %llu, %u)\n", root ? count : first, (unsigned long long) edges,
              count + root);
  for (uint32_t i = 0; i < s->initial.len && root; i++)
    text_printf(text, "(%u, i, %u)\n", count, s->initial.data[i]);
  for (StateId state = 0; state < count; state++) {
    EdgeRange r = space_edges(s, state);
    for (uint32_t i = r.begin; i < r.end; i++) {
      Edge edge = s->edges.data[i];
      if (edge.action == ACTION_TAU) text_printf(text, "(%u, i, %u)\n", state, edge.to);
      else if (alphabet_is_tick(s->alphabet, edge.action))
        text_printf(text, "(%u, tick, %u)\n", state, edge.to);
      else
        text_printf(text, "(%u, \"%s\", %u)\n", state, alphabet_text(s->alphabet, edge.action),
                    edge.to);
    }
  }
}

/* --------------------------------------------------------------------- report */

void export_report(Report *report, const Systems *systems, bool csp)
{
  if (csp) export_csp(report, systems);
  else export_aut(&report->out, systems->impl_space);
  if (!report->json) return;
  json_object_set_new(report->fields, "form", json_report_string(csp ? "csp" : "aut"));
  json_object_set_new(report->fields, "text", json_report_string(text_string(&report->out)));
}
