#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "eventb/eventb.h"
#include "model/symbol.h"
#include "model/type.h"
#include "syntax/diag.h"
#include "syntax/files.h"
#include "syntax/parser.h"
#include "syntax/tree.h"

/* How a machine is reached.  A machine that is reached in several ways is one
 * instance and has the first of these that applies. */
typedef enum { LINK_MAIN, LINK_REFINED, LINK_INCLUDED, LINK_SEEN, LINK_USED } LinkKind;

/* A machine as it takes part in a model: one file under one prefix.  Two
 * inclusions with different prefixes are two Machines of one Unit: each has its
 * own variables, operations and parameters, but sets and constants are shared. */
#define LEVEL_SHARED UINT32_MAX
typedef struct Machine Machine;
typedef struct MachineLink MachineLink; /* link.h */
struct Machine {
  Unit *unit;
  const Name *name, *prefix; /* prefix without its last dot, or NULL */
  LinkKind link;
  uint32_t index; /* its place in model->machines */
  bool live;      /* its variables are state: reached from the main machine without REFINES */
  uint32_t level; /* of a chain: 0 for the main machine and its parts, then what it refines and the
                     parts of that, …; LEVEL_SHARED: it is only seen, or a part of such a machine */
  Machine *refines;         /* NULL for abstract machines */
  uint32_t depth;           /* 0 for the main machine; the refinement chain counts up */
  VEC(Machine *) included;  /* INCLUDES, EXTENDS, IMPORTS */
  VEC(Machine *) seen;      /* SEES, USES */
  VEC(MachineLink *) links; /* the references in its text, in order of treatment */
  MachineLink *owner;       /* the reference by which a live machine includes it, or NULL */
  Machine *abstraction;     /* what it, or a machine that includes it, refines; or NULL */
  Node *initialisation;     /* resolved, or NULL */

  /* Name -> Symbol, as written in the text of this machine. */
  Map names;      /* declared here, without prefix                            */
  Map exports;    /* what an including or seeing machine gets to see          */
  Map visible;    /* what its own text may refer to                           */
  Map operations; /* declared here                                            */
  Map offered;    /* operations for others: own, promoted, inherited          */
  Map callable;   /* operations that its text may call                        */
  Map externals;  /* definitions of the unit that are external                */
};

typedef struct Operation Operation;
struct Operation {
  Symbol *symbol;
  Machine *machine;
  const Node *node; /* OPERATION: the text */
  Symbol **results, **parameters;
  uint32_t result_count, parameter_count;
  Node *body;     /* resolved */
  bool top_level; /* a transition of the model: own, promoted, inherited, or of a seen machine */
  bool local;     /* LOCAL_OPERATIONS: callable inside its machine only */
  bool event;     /* declared under EVENTS */
  Operation *refines; /* the abstract operation, or NULL */
  Symbol **writes;    /* effects.h: variables it may write, by itself or by calls */
  uint32_t write_count;
};

typedef struct { /* a predicate with the machine it comes from */
  Node *node;    /* resolved; top-level conjunctions are split, labels kept */
  Machine *machine;
  bool gluing; /* mentions a variable that the machine does not have any more: it is no predicate
                  over states.  In a chain the operations evaluate it (chain.h), else nobody. */
  bool shared; /* gluing, in a chain, and mentions a seen machine, which changes by itself: it is
                  looked at in every state, too */
} Clause;

static inline bool clause_is_invariant(const Clause *c) { return !c->gluing || c->shared; }

typedef VEC(Clause) Clauses;

typedef struct {
  Node *node; /* resolved substitution */
  Machine *machine;
} Initialisation;

/* A chain (chain.h) part by part, each with the same operations in the same order: whether the
 * preconditions above hold (without doing anything), what the refinement does where they do, and
 * what is refined. */
typedef enum { CHAIN_CALLS, CHAIN_REFINEMENT, CHAIN_ABSTRACTION, CHAIN_PARTS } ChainPart;

typedef struct {
  VEC(Operation *) operations;
  Node *initialisation; /* NULL: of CALLS */
} ChainView;

/* The flat model: everything that the main machine draws in, once. */
typedef struct {
  Arena *arena;
  TypeTable *types;
  Machine *main;
  bool chain;              /* what the main machine refines is there, too: chain.h */
  VEC(Unit *) units;       /* the files read, the main one first */
  VEC(Machine *) machines; /* in order of initialisation: used ones first */
  Symbols sets;            /* given sets */
  Symbols freetypes;
  Symbols constants;           /* with machine parameters that are scalar or have a value */
  Symbols variables;           /* those that are state */
  Symbols dropped;             /* abstract variables that the refinement has replaced */
  VEC(Operation *) operations; /* that can be executed; transitions are top_level */
  VEC(Operation *) abstract;   /* of refined machines and LOCAL_OPERATIONS: see Operation.refines */
  Clauses properties;          /* CONSTRAINTS, PROPERTIES, VALUES (as equations), instantiations */
  Clauses invariants;
  Clauses assertions;
  VEC(Initialisation) initialisations; /* in order of execution */
  Map settings;                 /* Name -> Node, resolved: SET_PREF_*, scope_*, GOAL … of the main
                                 * machine; scope_S also of the machine that declares S */
  ChainView parts[CHAIN_PARTS]; /* of a chain */
  bool relies; /* of a chain: an operation has no precondition where what it refines has one */
  /* Names that formulas given by themselves may use, too: of kind SYMBOL_LOCAL, with a
   * type of this model, of whose values he knows who evaluates the formula; or SYMBOL_ELEMENT, of a
   * deferred set. */
  Symbols known;
} Model;

/* What is loaded of a chain of refinements. */
typedef struct {
  bool chain;         /* of classical B: a refinement with what it refines (model/chain.h) */
  EventbLevel eventb; /* of Event-B */
  bool lenient; /* where there are mistakes, names get meanings and types as far as possible, for
                   those who show them; what would be wrong then is not said */
} ModelLevels;

/* Links, resolves and type-checks.  Never NULL; mistakes are in the
 * diagnostics, and the model is usable only if there are no errors. */
Model *model_load(ParseContext *, const Source *main, ModelLevels);
/* The same of a unit that was made, not read; it becomes the model's. */
Model *model_load_unit(ParseContext *, Unit *main);
void model_free(Model *); /* accepts NULL */

/* A formula given by itself, resolved and typed in the scope of `model` (or of
 * nothing: NULL).  Names that are not known become SYMBOL_FREE, listed in order
 * of first use. */
typedef struct {
  Node *node;
  Symbols free;
  Arena *arena;     /* of node and symbols */
  TypeTable *types; /* the model's, or its own */
  bool own_types;
} Formula;
typedef VEC(Formula *) Formulas;
Formula *model_formula(ParseContext *, Model *, const Source *, FormulaKind);

/* The same, with more that is asked of it. */
typedef struct {
  FormulaKind kind;
  Symbol *variable; /* one of model->known whose type follows from this formula; or NULL */
  const Type *type; /* that an expression must have; NULL: any */
  const char *what; /* "the argument x of op", for messages about its type */
  bool own_calls;   /* a substitution may call the operations of the machine itself */
} FormulaDemand;
Formula *model_formula_as(ParseContext *, Model *, const Source *, const FormulaDemand *);
void formula_free(Formula *); /* accepts NULL */

/* A definition with a meaning for the tool, such as SET_PREF_MAXINT or GOAL. */
bool model_is_setting(const char *name);

/* Whether a resolved tree refers to a variable that has no state. */
bool model_mentions_dropped(const Node *);

#endif
