#ifndef CSP_GUIDE_GUIDE_H
#define CSP_GUIDE_GUIDE_H

#include "csp/process/step.h"
#include "lts/lts.h"

typedef struct {
  bool block_others; /* operations that are no channels do not happen */
} GuideOptions;

/* A process that guides a machine: both side by side, as one transition system.  They synchronise
 * on the names that both have:
 *
 *   a channel with the name of an operation      both move, if the values agree, field by field:
 *                                                arguments, then results; missing fields agree
 *   a channel with the name of a variable        the process moves, if the variable has the value
 *   or constant                                  of its field
 *   another channel, τ, ✓                        the process moves
 *   an operation that is no channel              the machine moves, unless others are blocked
 *
 * A state is one of the machine, and the number of a process in the last column.  Set-up and
 * initialisation are those of the machine.  There is one thread. */
typedef struct Guide Guide;

/* NULL: channels and what they are named after do not fit; mistakes are in the diagnostics.  The
 * stepper and the machine must outlive it. */
Guide *guide_new(Stepper *, Datum process, Lts *machine, GuideOptions, Diags *);
Lts *guide_lts(Guide *); /* freed with it by its own function */
bool guide_is(const Lts *);
/* The machine has more predicates than it had. */
void guide_refresh(Lts *);

/* The names, in the order of declaration. */
typedef enum { GUIDE_COMMON, GUIDE_FREE, GUIDE_CSP_ONLY } GuideNames;
typedef void GuideName(void *context, const char *name);
void guide_names(Lts *, GuideNames, GuideName *, void *context);
bool guide_blocks_others(const Lts *); /* those of GUIDE_FREE do not happen */

/* Probes that met a value of their variable or constant that their channel does not have, so that
 * the process had to wait; the first such value of each, as the machine prints it. */
typedef void GuideUnread(void *context, const char *name, Span channel, const char *value);
void guide_unread(Lts *, GuideUnread *, void *context);

/* The number of the process of a state. */
uint32_t guide_process(const Lts *, const Value *state);
/* The event of the process in a transition, as CSP-M writes it; false: it does not take part. */
bool guide_print_event(Lts *, Text *, const Transition *);
/* What the process can do in this state, whatever the machine does: a.1, b, … */
void guide_print_offers(Lts *, Text *, const Value *state);
/* Adds why a label does not happen in this state, though the machine does not forbid it: the
 * process has no part in it.  False: the machine forbids it. */
bool guide_why_refused(Lts *, Text *, const Value *state, uint32_t label);
void guide_print_process(Lts *, Text *, const Value *state);

#endif
