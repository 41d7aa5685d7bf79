#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "model/infer_impl.h"

/* The types of operators, read from the strings of operators.def:
 *
 *   scheme  = [ arg { "," arg } [ "..." ] ] "->" arg
 *   arg     = "pred" | product
 *   product = atom { "*" atom }
 *   atom    = "(" product ")" | "POW" "(" product ")" | NAME | letter       */

typedef struct {
  TypeTable *types;
  const char *at;
  Scheme *scheme;
  char letters[SCHEME_VARIABLES]; /* letter of parameter i */
  uint32_t letter_count;
} Reader;

static Type *read_product(Reader *);

static bool accept(Reader *r, const char *word)
{
  while (*r->at == ' ') r->at++;
  size_t length = strlen(word);
  if (strncmp(r->at, word, length)) return false;
  if (isalpha((unsigned char) *word) && isalpha((unsigned char) r->at[length])) return false;
  r->at += length;
  return true;
}

static Type *read_letter(Reader *r)
{
  char letter = *r->at++;
  assert(islower((unsigned char) letter));
  uint32_t i = 0;
  while (i < r->letter_count && r->letters[i] != letter) i++;
  assert(i < SCHEME_VARIABLES);
  if (i == r->letter_count) r->letters[r->letter_count++] = letter;
  if (letter == 'n') r->scheme->numbers |= 1u << i;
  return type_parameter(r->types, i);
}

static Type *read_atom(Reader *r)
{
  if (accept(r, "INTEGER")) return type_integer(r->types);
  if (accept(r, "BOOL")) return type_bool(r->types);
  if (accept(r, "STRING")) return type_string(r->types);
  if (accept(r, "REAL")) return type_real(r->types);
  bool set = accept(r, "POW");
  if (!accept(r, "(")) return read_letter(r);
  Type *type = read_product(r);
  bool closed = accept(r, ")");
  assert(closed);
  (void) closed;
  return set ? type_pow(r->types, type) : type;
}

static Type *read_product(Reader *r)
{
  Type *type = read_atom(r);
  while (accept(r, "*")) type = type_pair(r->types, type, read_atom(r));
  return type;
}

static Type *read_arg(Reader *r) { return accept(r, "pred") ? NULL : read_product(r); }

static void read_scheme(Reader *r)
{
  Scheme *scheme = r->scheme;
  if (!accept(r, "->")) {
    do {
      assert(scheme->arity < SCHEME_ARITY);
      scheme->args[scheme->arity++] = read_arg(r);
    } while (accept(r, ","));
    scheme->repeats = accept(r, "...");
    bool arrow = accept(r, "->");
    assert(arrow);
    (void) arrow;
  }
  scheme->result = read_arg(r);
}

const Scheme *scheme_of(Infer *f, NodeKind kind)
{
  if (!f->schemes[kind]) {
    Scheme *scheme = arena_alloc(f->arena, sizeof *scheme);
    Reader reader = {.types = f->types, .at = operator_of(kind)->scheme, .scheme = scheme};
    read_scheme(&reader);
    f->schemes[kind] = scheme;
  }
  return f->schemes[kind];
}

/* ---- using them */

static bool is_number(const Scheme *scheme, const Type *parameter)
{
  return scheme->numbers >> (parameter->index - 1) & 1;
}

static void fill_slots(Infer *f, const Scheme *scheme, const Type *type, Type **slots)
{
  if (type->index == 0) return;
  if (type->kind == TYPE_VAR) {
    Type **slot = &slots[type->index - 1];
    if (!*slot) *slot = unify_fresh(f, is_number(scheme, type) ? VAR_NUMBER : VAR_ANY);
  }
  for (uint32_t i = 0; i < type->count; i++) fill_slots(f, scheme, type->args[i], slots);
}

Type *scheme_build(Infer *f, const Scheme *scheme, const Type *type, Type **slots)
{
  fill_slots(f, scheme, type, slots);
  return infer_limit_height(f, type_instance_in(f->types, f->arena, type, slots));
}

/* Descends as long as both sides have the same form, so that the usual case,
 * where all is known, makes neither variables nor types. */
bool scheme_match(Infer *f, const Scheme *scheme, const Type *type, Type **slots, Type *actual)
{
  actual = type_resolve(actual);
  if (type->index > 0 && type->kind == TYPE_VAR) {
    Type **slot = &slots[type->index - 1];
    if (*slot) return unify(f, *slot, actual);
    if (is_number(scheme, type) && !unify_class(f, actual, VAR_NUMBER)) return false;
    *slot = actual;
    return true;
  }
  if (type->index > 0 && type->kind == actual->kind) { /* POW or PAIR */
    for (uint32_t i = 0; i < type->count; i++)
      if (!scheme_match(f, scheme, type->args[i], slots, actual->args[i])) return false;
    return true;
  }
  if (type->index > 0 && !is_var(actual) && actual != type_unknown(f->types)) return false;
  return unify(f, scheme_build(f, scheme, type, slots), actual);
}
