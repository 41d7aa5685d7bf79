#include "temporal/ctl/check.h"

#include "temporal/ctl/check_impl.h"

/* The initial states are the first nodes. */
static void judge(const CtlLabels *l, uint32_t initial, CtlChecked *out)
{
  uint32_t holding = 0;
  out->result = CTL_UNKNOWN;
  for (uint32_t n = 0; n < initial; n++) {
    holding += holds_surely(l, l->formula, n);
    if (fails_surely(l, l->formula, n)) out->result = CTL_FAILS;
  }
  if (holding == initial) out->result = CTL_HOLDS;
}

/* With what is known of the system. */
static void judge_graph(const CtlRequest *r, CtlGraph *g, uint32_t initial, CtlChecked *out)
{
  CtlLabels labels;
  if (!labels_open(&labels, g, r->table, r->formula)) {
    atlas_add_reason(r->atlas, "the memory limit was reached");
    return;
  }
  judge(&labels, initial, out);
  if (out->result == CTL_FAILS) ctl_refute(r, &labels, g, out);
  labels_close(&labels);
}

/* Each time there are twice as many states, the part that is known is judged: all of it together
 * takes hardly longer than the last time. */
void ctl_check(const CtlRequest *r, CtlChecked *out)
{
  enum { FIRST_LOOK = 64 };
  *out = (CtlChecked){.result = r->initial_count ? CTL_UNKNOWN : CTL_HOLDS};
  if (!r->initial_count) return;
  CtlGraph g;
  graph_open(&g, r->atlas, r->atoms, r->table, r->formula);
  for (uint32_t i = 0; i < r->initial_count; i++) graph_node(&g, r->initial[i]);
  uint32_t initial = g.states.len, wanted = FIRST_LOOK;
  for (bool more = true; more && out->result == CTL_UNKNOWN;) {
    more = graph_expand(&g, wanted);
    judge_graph(r, &g, initial, out);
    wanted = wanted > UINT32_MAX / 2 ? UINT32_MAX : 2 * wanted;
  }
  out->states = graph_expanded(&g);
  graph_close(&g);
}

void ctl_checked_close(CtlChecked *c) { product_close(&c->path); }
