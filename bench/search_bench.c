/* Times the exploration alone: a system made by hand, whose successors cost next to
 * nothing.
 *
 *   search_bench [DIGITS BASE JOBS]
 *
 * The states are the numbers of so many digits; each label adds one to a digit (the last
 * one sets two digits back to 0).  Prints states, transitions, seconds, transitions a
 * second, and bytes a state.  The first thread works all the time, so its share of the
 * processor time tells what the others are good for, even on a busy machine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "search/explore.h"

typedef struct {
  Lts lts;
  int64_t base;
  Value *row;
} Digits;

static void initial(Lts *lts, Sink *sink)
{
  Digits *d = (Digits *) lts;
  for (uint32_t i = 0; i < lts->width; i++) d->row[i] = value_small(0);
  Transition t = {lts->width, NULL, d->row};
  sink->accept(sink, &t);
}

static void next(Lts *lts, const Value *state, Sink *sink)
{
  Digits *d = (Digits *) lts;
  memcpy(d->row, state, lts->width * sizeof *d->row);
  for (uint32_t i = 0; i < lts->width; i++) {
    int64_t digit = value_small_int(state[i]);
    if (digit + 1 >= d->base) continue;
    d->row[i] = value_small(digit + 1);
    Transition t = {i, NULL, d->row};
    sink->accept(sink, &t);
    d->row[i] = state[i];
  }
  d->row[0] = d->row[lts->width - 1] = value_small(0);
  Transition t = {lts->width, NULL, d->row};
  sink->accept(sink, &t);
}

static bool is_setup(Lts *lts, const Value *state)
{
  (void) lts, (void) state;
  return false;
}

static void free_digits(Lts *lts)
{
  free(((Digits *) lts)->row);
  free(lts);
}

static Lts *fork_digits(Lts *);

static Lts *digits_new(uint32_t width, int64_t base)
{
  Digits *d = calloc(1, sizeof *d);
  if (!d) abort();
  d->base = base;
  d->row = calloc(width, sizeof *d->row);
  d->lts = (Lts){.width = width,
                 .label_count = width + 1,
                 .initial = initial,
                 .next = next,
                 .is_setup = is_setup,
                 .fork = fork_digits,
                 .free = free_digits};
  return &d->lts;
}

static Lts *fork_digits(Lts *lts) { return digits_new(lts->width, ((Digits *) lts)->base); }

static double seconds(clockid_t clock)
{
  struct timespec t;
  clock_gettime(clock, &t);
  return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

int main(int count, char **arguments)
{
  uint32_t width = count > 1 ? (uint32_t) atoi(arguments[1]) : 6;
  int64_t base = count > 2 ? atoi(arguments[2]) : 10;
  uint32_t jobs = count > 3 ? (uint32_t) atoi(arguments[3]) : 1;
  Lts *lts = digits_new(width, base);
  double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
  double own = seconds(CLOCK_THREAD_CPUTIME_ID);
  Exploration *x = explore(lts, (ExploreOptions){.keep_going = true, .jobs = jobs});
  wall = seconds(CLOCK_MONOTONIC) - wall;
  cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
  own = seconds(CLOCK_THREAD_CPUTIME_ID) - own;
  printf("%llu states, %llu transitions, %.2f s, %.2f s of processor (%.2f of the first thread), "
         "%.2f M transitions/s, "
         "%.1f bytes a state in tables, %.1f in the process\n",
         (unsigned long long) x->states, (unsigned long long) x->transitions, wall, cpu, own,
         (double) x->transitions / wall * 1e-6, (double) x->table_bytes / (double) x->states,
         (double) memory_peak() / (double) x->states);
  exploration_free(x);
  lts->free(lts);
  return 0;
}
