#include "engine/engine.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/clock.h"
#include "base/memory.h"
#include "engine/lazy.h"
#include "engine/set_size.h"
#include "syntax/inspect.h"

/* ------------------------------------------------------------ preferences */

static bool constant_number(const Model *, const Node *, mpz_t out);

/* The number that a property N = … gives a constant. */
static bool number_of_constant(const Model *model, const Symbol *constant, mpz_t out)
{
  for (uint32_t i = 0; model && i < model->properties.len; i++) {
    const Node *p = node_bare(model->properties.data[i].node);
    if (p->kind != NODE_EQUAL) continue;
    const Node *right = node_bare(p->kids[1]);
    if (node_is_name(p->kids[0], constant) && right->kind == NODE_INTEGER_LIT)
      return constant_number(model, right, out);
  }
  return false;
}

/* A number that can be read off the text: perhaps negative, a sum or a power. */
static bool constant_number(const Model *model, const Node *node, mpz_t out)
{
  node = node_bare(node);
  mpz_t a, b;
  bool known = false;
  mpz_inits(a, b, NULL);
  switch ((NodeKind) node->kind) {
  case NODE_INTEGER_LIT: known = mpz_set_str(out, node->name->text, 10) == 0; break;
  case NODE_IDENT:
    known = node->symbol && node->symbol->kind == SYMBOL_CONSTANT &&
            number_of_constant(model, node->symbol, out);
    break;
  case NODE_NEGATE:
    known = constant_number(model, node->kids[0], out);
    mpz_neg(out, out);
    break;
  case NODE_ADD:
  case NODE_MINUS:
  case NODE_TIMES:
  case NODE_POWER:
    known = constant_number(model, node->kids[0], a) && constant_number(model, node->kids[1], b);
    if (!known) break;
    if (node->kind == NODE_ADD) mpz_add(out, a, b);
    else if (node->kind == NODE_MINUS) mpz_sub(out, a, b);
    else if (node->kind == NODE_TIMES) mpz_mul(out, a, b);
    else if (mpz_sgn(b) >= 0 && mpz_cmp_ui(b, 4096) <= 0) mpz_pow_ui(out, a, mpz_get_ui(b));
    else known = false;
    break;
  default: break;
  }
  mpz_clears(a, b, NULL);
  return known;
}

bool engine_literal(const Engine *e, const Node *node, int64_t *out)
{
  mpz_t number;
  mpz_init(number);
  bool known = constant_number(e->model, node, number) && mpz_fits_slong_p(number);
  if (known) *out = mpz_get_si(number);
  mpz_clear(number);
  return known;
}

static void set_number(Engine *e, const char *name, const mpz_t number)
{
  if (!strcmp(name, "MAXINT"))
    e->maxint = value_from_mpz(e->store, number), e->maxint_is_given = true;
  else if (!strcmp(name, "MININT"))
    e->minint = value_from_mpz(e->store, number), e->minint_is_given = true;
  else if (!strcmp(name, "DEFAULT_SETSIZE") && mpz_cmp_ui(number, 0) > 0 &&
           mpz_fits_ulong_p(number))
    e->options.default_set_size = mpz_get_ui(number), e->options.default_is_given = true;
}

static void take_settings(Engine *e)
{
  mpz_t number;
  mpz_init(number);
  const Map *settings = &e->model->settings;
  for (uint32_t i = 0; i < settings->capacity; i++) {
    const Name *name = settings->keys[i];
    if (!name || strncmp(name->text, "SET_PREF_", 9)) continue;
    const Node *value = settings->values[i];
    if (constant_number(e->model, value, number)) set_number(e, name->text + 9, number);
    if (!strcmp(name->text + 9, "SYMBOLIC"))
      e->options.symbolic = node_bare(value)->kind == NODE_TRUE;
  }
  mpz_clear(number);
}

static void take_preferences(Engine *e, const Preference *preferences, uint32_t count)
{
  mpz_t number;
  mpz_init(number);
  for (uint32_t i = 0; i < count; i++)
    if (mpz_set_str(number, preferences[i].value, 10) == 0)
      set_number(e, preferences[i].name, number);
    else if (!strcmp(preferences[i].name, "SYMBOLIC"))
      e->options.symbolic = !strcasecmp(preferences[i].value, "TRUE");
  mpz_clear(number);
}

/* ---------------------------------------------------------------- lifetime */

static Value *undefined_values(Arena *arena, uint32_t count)
{
  Value *values = arena_new_array(arena, Value, count + 1);
  for (uint32_t i = 0; i < count; i++) values[i] = VALUE_UNDEFINED;
  return values;
}

Engine *engine_new(Names *names, const Model *model, const Preference *preferences, uint32_t count)
{
  Engine *e = calloc(1, sizeof *e);
  if (!e) memory_exhausted();
  e->arena = arena_new();
  e->scratch = arena_new();
  arena_alloc(e->scratch, 1); /* so that the first block is kept */
  e->scratch_start = arena_mark(e->scratch);
  e->store = store_new();
  e->shapes = shapes_new(e->arena);
  e->names = names;
  e->model = model;
  e->minint = value_small(-1);
  e->maxint = value_small(3);
  e->options.default_set_size = 2;
  e->options.output = stdout;
  e->options.window = 20;
  e->options.expansion_limit = 4000000;
  e->options.lazy_limit = 100000;
  e->options.solver_from = 400;
  e->options.solver_patience = 10000;
  e->tried = tried_new();
  if (model) {
    e->main = model->main ? model->main->unit->source : NULL;
    e->constants = undefined_values(e->arena, model->constants.len);
    e->variables = undefined_values(e->arena, model->variables.len);
    take_settings(e);
  }
  take_preferences(e, preferences, count);
  return e;
}

void engine_free(Engine *e)
{
  if (!e) return;
  store_free(e->store);
  shapes_free(e->shapes);
  vec_free(&e->shape_of_type);
  vec_free(&e->closures);
  vec_free(&e->old_names);
  vec_free(&e->strings);
  vec_free(&e->warnings);
  vec_free(&e->windows);
  if (!e->forked_from) tried_free(e->tried);
  vec_free(&e->sizes);
  arena_free(e->scratch);
  arena_free(e->arena);
  free(e);
}

/* ------------------------------------------------------------------ shapes */

static const Shape *given_shape(Engine *e, const Symbol *set, uint64_t size)
{
  const char **names = NULL;
  if (set->enumerated) {
    names = arena_new_array(e->arena, const char *, set->element_count + 1);
    for (uint32_t i = 0; i < set->element_count; i++) names[i] = set->elements[i]->name->text;
  }
  return shape_given(e->shapes, set, set->name->text, names, size);
}

bool engine_set_size(Engine *e, const Symbol *set, uint64_t size)
{
  if (given_shape(e, set, size)->size != size) return false;
  vec_push(&e->sizes, ((GivenSize){set, size, false}));
  return true;
}

void engine_guess_size(Engine *e, const Symbol *set, uint64_t size)
{
  vec_push(&e->sizes, ((GivenSize){set, size, true}));
}

static const Shape *make_shape(Engine *e, const Type *type, const Shape *owner);

/* The shape of a part of `owner`, a free type whose parameters the part may mention, or NULL. */
static const Shape *part_shape(Engine *e, const Type *type, const Shape *owner)
{
  return owner && type->index ? make_shape(e, type, owner) : engine_shape(e, type);
}

static const Shape *free_shape(Engine *e, const Type *type, const Shape *owner)
{
  const Symbol *symbol = type->symbol;
  assert(type->kind == TYPE_FREE && symbol);
  const Shape **parameters = arena_new_array(e->arena, const Shape *, type->count + 1);
  for (uint32_t i = 0; i < type->count; i++) parameters[i] = part_shape(e, type->args[i], owner);
  Shape *shape = shape_free(e->shapes, symbol, symbol->name->text, parameters, type->count);
  if (shape->count || symbol->element_count == 0) return shape;
  uint32_t count = symbol->element_count;
  const char **names = arena_new_array(e->arena, const char *, count);
  const Shape **arguments = arena_new_array(e->arena, const Shape *, count);
  shape->count = count; /* ends the recursion */
  for (uint32_t i = 0; i < count; i++) {
    const Symbol *constructor = symbol->elements[i];
    names[i] = constructor->name->text;
    const Node *argument = constructor->argument;
    arguments[i] = argument ? shape_element(part_shape(e, argument->type, shape)) : NULL;
  }
  shape_set_constructors(e->shapes, shape, names, arguments, count);
  return shape;
}

static const Shape *record_shape(Engine *e, const Type *type, const Shape *owner)
{
  const char **names = arena_new_array(e->arena, const char *, type->count + 1);
  const Shape **fields = arena_new_array(e->arena, const Shape *, type->count + 1);
  for (uint32_t i = 0; i < type->count; i++) {
    names[i] = type->names[i]->text;
    fields[i] = part_shape(e, type->args[i], owner);
  }
  return shape_record(e->shapes, names, fields, type->count);
}

static const Shape *make_shape(Engine *e, const Type *type, const Shape *owner)
{
  switch (type->kind) {
  case TYPE_INTEGER: return shape_integer(e->shapes);
  case TYPE_BOOL: return shape_bool(e->shapes);
  case TYPE_STRING: return shape_string(e->shapes);
  case TYPE_REAL: return shape_real(e->shapes);
  case TYPE_GIVEN: return given_shape(e, type->symbol, set_size(e, type->symbol).size);
  case TYPE_FREE: return free_shape(e, type, owner);
  case TYPE_POW: return shape_set(e->shapes, part_shape(e, type->args[0], owner));
  case TYPE_PAIR:
    return shape_pair(e->shapes, part_shape(e, type->args[0], owner),
                      part_shape(e, type->args[1], owner));
  case TYPE_RECORD: return record_shape(e, type, owner);
  case TYPE_VAR: /* a parameter; or only empty sets have such a type: any shape will do */
    if (owner && type->index && type->index <= owner->parameter_count)
      return owner->parameters[type->index - 1];
    break;
  }
  return shape_bool(e->shapes);
}

const Shape *engine_shape(Engine *e, const Type *type)
{
  if (!type || !type->closed) return type ? make_shape(e, type, NULL) : shape_bool(e->shapes);
  while (e->shape_of_type.len <= type->id) vec_push(&e->shape_of_type, NULL);
  if (!e->shape_of_type.data[type->id]) {
    const Shape *shape = make_shape(e, type, NULL);
    assert(shape && type->id < e->shape_of_type.len); /* making it may have made others */
    e->shape_of_type.data[type->id] = shape;
  }
  return e->shape_of_type.data[type->id];
}

const Shape *engine_element_shape(Engine *e, const Type *set)
{
  const Shape *shape = engine_shape(e, set);
  return shape->kind == SHAPE_SET ? shape_element(shape) : shape;
}

/* -------------------------------------------------------------------- budget */

void engine_set_time_limit(Engine *e, double seconds)
{
  e->options.deadline = seconds > 0 ? clock_seconds() + seconds : 0;
}

/* The clock is asked every few thousand steps, the memory less often. */
static void look_at_limits(Engine *e, bool memory)
{
  if (e->options.deadline > 0 && clock_seconds() > e->options.deadline) e->expired = true;
  if (cancel_asked(e->options.cancelled)) e->expired = true;
  if (memory && e->options.memory_limit && memory_resident() > e->options.memory_limit)
    e->expired = e->full = true;
}

/* Values that are large are seen by the memory of the store before the process is asked. */
static bool has_grown(Engine *e)
{
  enum { MUCH = 8 << 20 };
  size_t bytes = store_bytes(e->store);
  if (bytes < e->bytes_seen) e->bytes_seen = bytes;
  if (bytes - e->bytes_seen < MUCH) return false;
  e->bytes_seen = bytes;
  return true;
}

bool engine_spend(Engine *e)
{
  if ((++e->steps & 63) == 0) {
    bool grown = e->options.memory_limit && has_grown(e);
    if (grown || (e->steps & 4095) == 0) look_at_limits(e, grown || (e->steps & 65535) == 0);
  }
  assert(!e->full || e->expired);
  if (!e->expired) return true;
  e->cause = e->full                              ? "the memory limit was reached"
             : cancel_asked(e->options.cancelled) ? "interrupted"
                                                  : "the time limit was reached";
  return false;
}

bool engine_spend_long(Engine *e)
{
  enum { BETWEEN_LOOKS = 64 };
  double deadline = e->options.deadline;
  if (e->steps % BETWEEN_LOOKS == 0 && deadline > 0 && clock_seconds() > deadline)
    e->expired = true;
  return engine_spend(e);
}

bool engine_spend_elements(Engine *e, uint64_t count)
{
  enum { MANY = 4096 };
  e->elements += count < MANY ? count : MANY;
  if (e->elements >= MANY) {
    e->elements = 0;
    look_at_limits(e, false);
  }
  return engine_spend(e);
}

/* ------------------------------------------------------ faults and unknowns */

static const char *format_text(Engine *e, const char *format, va_list args)
{
  char text[600];
  vsnprintf(text, sizeof text, format, args);
  return arena_copy(e->scratch, text, strlen(text));
}

void engine_restart(Engine *e)
{
  e->solver_guesses = 0;
  e->windows.len = e->windows_begun = e->other_causes = 0;
}

void engine_forget(Engine *e)
{
  engine_restart(e);
  arena_release(e->scratch, e->scratch_start);
  e->fault = (Fault){SPAN_NONE, "", false};
  e->cause = NULL;
}

Value engine_fault(Engine *e, Span span, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  e->fault = (Fault){span, format_text(e, format, args), false};
  va_end(args);
  return VALUE_FAULT;
}

Value engine_false_claim(Engine *e, Span span, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  e->fault = (Fault){span, format_text(e, format, args), true};
  va_end(args);
  return VALUE_FAULT;
}

Value engine_unknown(Engine *e, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  e->cause = format_text(e, format, args);
  e->other_causes++;
  va_end(args);
  return VALUE_UNKNOWN;
}

Value engine_unbounded(Engine *e, const char *name, const char *reason)
{
  e->cause = arena_printf(e->scratch, "%s%s", name, reason);
  return VALUE_UNKNOWN;
}

void engine_warn(Engine *e, const char *example)
{
  enum { MOST_WARNINGS = 50 };
  for (uint32_t i = 0; i < e->warnings.len; i++)
    if (e->warnings.data[i].span.begin == e->fault.span.begin) return;
  if (e->warnings.len == MOST_WARNINGS) return;
  assert(e->fault.message && example && e->warnings.len < MOST_WARNINGS);
  Warning warning = {e->fault.span,
                     arena_copy(e->arena, e->fault.message, strlen(e->fault.message)),
                     arena_copy(e->arena, example, strlen(example))};
  vec_push(&e->warnings, warning);
}

/* ---------------------------------------------------------------- printing */

const char *engine_text(Engine *e, const Shape *shape, Value v)
{
  Text text = {0};
  engine_format(e, &text, shape, v, (FormatStyle){.most = 20});
  size_t length = text.len < 200 ? text.len : 200;
  while (length > 0 && length < text.len && ((unsigned char) text.data[length] & 0xC0) == 0x80)
    length--;
  const char *kept = arena_printf(e->scratch, "%.*s%s", (int) length, text_string(&text),
                                  length < text.len ? "…" : "");
  text_free(&text);
  return kept;
}
