#ifndef SYNTAX_PARSER_H
#define SYNTAX_PARSER_H

#include "base/arena.h"
#include "base/names.h"
#include "syntax/diag.h"
#include "syntax/files.h"
#include "syntax/tree.h"

/* What parsing needs, and what outlives it.  Nodes are made in `arena`. */
typedef struct {
  Arena *arena;
  Names *names;
  Diags *diags;
  Files *files;              /* for definition files; NULL: they cannot be included */
  bool definitions_unknown;  /* of formulas: any name may be a definition */
  uint32_t expansion_budget; /* nodes that uses of definitions may make; 0: the default */
  const Name *hole; /* stands where something is still to be written: an ERROR node of that name,
                       which is no mistake; or NULL */
} ParseContext;

/* Reads a whole file.  Never NULL.  Mistakes are in the diagnostics, all that
 * are independent of each other; where one was, the tree has an ERROR node. */
Unit *parse_unit(ParseContext *, const Source *);

typedef enum { FORMULA_EXPR, FORMULA_PRED, FORMULA_SUBST, FORMULA_EXPR_OR_PRED } FormulaKind;

/* Reads a formula, which must be all of the source.  The definitions of `unit`
 * (or none: NULL) may be used in it.  The text may begin with #EXPRESSION,
 * #PREDICATE, #FORMULA or #SUBSTITUTION, which must agree with `kind`. */
Node *parse_formula(ParseContext *, const Source *, FormulaKind kind, const Unit *unit);

#endif
