#ifndef TESTS_RANDOM_SERIES_H
#define TESTS_RANDOM_SERIES_H

#include <stdbool.h>
#include <stdint.h>

/* What every random test is told on its command line: which of its cases are made. */
typedef struct {
  uint64_t count, seed;
  uint64_t only; /* number of the first case */
  int size;
  bool verbose;
} Series;

#define SERIES_USAGE "[--count N] [--seed N] [--size N] [--only N] [--verbose]"

/* Takes the option argv[*i], and its number if it has one: *i is the last word taken.  False: it is
 * none of these, or its number is none (a test of no cases would pass). */
bool series_take(Series *, int argc, char *const *argv, int *i);

/* The main function of a program that runs cases, 20000 if it is told nothing, until one fails:
 * that has shown itself, and is false. */
typedef bool SeriesCase(const Series *, uint64_t number);
int series_main(const char *program, int argc, char **argv, SeriesCase *);

#endif
