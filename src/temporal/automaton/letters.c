#include "temporal/automaton/letters.h"

#include <string.h>

enum { FEW = 5, ATOMS_IN_WORD = 32 };

void letters_open(Letters *l, Automaton *a, pthread_mutex_t *lock, const bool *of_step)
{
  *l = (Letters){.automaton = a, .lock = lock, .of_step = of_step, .arena = arena_new()};
}

void letters_close(Letters *l)
{
  vec_free(&l->states);
  vec_free(&l->rare_moves);
  signatures_free(&l->rare);
  arena_free(l->arena);
}

static LetterState *make_state(Letters *l, uint32_t q)
{
  LetterState *s = arena_new_array(l->arena, LetterState, 1);
  uint32_t atoms = automaton_atoms(l->automaton);
  uint32_t *asked = arena_new_array(l->arena, uint32_t, atoms + 1);
  pthread_mutex_lock(l->lock);
  s->asks = automaton_asks(l->automaton, q);
  s->accepts_all = automaton_accepts_all(l->automaton, q);
  pthread_mutex_unlock(l->lock);
  for (uint32_t i = 0; i < atoms; i++) {
    if (!s->asks[i]) continue;
    asked[s->count++] = i;
    s->asks_steps |= l->of_step[i];
  }
  s->asked = asked;
  if (s->count > FEW) return s;
  s->table = arena_new_array(l->arena, LetterMoves *, (size_t) 1 << 2 * s->count);
  s->ends = arena_new_array(l->arena, uint8_t, (size_t) 1 << 2 * s->count);
  return s;
}

static LetterState *state_of(Letters *l, uint32_t q)
{
  while (l->states.len <= q) vec_push(&l->states, NULL);
  if (!l->states.data[q]) l->states.data[q] = make_state(l, q);
  return l->states.data[q];
}

const LetterState *letters_state(Letters *l, uint32_t q) { return state_of(l, q); }

static uint32_t place_of(const LetterState *s, const Letter letter)
{
  uint32_t place = 0;
  for (uint32_t i = 0; i < s->count; i++) place |= (uint32_t) letter[s->asked[i]] << 2 * i;
  return place;
}

static LetterMoves *ask(Letters *l, uint32_t q, const Letter letter)
{
  LetterMoves *m = arena_new_array(l->arena, LetterMoves, 1);
  pthread_mutex_lock(l->lock);
  AutomatonMoves moves = automaton_moves(l->automaton, q, letter);
  AutomatonMove *copy = arena_new_array(l->arena, AutomatonMove, moves.count + 1);
  if (moves.count) memcpy(copy, moves.moves, moves.count * sizeof *copy);
  *m = (LetterMoves){copy, moves.count, moves.vague, false};
  for (uint32_t i = 0; i < m->count; i++)
    m->decided |= automaton_accepts_all(l->automaton, copy[i].to);
  pthread_mutex_unlock(l->lock);
  return m;
}

/* Where what is known of a letter of many atoms is kept. */
static LetterMoves **rare_place(Letters *l, const LetterState *s, uint32_t q, const Letter letter)
{
  enum { MOST_WORDS = 64 };
  uint64_t few[MOST_WORDS] = {q};
  uint32_t words = 1 + (s->count + ATOMS_IN_WORD - 1) / ATOMS_IN_WORD;
  ArenaMark mark = arena_mark(l->arena);
  uint64_t *all = words <= MOST_WORDS ? few : arena_new_array(l->arena, uint64_t, words);
  all[0] = q;
  for (uint32_t i = 0; i < s->count; i++)
    all[1 + i / ATOMS_IN_WORD] |= (uint64_t) letter[s->asked[i]] << i % ATOMS_IN_WORD * 2;
  uint32_t number = signatures_add(&l->rare, all, words);
  arena_release(l->arena, mark);
  if (number == l->rare_moves.len) vec_push(&l->rare_moves, NULL);
  return &l->rare_moves.data[number];
}

const LetterMoves *letters_moves(Letters *l, uint32_t q, const Letter letter)
{
  LetterState *s = state_of(l, q);
  LetterMoves **place = s->table ? &s->table[place_of(s, letter)] : rare_place(l, s, q, letter);
  if (!*place) *place = ask(l, q, letter);
  return *place;
}

Truth letters_ends(Letters *l, uint32_t q, const Letter letter)
{
  LetterState *s = state_of(l, q);
  uint8_t *place = s->ends ? &s->ends[place_of(s, letter)] : NULL;
  if (place && *place) return (Truth) (*place - 1);
  pthread_mutex_lock(l->lock);
  Truth t = automaton_ends(l->automaton, q, letter);
  pthread_mutex_unlock(l->lock);
  if (place) *place = (uint8_t) (t + 1);
  return t;
}
