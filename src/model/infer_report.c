#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "model/infer_impl.h"

/* What inference says about mistakes.  A mismatch names what was expected and
 * what was found, and shows where each came from. */

enum { TYPE_TEXT_LIMIT = 100, MOST_USES = 4 };

/* ---- types in words */

static void describe_fields(Infer *f, Text *text, const Type *variable)
{
  const OpenField *fields = var_of(f, variable)->fields;
  text_add(text, "a record");
  for (const OpenField *field = fields; field; field = field->next) {
    if (field == fields) text_add(text, field->next ? " with the fields " : " with the field ");
    else text_add(text, ", ");
    text_add(text, field->name->text);
  }
}

static bool is_open(Infer *f, Type *type)
{
  type = type_resolve(type);
  return is_var(type) && var_of(f, type)->class == VAR_ANY;
}

/* Says "a set" rather than POW(?). */
static void describe(Infer *f, Text *text, Type *type)
{
  type = type_resolve(type);
  if (type->kind == TYPE_PAIR && is_open(f, type->args[0]) && is_open(f, type->args[1])) {
    text_add(text, "a pair");
  } else if (type->kind == TYPE_POW && is_open(f, type->args[0])) {
    text_add(text, "a set");
  } else if (type->kind == TYPE_POW) {
    Type *element = type_resolve(type->args[0]);
    bool pair = element->kind == TYPE_PAIR;
    if (pair && is_open(f, element->args[0]) && is_open(f, element->args[1]))
      text_add(text, "a relation");
    else type_print_cut(text, type, TYPE_TEXT_LIMIT);
  } else if (is_var(type)) {
    switch (var_of(f, type)->class) {
    case VAR_ANY: text_add(text, "?"); break;
    case VAR_NUMBER: text_add(text, "a number"); break;
    case VAR_NUMBER_OR_SET: text_add(text, "a number or a set"); break;
    case VAR_SEQUENCE_OR_STRING: text_add(text, "a sequence or a string"); break;
    case VAR_RECORD: describe_fields(f, text, type); break;
    }
  } else {
    type_print_cut(text, type, TYPE_TEXT_LIMIT);
  }
}

/* ---- where things come from */

static void add_uses(Infer *f, Diag *diag)
{
  uint32_t n = 0;
  for (const Use *use = f->use; use && n < MOST_USES; use = use->outer, n++)
    if (use->node->name)
      diag_note(f->diags, diag, use->node->span, "in the definition %s, used here",
                use->node->name->text);
}

static Span origin_of(Infer *f, const Symbol *symbol)
{
  if (!symbol->type) return SPAN_NONE;
  if (!symbol->type->fixed) return unify_origin(f, symbol->type);
  for (uint32_t i = f->met.len; i-- > 0;) /* closed by an earlier infer_finish */
    if (f->met.data[i].symbol == symbol) return f->met.data[i].origin;
  return SPAN_NONE;
}

static bool is_inside(Span inner, Span outer)
{
  return inner.begin >= outer.begin && inner.end <= outer.end;
}

/* Notes where a name got its type; false if the node is no such name. */
static bool explain_name(Infer *f, Diag *diag, const Node *node)
{
  node = infer_unwrapped(node);
  if ((node->kind != NODE_IDENT && node->kind != NODE_OLD_VALUE) || !node->symbol) return false;
  const Symbol *symbol = node->symbol;
  Span origin = origin_of(f, symbol);
  if (!symbol->type || is_inside(origin, node->span)) return false;
  Text text = {0};
  type_print_cut(&text, symbol->type, TYPE_TEXT_LIMIT);
  if (span_known(origin))
    diag_note(f->diags, diag, origin, "%s got its type %s here", symbol->name->text,
              text_string(&text));
  else if (span_known(symbol->span) && symbol->kind != SYMBOL_SET)
    diag_note(f->diags, diag, symbol->span, "%s has the type %s", symbol->name->text,
              text_string(&text));
  text_free(&text);
  return true;
}

static void explain_parameter(Infer *f, Diag *diag, const Node *node)
{
  const Symbol *symbol = infer_unwrapped(node)->symbol;
  if (symbol && symbol->kind == SYMBOL_SET && symbol->parameter)
    diag_note(f->diags, diag, symbol->span,
              "%s is a set, because it is a parameter in capital letters; scalar parameters are in "
              "lower case",
              symbol->name->text);
}

static void explain_other(Infer *f, Diag *diag, const Node *other)
{
  if (explain_name(f, diag, other) || !other->type) return;
  Text text = {0};
  describe(f, &text, (Type *) (uintptr_t) other->type);
  diag_note(f->diags, diag, other->span, "this is %s", text_string(&text));
  text_free(&text);
}

/* ---- messages */

/* One mistake is said once, even if an expression stands at several places of a
 * definition. */
static bool is_said(Infer *f, const Node *node)
{
  bool said = span_known(node->span) && node->span.begin == f->said.begin &&
              node->span.end == f->said.end && f->use == f->said_in;
  f->said = node->span;
  f->said_in = f->use;
  return said;
}

/* What stands between a type and what has it. */
static const char *joint(const char *what)
{
  if (!what) return "";
  return strncmp(what, "in ", 3) ? " as " : " ";
}

Diag *infer_report_error(Infer *f, Span span, const char *code, const char *format, ...)
{
  char text[1000];
  va_list args;
  va_start(args, format);
  int length = vsnprintf(text, sizeof text, format, args);
  va_end(args);
  if (length < 0) length = 0;
  if (length >= (int) sizeof text) { /* cut, but not inside a character */
    length = (int) sizeof text - 1;
    while (length > 0 && ((unsigned char) text[length - 1] & 0xC0) == 0x80) length--;
    if (length > 0 && (unsigned char) text[length - 1] >= 0xC0) length--;
  }
  text[length] = 0;
  Diag *diag = diag_error(f->diags, span, code, "%s", text);
  add_uses(f, diag);
  return diag;
}

Type *infer_limit_height(Infer *f, Type *type)
{
  if (!type->fixed || type->height <= TYPE_HEIGHT_LIMIT) return type;
  if (!f->too_high)
    infer_report_error(f, f->origin, "type-too-deep",
                       "types nested more than %d deep are not supported", TYPE_HEIGHT_LIMIT);
  f->too_high = true;
  return type_unknown(f->types);
}

void infer_report_mismatch_text(Infer *f, const Node *node, const char *expected, Type *found,
                                const char *what, const Node *other)
{
  if (is_said(f, node)) return;
  Text text = {0};
  describe(f, &text, found);
  Diag *diag = diag_error(f->diags, node->span, "type-mismatch", "expected %s, found %s%s%s",
                          expected, text_string(&text), joint(what), what ? what : "");
  if (other && other != node) explain_other(f, diag, other);
  explain_name(f, diag, node);
  explain_parameter(f, diag, node);
  add_uses(f, diag);
  text_free(&text);
  unify_excuse(f, found);
}

static void report_cycle(Infer *f, const Node *node, Type *expected, Type *found, const char *what)
{
  Text one = {0}, two = {0};
  type_print_cut(&one, expected, TYPE_TEXT_LIMIT);
  type_print_cut(&two, found, TYPE_TEXT_LIMIT);
  infer_report_error(f, node->span, "type-cycle",
                     "expected %s, found %s%s%s; a type cannot contain itself", text_string(&one),
                     text_string(&two), joint(what), what ? what : "");
  text_free(&one);
  text_free(&two);
  unify_excuse(f, expected);
  unify_excuse(f, found);
}

void infer_report_mismatch(Infer *f, const Node *node, Type *expected, Type *found,
                           const char *what, const Node *other)
{
  if (f->cyclic) {
    report_cycle(f, node, expected, found, what);
    return;
  }
  Text text = {0};
  describe(f, &text, expected);
  infer_report_mismatch_text(f, node, text_string(&text), found, what, other);
  text_free(&text);
  unify_excuse(f, expected);
}

void infer_report_untyped(Infer *f, const Symbol *symbol, Span span, Type *type)
{
  Text text = {0};
  if (type && !is_var(type_resolve(type))) {
    text_add(&text, ": only ");
    type_print_cut(&text, type, TYPE_TEXT_LIMIT);
    text_add(&text, " is known");
  }
  Diag *diag = infer_report_error(f, span, "type-unknown", "the type of %s cannot be inferred%s",
                                  symbol->name->text, text_string(&text));
  diag_hint(f->diags, diag, "state the set that it belongs to: %s : …", symbol->name->text);
  text_free(&text);
}

void infer_report_no_field(Infer *f, const Node *node, Type *record)
{
  Text text = {0};
  record = type_resolve(record);
  text_printf(&text, "a record with the field %s", node->name->text);
  if (record->kind != TYPE_RECORD) {
    infer_report_mismatch_text(f, node->kids[0], text_string(&text), record, NULL, NULL);
    text_free(&text);
    return;
  }
  Nearest nearest = nearest_to(node->name->text);
  for (uint32_t i = 0; i < record->count; i++) nearest_offer(&nearest, record->names[i]->text);
  text_clear(&text);
  type_print_cut(&text, record, TYPE_TEXT_LIMIT);
  Diag *diag = diag_error(f->diags, node->span, "no-field", "%s has no field %s",
                          text_string(&text), node->name->text);
  Span behind = {node->kids[0]->span.end, node->span.end};
  if (nearest.best)
    diag_suggest(f->diags, diag,
                 sources_find_text(diags_sources(f->diags), behind, node->name->text),
                 nearest.best);
  explain_name(f, diag, node->kids[0]);
  add_uses(f, diag);
  text_free(&text);
}

/* ---- operands */

const char *infer_operand_text(Infer *f, const Node *node, uint32_t i)
{
  const Operator *op = operator_of((NodeKind) node->kind);
  switch (op->form) {
  case FORM_INFIX:
    if (node->count > 2) return arena_printf(f->arena, "an operand of '%s'", op->ascii);
    return arena_printf(f->arena, "the %s %s of '%s'", i == 0 ? "left" : "right",
                        op->class == CLASS_PRED ? "side" : "operand", op->ascii);
  case FORM_POSTFIX:
    if (node->kind == NODE_IMAGE)
      return i == 0 ? "the relation of an image" : "the set of an image";
    return arena_printf(f->arena, "the operand of '%s'", op->ascii);
  case FORM_PREFIX: return arena_printf(f->arena, "the operand of '%s'", op->ascii);
  default:
    if (node->count == 1) return arena_printf(f->arena, "the argument of '%s'", op->ascii);
    return arena_printf(f->arena, "argument %u of '%s'", i + 1, op->ascii);
  }
}

/* Bit i: parameter i occurs in it and has a value. */
static uint32_t known_parameters(const Type *type, Type **slots)
{
  if (!type || type->index == 0) return 0;
  if (type->kind == TYPE_VAR) return slots[type->index - 1] ? 1u << (type->index - 1) : 0;
  uint32_t known = 0;
  for (uint32_t i = 0; i < type->count; i++) known |= known_parameters(type->args[i], slots);
  return known;
}

static bool is_free_parameter(const Type *type, Type **slots)
{
  return type->index > 0 && type->kind == TYPE_VAR && !slots[type->index - 1];
}

/* What an operator wants, in words if it is nothing definite. */
static const char *wanted_text(Infer *f, const Scheme *scheme, const Type *type, Type **slots)
{
  if (is_free_parameter(type, slots)) return "a number"; /* all others fit anything */
  if (type->kind == TYPE_POW && is_free_parameter(type->args[0], slots))
    return scheme->numbers ? "a set of numbers" : "a set";
  if (type->kind == TYPE_POW && type->args[0]->kind == TYPE_POW &&
      is_free_parameter(type->args[0]->args[0], slots))
    return "a set of sets";
  if (type->kind == TYPE_POW && type->args[0]->kind == TYPE_PAIR &&
      is_free_parameter(type->args[0]->args[1], slots)) {
    const Type *from = type->args[0]->args[0];
    if (is_free_parameter(from, slots)) return "a relation";
    if (from->kind == TYPE_INTEGER) return "a sequence";
  }
  Text text = {0};
  describe(f, &text, scheme_build(f, scheme, type, slots));
  const char *copy = arena_copy(f->arena, text_string(&text), text.len);
  text_free(&text);
  return copy;
}

void infer_report_operand(Infer *f, const Node *node, uint32_t i, const Scheme *scheme,
                          Type **slots, Type *found)
{
  uint32_t last = scheme->arity - 1;
  const Type *type = scheme->args[i < last ? i : last];
  const char *what = infer_operand_text(f, node, i);
  if (f->cyclic) {
    report_cycle(f, node->kids[i], scheme_build(f, scheme, type, slots), found, what);
    return;
  }
  const Node *other = NULL;
  uint32_t known = known_parameters(type, slots);
  for (uint32_t k = 0; k < i && !other; k++)
    if (known & known_parameters(scheme->args[k < last ? k : last], slots)) other = node->kids[k];
  infer_report_mismatch_text(f, node->kids[i], wanted_text(f, scheme, type, slots), found, what,
                             other);
}
