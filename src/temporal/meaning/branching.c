#include <assert.h>

#include "temporal/meaning/meaning_impl.h"

/* Formulas of CTL: trees become formulas over atoms. */

CtlTable *meaning_ctl_table(Meaning *m) { return &m->ctl; }

static Ctl read_unary(Meaning *m, const Temporal *t)
{
  CtlTable *table = &m->ctl;
  Ctl f = meaning_ctl(m, t->kids[0]);
  switch (t->kind) {
  case TEMPORAL_NOT: return ctl_not(table, f);
  case TEMPORAL_EX: return ctl_ex(table, f);
  case TEMPORAL_AX: return ctl_ax(table, f);
  case TEMPORAL_EF: return ctl_ef(table, f);
  case TEMPORAL_AF: return ctl_af(table, f);
  case TEMPORAL_EG: return ctl_eg(table, f);
  case TEMPORAL_AG: return ctl_ag(table, f);
  default: assert(t->kind == TEMPORAL_EX_STEP); break;
  }
  return ctl_ex_step(table, meaning_step_atom(m, t->patterns[0]), f);
}

static Ctl read_binary(Meaning *m, const Temporal *t)
{
  CtlTable *table = &m->ctl;
  Ctl f = meaning_ctl(m, t->kids[0]), g = meaning_ctl(m, t->kids[1]);
  switch (t->kind) {
  case TEMPORAL_AND: return ctl_and(table, f, g);
  case TEMPORAL_OR: return ctl_or(table, f, g);
  case TEMPORAL_IMPLIES: return ctl_implies(table, f, g);
  default: assert(t->kind == TEMPORAL_EU); return ctl_eu(table, f, g);
  }
}

Ctl meaning_ctl(Meaning *m, const Temporal *t)
{
  if (t->kind == TEMPORAL_TRUE || t->kind == TEMPORAL_FALSE)
    return t->kind == TEMPORAL_TRUE ? CTL_TRUE : CTL_FALSE;
  if (t->count) return t->count == 1 ? read_unary(m, t) : read_binary(m, t);
  const char *unclear;
  return ctl_atom(&m->ctl, meaning_state_atom(m, t, &unclear));
}

void meaning_check_ctl(Meaning *m, const Temporal *t, Atlas *atlas, const StateId *initial,
                       uint32_t count, CtlChecked *out)
{
  Ctl formula = meaning_ctl(m, t);
  CtlRequest request = {.atlas = atlas,
                        .initial = initial,
                        .initial_count = count,
                        .atoms = meaning_atoms(m),
                        .table = &m->ctl,
                        .formula = formula};
  ctl_check(&request, out);
}
