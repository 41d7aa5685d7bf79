#ifndef RANDOM_MACHINE_H
#define RANDOM_MACHINE_H

#include "base/arena.h"
#include "base/text.h"
#include "base/vec.h"
#include "random/generate.h"

/* Random machines over small numbers, one partial function and one set, as trees that can be
 * printed, with what is unordered in any order, and computed by definition (brute.h).
 * All values are 0 … 9, so that there are few states whatever the machine does. */

enum { CELLS = 10, NO_VALUE = -1, LEAF = -1 }; /* a function has a place for each argument */

typedef enum {
  NAME_VARIABLE,
  NAME_FUNCTION, /* a variable: CELLS slots */
  NAME_SET,      /* a variable: bits of 0..3 */
  NAME_CONSTANT,
  NAME_PARAMETER,
  NAME_RESULT,
  NAME_ANY,
  NAME_LET,
  NAME_LOCAL,  /* VAR */
  NAME_BOUND,  /* of a quantifier */
  NAME_OLD,    /* x$0 */
  NAME_DROPPED /* a variable of the refined machine: it has no value */
} NameKind;

typedef struct MNode MNode;

typedef struct {
  const char *text;
  NameKind kind;
  uint32_t slot;         /* of an environment; in an included machine: of its instance */
  bool inner;            /* it belongs to the included machine */
  const MNode *equation; /* of a LET: what it is */
} MName;

/* The comments say what the kids are; `name` and `number` are used where they are mentioned. */
typedef enum {
  M_NUMBER,     /* number */
  M_NAME,       /* name */
  M_DIVIDE,     /* a b: a/b */
  M_MOD,        /* a b */
  M_SUM,        /* a b: (a+b) mod 4 */
  M_DIFFERENCE, /* a b: (a-b) mod 4 */
  M_APPLY,      /* a: name(a) */
  M_IF_VALUE,   /* P a b */
  M_DOMAIN,     /* card(dom(name)) mod 4 */
  M_CARD,       /* card(name) */
  M_LEAST,      /* min(name) */

  M_EQUAL,     /* a b */
  M_UNEQUAL,   /* a b */
  M_LESS,      /* a b */
  M_RANGE,     /* a: a : 0..number */
  M_UP_TO,     /* a b: a : 0..b */
  M_IN_DOMAIN, /* a: a : dom(name) */
  M_IN_SET,    /* a: a : name */
  M_MEMBER,    /* a b…: a : {b, …} */
  M_TYPED,     /* name : INTEGER */
  M_AND,       /* P… */
  M_OR,        /* P… */
  M_IMPLIES,   /* P Q */
  M_NOT,       /* P */
  M_EXISTS,    /* P: #name.P */
  M_FORALL,    /* P Q: !name.(P => Q) */

  M_SKIP,
  M_ASSIGN,   /* a…: names := a… */
  M_UPDATE,   /* a b: name(a) := b */
  M_MAP,      /* (a b)…: name := {a|->b, …}, numbers with different a */
  M_SET,      /* a…: name := {a, …}, numbers up to 3 */
  M_INSERT,   /* a: name := (name \/ {a}) /\ 0..3 */
  M_REMOVE,   /* a: name := name - {a} */
  M_FROM,     /* names[0] :: name */
  M_ELEMENT,  /* a…: name :: {a, …} */
  M_SUCH,     /* P: name : P; names: name, name$0 */
  M_CHOICE,   /* S… */
  M_SELECT,   /* (P S)… T? */
  M_IF,       /* (P S)… T? */
  M_CASE,     /* a S… T?: number is the number of branches; branch i is for i */
  M_ANY,      /* P S: names */
  M_LET,      /* a S: name */
  M_VAR,      /* S: name */
  M_PARALLEL, /* S… */
  M_SEQUENCE, /* S… */
  M_PRE,      /* P S */
  M_ASSERT,   /* P S */
  M_WHILE,    /* S I V: WHILE name > 0 DO S ; name := name-1 INVARIANT I VARIANT V END */
  M_CALL      /* a…: names <-- operation(a…) of the instance `number`, or of the leaf */
} MKind;

typedef struct MOperation MOperation;

struct MNode {
  MKind kind;
  int number;
  MName *name;
  MName *names[2];
  uint32_t name_count;
  MNode **kids;
  uint32_t count;
  const MOperation *operation;
};

struct MOperation {
  const char *text;
  MName *parameters[2], *results[1];
  uint32_t parameter_count, result_count;
  MNode *body;
  uint64_t writes; /* bits of the variables that it may write */
};

typedef struct {
  VEC(MName *) variables, constants;
  MNode *properties, *invariant, *start;
  VEC(MOperation *) operations;
  uint32_t slots;
} MMachine;

enum { MOST_INSTANCES = 2, MOST_SLOTS = 148 };

typedef struct { /* a machine with what it includes and refines */
  MMachine main;
  MMachine inner; /* included, if there are instances */
  MMachine leaf;  /* included by that one, if it is `nested`; its slots are among those */
  bool nested;
  const char *prefixes[MOST_INSTANCES]; /* "" or "a." */
  uint32_t instance_count, inner_base;  /* slots of the first instance */
  bool extends;                         /* the operations of the first instance are its own */
  bool refines;                         /* then: */
  MName *dropped;                       /* a variable of the refined machine that it has not */
  MNode *abstract_invariant;            /* about a variable that it keeps */
} Project;

/* `size` is about the number of statements of an operation; `several`: with included and refined
 * machines. */
Project *project_random(Generator *, int size, bool several);

/* The text of the main machine, the included ones, the refined one; in another order where order
 * does not matter, if `shuffle` is not NULL. */
typedef enum { TEXT_MAIN, TEXT_INNER, TEXT_LEAF, TEXT_ABSTRACT } ProjectText;
void project_print(Text *, const Project *, ProjectText, Random *shuffle);

/* Makes the project smaller as long as `fails` says yes. */
typedef bool ProjectFails(void *context, const Project *);
void project_shrink(Generator *, Project *, ProjectFails *, void *context);

#endif
