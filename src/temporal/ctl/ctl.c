#include "temporal/ctl/ctl.h"

#include <assert.h>

static Ctl make(CtlTable *t, CtlKind kind, uint32_t a, uint32_t b)
{
  uint64_t words[] = {kind, (uint64_t) a << 32 | b};
  Ctl f = signatures_add(&t->words, words, 2);
  if (f < t->nodes.len) return f;
  bool temporal = kind >= CTL_EX;
  if (kind >= CTL_NOT) temporal |= t->nodes.data[a].temporal;
  if (kind == CTL_AND || kind == CTL_OR) temporal |= t->nodes.data[b].temporal;
  CtlNode node = {kind, a, b, temporal};
  vec_push(&t->nodes, node);
  return f;
}

void ctl_open(CtlTable *t)
{
  *t = (CtlTable){0};
  Ctl no = make(t, CTL_CONSTANT, 0, 0), yes = make(t, CTL_CONSTANT, 1, 0);
  assert(no == CTL_FALSE && yes == CTL_TRUE);
  (void) no, (void) yes;
}

void ctl_close(CtlTable *t)
{
  signatures_free(&t->words);
  vec_free(&t->nodes);
}

Ctl ctl_atom(CtlTable *t, uint32_t atom) { return make(t, CTL_ATOM, atom, 0); }

Ctl ctl_not(CtlTable *t, Ctl f)
{
  const CtlNode *n = ctl_node(t, f);
  if (n->kind == CTL_CONSTANT) return f == CTL_TRUE ? CTL_FALSE : CTL_TRUE;
  return n->kind == CTL_NOT ? n->a : make(t, CTL_NOT, f, 0);
}

/* `neutral` changes nothing, its opposite decides. */
static Ctl junction(CtlTable *t, CtlKind kind, Ctl neutral, Ctl a, Ctl b)
{
  if (a == neutral || a == b) return b;
  if (b == neutral) return a;
  if (a <= CTL_TRUE) return a;
  if (b <= CTL_TRUE) return b;
  return a < b ? make(t, kind, a, b) : make(t, kind, b, a);
}

Ctl ctl_and(CtlTable *t, Ctl a, Ctl b) { return junction(t, CTL_AND, CTL_TRUE, a, b); }
Ctl ctl_or(CtlTable *t, Ctl a, Ctl b) { return junction(t, CTL_OR, CTL_FALSE, a, b); }
Ctl ctl_implies(CtlTable *t, Ctl a, Ctl b) { return ctl_or(t, ctl_not(t, a), b); }

Ctl ctl_ex(CtlTable *t, Ctl f) { return f == CTL_FALSE ? f : make(t, CTL_EX, f, 0); }

Ctl ctl_ex_step(CtlTable *t, uint32_t atom, Ctl f)
{
  return f == CTL_FALSE ? f : make(t, CTL_EX_STEP, f, atom);
}

Ctl ctl_eu(CtlTable *t, Ctl a, Ctl b)
{
  if (a == CTL_FALSE || b <= CTL_TRUE) return b;
  return make(t, CTL_EU, a, b);
}

/* From every state there is a maximal path. */
Ctl ctl_eg(CtlTable *t, Ctl f) { return f <= CTL_TRUE ? f : make(t, CTL_EG, f, 0); }

Ctl ctl_ef(CtlTable *t, Ctl f) { return ctl_eu(t, CTL_TRUE, f); }
Ctl ctl_ax(CtlTable *t, Ctl f) { return ctl_not(t, ctl_ex(t, ctl_not(t, f))); }
Ctl ctl_af(CtlTable *t, Ctl f) { return ctl_not(t, ctl_eg(t, ctl_not(t, f))); }
Ctl ctl_ag(CtlTable *t, Ctl f) { return ctl_not(t, ctl_ef(t, ctl_not(t, f))); }
