#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#include "engine/external/external_xml.h"

/* JSON in the form of an XML document.  An object is an element; its members that are
 * numbers, strings, booleans or null are its attributes, its other members elements
 * inside it.  An array is an element with its items inside.  Elements are called as
 * the member, else Object, Array or Value: the latter for an item that is a scalar,
 * with the attribute `value`.  meta tells the "jsonType" of an element. */

static const char *type_of(const json_t *json)
{
  switch (json_typeof(json)) {
  case JSON_OBJECT: return "object";
  case JSON_ARRAY: return "array";
  case JSON_STRING: return "string";
  case JSON_INTEGER:
  case JSON_REAL: return "number";
  case JSON_TRUE:
  case JSON_FALSE: return "boolean";
  default: return "null";
  }
}

static Value scalar_pair(ExternalCall *c, const char *key, const json_t *json)
{
  if (json_is_string(json)) return document_pair(c, key, json_string_value(json));
  char *text = json_dumps(json, JSON_ENCODE_ANY | JSON_REAL_PRECISION(17));
  if (!text) memory_exhausted();
  Value pair = document_pair(c, key, text);
  free(text);
  return pair;
}

static bool is_scalar(const json_t *json) { return !json_is_object(json) && !json_is_array(json); }

static void add_json(Document *d, uint32_t parent, const char *name, json_t *json)
{
  ExternalCall *c = d->call;
  Values attributes = {0}, meta = {0};
  const char *key;
  json_t *member;
  vec_push(&meta, document_pair(c, "jsonType", type_of(json)));
  if (is_scalar(json)) vec_push(&attributes, scalar_pair(c, "value", json));
  else if (json_is_object(json)) {
    json_object_foreach(json, key, member) if (is_scalar(member))
        vec_push(&attributes, scalar_pair(c, key, member));
  }
  const char *usual = json_is_object(json) ? "Object" : json_is_array(json) ? "Array" : "Value";
  uint32_t id = document_add(d, parent, name ? name : usual, &attributes, &meta);
  if (json_is_object(json)) {
    json_object_foreach(json, key, member) if (!is_scalar(member)) add_json(d, id, key, member);
  }
  for (size_t i = 0; json_is_array(json) && i < json_array_size(json); i++)
    add_json(d, id, NULL, json_array_get(json, i));
}

Value external_read_json(ExternalCall *c)
{
  Text text = {0};
  Value none;
  json_error_t error;
  if (!call_read_file(c, call_string(c, 0, NULL), &text, &none)) return none;
  json_t *json = json_loadb(text_string(&text), text.len, JSON_DECODE_ANY, &error);
  text_free(&text);
  if (!json) return call_fault(c, "line %d: %s", error.line, error.text);
  Document document = {.call = c};
  add_json(&document, 0, NULL, json);
  json_decref(json);
  return document_give(&document);
}
