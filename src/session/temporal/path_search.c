#include "session/temporal/path_search.h"

#include "base/memory.h"

typedef struct {
  TemporalChecked *checked;
  VEC(Meaning *) meanings; /* of the forks in use */
} Helpers;

/* The next thread has the next fork of the atlas, made when it is first needed, and atoms of its
 * own. */
static bool help(void *context, ProductHelper *out)
{
  Helpers *h = context;
  TemporalChecked *c = h->checked;
  uint32_t which = h->meanings.len;
  if (which == c->forks.len) {
    Atlas *fork = atlas_fork(c->atlas);
    if (!fork) return false;
    vec_push(&c->forks, fork);
  }
  Atlas *atlas = c->forks.data[which];
  Lts *lts = atlas_lts(atlas);
  Meaning *m = meaning_fork(c->meaning, lts, c->system->machine ? b_machine_of(lts) : NULL, atlas);
  if (!m) return false;
  vec_push(&h->meanings, m);
  *out = (ProductHelper){atlas, meaning_atoms(m)};
  return true;
}

/* What was not known to other threads is said as if it had been the first one. */
static void end_help(Helpers *h)
{
  for (uint32_t i = 0; i < h->meanings.len; i++) {
    Span span;
    const char *doubt = meaning_doubt(h->meanings.data[i], &span);
    if (doubt) atlas_add_reason(h->checked->atlas, doubt);
    meaning_free(h->meanings.data[i]);
  }
  vec_free(&h->meanings);
}

bool path_search(TemporalChecked *c, const PathWanted *w, Product *out)
{
  LtlTable *table = meaning_table(c->meaning);
  Ltl opposite = ltl_not(table, w->formula);
  Ltl formula = w->negated ? opposite : w->formula;
  Atoms *atoms = meaning_atoms(c->meaning);
  Automaton *a = automaton_new(table, formula, atoms->count);
  if (!a) return false;
  Helpers helpers = {.checked = c};
  bool by_beginning = ltl_is_safety(table, w->negated ? w->formula : opposite);
  ProductRequest request = {.atlas = c->atlas,
                            .initial = w->initial,
                            .initial_count = w->initial_count,
                            .automaton = a,
                            .atoms = atoms,
                            .fairness = w->fairness,
                            .breadth_first = !w->fairness && by_beginning,
                            .jobs = c->jobs,
                            .help = help,
                            .help_context = &helpers};
  product_search(&request, out);
  end_help(&helpers);
  automaton_free(a);
  return true;
}

void path_search_close(TemporalChecked *c)
{
  for (uint32_t i = 0; i < c->forks.len; i++) atlas_free(c->forks.data[i]);
  vec_free(&c->forks);
}
