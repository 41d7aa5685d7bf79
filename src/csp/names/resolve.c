#include "csp/names/resolve.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "csp/names/prelude.h"
#include "csp/names/resolve_impl.h"

static CspScope *resolve_statements(Resolver *r, CspScope *s, CspNode *statements)
{
  if (csp_is(statements, CSP_ABSENT)) return s;
  for (uint32_t i = 0; i < statements->count; i++) {
    CspNode *n = statements->kids[i];
    if (!csp_is(n, CSP_GENERATOR)) {
      resolve_csp_node(r, s, n);
      continue;
    }
    resolve_csp_node(r, s, n->kids[1]);
    s = csp_scope_open(r, s);
    resolve_pattern(r, s, n->kids[0], CSP_SYMBOL_LOCAL, NULL);
  }
  return s;
}

/* [STATEMENTS x…]: the rest is in the scope of the statements. */
static void resolve_each(Resolver *r, CspScope *s, CspNode *n)
{
  CspScope *inner = resolve_statements(r, s, n->kids[0]);
  for (uint32_t i = 1; i < n->count; i++) resolve_csp_node(r, inner, n->kids[i]);
}

/* [STATEMENTS x P]: x is outside. */
static void resolve_each_outside(Resolver *r, CspScope *s, CspNode *n)
{
  resolve_csp_node(r, s, n->kids[1]);
  CspScope *inner = resolve_statements(r, s, n->kids[0]);
  resolve_csp_node(r, inner, n->kids[2]);
}

static void resolve_prefix(Resolver *r, CspScope *s, CspNode *n)
{
  resolve_csp_node(r, s, n->kids[0]);
  for (uint32_t i = 1; i + 1 < n->count; i++) {
    CspNode *field = n->kids[i];
    if (csp_is(field, CSP_OUTPUT)) {
      resolve_csp_node(r, s, field->kids[0]);
    } else if (csp_is(field, CSP_INPUT) || csp_is(field, CSP_NONDET_INPUT)) {
      resolve_csp_node(r, s, field->kids[1]);
      s = csp_scope_open(r, s);
      resolve_pattern(r, s, field->kids[0], CSP_SYMBOL_LOCAL, NULL);
    }
  }
  resolve_csp_node(r, s, n->kids[n->count - 1]);
}

static void resolve_let(Resolver *r, CspScope *s, CspNode *n)
{
  CspScope *inner = csp_scope_open(r, s);
  inner->let = n;
  declare_all(r, inner, n->kids[0]);
  resolve_declarations(r, inner, n->kids[0]);
  resolve_csp_node(r, inner, n->kids[1]);
}

static void resolve_lambda(Resolver *r, CspScope *s, CspNode *n)
{
  CspScope *inner = csp_scope_open(r, s);
  for (uint32_t i = 0; i < n->kids[0]->count; i++)
    resolve_pattern(r, inner, n->kids[0]->kids[i], CSP_SYMBOL_LOCAL, NULL);
  resolve_csp_node(r, inner, n->kids[1]);
}

static void resolve_name(Resolver *r, CspScope *s, CspNode *n)
{
  n->symbol = csp_scope_need(r, s, n);
  if (!n->symbol || n->symbol->kind != CSP_SYMBOL_MODULE) return;
  diag_error(r->context->diags, n->span, "no-expression", "%s is a module, which has no value",
             n->name->text);
  n->symbol = NULL;
}

void resolve_csp_node(Resolver *r, CspScope *s, CspNode *n)
{
  switch ((CspKind) n->kind) {
  case CSP_NAME: resolve_name(r, s, n); break;
  case CSP_LET: resolve_let(r, s, n); break;
  case CSP_LAMBDA: resolve_lambda(r, s, n); break;
  case CSP_PREFIX: resolve_prefix(r, s, n); break;
  case CSP_SEQ_EACH:
  case CSP_SEQ_RANGE_EACH:
  case CSP_SET_EACH:
  case CSP_SET_RANGE_EACH:
  case CSP_CLOSURE_EACH:
  case CSP_PAIRS:
  case CSP_EACH_EXTERNAL_CHOICE:
  case CSP_EACH_INTERNAL_CHOICE:
  case CSP_EACH_INTERLEAVE:
  case CSP_EACH_SEQUENCE:
  case CSP_EACH_LINK:
  case CSP_EACH_PARALLEL: resolve_each(r, s, n); break;
  case CSP_EACH_SHARE:
  case CSP_EACH_SYNC_CHOICE: resolve_each_outside(r, s, n); break;
  case CSP_WILDCARD:
    diag_error(r->context->diags, n->span, "no-expression", "_ is a pattern, which has no value");
    break;
  case CSP_BOTH:
    diag_error(r->context->diags, n->span, "no-expression",
               "@@ makes patterns, which have no value");
    break;
  default:
    for (uint32_t i = 0; i < n->count; i++) resolve_csp_node(r, s, n->kids[i]);
  }
}

/* ------------------------------------------------------------------- scripts */

static bool has_timed(const CspNode *n)
{
  if (csp_is(n, CSP_TIMED)) return true;
  for (uint32_t i = 0; i < n->count; i++)
    if (has_timed(n->kids[i])) return true;
  return false;
}

static bool uses(const CspNode *n, const Name *name)
{
  if (!name) return false;
  if (csp_is(n, CSP_NAME) && n->name == name) return true;
  for (uint32_t i = 0; i < n->count; i++)
    if (uses(n->kids[i], name)) return true;
  return false;
}

static bool is_plain_channel(const CspSymbol *symbol)
{
  return symbol && symbol->kind == CSP_SYMBOL_CHANNEL &&
         csp_is(symbol->declaration->kids[1], CSP_ABSENT);
}

/* Where something is timed, there is an event tock, declared or not. Elsewhere it is a channel of
 * that name. */
static void provide_tock(Resolver *r, CspScope *outer, CspScope *s, const CspNode *script)
{
  const Name *name = names_intern_string(r->context->names, "tock");
  CspSymbol *tock = map_get(&s->names, name);
  if (!has_timed(script)) {
    if (is_plain_channel(tock)) r->resolved->tock = tock;
    return;
  }
  const Name *priority = names_intern_string(r->context->names, "timed_priority");
  if (!tock) tock = csp_scope_declare(r, outer, CSP_SYMBOL_CHANNEL, name, SPAN_NONE, NULL);
  if (tock->kind != CSP_SYMBOL_CHANNEL)
    diag_error(r->context->diags, tock->span, "declared-twice",
               "tock is the event of time where there are Timed sections: declare it as a channel");
  r->resolved->tock = tock;
  CspSymbol *timed = csp_scope_declare(r, outer, CSP_SYMBOL_BUILTIN, priority, SPAN_NONE, NULL);
  timed->number = BUILTIN_TIMED_PRIORITY;
}

/* It is read only where one of its names occurs. */
static void read_prelude(Resolver *r, CspScope *builtins)
{
  const CspParseContext *c = r->context;
  bool needed = false;
  for (uint32_t b = 0; b < BUILTIN_COUNT; b++) {
    const char *name = builtin_name((CspBuiltin) b);
    bool prelude = csp_prelude_name((CspBuiltin) b);
    needed |= prelude && uses(r->resolved->script, names_find(c->names, name, strlen(name)));
  }
  if (!needed) return;
  const Source *source = sources_add(c->sources, "<prelude>", csp_prelude, strlen(csp_prelude));
  r->resolved->prelude = csp_parse(c, source);
  r->resolved->prelude_scope = csp_scope_open(r, builtins);
  declare_all(r, r->resolved->prelude_scope, r->resolved->prelude);
  resolve_declarations(r, r->resolved->prelude_scope, r->resolved->prelude);
}

CspSymbol *csp_resolved_prelude(const CspResolved *resolved, CspBuiltin b)
{
  const char *name = csp_prelude_name(b);
  if (!name || !resolved->prelude) return NULL;
  for (uint32_t i = 0; i < resolved->prelude->count; i++)
    if (!strcmp(resolved->prelude->kids[i]->name->text, name))
      return resolved->prelude->kids[i]->symbol;
  return NULL;
}

CspResolved *csp_resolve(const CspParseContext *context, CspNode *script)
{
  CspResolved *resolved = memory_zeroed(1, sizeof *resolved);
  resolved->arena = arena_new();
  resolved->script = script;
  Resolver r = {.context = context, .resolved = resolved};
  CspScope *builtins = csp_scope_of_builtins(&r), *outer = csp_scope_open(&r, builtins);
  resolved->scope = csp_scope_open(&r, outer);
  read_prelude(&r, builtins);
  declare_all(&r, resolved->scope, script);
  provide_tock(&r, outer, resolved->scope, script);
  resolve_declarations(&r, resolved->scope, script);
  return resolved;
}

void csp_resolved_free(CspResolved *resolved)
{
  if (!resolved) return;
  csp_scope_free_maps(resolved);
  vec_free(&resolved->scopes);
  vec_free(&resolved->symbols);
  vec_free(&resolved->channels_and_constructors);
  arena_free(resolved->arena);
  free(resolved);
}

bool csp_resolve_more(CspResolved *resolved, const CspParseContext *context, CspNode *n)
{
  Resolver r = {.context = context, .resolved = resolved};
  uint32_t before = diags_errors(context->diags);
  resolve_csp_node(&r, resolved->scope, n);
  return diags_errors(context->diags) == before;
}
