#ifndef SESSION_STACK_H
#define SESSION_STACK_H

/* Runs `run(data)` on a thread of its own with a large stack and gives back its
 * result.  Trees may be TREE_HEIGHT_LIMIT high and are walked by recursion, so
 * whatever touches them runs here.  The stack is reserved, not committed: only
 * what is used costs memory.  Where not even a small thread can be had, `run`
 * is called directly.
 *
 * Signal handlers installed with SA_ONSTACK find a stack to run on even if this
 * one is used up. */
int stack_run(int (*run)(void *), void *data);

#endif
