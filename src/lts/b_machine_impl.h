#ifndef LTS_B_MACHINE_IMPL_H
#define LTS_B_MACHINE_IMPL_H

#include <assert.h>
#include <string.h>

#include "engine/code/vm.h"
#include "engine/reference/reference.h"
#include "engine/setup/setup.h"
#include "engine/symmetry.h"
#include "lts/b_machine.h"
#include "model/reads.h"

/* The machine behind the Lts of b_machine.h. */

typedef struct {
  LtsPredicate about;
  const Node *node;
  const Code *code; /* made when it is first needed */
  Reads reads;
} MachinePredicate;

struct BMachine {
  Lts lts; /* first */
  Engine *e;
  Reference *r;
  Vm *vm; /* NULL: the reference interpreter does everything */
  const Model *model;
  uint32_t constants, variables;
  VEC(const Operation *) operations; /* the transitions */
  VEC(Reads) operation_reads;        /* what they look at */
  VEC(uint8_t *) operation_writes;   /* the variables that they may write, by index */
  VEC(const Routine *) routines;     /* their code; NULL where there is none */
  bool compiled;                     /* the routines are made */
  const Node *start_text;            /* the whole initialisation, made when it is needed */
  const Routine *start_routine;      /* its code, or NULL */
  bool started;                      /* that is made */
  VEC(MachinePredicate) predicates;
  MachinePredicate scope; /* of is_outside */
  SetupProblem setup;     /* of the constants */
  SymmetryRules symmetry; /* of the deferred sets       */
  Value *row;             /* scratch                    */
  StoreMark start;        /* the values up to the end of `initial` */
  bool owns_engine;
  const ChainView *part; /* of a chain, where others use the engine, too; or NULL */
  uint8_t *as_function;  /* by column: declared as a function, not a sequence; NULL: none is */
};

/* Of the functions of its Lts: there is no other kind behind it. */
void b_machine_free_lts(Lts *);
static inline BMachine *machine(Lts *lts)
{
  assert(lts->free == b_machine_free_lts);
  return (BMachine *) lts;
}

typedef struct {   /* something that may take so long and no longer */
  double deadline; /* of the engine otherwise */
  bool sooner;     /* than that */
} Patience;

Patience patience_begin(Engine *, double seconds);
bool patience_end(BMachine *, Patience); /* true: it was given up */

/* ---- b_state.c: the state that the engine is in */
void b_state_enter(BMachine *, const Value *state);

static inline void b_state_copy(const BMachine *m, Value *row)
{
  memcpy(row, m->e->constants, m->constants * sizeof *row);
  memcpy(row + m->constants, m->e->variables, m->variables * sizeof *row);
}

/* A set-up has no variables yet.  Without variables it is told by a mark, which
 * is the last word of every row. */
static inline Value b_state_mark(bool setup) { return setup ? VALUE_FALSE : VALUE_TRUE; }

static inline bool b_state_is_setup(Lts *lts, const Value *state)
{
  return value_same(state[lts->width - 1], VALUE_FALSE);
}

/* ---- b_trouble.c: what the engine found wrong is handed over, with the arguments of the call
 * if they are known */
void b_trouble_report(Sink *, BMachine *, int kind, uint32_t label);
void b_trouble_report_call(Sink *, BMachine *, int kind, uint32_t label, const Value *arguments);
/* The same for the truth of a predicate, which is the result. */
Truth b_trouble_explain(BMachine *, Truth, Trouble *why);
/* Warns of results that got no value. */
void b_trouble_check_results(BMachine *, const Operation *, const Value *arguments);

/* ---- b_code.c: compiled routines; only where there is a Vm */
void b_code_compile(BMachine *); /* of the operations */
/* The outcomes of a routine; the operation is NULL for the initialisation. */
Truth b_code_run(BMachine *, const Routine *, const Operation *, uint32_t label, Sink *);
void b_code_forget(BMachine *); /* it is made again when it is needed */

/* ---- b_initialise.c: the initial states with the constants that the engine has */
void b_initialise_compile(BMachine *); /* unless it is done */
void b_initialise(BMachine *, Sink *);
void b_initialise_by_reference(BMachine *, Sink *);

/* ---- b_operation.c: finds the transitions, before all else */
void b_operation_add_all(BMachine *);

/* ---- b_step.c: an operation in the state that the engine is in, by the reference interpreter;
 * with any arguments, or with these */
void b_step_by_reference(BMachine *, const Value *state, uint32_t index, Sink *);
void b_step_call_by_reference(BMachine *, const Value *state, uint32_t index,
                              const Value *arguments, Sink *);

/* ---- each sets the functions of the Lts that are its own */
void b_setup_install(BMachine *);     /* b_setup.c: set-ups of constants */
void b_step_install(BMachine *);      /* b_step.c: transitions */
void b_predicate_install(BMachine *); /* b_predicate.c: adds the predicates, too */
void b_claim_install(BMachine *);     /* b_claim.c: why a claim does not hold */
void b_about_install(BMachine *);     /* b_about.c   : what is known and printed */

#endif
