#include "prove/rewrite/inputs.h"

#include <stdlib.h>

#include "prove/term/make.h"
#include "prove/term/read.h"

static void add(Inputs *in, Bank *b, Term formula, uint32_t hypothesis)
{
  if (formula != b->yes) vec_push(&in->list, ((Input){formula, hypothesis}));
}

/* The elements of enumerated sets get their numbers here, in one order: a certificate names them.
 */
static void note_elements(Bank *b)
{
  uint32_t count = b->sorts.len;
  for (Sort s = 0; s < count; s++) {
    Term *values;
    uint32_t elements;
    if (sort_of(b, s)->kind == SORT_GIVEN) make_sort_values(b, s, &values, &elements), free(values);
  }
}

void inputs_read(Bank *b, const Sequent *s, HypothesesChoice choice, bool no_goal, Inputs *in)
{
  const char *unsupported = NULL;
  Term goal = no_goal ? b->yes : term_read(b, s->goal, &unsupported);
  if (!goal) {
    in->unsupported = unsupported;
    return;
  }
  if (!no_goal) {
    add(in, b, make_not(b, goal), INPUT_GOAL);
    add(in, b, inputs_defined(b, goal), INPUT_GOAL);
  }
  for (uint32_t i = 0; choice != HYPOTHESES_GOAL && i < s->hypothesis_count; i++) {
    const Hypothesis *h = &s->hypotheses[i];
    if (choice == HYPOTHESES_SELECTED && !h->selected) continue;
    Term formula = term_read(b, h->predicate, &unsupported);
    if (!formula) continue;
    add(in, b, formula, i);
    add(in, b, inputs_defined(b, formula), i);
  }
  note_elements(b);
}

void inputs_free(Inputs *in) { vec_free(&in->list); }
