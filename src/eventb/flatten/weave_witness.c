#include "eventb/flatten/weave.h"

/* Names that a formula of an abstract level may refer to get their values: from witnesses,
 * or since nothing changes. */

static bool has_name(const Node *names, const Name *name)
{
  for (uint32_t i = 0; names && i < names->count; i++)
    if (names->kids[i]->name == name) return true;
  return false;
}

/* Is the name bound around the inside of the level? */
static bool is_bound(const Level *l, const Name *name)
{
  for (; l; l = l->below)
    for (uint32_t i = 0; i < l->wrappers.len; i++)
      if (has_name(l->wrappers.data[i].names, name)) return true;
  return false;
}

void weave_bind_unchanged(Weaver *w, Level *l, const Node *formula)
{
  for (uint32_t i = 0; math_mentions_prime(formula) && i < w->f->chain.len; i++) {
    const EventbNames *variables = &w->f->chain.data[i]->variables;
    for (uint32_t k = 0; k < variables->len; k++) {
      const EventbName *variable = &variables->data[k];
      const Name *name = weave_primed(w, variable->name);
      if (!math_mentions_name(formula, name) || weave_is_changed(l, variable->name) ||
          is_bound(l, name))
        continue;
      Node *same = node_binary(w->arena, NODE_EQUAL, formula->span,
                               math_ident(w->arena, formula->span, name),
                               math_ident(w->arena, formula->span, variable->name));
      weave_wrap(l, NODE_LET, weave_one_name(w, formula->span, name), same);
    }
  }
}

const EventbFormula *weave_own_witness(const EventbEvent *event, const Name *name)
{
  for (uint32_t i = 0; i < event->witnesses.len; i++)
    if (event->witnesses.data[i].label == name) return &event->witnesses.data[i];
  return NULL;
}

bool weave_may_vanish(const Weaver *w, const Node *value)
{
  return w->event->parameters.len > 0 && !math_is_total(value);
}

Node *weave_witness(Weaver *w, const Level *l, const Name *name)
{
  const EventbFormula *witness = weave_own_witness(l->below->event, name);
  return witness ? weave_renamed(w, l, weave_renamed(w, l->below, witness->formula)) : NULL;
}

void weave_bind_by_witness(Weaver *w, Level *l, const Name *written, const Name *name,
                           Node *witness)
{
  weave_bind_unchanged(w, l, witness);
  if (math_mentions_prime(witness)) w->needs_primes = true;
  Node *names = weave_one_name(w, witness->span, name);
  bool deterministic = witness->kind == NODE_EQUAL && witness->kids[0]->kind == NODE_IDENT &&
                       witness->kids[0]->name == name &&
                       !math_mentions_name(witness->kids[1], name);
  if (deterministic && !weave_may_vanish(w, witness->kids[1]))
    weave_wrap(l, NODE_LET, names, witness);
  else weave_require(w, l, written, deterministic ? "WWD" : "WFIS", names, witness);
}
