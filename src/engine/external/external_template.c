/* Template strings: text with the values of expressions, as TO_STRING and its relatives give them.
 */

#include "engine/external/external_impl.h"
#include "syntax/template.h"

/* The text of a value; one that is longer than texts may be is a fault. */
static Value hole_text(Reference *r, const Node *hole, Value v)
{
  TemplateFormat format = {0};
  if (hole->name) template_format(hole->name->text, &format);
  ExternalCall c = {.r = r, .e = r->e, .s = r->s, .node = hole, .name = "template", .count = 3};
  c.shapes[0] = ref_shape(r, hole->kids[0]);
  c.shapes[1] = shape_integer(r->e->shapes);
  c.shapes[2] = shape_string(r->e->shapes);
  c.args[0] = call_expand(&c, c.shapes[0], v);
  if (value_is_none(c.args[0])) return c.args[0];
  c.args[1] = value_int(r->s, format.decimals);
  Value text;
  if (format.number == TEMPLATE_REAL) text = external_real_to_dec_string(&c);
  else if (format.number == TEMPLATE_INTEGER) text = external_int_to_dec_string(&c);
  else if (format.unicode && c.shapes[0]->kind != SHAPE_STRING) {
    Text out = {0};
    engine_format(r->e, &out, c.shapes[0], c.args[0],
                  (FormatStyle){.sequences = SEQUENCES_ALWAYS, .unicode = true});
    text = call_give_string(&c, &out);
  } else text = external_to_string(&c);
  if (value_is_none(text) || format.width == 0) return text;
  c.shapes[0] = shape_string(r->e->shapes);
  c.args[0] = text;
  c.args[1] = value_int(r->s, format.width);
  c.args[2] = value_string(r->s, " ", 1);
  return external_string_padleft(&c);
}

static void add_string(Reference *r, Text *out, Value string)
{
  size_t length;
  const char *text = value_string_of(r->s, string, &length);
  text_add_bytes(out, text, length);
}

Value external_template(Reference *r, const Node *node)
{
  Text out = {0};
  Value v = VALUE_TRUE;
  for (uint32_t i = 0; i < node->count && !value_is_none(v); i++) {
    const Node *part = node->kids[i];
    v = ref_eval(r, part->kids[0]);
    if (!value_is_none(v) && part->kind == NODE_TEMPLATE_HOLE) v = hole_text(r, part, v);
    if (!value_is_none(v)) add_string(r, &out, v);
    if (!value_is_none(v) && out.len > EXTERNAL_TEXT_LIMIT)
      v = engine_unknown(r->e, "a string is too long");
  }
  if (!value_is_none(v)) v = value_string(r->s, text_string(&out), out.len);
  text_free(&out);
  return v;
}
