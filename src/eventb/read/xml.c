#include "eventb/read/xml.h"

#include <expat.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { XML_DEPTH_LIMIT = 100 };

typedef struct {
  Arena *arena;
  Diags *diags;
  const Source *source;
  XML_Parser parser;
  XmlElement *root;
  XmlElement *open[XML_DEPTH_LIMIT];
  uint32_t depth;
  const char *mistake; /* why we stopped */
} Reader;

static const char *copy(Reader *r, const char *text)
{
  return arena_copy(r->arena, text, strlen(text));
}

static const char *short_name(const char *name)
{
  const char *dot = strrchr(name, '.');
  return dot ? dot + 1 : name;
}

static void stop(Reader *r, const char *mistake)
{
  r->mistake = mistake;
  XML_StopParser(r->parser, XML_FALSE);
}

static Span span_here(const Reader *r)
{
  XML_Index index = XML_GetCurrentByteIndex(r->parser);
  int length = XML_GetCurrentByteCount(r->parser);
  if (index < 0 || (uint64_t) index > r->source->length) index = 0, length = 0;
  uint32_t begin = r->source->base + (uint32_t) index;
  return (Span){begin, begin + (uint32_t) length};
}

static void XMLCALL open_element(void *context, const char *name, const char **attributes)
{
  Reader *r = context;
  if (r->depth == XML_DEPTH_LIMIT) {
    stop(r, "the elements are nested too deeply");
    return;
  }
  XmlElement *element = arena_alloc(r->arena, sizeof *element);
  element->name = copy(r, short_name(name));
  element->span = span_here(r);
  uint32_t count = 0;
  while (attributes[2 * count]) count++;
  element->attributes = arena_new_array(r->arena, XmlAttribute, count);
  element->attribute_count = count;
  for (uint32_t i = 0; i < count; i++) {
    element->attributes[i].name = copy(r, attributes[2 * i]);
    element->attributes[i].value = copy(r, attributes[2 * i + 1]);
  }
  if (r->depth == 0) r->root = element;
  else {
    XmlElement *parent = r->open[r->depth - 1];
    if (parent->last) parent->last->next = element;
    else parent->first = element;
    parent->last = element;
  }
  r->open[r->depth++] = element;
}

static void XMLCALL close_element(void *context, const char *name)
{
  (void) name;
  ((Reader *) context)->depth--;
}

static void XMLCALL refuse_doctype(void *context, const char *name, const char *system,
                                   const char *public, int internal)
{
  (void) name, (void) system, (void) public, (void) internal;
  stop(context, "document type declarations are not supported");
}

XmlElement *xml_read(Arena *arena, Diags *diags, const Source *source)
{
  Reader r = {.arena = arena, .diags = diags, .source = source};
  static const XML_Memory_Handling_Suite memory = {memory_alloc, memory_resize, free};
  /* UTF-8 is what sources are, whatever the file says. */
  r.parser = XML_ParserCreate_MM("UTF-8", &memory, NULL);
  if (!r.parser) memory_exhausted();
  XML_SetUserData(r.parser, &r);
  XML_SetElementHandler(r.parser, open_element, close_element);
  XML_SetStartDoctypeDeclHandler(r.parser, refuse_doctype);
  enum XML_Status status = source->length > INT_MAX
                               ? XML_STATUS_ERROR
                               : XML_Parse(r.parser, source->text, (int) source->length, 1);
  if (status != XML_STATUS_OK) {
    const char *why = r.mistake ? r.mistake : XML_ErrorString(XML_GetErrorCode(r.parser));
    diag_error(diags, span_here(&r), "xml", "this file is not well-formed XML: %s", why);
  }
  XML_ParserFree(r.parser);
  return status == XML_STATUS_OK ? r.root : NULL;
}

const char *xml_attribute(const XmlElement *element, const char *name)
{
  static const char *const prefixes[] = {"org.eventb.core.", "org.eventb.theory.core."};
  for (uint32_t i = 0; i < element->attribute_count; i++) {
    const char *full = element->attributes[i].name;
    for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
      if (!strncmp(full, prefixes[k], strlen(prefixes[k]))) full += strlen(prefixes[k]);
    if (!strcmp(full, name)) return element->attributes[i].value;
  }
  return NULL;
}
