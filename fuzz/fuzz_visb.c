/* Feeds arbitrary bytes to the readers of pictures.  The first byte says what follows: markup of
 * SVG, or a JSON file of VisB, which may include itself by any name.  What comes out is checked
 * again: it may only draw. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "session/visb/svg.h"
#include "session/visb/svg_rules.h"
#include "session/visb/visb_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_node(const SvgNode *node)
{
  const char *plain;
  if (!node->name) return;
  if (svg_element(node->name) != node->name) abort();
  for (const SvgAttribute *a = node->attributes; a; a = a->next) {
    SvgAttributeKind kind = svg_attribute(a->name, &plain);
    if (kind != SVG_ATTRIBUTE_PLAIN && kind != SVG_ATTRIBUTE_REFERENCE) abort();
    if (plain != a->name || !strncasecmp(a->name, "on", 2)) abort();
    if (kind == SVG_ATTRIBUTE_PLAIN && svg_value_problem(a->value)) abort();
    if (kind == SVG_ATTRIBUTE_REFERENCE && a->value[0] != '#' && a->value[0] &&
        !svg_is_data_image(a->value) && a->image == SVG_NO_IMAGE)
      abort();
  }
  if (strcmp(node->name, "style") != 0) return;
  for (const SvgNode *kid = node->first; kid; kid = kid->next)
    if (kid->text && svg_value_problem(kid->text)) abort();
}

static void check_tree(const SvgNode *root)
{
  uint32_t count = 0;
  for (const SvgNode *node = root; node; node = svg_next(node, root)) {
    check_node(node);
    if (node != root && !node->parent) abort();
    if (++count > SVG_NODES_LIMIT + 10) abort();
  }
}

static void read_markup(SvgMaker *m, const char *text, size_t size)
{
  SvgNode *root = svg_read(m, text, size);
  if (root) check_tree(root);
  else root = svg_add(m, NULL, "svg");
  svg_read_into(m, root, text, size);
  check_tree(root);
}

typedef struct {
  const char *text;
  size_t size;
  int reads;
} File;

static const char *read_file(void *context, const char *path, size_t *length, const char **why)
{
  enum { MOST_READS = 30 };
  File *file = context;
  (void) path;
  *why = "there are no more";
  *length = file->size;
  return file->reads++ < MOST_READS ? file->text : NULL;
}

static bool read_number(void *context, const char *expression, int64_t *out)
{
  (void) context;
  *out = (int64_t) strlen(expression) - 3;
  return expression[0] != '!';
}

static void read_json(Arena *arena, DisplayTroubles *troubles, const char *text, size_t size)
{
  File file = {text, size, 0};
  VisbText visb;
  visb_text_read(&visb, arena, troubles, "a/picture.json",
                 (VisbWorld){read_file, read_number, &file});
  for (uint32_t i = 0; i < visb.items.len; i++)
    if (!visb.items.data[i].id || !visb.items.data[i].attribute || !visb.items.data[i].value)
      abort();
  for (uint32_t i = 0; i < visb.events.len; i++)
    if (!visb.events.data[i].id || !*visb.events.data[i].event) abort();
  for (uint32_t i = 0; i < visb.hovers.len; i++)
    if (!visb.hovers.data[i].on || !visb.hovers.data[i].enter) abort();
  visb_text_free(&visb);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (!size) return 0;
  Arena *arena = arena_new();
  DisplayTroubles troubles = {.arena = arena};
  Images images;
  images_open(&images, NULL);
  SvgMaker maker = {.arena = arena, .images = &images, .troubles = &troubles, .where = "input"};
  char *text = malloc(size);
  if (!text) abort();
  memcpy(text, data + 1, size - 1);
  text[size - 1] = '\0';
  if (data[0] == '<') read_markup(&maker, text, size - 1);
  else read_json(arena, &troubles, text, size - 1);
  free(text);
  images_close(&images);
  vec_free(&troubles);
  arena_free(arena);
  return 0;
}
