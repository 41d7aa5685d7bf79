#include "prove/eventb/generate_impl.h"

#include "prove/rules/formula.h"

/* Variants decrease: the first one that an event changes, of several. */

typedef struct {
  const Statement *variant;
  uint32_t index;
  Node *after; /* its value after the event */
} Change;

typedef struct {
  Change *data;
  uint32_t count;
} Changes;

static Changes changed(const Generator *g, const Step *step)
{
  Changes all = {arena_new_array(g->arena, Change, g->variants.count), 0};
  bool convergent = step->own.source->status == EVENT_CONVERGENT;
  for (uint32_t i = 0; i < g->variants.count; i++) {
    const Statement *variant = &g->variants.data[i];
    Node *after = step_invariant_after(g, step, variant->formula);
    bool last = i + 1 == g->variants.count && all.count == 0 && convergent;
    if (last || !formula_same(after, variant->formula))
      all.data[all.count++] = (Change){variant, i, after};
  }
  return all;
}

static void start(Claim *d, const Step *step, const Changes *changes, uint32_t count)
{
  claim_event(d, step, step->own.guards.count);
  for (uint32_t i = 0; i < count; i++) {
    const Change *change = &changes->data[i];
    Node *same = build_equal(&d->g->build, change->after, change->variant->formula);
    claim_add(d, change->variant->label, same, true);
  }
}

static void finish(Claim *d, Generator *g, const Step *step, const Change *change, const char *kind,
                   const char *nature, Node *goal)
{
  const char *event = step->own.source->name->text;
  claim_choices(d, step, goal);
  claim_finish(d, g, obligation_name(g, event, oblige_variant_label(g, change->index), kind), kind,
               nature, change->variant->span, goal, step);
}

void oblige_converging(Generator *g, const Step *step)
{
  EventStatus status = step->own.source->status;
  if (status == EVENT_ORDINARY || g->variants.count == 0) return;
  bool convergent = status == EVENT_CONVERGENT;
  if (convergent && step->abstract_count && step->abstract[0].source->status == EVENT_CONVERGENT)
    return;
  const Build *b = &g->build;
  Changes changes = changed(g, step);
  for (uint32_t i = 0; i < changes.count; i++) {
    const Change *change = &changes.data[i];
    Node *variant = change->variant->formula;
    bool set = variant->type->kind == TYPE_POW, last = i + 1 == changes.count;
    if (!set && (convergent || !last)) {
      Claim d = {.g = g};
      start(&d, step, &changes, i);
      const Type *numbers = type_pow(b->types, type_integer(b->types));
      Node *natural = build_constant(b, NODE_NATURAL, numbers);
      finish(&d, g, step, change, "NAT", "Natural number variant of event",
             build_member(b, variant, natural));
    }
    bool strict = convergent && last;
    NodeKind order = set      ? strict ? NODE_STRICT_SUBSET : NODE_SUBSET
                     : strict ? NODE_LESS
                              : NODE_LESS_EQUAL;
    Claim d = {.g = g};
    start(&d, step, &changes, i);
    finish(&d, g, step, change, "VAR", "Variant of event",
           build_compare(b, order, change->after, variant));
  }
}
