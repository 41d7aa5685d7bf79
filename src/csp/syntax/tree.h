#ifndef CSP_SYNTAX_TREE_H
#define CSP_SYNTAX_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/names.h"
#include "base/text.h"
#include "syntax/source.h"

/* The syntax tree of a CSP-M script.  Expressions, patterns and processes are nodes of one kind
 * of tree, for a script does not tell them apart: nodes.def says what the children are. */
typedef enum {
#define NODE(kind, ...) CSP_##kind,
#include "csp/syntax/nodes.def"
#undef NODE
  CSP_KINDS
} CspKind;

typedef enum {
  CSP_TRACES,
  CSP_FAILURES,
  CSP_FAILURES_DIVERGENCES,
  CSP_REFUSALS,
  CSP_REFUSALS_DIVERGENCES,
  CSP_REVIVALS,
  CSP_REVIVALS_DIVERGENCES,
  CSP_NO_MODEL
} CspModel;

struct CspType;   /* csp/types/ */
struct CspSymbol; /* csp/names/ */
struct CspFrame;  /* csp/eval/  */

typedef struct CspNode CspNode;
struct CspNode {
  uint16_t kind;   /* CspKind */
  uint16_t height; /* 1 + the greatest height of a child */
  uint32_t count;  /* of children */
  Span span;
  const Name *name;           /* NULL where the kind has none */
  int64_t number;             /* of literals and assertions; else 0 */
  const struct CspType *type; /* set by type inference */
  struct CspSymbol *symbol;   /* set by name resolution */
  struct CspFrame *frame;     /* set by eval/: of what is evaluated by itself */
  struct CspFrame *later;     /* likewise: of an operand that is evaluated when it is needed */
  CspNode *kids[];
};

/* Trees are not higher (the parser says so instead), so recursion over them needs no care. */
enum { CSP_HEIGHT_LIMIT = 10000 };

CspNode *csp_node(Arena *, CspKind, Span, const Name *, uint32_t count); /* children NULL */
void csp_node_set(CspNode *, uint32_t i, CspNode *kid);                  /* keeps `height` right */
/* A copy of the tree, without types and symbols. */
CspNode *csp_node_copy(Arena *, const CspNode *);
/* Structural equality, ignoring spans, types and symbols. */
bool csp_node_equal(const CspNode *, const CspNode *);
const char *csp_kind_name(CspKind);
/* The tree as nested lists, for tests: equal texts mean equal trees. */
void csp_dump(Text *, const CspNode *);
static inline bool csp_is(const CspNode *n, CspKind kind) { return n->kind == kind; }

#endif
