#include "random/ltl_systems.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lts/aut.h"
#include "syntax/diag.h"
#include "temporal/product/product.h"

/* Atoms: three of states; which of two labels the next step has; which is possible. */
enum {
  STATE_ATOMS = 3,
  LABELS = 2,
  TAKEN = 3,
  ENABLED = 5,
  ATOMS = 7,
  MOST_STATES = 5,
  MOST_EDGES = 10
};
enum { MOST_PATH = 9, MOST_PATHS = 20000 };

typedef struct {
  uint32_t from, label, to;
} Edge;

typedef struct {
  uint32_t states, count;
  uint32_t atoms[MOST_STATES];
  Edge edges[MOST_EDGES];
} System;

typedef struct { /* one term: which label, strong or weak; cases of terms */
  bool strong;
  uint32_t label;
} Term;

typedef struct {
  const System *system;
  const Form *form;
  Term terms[2];
  uint32_t term_count;
  bool each;                /* a term for each instance: here, of each label */
  uint32_t path[MOST_PATH]; /* edges */
  uint32_t tried;
  bool violated; /* some path does not satisfy the formula */
} Try;

/* ------------------------------------------------------------------- by definition */

static uint32_t letter_of(const System *s, uint32_t state, const Edge *step)
{
  uint32_t letter = s->atoms[state];
  for (uint32_t i = 0; i < s->count; i++)
    if (s->edges[i].from == state) letter |= 1u << (ENABLED + s->edges[i].label);
  if (step) letter |= 1u << (TAKEN + step->label);
  return letter;
}

static bool keeps(const Try *t, const Term *term, uint32_t loop, uint32_t count)
{
  bool taken = false, always = true, ever = false;
  for (uint32_t i = loop; i < count; i++) {
    const Edge *e = &t->system->edges[t->path[i]];
    bool enabled = letter_of(t->system, e->from, NULL) >> (ENABLED + term->label) & 1;
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
        letter_of(t->system, t->system->edges[t->path[i]].from, &t->system->edges[t->path[i]]);
  bool ends = loop == count;
  if (ends) atoms[count] = letter_of(t->system, last, NULL);
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

typedef struct {
  Atoms atoms; /* first */
  const System *system;
  Lts *lts;
} SystemAtoms;

static uint32_t state_of(const Value *row) { return (uint32_t) value_small_int(row[0]); }

static uint32_t label_of(Lts *lts, uint32_t label) { return lts->label_name(lts, label)[0] == 'b'; }

static void tell_state(Atoms *atoms, const Situation *here, const bool *asked, Letter letter)
{
  const SystemAtoms *a = (const SystemAtoms *) atoms;
  uint32_t truth = letter_of(a->system, state_of(here->row), NULL);
  for (uint32_t i = 0; i < ATOMS; i++)
    if (asked[i] && !atoms->of_step[i]) letter[i] = truth >> i & 1;
}

static void tell_step(Atoms *atoms, const Situation *here, const AtlasEdge *step, const bool *asked,
                      Letter letter)
{
  const SystemAtoms *a = (const SystemAtoms *) atoms;
  (void) here;
  for (uint32_t i = 0; i < LABELS; i++)
    if (asked[TAKEN + i]) letter[TAKEN + i] = label_of(a->lts, step->label) == i;
}

static Lts *open_system(const System *s, Sources *sources, Diags *diags)
{
  Text text = {0};
  text_printf(&text, "des (0, %u, %u)\n", s->count, s->states);
  for (uint32_t i = 0; i < s->count; i++)
    text_printf(&text, "(%u, %s, %u)\n", s->edges[i].from, s->edges[i].label ? "b" : "a",
                s->edges[i].to);
  const Source *source = sources_add(sources, "system.aut", text_string(&text), text.len);
  Lts *lts = aut_read(source, diags);
  text_free(&text);
  return lts;
}

/* The path that was found is one of the system, maximal, fair, and violates the formula. */
static bool check_path(Try *t, Atlas *g, const Product *p)
{
  Lts *lts = atlas_lts(g);
  uint32_t count = 0, state = 0;
  Value row[4];
  if (p->path.len > MOST_PATH) return true; /* too long to be judged here */
  for (uint32_t i = 0; i < p->path.len; i++) {
    atlas_copy_row(g, p->path.data[i].state, row);
    if (state_of(row) != state) return false;
    if (p->path.data[i].step == NO_STEP) break;
    AtlasEdges edges = atlas_edges(g, p->path.data[i].state);
    if (p->path.data[i].step >= edges.count) return false;
    AtlasEdge e = edges.edges[p->path.data[i].step];
    atlas_copy_row(g, e.to, row);
    uint32_t label = label_of(lts, e.label), k = 0, to = state_of(row);
    while (k < t->system->count &&
           (t->system->edges[k].from != state || t->system->edges[k].label != label ||
            t->system->edges[k].to != to))
      k++;
    if (k == t->system->count) return false;
    t->path[count++] = k;
    state = to;
  }
  if (p->kind == PATH_LASSO)
    return t->system->edges[t->path[p->loop]].from == state && p->loop < count &&
           is_fair(t, p->loop, count) && violates(t, count, p->loop, state);
  if (p->kind == PATH_FINITE) return violates(t, count, count, state);
  Try rest = *t; /* a beginning: whatever follows violates the formula */
  rest.violated = false;
  rest.tried = 0;
  Form negation = {FORM_NOT, 0, t->form->past, t->form, NULL};
  rest.form = &negation;
  rest.term_count = 0;
  for (uint32_t i = 0; i < count; i++) rest.path[i] = t->path[i];
  try_paths(&rest, state, count);
  return !rest.violated;
}

static bool search(Try *t, bool *found)
{
  static const bool of_step[ATOMS] = {[TAKEN] = true, [TAKEN + 1] = true};
  Sources *sources = sources_new();
  Diags *diags = diags_new(sources);
  Lts *lts = open_system(t->system, sources, diags);
  SystemAtoms atoms = {{ATOMS, of_step, tell_state, tell_step}, t->system, lts};
  FairnessTerm terms[2] = {{0}};
  for (uint32_t i = 0; i < t->term_count; i++)
    terms[i] = (FairnessTerm){t->terms[i].strong, t->each, ENABLED + t->terms[i].label,
                              TAKEN + t->terms[i].label};
  FairnessCase one = {terms, t->each ? 1 : t->term_count};
  Fairness fairness = {&one, 1};
  LtlTable table;
  ltl_open(&table);
  Ltl f = form_ltl(&table, t->form);
  Automaton *a = automaton_new(&table, ltl_not(&table, f), ATOMS);
  Atlas *g = atlas_new(lts, (AtlasOptions){0});
  bool safety = ltl_is_safety(&table, f) && !t->term_count;
  StateId first = atlas_initial(g, 0);
  ProductRequest request = {g, &first, 1, a, &atoms.atoms, t->term_count ? &fairness : NULL, safety};
  Product p;
  product_search(&request, &p);
  *found = p.result == PRODUCT_FOUND;
  bool good = p.result != PRODUCT_UNKNOWN && (!*found || check_path(t, g, &p));
  if (!good) printf("a path of kind %d that is none\n", p.kind);
  product_close(&p);
  atlas_free(g);
  automaton_free(a);
  ltl_close(&table);
  lts->free(lts);
  diags_free(diags);
  sources_free(sources);
  return good;
}

/* ----------------------------------------------------------------------- cases */

static void make_system(System *s, Random *random)
{
  s->states = 1 + (uint32_t) random_below(random, MOST_STATES);
  s->count = (uint32_t) random_below(random, 2 * s->states + 1);
  for (uint32_t i = 0; i < s->states; i++)
    s->atoms[i] = (uint32_t) random_below(random, 1 << STATE_ATOMS);
  for (uint32_t i = 0; i < s->count; i++)
    s->edges[i] =
        (Edge){(uint32_t) random_below(random, s->states), (uint32_t) random_below(random, LABELS),
               (uint32_t) random_below(random, s->states)};
}

static void show(const Try *t, bool found)
{
  Text text = {0};
  form_print(&text, t->form);
  printf("%s\n", text_string(&text));
  for (uint32_t i = 0; i < t->term_count; i++)
    printf("%s(%c)%s\n", t->terms[i].strong ? "SF" : "WF", 'a' + (int) t->terms[i].label,
           t->each ? " of each" : "");
  for (uint32_t i = 0; i < t->system->states; i++) printf("state %u: %u\n", i, t->system->atoms[i]);
  for (uint32_t i = 0; i < t->system->count; i++)
    printf("%u -%c-> %u\n", t->system->edges[i].from, 'a' + (int) t->system->edges[i].label,
           t->system->edges[i].to);
  printf("the search %s a path, the definitions have %s\n", found ? "found" : "found not",
         t->violated ? "one" : "none that is short");
  text_free(&text);
}

bool ltl_system_case(Arena *arena, Random *random)
{
  System s;
  make_system(&s, random);
  uint32_t size = 1 + (uint32_t) random_below(random, 9);
  Try t = {.system = &s};
  t.form = form_random(arena, random, ATOMS, size, random_below(random, 3) != 0);
  if (random_below(random, 2)) t.term_count = 1 + (uint32_t) random_below(random, 2);
  bool strong = random_below(random, 2);
  t.each = t.term_count == 2 && random_below(random, 2);
  for (uint32_t i = 0; i < 2; i++)
    t.terms[i] = (Term){t.each ? strong : random_below(random, 2),
                        t.each ? i : (uint32_t) random_below(random, LABELS)};
  bool found = false, good = search(&t, &found);
  try_paths(&t, 0, 0);
  if (t.violated && !found) good = false;
  if (!good) show(&t, found);
  return good;
}
