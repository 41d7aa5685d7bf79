#include "temporal/automaton/closure.h"

bool ltl_is_past(LtlKind kind) { return kind >= LTL_YESTERDAY; }

static bool is_unary(LtlKind kind)
{
  return kind == LTL_NEXT || kind == LTL_WEAK_NEXT || kind == LTL_YESTERDAY ||
         kind == LTL_WEAK_YESTERDAY;
}

/* What is guessed, and its negation, come into play as well. */
static void mark_parts(LtlTable *t, Ltl f, bool *inside)
{
  if (inside[f]) return;
  inside[f] = true;
  LtlNode n = *ltl_node(t, f);
  if (n.kind == LTL_GUESS || n.kind == LTL_NOT_GUESS) {
    Ltl guessed = t->guessed.data[n.a];
    mark_parts(t, guessed, inside);
    mark_parts(t, ltl_not(t, guessed), inside);
  }
  if (n.kind < LTL_AND) return;
  mark_parts(t, n.a, inside);
  if (!is_unary(n.kind)) mark_parts(t, n.b, inside);
}

static void number_parts(Closure *c, Arena *arena, const bool *inside)
{
  const LtlTable *t = c->table;
  c->place = arena_new_array(arena, uint32_t, t->nodes.len);
  for (Ltl f = 0; f < t->nodes.len; f++) {
    LtlKind kind = ltl_node(t, f)->kind;
    if (!inside[f]) continue;
    if (ltl_is_past(kind)) c->place[f] = c->pasts++;
    if (kind == LTL_UNTIL) c->place[f] = c->untils++;
  }
  c->past = arena_new_array(arena, uint32_t, c->pasts + 1);
  for (Ltl f = 0; f < t->nodes.len; f++)
    if (inside[f] && ltl_is_past(ltl_node(t, f)->kind)) c->past[c->place[f]] = f;
}

static void depend_on(Closure *c, Ltl f, Ltl part)
{
  uint64_t *set = c->depends + (size_t) f * c->words;
  for (uint32_t i = 0; i < c->words; i++) set[i] |= closure_depends(c, part)[i];
}

/* Parts have lesser numbers than wholes, and so has what is guessed. */
static void find_dependences(Closure *c, LtlTable *t, Ltl f)
{
  uint64_t *set = c->depends + (size_t) f * c->words;
  LtlNode n = *ltl_node(t, f);
  switch (n.kind) {
  case LTL_CONSTANT: return;
  case LTL_ATOM:
  case LTL_NOT_ATOM: word_add(set, n.a); return;
  case LTL_GUESS:
  case LTL_NOT_GUESS:
    word_add(set, closure_guess(c, n.a));
    depend_on(c, f, t->guessed.data[n.a]);
    depend_on(c, f, ltl_not(t, t->guessed.data[n.a]));
    return;
  default: break;
  }
  if (ltl_is_past(n.kind)) word_add(set, closure_past(c, c->place[f]));
  depend_on(c, f, n.a);
  if (!is_unary(n.kind)) depend_on(c, f, n.b);
}

void closure_make(Closure *c, Arena *arena, LtlTable *t, Ltl formula, uint32_t atoms)
{
  *c = (Closure){.table = t, .atoms = atoms, .guesses = t->guessed.len};
  for (uint32_t i = 0; i < t->guessed.len; i++) ltl_not(t, t->guessed.data[i]);
  bool *inside = arena_new_array(arena, bool, t->nodes.len);
  mark_parts(t, formula, inside);
  number_parts(c, arena, inside);
  c->words = (c->atoms + c->pasts + c->guesses + 63) / 64 + 1;
  c->depends = arena_new_array(arena, uint64_t, (size_t) t->nodes.len * c->words);
  for (Ltl f = 0; f < t->nodes.len; f++)
    if (inside[f]) find_dependences(c, t, f);
}
