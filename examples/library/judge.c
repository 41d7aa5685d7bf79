/* Asks for verdicts: is a refinement free of mistakes, and does it refine what it says?  The model
 * is given as texts, there are no files.
 *
 *   cc judge.c $(pkg-config --cflags --libs probity) -o judge */
#include <probity.h>
#include <stdio.h>

static const char counter[] = "MACHINE Counter\n"
                              "VARIABLES n INVARIANT n : 0..LIMIT INITIALISATION n := 0\n"
                              "CONSTANTS LIMIT PROPERTIES LIMIT : 2..4\n"
                              "OPERATIONS up = SELECT n < LIMIT THEN n := n + 1 END;\n"
                              "  r <-- get = BEGIN r := n END\n"
                              "END\n";
static const char list[] =
    "REFINEMENT List REFINES Counter\n"
    "VARIABLES items INVARIANT items : seq(BOOL) & size(items) = n\n"
    "INITIALISATION items := []\n"
    "OPERATIONS up = SELECT size(items) < LIMIT THEN items := items <- TRUE END;\n"
    "  r <-- get = BEGIN r := size(items) END\n"
    "END\n";

static const char *words(probity_verdict verdict)
{
  switch (verdict) {
  case PROBITY_PASS: return "pass";
  case PROBITY_FAIL: return "fail";
  case PROBITY_UNDECIDED: break;
  }
  return "not decided";
}

/* Whatever is not PROBITY_OK ends the program: see the message of the handle. */
static int judge(probity_model *model)
{
  probity_verdict checked, refined;
  probity_kind kind;
  const char *value, *report;
  if (probity_set(model, "time-limit", "10") != PROBITY_OK) return 1;
  if (probity_set(model, "let", "LIMIT=3") != PROBITY_OK) return 1;
  if (probity_add_text(model, "Counter.mch", counter) != PROBITY_OK) return 1;
  if (probity_add_text(model, "List.ref", list) != PROBITY_OK) return 1;
  if (probity_open(model, "List.ref") != PROBITY_OK) return 1;
  if (probity_check(model, &checked, NULL) != PROBITY_OK) return 1;
  printf("check: %s\n", words(checked));
  if (probity_set(model, "format", "text") != PROBITY_OK) return 1;
  if (probity_refine(model, NULL, &refined, &report) != PROBITY_OK) return 1;
  printf("refine: %s\n", words(refined));
  if (probity_evaluate(model, PROBITY_ROOT, "x : 1..9 & x * x = 49", &kind, &value) != PROBITY_OK)
    return 1;
  printf("there is a root: %s, %s\n", kind == PROBITY_TRUE ? "yes" : "no", value);
  return 0;
}

int main(void)
{
  probity_model *model;
  if (probity_new(&model) != PROBITY_OK) return 1;
  int result = judge(model);
  if (result) fprintf(stderr, "%s\n%s\n", probity_message(model), probity_diagnostics(model));
  probity_close(model);
  return result;
}
