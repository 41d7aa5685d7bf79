#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "csp/machine/compress.h"
#include "base/signatures.h"

/* Without τ-loops other than τ to the state itself, which stand for divergence.  The signature of a
 * state is what it can do, also after τ within its class.  Classes are divided by signatures until
 * their number stays. */
typedef struct {
  const Component *c;
  uint32_t *order; /* states, those after τ first */
  uint32_t *class, *next;
  uint32_t classes;
  Signatures signatures; /* class, then event and class, ascending */
  VEC(uint64_t) words;
  Effort *effort;
} Branching;

enum { WORK_LIMIT = 100000000, WORK_OF_STATE = 64, WORK_OF_WORD = 16 };

/* What can be reached by τ comes first; without recursion. */
static void find_order(Branching *b)
{
  const Component *c = b->c;
  VEC(uint32_t) path = {0};
  uint8_t *seen = memory_zeroed(c->states, sizeof *seen); /* 1: on the path, 2: placed */
  uint32_t count = 0;
  for (uint32_t first = 0; first < c->states; first++) {
    if (!seen[first]) vec_push(&path, first);
    while (path.len) {
      uint32_t s = path.data[path.len - 1];
      if (seen[s]) {
        path.len--;
        if (seen[s] == 1) b->order[count++] = s;
        seen[s] = 2;
        continue;
      }
      seen[s] = 1;
      for (uint32_t i = c->begin[s]; i < c->begin[s + 1] && c->moves[i].event == MACHINE_TAU; i++)
        if (!seen[c->moves[i].to]) vec_push(&path, c->moves[i].to);
    }
  }
  free(seen);
  vec_free(&path);
}

/* τ to the state itself counts: it is in no class that does not diverge. */
static void add_signature(Branching *b, uint32_t state)
{
  const Component *c = b->c;
  b->words.len = 0;
  vec_push(&b->words, b->class[state]);
  for (uint32_t i = c->begin[state]; i < c->begin[state + 1]; i++) {
    Move m = c->moves[i];
    bool inert = m.event == MACHINE_TAU && m.to != state && b->class[m.to] == b->class[state];
    uint64_t word = (uint64_t) m.event << 32 | b->class[m.to];
    if (!inert) {
      vec_push(&b->words, word);
      continue;
    }
    uint32_t count;
    signatures_get(&b->signatures, b->next[m.to], &count);
    for (uint32_t k = 1; k < count; k++)
      vec_push(&b->words, signatures_get(&b->signatures, b->next[m.to], &count)[k]);
  }
  uint32_t count = 1 + words_sort(b->words.data + 1, b->words.len - 1);
  b->next[state] = signatures_add(&b->signatures, b->words.data, count);
}

static bool divide(Branching *b)
{
  signatures_clear(&b->signatures);
  for (uint32_t i = 0; i < b->c->states; i++) {
    add_signature(b, b->order[i]);
    if (!effort_goes_on(b->effort, WORK_OF_STATE + WORK_OF_WORD * (uint64_t) b->words.len))
      return false;
  }
  uint32_t classes = b->signatures.begin.len;
  bool divided = classes > b->classes;
  b->classes = classes;
  uint32_t *other = b->class;
  b->class = b->next;
  b->next = other;
  return divided;
}

/* The signatures of the classes are their moves, but in terms of the classes before, which are the
 * same as the last round has divided nothing. */
static Component *quotient(Branching *b)
{
  const Component *c = b->c;
  ComponentDraft d = {0};
  uint32_t *renamed = memory_zeroed(b->classes, sizeof *renamed);
  for (uint32_t s = 0; s < c->states; s++) renamed[b->next[s]] = b->class[s];
  uint32_t first = b->class[0];
#define PLACE(k) ((k) == first ? 0 : (k) == 0 ? first : (k))
  for (uint32_t k = 0; k < b->classes; k++) {
    uint32_t count;
    const uint64_t *words = signatures_get(&b->signatures, PLACE(k), &count);
    draft_state(&d);
    for (uint32_t i = 1; i < count; i++)
      draft_move(&d, (uint32_t) (words[i] >> 32), PLACE(renamed[(uint32_t) words[i]]));
  }
  uint32_t omega = c->omega == NO_OMEGA ? NO_OMEGA : PLACE(b->class[c->omega]);
#undef PLACE
  free(renamed);
  return component_trim(draft_finish(&d, omega));
}

Component *compress_branching(Component *c, Effort *effort)
{
  Branching b = {.c = c, .classes = 1, .effort = effort};
  Component *result = NULL;
  b.order = memory_zeroed(c->states, sizeof *b.order);
  b.class = memory_zeroed(c->states, sizeof *b.class);
  b.next = memory_zeroed(c->states, sizeof *b.next);
  if (c->omega != NO_OMEGA && c->states > 1) b.class[c->omega] = 1, b.classes = 2;
  find_order(&b);
  uint64_t work = 0;
  while (divide(&b) && work < WORK_LIMIT) work += c->begin[c->states] + (uint64_t) c->states;
  if (work < WORK_LIMIT && !effort->stopped) result = quotient(&b);
  free(b.order), free(b.class), free(b.next);
  vec_free(&b.words);
  signatures_free(&b.signatures);
  if (!result) return compress_strong(c, effort);
  component_free(c);
  return result;
}
