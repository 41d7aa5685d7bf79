#include "temporal/automaton/progress.h"

#include <assert.h>
#include <string.h>

/* ---------------------------------------------------------------- what is known */

static Truth truth_not_of(Truth t)
{
  return t == TRUTH_TRUE ? TRUTH_FALSE : t == TRUTH_FALSE ? TRUTH_TRUE : TRUTH_UNKNOWN;
}

static Truth truth_both(Truth a, Truth b)
{
  if (a == TRUTH_FALSE || b == TRUTH_FALSE) return TRUTH_FALSE;
  return a == TRUTH_TRUE && b == TRUTH_TRUE ? TRUTH_TRUE : TRUTH_UNKNOWN;
}

static Truth truth_either(Truth a, Truth b)
{
  return truth_not_of(truth_both(truth_not_of(a), truth_not_of(b)));
}

static Truth known(Truth t) { return t == TRUTH_FAULT ? TRUTH_UNKNOWN : t; }

static Truth guess_truth(const Position *p, uint32_t guess)
{
  return p->guesses >> guess & 1 ? TRUTH_TRUE : TRUTH_FALSE;
}

Truth position_truth(const Position *p, Ltl f)
{
  const LtlNode *n = ltl_node(p->closure->table, f);
  assert(!n->future);
  Truth before = ltl_is_past(n->kind) ? (Truth) p->before[p->closure->place[f]] : TRUTH_UNKNOWN;
  switch (n->kind) {
  case LTL_CONSTANT: return f == LTL_TRUE ? TRUTH_TRUE : TRUTH_FALSE;
  case LTL_ATOM: return known((Truth) p->letter[n->a]);
  case LTL_NOT_ATOM: return truth_not_of(known((Truth) p->letter[n->a]));
  case LTL_GUESS: return guess_truth(p, n->a);
  case LTL_NOT_GUESS: return truth_not_of(guess_truth(p, n->a));
  case LTL_AND: return truth_both(position_truth(p, n->a), position_truth(p, n->b));
  case LTL_OR: return truth_either(position_truth(p, n->a), position_truth(p, n->b));
  case LTL_YESTERDAY:
  case LTL_WEAK_YESTERDAY: return before;
  case LTL_SINCE:
    return truth_either(position_truth(p, n->b), truth_both(position_truth(p, n->a), before));
  case LTL_TRIGGER:
    return truth_both(position_truth(p, n->b), truth_either(position_truth(p, n->a), before));
  default: assert(false); return TRUTH_UNKNOWN;
  }
}

Truth past_first(const LtlTable *t, Ltl f)
{
  LtlKind kind = ltl_node(t, f)->kind;
  return kind == LTL_WEAK_YESTERDAY || kind == LTL_TRIGGER ? TRUTH_TRUE : TRUTH_FALSE;
}

Truth past_next(const Position *p, Ltl f)
{
  const LtlNode *n = ltl_node(p->closure->table, f);
  bool since = n->kind == LTL_SINCE || n->kind == LTL_TRIGGER;
  return position_truth(p, since ? f : n->a);
}

/* ------------------------------------------------------------------ alternatives */

static Branches none(bool vague) { return (Branches){.vague = vague}; }

static Branches one(const Position *p, Branch branch)
{
  Branch *only = arena_new_array(p->arena, Branch, 1);
  *only = branch;
  return (Branches){only, 1, false};
}

Branches branches_all(const Position *p) { return one(p, (Branch){0}); }

/* Does one of them demand nothing, and postpone nothing?  Then the others do not matter. */
static bool demands_nothing(Branches b)
{
  for (uint32_t i = 0; i < b.count; i++)
    if (!b.branches[i].count && !b.branches[i].postponed) return true;
  return false;
}

static bool is_part(const Branch *a, const Branch *b)
{
  uint32_t i = 0;
  if (a->postponed & ~b->postponed) return false;
  for (uint32_t k = 0; i < a->count && k < b->count; k++) i += a->next[i] == b->next[k];
  return i == a->count;
}

/* Adds a branch, unless one that demands less is there; those that demand more are dropped. */
static void add_branch(Branches *all, Branch branch)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < all->count; i++)
    if (is_part(&all->branches[i], &branch)) return;
  for (uint32_t i = 0; i < all->count; i++)
    if (!is_part(&branch, &all->branches[i])) all->branches[kept++] = all->branches[i];
  all->branches[kept++] = branch;
  all->count = kept;
}

static Branches either(const Position *p, Branches a, Branches b)
{
  Branches all = {arena_new_array(p->arena, Branch, a.count + b.count + 1), 0, false};
  for (uint32_t i = 0; i < a.count; i++) add_branch(&all, a.branches[i]);
  for (uint32_t i = 0; i < b.count; i++) add_branch(&all, b.branches[i]);
  all.vague = (a.vague || b.vague) && !demands_nothing(all);
  return all;
}

static Branch join(const Position *p, const Branch *a, const Branch *b)
{
  Ltl *next = arena_new_array(p->arena, Ltl, a->count + b->count + 1);
  uint32_t i = 0, k = 0, count = 0;
  while (i < a->count || k < b->count) {
    Ltl x = i < a->count ? a->next[i] : UINT32_MAX, y = k < b->count ? b->next[k] : UINT32_MAX;
    next[count++] = x < y ? x : y;
    i += x <= y, k += y <= x;
  }
  return (Branch){next, count, a->postponed | b->postponed};
}

Branches branches_both(const Position *p, Branches a, Branches b)
{
  bool impossible = (!a.count && !a.vague) || (!b.count && !b.vague);
  if (impossible) return none(false);
  Branches all = {arena_new_array(p->arena, Branch, (size_t) a.count * b.count + 1), 0, false};
  for (uint32_t i = 0; i < a.count; i++)
    for (uint32_t k = 0; k < b.count; k++)
      add_branch(&all, join(p, &a.branches[i], &b.branches[k]));
  all.vague = a.vague || b.vague;
  return all;
}

/* ---------------------------------------------------------------------- progress */

/* f at the next position, if there is one. */
static Branches later(const Position *p, Ltl f)
{
  const LtlNode *n = ltl_node(p->closure->table, f);
  if (f == LTL_FALSE) return none(false);
  if (f == LTL_TRUE) return branches_all(p);
  if (n->kind == LTL_AND) return branches_both(p, later(p, n->a), later(p, n->b));
  Ltl *next = arena_new_array(p->arena, Ltl, 1);
  *next = f;
  return one(p, (Branch){next, 1, 0});
}

static Branches until(const Position *p, Ltl f, const LtlNode *n)
{
  Branches now = progress(p, n->b);
  if (p->at_end || demands_nothing(now)) return now;
  Branches wait = later(p, f);
  wait.branches[0].postponed = UINT64_C(1) << p->closure->place[f];
  return either(p, now, branches_both(p, progress(p, n->a), wait));
}

static Branches release(const Position *p, Ltl f, const LtlNode *n)
{
  Branches held = progress(p, n->b);
  if (p->at_end) return held;
  return branches_both(p, held, either(p, progress(p, n->a), later(p, f)));
}

Branches progress(const Position *p, Ltl f)
{
  const LtlNode *n = ltl_node(p->closure->table, f);
  if (!n->future) {
    Truth t = position_truth(p, f);
    return t == TRUTH_TRUE ? branches_all(p) : none(t == TRUTH_UNKNOWN);
  }
  switch (n->kind) {
  case LTL_AND: return branches_both(p, progress(p, n->a), progress(p, n->b));
  case LTL_OR: return either(p, progress(p, n->a), progress(p, n->b));
  case LTL_NEXT: return p->at_end ? none(false) : later(p, n->a);
  case LTL_WEAK_NEXT: return p->at_end ? branches_all(p) : later(p, n->a);
  case LTL_UNTIL: return until(p, f, n);
  case LTL_RELEASE: return release(p, f, n);
  default: assert(false); return none(true);
  }
}
