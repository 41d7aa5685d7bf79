#include "model/type.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"
#include "model/symbol.h"
#include "model/type_impl.h"

/* A type is *fixed* if no variable of an inference occurs in it.  Fixed types
 * are interned: type_make looks them up by kind, symbol, field names and the
 * (interned) arguments, and allocates only what is new.  The others are made
 * afresh each time; inference links them to fixed ones in the end. */

enum { LEAVES = TYPE_REAL + 1, PRINT_LIMIT = 1 << 16, PRINT_DEPTH = 1000 };

struct TypeTable {
  Arena *arena;
  Type *leaves[LEAVES];
  Type *unknown;
  VEC(Type *) parameters;
  Type **slots; /* open addressing, at most half full */
  uint32_t capacity, used;
  uint32_t count; /* of all fixed types, interned or not */
};

static Type *new_type(Arena *arena, TypeKind kind, uint32_t count)
{
  Type *type = arena_alloc(arena, sizeof *type + count * sizeof *type->args);
  type->kind = kind;
  type->count = count;
  type->height = 1;
  return type;
}

static Type *new_leaf(TypeTable *types, TypeKind kind)
{
  Type *type = new_type(types->arena, kind, 0);
  type->fixed = true;
  type->closed = kind != TYPE_VAR;
  type->id = types->count++;
  return type;
}

TypeTable *types_new(Arena *arena)
{
  TypeTable *types = calloc(1, sizeof *types);
  if (!types) memory_exhausted();
  types->arena = arena;
  for (uint32_t kind = 0; kind < LEAVES; kind++)
    types->leaves[kind] = new_leaf(types, (TypeKind) kind);
  types->unknown = new_leaf(types, TYPE_VAR);
  return types;
}

void types_free(TypeTable *types)
{
  if (!types) return;
  vec_free(&types->parameters);
  free(types->slots);
  free(types);
}

uint32_t types_count(const TypeTable *types) { return types->count; }

/* ---- interning */

static uint64_t mix(uint64_t hash, uint64_t word)
{
  hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
  return hash ^ hash >> 29;
}

static uint64_t hash_of(TypeKind kind, const struct Symbol *symbol, const Name *const *names,
                        Type *const *args, uint32_t count)
{
  uint64_t hash = mix((uint64_t) kind + 1, count);
  if (symbol) hash = mix(hash, (uint64_t) (uintptr_t) symbol);
  for (uint32_t i = 0; i < count; i++) {
    if (names) hash = mix(hash, names[i]->hash);
    hash = mix(hash, args[i]->id);
  }
  return mix(hash, count);
}

static bool is_same(const Type *type, TypeKind kind, const struct Symbol *symbol,
                    const Name *const *names, Type *const *args, uint32_t count)
{
  if (type->kind != kind || type->symbol != symbol || type->count != count) return false;
  if (count == 0) return true;
  return !memcmp(type->args, args, count * sizeof *args) &&
         (!names || !memcmp(type->names, names, count * sizeof *names));
}

static void grow(TypeTable *types)
{
  uint32_t capacity = types->capacity ? types->capacity * 2 : 64;
  Type **slots = calloc(capacity, sizeof *slots);
  if (!slots) memory_exhausted();
  for (uint32_t i = 0; i < types->capacity; i++) {
    Type *t = types->slots[i];
    if (!t) continue;
    uint64_t slot = hash_of(t->kind, t->symbol, t->names, t->args, t->count) & (capacity - 1);
    while (slots[slot]) slot = (slot + 1) & (capacity - 1);
    slots[slot] = t;
  }
  free(types->slots);
  types->slots = slots;
  types->capacity = capacity;
}

static void fill(Type *type, Arena *arena, const Name *const *names, Type *const *args)
{
  if (names) {
    const Name **copy = arena_new_array(arena, const Name *, type->count);
    memcpy(copy, names, type->count * sizeof *names);
    type->names = copy;
  }
  for (uint32_t i = 0; i < type->count; i++) {
    type->args[i] = args[i];
    if (args[i]->height >= type->height) type->height = args[i]->height + 1;
  }
}

static Type *intern(TypeTable *types, TypeKind kind, struct Symbol *symbol,
                    const Name *const *names, Type *const *args, uint32_t count)
{
  if (types->used * 2 >= types->capacity) grow(types);
  uint64_t slot = hash_of(kind, symbol, names, args, count) & (types->capacity - 1);
  for (; types->slots[slot]; slot = (slot + 1) & (types->capacity - 1))
    if (is_same(types->slots[slot], kind, symbol, names, args, count)) return types->slots[slot];

  Type *type = new_type(types->arena, kind, count);
  type->symbol = symbol;
  type->id = types->count++;
  type->fixed = type->closed = true;
  fill(type, types->arena, names, args);
  for (uint32_t i = 0; i < count; i++) {
    type->closed &= args[i]->closed;
    if (args[i]->index > type->index) type->index = args[i]->index;
  }
  types->slots[slot] = type;
  types->used++;
  return type;
}

Type *type_make(TypeTable *types, Arena *open, TypeKind kind, struct Symbol *symbol,
                const Name *const *names, Type *const *args, uint32_t count)
{
  bool fixed = true;
  for (uint32_t i = 0; i < count; i++) fixed &= args[i]->fixed;
  if (fixed) return intern(types, kind, symbol, names, args, count);

  Type *type = new_type(open, kind, count);
  type->symbol = symbol;
  fill(type, open, names, args);
  for (uint32_t i = 0; i < count; i++)
    if (!args[i]->fixed) args[i]->embedded = true;
  return type;
}

Type *type_variable(Arena *open, uint32_t id)
{
  Type *type = new_type(open, TYPE_VAR, 0);
  type->id = id;
  return type;
}

/* ---- constructors */

Type *type_integer(TypeTable *types) { return types->leaves[TYPE_INTEGER]; }
Type *type_bool(TypeTable *types) { return types->leaves[TYPE_BOOL]; }
Type *type_string(TypeTable *types) { return types->leaves[TYPE_STRING]; }
Type *type_real(TypeTable *types) { return types->leaves[TYPE_REAL]; }
Type *type_unknown(TypeTable *types) { return types->unknown; }

Type *type_given(TypeTable *types, struct Symbol *symbol)
{
  return intern(types, TYPE_GIVEN, symbol, NULL, NULL, 0);
}

Type *type_free_type(TypeTable *types, struct Symbol *symbol, Type *const *args, uint32_t count)
{
  return type_make(types, types->arena, TYPE_FREE, symbol, NULL, args, count);
}

Type *type_pow(TypeTable *types, Type *of)
{
  of = type_resolve(of);
  return type_make(types, types->arena, TYPE_POW, NULL, NULL, &of, 1);
}

Type *type_pair(TypeTable *types, Type *left, Type *right)
{
  Type *args[] = {type_resolve(left), type_resolve(right)};
  return type_make(types, types->arena, TYPE_PAIR, NULL, NULL, args, 2);
}

Type *type_record(TypeTable *types, const Name *const *names, Type *const *args, uint32_t count)
{
  size_t bytes = count * sizeof(void *) + 1;
  const Name **sorted_names = malloc(bytes);
  Type **sorted_args = malloc(bytes);
  if (!sorted_names || !sorted_args) memory_exhausted();
  if (count) memcpy(sorted_names, names, count * sizeof *names);
  for (uint32_t i = 0; i < count; i++) sorted_args[i] = type_resolve(args[i]);
  type_sort_fields(sorted_names, sorted_args, count);
  Type *type = type_make(types, types->arena, TYPE_RECORD, NULL, sorted_names, sorted_args, count);
  free(sorted_names);
  free(sorted_args);
  return type;
}

Type *type_relation(TypeTable *types, Type *from, Type *to)
{
  return type_pow(types, type_pair(types, from, to));
}

Type *type_sequence(TypeTable *types, Type *of)
{
  return type_relation(types, type_integer(types), of);
}

Type *type_parameter(TypeTable *types, uint32_t index)
{
  while (types->parameters.len <= index) {
    Type *type = new_leaf(types, TYPE_VAR);
    type->index = types->parameters.len + 1;
    vec_push(&types->parameters, type);
  }
  return types->parameters.data[index];
}

/* ---- fields */

int type_compare_names(const Name *a, const Name *b)
{
  return a == b ? 0 : strcmp(a->text, b->text);
}

typedef struct {
  const Name *name;
  Type *type;
} Field;

static int by_name(const void *a, const void *b)
{
  return type_compare_names(((const Field *) a)->name, ((const Field *) b)->name);
}

int64_t type_sort_fields(const Name **names, Type **args, uint32_t count)
{
  if (count == 0) return -1;
  Field *fields = malloc(count * sizeof *fields);
  if (!fields) memory_exhausted();
  for (uint32_t i = 0; i < count; i++) fields[i] = (Field){names[i], args[i]};
  qsort(fields, count, sizeof *fields, by_name);
  int64_t repeated = -1;
  for (uint32_t i = 0; i < count; i++) {
    names[i] = fields[i].name;
    args[i] = fields[i].type;
    if (i > 0 && names[i] == names[i - 1]) repeated = i;
  }
  free(fields);
  return repeated;
}

/* ---- reading types */

Type *type_resolve(Type *type)
{
  while (type->link) type = type->link;
  return type;
}

bool type_components(const Type *type, uint32_t count, const Type **components)
{
  for (; count > 1; count--) {
    if (type->kind != TYPE_PAIR) return false;
    components[count - 1] = type->args[1];
    type = type->args[0];
  }
  if (count == 1) components[0] = type;
  return count == 1;
}

Type *type_instance_in(TypeTable *types, Arena *open, const Type *type, Type *const *values)
{
  assert(type->fixed);
  if (type->index == 0) return (Type *) (uintptr_t) type;
  if (type->kind == TYPE_VAR) return type_resolve(values[type->index - 1]);
  enum { FEW = 8 };
  Type *few[FEW] = {0}, **args = type->count <= FEW ? few : malloc(type->count * sizeof *args);
  if (!args) memory_exhausted();
  for (uint32_t i = 0; i < type->count; i++)
    args[i] = type_instance_in(types, open, type->args[i], values);
  Type *made = type_make(types, open, type->kind, type->symbol, type->names, args, type->count);
  if (args != few) free(args);
  return made;
}

Type *type_instance(TypeTable *types, const Type *type, Type *const *values)
{
  return type_instance_in(types, types->arena, type, values);
}

/* ---- printing */

typedef struct {
  Text *text;
  size_t limit; /* of text->len */
  bool cut;
} Printer;

static void print(Printer *, const Type *, uint32_t depth);

static void print_args(Printer *p, const Type *type, uint32_t depth)
{
  text_add_char(p->text, '(');
  for (uint32_t i = 0; i < type->count && !p->cut; i++) {
    if (i > 0) text_add_char(p->text, ',');
    if (type->names) text_printf(p->text, "%s:", type->names[i]->text);
    print(p, type->args[i], depth);
  }
  if (!p->cut) text_add_char(p->text, ')');
}

/* a*b*c is (a*b)*c; such a tuple can be long, so its pairs are not levels. */
static void print_tuple(Printer *p, const Type *type, uint32_t depth)
{
  VEC(const Type *) pairs = {0};
  for (; type->kind == TYPE_PAIR; type = type_resolve(type->args[0])) vec_push(&pairs, type);
  print(p, type, depth);
  for (uint32_t i = pairs.len; i-- > 0 && !p->cut;) {
    const Type *right = type_resolve(pairs.data[i]->args[1]);
    bool nested = right->kind == TYPE_PAIR;
    text_add(p->text, nested ? "*(" : "*");
    print(p, right, depth);
    if (nested && !p->cut) text_add_char(p->text, ')');
  }
  vec_free(&pairs);
}

static void print(Printer *p, const Type *type, uint32_t depth)
{
  type = type_resolve((Type *) (uintptr_t) type);
  if (p->text->len > p->limit || depth > PRINT_DEPTH) {
    text_add(p->text, "…");
    p->cut = true;
    return;
  }
  switch (type->kind) {
  case TYPE_INTEGER: text_add(p->text, "INTEGER"); break;
  case TYPE_BOOL: text_add(p->text, "BOOL"); break;
  case TYPE_STRING: text_add(p->text, "STRING"); break;
  case TYPE_REAL: text_add(p->text, "REAL"); break;
  case TYPE_GIVEN: text_add(p->text, type->symbol->name->text); break;
  case TYPE_FREE:
    text_add(p->text, type->symbol->name->text);
    if (type->count) print_args(p, type, depth + 1);
    break;
  case TYPE_POW: text_add(p->text, "POW"), print_args(p, type, depth + 1); break;
  case TYPE_RECORD: text_add(p->text, "struct"), print_args(p, type, depth + 1); break;
  case TYPE_PAIR: print_tuple(p, type, depth + 1); break;
  case TYPE_VAR: text_add_char(p->text, '?'); break;
  }
}

void type_print_cut(Text *text, const Type *type, size_t limit)
{
  Printer printer = {text, text->len + limit, false};
  print(&printer, type, 0);
}

void type_print(Text *text, const Type *type) { type_print_cut(text, type, PRINT_LIMIT); }

bool type_mentions(const Type *type, const Symbol *set)
{
  if (type->kind == TYPE_GIVEN) return type->symbol == set;
  for (uint32_t i = 0; i < type->count; i++)
    if (type_mentions(type->args[i], set)) return true;
  return false;
}
