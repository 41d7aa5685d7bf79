#include <string.h>

#include "base/nearest.h"
#include "temporal/notation/shape_impl.h"

/* Calls find what they call, when all definitions have been read. */

typedef struct { /* a pattern of either kind, or none */
  ShapeDefinition *definition;
  const BuiltinInfo *builtin;
} Callee;

static uint32_t parameters_of(Callee c)
{
  return c.definition ? c.definition->count : (uint32_t) strlen(c.builtin->parameters);
}

/* The number-th pattern of the name: those that are built in, then those of the text. */
static bool callee_at(const Shapes *s, const Name *name, uint32_t number, Callee *found)
{
  for (unsigned i = 0; i < BUILTIN_SHAPES; i++) {
    *found = (Callee){NULL, builtin_info((BuiltinShape) i)};
    if (!strcmp(found->builtin->name, name->text) && number-- == 0) return true;
  }
  for (uint32_t i = 0; i < s->definitions.len; i++) {
    *found = (Callee){s->definitions.data[i], NULL};
    if (found->definition->name == name && number-- == 0) return true;
  }
  return false;
}

/* ------------------------------------------------------------------- arguments */

static bool takes(Callee c, uint32_t i, ShapeType type)
{
  if (c.definition) return c.definition->parameters[i].type == type;
  switch (c.builtin->parameters[i]) {
  case 'p': return type == SHAPE_VAR;
  case 'n': return type == SHAPE_NUM;
  case 's': return type == SHAPE_SEQ;
  default: return type != SHAPE_NUM;
  }
}

static const char *what_it_takes(Callee c, uint32_t i)
{
  if (c.definition) return shape_type_name(c.definition->parameters[i].type);
  switch (c.builtin->parameters[i]) {
  case 'p': return "a formula";
  case 'n': return "a number";
  case 's': return "a sequence, (f, g)";
  default: return "a formula or a sequence, (f, g)";
  }
}

static void check_arguments(Reader *r, const ShapeCall *call, Callee c)
{
  for (uint32_t i = 0; i < call->count && !r->failed; i++) {
    const ShapeTerm *t = call->arguments[i];
    if (takes(c, i, t->type)) continue;
    Diag *d =
        reader_error_as(r, "type-mismatch", t->span, "argument %u of %s is %s, but this is %s",
                        i + 1, call->name->text, what_it_takes(c, i), shape_type_name(t->type));
    if (c.definition) diag_note(r->diags, d, c.definition->span, "it is defined here");
  }
}

static void report_count(Reader *r, const ShapeCall *call)
{
  Text counts = {0};
  Callee c, other;
  for (uint32_t i = 0; callee_at(r->shapes, call->name, i, &c); i++) {
    bool more = callee_at(r->shapes, call->name, i + 1, &other);
    text_printf(&counts, "%s%u", i == 0 ? "" : more ? ", " : " or ", parameters_of(c));
  }
  bool one = counts.len == 1 && *text_string(&counts) == '1';
  reader_error_as(r, "argument-count", call->span, "%s takes %s argument%s, but %u %s given",
                  call->name->text, text_string(&counts), one ? "" : "s", call->count,
                  call->count == 1 ? "is" : "are");
  text_free(&counts);
}

static void find_callee(Reader *r, ShapeCall *call)
{
  Callee c;
  uint32_t i = 0;
  for (; callee_at(r->shapes, call->name, i, &c); i++) {
    if (parameters_of(c) != call->count) continue;
    call->definition = c.definition;
    if (c.builtin) call->builtin = (BuiltinShape) (c.builtin - builtin_info(BUILTIN_SEQ));
    check_arguments(r, call, c);
    return;
  }
  report_count(r, call);
}

/* ------------------------------------------------------------------- recursion */

static void visit(Reader *, ShapeDefinition *, unsigned depth);

static void follow(Reader *r, const ShapeCall *call, unsigned depth)
{
  enum { DEEPEST = 500 };
  ShapeDefinition *d = call->definition;
  if (!d || d->visit == SHAPE_VISITED) return;
  if (d->visit == SHAPE_OPEN)
    reader_error_as(r, "cyclic-definitions", call->span, "the pattern %s calls itself%s",
                    d->name->text, d == call->inside ? "" : " by this call");
  else if (depth == DEEPEST)
    reader_error_as(r, "too-large", call->span,
                    "patterns call each other too deeply (the limit is "
                    "%d calls)",
                    DEEPEST);
  else visit(r, d, depth + 1);
}

static void visit(Reader *r, ShapeDefinition *d, unsigned depth)
{
  const Shapes *s = r->shapes;
  d->visit = SHAPE_OPEN;
  for (uint32_t i = 0; i < s->calls.len && !r->failed; i++)
    if (s->calls.data[i]->inside == d) follow(r, s->calls.data[i], depth);
  d->visit = SHAPE_VISITED;
}

void shape_find_callees(Reader *r)
{
  const Shapes *s = r->shapes;
  for (uint32_t i = 0; i < s->calls.len && !r->failed; i++) find_callee(r, s->calls.data[i]);
  for (uint32_t i = 0; i < s->definitions.len && !r->failed; i++)
    if (s->definitions.data[i]->visit == SHAPE_UNVISITED) visit(r, s->definitions.data[i], 0);
}
