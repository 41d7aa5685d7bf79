/* Random formulas of CTL on random systems, against the definitions.
 *
 *   ctl_fuzz [--count N] [--seed N] [--only N]
 *
 * Some things of a system are kept secret: then the answer must be what follows from the rest, by
 * definition (ctl_meaning.h), and must be true of the whole system.  Paths must be possible, and
 * show alone that the formula fails, unless they are said not to.  Other cases are laws, and
 * comparisons with LTL (ctl_laws.h). */
#include <stdio.h>
#include <string.h>

#include "random/ctl_laws.h"
#include "random/ctl_meaning.h"
#include "random/series.h"
#include "temporal/ctl/check.h"

typedef struct {
  SmallSystem system;
  World told, whole; /* what is known of it; all */
  const Branch *formula;
  uint64_t limit; /* of states; 0: none */
  bool cancelled;
  Atlas *atlas;
  StateId initial[SMALL_MOST_STATES];
  uint32_t initial_count;
} Case;

static uint32_t number_of(const Case *c, StateId id)
{
  Value row[1];
  atlas_copy_row(c->atlas, id, row);
  return small_state(row);
}

/* HOLDS, FAILS or UNKNOWN by definition. */
static int meant(const Case *c, const World *w)
{
  uint8_t values[SMALL_MOST_STATES], least = 2;
  branch_values(w, c->formula, values);
  for (uint32_t i = 0; i < c->initial_count; i++) {
    uint8_t v = values[number_of(c, c->initial[i])];
    if (v < least) least = v;
  }
  return least == 2 ? CTL_HOLDS : least == 1 ? CTL_UNKNOWN : CTL_FAILS;
}

/* ------------------------------------------------------------------------ paths */

/* The path as a system of its own, with its positions as states. */
static const char *unroll(const Case *c, const Product *p, World *out)
{
  const SmallSystem *s = &c->system;
  *out = (World){.states = p->path.len};
  for (uint32_t i = 0; i < p->path.len; i++) {
    PathPosition here = p->path.data[i];
    uint32_t state = number_of(c, here.state), next = i + 1 == p->path.len ? p->loop : i + 1;
    memcpy(out->atoms[i], c->told.atoms[state], sizeof out->atoms[i]);
    bool last = i + 1 == p->path.len, goes_on = !last || p->kind == PATH_LASSO;
    if (goes_on != (here.step != NO_STEP)) return "ends in the wrong place";
    if (!goes_on) continue;
    uint32_t edge = small_edge(s, c->atlas, here.state, here.step);
    if (edge == s->count || s->edges[edge].to != number_of(c, p->path.data[next].state))
      return "takes a step that is not possible";
    out->edges[out->count++] = (SmallEdge){i, s->edges[edge].label, next, false, false};
    out->degree[i]++;
  }
  uint32_t last = number_of(c, p->path.data[p->path.len - 1].state);
  if (p->kind == PATH_FINITE && (c->told.degree[last] || c->told.open[last]))
    return "does not end in a deadlock";
  return NULL;
}

/* What is wrong with the path; NULL: nothing. */
static const char *check_path(const Case *c, const CtlChecked *checked)
{
  const Product *p = &checked->path;
  uint8_t values[SMALL_MOST_STATES];
  World path;
  if (p->result != PRODUCT_FOUND || !p->path.len) return "was not written";
  if (p->path.len > SMALL_MOST_STATES) return NULL; /* too long to be judged here */
  if (p->kind == PATH_LASSO && p->loop >= p->path.len) return "has no loop";
  bool initial = false;
  for (uint32_t i = 0; i < c->initial_count; i++) initial |= c->initial[i] == p->path.data[0].state;
  if (!initial) return "does not begin in an initial state";
  branch_values(&c->whole, c->formula, values);
  if (values[number_of(c, p->path.data[0].state)]) return "begins where the formula holds";
  const char *wrong = unroll(c, p, &path);
  if (wrong || checked->open) return wrong;
  branch_values(&path, c->formula, values);
  return values[0] ? "does not show that the formula fails" : NULL;
}

/* ------------------------------------------------------------------------ cases */

/* When to stop: the function that says so is told nothing. */
static uint32_t questions_left;

static bool is_cancelled(void *context)
{
  (void) context;
  return questions_left == 0 || --questions_left == 0;
}

static const char *judge(const Case *c, const CtlChecked *checked)
{
  int result = checked->result, told = meant(c, &c->told), whole = meant(c, &c->whole);
  if (result != CTL_UNKNOWN && result != whole) return "the answer is wrong";
  /* Constants may make more known than the definitions see. */
  bool limited = c->limit || c->cancelled, exact = !limited && !branch_has(c->formula, BRANCH_TRUE);
  if (exact && result != told) return "it is not what follows from what is known";
  if (!limited && result == CTL_UNKNOWN && told != result) return "too little was found out";
  return result == CTL_FAILS ? check_path(c, checked) : NULL;
}

static void show(const Case *c, const CtlChecked *checked, const char *wrong)
{
  Text text = {0};
  branch_print(&text, c->formula);
  text_printf(&text, "\n%u initial states, state limit %u\n", c->initial_count,
              (unsigned) c->limit);
  small_print(&text, &c->system);
  text_printf(&text,
              "told %d, whole %d, found %d%s, a path of kind %d, loop %u:", meant(c, &c->told),
              meant(c, &c->whole), checked->result, checked->open ? ", open" : "",
              checked->path.kind, checked->path.loop);
  for (uint32_t i = 0; i < checked->path.path.len; i++)
    text_printf(&text, " %u", number_of(c, checked->path.path.data[i].state));
  printf("%s\n%s\n", text_string(&text), wrong);
  text_free(&text);
}

static bool run(Case *c)
{
  Lts *lts = small_lts(&c->system);
  SmallAtoms atoms = small_atoms(&c->system);
  CtlTable table;
  ctl_open(&table);
  AtlasOptions options = {.max_states = c->limit,
                          .cancelled = {c->cancelled ? is_cancelled : NULL, NULL}};
  c->atlas = atlas_new(lts, options);
  c->initial_count = atlas_initial_count(c->atlas);
  for (uint32_t i = 0; i < c->initial_count; i++) c->initial[i] = atlas_initial(c->atlas, i);
  CtlRequest request = {c->atlas,     c->initial, c->initial_count,
                        &atoms.atoms, &table,     branch_ctl(&table, c->formula)};
  CtlChecked checked;
  ctl_check(&request, &checked);
  const char *wrong = judge(c, &checked);
  if (wrong) show(c, &checked, wrong);
  ctl_checked_close(&checked);
  atlas_free(c->atlas);
  ctl_close(&table);
  lts->free(lts);
  return !wrong;
}

/* A formula that paths refute, which have to keep away from something. */
static const Branch *path_formula(Arena *arena, Random *random)
{
  const Branch *f = branch_random(arena, random, 1 + (uint32_t) random_below(random, 4), false);
  const Branch *g = branch_random(arena, random, 1 + (uint32_t) random_below(random, 4), false);
  switch (random_below(random, 3)) {
  case 0: return branch_of(arena, BRANCH_NOT, branch_of(arena, BRANCH_EU, f, g), NULL);
  case 1: return branch_of(arena, BRANCH_AF, f, NULL);
  default:
    f = branch_of(arena, BRANCH_IMPLIES, f, branch_of(arena, BRANCH_AF, g, NULL));
    return branch_of(arena, BRANCH_AG, f, NULL);
  }
}

static bool formula_case(Arena *arena, Random *random)
{
  Case *c = arena_new_array(arena, Case, 1);
  bool large = random_below(random, 100) == 0, paths = !large && random_below(random, 4) == 0;
  small_random(&c->system, random, large ? SMALL_MOST_STATES : paths ? 24 : 8, 2);
  uint32_t size = 1 + (uint32_t) random_below(random, large ? 5 : 10);
  c->formula = paths ? path_formula(arena, random) : branch_random(arena, random, size, true);
  c->system.initial += c->system.states > 1 && random_below(random, 3) == 0;
  if (random_below(random, 2)) ctl_keep_secrets(&c->system, random);
  if (random_below(random, 4) == 0) c->limit = 1 + random_below(random, large ? 100 : 5);
  c->cancelled = random_below(random, 8) == 0;
  questions_left = 2 + (uint32_t) random_below(random, large ? 200 : 12);
  world_of(&c->told, &c->system, true);
  world_of(&c->whole, &c->system, false);
  return run(c);
}

static bool run_case(const Series *s, uint64_t number)
{
  Random random = random_from(s->seed * 1000003 + number);
  Arena *arena = arena_new();
  uint64_t kind = number % 8;
  bool good = kind == 0   ? ctl_law_case(arena, &random)
              : kind == 1 ? ctl_ltl_case(arena, &random)
                          : formula_case(arena, &random);
  arena_free(arena);
  return good;
}

int main(int argc, char **argv) { return series_main("ctl_fuzz", argc, argv, run_case); }
