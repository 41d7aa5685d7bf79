#include "session/visb/svg.h"

#include <assert.h>
#include <expat.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "session/visb/svg_rules.h"

/* ------------------------------------------------------------------ the tree */

static const char *kept(SvgMaker *m, const char *text, size_t length)
{
  return arena_copy(m->arena, text, length);
}

static SvgNode *new_node(SvgMaker *m, SvgNode *parent)
{
  if (m->nodes >= SVG_NODES_LIMIT) {
    trouble_add(m->troubles, SPAN_NONE, "%s: the picture has more than %d elements", m->where,
                SVG_NODES_LIMIT);
    return NULL;
  }
  m->nodes++;
  SvgNode *node = arena_alloc(m->arena, sizeof *node);
  node->parent = parent;
  if (parent) {
    if (parent->last) parent->last->next = node;
    else parent->first = node;
    parent->last = node;
  }
  return node;
}

static uint32_t depth_of(const SvgNode *node)
{
  uint32_t depth = 0;
  for (; node; node = node->parent) depth++;
  return depth;
}

bool svg_is_style(const SvgNode *node) { return node->name && !strcmp(node->name, "style"); }

SvgNode *svg_add(SvgMaker *m, SvgNode *parent, const char *name)
{
  bool in_style = parent && svg_is_style(parent);
  const char *allowed = in_style ? NULL : svg_element(name);
  if (!allowed) {
    if (in_style || svg_is_remarkable(name))
      trouble_add(m->troubles, SPAN_NONE, "%s: <%.40s>%s is left out", m->where, name,
                  in_style ? " inside of <style>" : "");
    return NULL;
  }
  if (depth_of(parent) >= SVG_DEPTH_LIMIT) {
    trouble_add(m->troubles, SPAN_NONE, "%s: the elements are nested too deeply", m->where);
    return NULL;
  }
  SvgNode *node = new_node(m, parent);
  if (node) node->name = allowed;
  return node;
}

static void strip_comments(char *text)
{
  char *to = text;
  for (const char *from = text; *from;) {
    if (from[0] == '/' && from[1] == '*') {
      const char *end = strstr(from + 2, "*/");
      from = end ? end + 2 : from + strlen(from);
    } else *to++ = *from++;
  }
  *to = '\0';
}

/* Sheets are checked as a whole: parts that say nothing bad could together.  NULL: why not. */
static const char *style_text(SvgMaker *m, const SvgNode *node, const char *text, size_t length,
                              const char **why)
{
  char *sheet = arena_copy(m->arena, text, length);
  strip_comments(sheet);
  *why = node->first ? "it has a text already" : svg_value_problem(sheet);
  return *why ? NULL : sheet;
}

void svg_add_text(SvgMaker *m, SvgNode *parent, const char *text, size_t length)
{
  if (!length) return;
  const char *why = NULL;
  text = svg_is_style(parent) ? style_text(m, parent, text, length, &why) : kept(m, text, length);
  SvgNode *node = text ? new_node(m, parent) : NULL;
  if (node) node->text = text;
  if (why)
    trouble_add(m->troubles, SPAN_NONE, "%s: a text of <style> is left out: %s", m->where, why);
}

/* ---------------------------------------------------------------- attributes */

/* Is the element one whose href is an image? */
static bool shows_image(const char *element)
{
  return !element || !strcmp(element, "image") || !strcmp(element, "feImage");
}

static bool check_reference(SvgMaker *m, const char *element, const char *value, uint32_t *image,
                            const char **why)
{
  if (value[0] == '#') return !(*why = svg_value_problem(value));
  if (!shows_image(element)) *why = "only images may refer to something outside of the picture";
  else if (strchr(value, ':') && !svg_is_data_image(value)) *why = "it is no file of the model";
  else if (value[0] && !svg_is_data_image(value)) {
    *image = images_find(m->images, value);
    if (*image == SVG_NO_IMAGE) *why = "there are too many images";
    else *why = m->images->list.data[*image].problem;
  }
  return !*why;
}

static bool is_animation(const char *element)
{
  return element && !strncmp(element, "animate", strlen("animate"));
}

bool svg_check(SvgMaker *m, const char *element, const char *name, const char *value,
               uint32_t *image, const char **why)
{
  const char *plain;
  *image = SVG_NO_IMAGE;
  *why = NULL;
  SvgAttributeKind kind = svg_attribute(name, &plain);
  if (kind == SVG_ATTRIBUTE_IGNORED) return false;
  if (kind == SVG_ATTRIBUTE_REFUSED) *why = "it could do something";
  else if (kind == SVG_ATTRIBUTE_REFERENCE) return check_reference(m, element, value, image, why);
  else if (is_animation(element) && !strcmp(plain, "attributeName") &&
           svg_attribute(value, &plain) != SVG_ATTRIBUTE_PLAIN)
    *why = "this attribute cannot be animated";
  else *why = svg_value_problem(value);
  return !*why;
}

static SvgAttribute *find_attribute(const SvgNode *node, const char *name)
{
  for (SvgAttribute *a = node->attributes; a; a = a->next)
    if (!strcmp(a->name, name)) return a;
  return NULL;
}

const char *svg_get(const SvgNode *node, const char *name)
{
  const SvgAttribute *a = find_attribute(node, name);
  return a ? a->value : NULL;
}

bool svg_set(SvgMaker *m, SvgNode *node, const char *name, const char *value)
{
  assert(node->name);
  uint32_t image;
  const char *why, *plain;
  if (!svg_check(m, node->name, name, value, &image, &why)) {
    if (why)
      trouble_add(m->troubles, SPAN_NONE, "%s: %.40s=\"%.100s\" of <%s> is left out: %s", m->where,
                  name, value, node->name, why);
    return false;
  }
  svg_attribute(name, &plain);
  SvgAttribute *a = find_attribute(node, plain);
  if (!a) {
    SvgAttribute **end = &node->attributes;
    while (*end) end = &(*end)->next;
    *end = a = arena_alloc(m->arena, sizeof *a);
    a->name = kept(m, plain, strlen(plain));
  }
  a->value = kept(m, value, strlen(value));
  a->image = image;
  return true;
}

SvgNode *svg_next(const SvgNode *node, const SvgNode *top)
{
  if (node->first) return node->first;
  while (node && node != top && !node->next) node = node->parent;
  return node && node != top ? node->next : NULL;
}

/* ------------------------------------------------------------------- reading */

typedef struct {
  SvgMaker *maker;
  XML_Parser parser;
  SvgNode *root, *at; /* NULL: outside of all */
  uint32_t skipped;   /* so many elements around are left out */
  Text text;          /* of the element that one is in, up to here */
  const char *mistake;
} Reader;

static void stop(Reader *r, const char *mistake)
{
  r->mistake = mistake;
  XML_StopParser(r->parser, XML_FALSE);
}

/* Blanks between elements say nothing, except inside of texts. */
static bool says_nothing(const SvgNode *node, const Text *text)
{
  static const char *const texts[] = {"text", "tspan", "textPath"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (!strcmp(node->name, texts[i])) return false;
  return text_string(text)[strspn(text_string(text), " \t\r\n")] == '\0';
}

/* What was read between two tags. */
static void end_text(Reader *r)
{
  if (r->at && !says_nothing(r->at, &r->text))
    svg_add_text(r->maker, r->at, text_string(&r->text), r->text.len);
  text_clear(&r->text);
}

static void XMLCALL open_element(void *context, const char *name, const char **attributes)
{
  Reader *r = context;
  if (r->skipped) {
    r->skipped++;
    return;
  }
  if (r->at && !svg_is_style(r->at)) end_text(r);
  if (!r->root && strcmp(name, "svg") != 0 && strcmp(name, "svg:svg") != 0) {
    stop(r, "its outermost element is not <svg>");
    return;
  }
  SvgNode *node = svg_add(r->maker, r->at, name);
  if (!node) {
    r->skipped = 1;
    return;
  }
  if (!r->root) r->root = node;
  r->at = node;
  for (; attributes[0]; attributes += 2) svg_set(r->maker, node, attributes[0], attributes[1]);
}

static void XMLCALL close_element(void *context, const char *name)
{
  (void) name;
  Reader *r = context;
  if (r->skipped) {
    r->skipped--;
    return;
  }
  end_text(r);
  if (r->at) r->at = r->at->parent;
}

static void XMLCALL take_text(void *context, const char *text, int length)
{
  Reader *r = context;
  if (r->at && !r->skipped) text_add_bytes(&r->text, text, (size_t) length);
}

static void XMLCALL check_doctype(void *context, const char *name, const char *system,
                                  const char *public, int internal)
{
  (void) name, (void) system, (void) public;
  if (internal) stop(context, "declarations in its document type are not supported");
}

/* False, with the mistake as a trouble: the text is no SVG. */
static bool read(Reader *r, const char *const *parts, const size_t *lengths, unsigned count)
{
  static const XML_Memory_Handling_Suite memory = {memory_alloc, memory_resize, free};
  r->parser = XML_ParserCreate_MM("UTF-8", &memory, NULL);
  if (!r->parser) memory_exhausted();
  XML_SetUserData(r->parser, r);
  XML_SetElementHandler(r->parser, open_element, close_element);
  XML_SetCharacterDataHandler(r->parser, take_text);
  XML_SetStartDoctypeDeclHandler(r->parser, check_doctype);
  bool good = true;
  for (unsigned i = 0; i < count && good; i++) {
    if (lengths[i] > SVG_MOST_BYTES) r->mistake = "it is larger than 8 MiB";
    good = !r->mistake &&
           XML_Parse(r->parser, parts[i], (int) lengths[i], i + 1 == count) == XML_STATUS_OK;
  }
  if (!good)
    trouble_add(r->maker->troubles, SPAN_NONE, "%s is no SVG: line %lu: %s", r->maker->where,
                (unsigned long) XML_GetCurrentLineNumber(r->parser),
                r->mistake ? r->mistake : XML_ErrorString(XML_GetErrorCode(r->parser)));
  XML_ParserFree(r->parser);
  text_free(&r->text);
  return good;
}

SvgNode *svg_read(SvgMaker *m, const char *text, size_t length)
{
  Reader r = {.maker = m};
  return read(&r, &text, &length, 1) ? r.root : NULL;
}

bool svg_read_into(SvgMaker *m, SvgNode *node, const char *text, size_t length)
{
  static const char before[] = "<svg>", after[] = "</svg>";
  const char *const parts[] = {before, text, after};
  const size_t lengths[] = {sizeof before - 1, length, sizeof after - 1};
  Reader r = {.maker = m};
  if (!read(&r, parts, lengths, 3) || !r.root) return false;
  for (SvgNode *kid = r.root->first; kid; kid = kid->next) kid->parent = node;
  if (!r.root->first) return true;
  if (node->last) node->last->next = r.root->first;
  else node->first = r.root->first;
  node->last = r.root->last;
  return true;
}
