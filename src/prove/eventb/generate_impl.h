#ifndef PROVE_EVENTB_GENERATE_IMPL_H
#define PROVE_EVENTB_GENERATE_IMPL_H

#include "eventb/flatten/flatten.h"
#include "prove/eventb/generate.h"
#include "prove/rules/build.h"
#include "prove/rules/substitute.h"

/* Inside the generator: a component with all its formulas typed, and what makes sequents of them.
 */

typedef struct { /* an axiom, invariant, guard, witness, variant */
  const Name *label;
  Node *formula; /* resolved and typed */
  bool theorem;
  Span span;
} Statement;

typedef struct {
  Statement *data;
  uint32_t count;
} Statements;

typedef enum { ACTION_VALUE, ACTION_IN, ACTION_SUCH } ActionKind;

typedef struct {
  const Name *label;
  Span span;
  ActionKind kind;
  uint32_t count; /* of variables that it assigns */
  Symbol **targets, **after;
  Node **values;  /* VALUE */
  Node *choice;   /* IN: the set; SUCH: the predicate about the values after */
  Node *relation; /* between the values before and after */
} Action;

typedef struct {
  const EventbEvent *source;
  Symbol **parameters;
  uint32_t parameter_count;
  Statements guards, witnesses; /* the label of a witness is what it is for */
  Action *actions;
  uint32_t action_count;
} Event;

typedef struct {  /* a witness: x = E, or another predicate about x */
  Symbol *symbol; /* a parameter, or the value after of a variable that the machine has no more */
  bool primed;
  Symbol *variable; /* of a value after: the variable */
  Node *value;      /* E; NULL: of no such form */
  Node *predicate;  /* NULL: there was none */
  Span span;
} Witness;

typedef struct {
  Witness *data;
  uint32_t count;
} Witnesses;

typedef struct { /* an event of the machine with what it refines; names are the same in all */
  Event own;
  Event *abstract;
  uint32_t abstract_count;
  bool initial;
  Witnesses witnesses;       /* of abstract[0] */
  Replacements values_after; /* v' := E, and v' := v of what is not assigned; for the machine's */
  Replacements parameters;   /* abstract parameters, by their witnesses */
  Symbols frame, abstract_frame; /* variables that are assigned */
} Step;

typedef struct {
  ParseContext *context;
  Arena *arena;
  Build build;
  Model *model;
  const EventbComponent *component;
  EventbStatement stated;
  Obligations *made;
  Symbols after;     /* x' of model->variables, in their order */
  Statements axioms; /* all that the component may use, a context's own ones last */
  uint32_t own_axioms;
  Statements invariants; /* of all machines, the abstract ones first, the own ones last */
  uint32_t own_invariants;
  Statements variants;
} Generator;

/* ---- typed.c: formulas */

/* False, with a diagnostic, if one has no type. */
bool typed_component(Generator *);
bool typed_event(Generator *, const EventbEvent *, Step *);
Symbol *typed_variable(const Generator *, const Name *); /* of the model, or NULL */
Symbol *typed_after(const Generator *, const Symbol *variable);
/* Is it a variable of this machine? */
bool typed_is_variable_of(const EventbComponent *machine, const Symbol *);
void typed_step_free(Step *);

/* ---- step.c: an event and what it refines */

/* Of what is not said otherwise, the abstract event is the first one that is refined. */
void step_prepare(const Generator *, Step *);
const Action *step_action_of(const Event *, const Symbol *variable); /* or NULL */
const Witness *step_witness_of(const Step *, const Symbol *);        /* or NULL */
bool step_has_action(const Event *, const Action *); /* the same, perhaps with another label */
bool step_assigns(const Symbols *frame, const Symbol *variable);
/* The formula about the event: values after that are known are put in. */
Node *step_after(const Generator *, const Step *, Node *);
/* The same of a formula of an abstract event: with what witnesses give, too. */
Node *step_abstract_after(const Generator *, const Step *, Node *);
/* What the invariant says of the state after the event. */
Node *step_invariant_after(const Generator *, const Step *, Node *);

/* ---- claim.c: making sequents */

typedef VEC(Hypothesis) Hypotheses;

typedef struct { /* a sequent to be */
  const Generator *g;
  Hypotheses hypotheses;
  uint32_t common; /* so many of them, the first ones, say nothing of values after */
} Claim;

void claim_add(Claim *, const Name *label, Node *, bool selected);
void claim_statements(Claim *, const Statements *, uint32_t count, bool selected);
/* All axioms of other contexts, and so many of its own, which are selected. */
void claim_axioms(Claim *, uint32_t own);
void claim_invariants(Claim *);
/* All invariants of the abstract machines, and so many of its own, which are selected. */
void claim_near_invariants(Claim *, uint32_t own);
/* Axioms, invariants and so many guards, which are selected; of the initialisation only axioms. */
void claim_event(Claim *, const Step *, uint32_t guards);
/* What the goal needs to know of what the event chooses. */
void claim_outcomes(Claim *, const Step *, const Node *goal);
/* … and of witnesses without a value. */
void claim_choices(Claim *, const Step *, const Node *goal);
/* The hypothesis with that formula is selected. */
void claim_select(Claim *, const Node *);
/* The sequent, which has no name yet; frees the claim. */
Sequent *claim_sequent(Claim *, const Generator *, Node *goal, const Step *);
/* Makes a sequent of it, unless the goal is trivial, and frees the claim.  The step is what it is
 * about, or NULL. */
void claim_finish(Claim *, Generator *, const char *name, const char *kind, const char *nature,
                  Span, Node *goal, const Step *);
/* event/part/kind; the first two may be NULL. */
const char *obligation_name(const Generator *, const char *event, const Name *part,
                            const char *kind);

/* ---- the obligations */
void oblige_stated(Generator *); /* what all of them assume */
void oblige_axioms(Generator *);
void oblige_invariants(Generator *);
void oblige_variants(Generator *); /* VWD, FIN */
/* Of the i-th variant; NULL: it is the only one, and has no label of its own. */
const Name *oblige_variant_label(const Generator *, uint32_t i);
void oblige_guards(Generator *, const Step *);     /* WD, THM */
void oblige_actions(Generator *, const Step *);    /* WD, FIS */
void oblige_preserved(Generator *, const Step *);  /* INV */
void oblige_refined(Generator *, const Step *);    /* GRD, MRG, SIM, EQL */
void oblige_witnesses(Generator *, const Step *);  /* WWD, WFIS */
void oblige_converging(Generator *, const Step *); /* NAT, VAR */
/* The guards of the event hold for some values of its parameters. */
Node *oblige_enabled(const Generator *, const Step *);
void oblige_deadlock(Generator *, Node *const *enabled, uint32_t count); /* DLF */

#endif
