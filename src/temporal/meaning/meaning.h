#ifndef TEMPORAL_MEANING_MEANING_H
#define TEMPORAL_MEANING_MEANING_H

#include "engine/reference/reference.h"
#include "lts/b_machine.h"
#include "temporal/ctl/check.h"
#include "temporal/notation/formula.h"
#include "temporal/product/product.h"

/* What formulas of temporal logic mean in a system: atoms that can be told in its states and of its
 * steps, and formulas over them.  Quantifiers become conjunctions and disjunctions over the values
 * that their names have with the constants at hand. */
typedef struct Meaning Meaning;

/* The machine is that of the system, or that a process guides; NULL: there is none, and patterns
 * are those of events.  Both must outlive it. */
Meaning *meaning_new(Lts *, BMachine *);
/* Without a machine: is a step of this label one of the pattern? */
typedef bool MeaningEvent(void *context, const TemporalPattern *, uint32_t label,
                          const Value *arguments);
void meaning_set_events(Meaning *, MeaningEvent *, void *context);
void meaning_free(Meaning *); /* accepts NULL */
/* The same atoms, with their numbers, in a fork of the system, for another thread; what is meant by
 * formulas is not known to it.  NULL: that is not possible. */
Meaning *meaning_fork(const Meaning *, Lts *, BMachine *, Atlas *);

/* Predicates that are not told for each value of a name are those of the Lts: to be announced
 * before it is used. */
void meaning_announce(Meaning *, const Temporal *);

/* From now on formulas are meant with the constants of this state, an initial one. */
void meaning_set_constants(Meaning *, const Value *state);

/* A name has this value in all formulas from now on. */
void meaning_let(Meaning *, Symbol *, Value);

typedef struct {
  Ltl formula;
  Fairness fairness;   /* the assumption before it; cases.count = 0: none */
  const char *unclear; /* why it cannot be said what it means; or NULL */
} MeantLtl;

/* The table is the meaning's, see meaning_table. */
MeantLtl meaning_ltl(Meaning *, const Temporal *, const Temporal *assumption);
LtlTable *meaning_table(Meaning *);
/* The atom of a state formula without temporal operators; likewise of the pattern of EX[op].
 * UINT32_MAX: it cannot be said, see *unclear. */
uint32_t meaning_state_atom(Meaning *, const Temporal *, const char **unclear);
uint32_t meaning_step_atom(Meaning *, const TemporalPattern *);

/* A formula of CTL.  The table is the meaning's. */
Ctl meaning_ctl(Meaning *, const Temporal *);
CtlTable *meaning_ctl_table(Meaning *);
/* Checks it in these initial states; see ctl/check.h. */
void meaning_check_ctl(Meaning *, const Temporal *, Atlas *, const StateId *initial, uint32_t count,
                       CtlChecked *);

/* All atoms so far. */
Atoms *meaning_atoms(Meaning *);
/* The states are looked at in there. */
void meaning_set_atlas(Meaning *, Atlas *);
void meaning_print_atom(Meaning *, Text *, uint32_t atom);
/* Why an atom was last not known: a text, with its place; or NULL. */
const char *meaning_doubt(const Meaning *, Span *);

#endif
