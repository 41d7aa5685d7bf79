#include "random/small_system.h"

#include <stdlib.h>

#include "base/memory.h"

void small_random(SmallSystem *s, Random *random, uint32_t most_states, uint32_t labels)
{
  *s = (SmallSystem){.initial = 1};
  s->states = 1 + (uint32_t) random_below(random, most_states);
  s->count = (uint32_t) random_below(random, 2 * s->states + 1);
  for (uint32_t i = 0; i < s->states; i++)
    s->atoms[i] = (uint32_t) random_below(random, 1 << SMALL_STATE_ATOMS);
  for (uint32_t i = 0; i < s->count; i++) {
    SmallEdge *e = &s->edges[i];
    e->from = (uint32_t) random_below(random, s->states);
    e->label = (uint32_t) random_below(random, labels);
    e->to = (uint32_t) random_below(random, s->states);
  }
}

void small_print(Text *text, const SmallSystem *s)
{
  for (uint32_t i = 0; i < s->states; i++) {
    text_printf(text, "state %u: %u", i, s->atoms[i]);
    if (s->vague[i]) text_printf(text, ", not told %u", s->vague[i]);
    text_add(text, s->outside[i] ? ", outside\n" : "\n");
  }
  for (uint32_t i = 0; i < s->count; i++) {
    const SmallEdge *e = &s->edges[i];
    text_printf(text, "%u -%c-> %u%s\n", e->from, 'a' + (int) e->label, e->to,
                !e->secret  ? ""
                : e->faulty ? ", goes wrong"
                            : ", not told");
  }
}

uint32_t small_letter(const SmallSystem *s, uint32_t state, const SmallEdge *step)
{
  uint32_t letter = s->atoms[state];
  for (uint32_t i = 0; i < s->count; i++)
    if (s->edges[i].from == state) letter |= 1u << (SMALL_ENABLED + s->edges[i].label);
  if (step) letter |= 1u << (SMALL_TAKEN + step->label);
  return letter;
}

/* ---------------------------------------------------------- as a transition system */

typedef struct {
  Lts lts; /* first */
  const SmallSystem *system;
} SmallLts;

static const SmallSystem *system_of(Lts *lts) { return ((SmallLts *) lts)->system; }

static void give(Sink *sink, uint32_t label, uint32_t state)
{
  Value row = value_small(state);
  sink->accept(sink, &(Transition){.label = label, .state = &row});
}

static void initial(Lts *lts, Sink *sink)
{
  for (uint32_t i = 0; i < system_of(lts)->initial; i++) give(sink, 0, i);
}

static void next(Lts *lts, const Value *row, Sink *sink)
{
  const SmallSystem *s = system_of(lts);
  for (uint32_t i = 0; i < s->count; i++) {
    const SmallEdge *e = &s->edges[i];
    if (e->from != small_state(row)) continue;
    Trouble t = {.kind = e->faulty ? TROUBLE_FAULT : TROUBLE_INCOMPLETE, .message = "secret"};
    if (e->secret) sink->trouble(sink, &t);
    else give(sink, 1 + e->label, e->to);
  }
}

static bool is_setup(Lts *lts, const Value *row)
{
  (void) lts, (void) row;
  return false;
}

static Truth is_outside(Lts *lts, const Value *row, Trouble *why)
{
  (void) why;
  return system_of(lts)->outside[small_state(row)] ? TRUTH_TRUE : TRUTH_FALSE;
}

static uint32_t label_arguments(Lts *lts, uint32_t label, uint32_t *results)
{
  (void) lts, (void) label;
  return *results = 0;
}

static void lts_free(Lts *lts) { free(lts); }

static Lts *lts_fork(Lts *lts) { return small_lts(((SmallLts *) lts)->system); }

Lts *small_lts(const SmallSystem *s)
{
  SmallLts *lts = memory_zeroed(1, sizeof *lts);
  lts->system = s;
  lts->lts = (Lts){.width = 1,
                   .label_count = 1 + SMALL_LABELS,
                   .first_operation = 1,
                   .initial = initial,
                   .next = next,
                   .is_setup = is_setup,
                   .is_outside = is_outside,
                   .label_arguments = label_arguments,
                   .fork = lts_fork,
                   .free = lts_free};
  return &lts->lts;
}

uint32_t small_edge(const SmallSystem *s, Atlas *g, StateId state, uint32_t step)
{
  Value row[1];
  AtlasEdges edges = atlas_edges(g, state);
  if (step >= edges.count) return s->count;
  uint32_t from = small_state(atlas_row(g)), label = small_label(edges.edges[step].label), k = 0;
  atlas_copy_row(g, edges.edges[step].to, row);
  while (k < s->count && (s->edges[k].from != from || s->edges[k].label != label ||
                          s->edges[k].to != small_state(row)))
    k++;
  return k;
}

/* ---------------------------------------------------------------------------- atoms */

/* A label is possible if one of the steps that are told has it. */
static Truth is_enabled(const Situation *here, uint32_t label)
{
  for (uint32_t i = 0; i < here->edges.count; i++)
    if (small_label(here->edges.edges[i].label) == label) return TRUTH_TRUE;
  const AtlasEdges *edges = &here->edges;
  bool open = edges->partial || edges->faulty || (edges->leaves && !edges->count);
  return open ? TRUTH_UNKNOWN : TRUTH_FALSE;
}

static void tell_state(Atoms *atoms, const Situation *here, const bool *asked, Letter letter)
{
  const SmallSystem *s = ((const SmallAtoms *) atoms)->system;
  uint32_t state = small_state(here->row);
  for (uint32_t i = 0; i < SMALL_ATOMS; i++) {
    if (!asked[i] || atoms->of_step[i]) continue;
    if (i >= SMALL_ENABLED) letter[i] = (uint8_t) is_enabled(here, i - SMALL_ENABLED);
    else letter[i] = s->vague[state] >> i & 1 ? TRUTH_UNKNOWN : s->atoms[state] >> i & 1;
  }
}

static void tell_step(Atoms *atoms, const Situation *here, const AtlasEdge *step, const bool *asked,
                      Letter letter)
{
  const SmallSystem *s = ((const SmallAtoms *) atoms)->system;
  uint32_t vague = s->vague[small_state(here->row)];
  for (uint32_t i = SMALL_TAKEN; i < SMALL_TAKEN + SMALL_LABELS; i++)
    if (asked[i])
      letter[i] = vague >> i & 1 ? TRUTH_UNKNOWN : SMALL_TAKEN + small_label(step->label) == i;
}

SmallAtoms small_atoms(const SmallSystem *s)
{
  static const bool of_step[SMALL_ATOMS] = {[SMALL_TAKEN] = true,
                                            [SMALL_TAKEN + 1] = true,
                                            [SMALL_TAKEN + 2] = true,
                                            [SMALL_TAKEN + 3] = true,
                                            [SMALL_TAKEN + 4] = true};
  return (SmallAtoms){{SMALL_ATOMS, of_step, tell_state, tell_step}, s};
}
