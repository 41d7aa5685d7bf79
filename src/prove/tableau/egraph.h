#ifndef PROVE_TABLEAU_EGRAPH_H
#define PROVE_TABLEAU_EGRAPH_H

#include "prove/tableau/clauses.h"

/* A congruence closure with explanations that can be taken back like a stack.
 *
 * Nodes are closed terms and atoms; true atoms are in the class of BTRUE, false ones in that of its
 * negation.  Different values (term_is_value) are in different classes, or there is a conflict. */
enum { NO_NODE = UINT32_MAX };

typedef enum {
  JOIN_LITERAL,    /* an equation that is true, or an atom that has a value: `lit` */
  JOIN_CONGRUENCE, /* the children are equal */
  JOIN_SWAPPED,    /* likewise those of two equations, crosswise */
  JOIN_REFLEXIVE,  /* an equation whose sides are equal is true */
  JOIN_DISTINCT    /* an equation whose sides are different values is false */
} JoinKind;

typedef struct {
  JoinKind kind;
  Lit lit;
} Join;

typedef struct {
  Term term;
  uint32_t kids, count; /* in Egraph.kids: nodes */
  uint32_t root, next;  /* of the class; next: a circle */
  uint32_t size;        /* roots: of the class */
  uint32_t value;       /* roots: a node that is a value, or NO_NODE */
  uint32_t number;      /* roots: a node that arithmetic knows, or NO_NODE */
  uint32_t proof;       /* the next node on the way to the root of the proof tree, or NO_NODE */
  Join join;            /* why they are equal */
  uint32_t same_hash;   /* in the table */
  uint16_t generation;
  bool in_table, present;
  bool known;         /* arithmetic knows it */
  VEC(uint32_t) uses; /* roots: nodes that have one of the class as a child */
} ENode;

typedef struct {
  bool is_merge;
  uint32_t node; /* that was added; or the proof node that was joined */
  uint32_t far;  /* the other one */
  uint32_t from, to, uses, table_flags;
  uint32_t number;
} EUndo;

typedef struct {
  uint32_t x, y;
  Join join;
} EPending;

typedef struct {
  Bank *bank;
  VEC(ENode) nodes;
  VEC(uint32_t) kids;
  VEC(uint32_t) by_op[OP_COUNT];
  VEC(uint32_t) node_of; /* by terms: 1 + node, or 0 */
  uint32_t *table;       /* heads of chains by hash */
  uint32_t capacity;     /* of the table; it grows with what is in it */
  uint32_t table_count;
  VEC(EUndo) trail;
  VEC(uint8_t) table_flags;
  VEC(EPending) pending;
  VEC(uint32_t) absent;  /* nodes to be added again */
  VEC(uint32_t) unknown; /* nodes that arithmetic knows, but not their class */
  VEC(uint32_t) fresh;   /* nodes that were added for the first time, to be looked at */
  VEC(uint32_t) decided; /* nodes of atoms that came into the class of true or false */
  VEC(EPending) numbers; /* nodes that arithmetic knows, and that are now equal */
  uint32_t yes, no;
  /* The values that contradict each other, and the equation between them. */
  bool conflict;
  EPending conflict_of;
  VEC(uint32_t) marks, edge_marks; /* by nodes, for explanations */
  uint32_t mark;
} Egraph;

void egraph_init(Egraph *, Bank *);
void egraph_free(Egraph *);

/* The node of a closed term: added, with its children, if it is not there. */
uint32_t egraph_add(Egraph *, Term, uint32_t generation);
/* Arithmetic knows this node now. */
void egraph_add_number(Egraph *, uint32_t node);
void egraph_join(Egraph *, uint32_t x, uint32_t y, Join);
/* Works off what is pending.  False: conflict. */
bool egraph_propagate(Egraph *);
void egraph_undo(Egraph *, uint32_t trail_length);

/* The literals of the joins that make x and y equal are added to `list`. */
typedef VEC(Lit) Explanation;
void egraph_explain(Egraph *, uint32_t x, uint32_t y, Explanation *list);
void egraph_explain_conflict(Egraph *, Explanation *list);

/* The root of the class that a closed term belongs to, be it there or only congruent to a node;
 * NO_NODE: none. */
uint32_t egraph_find(const Egraph *, Term);
static inline uint32_t egraph_root(const Egraph *e, uint32_t node)
{
  return e->nodes.data[node].root;
}
/* The node of the term itself, or NO_NODE. */
static inline uint32_t egraph_node(const Egraph *e, Term t)
{
  uint32_t n = t < e->node_of.len ? e->node_of.data[t] : 0;
  return n && e->nodes.data[n - 1].present ? n - 1 : NO_NODE;
}

#endif
