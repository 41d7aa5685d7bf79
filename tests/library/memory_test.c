/* Goes on when memory is taken away (tests/memory/fail_alloc.c): every call ends with a code, a
 * handle that is lost stays lost, and another one works as soon as there is memory again.
 *
 *   memory_test MODEL SPECIFICATION
 *
 * All of it is done twice.  Exit code 0: as if there were memory; 3: there was none once; 4: nor
 * the other time; 1: something else is wrong. */
#include <probity.h>
#include <stdio.h>
#include <string.h>

static int is_lost(probity_model *m)
{
  const char *text = "?";
  return probity_evaluate(m, PROBITY_ROOT, "1", NULL, &text) == PROBITY_NO_MEMORY && !text &&
         probity_set(m, "jobs", "1") == PROBITY_NO_MEMORY &&
         strcmp(probity_message(m), "out of memory") == 0;
}

/* 0: all is well; 3: the memory was not enough; 1: neither. */
static int work(probity_model *m, const char *model, const char *specification)
{
  probity_verdict checked = PROBITY_UNDECIDED, refined = PROBITY_UNDECIDED;
  probity_visitor visitor = {sizeof visitor, NULL, NULL, NULL};
  const char *value = NULL;
  probity_code code = probity_open(m, model);
  if (code == PROBITY_OK) code = probity_explore(m, &visitor);
  if (code == PROBITY_OK) code = probity_evaluate(m, 1, "2**100", NULL, &value);
  if (code == PROBITY_OK && (!value || strlen(value) != 31)) return 1;
  if (code == PROBITY_OK) code = probity_check(m, &checked, NULL);
  if (code == PROBITY_OK && checked != PROBITY_PASS) return 1;
  if (code == PROBITY_OK) code = probity_refine(m, specification, &refined, NULL);
  if (code == PROBITY_OK) return refined == PROBITY_PASS ? 0 : 1;
  if (refined != PROBITY_UNDECIDED) return 1;
  if (code == PROBITY_NO_MEMORY && is_lost(m)) return 3;
  if (strstr(probity_message(m), "Cannot allocate memory")) return 3; /* to read a file */
  fprintf(stderr, "%s: %s\n%s\n", probity_code_name(code), probity_message(m),
          probity_diagnostics(m));
  return 1;
}

static int try_all(const char *model, const char *specification)
{
  probity_model *m;
  probity_code code = probity_new(&m);
  if (code != PROBITY_OK) return code == PROBITY_NO_MEMORY && !m ? 3 : 1;
  int result = work(m, model, specification);
  probity_close(m);
  return result;
}

int main(int argc, char **argv)
{
  if (argc != 3) return 2;
  int first = try_all(argv[1], argv[2]), second = try_all(argv[1], argv[2]);
  if (first == 1 || second == 1) return 1;
  return first && second ? 4 : first ? first : second;
}
