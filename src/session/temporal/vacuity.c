#include "session/temporal/vacuity.h"

#include "session/temporal/path_search.h"
#include "session/temporal/setups.h"
#include "temporal/meaning/premise.h"

/* NONE: no path from these states does it. */
static int search_ltl(TemporalChecked *c, const Temporal *tree, const StateId *initial,
                      uint32_t count)
{
  MeantLtl meant = meaning_ltl(c->meaning, tree, NULL);
  PathWanted wanted = {.formula = meant.formula, .initial = initial, .initial_count = count};
  Product p;
  if (meant.unclear || !path_search(c, &wanted, &p)) return PRODUCT_UNKNOWN;
  int result = (int) p.result;
  product_close(&p);
  return result;
}

static int search_ctl(const TemporalChecked *c, Temporal *tree, const StateId *initial,
                      uint32_t count)
{
  CtlChecked x;
  Temporal *none = temporal_unary(session_arena(c->session), TEMPORAL_NOT, tree->span, tree);
  meaning_check_ctl(c->meaning, none, c->atlas, initial, count, &x);
  int result = x.result == CTL_HOLDS   ? PRODUCT_NONE
               : x.result == CTL_FAILS ? PRODUCT_FOUND
                                       : PRODUCT_UNKNOWN;
  ctl_checked_close(&x);
  return result;
}

static bool never_happens(TemporalChecked *c, const TemporalResult *r, Temporal *tree,
                          const StateId *initial)
{
  uint32_t count = atlas_initial_count(c->atlas);
  bool quantified = formula_is_quantified(tree);
  int result = PRODUCT_NONE;
  for (uint32_t i = 0; i < count && result == PRODUCT_NONE;) {
    uint32_t end = setups_enter(c, quantified, i);
    result = r->logic == LOGIC_LTL ? search_ltl(c, tree, initial + i, end - i)
                                   : search_ctl(c, tree, initial + i, end - i);
    i = end;
  }
  return result == PRODUCT_NONE;
}

static void explain(TemporalChecked *c, TemporalResult *r, const StateId *initial)
{
  Premises premises = {0};
  premises_find(session_arena(c->session), r->tree, &premises);
  for (uint32_t i = 0; i < premises.len && !r->vacuous && !atlas_stopped(c->atlas); i++)
    if (never_happens(c, r, premises.data[i].tree, initial)) {
      r->vacuous = premises.data[i].not_so;
      r->vacuous_partly = premises.data[i].partly;
    }
  vec_free(&premises);
}

void vacuity_find(TemporalChecked *c, const StateId *initial)
{
  for (uint32_t i = 0; i < c->results.len; i++) {
    TemporalResult *r = &c->results.data[i];
    if (r->verdict == VERDICT_PASS) explain(c, r, initial);
  }
}
