#ifndef COMPARE_ALPHABET_H
#define COMPARE_ALPHABET_H

#include "base/names.h"
#include "compare/sets.h"

/* What can be seen of two systems: an action is the name of a label with its
 * arguments and results, as text, so that the actions of different systems
 * correspond, in whatever order they list the elements of a set (compare/canonical.h).
 * Its call is the same without the results. */
typedef struct Alphabet Alphabet;
#define ACTION_TAU 0 /* the hidden one; it is less than all others */

Alphabet *alphabet_new(void);
void alphabet_free(Alphabet *); /* accepts NULL */

/* `text` begins with the call, which has `call_length` bytes. */
uint32_t alphabet_add(Alphabet *, const char *text, size_t length, size_t call_length);
const char *alphabet_text(const Alphabet *, uint32_t action);
uint32_t alphabet_call(const Alphabet *, uint32_t action); /* a number like those of actions */
uint32_t alphabet_count(const Alphabet *);                 /* all numbers are below        */
uint32_t alphabet_calls(const Alphabet *);                 /* how many different calls     */
Sets *alphabet_menus(const Alphabet *);                    /* sets of calls                */

/* Successful termination (Lts.is_tick), which is the same in all systems. */
uint32_t alphabet_add_tick(Alphabet *);
bool alphabet_is_tick(const Alphabet *, uint32_t action);

/* An event may refine several others.  Then its action is a choice: the specification may
 * follow by any of these.  Sorts the actions; there is at least one. */
uint32_t alphabet_add_choice(Alphabet *, uint32_t *actions, uint32_t count);
bool alphabet_has_choices(const Alphabet *);
bool alphabet_is_choice(const Alphabet *, uint32_t action);
/* The actions of a choice, ascending; of any other action, it alone. */
const uint32_t *alphabet_choices(const Alphabet *, uint32_t action, uint32_t *count);
/* Does the other action, which is none, follow this one?  It is the same, or one of the choice. */
bool alphabet_fits(const Alphabet *, uint32_t action, uint32_t other);
/* Is the call of the action, or one of the choice, in this menu? */
bool alphabet_may_call(const Alphabet *, uint32_t menu, uint32_t action);

#endif
