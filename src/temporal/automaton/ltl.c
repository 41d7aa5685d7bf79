#include "temporal/automaton/ltl.h"

#include <assert.h>

#include "base/memory.h"

static Ltl make(LtlTable *t, LtlKind kind, uint32_t a, uint32_t b)
{
  uint64_t words[] = {kind, (uint64_t) a << 32 | b};
  Ltl f = signatures_add(&t->words, words, 2);
  if (f < t->nodes.len) return f;
  bool leaf = kind <= LTL_NOT_GUESS, binary = !leaf && kind != LTL_NEXT && kind != LTL_WEAK_NEXT &&
                                              kind != LTL_YESTERDAY && kind != LTL_WEAK_YESTERDAY;
  bool later = kind >= LTL_NEXT && kind <= LTL_RELEASE;
  bool future = later || (!leaf && t->nodes.data[a].future) || (binary && t->nodes.data[b].future);
  LtlNode node = {kind, a, b, future};
  vec_push(&t->nodes, node);
  vec_push(&t->negations, 0);
  return f;
}

void ltl_open(LtlTable *t)
{
  *t = (LtlTable){0};
  Ltl no = make(t, LTL_CONSTANT, 0, 0), yes = make(t, LTL_CONSTANT, 1, 0);
  assert(no == LTL_FALSE && yes == LTL_TRUE);
  (void) no, (void) yes;
}

void ltl_close(LtlTable *t)
{
  signatures_free(&t->words);
  vec_free(&t->nodes);
  vec_free(&t->negations);
  vec_free(&t->guessed);
}

Ltl ltl_atom(LtlTable *t, uint32_t atom) { return make(t, LTL_ATOM, atom, 0); }

/* ------------------------------------------------------------------- negation */

static LtlKind dual(LtlKind kind)
{
  static const LtlKind duals[] = {[LTL_CONSTANT] = LTL_CONSTANT,
                                  [LTL_ATOM] = LTL_NOT_ATOM,
                                  [LTL_NOT_ATOM] = LTL_ATOM,
                                  [LTL_GUESS] = LTL_NOT_GUESS,
                                  [LTL_NOT_GUESS] = LTL_GUESS,
                                  [LTL_AND] = LTL_OR,
                                  [LTL_OR] = LTL_AND,
                                  [LTL_NEXT] = LTL_WEAK_NEXT,
                                  [LTL_WEAK_NEXT] = LTL_NEXT,
                                  [LTL_UNTIL] = LTL_RELEASE,
                                  [LTL_RELEASE] = LTL_UNTIL,
                                  [LTL_YESTERDAY] = LTL_WEAK_YESTERDAY,
                                  [LTL_WEAK_YESTERDAY] = LTL_YESTERDAY,
                                  [LTL_SINCE] = LTL_TRIGGER,
                                  [LTL_TRIGGER] = LTL_SINCE};
  return duals[kind];
}

static Ltl combine(LtlTable *, LtlKind, Ltl, Ltl);

static Ltl negate(LtlTable *t, Ltl f)
{
  LtlNode n = *ltl_node(t, f);
  switch (n.kind) {
  case LTL_CONSTANT: return f == LTL_TRUE ? LTL_FALSE : LTL_TRUE;
  case LTL_ATOM:
  case LTL_NOT_ATOM:
  case LTL_GUESS:
  case LTL_NOT_GUESS: return make(t, dual(n.kind), n.a, 0);
  case LTL_NEXT:
  case LTL_WEAK_NEXT:
  case LTL_YESTERDAY:
  case LTL_WEAK_YESTERDAY: return combine(t, dual(n.kind), ltl_not(t, n.a), 0);
  default: {
    Ltl a = ltl_not(t, n.a), b = ltl_not(t, n.b);
    return combine(t, dual(n.kind), a, b);
  }
  }
}

/* What is shared is negated once. */
Ltl ltl_not(LtlTable *t, Ltl f)
{
  if (!t->negations.data[f]) {
    Ltl negation = negate(t, f);
    t->negations.data[f] = negation + 1;
  }
  return t->negations.data[f] - 1;
}

/* ------------------------------------------------------------ simplifications */

static bool are_opposite(LtlTable *t, Ltl a, Ltl b)
{
  const LtlNode *x = ltl_node(t, a), *y = ltl_node(t, b);
  return x->kind == dual(y->kind) && x->kind <= LTL_NOT_GUESS && x->a == y->a;
}

/* AND, OR: `neutral` changes nothing, its opposite decides. */
static Ltl junction(LtlTable *t, LtlKind kind, Ltl a, Ltl b)
{
  Ltl neutral = kind == LTL_AND ? LTL_TRUE : LTL_FALSE, other = LTL_TRUE + LTL_FALSE - neutral;
  if (a == neutral || a == b) return b;
  if (b == neutral) return a;
  if (a == other || b == other || are_opposite(t, a, b)) return other;
  return a < b ? make(t, kind, a, b) : make(t, kind, b, a);
}

/* UNTIL, SINCE: a holds up to a place where b does. */
static Ltl until(LtlTable *t, LtlKind kind, Ltl a, Ltl b)
{
  const LtlNode *n = ltl_node(t, b);
  if (b == LTL_TRUE || b == LTL_FALSE || a == LTL_FALSE || a == b) return b;
  if (a == LTL_TRUE && n->kind == kind) return make(t, kind, LTL_TRUE, n->b);
  return make(t, kind, a, b);
}

/* RELEASE, TRIGGER: b holds up to a place where both do, or always. */
static Ltl release(LtlTable *t, LtlKind kind, Ltl a, Ltl b)
{
  const LtlNode *n = ltl_node(t, b);
  if (b == LTL_TRUE || b == LTL_FALSE || a == LTL_TRUE || a == b) return b;
  if (a == LTL_FALSE && n->kind == kind) return make(t, kind, LTL_FALSE, n->b);
  return make(t, kind, a, b);
}

/* Operators of the past see guesses instead of formulas about the future. */
static Ltl as_past(LtlTable *t, Ltl f)
{
  if (!ltl_node(t, f)->future) return f;
  Ltl negation = ltl_not(t, f), least = f < negation ? f : negation;
  uint32_t i = 0;
  while (i < t->guessed.len && t->guessed.data[i] != least) i++;
  if (i == t->guessed.len) vec_push(&t->guessed, least);
  return make(t, least == f ? LTL_GUESS : LTL_NOT_GUESS, i, 0);
}

static Ltl combine(LtlTable *t, LtlKind kind, Ltl a, Ltl b)
{
  switch (kind) {
  case LTL_AND:
  case LTL_OR: return junction(t, kind, a, b);
  case LTL_NEXT: return a == LTL_FALSE ? LTL_FALSE : make(t, kind, a, 0);
  case LTL_WEAK_NEXT: return a == LTL_TRUE ? LTL_TRUE : make(t, kind, a, 0);
  case LTL_YESTERDAY: return a == LTL_FALSE ? LTL_FALSE : make(t, kind, as_past(t, a), 0);
  case LTL_WEAK_YESTERDAY: return a == LTL_TRUE ? LTL_TRUE : make(t, kind, as_past(t, a), 0);
  case LTL_UNTIL: return until(t, kind, a, b);
  case LTL_RELEASE: return release(t, kind, a, b);
  case LTL_SINCE: a = as_past(t, a); return until(t, kind, a, as_past(t, b));
  case LTL_TRIGGER: a = as_past(t, a); return release(t, kind, a, as_past(t, b));
  default: assert(false); return LTL_FALSE;
  }
}

Ltl ltl_and(LtlTable *t, Ltl a, Ltl b) { return combine(t, LTL_AND, a, b); }
Ltl ltl_or(LtlTable *t, Ltl a, Ltl b) { return combine(t, LTL_OR, a, b); }
Ltl ltl_implies(LtlTable *t, Ltl a, Ltl b) { return ltl_or(t, ltl_not(t, a), b); }
Ltl ltl_next(LtlTable *t, Ltl a) { return combine(t, LTL_NEXT, a, 0); }
Ltl ltl_until(LtlTable *t, Ltl a, Ltl b) { return combine(t, LTL_UNTIL, a, b); }
Ltl ltl_release(LtlTable *t, Ltl a, Ltl b) { return combine(t, LTL_RELEASE, a, b); }
Ltl ltl_weak_until(LtlTable *t, Ltl a, Ltl b) { return ltl_release(t, b, ltl_or(t, a, b)); }
Ltl ltl_finally(LtlTable *t, Ltl a) { return ltl_until(t, LTL_TRUE, a); }
Ltl ltl_globally(LtlTable *t, Ltl a) { return ltl_release(t, LTL_FALSE, a); }
Ltl ltl_yesterday(LtlTable *t, Ltl a) { return combine(t, LTL_YESTERDAY, a, 0); }
Ltl ltl_since(LtlTable *t, Ltl a, Ltl b) { return combine(t, LTL_SINCE, a, b); }
Ltl ltl_trigger(LtlTable *t, Ltl a, Ltl b) { return combine(t, LTL_TRIGGER, a, b); }

/* --------------------------------------------------------------------- safety */

/* A guess stands for its formula and the negation of it, so both would have to be safe. */
static bool is_safety(const LtlTable *t, Ltl f, bool *seen)
{
  const LtlNode *n = ltl_node(t, f);
  if (seen[f] || n->kind <= LTL_NOT_ATOM) return true;
  if (n->kind == LTL_GUESS || n->kind == LTL_NOT_GUESS || n->kind == LTL_UNTIL) return false;
  seen[f] = true;
  bool unary = n->kind == LTL_NEXT || n->kind == LTL_WEAK_NEXT || n->kind == LTL_YESTERDAY ||
               n->kind == LTL_WEAK_YESTERDAY;
  return is_safety(t, n->a, seen) && (unary || is_safety(t, n->b, seen));
}

bool ltl_is_safety(const LtlTable *t, Ltl f)
{
  bool *seen = memory_zeroed(t->nodes.len, sizeof *seen);
  bool safe = is_safety(t, f, seen);
  free(seen);
  return safe;
}
