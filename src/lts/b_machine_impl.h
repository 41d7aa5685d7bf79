#ifndef LTS_B_MACHINE_IMPL_H
#define LTS_B_MACHINE_IMPL_H

#include "engine/reference/reference.h"
#include "engine/symmetry.h"
#include "engine/code/vm.h"
#include "lts/b_machine.h"
#include "model/reads.h"

/* The machine behind the Lts of b_machine.h. */

typedef struct {
  LtsPredicate about;
  const Node *node;
  const Code *code; /* made when it is first needed */
  Reads reads;
} MachinePredicate;

typedef struct {
  Lts lts; /* first */
  Engine *e;
  Reference *r;
  Vm *vm; /* NULL: the reference interpreter does everything */
  const Model *model;
  uint32_t constants, variables;
  VEC(const Operation *) operations; /* the transitions */
  VEC(Reads) operation_reads;        /* what they look at */
  VEC(const Routine *) routines;     /* their code; NULL where there is none */
  bool compiled;                     /* the routines are made */
  const Node *start_text;            /* the whole initialisation, made when it is needed */
  const Routine *start_routine;      /* its code, or NULL */
  bool started;                      /* that is made */
  VEC(MachinePredicate) predicates;
  MachinePredicate scope;       /* of is_outside */
  Symbols unknown;              /* constants to be solved for */
  VEC(const Node *) properties; /* that restrict them         */
  VEC(const Node *) written;    /* the same as the model has them */
  SymmetryRules symmetry;       /* of the deferred sets       */
  Value *row;                   /* scratch                    */
  StoreMark start;              /* the values up to the end of `initial` */
  bool owns_engine;
  const ChainView *part; /* of a chain, where others use the engine, too; or NULL */
  uint8_t *as_function;  /* by column: declared as a function, not a sequence; NULL: none is */
} BMachine;

static inline BMachine *machine(const Lts *lts) { return (BMachine *) lts; }

typedef struct {   /* something that may take so long and no longer */
  double deadline; /* of the engine otherwise */
  bool sooner;     /* than that */
} Patience;

Patience patience_begin(Engine *, double seconds);
bool patience_end(BMachine *, Patience); /* true: it was given up */

/* ---- b_setup.c: finds the constants to be solved for and the properties that restrict them;
 * others get fixed values in the engine */
void b_setup_prepare(BMachine *);

/* ---- b_machine_about.c: sets the functions of the Lts that only tell about it */
void b_machine_tells(Lts *);

#endif
