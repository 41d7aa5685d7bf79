#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

/* Memory of this process, as the system has it; 0: not known. */
size_t memory_resident(void);
size_t memory_peak(void);

/* How much this process may have altogether without trouble: what it has and what is
 * free, within the limits of its container; 0: not known. */
size_t memory_reach(void);

/* Who is told when a thread needs more than there is, for threads that must not take the process
 * with them: `give_up` does not return. */
typedef struct {
  void (*give_up)(void *context, const char *what);
  void *context;
} MemoryKeeper;

/* Of this thread, and of those that it starts (deep_thread); NULL, as at first: there is none. */
void memory_set_keeper(const MemoryKeeper *);
const MemoryKeeper *memory_keeper(void);

/* The program needs more than there is: memory, or numbers for values.  Tells the keeper of the
 * thread; without one, sends SIGABRT to the process with `what`, a constant text, as its value
 * (sigqueue), so that who handles the signal can say so and end in order; by default the program
 * is aborted. */
_Noreturn void memory_give_up(const char *what);
_Noreturn void memory_exhausted(void); /* "out of memory" */

/* malloc and realloc that never give NULL. */
void *memory_alloc(size_t bytes);
void *memory_resize(void *, size_t bytes);
/* Room for `count` things and one more, all bytes 0; never NULL. */
void *memory_zeroed(size_t count, size_t size);

#endif
