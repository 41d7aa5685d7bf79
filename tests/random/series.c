#include "random/series.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool take_number(int argc, char *const *argv, int *i, uint64_t *number)
{
  char *end;
  if (*i + 1 >= argc) return false;
  const char *word = argv[++*i];
  *number = strtoull(word, &end, 10);
  return word[0] >= '0' && word[0] <= '9' && *end == '\0';
}

bool series_take(Series *s, int argc, char *const *argv, int *i)
{
  const char *option = argv[*i];
  uint64_t number;
  if (!strcmp(option, "--verbose")) return s->verbose = true;
  if (!strcmp(option, "--count")) return take_number(argc, argv, i, &s->count) && s->count > 0;
  if (!strcmp(option, "--seed")) return take_number(argc, argv, i, &s->seed);
  if (!strcmp(option, "--only")) return s->count = 1, take_number(argc, argv, i, &s->only);
  if (strcmp(option, "--size") || !take_number(argc, argv, i, &number)) return false;
  s->size = (int) number;
  return true;
}

int series_main(const char *program, int argc, char **argv, SeriesCase *run_case)
{
  Series series = {.count = 20000, .seed = 1};
  for (int i = 1; i < argc; i++)
    if (!series_take(&series, argc, argv, &i)) {
      fprintf(stderr, "usage: %s " SERIES_USAGE "\n", program);
      return 2;
    }
  for (uint64_t i = 0; i < series.count; i++)
    if (!run_case(&series, series.only + i)) {
      printf("case %llu of seed %llu\n0 passed, 1 failed\n", (unsigned long long) (series.only + i),
             (unsigned long long) series.seed);
      return 1;
    }
  printf("%llu passed, 0 failed\n", (unsigned long long) series.count);
  return 0;
}
