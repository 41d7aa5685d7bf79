#include "prove/term/term.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

enum { FIRST_CAPACITY = 1 << 12, MOST_SORTS = 1 << 16 };

void terms_init(Bank *b, size_t most_terms)
{
  memset(b, 0, sizeof *b);
  b->capacity = FIRST_CAPACITY;
  b->table = memory_zeroed(b->capacity, sizeof *b->table);
  b->most_terms = most_terms;
  vec_push(&b->terms, (TermData){0});
  vec_push(&b->sorts, (SortData){.kind = SORT_FORMULA});
  b->yes = term_make(b, NODE_BTRUE, 0, 0, NULL, 0);
  b->no = term_make(b, NODE_NOT, 0, 0, &b->yes, 1);
}

void terms_free(Bank *b)
{
  vec_free(&b->terms);
  vec_free(&b->kids);
  vec_free(&b->sorts);
  vec_free(&b->symbols);
  vec_free(&b->names);
  free(b->table);
}

Sort sort_make(Bank *b, SortKind kind, Sort x, Sort y, const void *origin)
{
  for (Sort s = 0; s < b->sorts.len; s++) {
    const SortData *d = &b->sorts.data[s];
    if (d->kind == kind && d->a == x && d->b == y && d->origin == origin) return s;
  }
  if (b->sorts.len >= MOST_SORTS) b->full = true;
  vec_push(&b->sorts, ((SortData){kind, x, y, origin}));
  return b->sorts.len - 1;
}

Sort sort_element(const Bank *b, Sort set)
{
  return b->sorts.data[set].kind == SORT_POW ? b->sorts.data[set].a : 0;
}

static uint32_t mix(uint32_t h, uint64_t x)
{
  uint64_t m = (h ^ x) * 0x9E3779B97F4A7C15u;
  return (uint32_t) (m >> 32) ^ (uint32_t) m;
}

static bool same_term(const Bank *b, const TermData *d, uint32_t hash, uint32_t op, Sort sort,
                      int64_t payload, const Term *kids, uint32_t count)
{
  return d->hash == hash && d->op == op && d->sort == sort && d->payload == payload &&
         d->count == count &&
         (count == 0 || memcmp(b->kids.data + d->kids, kids, count * sizeof *kids) == 0);
}

static void grow_table(Bank *b)
{
  uint32_t capacity = b->capacity * 2;
  uint32_t *table = memory_zeroed(capacity, sizeof *table);
  for (Term t = 1; t < b->terms.len; t++) {
    uint32_t i = b->terms.data[t].hash & (capacity - 1);
    while (table[i]) i = (i + 1) & (capacity - 1);
    table[i] = t;
  }
  free(b->table);
  b->table = table;
  b->capacity = capacity;
}

/* How many names a term binds in its child i. */
static uint32_t bound_in(uint32_t op, int64_t payload, uint32_t i)
{
  bool binds = op == NODE_FORALL || op == NODE_IMAGE_SET || op == NODE_SIGMA ||
               op == NODE_PRODUCT || op == NODE_QUANT_UNION || op == NODE_QUANT_INTER;
  return binds && i >= (uint64_t) payload ? (uint32_t) payload : 0;
}

static uint64_t mix_order(uint64_t h, uint64_t x)
{
  h = (h ^ x) * 0x9E3779B97F4A7C15u;
  return h ^ (h >> 31);
}

static void note_free(Bank *b, TermData *d, const Term *kids)
{
  d->order = mix_order(mix_order(d->op + 1, (uint64_t) d->payload), d->count);
  if (d->op == OP_BOUND) d->free = (uint16_t) (d->payload + 1);
  if (d->op == OP_META) d->meta = true;
  for (uint32_t i = 0; i < d->count; i++) {
    const TermData *k = &b->terms.data[kids[i]];
    uint32_t bound = bound_in(d->op, d->payload, i);
    uint32_t outside = k->free > bound ? k->free - bound : 0;
    if (outside > d->free) d->free = (uint16_t) outside;
    d->meta |= k->meta;
    d->order = mix_order(d->order, k->order);
  }
}

Term term_make(Bank *b, uint32_t op, Sort sort, int64_t payload, const Term *kids, uint32_t count)
{
  uint32_t hash = mix(mix(mix(17, op), sort), (uint64_t) payload);
  for (uint32_t i = 0; i < count; i++) hash = mix(hash, kids[i]);
  uint32_t i = hash & (b->capacity - 1);
  for (; b->table[i]; i = (i + 1) & (b->capacity - 1))
    if (same_term(b, &b->terms.data[b->table[i]], hash, op, sort, payload, kids, count))
      return b->table[i];
  TermData d = {
      .op = (uint16_t) op, .sort = sort, .count = count, .hash = hash, .payload = payload};
  d.kids = b->kids.len;
  note_free(b, &d, kids);
  for (uint32_t k = 0; k < count; k++) {
    Term kid = kids[k]; /* `kids` may be in the vector that grows */
    vec_push(&b->kids, kid);
  }
  vec_push(&b->terms, d);
  if (b->terms.len > b->most_terms) b->full = true;
  Term t = b->terms.len - 1;
  b->table[i] = t;
  if (b->terms.len * 2 > b->capacity) grow_table(b);
  return t;
}

bool term_is_binder(const Bank *b, Term t) { return bound_in(term_op(b, t), 1, 1) > 0; }

bool term_is_value(const Bank *b, Term t)
{
  switch (term_op(b, t)) {
  case NODE_BTRUE:
  case NODE_TRUE:
  case NODE_FALSE:
  case NODE_INTEGER_LIT:
  case NODE_STRING_LIT:
  case OP_BIG: return true;
  case NODE_IDENT: {
    const Symbol *s = b->symbols.data[term_payload(b, t)];
    return s->kind == SYMBOL_ELEMENT && s->owner && s->owner->enumerated;
  }
  default: return false;
  }
}

uint32_t terms_symbol(Bank *b, const Symbol *s)
{
  for (uint32_t i = 0; i < b->symbols.len; i++)
    if (b->symbols.data[i] == s) return i;
  vec_push(&b->symbols, s);
  return b->symbols.len - 1;
}

uint32_t terms_name(Bank *b, const Name *n)
{
  for (uint32_t i = 0; i < b->names.len; i++)
    if (b->names.data[i] == n) return i;
  vec_push(&b->names, n);
  return b->names.len - 1;
}

static const char *const op_names[OP_COUNT] = {
#define OP(kind, ...) [NODE_##kind] = #kind,
#include "syntax/operators.def"
#undef OP
#define NODE(kind, ...) [NODE_##kind] = #kind,
#include "syntax/nodes.def"
#undef NODE
    /* in small letters: CHOICE and others are also nodes of the language */
    [OP_BOUND] = "bound", [OP_META] = "meta",     [OP_CHOICE] = "choice",
    [OP_FST] = "first",   [OP_SND] = "second",    [OP_SUM] = "sum",
    [OP_SORT] = "sort",   [OP_TYPE_SET] = "type", [OP_BIG] = "big",
};

const char *op_name(uint32_t op)
{
  assert(op < OP_COUNT);
  return op_names[op];
}

uint32_t op_of_name(const char *text, size_t length)
{
  for (uint32_t op = 0; op < OP_COUNT; op++)
    if (op_names[op] && strlen(op_names[op]) == length && memcmp(op_names[op], text, length) == 0)
      return op;
  return OP_COUNT;
}
