#include "random/ctl_laws.h"

#include <stdio.h>

#include "random/ctl_meaning.h"
#include "temporal/ctl/check.h"

void ctl_keep_secrets(SmallSystem *s, Random *random)
{
  for (uint32_t i = 0; i < s->count; i++) {
    s->edges[i].secret = random_below(random, 10) == 0;
    s->edges[i].faulty = random_below(random, 3) == 0;
  }
  for (uint32_t i = 0; i < s->states; i++) {
    bool vague = random_below(random, 10) == 0;
    s->vague[i] = vague ? (uint32_t) random_below(random, 1 << SMALL_ENABLED) : 0;
    s->outside[i] = random_below(random, 12) == 0;
  }
}

static void show(const SmallSystem *s, const Branch *f, const Branch *g)
{
  Text text = {0};
  text_add(&text, "f = ");
  branch_print(&text, f);
  if (g) {
    text_add(&text, ", g = ");
    branch_print(&text, g);
  }
  text_add(&text, "\n");
  small_print(&text, s);
  fputs(text_string(&text), stdout);
  text_free(&text);
}

/* ------------------------------------------------------------------------- laws */

enum { LAWS = 26 };

/* Both sides of a law. */
static const char *law(CtlTable *t, uint32_t i, Ctl f, Ctl g, Ctl *l, Ctl *r)
{
  enum { A = SMALL_TAKEN, B = SMALL_TAKEN + 1 };
  Ctl dead = ctl_not(t, ctl_ex(t, CTL_TRUE)), no_f = ctl_not(t, f);
  *r = CTL_TRUE;
#define LAW(number, left, right) \
  case number: \
    *l = left; \
    *r = right; \
    return #left " = " #right
#define ALWAYS(number, left) \
  case number: *l = left; return #left
  switch (i) {
    LAW(0, ctl_ax(t, f), ctl_not(t, ctl_ex(t, no_f)));
    LAW(1, ctl_af(t, f), ctl_not(t, ctl_eg(t, no_f)));
    LAW(2, ctl_ag(t, f), ctl_not(t, ctl_ef(t, no_f)));
    LAW(3, ctl_ef(t, f), ctl_or(t, f, ctl_ex(t, ctl_ef(t, f))));
    LAW(4, ctl_eg(t, f), ctl_and(t, f, ctl_or(t, dead, ctl_ex(t, ctl_eg(t, f)))));
    LAW(5, ctl_af(t, f), ctl_or(t, f, ctl_and(t, ctl_not(t, dead), ctl_ax(t, ctl_af(t, f)))));
    LAW(6, ctl_ag(t, f), ctl_and(t, f, ctl_ax(t, ctl_ag(t, f))));
    LAW(7, ctl_eu(t, f, g), ctl_or(t, g, ctl_and(t, f, ctl_ex(t, ctl_eu(t, f, g)))));
    LAW(8, ctl_ex(t, ctl_or(t, f, g)), ctl_or(t, ctl_ex(t, f), ctl_ex(t, g)));
    LAW(9, ctl_ax(t, ctl_and(t, f, g)), ctl_and(t, ctl_ax(t, f), ctl_ax(t, g)));
    LAW(10, ctl_ef(t, ctl_or(t, f, g)), ctl_or(t, ctl_ef(t, f), ctl_ef(t, g)));
    LAW(11, ctl_ag(t, ctl_and(t, f, g)), ctl_and(t, ctl_ag(t, f), ctl_ag(t, g)));
    LAW(12, ctl_eg(t, ctl_eg(t, f)), ctl_eg(t, f));
    LAW(13, ctl_af(t, ctl_af(t, f)), ctl_af(t, f));
    LAW(14, ctl_eu(t, f, ctl_eu(t, f, g)), ctl_eu(t, f, g));
    LAW(15, ctl_ex(t, f), ctl_or(t, ctl_ex_step(t, A, f), ctl_ex_step(t, B, f)));
    LAW(16, ctl_atom(t, SMALL_ENABLED), ctl_ex_step(t, A, CTL_TRUE));
    LAW(17, ctl_and(t, dead, ctl_eg(t, f)), ctl_and(t, dead, f));
    LAW(18, ctl_and(t, dead, ctl_af(t, f)), ctl_and(t, dead, f));
    LAW(19, ctl_and(t, dead, ctl_ag(t, f)), ctl_and(t, dead, f));
    ALWAYS(20, ctl_implies(t, dead, ctl_ax(t, f)));
    ALWAYS(21, ctl_implies(t, dead, ctl_not(t, ctl_ex(t, f))));
    ALWAYS(22, ctl_implies(t, ctl_ag(t, f), ctl_eg(t, f)));
    ALWAYS(23, ctl_implies(t, ctl_af(t, f), ctl_ef(t, f)));
    ALWAYS(24, ctl_implies(t, ctl_eu(t, f, g), ctl_ef(t, g)));
    LAW(25, ctl_eu(t, f, g), ctl_or(t, g, ctl_eu(t, f, ctl_and(t, f, ctl_ex(t, g)))));
  default: return NULL;
  }
#undef LAW
#undef ALWAYS
}

bool ctl_law_case(Arena *arena, Random *random)
{
  SmallSystem s;
  small_random(&s, random, 8, 2);
  s.initial = s.states;
  const Branch *f = branch_random(arena, random, 1 + (uint32_t) random_below(random, 5), true);
  const Branch *g = branch_random(arena, random, 1 + (uint32_t) random_below(random, 5), true);
  CtlTable table;
  ctl_open(&table);
  Ctl l = 0, r = 0, x = branch_ctl(&table, f), y = branch_ctl(&table, g);
  const char *name = law(&table, (uint32_t) random_below(random, LAWS), x, y, &l, &r);
  Ctl same = ctl_and(&table, ctl_implies(&table, l, r), ctl_implies(&table, r, l));
  Lts *lts = small_lts(&s);
  SmallAtoms atoms = small_atoms(&s);
  Atlas *g0 = atlas_new(lts, (AtlasOptions){0});
  StateId initial[SMALL_MOST_STATES];
  for (uint32_t i = 0; i < atlas_initial_count(g0); i++) initial[i] = atlas_initial(g0, i);
  CtlRequest request = {g0, initial, atlas_initial_count(g0), &atoms.atoms, &table, same};
  CtlChecked checked;
  ctl_check(&request, &checked);
  bool good = checked.result == CTL_HOLDS && atlas_initial_count(g0) == s.states;
  if (!good) {
    printf("%s does not hold:\n", name);
    show(&s, f, g);
  }
  ctl_checked_close(&checked);
  atlas_free(g0);
  lts->free(lts);
  ctl_close(&table);
  return good;
}

/* -------------------------------------------------------------------------- LTL */

static Ltl branch_ltl(LtlTable *t, const Branch *f)
{
  Ltl a = f->a ? branch_ltl(t, f->a) : 0, b = f->b ? branch_ltl(t, f->b) : 0;
  switch (f->kind) {
  case BRANCH_TRUE: return LTL_TRUE;
  case BRANCH_ATOM: return ltl_atom(t, f->atom);
  case BRANCH_NOT: return ltl_not(t, a);
  case BRANCH_AND: return ltl_and(t, a, b);
  case BRANCH_OR: return ltl_or(t, a, b);
  default: return ltl_implies(t, a, b);
  }
}

static void search_ltl(Atlas *g, StateId first, Atoms *atoms, const Branch *f, bool always,
                       Product *p)
{
  LtlTable t;
  ltl_open(&t);
  Ltl p0 = branch_ltl(&t, f), whole = always ? ltl_globally(&t, p0) : ltl_finally(&t, p0);
  Automaton *a = automaton_new(&t, ltl_not(&t, whole), SMALL_ATOMS);
  product_search(&(ProductRequest){g, &first, 1, a, atoms, NULL, .breadth_first = always}, p);
  automaton_free(a);
  ltl_close(&t);
}

/* Do both say the same?  What is not known may be more for one of them.  If everything is known and
 * p must hold always, paths are shortest. */
static bool agree(const CtlChecked *c, const Product *p, bool secrets, bool always)
{
  bool unknown = c->result == CTL_UNKNOWN || p->result == PRODUCT_UNKNOWN;
  if (unknown) return secrets;
  if ((c->result == CTL_FAILS) != (p->result == PRODUCT_FOUND)) return false;
  if (c->result == CTL_HOLDS) return true;
  return !c->open && (!always || secrets || c->path.path.len == p->path.len);
}

bool ctl_ltl_case(Arena *arena, Random *random)
{
  SmallSystem s;
  small_random(&s, random, random_below(random, 10) ? 8 : SMALL_MOST_STATES, 2);
  bool always = random_below(random, 2), secrets = random_below(random, 2);
  if (secrets) ctl_keep_secrets(&s, random);
  s.outside[0] = false;
  const Branch *f = branch_random(arena, random, 1 + (uint32_t) random_below(random, 6), false);
  Lts *lts = small_lts(&s);
  SmallAtoms atoms = small_atoms(&s);
  Atlas *g = atlas_new(lts, (AtlasOptions){0});
  StateId first = atlas_initial(g, 0);
  CtlTable table;
  ctl_open(&table);
  Ctl x = branch_ctl(&table, f), whole = always ? ctl_ag(&table, x) : ctl_af(&table, x);
  CtlChecked checked;
  Product p;
  ctl_check(&(CtlRequest){g, &first, 1, &atoms.atoms, &table, whole}, &checked);
  search_ltl(g, first, &atoms.atoms, f, always, &p);
  bool good = agree(&checked, &p, secrets, always);
  if (!good) {
    printf("%s f: CTL says %d, LTL %d, paths of %u and %u\n", always ? "AG" : "AF", checked.result,
           p.result, checked.path.path.len, p.path.len);
    show(&s, f, NULL);
  }
  product_close(&p);
  ctl_checked_close(&checked);
  ctl_close(&table);
  atlas_free(g);
  lts->free(lts);
  return good;
}
