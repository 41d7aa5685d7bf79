#ifndef LTS_LTS_H
#define LTS_LTS_H

#include "base/text.h"
#include "syntax/source.h"
#include "value/format.h"
#include "value/store.h"

/* A labelled transition system: all that search and checks know of a model.  A
 * state is a row of `width` Values; rows are compared by words.  Rows and labels
 * that are handed over live for the time of the call only; so do messages, which
 * live until the next call of a function of the Lts. */
typedef struct Lts Lts;
typedef struct Sink Sink;

typedef struct {
  uint32_t label;         /* < label_count */
  const Value *arguments; /* then the results: label_arguments + label_results values */
  const Value *state;     /* the successor */
} Transition;

typedef struct { /* something that is not as it should be, met on the way */
  enum { TROUBLE_FAULT, TROUBLE_INCOMPLETE } kind;
  uint32_t label;
  Span span;
  const char *message;
  bool claim; /* of a FAULT: all is well-defined, but something that the model claims is FALSE */
  const Value *arguments; /* of the label, for the time of the call; NULL: not known */
} Trouble;

typedef struct {    /* the call of another operation inside a transition */
  const char *name; /* of the operation; NULL: there is none */
  Span span;
} LtsCall;

typedef struct { /* a candidate that was left out: something was not well-defined for it */
  Span span;
  const char *message, *example;
} LtsWarning;

struct Sink {
  void (*accept)(Sink *, const Transition *);
  void (*trouble)(Sink *, const Trouble *);
};

/* Why something is not complete after as many states as were asked for. */
#define REASON_STATE_LIMIT "the state limit was reached"

/* Invariants and assertions are to hold in every state; a state where a goal holds
 * is looked for. */
typedef enum { PREDICATE_INVARIANT, PREDICATE_ASSERTION, PREDICATE_GOAL } PredicateKind;

typedef struct {
  PredicateKind kind;
  const char *label; /* its name in the text, or NULL */
  const char *text;  /* for people: `label: P`, or P  */
  Span span;
  bool asked; /* by the user, not by the model */
} LtsPredicate;

/* What the values of a column are like, so that they are stored in few bits.  Others
 * (and VALUE_UNDEFINED) may occur, but cost more. */
typedef struct {
  enum {
    COLUMN_ANY,
    COLUMN_ATOM, /* value_atom(0) … value_atom(size - 1); nothing else but VALUE_UNDEFINED */
    COLUMN_INT,  /* value_small(low) … value_small(low + size - 1) */
    COLUMN_BITS, /* value_bits(0) … value_bits(size - 1)           */
    COLUMN_WIDE  /* words that need more than 32 bits              */
  } kind;
  int64_t low;
  uint64_t size;
} LtsColumn;

struct Lts {
  uint32_t width, label_count, predicate_count, label_width; /* most arguments and results */
  uint32_t first_operation; /* the labels below are those of set-up and initialisation */
  bool unconditional;       /* nothing but the initialisation decides whether it starts */
  bool events;              /* people call its operations events (lts/words.h) */

  /* Of the store that the rows' values are in; NULL: they need none. */
  Store *store;
  /* The first `constants` columns are constants: no label changes them.  They have the
   * values that `initial` gives them, in the same order in every fork. */
  uint32_t constants;

  /* From nothing to the first states: labels are the set-up of constants or the
   * initialisation. */
  void (*initial)(Lts *, Sink *);
  void (*next)(Lts *, const Value *state, Sink *);
  /* Is the state only a set-up of constants?  Then nothing is checked in it. */
  bool (*is_setup)(Lts *, const Value *state);
  /* Numbered predicates; FAULT and UNKNOWN leave the reason in *why. */
  Truth (*holds)(Lts *, uint32_t predicate, const Value *state, Trouble *why);
  /* The same, but given up after that many seconds: then UNKNOWN, and *late is set.
   * NULL: that is not possible. */
  Truth (*holds_within)(Lts *, uint32_t predicate, const Value *state, double seconds, bool *late,
                        Trouble *why);
  const LtsPredicate *(*predicate)(Lts *, uint32_t predicate);
  /* Adds the parts of a predicate with their values in this state, lines indented by
   * `margin`: why it is what it is.  NULL: there is nothing to say. */
  void (*explain)(Lts *, uint32_t predicate, const Value *state, Text *, unsigned margin);
  /* Likewise for a claim inside a transition that was found wrong, given by the trouble, from
   * this state (NULL: from nothing); *call is the innermost call around it. */
  void (*explain_claim)(Lts *, const Trouble *, const Value *state, Text *, unsigned margin,
                        LtsCall *call);
  /* Does the model ask not to go on from such a state?  UNKNOWN and FAULT leave the reason in
   * *why.  NULL: it never does. */
  Truth (*is_outside)(Lts *, const Value *state, Trouble *why);
  /* Is the label no part of the behaviour that can be seen?  NULL: none is. */
  bool (*is_hidden)(Lts *, uint32_t label);
  /* Is the label successful termination, ✓ of CSP?  NULL: none is. */
  bool (*is_tick)(Lts *, uint32_t label);
  /* Is the state the end after ✓, Ω?  It has no transitions, and is no deadlock.  NULL: none is. */
  bool (*is_terminated)(Lts *, const Value *state);

  /* What is known beforehand.  Each of these may be NULL: nothing is known. */
  LtsColumn (*column)(Lts *, uint32_t column);
  /* The transitions of one label alone, for states that are no set-ups: all of them, one
   * label after the other, are what `next` gives. */
  void (*step)(Lts *, const Value *state, uint32_t label, Sink *);
  /* Are they (with their troubles) determined by the constants and by what the label
   * reads?  A column that it may write but need not counts as read. */
  bool (*is_pure)(Lts *, uint32_t label);
  bool (*label_reads)(Lts *, uint32_t label, uint32_t column);
  /* May the label change the column?  Does the truth of the predicate depend on it? */
  bool (*label_writes)(Lts *, uint32_t label, uint32_t column);
  bool (*predicate_reads)(Lts *, uint32_t predicate, uint32_t column);

  /* A second system over the same model, for another thread; it must not outlive
   * this one.  NULL, or giving NULL: that is not possible. */
  Lts *(*fork)(Lts *);
  /* Gives back the memory of values: all that were made since `initial`.  Rows from
   * before are void.  NULL, or giving false: nothing was released. */
  bool (*release)(Lts *, StoreMark *);
  /* The warnings that were collected so far, each place once; NULL: none are. */
  uint32_t (*warning_count)(Lts *);
  LtsWarning (*warning)(Lts *, uint32_t i);

  /* How values are printed and explained; as it is at first, they can be compared by their texts.
   */
  FormatStyle style;
  /* Names and values for people.  A label has arguments, then results; a column
   * of the state without a name is not shown. */
  const char *(*label_name)(Lts *, uint32_t label);
  uint32_t (*label_arguments)(Lts *, uint32_t label, uint32_t *results);
  const char *(*argument_name)(Lts *, uint32_t label, uint32_t i);
  /* The shape of an argument or result; NULL: it is not known. */
  const Shape *(*argument_shape)(Lts *, uint32_t label, uint32_t i);
  /* Adds a label with its arguments and results as one text, c.1.A of a script, in the words of
   * its language; τ and ✓ are symbols if style.unicode, else `tau` and `tick`.  NULL: it has no
   * form of its own, lts/print.h says op(1,A) --> r. */
  void (*print_label)(Lts *, Text *, uint32_t label, const Value *arguments);
  void (*print_argument)(Lts *, Text *, uint32_t label, uint32_t i, Value);
  const char *(*column_name)(Lts *, uint32_t column);
  void (*print_column)(Lts *, Text *, uint32_t column, Value);
  /* The shape of the values of a column; NULL: it is not known. */
  const Shape *(*column_shape)(Lts *, uint32_t column);
  /* Adds what people may want to know of a state beside its named columns, in lines.  NULL: there
   * is nothing. */
  void (*describe)(Lts *, Text *, const Value *state);
  /* Is the column printed as a sequence, if its value is one?  NULL: it is not. */
  bool (*column_is_sequence)(Lts *, uint32_t column);
  void (*free)(Lts *);
};

/* Has it no operations, so that nobody expects that it goes on? */
static inline bool lts_is_inert(const Lts *lts) { return lts->label_count == lts->first_operation; }

/* The transitions of a state that have this label; perhaps others, too. */
static inline void lts_take(Lts *lts, const Value *state, uint32_t label, Sink *sink)
{
  bool alone = lts->step && label >= lts->first_operation && !lts->is_setup(lts, state);
  if (alone) lts->step(lts, state, label, sink);
  else lts->next(lts, state, sink);
}

#endif
