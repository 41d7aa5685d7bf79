#include "random/ltl_systems.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random/small_system.h"
#include "temporal/path/truths.h"

enum { MOST_STATES = 5 };
enum { MOST_PATH = 9, MOST_PATHS = 20000 };

typedef struct { /* one term: which label, strong or weak; cases of terms */
  bool strong;
  uint32_t label;
} Term;

typedef struct {
  const SmallSystem *system;
  const Form *form;
  Term terms[SMALL_LABELS];
  uint32_t term_count;
  bool each;                /* a term for each instance: here, of each label */
  uint32_t path[MOST_PATH]; /* edges */
  uint32_t tried;
  uint32_t look, jobs; /* how the search is tuned: see ProductRequest */
  size_t memory;
  bool violated; /* some path does not satisfy the formula */
} Try;

/* ------------------------------------------------------------------- by definition */

static bool keeps(const Try *t, const Term *term, uint32_t loop, uint32_t count)
{
  bool taken = false, always = true, ever = false;
  for (uint32_t i = loop; i < count; i++) {
    const SmallEdge *e = &t->system->edges[t->path[i]];
    bool enabled = small_letter(t->system, e->from, NULL) >> (SMALL_ENABLED + term->label) & 1;
    taken |= e->label == term->label;
    always &= enabled;
    ever |= enabled;
  }
  return taken || !(term->strong ? ever : always);
}

static bool is_fair(const Try *t, uint32_t loop, uint32_t count)
{
  for (uint32_t i = 0; i < t->term_count && loop < count; i++)
    if (!keeps(t, &t->terms[i], loop, count)) return false;
  return true;
}

/* Does the path violate the formula?  loop = count: it ends. */
static bool violates(const Try *t, uint32_t count, uint32_t loop, uint32_t last)
{
  uint32_t atoms[MOST_PATH + 1];
  for (uint32_t i = 0; i < count; i++)
    atoms[i] =
        small_letter(t->system, t->system->edges[t->path[i]].from, &t->system->edges[t->path[i]]);
  bool ends = loop == count;
  if (ends) atoms[count] = small_letter(t->system, last, NULL);
  Word w = {count + ends, ends ? count + 1 : loop, atoms};
  return !form_holds(t->form, &w);
}

static void try_paths(Try *t, uint32_t state, uint32_t count)
{
  bool stuck = true;
  if (t->violated || ++t->tried > MOST_PATHS) return;
  for (uint32_t i = 0; i < count; i++)
    if (t->system->edges[t->path[i]].from == state && is_fair(t, i, count))
      t->violated |= violates(t, count, i, state);
  for (uint32_t i = 0; i < t->system->count; i++) {
    if (t->system->edges[i].from != state) continue;
    stuck = false;
    if (count == MOST_PATH) continue;
    t->path[count] = i;
    try_paths(t, t->system->edges[i].to, count + 1);
  }
  if (stuck) t->violated |= violates(t, count, count, state);
}

/* ------------------------------------------------------------------- by the search */

/* The path that was found is one of the system, maximal, fair, and violates the formula. */
static bool check_path(Try *t, Atlas *g, const Product *p)
{
  const SmallSystem *system = t->system;
  uint32_t count = 0, state = 0;
  Value row[1];
  if (p->path.len > MOST_PATH) return true; /* too long to be judged here */
  for (uint32_t i = 0; i < p->path.len; i++) {
    atlas_copy_row(g, p->path.data[i].state, row);
    if (small_state(row) != state) return false;
    if (p->path.data[i].step == NO_STEP) break;
    uint32_t edge = small_edge(system, g, p->path.data[i].state, p->path.data[i].step);
    if (edge == system->count) return false;
    t->path[count++] = edge;
    state = system->edges[edge].to;
  }
  if (p->kind == PATH_LASSO)
    return t->system->edges[t->path[p->loop]].from == state && p->loop < count &&
           is_fair(t, p->loop, count) && violates(t, count, p->loop, state);
  if (p->kind == PATH_FINITE) return violates(t, count, count, state);
  Try rest = *t; /* a beginning: whatever follows violates the formula */
  rest.violated = false;
  rest.tried = 0;
  Form negation = {MEANS_NOT, 0, t->form->past, t->form, NULL};
  rest.form = &negation;
  rest.term_count = 0;
  for (uint32_t i = 0; i < count; i++) rest.path[i] = t->path[i];
  try_paths(&rest, state, count);
  return !rest.violated;
}

typedef struct {
  Atlas *atlas, *forks[2];
  Atoms *atoms;
  uint32_t count;
} Helpers;

static bool help(void *context, ProductHelper *out)
{
  Helpers *h = context;
  Atlas *fork = atlas_fork(h->atlas);
  if (!fork) return false;
  h->forks[h->count++] = fork;
  *out = (ProductHelper){fork, h->atoms};
  return true;
}

/* With several threads the path must be the same as with one. */
static bool same_path(const Product *a, const Product *b)
{
  bool same = a->result == b->result && a->path.len == b->path.len;
  if (!same || a->result != PRODUCT_FOUND) return same;
  same = a->kind == b->kind && (a->kind != PATH_LASSO || a->loop == b->loop);
  for (uint32_t i = 0; i < a->path.len && same; i++)
    same = a->path.data[i].state == b->path.data[i].state &&
           a->path.data[i].step == b->path.data[i].step;
  return same;
}

static bool search_with_threads(ProductRequest request, const Product *expected)
{
  Helpers h = {.atlas = request.atlas, .atoms = request.atoms};
  request.jobs = 3;
  request.tuning.parallel_from = 1;
  request.help = help;
  request.help_context = &h;
  Product p;
  product_search(&request, &p);
  bool good = same_path(expected, &p);
  if (!good) printf("several threads find another path\n");
  product_close(&p);
  for (uint32_t i = 0; i < h.count; i++) atlas_free(h.forks[i]);
  return good;
}

static bool search(Try *t, bool *found)
{
  Lts *lts = small_lts(t->system);
  SmallAtoms atoms = small_atoms(t->system);
  FairnessTerm terms[SMALL_LABELS] = {{0}};
  for (uint32_t i = 0; i < t->term_count; i++)
    terms[i] = (FairnessTerm){t->terms[i].strong, t->each, SMALL_ENABLED + t->terms[i].label,
                              SMALL_TAKEN + t->terms[i].label};
  FairnessCase one = {terms, t->each ? 1 : t->term_count};
  Fairness fairness = {&one, 1};
  LtlTable table;
  ltl_open(&table);
  Ltl f = form_ltl(&table, t->form);
  Automaton *a = automaton_new(&table, ltl_not(&table, f), SMALL_ATOMS);
  Atlas *g = atlas_new(lts, (AtlasOptions){0});
  bool safety = ltl_is_safety(&table, f) && !t->term_count;
  StateId first = atlas_initial(g, 0);
  ProductRequest request = {.atlas = g,
                            .initial = &first,
                            .initial_count = 1,
                            .automaton = a,
                            .atoms = &atoms.atoms,
                            .fairness = t->term_count ? &fairness : NULL,
                            .breadth_first = safety,
                            .tuning = {.look = t->look, .memory = t->memory}};
  Product p;
  product_search(&request, &p);
  *found = p.result == PRODUCT_FOUND;
  bool good = p.result != PRODUCT_UNKNOWN && (!*found || check_path(t, g, &p));
  good &= !*found || path_violates(&table, f, g, &atoms.atoms, &p);
  if (!good) printf("a path of kind %d that is none\n", p.kind);
  if (t->jobs > 1) good &= search_with_threads(request, &p);
  product_close(&p);
  atlas_free(g);
  automaton_free(a);
  ltl_close(&table);
  lts->free(lts);
  return good;
}

/* ----------------------------------------------------------------------- cases */

static void show(const Try *t, bool found)
{
  Text text = {0};
  form_print(&text, t->form);
  text_add(&text, "\n");
  small_print(&text, t->system);
  fputs(text_string(&text), stdout);
  for (uint32_t i = 0; i < t->term_count; i++)
    printf("%s(%c)%s\n", t->terms[i].strong ? "SF" : "WF", 'a' + (int) t->terms[i].label,
           t->each ? " of each" : "");
  printf("the search %s a path, the definitions have %s\n", found ? "found" : "found not",
         t->violated ? "one" : "none that is short");
  text_free(&text);
}

bool ltl_system_case(Arena *arena, Random *random)
{
  SmallSystem s;
  small_random(&s, random, MOST_STATES, 2 + (uint32_t) random_below(random, SMALL_LABELS - 1));
  uint32_t size = 1 + (uint32_t) random_below(random, 9);
  Try t = {.system = &s};
  t.form = form_random(arena, random, SMALL_ATOMS, size, random_below(random, 3) != 0);
  if (random_below(random, 2)) t.term_count = 1 + (uint32_t) random_below(random, 2);
  bool strong = random_below(random, 2);
  t.each = t.term_count == 2 && random_below(random, 2);
  if (t.each) t.term_count = SMALL_LABELS;
  for (uint32_t i = 0; i < t.term_count; i++)
    t.terms[i] = (Term){t.each ? strong : random_below(random, 2),
                        t.each ? i : (uint32_t) random_below(random, SMALL_LABELS)};
  t.look = (uint32_t) random_below(random, 3); /* all at once, not at all, a part */
  t.look += t.look == 2 ? (uint32_t) random_below(random, 4) : 0;
  t.memory = random_below(random, 2);
  t.jobs = random_below(random, 4) ? 1 : 3;
  bool found = false, good = search(&t, &found);
  try_paths(&t, 0, 0);
  if (t.violated && !found) good = false;
  if (!good) show(&t, found);
  return good;
}
