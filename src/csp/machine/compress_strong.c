#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "csp/machine/compress.h"
#include "base/signatures.h"

/* Classes are refined until the states of each can do the same into the same classes.  A state is
 * looked at again if the class of one of its successors has got a new number.  Then it has a
 * successor in a new class, which those of its class that are not looked at have not; so these
 * stay, and the others are divided by what they can do. */
enum { WORK_OF_STATE = 64, WORK_OF_MOVE = 16 };

typedef struct {
  const Component *c;
  uint32_t *class, *size; /* by state, by class */
  uint32_t classes;
  uint32_t *before, *before_begin; /* the states before each */
  VEC(uint32_t) dirty, changed;
  bool *is_dirty;
  Signatures groups;      /* class, then events with classes */
  VEC(uint32_t) group_of; /* by place in dirty */
  VEC(uint32_t) group_size, group_class, group_name;
  uint32_t *dirty_count; /* by class */
  VEC(uint64_t) words;
  Effort *effort;
} Refining;

static void find_before(Refining *r)
{
  const Component *c = r->c;
  uint32_t moves = c->begin[c->states];
  r->before_begin = memory_zeroed((size_t) c->states + 1, sizeof *r->before_begin);
  r->before = memory_zeroed(moves, sizeof *r->before);
  for (uint32_t i = 0; i < moves; i++) r->before_begin[c->moves[i].to + 1]++;
  for (uint32_t s = 0; s < c->states; s++) r->before_begin[s + 1] += r->before_begin[s];
  uint32_t *at = memory_zeroed(c->states, sizeof *at);
  memcpy(at, r->before_begin, c->states * sizeof *at);
  for (uint32_t s = 0; s < c->states; s++)
    for (uint32_t i = c->begin[s]; i < c->begin[s + 1]; i++) r->before[at[c->moves[i].to]++] = s;
  free(at);
}

static uint32_t group_of(Refining *r, uint32_t state)
{
  const Component *c = r->c;
  r->words.len = 0;
  vec_push(&r->words, r->class[state]);
  for (uint32_t i = c->begin[state]; i < c->begin[state + 1]; i++)
    vec_push(&r->words, (uint64_t) c->moves[i].event << 32 | r->class[c->moves[i].to]);
  uint32_t count = 1 + words_sort(r->words.data + 1, r->words.len - 1);
  uint32_t group = signatures_add(&r->groups, r->words.data, count);
  if (group == r->group_size.len) {
    vec_push(&r->group_size, 0);
    vec_push(&r->group_class, r->class[state]);
  }
  r->group_size.data[group]++;
  return group;
}

/* The class that each group has from now on: of a class that is looked at as a whole, the largest
 * group keeps the number. */
static void name_groups(Refining *r)
{
  r->group_name.len = 0;
  for (uint32_t g = 0; g < r->group_size.len; g++) vec_push(&r->group_name, UINT32_MAX);
  /* dirty_count of a class becomes the largest group + 1 … */
  uint32_t *best = r->dirty_count;
  for (uint32_t g = 0; g < r->group_size.len; g++) {
    uint32_t class = r->group_class.data[g];
    if (best[class] != r->size[class]) continue; /* others of it stay */
    r->group_name.data[g] = class;
  }
  for (uint32_t g = 0; g < r->group_size.len; g++) best[r->group_class.data[g]] = 0;
  for (uint32_t g = 0; g < r->group_size.len; g++) {
    uint32_t class = r->group_class.data[g];
    if (r->group_name.data[g] == UINT32_MAX) continue;
    if (!best[class] || r->group_size.data[g] > r->group_size.data[best[class] - 1])
      best[class] = g + 1;
  }
  for (uint32_t g = 0; g < r->group_size.len; g++) {
    uint32_t class = r->group_class.data[g];
    if (best[class] == g + 1) continue;
    r->group_name.data[g] = r->classes++;
    r->size[class] -= r->group_size.data[g];
    r->size[r->group_name.data[g]] = r->group_size.data[g];
  }
  for (uint32_t g = 0; g < r->group_size.len; g++) best[r->group_class.data[g]] = 0;
}

static void find_dirty(Refining *r)
{
  r->dirty.len = 0;
  for (uint32_t i = 0; i < r->changed.len; i++) {
    uint32_t s = r->changed.data[i];
    for (uint32_t k = r->before_begin[s]; k < r->before_begin[s + 1]; k++) {
      uint32_t b = r->before[k];
      if (r->is_dirty[b]) continue;
      r->is_dirty[b] = true;
      vec_push(&r->dirty, b);
    }
  }
  for (uint32_t i = 0; i < r->dirty.len; i++) r->is_dirty[r->dirty.data[i]] = false;
}

static void refine_once(Refining *r)
{
  const uint32_t *begin = r->c->begin;
  signatures_clear(&r->groups);
  r->group_size.len = r->group_class.len = r->group_of.len = r->changed.len = 0;
  for (uint32_t i = 0; i < r->dirty.len; i++) {
    uint32_t state = r->dirty.data[i];
    uint64_t work = WORK_OF_STATE + WORK_OF_MOVE * (uint64_t) (begin[state + 1] - begin[state]);
    if (!effort_goes_on(r->effort, work)) return;
    r->dirty_count[r->class[r->dirty.data[i]]]++;
    vec_push(&r->group_of, group_of(r, r->dirty.data[i]));
  }
  name_groups(r);
  for (uint32_t i = 0; i < r->dirty.len; i++) {
    uint32_t s = r->dirty.data[i], name = r->group_name.data[r->group_of.data[i]];
    if (r->class[s] == name) continue;
    r->class[s] = name;
    vec_push(&r->changed, s);
  }
  find_dirty(r);
}

static Component *quotient(const Component *c, const uint32_t *class, uint32_t classes)
{
  ComponentDraft d = {0};
  uint32_t *speaker = memory_zeroed(classes, sizeof *speaker);
  for (uint32_t s = c->states; s-- > 0;) speaker[class[s]] = s;
  /* the class of the first state comes first */
  uint32_t first = class[0];
#define RENAMED(k) ((k) == first ? 0 : (k) == 0 ? first : (k))
  for (uint32_t k = 0; k < classes; k++) {
    uint32_t s = speaker[RENAMED(k)];
    draft_state(&d);
    for (uint32_t i = c->begin[s]; i < c->begin[s + 1]; i++)
      draft_move(&d, c->moves[i].event, RENAMED(class[c->moves[i].to]));
  }
  free(speaker);
  return draft_finish(&d, c->omega == NO_OMEGA ? NO_OMEGA : RENAMED(class[c->omega]));
#undef RENAMED
}

Component *compress_strong(Component *c, Effort *effort)
{
  if (!effort_look(effort)) return c;
  Refining r = {.c = c, .classes = 1, .effort = effort};
  r.class = memory_zeroed(c->states, sizeof *r.class);
  r.size = memory_zeroed((size_t) c->states + 1, sizeof *r.size);
  r.dirty_count = memory_zeroed((size_t) c->states + 1, sizeof *r.dirty_count);
  r.is_dirty = memory_zeroed(c->states, sizeof *r.is_dirty);
  if (c->omega != NO_OMEGA && c->states > 1) {
    r.class[c->omega] = r.classes++;
    r.size[1] = 1;
  }
  r.size[0] = c->states - (r.classes - 1);
  for (uint32_t s = 0; s < c->states; s++) vec_push(&r.dirty, s);
  find_before(&r);
  while (r.dirty.len && !effort->stopped) refine_once(&r);
  Component *result = effort->stopped ? c : component_trim(quotient(c, r.class, r.classes));
  free(r.class), free(r.size), free(r.dirty_count), free(r.is_dirty);
  free(r.before), free(r.before_begin);
  vec_free(&r.dirty), vec_free(&r.changed), vec_free(&r.group_of), vec_free(&r.group_size);
  vec_free(&r.group_class), vec_free(&r.group_name), vec_free(&r.words);
  signatures_free(&r.groups);
  if (result != c) component_free(c);
  return result;
}
