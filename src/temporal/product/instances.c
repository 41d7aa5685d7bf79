#include "temporal/product/instances.h"

#include <string.h>

#include "base/memory.h"
#include "lts/print.h"

enum { FEW_ARGUMENTS = 15 };

void instances_free(Instances *n)
{
  signatures_free(&n->names);
  signatures_free(&n->plain);
  vec_free(&n->labels);
  vec_free(&n->of_plain);
}

static uint32_t number_by_text(Instances *n, Lts *lts, const AtlasEdge *e, uint32_t count)
{
  Text text = {0};
  text_printf(&text, "%u", e->label);
  for (uint32_t i = 0; i < count; i++) {
    text_add_char(&text, ',');
    lts->print_argument(lts, &text, e->label, i, e->arguments[i]);
  }
  uint32_t words = (uint32_t) (text.len + 7) / 8;
  uint64_t *packed = memory_zeroed(words, sizeof *packed);
  memcpy(packed, text.data, text.len);
  uint32_t number = signatures_add(&n->names, packed, words);
  if (number == n->labels.len) vec_push(&n->labels, e->label);
  free(packed);
  text_free(&text);
  return number;
}

static uint32_t find(Instances *n, Lts *lts, const AtlasEdge *e, uint32_t count)
{
  uint64_t words[FEW_ARGUMENTS + 1] = {e->label};
  bool plain = count <= FEW_ARGUMENTS;
  for (uint32_t i = 0; i < count && plain; i++) {
    words[i + 1] = e->arguments[i].word;
    plain = !lts->store || value_is_word(e->arguments[i]);
  }
  if (!plain) return number_by_text(n, lts, e, count);
  uint32_t known = signatures_add(&n->plain, words, count + 1);
  if (known == n->of_plain.len) {
    uint32_t number = number_by_text(n, lts, e, count);
    vec_push(&n->of_plain, number);
  }
  return n->of_plain.data[known];
}

uint32_t instance_of(Instances *n, Lts *lts, const AtlasEdge *e)
{
  uint32_t results, count = lts->label_arguments(lts, e->label, &results);
  bool plain = count == 0 || (count == 1 && (!lts->store || value_is_word(e->arguments[0])));
  if (!plain) return find(n, lts, e, count);
  uint64_t argument = count ? e->arguments[0].word : 0;
  uint64_t mixed =
      (argument + e->label * UINT64_C(0x9E3779B97F4A7C15)) * UINT64_C(0xD6E8FEB86659FD93);
  uint32_t at = (uint32_t) (mixed >> 32) % INSTANCES_RECENT;
  bool known = n->recent[at].instance && n->recent[at].label == e->label &&
               n->recent[at].argument == argument;
  if (!known) {
    n->recent[at].instance = find(n, lts, e, count) + 1;
    n->recent[at].label = e->label;
    n->recent[at].argument = argument;
  }
  return n->recent[at].instance - 1;
}
