#include <assert.h>
#include <ctype.h>
#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <expat.h>

#include "base/memory.h"

#include "engine/external/external_xml.h"

/* LibraryXML: reading with expat, and writing. */

/* ------------------------------------------------------------------- records */

static const char *const FIELDS[] = {"attributes", "element", "meta", "pId", "recId"};

static const Shape *record_shape(const ExternalCall *c)
{
  return shape_element(c->result)->args[1];
}

Value document_pair(ExternalCall *c, const char *key, const char *text)
{
  return value_pair(c->s, call_text(c, key), call_text(c, text));
}

uint32_t document_add(Document *d, uint32_t parent, const char *element, Values *attributes,
                      Values *meta)
{
  ExternalCall *c = d->call;
  const Shape *pair =
      shape_pair(c->e->shapes, shape_string(c->e->shapes), shape_string(c->e->shapes));
  uint32_t id = d->items.len + 1;
  assert(parent < id); /* elements come after what they are in */
  Value values[] = {ref_build(c->r, pair, attributes), call_text(c, element),
                    ref_build(c->r, pair, meta), value_small(parent), value_small(id)};
  vec_push(&d->items, call_record(c, record_shape(c), FIELDS, values, 5));
  return id;
}

Value document_give(Document *d)
{
  for (uint32_t i = 0; i < d->items.len; i++) {
    if (!value_is_none(d->items.data[i])) continue;
    vec_free(&d->items);
    return VALUE_FAULT;
  }
  return call_give_sequence(d->call, &d->items);
}

/* ------------------------------------------------------------------ encodings */

/* Converts to UTF-8 from an encoding by name; false if that is not possible. */
static bool to_utf8(Text *text, const char *encoding)
{
  char name[40];
  snprintf(name, sizeof name, "%s", encoding);
  for (char *at = name; *at; at++)
    if (*at == ' ') *at = '-';
  iconv_t converter = iconv_open("UTF-8", name);
  if (converter == (iconv_t) -1) return false;
  Text out = {0};
  char *in = text->data, chunk[4096];
  size_t left = text->len;
  bool right = true;
  while (right && left > 0) {
    char *to = chunk;
    size_t room = sizeof chunk;
    size_t done = iconv(converter, &in, &left, &to, &room);
    right = done != (size_t) -1 || room < sizeof chunk; /* else no progress: a wrong byte */
    text_add_bytes(&out, chunk, sizeof chunk - room);
  }
  iconv_close(converter);
  if (right) {
    text_free(text);
    *text = out;
  } else text_free(&out);
  return right;
}

/* The characters of an encoding with one byte each that the document itself names. */
static int XMLCALL unknown_encoding(void *ignored, const XML_Char *name, XML_Encoding *info)
{
  (void) ignored;
  for (int i = 0; i < 256; i++) {
    Text text = {0};
    text_add_char(&text, (char) i);
    bool known = i == 0 || to_utf8(&text, name);
    uint32_t code = (uint32_t) i;
    unsigned length;
    if (known && i > 0 && text.len) code = utf8_decode(text.data, &length);
    info->map[i] = known ? (int) code : -1;
    text_free(&text);
    if (i == 'A' && (!known || code != 'A')) return XML_STATUS_ERROR;
  }
  return XML_STATUS_OK;
}

/* -------------------------------------------------------------------- reading */

typedef struct {
  Document document;
  XML_Parser parser;
  VEC(uint32_t) open; /* recIds of the elements not yet ended */
  Text text;          /* character data not yet added */
  uint64_t text_line, first_line;
} XmlReader;

static uint64_t line_of(const XmlReader *x)
{
  return XML_GetCurrentLineNumber(x->parser) + x->first_line;
}

static uint32_t parent_of(const XmlReader *x)
{
  return x->open.len ? x->open.data[x->open.len - 1] : 0;
}

static uint32_t add_element(XmlReader *x, const char *name, Values *attributes, uint64_t line)
{
  char number[24];
  snprintf(number, sizeof number, "%llu", (unsigned long long) line);
  Values meta = {0};
  vec_push(&meta, document_pair(x->document.call, "xmlLineNumber", number));
  return document_add(&x->document, parent_of(x), name, attributes, &meta);
}

/* Text that is more than white space is an element CText of its own. */
static void flush_text(XmlReader *x)
{
  bool blank = strspn(text_string(&x->text), " \t\r\n") == x->text.len;
  if (!blank) {
    Values attributes = {0};
    vec_push(&attributes, document_pair(x->document.call, "text", text_string(&x->text)));
    add_element(x, "CText", &attributes, x->text_line);
  }
  text_clear(&x->text);
}

static void XMLCALL start_element(void *reader, const XML_Char *name, const XML_Char **pairs)
{
  XmlReader *x = reader;
  Values attributes = {0};
  flush_text(x);
  for (; *pairs; pairs += 2)
    vec_push(&attributes, document_pair(x->document.call, pairs[0], pairs[1]));
  uint32_t id = add_element(x, name, &attributes, line_of(x));
  vec_push(&x->open, id);
}

static void XMLCALL end_element(void *reader, const XML_Char *name)
{
  XmlReader *x = reader;
  (void) name;
  flush_text(x);
  assert(x->open.len > 0); /* the parser has seen to that */
  if (x->open.len) x->open.len--;
}

static void XMLCALL add_text(void *reader, const XML_Char *text, int length)
{
  XmlReader *x = reader;
  if (x->text.len == 0) x->text_line = line_of(x);
  text_add_bytes(&x->text, text, (size_t) length);
}

static Value parse(ExternalCall *c, const Text *text, const char *encoding)
{
  static const XML_Memory_Handling_Suite memory = {memory_alloc, memory_resize, free};
  XmlReader x = {.document = {.call = c}, .parser = XML_ParserCreate_MM(encoding, &memory, NULL)};
  if (!x.parser) memory_exhausted();
  /* White space before the declaration is not allowed, but met with. */
  size_t skip = strspn(text_string(text), " \t\r\n");
  for (size_t i = 0; i < skip; i++) x.first_line += text->data[i] == '\n';
  XML_SetUserData(x.parser, &x);
  XML_SetElementHandler(x.parser, start_element, end_element);
  XML_SetCharacterDataHandler(x.parser, add_text);
  XML_SetUnknownEncodingHandler(x.parser, unknown_encoding, NULL);
  bool right = XML_Parse(x.parser, text_string(text) + skip, (int) (text->len - skip), 1) !=
               XML_STATUS_ERROR;
  Value result = VALUE_FAULT;
  if (right) result = document_give(&x.document);
  else
    call_fault(c, "line %llu: %s", (unsigned long long) line_of(&x),
               XML_ErrorString(XML_GetErrorCode(x.parser)));
  vec_free(&x.document.items);
  vec_free(&x.open);
  text_free(&x.text);
  XML_ParserFree(x.parser);
  return result;
}

Value external_read_xml(ExternalCall *c)
{
  Text text = {0};
  Value none;
  if (!call_read_file(c, call_string(c, 0, NULL), &text, &none)) return none;
  const char *encoding =
      c->count > 1 && !call_is_text(c, 1, "auto") ? call_string(c, 1, NULL) : NULL;
  Value result;
  if (encoding && !to_utf8(&text, encoding))
    result = call_fault(c, "the file is not in the encoding %s", encoding);
  else {
    if (encoding && text.len >= 3 && !memcmp(text.data, "\xEF\xBB\xBF", 3))
      memset(text.data, ' ', 3);
    result = parse(c, &text, encoding ? "UTF-8" : NULL);
  }
  text_free(&text);
  return result;
}

Value external_read_xml_from_string(ExternalCall *c)
{
  Text text = {0};
  size_t length;
  const char *bytes = call_string(c, 0, &length);
  text_add_bytes(&text, bytes, length);
  Value result = parse(c, &text, "UTF-8");
  text_free(&text);
  return result;
}

/* -------------------------------------------------------------------- writing */

typedef struct {
  ExternalCall *call;
  const Shape *record;
  Values items;
  Text out;
  uint32_t depth;
} XmlWriter;

static Value field(const XmlWriter *w, uint32_t item, uint32_t i)
{
  assert(item < w->items.len && i < sizeof FIELDS / sizeof *FIELDS);
  return record_field(w->call->s, w->items.data[item], i); /* ascending by name, as FIELDS */
}

static const char *text_of(const XmlWriter *w, Value v)
{
  size_t length;
  return value_string_of(w->call->s, v, &length);
}

static void add_escaped(Text *out, const char *text, bool attribute)
{
  for (; *text; text++) {
    if (*text == '<') text_add(out, "&lt;");
    else if (*text == '>') text_add(out, "&gt;");
    else if (*text == '&') text_add(out, "&amp;");
    else if (*text == '"' && attribute) text_add(out, "&quot;");
    else if (*text == '\r' || (attribute && (*text == '\n' || *text == '\t')))
      text_printf(out, "&#%d;", *text);
    else text_add_char(out, *text);
  }
}

static bool is_text(const XmlWriter *w, uint32_t item)
{
  return !strcmp(text_of(w, field(w, item, 1)), "CText");
}

static void add_attributes(XmlWriter *w, uint32_t item, bool text_only)
{
  const Shape *pair = shape_element(w->record->args[0]);
  Value all = reference_expand(w->call->r, pair, field(w, item, 0), w->call->node->span);
  if (value_is_none(all)) return;
  SetIter it = set_iter(w->call->s, pair, all);
  for (Value v; set_next(&it, &v);) {
    const char *name = text_of(w, pair_first(w->call->s, v));
    const char *text = text_of(w, pair_second(w->call->s, v));
    if (text_only) {
      if (!strcmp(name, "text")) add_escaped(&w->out, text, false);
      continue;
    }
    text_printf(&w->out, " %s=\"", name);
    add_escaped(&w->out, text, true);
    text_add_char(&w->out, '"');
  }
}

/* Whether the element `id`, the one before item `next`, has text inside. */
static bool has_text(const XmlWriter *w, Value id, uint32_t next)
{
  for (; next < w->items.len && int_compare(w->call->s, field(w, next, 3), id) >= 0; next++)
    if (is_text(w, next) && value_same(field(w, next, 3), id)) return true;
  return false;
}

/* The elements from *next on that are inside the element `parent`.  Lines are broken
 * and indented unless there is text, where white space counts. */
static void write_children(XmlWriter *w, Value parent, uint32_t *next, bool plain)
{
  while (*next < w->items.len && value_same(field(w, *next, 3), parent)) {
    uint32_t item = (*next)++;
    if (is_text(w, item)) {
      add_attributes(w, item, true);
      continue;
    }
    const char *name = text_of(w, field(w, item, 1));
    Value id = field(w, item, 4);
    if (!plain) text_add_repeated(&w->out, ' ', 2 * w->depth);
    text_printf(&w->out, "<%s", name);
    add_attributes(w, item, false);
    bool inside = *next < w->items.len && value_same(field(w, *next, 3), id) && w->depth < 1000;
    bool text = plain || has_text(w, id, *next);
    text_add(&w->out, !inside ? "/>" : text ? ">" : ">\n");
    w->depth++;
    if (inside) write_children(w, id, next, text);
    w->depth--;
    if (inside && !text) text_add_repeated(&w->out, ' ', 2 * w->depth);
    if (inside) text_printf(&w->out, "</%s>", name);
    if (!plain) text_add_char(&w->out, '\n');
  }
}

static bool write_document(ExternalCall *c, Text *out, Value *none)
{
  XmlWriter w = {.call = c, .record = shape_element(c->shapes[0])->args[1]};
  if (!call_sequence(c, 0, &w.items, none)) return false;
  text_add(&w.out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  uint32_t next = 0;
  write_children(&w, value_small(0), &next, false);
  bool right = next == w.items.len;
  if (!right) *none = call_fault(c, "element %u does not follow its parent", next + 1);
  vec_free(&w.items);
  if (right) *out = w.out;
  else text_free(&w.out);
  return right;
}

Value external_write_xml_to_string(ExternalCall *c)
{
  Text out = {0};
  Value none;
  return write_document(c, &out, &none) ? call_give_string(c, &out) : none;
}

Value external_write_xml(ExternalCall *c)
{
  Text out = {0};
  Value none;
  if (!write_document(c, &out, &none)) return none;
  none = VALUE_TRUE;
  call_write_file(c, call_string(c, 1, NULL), "w", &out, &none);
  text_free(&out);
  return none;
}
