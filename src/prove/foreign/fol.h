#ifndef PROVE_FOREIGN_FOL_H
#define PROVE_FOREIGN_FOL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/vec.h"
#include "model/symbol.h"

/* First-order logic with sorts, in the small form that is printed for foreign provers.
 *
 * There are no products: a value of a product is the list of its components.  A set is an element
 * of a sort that has the sorts of the components of its elements; FOL_MEMBER says what is in it.
 * Terms and formulas are immutable and live in the arena of their problem. */

typedef enum {
  SORT_INT,
  SORT_BOOL,
  SORT_PLAIN,  /* any non-empty set */
  SORT_VALUES, /* exactly the constants in `values`, which differ */
  SORT_SET     /* all sets of tuples of `parts` */
} FolSortKind;

typedef struct FolSort FolSort;
typedef struct FolFunction FolFunction;
struct FolSort {
  FolSortKind kind;
  uint32_t index; /* among the sorts of the problem */
  const char *name;
  const void *origin; /* of PLAIN and VALUES: what it stands for */
  const FolSort **parts;
  uint32_t count; /* of parts or values */
  FolFunction **values;
  bool infinite; /* of PLAIN: it has infinitely many values, which no axiom says */
};

struct FolFunction {
  uint32_t index; /* among the functions of the problem */
  const char *name;
  const FolSort *result; /* NULL: a predicate */
  const FolSort **arguments;
  uint32_t count;
  bool value; /* of a sort: declared with it */
};

typedef enum {
  /* terms */
  FOL_VARIABLE,
  FOL_CALL, /* of a function; a formula if it is a predicate */
  FOL_NUMBER,
  FOL_YES, /* the values of SORT_BOOL */
  FOL_NO,
  FOL_ADD,
  FOL_SUBTRACT,
  FOL_MULTIPLY,
  FOL_DIVIDE, /* towards zero; any value if the divisor is 0 */
  FOL_MODULO, /* any value unless 0 <= a and 0 < b */
  FOL_NEGATE,
  /* formulas */
  FOL_TRUE,
  FOL_FALSE,
  FOL_NOT,
  FOL_AND,
  FOL_OR,
  FOL_IMPLIES,
  FOL_IFF,
  FOL_FORALL, /* kids: variables, then the body */
  FOL_EXISTS,
  FOL_EQUAL,
  FOL_LESS,
  FOL_LESS_EQUAL,
  FOL_MEMBER /* kids: components, then the set */
} FolKind;

typedef struct Fol Fol;
struct Fol {
  FolKind kind;
  uint32_t count;
  const FolSort *sort; /* NULL: a formula */
  union {
    FolFunction *function; /* CALL */
    uint32_t number;       /* VARIABLE */
    const char *digits;    /* NUMBER, not negative */
  };
  const Fol *kids[];
};

typedef struct {
  const Fol *formula;
  const char *label; /* for people */
  uint32_t origin;   /* index of the hypothesis, or one of these */
} FolFact;
#define FOL_AXIOM UINT32_MAX      /* true in all models */
#define FOL_GOAL (UINT32_MAX - 1) /* the negated goal */

typedef struct {
  Arena *arena;
  VEC(FolSort *) sorts;
  VEC(FolFunction *) functions;
  VEC(FolFact) facts; /* cannot hold together, if the sequent is valid */
  /* What the facts say less of than the sequent does, each once.  If there is any, a model of the
   * facts may be none of the sequent. */
  VEC(const char *) losses;
  uint32_t variables;
  Map names; /* taken by sorts and functions */
  Names *table;
} FolProblem;

void fol_open(FolProblem *, Arena *);
void fol_close(FolProblem *);

const FolSort *fol_int(FolProblem *);
const FolSort *fol_bool(FolProblem *);
/* One sort for each origin. */
FolSort *fol_plain_sort(FolProblem *, const void *origin, const char *name);
FolSort *fol_set_sort(FolProblem *, const FolSort *const *parts, uint32_t count);

/* `name` is a wish: it becomes unique. */
FolFunction *fol_function(FolProblem *, const char *name, const FolSort *const *arguments,
                          uint32_t count, const FolSort *result);

const Fol *fol_variable(FolProblem *, const FolSort *);
const Fol *fol_call(FolProblem *, FolFunction *, const Fol *const *arguments);
const Fol *fol_number(FolProblem *, const char *digits); /* may begin with - */
const Fol *fol_integer(FolProblem *, int64_t);
const Fol *fol_truth_value(FolProblem *, bool);
const Fol *fol_arithmetic(FolProblem *, FolKind, const Fol *, const Fol *);

const Fol *fol_true(FolProblem *);
const Fol *fol_false(FolProblem *);
const Fol *fol_not(FolProblem *, const Fol *);
const Fol *fol_and(FolProblem *, const Fol *, const Fol *);
const Fol *fol_or(FolProblem *, const Fol *, const Fol *);
const Fol *fol_implies(FolProblem *, const Fol *, const Fol *);
const Fol *fol_iff(FolProblem *, const Fol *, const Fol *);
const Fol *fol_equal(FolProblem *, const Fol *, const Fol *);
const Fol *fol_compare(FolProblem *, FolKind, const Fol *, const Fol *);
const Fol *fol_member(FolProblem *, const Fol *const *element, const Fol *set);
const Fol *fol_quantified(FolProblem *, FolKind, const Fol *const *variables, uint32_t count,
                          const Fol *body);

/* The same formula without any simplification, and one like f with other kids. */
const Fol *fol_binder(FolProblem *, FolKind kind, const Fol *const *variables, uint32_t count,
                      const Fol *body);
const Fol *fol_rebuilt(FolProblem *, const Fol *f, const Fol *const *kids);

void fol_assert(FolProblem *, const Fol *, const char *label, uint32_t origin);

void fol_lose(FolProblem *, const char *what);

bool fol_same(const Fol *, const Fol *); /* the same text */

#endif
