#include "csp/types/typing.h"

/* Types of what one declaration declares. */

/* ----------------------------------------------------------------- prepare */

/* T1.T2 has two parts. */
static uint32_t parts_of(const CspNode *type)
{
  uint32_t n = 1;
  if (csp_is(type, CSP_ABSENT)) return 0;
  for (; csp_is(type, CSP_DOT); type = type->kids[1]) n++;
  return n;
}

/* What a channel or constructor is, one variable for each part. */
static CspType *new_dotable(Typing *t, const CspNode *type, CspType *result)
{
  TypeList values = type_list(t->arena, parts_of(type));
  for (uint32_t i = 0; i < values.count; i++) values.at[i] = csp_unify_var(&t->unifier);
  return csp_type_dotable(t->arena, values, result);
}

static void prepare_symbol(Typing *t, CspSymbol *symbol, void *data)
{
  SymbolInfo *info = typing_info(t, symbol);
  const CspNode *d = data;
  switch (symbol->kind) {
  case CSP_SYMBOL_CHANNEL:
    info->scheme.type = new_dotable(t, d->kids[1], csp_type_plain(CSPT_EVENT));
    break;
  case CSP_SYMBOL_CONSTRUCTOR: {
    CspType *datatype = typing_info(t, symbol->owner)->scheme.type->args[0];
    for (uint32_t i = 0; i < d->count; i++)
      if (d->kids[i]->symbol == symbol) {
        info->scheme.type = new_dotable(t, d->kids[i]->kids[0], datatype);
        datatype->args[i] = info->scheme.type;
      }
    break;
  }
  default:
    if (!info->annotation) info->scheme.type = csp_unify_var(&t->unifier);
  }
}

void typing_prepare(Typing *t, Unit *unit)
{
  typing_each_symbol(t, unit->node, prepare_symbol, unit->node);
}

/* --------------------------------------------------------------- functions */

static CspType *shape_of(Typing *t, const CspNode *clause, uint32_t from)
{
  if (from + 1 >= clause->count) return csp_unify_var(&t->unifier);
  uint32_t arguments = clause->kids[from]->count;
  CspType *f = csp_type_new(t->arena, CSPT_FUNCTION, arguments + 1);
  for (uint32_t i = 0; i < arguments; i++) f->args[i] = csp_unify_var(&t->unifier);
  f->args[arguments] = shape_of(t, clause, from + 1);
  return f;
}

static bool same_shape(const CspNode *a, const CspNode *b)
{
  if (a->count != b->count) return false;
  for (uint32_t i = 0; i + 1 < a->count; i++)
    if (a->kids[i]->count != b->kids[i]->count) return false;
  return true;
}

static void clause_type(Typing *t, const CspNode *f, CspNode *clause, CspType *type)
{
  for (uint32_t i = 0; i + 1 < clause->count; i++) {
    const CspNode *arguments = clause->kids[i];
    for (uint32_t k = 0; k < arguments->count; k++) {
      const char *what =
          arena_printf(t->arena, "parameter %u of %s", k + 1, f->name ? f->name->text : "it");
      typing_expect_pattern(t, arguments->kids[k], type->args[k], what);
    }
    type = type->args[type->count - 1];
  }
  typing_expect(t, clause->kids[clause->count - 1], type,
                arena_printf(t->arena, "the result of %s", f->name ? f->name->text : "it"));
}

static void function(Typing *t, CspNode *f)
{
  if (!f->symbol || f->count == 0 || !csp_is(f->kids[0], CSP_CLAUSE)) return;
  SymbolInfo *info = typing_info(t, f->symbol);
  CspType *type = info->scheme.type, *shape = shape_of(t, f->kids[0], 0);
  if (info->annotation) type = typing_enter(t, type);
  if (!csp_unify(&t->unifier, shape, type)) {
    typing_mismatch(t, f, type, shape, "the type of a function with these parameters");
    return;
  }
  for (uint32_t i = 0; i < f->count; i++) {
    CspNode *clause = f->kids[i];
    if (!csp_is(clause, CSP_CLAUSE)) continue;
    if (same_shape(f->kids[0], clause)) clause_type(t, f, clause, shape);
    else
      typing_mistake(t, clause->span, "argument-count",
                     "the clauses of %s have different numbers of parameters", f->name->text);
  }
}

/* --------------------------------------------------------- sets of values */

CspType *typing_elements(Typing *t, CspNode *n)
{
  CspType *type;
  if (csp_is(n, CSP_DOT) || csp_is(n, CSP_TUPLE)) {
    type = csp_type_new(t->arena, csp_is(n, CSP_DOT) ? CSPT_DOT : CSPT_TUPLE, n->count);
    for (uint32_t i = 0; i < n->count; i++) type->args[i] = typing_elements(t, n->kids[i]);
    n->type = typing_set(t, type);
    return type;
  }
  type = csp_unify_var(&t->unifier);
  if (!typing_expect(t, n, typing_set(t, type), "the set of values of a type"))
    return csp_type_plain(CSPT_UNKNOWN);
  if (type_is(csp_type_resolve(n->type), CSPT_UNKNOWN)) return csp_type_plain(CSPT_UNKNOWN);
  if (!csp_unify_limit(&t->unifier, type, CSP_LIMIT_COMPLETE))
    typing_limit_mistake(t, n, type, "elements of the set of values of a type");
  return type;
}

static void limit_parts(Typing *t, const CspNode *n, CspType *type)
{
  if (!csp_unify_limit(&t->unifier, type, CSP_LIMIT_EQ))
    typing_limit_mistake(t, n, type, "parts of a channel or datatype");
}

/* The parts of the declared name are the elements of the sets. */
static void fill_parts(Typing *t, CspNode *n, CspType *dotable, bool comparable)
{
  CspType *result;
  TypeList values = csp_type_values(t->arena, dotable, &result);
  for (uint32_t i = 0; i < values.count; i++) {
    CspNode *part = csp_is(n, CSP_DOT) ? n->kids[0] : n;
    CspType *type = typing_elements(t, part);
    if (!csp_unify(&t->unifier, type, values.at[i]))
      typing_mismatch(t, part, values.at[i], type, NULL);
    else if (comparable) limit_parts(t, part, type);
    if (csp_is(n, CSP_DOT)) n = n->kids[1];
  }
}

/* A type that is written down beside the declaration must be the right one. */
static void check_annotation(Typing *t, const CspNode *place, CspSymbol *symbol)
{
  SymbolInfo *info = typing_info(t, symbol);
  if (!info->annotation) return;
  CspType *said = typing_annotation(t, info->annotation->kids[1]), *type = info->scheme.type;
  CspType *rigid = typing_enter(t, said);
  if (!csp_unify(&t->unifier, type, rigid)) typing_mismatch(t, place, rigid, type, NULL);
}

static void channel(Typing *t, CspNode *d)
{
  CspNode *names = d->kids[0], *type = d->kids[1];
  CspType *first = NULL;
  for (uint32_t i = 0; i < names->count; i++) {
    CspSymbol *symbol = names->kids[i]->symbol;
    if (!symbol) continue;
    CspType *own = typing_info(t, symbol)->scheme.type;
    if (first) csp_unify(&t->unifier, own, first);
    else fill_parts(t, type, own, true);
    check_annotation(t, names->kids[i], symbol);
    first = own;
  }
  CspSymbol *tock = t->resolved->tock;
  for (uint32_t i = 0; i < names->count; i++)
    if (tock && names->kids[i]->symbol == tock && !csp_is(type, CSP_ABSENT))
      typing_mistake(t, type->span, "timed",
                     "tock is the event of time where there are Timed sections: it has no values");
}

static void datatype(Typing *t, CspNode *d)
{
  if (!d->symbol) return;
  CspType *type = typing_info(t, d->symbol)->scheme.type->args[0];
  bool comparable = type->limits & CSP_LIMIT_EQ;
  for (uint32_t i = 0; i < d->count; i++) {
    CspNode *c = d->kids[i];
    if (!csp_is(c, CSP_CONSTRUCTOR) || !c->symbol) continue;
    CspType *own = typing_info(t, c->symbol)->scheme.type;
    fill_parts(t, c->kids[0], own, comparable);
    check_annotation(t, c, c->symbol);
  }
}

static void nametype(Typing *t, CspNode *d)
{
  if (!d->symbol) return;
  SymbolInfo *info = typing_info(t, d->symbol);
  CspType *type = typing_set(t, typing_elements(t, d->kids[0]));
  CspType *said = info->annotation ? typing_enter(t, info->scheme.type) : info->scheme.type;
  if (!csp_unify(&t->unifier, type, said)) typing_mismatch(t, d->kids[0], said, type, NULL);
}

/* --------------------------------------------------------------- subtypes */

static void subtype_parts(Typing *t, CspNode *c, CspType *constructor)
{
  CspType *result;
  TypeList values = csp_type_values(t->arena, constructor, &result);
  uint32_t parts = parts_of(c->kids[0]);
  if (parts == 0) return;
  CspType *given = typing_elements(t, c->kids[0]);
  TypeList have = csp_type_flatten(t->arena, given);
  if (have.count > values.count) {
    typing_mistake(t, c->kids[0]->span, "argument-count", "%s has %u part%s, but %u are given",
                   c->name->text, values.count, text_plural(values.count), have.count);
    return;
  }
  CspType *wanted = csp_type_dot(t->arena, (TypeList){values.at, have.count});
  if (!csp_unify(&t->unifier, given, wanted))
    typing_mismatch(t, c->kids[0], wanted, given, "the parts of a constructor");
}

static void subtype(Typing *t, CspNode *d)
{
  const CspSymbol *owner = NULL;
  for (uint32_t i = 0; i < d->count; i++) {
    CspNode *c = d->kids[i];
    if (!csp_is(c, CSP_CONSTRUCTOR) || !c->symbol) continue;
    if (owner && c->symbol->owner != owner) {
      typing_mistake(t, c->span, "type-mismatch", "%s is a constructor of %s, not of %s",
                     c->name->text, c->symbol->owner->name->text, owner->name->text);
      continue;
    }
    owner = c->symbol->owner;
    CspType *type = typing_info(t, c->symbol)->scheme.type;
    if (type) subtype_parts(t, c, type);
  }
}

/* --------------------------------------------------------------------- all */

void typing_declare(Typing *t, Unit *unit)
{
  CspNode *d = unit->node;
  const TypeName *names = t->names;
  t->unifier.level++;
  switch ((CspKind) d->kind) {
  case CSP_BIND: {
    CspType *type = typing_pattern(t, d->kids[0]);
    typing_expect(t, d->kids[1], type, NULL);
    break;
  }
  case CSP_FUNCTION: function(t, d); break;
  case CSP_CHANNEL: channel(t, d); break;
  case CSP_DATATYPE: datatype(t, d); break;
  case CSP_NAMETYPE: nametype(t, d); break;
  case CSP_SUBTYPE: subtype(t, d); break;
  default: break;
  }
  t->unifier.level--;
  t->names = names;
}
