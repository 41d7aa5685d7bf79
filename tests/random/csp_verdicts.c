#include "random/csp_verdicts.h"

#include "compare/property.h"
#include "compare/refine.h"
#include "csp/machine/machine.h"

/* How processes become transition systems. */
static const struct {
  const char *name;
  MachineOptions options;
} ways[] = {{"terms", {.plain = true, .most_states = 1}},
            {"networks", {.plain = true}},
            {"compressed networks", {.plain = false}}};
enum { WAYS = sizeof ways / sizeof *ways };

static const struct {
  const char *name;
  RefineModel model;
  BehaviourRelation relation;
  bool strict;
} models[] = {{"[T=", REFINE_TRACES, RELATION_TRACES, false},
              {"[F=", REFINE_FAILURES, RELATION_REFINES, false},
              {"[FD=", REFINE_FAILURES_DIVERGENCES, RELATION_REFINES, true}};
enum { MODELS = sizeof models / sizeof *models };

typedef struct {
  Meanings *m;
  Datum p, q;
  Text *text;
  uint64_t *asked, *held;
  int way;
  Lts *lts[2]; /* of P, and of Q */
} Asking;

/* The answer of the program to a question; false: it is another one than the definitions give. */
static bool answer(Asking *a, const char *question, bool decided, bool holds, bool expected)
{
  ++*a->asked;
  *a->held += expected;
  if (decided && holds == expected) return true;
  text_printf(a->text, "%s, by %s: %s, but it %s", question, ways[a->way].name,
              !decided ? "undecided"
              : holds  ? "holds"
                       : "fails",
              expected ? "holds" : "fails");
  return false;
}

static bool ask_refinement(Asking *a, int i)
{
  Difference difference;
  a->m->strict = models[i].strict;
  BehaviourAnswer expected = behaviour_compare(a->m, models[i].relation, a->p, a->q, &difference);
  if (expected == BEHAVIOUR_TOO_LARGE) return true;
  Alphabet *alphabet = alphabet_new();
  Space *impl = space_new(a->lts[0], alphabet, (SpaceOptions){0});
  Space *spec = space_new(a->lts[1], alphabet, (SpaceOptions){0});
  Refinement *r = refine(impl, spec, (RefineOptions){.model = models[i].model});
  bool well = answer(a, models[i].name, r->decided, r->holds, expected == BEHAVIOUR_HOLDS);
  if (!well && expected == BEHAVIOUR_DIFFERS) {
    text_add(a->text, "\n  first:  ");
    meaning_print(a->m, a->text, difference.trace, difference.left);
    text_add(a->text, "\n  second: ");
    meaning_print(a->m, a->text, difference.trace, difference.right);
  }
  refinement_free(r);
  space_free(impl);
  space_free(spec);
  alphabet_free(alphabet);
  return well;
}

typedef enum {
  ASK_DEADLOCK,
  ASK_DEADLOCK_STRICT,
  ASK_DIVERGENCE,
  ASK_CHOICE,
  ASK_CHOICE_STRICT
} Question;

static Property *ask(Space *space, Question question)
{
  switch (question) {
  case ASK_DEADLOCK: return property_deadlock_free(space, REFINE_FAILURES);
  case ASK_DEADLOCK_STRICT: return property_deadlock_free(space, REFINE_FAILURES_DIVERGENCES);
  case ASK_DIVERGENCE: return property_divergence_free(space);
  case ASK_CHOICE: return property_deterministic(space, REFINE_FAILURES);
  default: return property_deterministic(space, REFINE_FAILURES_DIVERGENCES);
  }
}

static bool ask_property(Asking *a, Question question, bool expected)
{
  static const char *const names[] = {"deadlock free [F]", "deadlock free [FD]", "divergence free",
                                      "deterministic [F]", "deterministic [FD]"};
  Alphabet *alphabet = alphabet_new();
  Space *space = space_new(a->lts[0], alphabet, (SpaceOptions){0});
  Property *property = ask(space, question);
  bool well = answer(a, names[question], property->decided, property->holds, expected);
  property_free(property);
  space_free(space);
  alphabet_free(alphabet);
  return well;
}

static bool ask_properties(Asking *a, BehaviourFacts facts)
{
  return ask_property(a, ASK_DEADLOCK, !facts.deadlock) &&
         ask_property(a, ASK_DEADLOCK_STRICT, !facts.deadlock && !facts.divergence) &&
         ask_property(a, ASK_DIVERGENCE, !facts.divergence) &&
         ask_property(a, ASK_CHOICE, !facts.choice) &&
         ask_property(a, ASK_CHOICE_STRICT, !facts.choice && !facts.divergence);
}

bool verdicts_agree(Meanings *m, Datum p, Datum q, Text *text, uint64_t *asked, uint64_t *held)
{
  Asking a = {m, p, q, text, asked, held, 0, {NULL, NULL}};
  m->strict = false;
  m->ends_are_stable = true;
  BehaviourFacts facts = behaviour_facts(m, p);
  bool well = true;
  for (a.way = 0; a.way < WAYS && well && !facts.too_large; a.way++) {
    MachineOptions options = ways[a.way].options;
    options.priority = DATUM_FAULT;
    a.lts[0] = machine_lts(m->world->stepper, p, options);
    a.lts[1] = machine_lts(m->world->stepper, q, options);
    for (int i = 0; i < MODELS && well; i++) well = ask_refinement(&a, i);
    well = well && ask_properties(&a, facts);
    for (int i = 0; i < 2; i++) a.lts[i]->free(a.lts[i]);
    if (!well) break;
  }
  m->ends_are_stable = false;
  return well;
}
