#include <assert.h>
#include <string.h>

#include "csp/names/resolve_impl.h"

/* ------------------------------------------------------------------ declaring */

static void declare_names(Resolver *r, CspScope *s, CspSymbolKind kind, CspNode *names,
                          const CspNode *declaration)
{
  for (uint32_t i = 0; i < names->count; i++) {
    CspNode *n = names->kids[i];
    if (!csp_is(n, CSP_NAME)) continue;
    n->symbol = csp_scope_declare(r, s, kind, n->name, n->span, declaration);
  }
}

static void declare_datatype(Resolver *r, CspScope *s, CspNode *d)
{
  d->symbol = csp_scope_declare(r, s, CSP_SYMBOL_DATATYPE, d->name, d->span, d);
  for (uint32_t i = 0; csp_is(d, CSP_DATATYPE) && i < d->count; i++) {
    CspNode *c = d->kids[i];
    if (!csp_is(c, CSP_CONSTRUCTOR)) continue;
    c->symbol = csp_scope_declare(r, s, CSP_SYMBOL_CONSTRUCTOR, c->name, c->span, c);
    c->symbol->owner = d->symbol;
  }
}

static uint32_t find_builtin(const Name *name)
{
  uint32_t b = 0;
  while (b < BUILTIN_COUNT && strcmp(builtin_name((CspBuiltin) b), name->text)) b++;
  return b;
}

/* What is transparent does not change the meaning: a function that we do not have is the identity.
 */
static uint32_t unknown_function(Resolver *r, const CspNode *n, bool transparent)
{
  const char *name = n->name->text;
  if (transparent)
    diag_warning(r->context->diags, n->span, "unknown-name",
                 "there is no transparent function %s: it changes nothing here", name);
  else
    diag_error(r->context->diags, n->span, "unknown-name", "there is no external function %s",
               name);
  return BUILTIN_EXPLICATE;
}

/* transparent f, g: asking twice for the same is no mistake. */
static void declare_asked(Resolver *r, CspScope *s, CspNode *d)
{
  CspNode *names = d->kids[0];
  for (uint32_t i = 0; i < names->count; i++) {
    CspNode *n = names->kids[i];
    if (!csp_is(n, CSP_NAME)) continue;
    CspSymbol *known = map_get(&s->names, n->name);
    if (known && known->kind == CSP_SYMBOL_BUILTIN) {
      n->symbol = known;
      continue;
    }
    uint32_t b = find_builtin(n->name);
    if (b == BUILTIN_COUNT) b = unknown_function(r, n, csp_is(d, CSP_TRANSPARENT));
    n->symbol = csp_scope_declare(r, s, CSP_SYMBOL_BUILTIN, n->name, n->span, NULL);
    n->symbol->number = b;
  }
}

/* All but names of patterns, modules' insides and instances: patterns must know what is a
 * constructor. */
static void declare_one(Resolver *r, CspScope *s, CspNode *d)
{
  const CspNode *timed = s->timed;
  switch ((CspKind) d->kind) {
  case CSP_FUNCTION:
    d->symbol = csp_scope_declare(r, s, CSP_SYMBOL_DEFINED, d->name, d->span, d);
    break;
  case CSP_CHANNEL: declare_names(r, s, CSP_SYMBOL_CHANNEL, d->kids[0], d); break;
  case CSP_DATATYPE:
  case CSP_SUBTYPE: declare_datatype(r, s, d); break;
  case CSP_NAMETYPE:
    d->symbol = csp_scope_declare(r, s, CSP_SYMBOL_NAMETYPE, d->name, d->span, d);
    break;
  case CSP_EXTERNAL:
  case CSP_TRANSPARENT: declare_asked(r, s, d); break;
  case CSP_MODULE: declare_module(r, s, d); break;
  case CSP_TIMED:
    s->timed = d;
    for (uint32_t i = 0; i < d->kids[1]->count; i++) declare_one(r, s, d->kids[1]->kids[i]);
    s->timed = timed;
    break;
  case CSP_INCLUDE:
    for (uint32_t i = 0; i < d->kids[0]->count; i++) declare_one(r, s, d->kids[0]->kids[i]);
    break;
  default: break;
  }
}

static void declare_patterns(Resolver *r, CspScope *s, CspNode *d)
{
  const CspNode *timed = s->timed;
  if (csp_is(d, CSP_BIND)) {
    resolve_pattern(r, s, d->kids[0], CSP_SYMBOL_DEFINED, d);
  } else if (csp_is(d, CSP_TIMED) || csp_is(d, CSP_INCLUDE)) {
    CspNode *inner = d->kids[csp_is(d, CSP_TIMED)];
    if (csp_is(d, CSP_TIMED)) s->timed = d;
    for (uint32_t i = 0; i < inner->count; i++) declare_patterns(r, s, inner->kids[i]);
    s->timed = timed;
  }
}

void declare_all(Resolver *r, CspScope *s, CspNode *declarations)
{
  for (uint32_t i = 0; i < declarations->count; i++) declare_one(r, s, declarations->kids[i]);
  declare_instances(r, s, declarations);
  for (uint32_t i = 0; i < declarations->count; i++) declare_patterns(r, s, declarations->kids[i]);
}

/* ----------------------------------------------------------------- patterns */

static bool stands_for_itself(const CspSymbol *symbol)
{
  return symbol && (symbol->kind == CSP_SYMBOL_CHANNEL || symbol->kind == CSP_SYMBOL_CONSTRUCTOR ||
                    (symbol->kind == CSP_SYMBOL_BUILTIN && symbol->number >= BUILTIN_TRUE &&
                     symbol->number <= BUILTIN_FALSE_OLD));
}

static void pattern_name(Resolver *r, CspScope *s, CspNode *p, CspSymbolKind kind,
                         const CspNode *declaration)
{
  CspSymbol *known = csp_scope_find(r, s, p->name);
  if (stands_for_itself(known)) {
    p->symbol = known;
    return;
  }
  if (strstr(p->name->text, "::")) {
    csp_scope_need(r, s, p);
    return;
  }
  p->symbol = csp_scope_declare(r, s, kind, p->name, p->span, declaration);
}

void resolve_pattern(Resolver *r, CspScope *s, CspNode *p, CspSymbolKind kind,
                     const CspNode *declaration)
{
  switch ((CspKind) p->kind) {
  case CSP_NAME: pattern_name(r, s, p, kind, declaration); break;
  case CSP_WILDCARD:
  case CSP_INT:
  case CSP_CHAR:
  case CSP_STRING:
  case CSP_ERROR: break;
  case CSP_NEGATE:
    if (!csp_is(p->kids[0], CSP_INT)) goto no_pattern;
    break;
  case CSP_SET:
    if (p->count > 1) goto no_pattern;
    /* fall through */
  case CSP_TUPLE:
  case CSP_SEQ:
  case CSP_DOT:
  case CSP_CONCAT:
  case CSP_BOTH:
    for (uint32_t i = 0; i < p->count; i++) resolve_pattern(r, s, p->kids[i], kind, declaration);
    break;
  default:
  no_pattern:
    diag_error(r->context->diags, p->span, "syntax", "this is no pattern");
  }
}

/* ------------------------------------------------------------ what they are */

static void resolve_clauses(Resolver *r, CspScope *s, CspNode *function)
{
  for (uint32_t i = 0; i < function->count; i++) {
    CspNode *clause = function->kids[i];
    if (!csp_is(clause, CSP_CLAUSE)) continue;
    CspScope *inner = csp_scope_open(r, s);
    for (uint32_t j = 0; j + 1 < clause->count; j++) {
      CspNode *arguments = clause->kids[j];
      for (uint32_t k = 0; k < arguments->count; k++)
        resolve_pattern(r, inner, arguments->kids[k], CSP_SYMBOL_LOCAL, NULL);
    }
    resolve_csp_node(r, inner, clause->kids[clause->count - 1]);
  }
}

/* Names of datatypes in a type; others are variables. */
static void resolve_type(Resolver *r, CspScope *s, CspNode *type)
{
  if (csp_is(type, CSP_NAME)) {
    CspSymbol *symbol = csp_scope_find(r, s, type->name);
    bool set =
        symbol && (symbol->kind == CSP_SYMBOL_DATATYPE || symbol->kind == CSP_SYMBOL_NAMETYPE);
    if (set) type->symbol = symbol;
    else if (strstr(type->name->text, "::"))
      diag_error(r->context->diags, type->span, "unknown-name", "there is no type %s",
                 type->name->text);
  }
  for (uint32_t i = 0; i < type->count; i++) resolve_type(r, s, type->kids[i]);
}

/* Names in front of :: must be declared here. */
static void resolve_annotation(Resolver *r, CspScope *s, CspNode *d)
{
  CspNode *names = d->kids[0];
  for (uint32_t i = 0; i < names->count; i++) {
    CspNode *n = names->kids[i];
    if (!csp_is(n, CSP_NAME)) continue;
    n->symbol = map_get(&s->names, n->name);
    if (!n->symbol)
      diag_error(r->context->diags, n->span, "unknown-name",
                 "%s has a type here, but is not declared", n->name->text);
  }
  resolve_type(r, s, d->kids[1]);
}

static void resolve_subtype(Resolver *r, CspScope *s, CspNode *d)
{
  for (uint32_t i = 0; i < d->count; i++) {
    CspNode *c = d->kids[i];
    if (!csp_is(c, CSP_CONSTRUCTOR)) continue;
    CspSymbol *symbol = csp_scope_find(r, s, c->name);
    if (symbol && symbol->kind == CSP_SYMBOL_CONSTRUCTOR) c->symbol = symbol;
    else
      diag_error(r->context->diags, c->span, "unknown-name", "%s is no constructor of a datatype",
                 c->name->text);
    resolve_csp_node(r, s, c->kids[0]);
  }
}

static void resolve_declaration(Resolver *r, CspScope *s, CspNode *d)
{
  const CspNode *timed = s->timed;
  switch ((CspKind) d->kind) {
  case CSP_BIND: resolve_csp_node(r, s, d->kids[1]); break;
  case CSP_FUNCTION: resolve_clauses(r, s, d); break;
  case CSP_ANNOTATION: resolve_annotation(r, s, d); break;
  case CSP_CHANNEL: resolve_csp_node(r, s, d->kids[1]); break;
  case CSP_DATATYPE:
    for (uint32_t i = 0; i < d->count; i++)
      if (csp_is(d->kids[i], CSP_CONSTRUCTOR)) resolve_csp_node(r, s, d->kids[i]->kids[0]);
    break;
  case CSP_SUBTYPE: resolve_subtype(r, s, d); break;
  case CSP_NAMETYPE:
  case CSP_PRINT:
  case CSP_ASSERT: resolve_csp_node(r, s, d->kids[0]); break;
  case CSP_MODULE: resolve_module(r, s, d); break;
  case CSP_INSTANCE: resolve_instance(r, s, d); break;
  case CSP_TIMED:
    resolve_csp_node(r, s, d->kids[0]);
    s->timed = d;
    resolve_declarations(r, s, d->kids[1]);
    s->timed = timed;
    break;
  case CSP_INCLUDE: resolve_declarations(r, s, d->kids[0]); break;
  default: break;
  }
}

void resolve_declarations(Resolver *r, CspScope *s, CspNode *declarations)
{
  for (uint32_t i = 0; i < declarations->count; i++)
    resolve_declaration(r, s, declarations->kids[i]);
}
