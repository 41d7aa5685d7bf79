/* libprobity: models in B, Event-B and CSP, opened, evaluated, explored and checked by a program.
 * docs/library.md explains it with examples.
 *
 * A `probity_model` is a handle: one model with its settings.  Everything is about a handle; the
 * library has no other state.
 *
 * Errors are values.  Functions return a `probity_code`; what is to be said of it is kept by the
 * handle (probity_message, probity_diagnostics).  Results are given through pointers; what is not
 * known is 0, NULL or an empty list, whatever the code.
 *
 * Texts are UTF-8.  Those that the library gives out belong to the handle and are valid until the
 * next call with the same handle; those of a callback, until it returns.  Texts that are given to
 * the library are copied.
 *
 * Threads.  Different handles may be used by different threads at the same time.  One handle is
 * used by one thread at a time; a second one gets PROBITY_BUSY.  Only probity_cancel may be called
 * by any thread, at any time, and by a signal handler.  Each handle has a thread of its own with a
 * deep stack that does the work, so that callers need no large stack; callbacks run on the thread
 * that called.  After fork() the child must not use the handles of its parent.
 *
 * The library never ends the process, writes to no standard stream, installs no signal handlers and
 * lets its threads take no signals.  Where memory runs out in spite of all limits, the call returns
 * PROBITY_NO_MEMORY, the handle is lost (every later call with it says the same), and what it held
 * stays with the process; other handles are not concerned. */
#ifndef PROBITY_H
#define PROBITY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define PROBITY_API __attribute__((visibility("default")))
#else
#define PROBITY_API
#endif

/* What the header belongs to; probity_version says it of the library. */
#define PROBITY_VERSION_MAJOR 0
#define PROBITY_VERSION_MINOR 1
#define PROBITY_VERSION_PATCH 0
PROBITY_API const char *probity_version(void); /* "0.1.0" */

typedef enum probity_code {
  PROBITY_OK = 0,
  PROBITY_MISUSE = 1,      /* an argument, or the order of calls, is wrong */
  PROBITY_CANNOT_READ = 2, /* a file */
  PROBITY_WRONG_TEXT = 3,  /* a model or a formula has mistakes: see probity_diagnostics */
  PROBITY_REFUSED = 4,     /* the texts are right, but what is asked for does not fit them */
  PROBITY_NO_VALUE = 5,    /* what was evaluated is not well-defined */
  PROBITY_UNKNOWN = 6,     /* not decided, or not completely, within the limits */
  PROBITY_CANCELLED = 7,   /* by probity_cancel */
  PROBITY_NO_MEMORY = 8,   /* the handle is lost */
  PROBITY_BUSY = 9         /* another thread uses the handle */
} probity_code;

/* Its name in words: "wrong text". */
PROBITY_API const char *probity_code_name(probity_code);

/* ---- handles */

typedef struct probity_model probity_model;

/* A handle without a model.  On failure *model is NULL, and the code is PROBITY_NO_MEMORY. */
PROBITY_API probity_code probity_new(probity_model **model);
/* Ends it; NULL is accepted.  Not while a call with it goes on: then it does nothing. */
PROBITY_API void probity_close(probity_model *);

/* Changes a setting; docs/library.md lists them.  Their names and values are those of the options
 * of the program: "max-states", "1000".  A repeatable one is added; NULL takes back what was set.
 * Settings of the model are given before it is opened. */
PROBITY_API probity_code probity_set(probity_model *, const char *name, const char *value);

/* From now on every call ends as soon as it can with PROBITY_CANCELLED (on != 0), or not any more
 * (on == 0). */
PROBITY_API void probity_cancel(probity_model *, int on);

/* What the last call has to say besides its code, never NULL: a line for people, perhaps empty; and
 * all errors and warnings as a JSON array, whose elements are those of `diagnostics` in the reports
 * of the program. */
PROBITY_API const char *probity_message(probity_model *);
PROBITY_API const char *probity_diagnostics(probity_model *);

/* ---- opening */

/* A text that stands for the file of this path, which need not exist, for this handle: the model or
 * what it refers to.  Before it is read. */
PROBITY_API probity_code probity_add_text(probity_model *, const char *path, const char *text);

/* Opens a model, of any kind that the program reads.  Once for each handle; after a failure it may
 * be tried again. */
PROBITY_API probity_code probity_open(probity_model *, const char *path);

/* ---- states and transitions */

/* States are numbered from 0 as they are met first.  PROBITY_ROOT is before the first ones: its
 * transitions are the set-ups of the constants or, where there are none, the initialisations. */
typedef int64_t probity_state;
#define PROBITY_ROOT ((probity_state) -1)

/* These structures do not change. */
typedef struct probity_transition {
  probity_state from, to;
  const char *operation; /* "move" */
  const char *label;     /* with arguments and results: "move(2) --> r" */
} probity_transition;

/* All transitions of a state, each once, in a fixed order.  PROBITY_UNKNOWN: there may be more than
 * those that are given.  Where a step goes wrong, probity_message says why. */
PROBITY_API probity_code probity_transitions(probity_model *, probity_state,
                                             const probity_transition **list, size_t *count);

/* The values of a state: "x = 1, y = {}", or a JSON object {"x": "1", "y": "{}"}.  Of PROBITY_ROOT
 * there are none. */
PROBITY_API probity_code probity_state_text(probity_model *, probity_state, const char **text);
PROBITY_API probity_code probity_state_json(probity_model *, probity_state, const char **json);

/* What is wrong in a state: the first invariant or assertion of the model that is FALSE or not
 * well-defined, or NULL.  PROBITY_UNKNOWN: that is not decided. */
PROBITY_API probity_code probity_violated(probity_model *, probity_state, const char **text);

/* ---- formulas */

typedef enum probity_kind {
  PROBITY_NOTHING = 0,
  PROBITY_VALUE = 1, /* of an expression */
  PROBITY_TRUE = 2,  /* of a predicate */
  PROBITY_FALSE = 3
} probity_kind;

/* Evaluates an expression or a predicate in a state; before a model is opened, and in PROBITY_ROOT,
 * without values of its names.  *text is the value as it is written in B; of a predicate that is
 * TRUE, values of its free names, "x = 1 & y = 2", or "".  Both pointers may be NULL. */
PROBITY_API probity_code probity_evaluate(probity_model *, probity_state, const char *formula,
                                          probity_kind *kind, const char **text);

/* ---- exploration */

typedef struct probity_visit {
  probity_state state;
  int setup;            /* only the constants have values */
  int outside;          /* the model asks not to go on from here */
  int deadlock;         /* it surely has no transitions */
  int partial;          /* perhaps it has more transitions */
  size_t transitions;   /* that follow */
  const char *violated; /* as probity_violated says, or NULL */
  const char *fault;    /* what goes wrong in one of its steps, or NULL */
} probity_visit;

/* What is called while a model is explored.  Either function may be NULL; what they return other
 * than 0 ends the exploration.  They may make calls with the handle, but not close it. */
typedef struct probity_visitor {
  size_t size; /* sizeof(probity_visitor): later versions may have more members */
  int (*state)(void *context, const probity_visit *);
  int (*transition)(void *context, const probity_transition *);
  void *context;
} probity_visitor;

/* Visits all states that can be reached, breadth-first, each with its transitions after it; those
 * of PROBITY_ROOT come first, without a visit.  PROBITY_OK: all were visited, or the visitor ended
 * it. */
PROBITY_API probity_code probity_explore(probity_model *, const probity_visitor *);

/* ---- verdicts */

typedef enum probity_verdict {
  PROBITY_UNDECIDED = 0,
  PROBITY_PASS = 1,
  PROBITY_FAIL = 2
} probity_verdict;

/* What `probity check` does with the model, which is read anew.  PROBITY_OK: it passes or fails.
 * PROBITY_UNKNOWN, PROBITY_CANCELLED: that is not decided.  In both cases *report is the report of
 * the program, in the form of the setting `format`: json (as without it) or text.  Both pointers
 * may be NULL. */
PROBITY_API probity_code probity_check(probity_model *, probity_verdict *, const char **report);

/* What `probity refine` does: does the model refine that of this file?  NULL: the one that it says
 * that it refines. */
PROBITY_API probity_code probity_refine(probity_model *, const char *specification,
                                        probity_verdict *, const char **report);

#ifdef __cplusplus
}
#endif

#endif
