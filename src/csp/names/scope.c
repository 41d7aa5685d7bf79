#include <assert.h>
#include <string.h>

#include "base/nearest.h"
#include "csp/names/resolve_impl.h"

CspScope *csp_scope_open(Resolver *r, CspScope *outer)
{
  CspScope *s = arena_new_array(r->resolved->arena, CspScope, 1);
  vec_push(&r->resolved->scopes, s);
  s->outer = outer;
  if (outer) {
    s->timed = outer->timed;
    s->template = outer->template;
  }
  return s;
}

void csp_scope_free_maps(CspResolved *resolved)
{
  for (uint32_t i = 0; i < resolved->scopes.len; i++) map_free(&resolved->scopes.data[i]->names);
}

void csp_scope_put(Resolver *r, CspScope *s, const Name *name, CspSymbol *symbol)
{
  (void) r;
  map_put(&s->names, name, symbol);
}

static CspSymbol *symbol_new(Resolver *r, CspSymbolKind kind, const Name *name, Span span)
{
  CspSymbol *symbol = arena_new_array(r->resolved->arena, CspSymbol, 1);
  symbol->kind = kind;
  symbol->name = name;
  symbol->span = span;
  vec_push(&r->resolved->symbols, symbol);
  return symbol;
}

/* Names of a module are shown with its name. */
static const Name *full_name(Resolver *r, const CspScope *s, const Name *name)
{
  while (s && !s->module) s = s->let ? NULL : s->outer;
  if (!s) return name;
  const char *text = arena_printf(r->resolved->arena, "%s::%s", s->module->name->text, name->text);
  return names_intern_string(r->context->names, text);
}

static void number(Resolver *r, CspScope *s, CspSymbol *symbol)
{
  CspResolved *resolved = r->resolved;
  symbol->template = s->template;
  bool datum = symbol->kind == CSP_SYMBOL_CHANNEL || symbol->kind == CSP_SYMBOL_CONSTRUCTOR;
  if (datum) {
    symbol->number = resolved->channels_and_constructors.len;
    vec_push(&resolved->channels_and_constructors, symbol);
  } else if (symbol->kind == CSP_SYMBOL_DEFINED) {
    symbol->number = s->defined++;
  }
}

CspSymbol *csp_scope_declare(Resolver *r, CspScope *s, CspSymbolKind kind, const Name *name,
                             Span span, const CspNode *declaration)
{
  const CspSymbol *known = map_get(&s->names, name);
  if (known) {
    Diag *d =
        diag_error(r->context->diags, span, "declared-twice", "%s is declared twice", name->text);
    if (span_known(known->span))
      diag_note(r->context->diags, d, known->span, "it is declared here, too");
  }
  bool shown = kind != CSP_SYMBOL_LOCAL;
  CspSymbol *symbol = symbol_new(r, kind, shown ? full_name(r, s, name) : name, span);
  symbol->declaration = declaration;
  symbol->let = s->let;
  symbol->timed = s->timed;
  number(r, s, symbol);
  map_put(&s->names, name, symbol);
  return symbol;
}

static CspSymbol *find_simple(const CspScope *s, const Name *name)
{
  for (; s; s = s->outer) {
    CspSymbol *symbol = map_get(&s->names, name);
    if (symbol) return symbol;
  }
  return NULL;
}

CspSymbol *csp_scope_find(Resolver *r, const CspScope *s, const Name *name)
{
  const char *text = name->text, *colons = strstr(text, "::");
  if (!colons) return find_simple(s, name);
  const Name *part = names_intern(r->context->names, text, (size_t) (colons - text));
  const CspSymbol *module = find_simple(s, part);
  while (module && module->kind == CSP_SYMBOL_MODULE && module->members) {
    text = colons + 2;
    colons = strstr(text, "::");
    size_t length = colons ? (size_t) (colons - text) : strlen(text);
    part = names_intern(r->context->names, text, length);
    CspSymbol *member = map_get(&module->members->names, part);
    if (!colons) return member;
    module = member;
  }
  return NULL;
}

static void suggest(const CspScope *s, Nearest *nearest)
{
  for (; s; s = s->outer)
    for (uint32_t i = 0; i < s->names.capacity; i++)
      if (s->names.keys[i]) nearest_offer(nearest, s->names.keys[i]->text);
}

/* Does it mean the event of time? */
static bool is_timed(CspBuiltin b)
{
  return b == BUILTIN_TSTOP || b == BUILTIN_TSKIP || b == BUILTIN_TIMED_PRIORITY;
}

static void hint_to_declare(Resolver *r, Diag *d, const char *name)
{
  static const char *const words[] = {"transparent", "external"};
  const CspNode *script = r->resolved->script;
  diag_hint(r->context->diags, d, "declare it before: transparent %s, or external %s", name, name);
  Span start = {script->span.begin, script->span.begin};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    diag_replace(r->context->diags, d, start,
                 arena_printf(r->resolved->arena, "%s %s\n", words[i], name));
}

static void unknown(Resolver *r, const CspScope *s, const CspNode *node)
{
  const char *text = node->name->text;
  Diag *d = diag_error(r->context->diags, node->span, "unknown-name", "%s is not declared", text);
  for (uint32_t i = 0; i < BUILTIN_COUNT; i++)
    if (!strcmp(builtin_name((CspBuiltin) i), text)) {
      if ((CspBuiltin) i == BUILTIN_WAIT)
        diag_hint(r->context->diags, d, "WAIT is there inside of Timed sections only");
      else if (is_timed((CspBuiltin) i))
        diag_hint(r->context->diags, d,
                  "%s is there where a Timed section or a channel tock without values is", text);
      else hint_to_declare(r, d, text);
      return;
    }
  Nearest nearest = nearest_to(text);
  suggest(s, &nearest);
  if (nearest.best) diag_suggest(r->context->diags, d, node->span, nearest.best);
}

CspSymbol *csp_scope_need(Resolver *r, const CspScope *s, const CspNode *node)
{
  CspSymbol *symbol = csp_scope_find(r, s, node->name);
  if (symbol && symbol->kind == CSP_SYMBOL_BUILTIN) {
    CspBuiltin b = (CspBuiltin) symbol->number;
    bool there = b == BUILTIN_WAIT ? s->timed != NULL : !is_timed(b) || r->resolved->tock;
    if (!there) symbol = NULL;
  }
  if (!symbol) unknown(r, s, node);
  return symbol;
}

static CspSymbol *builtin_symbol(Resolver *r, CspScope *s, CspBuiltin b)
{
  const Name *name = names_intern_string(r->context->names, builtin_name(b));
  CspSymbol *symbol = symbol_new(r, CSP_SYMBOL_BUILTIN, name, SPAN_NONE);
  symbol->number = b;
  map_put(&s->names, name, symbol);
  return symbol;
}

CspScope *csp_scope_of_builtins(Resolver *r)
{
  CspScope *s = csp_scope_open(r, NULL);
  for (uint32_t i = 0; i < BUILTIN_COUNT; i++)
    if (builtin_access((CspBuiltin) i) == BUILTIN_ALWAYS) builtin_symbol(r, s, (CspBuiltin) i);
  return s;
}
