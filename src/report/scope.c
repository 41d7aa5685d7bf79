#include "report/scope.h"

#include <assert.h>

#include "report/json_report.h"

unsigned scope_integers_of(const Node *node)
{
  unsigned found = 0;
  switch ((NodeKind) node->kind) {
  case NODE_MAXINT:
  case NODE_NAT:
  case NODE_NAT1: return USES_MAXINT;
  case NODE_MININT: return USES_MININT;
  case NODE_INT: return USES_MAXINT | USES_MININT;
  default: break;
  }
  for (uint32_t i = 0; i < node->count && found < 3; i++)
    if (node->kids[i]) found |= scope_integers_of(node->kids[i]);
  return found;
}

static const struct {
  unsigned bit;
  const char *name;
} both[] = {{USES_MININT, "MININT"}, {USES_MAXINT, "MAXINT"}};

static Value value_of(const Engine *e, unsigned bit)
{
  return bit == USES_MININT ? e->minint : e->maxint;
}

const char *scope_add_integers(Engine *e, unsigned which, Text *text, const char *before)
{
  for (unsigned i = 0; i < 2; i++) {
    if (!(which & both[i].bit)) continue;
    text_printf(text, "%s%s=%s", before, both[i].name,
                engine_text(e, shape_integer(e->shapes), value_of(e, both[i].bit)));
    before = ", ";
  }
  return before;
}

void scope_add_integers_json(Engine *e, unsigned which, json_t *object)
{
  for (unsigned i = 0; i < 2; i++) {
    if (!(which & both[i].bit)) continue;
    Value v = value_of(e, both[i].bit); /* a number, unless it is too large for one */
    const char *text = engine_text(e, shape_integer(e->shapes), v);
    json_object_set_new(object, both[i].name,
                        value_is_small(v) ? json_integer((json_int_t) value_small_int(v))
                                          : json_report_string(text));
  }
}

uint64_t scope_size(Engine *e, const Symbol *set)
{
  return engine_element_shape(e, set->type)->size;
}

const char *scope_add_size(Engine *e, const Symbol *set, Text *text, const char *before)
{
  assert(!set->enumerated);
  text_printf(text, "%s%s=%llu", before, set->name->text, (unsigned long long) scope_size(e, set));
  return ", ";
}

void scope_add_constants(const Session *session, Text *text, const char *before)
{
  const Settings *given = &session_options(session)->constants;
  for (uint32_t i = 0; i < given->len; i++, before = ", ")
    text_printf(text, "%s%s=%s", before, given->data[i].name, given->data[i].value);
}
