#ifndef TEMPORAL_MEANING_MEANING_IMPL_H
#define TEMPORAL_MEANING_MEANING_IMPL_H

#include "base/signatures.h"
#include "temporal/meaning/meaning.h"
#include "temporal/meaning/spelled.h"

typedef enum {
  ATOM_OF_TREE, /* what its node says               */
  ATOM_ENABLED, /* a step of its pattern is possible */
  ATOM_TAKEN    /* the step is one of its pattern    */
} AtomKind;

typedef struct {
  AtomKind kind;
  const Temporal *tree;           /* ATOM_OF_TREE */
  const TemporalPattern *pattern; /* others */
  Bounds bounds;
  uint32_t predicate; /* of the Lts; NO_PREDICATE: none */
  Node *step_text;    /* BEFORE_AFTER: x$0 as names … */
  Symbol **old_names; /* … with the values of these variables before the step */
  const Symbol **old_of;
  uint32_t old_count;
} MeantAtom;
#define NO_PREDICATE UINT32_MAX

typedef struct { /* a predicate of a tree that is one of the Lts */
  const Temporal *tree;
  uint32_t predicate;
} Announced;

struct Meaning {
  Atoms atoms; /* first */
  Lts *lts;
  BMachine *machine;      /* or NULL */
  Reference *reference;   /* of its engine; or NULL */
  MeaningEvent *is_event; /* without a machine */
  void *event_context;
  Arena *arena;
  LtlTable table;
  CtlTable ctl;
  Signatures keys; /* of atoms: equal ones are one */
  VEC(MeantAtom) all;
  VEC(bool) of_step;
  VEC(Announced) announced;
  VEC(Bound) bound;       /* names for all formulas; and, while one is read, those bound in it */
  uint32_t let;           /* how many of these are for all formulas */
  bool spelling;          /* it is written down, too … */
  VEC(Spelled *) spelled; /* … its parts, each after its own */
  const char *unclear;
  Atlas *atlas;
  Value *after;      /* scratch: a row */
  StateId after_of;  /* of this state */
  const char *doubt; /* of the last atom that was not known */
  Span doubt_span;
};

/* ---- meaning.c */
Bounds keep_bounds(Meaning *); /* the names that are bound now, kept */
Ltl meaning_read(Meaning *, const Temporal *);

/* ---- spelled.c: what was read is this formula; parts are those from `first` on */
void spell(Meaning *, const Temporal *, Ltl, uint32_t first);

/* ---- atoms.c */
void atoms_install(Meaning *);
/* The number of an atom; equal ones get the same. */
uint32_t atom_add(Meaning *, MeantAtom);
void atom_prepare_step(Meaning *, MeantAtom *); /* BEFORE_AFTER */

#endif
