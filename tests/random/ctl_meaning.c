#include "random/ctl_meaning.h"

#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------- formulas */

static const struct {
  const char *text;
  int operands;
} kinds[BRANCH_KINDS] = {
    [BRANCH_TRUE] = {"true", 0},    [BRANCH_ATOM] = {"", 0}, [BRANCH_NOT] = {"not", 1},
    [BRANCH_AND] = {"&", 2},        [BRANCH_OR] = {"or", 2}, [BRANCH_IMPLIES] = {"=>", 2},
    [BRANCH_EX] = {"EX", 1},        [BRANCH_AX] = {"AX", 1}, [BRANCH_EF] = {"EF", 1},
    [BRANCH_AF] = {"AF", 1},        [BRANCH_EG] = {"EG", 1}, [BRANCH_AG] = {"AG", 1},
    [BRANCH_EX_STEP] = {"EX[]", 1}, [BRANCH_EU] = {"U", 2},
};

const Branch *branch_of(Arena *arena, BranchKind kind, const Branch *a, const Branch *b)
{
  Branch *f = arena_new_array(arena, Branch, 1);
  *f = (Branch){kind, 0, a, b};
  return f;
}

static const Branch *leaf(Arena *arena, Random *random)
{
  Branch *f = arena_new_array(arena, Branch, 1);
  bool constant = random_below(random, 12) == 0;
  f->kind = constant ? BRANCH_TRUE : BRANCH_ATOM;
  f->atom = (uint32_t) random_below(random, SMALL_STATE_ATOMS + SMALL_LABELS);
  if (f->atom >= SMALL_STATE_ATOMS) f->atom += SMALL_ENABLED - SMALL_STATE_ATOMS;
  return f;
}

const Branch *branch_random(Arena *arena, Random *random, uint32_t size, bool temporal)
{
  if (size <= 1) return leaf(arena, random);
  Branch *f = arena_new_array(arena, Branch, 1);
  uint32_t most = temporal ? BRANCH_KINDS : BRANCH_EX;
  do f->kind = BRANCH_NOT + (uint32_t) random_below(random, most - BRANCH_NOT);
  while (size == 2 && kinds[f->kind].operands == 2);
  f->atom = SMALL_TAKEN + (uint32_t) random_below(random, SMALL_LABELS);
  uint32_t left = size - 1;
  if (kinds[f->kind].operands == 2) left = 1 + (uint32_t) random_below(random, size - 2);
  f->a = branch_random(arena, random, left, temporal);
  if (kinds[f->kind].operands == 2) f->b = branch_random(arena, random, size - 1 - left, temporal);
  return f;
}

void branch_print(Text *text, const Branch *f)
{
  if (f->kind == BRANCH_ATOM) text_printf(text, "{p%u = 1}", f->atom);
  else if (!f->a) text_add(text, kinds[f->kind].text);
  else {
    text_add(text, f->kind == BRANCH_EU ? "(E " : "(");
    if (f->kind == BRANCH_EX_STEP) text_printf(text, "EX[%c] ", 'a' + (int) f->atom - SMALL_TAKEN);
    else if (!f->b) text_printf(text, "%s ", kinds[f->kind].text);
    branch_print(text, f->a);
    if (f->b) {
      text_printf(text, " %s ", kinds[f->kind].text);
      branch_print(text, f->b);
    }
    text_add(text, ")");
  }
}

bool branch_has(const Branch *f, BranchKind kind)
{
  return f->kind == kind || (f->a && branch_has(f->a, kind)) || (f->b && branch_has(f->b, kind));
}

Ctl branch_ctl(CtlTable *t, const Branch *f)
{
  Ctl a = f->a ? branch_ctl(t, f->a) : 0, b = f->b ? branch_ctl(t, f->b) : 0;
  switch (f->kind) {
  case BRANCH_TRUE: return CTL_TRUE;
  case BRANCH_ATOM: return ctl_atom(t, f->atom);
  case BRANCH_NOT: return ctl_not(t, a);
  case BRANCH_AND: return ctl_and(t, a, b);
  case BRANCH_OR: return ctl_or(t, a, b);
  case BRANCH_IMPLIES: return ctl_implies(t, a, b);
  case BRANCH_EX: return ctl_ex(t, a);
  case BRANCH_AX: return ctl_ax(t, a);
  case BRANCH_EF: return ctl_ef(t, a);
  case BRANCH_AF: return ctl_af(t, a);
  case BRANCH_EG: return ctl_eg(t, a);
  case BRANCH_AG: return ctl_ag(t, a);
  case BRANCH_EX_STEP: return ctl_ex_step(t, f->atom, a);
  default: return ctl_eu(t, a, b);
  }
}

/* ---------------------------------------------------------------------- systems */

/* Does a step to there count?  Those that lead outside do if a state has no others. */
static void take_edges(World *w, const SmallSystem *s, bool secrets, uint32_t state)
{
  bool leaves = false;
  for (uint32_t i = 0; i < s->count; i++) {
    const SmallEdge *e = &s->edges[i];
    if (e->from != state) continue;
    if (e->secret && secrets) w->open[state] = true;
    else if (s->outside[e->to]) leaves = true;
    else w->edges[w->count++] = *e, w->degree[state]++;
  }
  if (w->degree[state] || !leaves) return;
  w->open[state] = secrets;
  for (uint32_t i = 0; i < s->count && !secrets; i++)
    if (s->edges[i].from == state) w->edges[w->count++] = s->edges[i], w->degree[state]++;
}

static uint8_t enabled_value(const World *w, uint32_t state, uint32_t label)
{
  for (uint32_t i = 0; i < w->count; i++)
    if (w->edges[i].from == state && w->edges[i].label == label) return 2;
  return w->open[state] ? 1 : 0;
}

void world_of(World *w, const SmallSystem *s, bool secrets)
{
  *w = (World){.states = s->states};
  for (uint32_t i = 0; i < s->states; i++) take_edges(w, s, secrets, i);
  for (uint32_t i = 0; i < s->states; i++) {
    w->vague[i] = secrets ? s->vague[i] : 0;
    for (uint32_t k = 0; k < SMALL_STATE_ATOMS; k++)
      w->atoms[i][k] = secrets && s->vague[i] >> k & 1 ? 1 : 2 * (s->atoms[i] >> k & 1);
    for (uint32_t k = 0; k < SMALL_LABELS; k++)
      w->atoms[i][SMALL_ENABLED + k] = enabled_value(w, i, k);
  }
}

/* ------------------------------------------------------------------- definitions */

static uint8_t least(uint8_t a, uint8_t b) { return a < b ? a : b; }
static uint8_t most(uint8_t a, uint8_t b) { return a > b ? a : b; }

static uint8_t some_next(const World *w, uint32_t state, const uint8_t *value)
{
  uint8_t v = w->open[state] ? 1 : 0;
  for (uint32_t i = 0; i < w->count; i++)
    if (w->edges[i].from == state) v = most(v, value[w->edges[i].to]);
  return v;
}

/* In some next state, by a step of which the atom is true. */
static uint8_t some_next_by(const World *w, uint32_t state, uint32_t atom, const uint8_t *value)
{
  uint8_t v = w->open[state] ? 1 : 0;
  bool vague = w->vague[state] >> atom & 1;
  for (uint32_t i = 0; i < w->count; i++) {
    uint8_t is_such = vague ? 1 : w->edges[i].label == atom - SMALL_TAKEN ? 2 : 0;
    if (w->edges[i].from == state) v = most(v, least(is_such, value[w->edges[i].to]));
  }
  return v;
}

static uint8_t every_next(const World *w, uint32_t state, const uint8_t *value)
{
  uint8_t v = w->open[state] ? 1 : 2;
  for (uint32_t i = 0; i < w->count; i++)
    if (w->edges[i].from == state) v = least(v, value[w->edges[i].to]);
  return v;
}

static uint8_t has_step(const World *w, uint32_t state)
{
  return w->degree[state] ? 2 : w->open[state];
}

static uint8_t is_deadlock(const World *w, uint32_t state) { return 2 - has_step(w, state); }

/* The formula for a state, with operands and, of the whole, what was found so far. */
static uint8_t defined(const World *w, const Branch *f, uint32_t s, const uint8_t *a,
                       const uint8_t *b, const uint8_t *so_far)
{
  switch (f->kind) {
  case BRANCH_TRUE: return 2;
  case BRANCH_ATOM: return w->atoms[s][f->atom];
  case BRANCH_NOT: return 2 - a[s];
  case BRANCH_AND: return least(a[s], b[s]);
  case BRANCH_OR: return most(a[s], b[s]);
  case BRANCH_IMPLIES: return most(2 - a[s], b[s]);
  case BRANCH_EX: return some_next(w, s, a);
  case BRANCH_AX: return every_next(w, s, a);
  case BRANCH_EX_STEP: return some_next_by(w, s, f->atom, a);
  case BRANCH_EF: return most(a[s], some_next(w, s, so_far));
  case BRANCH_AF: return most(a[s], least(every_next(w, s, so_far), has_step(w, s)));
  case BRANCH_EG: return least(a[s], most(some_next(w, s, so_far), is_deadlock(w, s)));
  case BRANCH_AG: return least(a[s], every_next(w, s, so_far));
  default: return most(b[s], least(a[s], some_next(w, s, so_far)));
  }
}

void branch_values(const World *w, const Branch *f, uint8_t *out)
{
  uint8_t a[SMALL_MOST_STATES], b[SMALL_MOST_STATES];
  if (f->a) branch_values(w, f->a, a);
  if (f->b) branch_values(w, f->b, b);
  memset(out, f->kind == BRANCH_EG || f->kind == BRANCH_AG ? 2 : 0, w->states);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t s = 0; s < w->states; s++) {
      uint8_t v = defined(w, f, s, a, b, out);
      more |= v != out[s];
      out[s] = v;
    }
  }
}
