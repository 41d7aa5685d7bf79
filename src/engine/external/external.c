#include "engine/external/external.h"

#include <assert.h>
#include <stdarg.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/external/external_impl.h"

/* The table, and the check of signatures. */

const External externals[] = {
#define EXTERNAL(name, signature, arguments, function) \
  {#name, signature, arguments, external_##function},
#include "engine/external/externals.def"
#undef EXTERNAL
};
const uint32_t external_count = sizeof externals / sizeof *externals;

static int by_name(const void *name, const void *row)
{
  return strcmp(name, ((const External *) row)->name);
}

static const External *find(const char *name)
{
  return bsearch(name, externals, external_count, sizeof *externals, by_name);
}

bool external_is_known(const char *name) { return find(name) != NULL; }

/* -------------------------------------------------------------- signatures */

typedef struct {
  const char *at;
  const Shape *letters[4]; /* of T U V W */
} Signature;

static bool fits(Signature *, const Shape *, const Type *);

static bool fits_set(Signature *s, const Shape *shape, const Type *type, bool sequence)
{
  if (shape->kind != SHAPE_SET || type->kind != TYPE_POW) return false;
  shape = shape->args[0];
  type = type->args[0];
  if (!sequence) return fits(s, shape, type);
  return shape->kind == SHAPE_PAIR && type->kind == TYPE_PAIR &&
         shape->args[0]->kind == SHAPE_INTEGER && fits(s, shape->args[1], type->args[1]);
}

/* Pairs and records. */
static bool fits_parts(Signature *s, const Shape *shape, const Type *type, char end)
{
  if (shape->count != type->count) return false;
  for (uint32_t i = 0; i < shape->count; i++)
    if (!fits(s, shape->args[i], type->args[i])) return false;
  return *s->at++ == end;
}

/* Reads one type of the signature; whether the type, with its shape, is such a one. */
static bool fits(Signature *s, const Shape *shape, const Type *type)
{
  assert(*s->at != '\0' && type);
  char letter = *s->at++;
  bool known = type->kind != TYPE_VAR; /* only empty sets have unknown types: all fit */
  switch (letter) {
  case 'I': return !known || shape->kind == SHAPE_INTEGER;
  case 'S': return !known || shape->kind == SHAPE_STRING;
  case 'B': return !known || shape->kind == SHAPE_BOOL;
  case 'R': return !known || shape->kind == SHAPE_REAL;
  case 'N': return !known || shape->kind == SHAPE_INTEGER || shape->kind == SHAPE_REAL;
  case 'G': return known && (shape->kind == SHAPE_GIVEN || shape->kind == SHAPE_BOOL);
  case 'P':
  case 'Q': return fits_set(s, shape, type, letter == 'Q');
  case '(': return shape->kind == SHAPE_PAIR && fits_parts(s, shape, type, ')');
  case '{': return shape->kind == SHAPE_RECORD && fits_parts(s, shape, type, '}');
  case '.': return true;
  default: break;
  }
  if (letter < 'T' || letter > 'W') return false;
  const Shape **bound = &s->letters[letter - 'T'];
  if (!*bound) *bound = shape;
  return *bound == shape;
}

static bool fits_alternative(const ExternalCall *c, const char *signature)
{
  Signature s = {.at = signature};
  for (uint32_t i = 0; i < c->count; i++)
    if (!fits(&s, c->shapes[i], c->node->kids[i]->type)) return false;
  if (*s.at++ != ':') return false;
  bool right = c->node->type ? fits(&s, c->result, c->node->type) : *s.at++ == 'B';
  return right && (*s.at == '\0' || *s.at == '|');
}

static bool fits_signature(const ExternalCall *c, const char *signature)
{
  while (signature) {
    if (fits_alternative(c, signature)) return true;
    signature = strchr(signature, '|');
    if (signature) signature++;
  }
  return false;
}

/* ------------------------------------------------------------ unknown names */

static const Node *bare(const Node *node)
{
  while (node->kind == NODE_DESCRIBED || node->kind == NODE_LABELLED) node = node->kids[0];
  return node;
}

/* 1=1 or TRUE=TRUE */
static bool is_trivial(const Node *body)
{
  if (body->kind != NODE_EQUAL || !node_equal(body->kids[0], body->kids[1])) return false;
  return body->kids[0]->kind == NODE_TRUE || body->kids[0]->kind == NODE_INTEGER_LIT;
}

/* A name that we do not know has the meaning of its body if that is more than a
 * dummy: a trivial predicate, skip, or one of the parameters. */
static Value body_value(Reference *r, const Node *node)
{
  const Symbol *symbol = node->symbol;
  const Definition *definition = symbol ? symbol->definition : NULL;
  if (definition && definition->node->count == 2) {
    const Node *names = definition->node->kids[0], *body = bare(definition->node->kids[1]);
    if (symbol->external == EXTERNAL_SUBSTITUTION && body->kind == NODE_SKIP) return VALUE_TRUE;
    if (symbol->external == EXTERNAL_PREDICATE && is_trivial(body)) return VALUE_TRUE;
    for (uint32_t i = 0; body->kind == NODE_IDENT && i < names->count && i < node->count; i++)
      if (symbol->external == EXTERNAL_FUNCTION && bare(names->kids[i])->name == body->name &&
          ref_shape(r, node) == ref_shape(r, node->kids[i]))
        return ref_eval(r, node->kids[i]);
  }
  return engine_unknown(r->e, "unknown external function %s", node->name->text);
}

/* -------------------------------------------------------------------- calls */

static const char *simple_name(const Node *node)
{
  const char *name = node->name->text, *dot = strrchr(name, '.');
  return dot ? dot + 1 : name;
}

static bool is_function(const Node *node)
{
  return node->symbol && node->symbol->external == EXTERNAL_FUNCTION;
}

/* The call, without values of its arguments; NULL: there is no such function. */
static const External *begin_call(Reference *r, const Node *node, ExternalCall *c)
{
  *c = (ExternalCall){.r = r, .e = r->e, .s = r->s, .node = node, .name = simple_name(node)};
  const External *external = find(c->name);
  if (!external || node->count > EXTERNAL_ARGUMENTS) return NULL;
  c->count = node->count;
  c->result = is_function(node) ? ref_shape(r, node) : shape_bool(r->e->shapes);
  for (uint32_t i = 0; i < c->count; i++) {
    c->shapes[i] = ref_shape(r, node->kids[i]);
    c->args[i] = VALUE_UNDEFINED;
  }
  return external;
}

static bool is_total(Reference *r, const Node *node)
{
  ExternalCall c;
  const External *external = begin_call(r, node, &c);
  return external && external->arguments == TOTAL && fits_signature(&c, external->signature);
}

static bool is_natural(const Node *node)
{
  const char *name = simple_name(node);
  return strcmp(name, "STRING_LENGTH") == 0 || strcmp(name, "ABS") == 0;
}

static Value external_value(Reference *r, const Node *node)
{
  ExternalCall c;
  const External *external = begin_call(r, node, &c);
  if (!external) return body_value(r, node);
  bool function = is_function(node);
  if (!fits_signature(&c, external->signature) && function && !node->type->closed)
    return call_fault(&c, "the type of the result is unknown");
  if (!fits_signature(&c, external->signature))
    return engine_unknown(r->e, "the external function %s is declared with wrong types", c.name);
  Value none;
  if (external->arguments != BY_NAME && !ref_eval_kids(r, node, c.args, c.count, &none))
    return none;
  Value result = external->function(&c);
  assert(!value_same(result, VALUE_UNDEFINED));
  return result;
}

static Truth external_truth(Reference *r, const Node *node)
{
  Value v = external_value(r, node);
  return value_is_none(v) ? truth_of_none(v) : truth_of(value_is_true(v));
}

static bool external_perform(Reference *r, const Node *node)
{
  Value v = external_value(r, node);
  if (value_same(v, VALUE_FAULT)) engine_unknown(r->e, "%s", r->e->fault.message);
  return !value_is_none(v);
}

#ifndef NDEBUG
static bool table_is_sorted(void) /* find needs that */
{
  for (uint32_t i = 1; i < external_count; i++)
    if (strcmp(externals[i - 1].name, externals[i].name) >= 0) return false;
  return true;
}
#endif

void external_install(Engine *e)
{
  assert(table_is_sorted());
  static const Library library = {.value = external_value,
                                  .truth = external_truth,
                                  .perform = external_perform,
                                  .text = external_template,
                                  .is_total = is_total,
                                  .is_natural = is_natural};
  e->options.built_in = &library;
}
