/* Explores a model with callbacks and shows a shortest way to a state that violates the invariant.
 *
 *   cc counterexample.c $(pkg-config --cflags --libs probity) -o counterexample
 *   ./counterexample ../scheduler/scheduler0_err.mch
 *
 * Exit code 0: no state violates it; 1: one does; 2: that is not known. */
#include <probity.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How each state was reached first. */
typedef struct {
  probity_state from;
  char *label;
} Arrival;

typedef struct {
  Arrival *arrivals; /* by state */
  size_t count, room;
  probity_state wrong; /* the first one that violates something; PROBITY_ROOT: none so far */
} Search;

static int note_transition(void *context, const probity_transition *t)
{
  Search *s = context;
  size_t to = (size_t) t->to;
  if (to >= s->room) {
    size_t room = 2 * to + 16;
    Arrival *grown = realloc(s->arrivals, room * sizeof *grown);
    if (!grown) return 1;
    memset(grown + s->room, 0, (room - s->room) * sizeof *grown);
    s->arrivals = grown;
    s->room = room;
  }
  if (s->arrivals[to].label) return 0;        /* it was reached before */
  char *label = malloc(strlen(t->label) + 1); /* the text is valid during this call only */
  if (!label) return 1;
  s->arrivals[to] = (Arrival){t->from, strcpy(label, t->label)};
  s->count++;
  return 0;
}

static int note_state(void *context, const probity_visit *visit)
{
  Search *s = context;
  if (!visit->violated) return 0;
  printf("violated: %s\n", visit->violated);
  s->wrong = visit->state;
  return 1; /* that is enough */
}

/* States are visited breadth-first, so the way by first arrivals is a shortest one. */
static void show_way(const Search *s, probity_state to)
{
  if (to == PROBITY_ROOT) return;
  show_way(s, s->arrivals[to].from);
  printf("  %s\n", s->arrivals[to].label);
}

static int explore(probity_model *model, Search *s)
{
  const char *values;
  probity_visitor visitor = {sizeof visitor, note_state, note_transition, s};
  probity_code code = probity_explore(model, &visitor);
  if (s->wrong != PROBITY_ROOT) {
    show_way(s, s->wrong);
    if (probity_state_text(model, s->wrong, &values) == PROBITY_OK) printf("%s\n", values);
    return 1;
  }
  printf("%zu states, %s\n", s->count, code == PROBITY_OK ? "all fine" : probity_message(model));
  return code == PROBITY_OK ? 0 : 2;
}

int main(int argc, char **argv)
{
  probity_model *model;
  if (argc != 2 || probity_new(&model) != PROBITY_OK) return 2;
  Search search = {.wrong = PROBITY_ROOT};
  int result = 2;
  if (probity_open(model, argv[1]) == PROBITY_OK) result = explore(model, &search);
  else fprintf(stderr, "%s\n%s\n", probity_message(model), probity_diagnostics(model));
  probity_close(model);
  for (size_t i = 0; i < search.room; i++) free(search.arrivals[i].label);
  free(search.arrivals);
  return result;
}
