#include "solver/introduce.h"

#include "engine/symmetry.h"

/* While constants are set up, the rules of engine/symmetry.h are constraints, too: what they
 * would drop need not be found. */

/* The term of a constant: being solved for, or with a value already; NULL. */
static const Term *constant_term(const Introduction *in, const Symbol *constant)
{
  for (uint32_t i = 0; i < in->count; i++)
    if (in->names[i] == constant) return in->terms[i];
  Value v;
  if (!reference_lookup(in->p->r, constant, &v)) v = in->p->e->constants[constant->index];
  if (value_is_none(v)) return NULL;
  return term_const(in->p, engine_shape(in->p->e, constant->type), v);
}

static void order_scalars(const Introduction *in, const SymmetryRule *rule)
{
  for (uint32_t i = 0; i < rule->count; i++) {
    const Term *t = constant_term(in, rule->constants[i]);
    if (t && t->kind == TERM_CELL) net_set_high(in->p->net, t->cell, i);
    for (uint32_t k = 0; t && t->kind == TERM_SET && t->keyed && k < t->count; k++)
      if (value_atom_index(t->elements[k].term->value) > i) /* a set of one element */
        net_assert(in->p->net, lit_not(t->elements[k].in));
  }
}

/* Of two neighbours the second is in no earlier part. */
static void order_parts(const Introduction *in, const SymmetryRule *rule)
{
  Problem *p = in->p;
  const Shape *element = engine_element_shape(p->e, rule->set->type);
  Lit *before = arena_new_array(p->arena, Lit, rule->count);
  Lit *now = arena_new_array(p->arena, Lit, rule->count);
  for (uint64_t i = rule->first; i < element->size; i++) {
    for (uint32_t k = 0; k < rule->count; k++) {
      const Term *part = constant_term(in, rule->constants[k]);
      now[k] = part ? term_member(p, term_const(p, element, value_atom(i)), part) : NO_LIT;
      if (now[k] == NO_LIT) return;
    }
    for (uint32_t a = 0; i > rule->first && a < rule->count; a++)
      for (uint32_t b = a + 1; b < rule->count; b++)
        net_clause(p->net, (Lit[]){lit_not(before[b]), lit_not(now[a])}, 2);
    for (uint32_t k = 0; k < rule->count; k++) before[k] = now[k];
  }
}

static void order_values(const Introduction *in, const SymmetryRule *rule)
{
  Problem *p = in->p;
  const Term *t = constant_term(in, rule->constants[0]);
  const Term *f = t ? term_elements(p, t) : NULL;
  bool ranked = rule->kind == SYMMETRY_RANKED;
  if (!f || !f->functional || (ranked && rule->first > 0)) return;
  for (uint32_t i = ranked ? 1 : (uint32_t) rule->first + 1; i < f->count; i++) {
    const Term *a = term_component(p, f->elements[i - 1].term, 1);
    const Term *b = term_component(p, f->elements[i].term, 1);
    if (a->kind != TERM_CELL || b->kind != TERM_CELL) continue;
    Sum less = {0}; /* a + 1 <= b */
    sum_add(&less, 1, a->cell);
    sum_add(&less, -1, b->cell);
    sum_add_constant(&less, 1);
    net_post_sum(p->net, LIT_TRUE, PROP_LINEAR_LE, &less);
    sum_free(&less);
  }
}

void break_symmetry(const Introduction *in)
{
  bool constants = false;
  for (uint32_t i = 0; i < in->count; i++) constants |= in->names[i]->kind == SYMBOL_CONSTANT;
  if (!constants || !in->p->e->model) return;
  SymmetryRules rules = symmetry_rules(in->p->e);
  for (uint32_t i = 0; i < rules.len; i++) {
    const SymmetryRule *rule = &rules.data[i];
    if (rule->kind == SYMMETRY_SCALARS) order_scalars(in, rule);
    else if (rule->kind == SYMMETRY_PARTITION) order_parts(in, rule);
    else order_values(in, rule);
  }
  vec_free(&rules);
}
