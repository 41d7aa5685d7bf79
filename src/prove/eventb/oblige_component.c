#include "prove/eventb/generate_impl.h"

#include <string.h>

#include "prove/rules/formula.h"
#include "prove/rules/well_defined.h"

/* What is to be proved of axioms, invariants, variants, and of all guards together. */

/* That a statement is well-defined, and, of a theorem, that it holds. */
static void oblige_statement(Generator *g, const Statement *s, bool axiom, uint32_t own)
{
  Node *condition = well_defined(&g->build, s->formula, NOTATION_EVENTB);
  const char *nature = s->theorem ? "Well-definedness of Theorem"
                       : axiom    ? "Well-definedness of Axiom"
                                  : "Well-definedness of Invariant";
  for (int theorem = 0; theorem <= s->theorem; theorem++) {
    Claim d = {.g = g};
    claim_axioms(&d, axiom ? own : g->own_axioms);
    if (!axiom) claim_near_invariants(&d, own);
    const char *kind = theorem ? "THM" : "WD";
    claim_finish(&d, g, obligation_name(g, NULL, s->label, kind), kind,
                 theorem ? "Theorem" : nature, s->span, theorem ? s->formula : condition, NULL);
  }
}

void oblige_stated(Generator *g)
{
  Claim d = {.g = g};
  claim_axioms(&d, g->own_axioms);
  Sequent *s = claim_sequent(&d, g, build_truth(&g->build, false), NULL);
  s->name = "axioms";
  s->kind = "FALSE";
  g->made->stated = s;
}

void oblige_axioms(Generator *g)
{
  uint32_t others = g->axioms.count - g->own_axioms;
  for (uint32_t i = 0; i < g->own_axioms; i++)
    oblige_statement(g, &g->axioms.data[others + i], true, i);
}

void oblige_invariants(Generator *g)
{
  uint32_t others = g->invariants.count - g->own_invariants;
  for (uint32_t i = 0; i < g->own_invariants; i++)
    oblige_statement(g, &g->invariants.data[others + i], false, i);
}

/* ---- variants */

/* Has every set of this type finitely many elements? */
static bool is_finite_type(const Type *type)
{
  switch (type->kind) {
  case TYPE_BOOL: return true;
  case TYPE_POW: return is_finite_type(type->args[0]);
  case TYPE_PAIR: return is_finite_type(type->args[0]) && is_finite_type(type->args[1]);
  default: return false;
  }
}

/* What Rodin calls a variant without a label: today, and before. */
static bool is_usual_label(const Name *label)
{
  return !strcmp(label->text, "vrn") || !strcmp(label->text, "VARIANT");
}

const Name *oblige_variant_label(const Generator *g, uint32_t i)
{
  const Name *label = g->variants.data[i].label;
  if (!label) label = names_intern_string(g->context->names, "vrn");
  return is_usual_label(label) && g->variants.count == 1 ? NULL : label;
}

void oblige_variants(Generator *g)
{
  for (uint32_t i = 0; i < g->variants.count; i++) {
    const Statement *variant = &g->variants.data[i];
    const Name *label = oblige_variant_label(g, i);
    for (int finite = 0; finite < 2; finite++) {
      Node *goal = well_defined(&g->build, variant->formula, NOTATION_EVENTB);
      if (finite) {
        const Type *type = variant->formula->type;
        if (type->kind != TYPE_POW || is_finite_type(type)) continue;
        goal = build_finite(&g->build, variant->formula);
      }
      Claim d = {.g = g};
      claim_axioms(&d, g->own_axioms);
      claim_invariants(&d);
      const char *kind = finite ? "FIN" : "VWD";
      claim_finish(&d, g, obligation_name(g, NULL, label, kind), kind,
                   finite ? "Finiteness of variant" : "Well-definedness of variant", variant->span,
                   goal, NULL);
    }
  }
}

/* ---- deadlock */

Node *oblige_enabled(const Generator *g, const Step *step)
{
  Node **guards = arena_new_array(g->arena, Node *, step->own.guards.count);
  for (uint32_t i = 0; i < step->own.guards.count; i++)
    guards[i] = step->own.guards.data[i].formula;
  Node *all = build_and(&g->build, guards, step->own.guards.count);
  return build_exists(&g->build, step->own.parameters, step->own.parameter_count, all);
}

void oblige_deadlock(Generator *g, Node *const *enabled, uint32_t count)
{
  Claim d = {.g = g};
  claim_axioms(&d, g->own_axioms);
  claim_invariants(&d);
  Node *goal = build_or(&g->build, enabled, count);
  claim_finish(&d, g, "DLF", "DLF", NULL, g->component->span, goal, NULL);
}
