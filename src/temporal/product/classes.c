#include "temporal/product/classes.h"

#include "base/memory.h"

enum { MOST_CLASSES = 1 << 10, MOST_STEPS = 1 << 15, MOST_WORDS = 1 << 17 };

void classes_free(Classes *c)
{
  signatures_free(&c->sets);
  signatures_free(&c->steps);
}

uint32_t classes_of_node(Classes *c, const uint32_t *instances, uint32_t count)
{
  uint64_t *set = memory_zeroed(count, sizeof *set);
  for (uint32_t i = 0; i < count; i++) set[i] = instances[i];
  uint32_t class = signatures_add(&c->sets, set, words_sort(set, count));
  free(set);
  c->on &= c->sets.begin.len <= MOST_CLASSES && c->sets.words.len <= MOST_WORDS;
  return class;
}

uint32_t classes_of_step(Classes *c, ClassStep s)
{
  uint64_t words[] = {(uint64_t) s.from << 32 | s.to, s.instance};
  uint32_t number = signatures_add(&c->steps, words, 2);
  c->on &= number < MOST_STEPS;
  return number;
}

ClassStep classes_step(const Classes *c, uint32_t number)
{
  uint32_t count;
  const uint64_t *words = signatures_get(&c->steps, number, &count);
  return (ClassStep){(uint32_t) (words[0] >> 32), (uint32_t) words[0], (uint32_t) words[1]};
}
