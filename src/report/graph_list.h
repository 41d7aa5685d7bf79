#ifndef REPORT_GRAPH_LIST_H
#define REPORT_GRAPH_LIST_H

#include <jansson.h>

#include "report/dot.h"
#include "session/state_graph.h"

/* The picture as lists for programs that draw it themselves: `states`, each with its texts and what
 * is special about it, and `edges`.  With `projected` a state of the list stands for all those with
 * the same value; else it has its values in full, and `parent` and `step`: the state before it on a
 * shortest way, and the index of the edge from there. */
void graph_list_add(json_t *fields, const StateGraph *, const DotGraph *, bool projected);

#endif
