#include <string.h>

#include "prove/check/check_impl.h"
#include "prove/term/read.h"

/* Laws and normal forms hold for terms whose operands have the sorts that the operator asks for, so
 * a certificate may write down no others.  Most operators say it by the type schemes of
 * operators.def, which are matched as they are read. */

static SortKind kind_of(const Bank *b, Sort s) { return sort_of(b, s)->kind; }

static bool is_type(const Bank *b, Sort s, TypeKind kind)
{
  return kind_of(b, s) == SORT_OTHER && ((const Type *) sort_of(b, s)->origin)->kind == kind;
}

static bool is_pair_set(const Bank *b, Sort s)
{
  return kind_of(b, sort_element(b, s)) == SORT_PAIR;
}

static bool is_integers_to(const Bank *b, Sort s)
{
  return is_pair_set(b, s) && kind_of(b, sort_of(b, sort_element(b, s))->a) == SORT_INTEGER;
}

/* ------------------------------------------------------------------------ schemes */

typedef struct {
  const Bank *bank;
  const char *at;
  Sort letters[26]; /* what the type variables stand for; 0: nothing yet */
} Scheme;

static bool match_product(Scheme *, Sort);

static bool accept(Scheme *m, const char *word)
{
  while (*m->at == ' ') m->at++;
  size_t length = strlen(word);
  if (strncmp(m->at, word, length) != 0) return false;
  m->at += length;
  return true;
}

static bool match_letter(Scheme *m, Sort s)
{
  char letter = *m->at++;
  if (letter < 'a' || letter > 'z' || s == 0) return false;
  if (letter == 'n') return kind_of(m->bank, s) == SORT_INTEGER; /* real numbers have no terms */
  Sort *known = &m->letters[letter - 'a'];
  if (!*known) *known = s;
  return *known == s;
}

static bool match_atom(Scheme *m, Sort s)
{
  if (accept(m, "INTEGER")) return kind_of(m->bank, s) == SORT_INTEGER;
  if (accept(m, "BOOL")) return kind_of(m->bank, s) == SORT_BOOL;
  if (accept(m, "STRING")) return is_type(m->bank, s, TYPE_STRING);
  if (accept(m, "REAL")) return false;
  if (accept(m, "POW(")) {
    Sort element = sort_element(m->bank, s);
    return element && match_product(m, element) && accept(m, ")");
  }
  if (accept(m, "(")) return match_product(m, s) && accept(m, ")");
  return match_letter(m, s);
}

/* Does a `*` follow the atom that begins here? */
static bool is_product(const Scheme *m)
{
  int depth = 0;
  for (const char *p = m->at; *p; p++) {
    if (*p == '(') depth++;
    if (*p == ')' && depth-- == 0) return false;
    if (depth == 0 && *p == '*') return true;
    if (depth == 0 && (*p == ',' || *p == '-')) return false;
  }
  return false;
}

static bool match_product(Scheme *m, Sort s)
{
  if (!is_product(m)) return match_atom(m, s);
  SortData d = *sort_of(m->bank, s);
  return d.kind == SORT_PAIR && match_atom(m, d.a) && accept(m, "*") && match_atom(m, d.b);
}

static bool match_argument(Scheme *m, Sort s)
{
  return accept(m, "pred") ? s == 0 : match_product(m, s);
}

static bool match_scheme(const Bank *b, const char *text, Sort result, const Term *kids,
                         uint32_t count)
{
  Scheme m = {.bank = b, .at = text};
  uint32_t i = 0;
  const char *last = text;
  if (!accept(&m, "->")) {
    do {
      last = m.at;
      if (i == count || !match_argument(&m, term_sort(b, kids[i++]))) return false;
    } while (accept(&m, ","));
    if (accept(&m, "...")) {
      const char *after = m.at;
      for (; i < count; i++) {
        m.at = last;
        if (!match_argument(&m, term_sort(b, kids[i]))) return false;
      }
      m.at = after;
    }
    if (!accept(&m, "->")) return false;
  }
  return i == count && match_argument(&m, result) && !*m.at;
}

/* ------------------------------------------------- operators without such schemes */

static bool are_integers(const Bank *b, const Term *kids, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (term_kind_of_sort(b, kids[i]) != SORT_INTEGER) return false;
  return true;
}

/* POW(a), POW(b) and the pairs of the elements */
static bool are_factors(const Bank *b, const Term *kids, Sort pair)
{
  Sort x = sort_element(b, term_sort(b, kids[0])), y = sort_element(b, term_sort(b, kids[1]));
  const SortData *d = sort_of(b, pair);
  return x && y && d->kind == SORT_PAIR && d->a == x && d->b == y;
}

static bool has_field(Bank *b, Sort sort, int64_t name, Term record)
{
  if (!is_type(b, term_sort(b, record), TYPE_RECORD) || name < 0 || name >= b->names.len)
    return false;
  const Type *type = sort_of(b, term_sort(b, record))->origin;
  for (uint32_t i = 0; i < type->count; i++)
    if (type->names[i] == b->names.data[name]) return sort == sort_of_type(b, type->args[i]);
  return false;
}

/* The projections of S*T, or of a pair of sorts. */
static bool is_projection(const Bank *b, bool first, Sort sort, const Term *kids)
{
  Sort pair = sort_element(b, sort);
  if (kind_of(b, pair) != SORT_PAIR) return false;
  SortData d = *sort_of(b, pair);
  if (kind_of(b, d.a) != SORT_PAIR) return false;
  const SortData *from = sort_of(b, d.a);
  return d.b == (first ? from->a : from->b) && (!kids || are_factors(b, kids, d.a));
}

static bool fits_operator(Bank *b, uint32_t op, Sort sort, int64_t payload, const Term *k,
                          uint32_t count)
{
  Sort x = count ? term_sort(b, k[0]) : 0, y = count > 1 ? term_sort(b, k[1]) : 0;
  SortKind kind = kind_of(b, sort);
  switch (op) {
  case NODE_APPLY: {
    if (count != 2 || !is_pair_set(b, x)) return false;
    const SortData *pair = sort_of(b, sort_element(b, x));
    return pair->a == y && pair->b == sort;
  }
  case NODE_MINUS:
    return count == 2 && x == sort && y == sort && (kind == SORT_INTEGER || kind == SORT_POW);
  case NODE_TIMES:
    if (kind == SORT_INTEGER) return count == 2 && are_integers(b, k, 2);
    return count == 2 && are_factors(b, k, sort_element(b, sort));
  case NODE_CONCAT:
  case NODE_REV:
    return count == (op == NODE_REV ? 1 : 2) && x == sort && (count == 1 || y == sort) &&
           (is_integers_to(b, sort) || is_type(b, sort, TYPE_STRING));
  case NODE_SIZE:
    return count == 1 && kind == SORT_INTEGER &&
           (is_integers_to(b, x) || is_type(b, x, TYPE_STRING));
  case NODE_FIELD: return count == 1 && has_field(b, sort, payload, k[0]);
  case NODE_PRJ1:
  case NODE_PRJ2: return count == 2 && is_projection(b, op == NODE_PRJ1, sort, k);
  case NODE_BIN:
    return count == 1 ? match_scheme(b, "a -> POW(POW(INTEGER*INTEGER)*a)", sort, k, 1)
                      : match_scheme(b,
                                     "POW(POW(INTEGER*INTEGER)*a), a, POW(POW(INTEGER*INTEGER)*a)"
                                     " -> POW(POW(INTEGER*INTEGER)*a)",
                                     sort, k, count);
  default: return false;
  }
}

static bool fits_binder(const Bank *b, uint32_t op, Sort sort, int64_t payload, const Term *k,
                        uint32_t count)
{
  bool formula = op == NODE_FORALL;
  if (payload <= 0 || payload > count || count != payload + (formula ? 1 : 2)) return false;
  for (int64_t i = 0; i < payload; i++)
    if (term_op(b, k[i]) != OP_SORT) return false;
  if (term_sort(b, k[payload]) != 0) return false;
  if (formula) return sort == 0;
  Term e = k[payload + 1];
  Sort of = term_sort(b, e);
  if (term_op(b, e) == OP_SORT || of == 0) return false;
  if (op == NODE_IMAGE_SET) return sort_element(b, sort) == of;
  return of == sort &&
         kind_of(b, of) == (op == NODE_SIGMA || op == NODE_PRODUCT ? SORT_INTEGER : SORT_POW);
}

/* ------------------------------------------------------------------- other terms */

/* Numbers have one form each: the short ones are NODE_INTEGER_LIT. */
static bool is_long_number(const Bank *b, int64_t name)
{
  if (name < 0 || name >= b->names.len) return false;
  const char *digits = b->names.data[name]->text;
  return strlen(digits) > LONGEST_LITERAL && *digits != '0' &&
         strspn(digits, "0123456789") == strlen(digits);
}

static bool is_literal(const Bank *b, Term t) { return term_op(b, t) == NODE_INTEGER_LIT; }

/* constant, factor, term, factor, term … */
static bool fits_sum(const Bank *b, const Term *k, uint32_t count)
{
  if (count % 2 == 0 || !are_integers(b, k, count) || !is_literal(b, k[0])) return false;
  for (uint32_t i = 1; i < count; i += 2)
    if (!is_literal(b, k[i]) || term_payload(b, k[i]) == 0) return false;
  return true;
}

static bool fits_leaf(Checker *x, uint32_t op, Sort sort, int64_t payload)
{
  Bank *b = &x->bank;
  SortKind kind = kind_of(b, sort);
  bool used = false;
  switch (op) {
  case NODE_IDENT:
    if (payload < 0 || payload >= b->symbols.len || sort == 0) return false;
    for (uint32_t i = 0; i < x->symbol_sorts.len; i++) {
      const SymbolSort *s = &x->symbol_sorts.data[i];
      if (s->symbol == payload && s->sort == sort) return true;
      used |= s->symbol == payload;
    }
    if (used) return false;
    const Type *type = b->symbols.data[payload]->type;
    return type && sort_of_type(b, type) == sort;
  case NODE_INTEGER_LIT:
    return kind == SORT_INTEGER && -LARGEST_LITERAL <= payload && payload <= LARGEST_LITERAL;
  case OP_BIG: return kind == SORT_INTEGER && is_long_number(b, payload);
  case NODE_STRING_LIT:
    return is_type(b, sort, TYPE_STRING) && payload >= 0 && payload < b->names.len;
  case OP_BOUND:
    return payload >= 0 && payload < MOST_CHECK_BOUND && sort != 0 && kind != SORT_PAIR;
  case OP_SORT: return sort != 0 && kind != SORT_PAIR;
  case OP_TYPE_SET:
  case NODE_EMPTY_SET: return kind == SORT_POW;
  case NODE_EVENTB_PRJ1:
  case NODE_EVENTB_PRJ2: return is_projection(b, op == NODE_EVENTB_PRJ1, sort, NULL);
  default:
    return op <= NODE_LAST_OPERATOR &&
           match_scheme(b, operator_of((NodeKind) op)->scheme, sort, NULL, 0);
  }
}

static bool fits(Checker *x, uint32_t op, Sort sort, int64_t payload, const Term *k, uint32_t count)
{
  Bank *b = &x->bank;
  switch (op) {
  case OP_META: return false;
  case NODE_FORALL:
  case NODE_IMAGE_SET:
  case NODE_SIGMA:
  case NODE_PRODUCT:
  case NODE_QUANT_UNION:
  case NODE_QUANT_INTER: return fits_binder(b, op, sort, payload, k, count);
  case OP_CHOICE:
    return count == 1 && term_op(b, k[0]) == NODE_FORALL && payload >= 0 &&
           payload < term_payload(b, k[0]) && sort == make_binder_sort(b, k[0], (uint32_t) payload);
  case OP_FST:
  case OP_SND: {
    if (count != 1 || term_kind_of_sort(b, k[0]) != SORT_PAIR) return false;
    const SortData *pair = sort_of(b, term_sort(b, k[0]));
    return sort == (op == OP_FST ? pair->a : pair->b);
  }
  case OP_SUM: return kind_of(b, sort) == SORT_INTEGER && fits_sum(b, k, count);
  case NODE_SET_EXT:
    for (uint32_t i = 0; i < count; i++)
      if (term_sort(b, k[i]) != sort_element(b, sort)) return false;
    return count > 0 && kind_of(b, sort) == SORT_POW;
  case NODE_IF_EXPR:
    return count == 3 && sort != 0 && term_sort(b, k[0]) == 0 && term_sort(b, k[1]) == sort &&
           term_sort(b, k[2]) == sort;
  case NODE_EQUAL:
    if (payload != 0 && (payload != 1 || !are_integers(b, k, count))) return false;
    break;
  default: break;
  }
  if (count == 0) return fits_leaf(x, op, sort, payload);
  if (op > NODE_LAST_OPERATOR) return false;
  const char *scheme = operator_of((NodeKind) op)->scheme;
  return strcmp(scheme, "-") != 0 ? match_scheme(b, scheme, sort, k, count)
                                  : fits_operator(b, op, sort, payload, k, count);
}

bool check_sorts(Checker *x, uint32_t op, Sort sort, int64_t payload, const Term *kids,
                 uint32_t count)
{
  const Bank *b = &x->bank;
  bool binder = op == NODE_FORALL || op == NODE_IMAGE_SET || op == NODE_SIGMA ||
                op == NODE_PRODUCT || op == NODE_QUANT_UNION || op == NODE_QUANT_INTER;
  for (uint32_t i = 0; i < count; i++) /* what binders have before their body is no operand */
    if (term_op(b, kids[i]) == OP_SORT && !(binder && i < payload)) return false;
  return fits(x, op, sort, payload, kids, count);
}

void check_note_symbols(Checker *x)
{
  const Bank *b = &x->bank;
  for (Term t = 1; t < b->terms.len; t++)
    if (term_op(b, t) == NODE_IDENT)
      vec_push(&x->symbol_sorts, ((SymbolSort){term_payload(b, t), term_sort(b, t)}));
}

/* ----------------------------------------------------------------- bound names */

/* False: the name has another sort there. */
static bool add_free(FreeSorts *list, FreeSort name)
{
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i].number == name.number) return list->data[i].sort == name.sort;
  vec_push(list, name);
  return true;
}

bool check_free_names(const Bank *b, uint32_t op, Sort sort, int64_t payload, const Term *kids,
                      const FreeSorts *const *of, uint32_t count, FreeSorts *free)
{
  if (op == OP_BOUND) return add_free(free, (FreeSort){(uint32_t) payload, sort});
  bool binder = count > 0 && term_op(b, kids[0]) == OP_SORT;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t bound = binder && i >= (uint64_t) payload ? (uint32_t) payload : 0;
    for (uint32_t k = 0; k < of[i]->len; k++) {
      FreeSort name = of[i]->data[k];
      bool inside = name.number < bound;
      bool fine = inside ? term_sort(b, kids[bound - 1 - name.number]) == name.sort
                         : add_free(free, (FreeSort){name.number - bound, name.sort});
      if (!fine) return false;
    }
  }
  return true;
}
