#include "temporal/automaton/survey.h"

#include <assert.h>

#include "base/memory.h"

enum { MOST_LETTERS = 1 << 12, MOST_ASKED = 10, MOST_STATES = 256 };

typedef struct {
  uint32_t from, to;
  uint64_t marks;
} Arc;

typedef struct {
  Automaton *a;
  uint32_t atoms, letters;
  uint8_t *letter;
  VEC(Arc) arcs; /* ascending by `from` */
} Look;

static void take_letter(Look *l, uint32_t q)
{
  AutomatonMoves moves = automaton_moves(l->a, q, l->letter);
  l->letters++;
  for (uint32_t i = 0; i < moves.count; i++)
    vec_push(&l->arcs, ((Arc){q, moves.moves[i].to, moves.moves[i].marks}));
}

static bool take_state(Look *l, uint32_t q)
{
  const bool *asks = automaton_asks(l->a, q);
  uint32_t asked[MOST_ASKED], count = 0;
  for (uint32_t i = 0; i < l->atoms; i++) {
    l->letter[i] = TRUTH_FALSE;
    if (!asks[i]) continue;
    if (count == MOST_ASKED) return false;
    asked[count++] = i;
  }
  if (l->letters + (UINT32_C(1) << count) > MOST_LETTERS) return false;
  for (uint32_t set = 0; set < UINT32_C(1) << count; set++) {
    for (uint32_t i = 0; i < count; i++)
      l->letter[asked[i]] = set >> i & 1 ? TRUTH_TRUE : TRUTH_FALSE;
    take_letter(l, q);
  }
  return true;
}

/* -------------------------------------------------------------------- components */

/* By state: the states that it can reach by one step or more, as bits. */
static uint64_t *reaches(const Look *l, uint32_t states, uint32_t words)
{
  uint64_t *sets = memory_zeroed((size_t) states * words, sizeof *sets);
  bool more = true;
  while (more) {
    more = false;
    for (uint32_t i = 0; i < l->arcs.len; i++) {
      const Arc *arc = &l->arcs.data[i];
      uint64_t *from = sets + (size_t) arc->from * words;
      const uint64_t *to = sets + (size_t) arc->to * words;
      for (uint32_t k = 0; k < words; k++) {
        uint64_t set = from[k] | to[k] | (arc->to / 64 == k ? UINT64_C(1) << arc->to % 64 : 0);
        more |= set != from[k];
        from[k] = set;
      }
    }
  }
  return sets;
}

static bool has(const uint64_t *sets, uint32_t words, uint32_t from, uint32_t to)
{
  return sets[(size_t) from * words + to / 64] >> to % 64 & 1;
}

/* Have the loops around this state all marks, taken together? */
static bool may_repeat(const Look *l, const uint64_t *sets, uint32_t words, uint32_t q)
{
  uint64_t marks = 0;
  if (!has(sets, words, q, q)) return false;
  for (uint32_t i = 0; i < l->arcs.len; i++) {
    const Arc *arc = &l->arcs.data[i];
    bool inside = (arc->from == q || has(sets, words, q, arc->from)) &&
                  (arc->to == q || has(sets, words, arc->to, q));
    if (inside) marks |= arc->marks;
  }
  return (marks & automaton_marks(l->a)) == automaton_marks(l->a);
}

static void judge(const Look *l, Survey *s)
{
  uint32_t words = (s->count + 63) / 64;
  uint64_t *sets = reaches(l, s->count, words);
  for (uint32_t q = 0; q < s->count; q++) s->early[q] = true;
  for (uint32_t q = 0; q < s->count; q++) {
    if (!may_repeat(l, sets, words, q)) continue;
    s->early[q] = false;
    for (uint32_t to = 0; to < s->count; to++)
      if (has(sets, words, q, to)) s->early[to] = false;
  }
  free(sets);
}

void survey_open(Survey *s, Automaton *a)
{
  *s = (Survey){0};
  Look l = {.a = a, .atoms = automaton_atoms(a)};
  l.letter = memory_zeroed(l.atoms, sizeof *l.letter);
  bool good = true;
  uint32_t q = 0;
  for (; q < automaton_states(a) && good; q++) good = q < MOST_STATES && take_state(&l, q);
  if (good) {
    s->count = q;
    s->early = memory_zeroed(q, sizeof *s->early);
    judge(&l, s);
  }
  vec_free(&l.arcs);
  free(l.letter);
}

void survey_close(Survey *s) { free(s->early); }
