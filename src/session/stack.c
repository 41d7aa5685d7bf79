#include "session/stack.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>

/* The first size that the system grants is taken. */
enum { LARGEST_MEGABYTES = 512, SMALLEST_MEGABYTES = 8 };
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
  for (size_t megabytes = LARGEST_MEGABYTES; megabytes >= SMALLEST_MEGABYTES; megabytes /= 2) {
    pthread_attr_t attributes;
    pthread_t thread;
    if (pthread_attr_init(&attributes) != 0) break;
    int failed = pthread_attr_setstacksize(&attributes, megabytes << 20);
    if (!failed) failed = pthread_create(&thread, &attributes, run_job, &job);
    pthread_attr_destroy(&attributes);
    if (failed) continue;
    pthread_join(thread, NULL);
    return job.result;
  }
  return run(data);
}
