#ifndef SYNTAX_TREE_H
#define SYNTAX_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/names.h"
#include "base/nearest.h"
#include "base/vec.h"
#include "syntax/source.h"

/* The syntax tree.  Every construct, from a machine to a literal, is a Node:
 * its kind says what `name` and the children mean (nodes.def, operators.def).
 * Operators have their operands as children; binders have [NAMES P] or
 * [NAMES P E]; AND and OR have two or more children (chains are flat), the
 * other operators are binary.  Redundant brackets leave no trace. */
typedef enum {
#define OP(kind, ...) NODE_##kind,
#include "syntax/operators.def"
#undef OP
  OPERATOR_COUNT,
  NODE_LAST_OPERATOR = OPERATOR_COUNT - 1,
#define NODE(kind, ...) NODE_##kind,
#include "syntax/nodes.def"
#undef NODE
  NODE_KINDS
} NodeKind;

/* What a node is, for the grammar.  ANY is settled by the definition behind a
 * DEF_CALL, or by what is DESCRIBED; an ERROR fits everywhere. */
typedef enum {
  CLASS_EXPR,
  CLASS_PRED,
  CLASS_SUBST,
  CLASS_PART,
  CLASS_CLAUSE,
  CLASS_UNIT,
  CLASS_ANY
} NodeClass;

struct Type;   /* model/type.h   */
struct Symbol; /* model/symbol.h */

typedef struct Node Node;
struct Node {
  uint16_t kind;   /* NodeKind */
  uint16_t height; /* 1 + the greatest height of a child */
  uint32_t count;  /* of children */
  Span span;
  const Name *name;        /* NULL where the kind has none */
  const struct Type *type; /* set by type checking */
  struct Symbol *symbol;   /* set by name resolution: IDENT, OLD_VALUE, DEF_CALL … */
  Node *kids[];
};

/* No tree is higher, so recursion over trees needs no further care.  (Programs
 * run on a stack that is large enough: see session/stack.h.) */
enum { TREE_HEIGHT_LIMIT = 20000 };

/* A new node with room for `count` children, all NULL. */
Node *node_new(Arena *, NodeKind, Span, const Name *, uint32_t count);
/* Sets child i and keeps `height` right. */
void node_set(Node *, uint32_t i, Node *kid);
Node *node_leaf(Arena *, NodeKind, Span, const Name *);
Node *node_unary(Arena *, NodeKind, Span, Node *);
Node *node_binary(Arena *, NodeKind, Span, Node *, Node *);
Node *node_list(Arena *, NodeKind, Span, const Name *, Node *const *kids, uint32_t count);
/* Structural equality, ignoring spans, types and symbols. */
bool node_equal(const Node *, const Node *);

/* What is inside uses of definitions, descriptions and labels. */
const Node *node_bare(const Node *);

/* Operators that are treated alike. */
typedef enum {
  FAMILY_NONE,           /* no operator                            */
  FAMILY_LOGIC,          /* & or => <=> not btrue bfalse           */
  FAMILY_COMPARISON,     /* = : <: <<: and their negations         */
  FAMILY_ORDER,          /* < <= > >=                              */
  FAMILY_QUANTIFIER,     /* ! #                                    */
  FAMILY_TEST,           /* predicates of sets: finite, partition  */
  FAMILY_NUMBER,         /* of numbers                             */
  FAMILY_SET,            /* of sets                                */
  FAMILY_RELATION,       /* of relations                           */
  FAMILY_SEQUENCE,       /* of sequences                           */
  FAMILY_TREE,           /* of trees                               */
  FAMILY_RELATION_ARROW, /* sets of relations: <-> <<-> <->> <<->> */
  FAMILY_ARROW,          /* sets of functions: +-> --> >-> …       */
  FAMILY_POWERSET,       /* POW POW1 FIN FIN1                      */
  FAMILY_SEQUENCE_SET,   /* seq … perm                             */
  FAMILY_CONSTANT,       /* names of values and sets               */
  FAMILY_GENERIC,        /* those of Event-B, of any type          */
  FAMILY_COLLECT,        /* binders that make a value: % SIGMA …   */
  FAMILY_STRUCTURE       /* pairs, fields, application, bool, ⦂    */
} NodeFamily;

/* Is a node well-defined wherever its children are? */
typedef enum {
  WD_PARTIAL, /* not known: it may ask more of them         */
  WD_INTEGER, /* yes, unless it is a real number: too large */
  WD_TOTAL
} NodeWd;

extern const uint8_t node_families[NODE_KINDS], node_wds[NODE_KINDS];
static inline NodeFamily node_family(NodeKind kind) { return (NodeFamily) node_families[kind]; }
static inline NodeWd node_wd(NodeKind kind) { return (NodeWd) node_wds[kind]; }

/* = : <: < … */
static inline bool kind_is_comparison(NodeKind kind)
{
  return node_family(kind) == FAMILY_COMPARISON || node_family(kind) == FAMILY_ORDER;
}
/* < <= > >= */
static inline bool kind_is_order(NodeKind kind) { return node_family(kind) == FAMILY_ORDER; }
/* <-> +-> --> … */
static inline bool kind_is_arrow(NodeKind kind)
{
  return node_family(kind) == FAMILY_RELATION_ARROW || node_family(kind) == FAMILY_ARROW;
}

NodeClass node_kind_class(NodeKind);
const char *node_kind_name(NodeKind); /* for dumps: "int", "begin"; operators: ascii */

typedef enum {
  FORM_INFIX,
  FORM_PREFIX,
  FORM_POSTFIX,
  FORM_FUNC,
  FORM_SOFT,
  FORM_ATOM,
  FORM_BINDER
} OpForm;
typedef enum { ASSOC_LEFT, ASSOC_RIGHT, ASSOC_NONE } OpAssoc;
/* Which implementations there are beside that of the reference interpreter. */
typedef enum { OP_SLOW, OP_FAST } OpSpeed;      /* has the fast evaluator code? */
typedef enum { OP_WAITS, OP_SOLVED } OpSolving; /* has the solver constraints? */

typedef struct {
  NodeKind kind;
  const char *ascii, *unicode;
  OpForm form;
  int priority;
  OpAssoc assoc;
  NodeClass class;
  NodeFamily family;
  OpSpeed speed;
  OpSolving solving;
  const char *scheme, *help;
} Operator;

static inline bool node_is_operator(const Node *n) { return n->kind <= NODE_LAST_OPERATOR; }
const Operator *operator_of(NodeKind); /* kind <= NODE_LAST_OPERATOR */
/* Offers the words of the language that are values: INTEGER, card, … */
void operators_offer(Nearest *);

/* What a definition may be used as.  EXPR_OR_SUBST (`x`, `f(x)`) is settled by
 * its first use. */
typedef enum { DEF_EXPR, DEF_PRED, DEF_SUBST, DEF_EXPR_OR_SUBST, DEF_BROKEN } DefinitionKind;

typedef struct {
  const Name *name;
  Node *node; /* DEFINITION: [NAMES body] */
  DefinitionKind kind;
  bool imported; /* from a definition file, not from the unit's own text */
} Definition;

/* Is it the name of a temporal formula, ASSERT_LTL… or ASSERT_CTL…?  Nobody refers to such
 * definitions, so that a file may have several of one name. */
bool definition_is_temporal(const char *name);

typedef struct {
  Span span;
  bool to_line_end; /* a // comment */
} Comment;

typedef struct { /* one file: a machine, refinement, implementation or definition file */
  const Source *source;
  Node *root;              /* class UNIT; never NULL, ERROR if nothing could be read */
  const char *keyword;     /* as written: MACHINE, MODEL, SYSTEM, REFINEMENT, IMPLEMENTATION */
  bool generated;          /* the generated pragma */
  bool eventb;             /* made of Event-B components */
  bool eventless;          /* … without their events: it declares, nothing begins */
  uint32_t own_invariants; /* of a machine alone: so many of its joined invariants, the last ones */
  const struct EventbLink *links; /* eventb/eventb.h: of a machine alone with witnesses; or NULL */
  uint32_t link_count;
  const Node *settled; /* LIST: axioms that only say which elements a set has; or NULL */
  const Name *refines; /* likewise, the abstract machine; or NULL */
  const char *package; /* the package pragma, or NULL */
  Span package_span;
  VEC(Definition *) definitions; /* own and imported, in order */
  Map definition_of;             /* Name -> Definition */
  VEC(const char *) imports;     /* import-package pragmas */
  VEC(Span) import_spans;
  const Comment *comments; /* ascending */
  uint32_t comment_count;
} Unit;

void unit_free(Unit *); /* the vectors and map; nodes live in their arena */

/* The clause of that kind, or NULL. */
Node *unit_clause(const Unit *, NodeKind);

#endif
