#ifndef ENGINE_WHY_IMPL_H
#define ENGINE_WHY_IMPL_H

/* Inside explanations. */

#include "engine/reference/execute/why.h"

enum {
  WHY_MOST = 120,    /* nodes of a tree                                */
  WHY_DEEPEST = 24,  /* levels                                         */
  WHY_HIGHEST = 500, /* trees higher than this are not looked into     */
  WHY_LONGEST = 300  /* bytes of a formula or value, the rest is cut   */
};

typedef struct {
  Reference *r;
  Arena *arena;
  FormatStyle style;
  uint32_t left, depth; /* nodes that may still be made; current level */
  bool cut;             /* something was left out                      */
} Explainer;

void why_note(Explainer *, Why *parent, const char *text);
const char *why_value_text(Explainer *, const Shape *, Value); /* long ones folded */

/* Notes about what makes a comparison false: elements that are missing, arguments
 * with two values … */
void why_comparison(Explainer *, Why *, const Node *, Truth);

#endif
