#ifndef CHECK_ALPHABET_H
#define CHECK_ALPHABET_H

#include "base/names.h"
#include "check/sets.h"

/* What can be seen of two systems: an action is the name of a label with its
 * arguments and results, as text, so that the actions of different systems
 * correspond, in whatever order they list the elements of a set (check/canonical.h).
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
Sets *alphabet_menus(Alphabet *);                          /* sets of calls                */

#endif
