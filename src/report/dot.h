#ifndef REPORT_DOT_H
#define REPORT_DOT_H

#include <stdbool.h>

#include "base/text.h"
#include "base/vec.h"

/* A picture of states and transitions, in the language of Graphviz.  What a state is can
 * be seen without colours: by its shape, its line and a word in it.  The more there is to
 * draw, the less is written; the whole texts are tooltips then. */
typedef struct {
  const char *text;   /* lines */
  const char *brief;  /* fewer and shorter lines */
  const char *remark; /* further lines: what is special about it; or NULL */
  bool setup;         /* only a set-up of constants */
  bool initial, violating, deadlocked, goal;
  bool unexplored; /* not all that can follow is drawn */
} DotNode;

typedef struct {
  uint32_t from, to; /* from DOT_START: it is where everything begins */
  const char *text;  /* lines */
  const char *brief; /* names of operations */
  bool some;         /* only some of the states behind `from` have it */
  bool loop;         /* of a path: it is taken again and again */
} DotEdge;

#define DOT_START UINT32_MAX

typedef struct {
  const char *name;  /* of the model */
  const char *title; /* below the picture, above what the shapes mean */
  VEC(DotNode) nodes;
  VEC(DotEdge) edges; /* at most one from a node to another */
} DotGraph;

void dot_print(Text *, const DotGraph *);
void dot_free(DotGraph *); /* the vectors; texts belong to whoever made them */

#endif
