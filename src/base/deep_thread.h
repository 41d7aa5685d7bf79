#ifndef BASE_DEEP_THREAD_H
#define BASE_DEEP_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* Starts a thread with a large stack, for what walks trees by recursion.  The stack is
 * reserved, not committed: only what is used costs memory.  It has the keeper of memory and the
 * locale of the thread that starts it.  False if not even a thread with a small stack can be had.
 */
bool deep_thread(pthread_t *, void *(*run)(void *), void *data);

#endif
