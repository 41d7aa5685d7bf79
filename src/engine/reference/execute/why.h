#ifndef ENGINE_WHY_H
#define ENGINE_WHY_H

#include "engine/reference/reference.h"

/* Why a predicate has the truth that it has: a tree of the parts that matter, each
 * with its value.  Of a false conjunction these are the false conjuncts; of a false
 * quantification an instance for which it is false; of a comparison the values of
 * the expressions in it, down to the names. */
typedef enum {
  WHY_TRUTH, /* `formula` is a predicate, `truth` what it is; `text`: the reason if it
              * is FAULT or UNKNOWN, else NULL */
  WHY_VALUE, /* `formula` is an expression, `text` its value, or the reason why it has
              * none: then `truth` is FAULT or UNKNOWN */
  WHY_NOTE   /* `text` is a remark */
} WhyKind;

typedef struct Why Why;
struct Why {
  WhyKind kind;
  Truth truth;
  const char *formula, *text;
  Span span; /* of the formula */
  Why *parts, *next;
};

/* The tree for a predicate in the current state of the engine, with the names that
 * are bound.  It lives in the arena.  The engine's fault, cause and warnings are
 * those from before. */
const Why *why_tree(Reference *, Arena *, const Node *predicate, FormatStyle);
/* The same for a predicate that should hold for some values of these names. */
const Why *why_tree_free(Reference *, Arena *, Symbol *const *names, uint32_t count,
                         const Node *predicate, FormatStyle);

/* One line for each node, indented by its depth and `margin` blanks:
 *   FALSE  x : 1..3
 *     x = 7 */
void why_print(Text *, const Why *, unsigned margin);

#endif
