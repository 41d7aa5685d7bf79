#include "random/ltl_fair.h"

#include <stdio.h>

#include "random/ltl_meaning.h"
#include "random/small_system.h"
#include "temporal/path/truths.h"

enum { MOST_STATES = 11, MOST_TERMS = SMALL_LABELS + 1, MOST_CASES = 2 };

/* What violates the formula: a path with a state where `first` holds, from which on `always` holds,
 * and again and again (or in its last state) `again`. */
typedef struct {
  uint32_t first, always, again; /* numbers of atoms of states, or NOTHING */
} Violation;
#define NOTHING UINT32_MAX

typedef struct {
  SmallSystem system;
  Violation v;
  FairnessTerm terms[MOST_CASES][MOST_TERMS]; /* by number of the case */
  FairnessCase cases[MOST_CASES];
  Fairness fairness;
} Fair;

/* ---------------------------------------------------------------------- by definition */

static bool is_so(const Fair *f, uint32_t atom, uint32_t state)
{
  return atom == NOTHING || f->system.atoms[state] >> atom & 1;
}

/* The states that are reached from these without leaving a set. */
static uint32_t closure(const Fair *f, uint32_t from, uint32_t within)
{
  uint32_t set = from & within, before;
  do {
    before = set;
    for (uint32_t i = 0; i < f->system.count; i++) {
      const SmallEdge *e = &f->system.edges[i];
      if (set >> e->from & 1) set |= (UINT32_C(1) << e->to) & within;
    }
  } while (set != before);
  return set;
}

static bool is_connected(const Fair *f, uint32_t set)
{
  bool edge = false;
  for (uint32_t i = 0; i < f->system.count; i++) {
    const SmallEdge *e = &f->system.edges[i];
    edge |= set >> e->from & 1 && set >> e->to & 1;
  }
  for (uint32_t i = 0; i < f->system.states && edge; i++)
    if (set >> i & 1 && closure(f, UINT32_C(1) << i, set) != set) return false;
  return edge;
}

/* Of the steps with a label: in how many states of a set it is possible, whether one is inside. */
static bool keeps_label(const Fair *f, uint32_t set, uint32_t label, bool strong)
{
  uint32_t possible = 0;
  bool taken = false;
  for (uint32_t i = 0; i < f->system.count; i++) {
    const SmallEdge *e = &f->system.edges[i];
    if (e->label != label || !(set >> e->from & 1)) continue;
    possible |= UINT32_C(1) << e->from;
    taken |= set >> e->to & 1;
  }
  return taken || !(strong ? possible != 0 : possible == set);
}

static bool keeps(const Fair *f, const FairnessCase *one, uint32_t set)
{
  for (uint32_t i = 0; i < one->count; i++) {
    const FairnessTerm *t = &one->terms[i];
    for (uint32_t k = 0; k < SMALL_LABELS; k++)
      if ((t->every || t->enabled == SMALL_ENABLED + k) && !keeps_label(f, set, k, t->strong))
        return false;
  }
  return true;
}

/* Is a loop through all of these states fair, and only these? */
static bool is_fair(const Fair *f, uint32_t set)
{
  for (uint32_t i = 0; i < f->fairness.count; i++)
    if (keeps(f, &f->fairness.cases[i], set)) return true;
  return !f->fairness.count;
}

static bool is_stuck(const Fair *f, uint32_t state)
{
  for (uint32_t i = 0; i < f->system.count; i++)
    if (f->system.edges[i].from == state) return false;
  return true;
}

static bool is_violated(const Fair *f)
{
  uint32_t all = (UINT32_C(1) << f->system.states) - 1, first = 0, always = 0, again = 0;
  for (uint32_t i = 0; i < f->system.states; i++) {
    first |= (uint32_t) is_so(f, f->v.first, i) << i;
    always |= (uint32_t) is_so(f, f->v.always, i) << i;
    again |= (uint32_t) is_so(f, f->v.again, i) << i;
  }
  if (f->v.first == NOTHING) first = 1; /* the formula begins where the path does */
  uint32_t within = closure(f, closure(f, 1, all) & first, always);
  for (uint32_t i = 0; i < f->system.states; i++)
    if (within >> i & 1 && again >> i & 1 && is_stuck(f, i)) return true;
  for (uint32_t set = within; set; set = (set - 1) & within)
    if (set & again && is_connected(f, set) && is_fair(f, set)) return true;
  return false;
}

/* ------------------------------------------------------------------------ by the search */

static const Form *atom_or_true(Arena *arena, uint32_t atom)
{
  return form_new(arena, atom == NOTHING ? MEANS_TRUE : MEANS_ATOM, atom == NOTHING ? 0 : atom,
                  NULL, NULL);
}

/* F(first & G always & G F again), or without the first part what stands in brackets. */
static const Form *violation_form(Arena *arena, const Violation *v)
{
  const Form *always = form_new(arena, MEANS_GLOBALLY, 0, atom_or_true(arena, v->always), NULL);
  const Form *again = form_new(arena, MEANS_FINALLY, 0, atom_or_true(arena, v->again), NULL);
  again = form_new(arena, MEANS_GLOBALLY, 0, again, NULL);
  const Form *both = form_new(arena, MEANS_AND, 0, always, again);
  if (v->first == NOTHING) return both;
  both = form_new(arena, MEANS_AND, 0, atom_or_true(arena, v->first), both);
  return form_new(arena, MEANS_FINALLY, 0, both, NULL);
}

/* Is the loop fair?  What it passes, edge by edge. */
static bool loop_is_fair(const Fair *f, Atlas *g, const Product *p)
{
  for (uint32_t i = 0; i < f->fairness.count; i++) {
    bool fair = true;
    for (uint32_t k = 0; k < f->fairness.cases[i].count && fair; k++) {
      const FairnessTerm *t = &f->fairness.cases[i].terms[k];
      for (uint32_t label = 0; label < SMALL_LABELS && fair; label++) {
        if (!t->every && t->enabled != SMALL_ENABLED + label) continue;
        bool taken = false, ever = false, always = true;
        for (uint32_t at = p->loop; at < p->path.len; at++) {
          PathPosition x = p->path.data[at];
          uint32_t edge = small_edge(&f->system, g, x.state, x.step);
          if (edge == f->system.count) return false;
          const SmallEdge *e = &f->system.edges[edge];
          bool possible = small_letter(&f->system, e->from, NULL) >> (SMALL_ENABLED + label) & 1;
          taken |= e->label == label;
          ever |= possible;
          always &= possible;
        }
        fair = taken || !(t->strong ? ever : always);
      }
    }
    if (fair) return true;
  }
  return !f->fairness.count;
}

static bool same_path(const Product *a, const Product *b)
{
  bool same = a->result == b->result && a->path.len == b->path.len && a->loop == b->loop;
  for (uint32_t i = 0; i < a->path.len && same; i++)
    same = a->path.data[i].state == b->path.data[i].state &&
           a->path.data[i].step == b->path.data[i].step;
  return same;
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

static bool search(const Fair *f, Arena *arena, Random *random, bool *found)
{
  Lts *lts = small_lts(&f->system);
  SmallAtoms atoms = small_atoms(&f->system);
  LtlTable table;
  ltl_open(&table);
  Ltl violation = form_ltl(&table, violation_form(arena, &f->v));
  Automaton *a = automaton_new(&table, violation, SMALL_ATOMS);
  Atlas *g = atlas_new(lts, (AtlasOptions){0});
  StateId first = atlas_initial(g, 0);
  ProductRequest request = {.atlas = g,
                            .initial = &first,
                            .initial_count = 1,
                            .automaton = a,
                            .atoms = &atoms.atoms,
                            .fairness = f->fairness.count ? &f->fairness : NULL};
  request.tuning.look = (uint32_t) random_below(random, 12);
  request.tuning.memory = random_below(random, 3) ? 0 : 1 + random_below(random, 40);
  Product p;
  product_search(&request, &p);
  *found = p.result == PRODUCT_FOUND;
  bool good = p.result != PRODUCT_UNKNOWN;
  if (*found) good &= path_violates(&table, ltl_not(&table, violation), g, &atoms.atoms, &p);
  if (*found && p.kind == PATH_LASSO) good &= loop_is_fair(f, g, &p);
  if (!good) printf("a path of kind %d that is none\n", p.kind);
  if (random_below(random, 4) == 0) good &= search_with_threads(request, &p);
  product_close(&p);
  atlas_free(g);
  automaton_free(a);
  ltl_close(&table);
  lts->free(lts);
  return good;
}

/* -------------------------------------------------------------------------------- cases */

/* Up and down a row of states, each step with a label of its own or one that others have, so that
 * one label falls out after the other. */
static void make_row(SmallSystem *s, Random *random)
{
  s->count = 0;
  for (uint32_t i = 0; i + 1 < s->states; i++)
    for (uint32_t down = 0; down < 2; down++)
      s->edges[s->count++] = (SmallEdge){.from = i + down,
                                         .label = (uint32_t) random_below(random, SMALL_LABELS),
                                         .to = i + !down};
  for (uint32_t i = (uint32_t) random_below(random, 4); i-- > 0;)
    s->edges[s->count++] = (SmallEdge){.from = (uint32_t) random_below(random, s->states),
                                       .label = (uint32_t) random_below(random, SMALL_LABELS),
                                       .to = (uint32_t) random_below(random, s->states)};
}

static void make_terms(Fair *f, Random *random)
{
  f->fairness = (Fairness){f->cases, (uint32_t) random_below(random, MOST_CASES + 1)};
  for (uint32_t i = 0; i < f->fairness.count; i++) {
    bool each = random_below(random, 2);
    FairnessCase *one = &f->cases[i];
    *one = (FairnessCase){f->terms[i], 0};
    for (uint32_t k = 0; k < SMALL_LABELS; k++) {
      if (random_below(random, each ? 6 : 2)) continue;
      bool strong = random_below(random, 3);
      f->terms[i][one->count++] = (FairnessTerm){strong, false, SMALL_ENABLED + k, SMALL_TAKEN + k};
    }
    if (each) f->terms[i][one->count++] = (FairnessTerm){random_below(random, 3), true, 0, 0};
  }
}

static uint32_t atom_or_nothing(Random *random)
{
  uint32_t atom = (uint32_t) random_below(random, SMALL_STATE_ATOMS + 1);
  return atom == SMALL_STATE_ATOMS ? NOTHING : atom;
}

static void show(const Fair *f, bool found, bool violated)
{
  Text text = {0};
  small_print(&text, &f->system);
  fputs(text_string(&text), stdout);
  printf("first %d, always %d, again %d\n", (int) f->v.first, (int) f->v.always, (int) f->v.again);
  for (uint32_t i = 0; i < f->fairness.count; i++) {
    printf("case");
    for (uint32_t k = 0; k < f->cases[i].count; k++) {
      const FairnessTerm *t = &f->cases[i].terms[k];
      printf(" %cF(%c)", t->strong ? 'S' : 'W',
             t->every ? '*' : 'a' + (int) (t->enabled - SMALL_ENABLED));
    }
    printf("\n");
  }
  printf("the search found %s path, by definition there is %s\n", found ? "a" : "no",
         violated ? "one" : "none");
  text_free(&text);
}

bool ltl_fair_case(Arena *arena, Random *random)
{
  Fair f = {0};
  small_random(&f.system, random, MOST_STATES,
               2 + (uint32_t) random_below(random, SMALL_LABELS - 1));
  if (random_below(random, 2)) make_row(&f.system, random);
  for (uint32_t i = 0; i < f.system.states; i++)
    for (uint32_t k = 0; k < SMALL_STATE_ATOMS; k++)
      if (random_below(random, 3)) f.system.atoms[i] |= UINT32_C(1) << k;
  f.v = (Violation){atom_or_nothing(random), atom_or_nothing(random), atom_or_nothing(random)};
  make_terms(&f, random);
  bool found = false, good = search(&f, arena, random, &found), violated = is_violated(&f);
  good &= found == violated;
  if (!good) show(&f, found, violated);
  return good;
}
