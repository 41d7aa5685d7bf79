#include "session/stack.h"

#include <signal.h>
#include <stddef.h>

#include "base/deep_thread.h"

enum { SIGNAL_STACK_BYTES = 1 << 16 };

typedef struct {
  int (*run)(void *);
  void *data;
  int result;
} Job;

/* Overflow happens at the far end of the stack, so the stack for signals may
 * lie in its first frame.  A sanitizer brings its own and keeps it. */
static void *run_job(void *argument)
{
  Job *job = argument;
  char signal_stack[SIGNAL_STACK_BYTES];
  stack_t ours = {.ss_sp = signal_stack, .ss_size = sizeof signal_stack}, before;
  int replaced = sigaltstack(NULL, &before) == 0 && (before.ss_flags & SS_DISABLE) &&
                 sigaltstack(&ours, NULL) == 0;
  job->result = job->run(job->data);
  if (replaced) sigaltstack(&before, NULL);
  return NULL;
}

int stack_run(int (*run)(void *), void *data)
{
  Job job = {run, data, 0};
  pthread_t thread;
  if (!deep_thread(&thread, run_job, &job)) return run(data);
  pthread_join(thread, NULL);
  return job.result;
}
