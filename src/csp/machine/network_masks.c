#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "csp/machine/network_impl.h"

/* A rule that is tried by moves takes as long as so many words of masks. */
enum { WORDS_OF_A_TRY = 4, MOST_MASK_BYTES = 1 << 26 };

static void find_partners(const Network *n, RuleGroup *g, uint8_t *seen)
{
  g->partners = memory_zeroed(n->members, sizeof *g->partners);
  for (uint32_t i = g->first; i < g->end; i++)
    for (uint32_t k = 0; k < n->rules[i].firing.count; k++) {
      uint32_t member = n->parts[n->rules[i].begin + k].component;
      if (seen[member]) continue;
      seen[member] = 1;
      g->partners[g->partner_count++] = member;
    }
  for (uint32_t i = 0; i < g->partner_count; i++) seen[g->partners[i]] = 0;
}

static bool pays(const Network *n, const RuleGroup *g, uint32_t words)
{
  double tries = 0, states = 0;
  for (uint32_t i = g->first; i < g->end; i++)
    if (n->rules[i].firing.count > 1) tries += n->rules[i].share;
  for (uint32_t i = 0; i < g->partner_count; i++)
    states += member_states(&n->about[g->partners[i]]);
  return tries * WORDS_OF_A_TRY > (double) words * g->partner_count &&
         states * words * sizeof(uint64_t) < MOST_MASK_BYTES;
}

void network_choose_masks(Network *n)
{
  uint8_t *seen = memory_zeroed(n->members, sizeof *seen);
  for (uint32_t i = 0; i < n->group_count; i++) {
    RuleGroup *g = &n->groups[i];
    uint32_t words = (g->end - g->first + 63) / 64;
    find_partners(n, g, seen);
    if (g->chase || pays(n, g, words)) g->words = words; /* moves lead the rules of one group */
  }
  free(seen);
}

/* ------------------------------------------------------------------ filling */

typedef struct { /* a member permits a rule where it can do the event */
  uint32_t event, rule;
} Condition;

static int by_condition(const void *a, const void *b)
{
  const Condition *x = a, *y = b;
  if (x->event != y->event) return x->event < y->event ? -1 : 1;
  return (x->rule > y->rule) - (x->rule < y->rule);
}

static void set_bit(uint64_t *mask, uint32_t rule) { mask[rule / 64] |= UINT64_C(1) << rule % 64; }

/* The conditions of a member; `free` gets the rules that it has nothing to do with. */
static Condition *find_conditions(const Network *n, const RuleGroup *g, uint32_t member,
                                  uint64_t *free_rules, uint32_t *count)
{
  Condition *all = memory_zeroed(g->end - g->first, sizeof *all);
  *count = 0;
  memset(free_rules, 0, g->words * sizeof *free_rules);
  for (uint32_t i = g->first; i < g->end; i++) {
    const RulePart *parts = n->parts + n->rules[i].begin;
    uint32_t k = 0;
    while (k < n->rules[i].firing.count && parts[k].component != member) k++;
    if (k == n->rules[i].firing.count) set_bit(free_rules, i - g->first);
    else all[(*count)++] = (Condition){parts[k].event, i - g->first};
  }
  qsort(all, *count, sizeof *all, by_condition);
  return all;
}

static void permit(uint64_t *mask, const Condition *all, uint32_t count, uint32_t event)
{
  uint32_t low = 0, high = count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (all[middle].event < event) low = middle + 1;
    else high = middle;
  }
  for (; low < count && all[low].event == event; low++) set_bit(mask, all[low].rule);
}

static uint64_t *make_masks(const Network *n, const RuleGroup *g, uint32_t member)
{
  const Field *f = &n->fields[member];
  uint32_t states = member_states(&n->about[member]), count;
  uint64_t *masks = memory_zeroed((size_t) states * g->words, sizeof *masks);
  uint64_t *free_rules = memory_zeroed(g->words, sizeof *free_rules);
  Condition *all = find_conditions(n, g, member, free_rules, &count);
  for (uint32_t s = 0; s < states; s++) {
    uint64_t *mask = masks + (size_t) s * g->words;
    memcpy(mask, free_rules, g->words * sizeof *mask);
    for (uint32_t i = f->follow_begin[s]; i < f->follow_begin[s + 1]; i++)
      if (i == f->follow_begin[s] || f->follows[i].event != f->follows[i - 1].event)
        permit(mask, all, count, f->follows[i].event);
  }
  free(free_rules);
  free(all);
  return masks;
}

void network_fill_masks(Network *n)
{
  for (uint32_t i = 0; i < n->group_count; i++) {
    RuleGroup *g = &n->groups[i];
    if (!g->words) continue;
    g->masks = memory_zeroed(g->partner_count, sizeof *g->masks);
    for (uint32_t k = 0; k < g->partner_count; k++) g->masks[k] = make_masks(n, g, g->partners[k]);
  }
}
