#ifndef COMPARE_SPACE_H
#define COMPARE_SPACE_H

#include "base/arena.h"
#include "base/cancel.h"
#include "base/vec.h"
#include "compare/alphabet.h"
#include "compare/event.h"
#include "lts/lts.h"
#include "search/progress.h"
#include "search/states.h"

/* The states of a transition system as numbers, with their edges, computed when
 * they are asked for.  Set-ups of constants are not states here: the initial
 * states are those after the initialisation. */
typedef struct {
  uint32_t action;
  StateId to;
} Edge;

typedef struct {
  uint32_t begin, end; /* in Space.edges */
} EdgeRange;

/* What is seen of an operation: another name, and some of its arguments.  Several of one
 * label are a choice. */
typedef struct {
  const char *label, *name;     /* name is NULL: nothing is seen */
  const char *const *arguments; /* by their names, in order; NULL: all */
  uint32_t count;
  uint32_t own; /* so many arguments are its own, the first ones; others only what is seen */
} SpaceView;

typedef struct { /* of a script on the other side */
  const char *name;
  uint32_t fields;
} SpaceChannel;

typedef struct {
  const SpaceView *views; /* of some labels */
  uint32_t view_count;
  const char *const *hidden;  /* names of operations; ends with NULL, or is NULL */
  const char *const *renamed; /* likewise: a name, then what it is called, and so on */
  /* Actions are events of CSP, op.1.A, with all values of the operation, or as many as the channel
   * of that name has fields. */
  bool dotted;
  const SpaceChannel *channels;
  uint32_t channel_count;
  EventReading reading; /* of labels and their values */
  /* Of a process: the names of its script, which may be written as event_name.h says.  They end
   * with NULL, or are NULL. */
  const char *const *channel_names, *const *constructors;
  uint64_t max_states;       /* 0: no limit */
  double deadline;           /* by clock_seconds; 0: none */
  size_t memory_limit;       /* bytes of the process; 0: none */
  Cancel cancelled;          /* asked whether to stop */
  ExploreProgress *progress; /* or NULL */
  void *progress_context;
} SpaceOptions;

typedef struct Space Space;
struct Space {
  Lts *lts;
  Alphabet *alphabet;
  SpaceOptions options;
  FormatStyle shown; /* of values for people; those that are compared have that of the Lts */
  States *states, *setups;
  VEC(Edge) edges;
  VEC(EdgeRange) ranges;     /* by state; begin > end: not computed yet        */
  VEC(uint8_t) partial;      /* by state: some of its edges could not be computed */
  VEC(StateId) initial;      /* ascending */
  bool *constant;            /* by column: it is one, and has a name */
  bool complete, stopped;    /* stopped: a limit was reached; nothing is computed any more */
  bool faulted;              /* something is not well-defined, or a claim does not hold: */
  Span fault;                /* the first such thing … */
  const char *fault_message; /* … and what is said of it */
  bool vague;                /* not complete, and what is seen of its steps is not certain either */
  Arena *arena;              /* of the reasons and a buffer */
  VEC(const char *) reasons; /* why it is not complete, each once */
  Value *row, *target, *call; /* buffers for two states, and for one of: */
  States *calls;              /* rows (label, arguments, results) that were seen ... */
  VEC(uint32_t) actions;      /* ... and by their number, the actions */
  uint64_t edge_count;
  uint32_t computed; /* states whose edges are */
  double told;       /* when the last progress was */
  uint32_t checks;   /* of limits, so far */
};

/* Computes the initial states. */
Space *space_new(Lts *, Alphabet *, SpaceOptions);
void space_free(Space *); /* accepts NULL; not the Lts */

/* The edges of a state, ascending by action and target, each once; hidden ones
 * come first.  Read them as space->edges.data[begin … end-1]. */
EdgeRange space_edges(Space *, StateId);
/* What a state offers, as a set of alphabet_menus: the calls of its visible edges.
 * Results do not count: they are chosen by the system itself.  A state that may terminate offers
 * nothing else: termination needs no consent. */
uint32_t space_menu(Space *, StateId);
bool space_is_stable(Space *, StateId);             /* it has no hidden edge */
void space_explore(Space *);                        /* all that can be reached */
void space_explore_complete(Space *);               /* … unless it is not complete anyway */
void space_check_limits(Space *);                   /* stops it if time or memory is used up */
bool space_may_take(const Space *, uint64_t bytes); /* within the limit of memory? */
void space_stop(Space *, const char *reason);
void space_doubt(Space *, const char *reason); /* it goes on, but is not complete */
void space_blur(Space *, const char *reason);  /* and it is vague */

/* Calls `step` with the transition behind an edge, or the transitions by which an
 * initial state comes about.  `before` may be NULL. */
typedef void SpaceStep(void *context, const Transition *, const Value *before);
void space_replay(Space *, StateId from, uint32_t action, StateId to, SpaceStep *, void *context);
void space_replay_start(Space *, StateId initial, SpaceStep *, void *context);

#endif
