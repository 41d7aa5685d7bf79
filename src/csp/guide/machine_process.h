#ifndef CSP_GUIDE_MACHINE_PROCESS_H
#define CSP_GUIDE_MACHINE_PROCESS_H

#include "csp/guide/guide.h"

/* A machine as the process MACHINE of a script.  A step of an operation is the event of the channel
 * with its name, τ if there is none (or no step, if others are blocked); a channel with the name of
 * a variable can always do its value, and nothing changes.  What has no event in its channel is a
 * fault.  Of several initial states it is not said which one comes: an internal choice. */

/* NULL: channels and what they are named after do not fit; mistakes are in the diagnostics.  The
 * evaluator and the machine must outlive it. */
MachineProcess *machine_process_new(Evaluator *, Lts *machine, GuideOptions, Diags *);
void machine_process_free(MachineProcess *); /* accepts NULL; nothing may be evaluated after that */

#endif
