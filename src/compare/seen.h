#ifndef COMPARE_SEEN_H
#define COMPARE_SEEN_H

#include "compare/event.h"
#include "compare/space.h"

/* What is seen of the labels of a system, as SpaceOptions say: names, arguments and results as
 * text, which become actions of the alphabet. */

/* `values` has label_width words, arguments and results; those that the label does not need
 * are 0. */
uint32_t seen_action(Space *, uint32_t label, const uint64_t *values);

/* Adds the names under which visible labels are seen, without arguments. */
void seen_names(const Space *, Names *);

/* Is this the name of the operation?  Labels of files may have arguments and results in
 * their text: op(1) --> 2. */
bool seen_has_name(const char *label, const char *name);

/* The name under which a label is seen, without arguments; and a label that is printed as a whole.
 */
void seen_add_name(Text *, const Space *, uint32_t label);
void seen_add_whole(Text *, const Space *, uint32_t label, const Value *values);

/* A label as an event, named as it is seen; B prints its values in this style.  A result without
 * value is no field, but part of the name: op.undefined1.  All is the arena's. */
Event seen_event(Space *, Arena *, uint32_t label, const Value *values, FormatStyle);
/* In the form of all systems: see SpaceOptions.channel_names and channels. */
void seen_event_add(Text *, const Space *, const Event *);

/* The two sides are compared by what is printed, which does not decide the equality of
 * sets that are not written out: then the space is not complete. */
void seen_doubt_lazy(Space *, Value);

/* How many of its arguments, the first ones, are the label's own: others are there only to be
 * seen. */
uint32_t seen_own_arguments(const Space *, uint32_t label);
/* Has it another name, or other arguments, where it is seen? */
bool seen_otherwise(const Space *, uint32_t label);

/* An action for people, as one of the spaces writes values (Space.shown); as it is compared, if
 * none of them has it. */
void seen_print(Text *, Space *const *spaces, uint32_t count, uint32_t action);

#endif
