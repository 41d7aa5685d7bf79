#include "cli/event_labels.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/vec.h"

typedef VEC(const char *) Words;

typedef struct {
  Arena *arena;
  const Model *impl, *spec;
  uint32_t *class; /* of each event of the specification: the least event of its class */
} Labels;

static const Node *refined(const Operation *op, uint32_t i)
{
  return 3 + i < op->node->count ? op->node->kids[3 + i] : NULL;
}

static uint32_t spec_event(const Labels *l, const Name *name)
{
  for (uint32_t i = 0; i < l->spec->operations.len; i++)
    if (l->spec->operations.data[i]->node->name == name) return i;
  return UINT32_MAX;
}

/* Events that one event refines together are in one class. */
static void find_classes(Labels *l)
{
  uint32_t count = l->spec->operations.len;
  l->class = arena_new_array(l->arena, uint32_t, count + 1);
  for (uint32_t i = 0; i < count; i++) l->class[i] = i;
  for (uint32_t i = 0; i < l->impl->operations.len; i++) {
    const Node *first = refined(l->impl->operations.data[i], 0), *other;
    uint32_t a = first ? spec_event(l, first->name) : UINT32_MAX;
    for (uint32_t k = 1; (other = refined(l->impl->operations.data[i], k)); k++) {
      uint32_t b = spec_event(l, other->name);
      if (a == UINT32_MAX || b == UINT32_MAX || l->class[a] == l->class[b]) continue;
      uint32_t least = l->class[a] < l->class[b] ? l->class[a] : l->class[b];
      uint32_t gone = l->class[a] + l->class[b] - least;
      for (uint32_t e = 0; e < count; e++)
        if (l->class[e] == gone) l->class[e] = least;
    }
  }
}

/* The names of the class, with bars between them. */
static const char *class_name(const Labels *l, uint32_t class)
{
  Text text = {0};
  for (uint32_t i = 0; i < l->spec->operations.len; i++)
    if (l->class[i] == class)
      text_printf(&text, "%s%s", text.len ? "|" : "",
                  l->spec->operations.data[i]->symbol->name->text);
  const char *name = arena_copy(l->arena, text_string(&text), text.len);
  text_free(&text);
  return name;
}

static uint32_t class_of(const Labels *l, const Operation *op, bool impl)
{
  const Node *first = refined(op, 0);
  if (impl && !first) return UINT32_MAX;
  uint32_t event = spec_event(l, impl ? first->name : op->node->name);
  return event == UINT32_MAX ? UINT32_MAX : l->class[event];
}

static bool has_parameter(const Operation *op, const Name *name)
{
  for (uint32_t i = 0; i < op->parameter_count; i++)
    if (op->parameters[i]->name == name) return true;
  return false;
}

static bool all_have(const Labels *l, const Model *model, bool impl, uint32_t class,
                     const Name *name)
{
  for (uint32_t i = 0; i < model->operations.len; i++) {
    const Operation *op = model->operations.data[i];
    if (class_of(l, op, impl) == class && !has_parameter(op, name)) return false;
  }
  return true;
}

/* The parameters that all events of the class and all that refine one of them have, in
 * the order of the first of them. */
static const char *class_arguments(const Labels *l, uint32_t class)
{
  Text text = {0};
  const Operation *first = l->spec->operations.data[class];
  for (uint32_t i = 0; i < first->parameter_count; i++) {
    const Name *name = first->parameters[i]->name;
    if (all_have(l, l->spec, false, class, name) && all_have(l, l->impl, true, class, name))
      text_printf(&text, "%s,", name->text);
  }
  const char *list = arena_copy(l->arena, text_string(&text), text.len);
  text_free(&text);
  return list;
}

/* A copy that ends with NULL. */
static const char *const *keep(const Labels *l, Words *words)
{
  const char **list = arena_new_array(l->arena, const char *, words->len + 1);
  if (words->len) memcpy(list, words->data, words->len * sizeof *list);
  vec_free(words);
  return list;
}

static void add_labels(const Labels *l, bool impl, EventLabels *labels)
{
  const Model *model = impl ? l->impl : l->spec;
  Words hidden = {0}, renamed = {0}, arguments = {0};
  for (uint32_t i = 0; i < model->operations.len; i++) {
    const Operation *op = model->operations.data[i];
    const char *name = op->symbol->name->text;
    uint32_t class = class_of(l, op, impl);
    if (class == UINT32_MAX) {
      vec_push(&hidden, name);
      continue;
    }
    vec_push(&renamed, name);
    vec_push(&renamed, class_name(l, class));
    vec_push(&arguments, name);
    vec_push(&arguments, class_arguments(l, class));
  }
  if (impl) labels->hidden = keep(l, &hidden);
  else vec_free(&hidden);
  labels->renamed[!impl] = keep(l, &renamed);
  labels->arguments[!impl] = keep(l, &arguments);
}

EventLabels event_labels(Arena *arena, const Model *impl, const Model *spec)
{
  Labels l = {.arena = arena, .impl = impl, .spec = spec};
  EventLabels labels = {0};
  find_classes(&l);
  add_labels(&l, true, &labels);
  add_labels(&l, false, &labels);
  return labels;
}
