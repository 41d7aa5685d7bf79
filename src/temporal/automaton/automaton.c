#include "temporal/automaton/automaton.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "temporal/automaton/progress.h"

/* A state as words: what it remembers of the past, two bits each (those that its obligations depend
 * on; 0 for others), then the obligations, ascending. */
enum { PASTS_IN_WORD = 32, ATOMS_IN_WORD = 32 };

typedef struct { /* what can be done in a state by one letter; ends is a Truth, or NOT_ASKED */
  uint32_t begin, count;
  bool vague;
  uint8_t ends;
} Known;
enum { NOT_ASKED = 255 };

typedef struct {
  uint64_t *depends; /* set of the closure; NULL: it was not asked for */
  bool *asks;        /* by atom */
} StateFacts;

struct Automaton {
  LtlTable *table;
  Closure closure;
  uint32_t past_words, initial;
  Signatures states;
  VEC(StateFacts) facts; /* by state */
  Signatures letters; /* of a state: its number and the truth of the atoms that it asks for … */
  VEC(Known) known;   /* … by number */
  VEC(AutomatonMove) moves;
  VEC(uint64_t) words; /* scratch */
  uint8_t *before;     /* scratch: by past */
  Arena *arena, *scratch;
};

/* ----------------------------------------------------------------------- states */

static const uint64_t *obligations(const Automaton *a, uint32_t state, uint32_t *count)
{
  const uint64_t *words = signatures_get(&a->states, state, count);
  *count -= a->past_words;
  return *count ? words + a->past_words : NULL;
}

/* The state with these obligations, and what is remembered: by past, a Truth. */
static uint32_t put_state(Automaton *a, const Ltl *next, uint32_t count, const uint8_t *past)
{
  const Closure *c = &a->closure;
  a->words.len = 0;
  for (uint32_t i = 0; i < a->past_words; i++) vec_push(&a->words, 0);
  for (uint32_t i = 0; i < c->pasts; i++) {
    bool needed = false;
    for (uint32_t k = 0; k < count && !needed; k++)
      needed = word_has(closure_depends(c, next[k]), closure_past(c, i));
    if (needed) a->words.data[i / PASTS_IN_WORD] |= (uint64_t) past[i] << i % PASTS_IN_WORD * 2;
  }
  for (uint32_t k = 0; k < count; k++) vec_push(&a->words, next[k]);
  uint32_t state = signatures_add(&a->states, a->words.data, a->words.len);
  if (state == a->facts.len) vec_push(&a->facts, ((StateFacts){0}));
  return state;
}

static const StateFacts *facts_of(Automaton *a, uint32_t state)
{
  StateFacts *f = &a->facts.data[state];
  if (f->depends) return f;
  const Closure *c = &a->closure;
  uint32_t count;
  const uint64_t *all = obligations(a, state, &count);
  f->depends = arena_new_array(a->arena, uint64_t, c->words);
  f->asks = arena_new_array(a->arena, bool, c->atoms + 1);
  for (uint32_t k = 0; k < count; k++)
    for (uint32_t i = 0; i < c->words; i++) f->depends[i] |= closure_depends(c, (Ltl) all[k])[i];
  for (uint32_t i = 0; i < c->atoms; i++) f->asks[i] = word_has(f->depends, i);
  return f;
}

static void recall(Automaton *a, uint32_t state)
{
  uint32_t count;
  const uint64_t *words = signatures_get(&a->states, state, &count);
  for (uint32_t i = 0; i < a->closure.pasts; i++)
    a->before[i] = words[i / PASTS_IN_WORD] >> i % PASTS_IN_WORD * 2 & 3;
}

/* ------------------------------------------------------------------------ moves */

/* All ways to go on from the state at this position, with these guesses, which have to come true.
 */
static Branches branches_of(Automaton *a, uint32_t state, const Position *p)
{
  const Closure *c = &a->closure;
  const StateFacts *facts = facts_of(a, state);
  uint32_t count;
  obligations(a, state, &count);
  Branches all = branches_all(p);
  for (uint32_t k = 0; k < count; k++)
    all = branches_both(p, all, progress(p, (Ltl) obligations(a, state, &count)[k]));
  for (uint32_t g = 0; g < c->guesses; g++) {
    if (!word_has(facts->depends, closure_guess(c, g))) continue;
    Ltl f = a->table->guessed.data[g];
    all = branches_both(p, all, progress(p, p->guesses >> g & 1 ? f : ltl_not(a->table, f)));
  }
  return all;
}

static void add_move(Automaton *a, uint32_t first, uint32_t to, uint64_t marks)
{
  for (uint32_t i = first; i < a->moves.len; i++) {
    AutomatonMove *m = &a->moves.data[i];
    if (m->to != to) continue;
    if ((marks & m->marks) == marks) return;
    if ((marks & m->marks) == m->marks) {
      m->marks = marks;
      return;
    }
  }
  vec_push(&a->moves, ((AutomatonMove){to, marks}));
}

static void add_moves(Automaton *a, Known *k, const Position *p, Branches all)
{
  const Closure *c = &a->closure;
  uint8_t *past = arena_new_array(a->scratch, uint8_t, c->pasts + 1);
  for (uint32_t i = 0; i < c->pasts && all.count; i++) past[i] = (uint8_t) past_next(p, c->past[i]);
  for (uint32_t i = 0; i < all.count; i++) {
    const Branch *b = &all.branches[i];
    uint32_t to = put_state(a, b->next, b->count, past);
    add_move(a, k->begin, to, automaton_marks(a) & ~b->postponed);
  }
  k->vague |= all.vague;
}

/* Calls for all guesses that the state depends on. */
typedef void EachPosition(Automaton *, Known *, const Position *, Branches);
static void each_position(Automaton *a, uint32_t state, const Letter letter, bool at_end,
                          EachPosition *each, Known *k)
{
  const Closure *c = &a->closure;
  const uint64_t *depends = facts_of(a, state)->depends;
  uint64_t all = 0, guesses = 0;
  for (uint32_t g = 0; g < c->guesses; g++)
    all |= (uint64_t) word_has(depends, closure_guess(c, g)) << g;
  recall(a, state);
  do {
    ArenaMark mark = arena_mark(a->scratch);
    Position p = {c, a->scratch, letter, a->before, guesses, at_end};
    each(a, k, &p, branches_of(a, state, &p));
    arena_release(a->scratch, mark);
    guesses = (guesses - all) & all; /* the next subset */
  } while (guesses);
}

static void note_end(Automaton *a, Known *k, const Position *p, Branches all)
{
  (void) a, (void) p;
  if (all.count) k->ends = TRUTH_TRUE;
  else if (all.vague && k->ends == TRUTH_FALSE) k->ends = TRUTH_UNKNOWN;
}

/* What is known of the state and the letter: an entry of a->known. */
static uint32_t find_known(Automaton *a, uint32_t state, const Letter letter)
{
  const bool *asks = facts_of(a, state)->asks;
  uint32_t atoms = a->closure.atoms;
  a->words.len = 0;
  vec_push(&a->words, state);
  for (uint32_t i = 0; i < atoms; i++) {
    if (i % ATOMS_IN_WORD == 0) vec_push(&a->words, 0);
    if (asks[i]) a->words.data[a->words.len - 1] |= (uint64_t) letter[i] << i % ATOMS_IN_WORD * 2;
  }
  uint32_t number = signatures_add(&a->letters, a->words.data, a->words.len);
  if (number == a->known.len)
    vec_push(&a->known, ((Known){.begin = UINT32_MAX, .ends = NOT_ASKED}));
  return number;
}

AutomatonMoves automaton_moves(Automaton *a, uint32_t state, const Letter letter)
{
  uint32_t number = find_known(a, state, letter);
  Known k = a->known.data[number];
  if (k.begin == UINT32_MAX) {
    k.begin = a->moves.len;
    each_position(a, state, letter, false, add_moves, &k);
    k.count = a->moves.len - k.begin;
    a->known.data[number] = k;
  }
  return (AutomatonMoves){a->moves.data + k.begin, k.count, k.vague};
}

Truth automaton_ends(Automaton *a, uint32_t state, const Letter letter)
{
  uint32_t number = find_known(a, state, letter);
  Known k = a->known.data[number];
  if (k.ends == NOT_ASKED) {
    k.ends = TRUTH_FALSE;
    each_position(a, state, letter, true, note_end, &k);
    a->known.data[number].ends = k.ends;
  }
  return (Truth) k.ends;
}

/* -------------------------------------------------------------------- the whole */

uint32_t automaton_initial(const Automaton *a) { return a->initial; }
uint32_t automaton_states(const Automaton *a) { return a->states.begin.len; }
uint32_t automaton_atoms(const Automaton *a) { return a->closure.atoms; }

uint64_t automaton_marks(const Automaton *a)
{
  uint32_t untils = a->closure.untils;
  return untils == 64 ? UINT64_MAX : (UINT64_C(1) << untils) - 1;
}

bool automaton_accepts_all(const Automaton *a, uint32_t state)
{
  uint32_t count;
  obligations(a, state, &count);
  return count == 0;
}

const bool *automaton_asks(Automaton *a, uint32_t state) { return facts_of(a, state)->asks; }

static uint32_t first_state(Automaton *a, Ltl formula)
{
  const Closure *c = &a->closure;
  for (uint32_t i = 0; i < c->pasts; i++) a->before[i] = (uint8_t) past_first(c->table, c->past[i]);
  return put_state(a, &formula, formula == LTL_TRUE ? 0 : 1, a->before);
}

Automaton *automaton_new(LtlTable *table, Ltl formula, uint32_t atoms)
{
  Automaton *a = memory_zeroed(1, sizeof *a);
  a->table = table;
  a->arena = arena_new();
  a->scratch = arena_new();
  closure_make(&a->closure, a->arena, table, formula, atoms);
  a->past_words = (a->closure.pasts + PASTS_IN_WORD - 1) / PASTS_IN_WORD;
  a->before = arena_new_array(a->arena, uint8_t, a->closure.pasts + 1);
  if (a->closure.untils > AUTOMATON_MOST_MARKS || a->closure.guesses > 20) {
    automaton_free(a);
    return NULL;
  }
  vec_push(&a->moves, ((AutomatonMove){0, 0})); /* from now on there is an address */
  a->initial = first_state(a, formula);
  return a;
}

void automaton_free(Automaton *a)
{
  if (!a) return;
  signatures_free(&a->states);
  signatures_free(&a->letters);
  vec_free(&a->facts);
  vec_free(&a->known);
  vec_free(&a->moves);
  vec_free(&a->words);
  arena_free(a->arena);
  arena_free(a->scratch);
  free(a);
}
