#ifndef ENGINE_CODE_SHOW_H
#define ENGINE_CODE_SHOW_H

#include "base/text.h"
#include "engine/code/vm.h"

/* Looking glasses: code as text, for people who want to know why something is slow.  Nothing is
 * evaluated.  Lines are indented by `margin` and two columns for each level of nesting. */

/* The plans inside the code, each with the formula that it is for: in which order names get
 * their values, from where, and what is tested when.  Nothing: it has none. */
void show_plans(Text *, const Code *, unsigned margin);
void show_routine_plans(Text *, const Routine *, unsigned margin);

/* The tree of code, a line each: the operator, how often its value may change (constants, state,
 * or the loop around it), whether it is kept in a memo, and whether the reference interpreter does
 * it. */
void show_code(Text *, const Code *, unsigned margin);
void show_routine_code(Text *, const Routine *, unsigned margin);

#endif
