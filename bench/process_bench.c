/* Times machines of processes: how long it takes to make one, and to explore it.
 *
 *   process_bench FILE.csp PROCESS [JOBS [plain | terms]]
 *
 * `plain` leaves out compressions, `terms` also networks: one thread goes from term to term. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "csp/machine/machine.h"
#include "search/explore.h"

typedef struct {
  CspParseContext context;
  CspResolved *resolved;
  Pool *pool;
  Evaluator *evaluator;
} Script;

static bool open_script(Script *s, const char *path)
{
  const char *problem = NULL;
  Arena *arena = arena_new();
  Sources *sources = sources_new();
  s->context = (CspParseContext){arena, names_new(), sources, diags_new(sources)};
  const Source *source = sources_read(sources, path, &problem);
  if (!source) return false;
  CspNode *tree = csp_parse(&s->context, source);
  s->resolved = csp_resolve(&s->context, tree);
  s->pool = pool_new();
  if (diags_errors(s->context.diags)) return false;
  s->evaluator = evaluator_new(s->pool, s->resolved);
  return true;
}

static Datum process_of(Script *s, const char *text)
{
  const Source *source = sources_add(s->context.sources, "PROCESS", text, strlen(text));
  CspNode *tree = csp_parse_expression(&s->context, source);
  if (diags_errors(s->context.diags) || !csp_resolve_more(s->resolved, &s->context, tree))
    return DATUM_FAULT;
  evaluator_add(s->evaluator, tree);
  return evaluator_value(s->evaluator, tree);
}

static void run(Script *s, Datum process, uint32_t jobs, const char *how)
{
  Stepper *stepper = stepper_new(s->evaluator);
  bool terms = !strcmp(how, "terms");
  MachineOptions options = {.plain = *how, .priority = DATUM_FAULT, .most_states = terms};
  double began = clock_seconds();
  Lts *lts = machine_lts(stepper, process, options);
  double made = clock_seconds();
  Exploration *x =
      explore(lts, (ExploreOptions){.keep_going = true, .deadlock = true, .jobs = jobs});
  double ended = clock_seconds();
  printf("%u components in %u words, made in %.2f s; %llu states, %llu transitions%s%s in %.2f s, "
         "%.2f M transitions/s, %.0f MB\n",
         machine_components(lts), lts->width, made - began, (unsigned long long) x->states,
         (unsigned long long) x->transitions, x->complete ? "" : ", not complete",
         exploration_found(x, VIOLATION_DEADLOCK) ? ", a deadlock" : "", ended - made,
         (double) x->transitions / (ended - made) * 1e-6, (double) memory_peak() * 1e-6);
  for (uint32_t i = 0; i < x->violations.len; i++) printf("  %s\n", x->violations.data[i].message);
  exploration_free(x);
  lts->free(lts);
  stepper_free(stepper);
}

int main(int count, char **arguments)
{
  Script s = {0};
  if (count < 3 || !open_script(&s, arguments[1])) {
    fprintf(stderr, "process_bench FILE.csp PROCESS [JOBS [plain | terms]]\n");
    return 2;
  }
  Datum process = process_of(&s, arguments[2]);
  if (datum_is_fault(process)) {
    fprintf(stderr, "%s\n", s.evaluator ? evaluator_fault(s.evaluator)->message : "?");
    return 1;
  }
  run(&s, process, count > 3 ? (uint32_t) atoi(arguments[3]) : 1, count > 4 ? arguments[4] : "");
  evaluator_free(s.evaluator);
  pool_free(s.pool);
  csp_resolved_free(s.resolved);
  arena_free(s.context.arena);
  names_free(s.context.names);
  diags_free(s.context.diags);
  sources_free(s.context.sources);
  return 0;
}
