#include <string.h>

#include "csp/script.h"
#include "csp/types/type.h"
#include "lsp/index/index_impl.h"

/* Scripts of CSP-M: names are resolved in the trees themselves.  Copies of modules are at the
 * places of their originals, so that a declaration is known by its place. */

typedef struct {
  Index *ix;
  const CspNode *around; /* the innermost node in which local names may be bound */
  const Decl *owner;
} Walk;

static void walk(Walk *, const CspNode *);

/* ---- declarations */

static bool is_process(const CspSymbol *symbol)
{
  const CspType *type = symbol->scheme ? symbol->scheme->type : NULL;
  if (type) type = csp_type_resolve(type);
  if (type && type->kind == CSPT_FUNCTION) type = csp_type_resolve(type->args[type->count - 1]);
  return type && type->kind == CSPT_PROC;
}

static DeclKind kind_of(const CspSymbol *symbol)
{
  switch (symbol->kind) {
  case CSP_SYMBOL_LOCAL: return DECL_LOCAL;
  case CSP_SYMBOL_DEFINED:
    if (is_process(symbol)) return DECL_PROCESS;
    return symbol->declaration && csp_is(symbol->declaration, CSP_FUNCTION) ? DECL_FUNCTION
                                                                            : DECL_VALUE;
  case CSP_SYMBOL_CHANNEL: return DECL_CHANNEL;
  case CSP_SYMBOL_CONSTRUCTOR: return DECL_CONSTRUCTOR;
  case CSP_SYMBOL_DATATYPE: return DECL_DATATYPE;
  case CSP_SYMBOL_NAMETYPE: return DECL_NAMETYPE;
  case CSP_SYMBOL_BUILTIN: return DECL_BUILTIN;
  case CSP_SYMBOL_MODULE:
    return symbol->declaration && csp_is(symbol->declaration, CSP_INSTANCE) ? DECL_INSTANCE
                                                                            : DECL_MODULE;
  }
  return DECL_VALUE;
}

/* The part of a name behind its modules, M::x. */
static const Name *simple_name(Index *ix, const Name *name)
{
  const char *text = name->text, *colons;
  while ((colons = strstr(text, "::"))) text = colons + 2;
  return text == name->text ? name : names_intern_string(session_names(ix->session), text);
}

/* What is built in has no place: one for each symbol. */
static Decl *builtin(Walk *w, const CspSymbol *symbol)
{
  Decl *d = number_get(&w->ix->things, (uintptr_t) symbol | UINT64_C(1) << 63);
  if (d) return d;
  d = index_declare(w->ix, DECL_BUILTIN, symbol->name, SPAN_NONE, SPAN_NONE, NULL);
  if (d) d->csp = symbol;
  number_put(&w->ix->things, (uintptr_t) symbol | UINT64_C(1) << 63, d);
  return d;
}

static bool is_local(const CspSymbol *symbol)
{
  return symbol->kind == CSP_SYMBOL_LOCAL || symbol->let;
}

static Decl *decl_of(Walk *w, const CspSymbol *symbol)
{
  if (symbol->kind == CSP_SYMBOL_BUILTIN || !span_known(symbol->span)) return builtin(w, symbol);
  const Name *name = simple_name(w->ix, symbol->name);
  Span span = index_find_name(w->ix, symbol->span, name);
  Span whole = symbol->declaration ? symbol->declaration->span : span;
  Decl *d = index_declare(w->ix, kind_of(symbol), name, span, whole, NULL);
  if (!d || (d->csp && !d->csp->template)) return d;
  d->csp = symbol;
  if (symbol->let) d->scope = symbol->let->span;
  if (symbol->owner) d->owner = decl_of(w, symbol->owner);
  return d;
}

/* ---- mentions */

/* A module or instance of that name; those of one name are hardly told apart by their users. */
static Decl *find_module(const Index *ix, const Name *name)
{
  for (uint32_t i = 0; i < ix->decls.len; i++) {
    Decl *d = ix->decls.data[i];
    if ((d->kind == DECL_MODULE || d->kind == DECL_INSTANCE) && d->name == name) return d;
  }
  return NULL;
}

/* The last of the names in M::N::x that is written in the span; those before it are modules. */
static void mention(Walk *w, Span span, const CspSymbol *symbol, MentionRole role)
{
  Decl *d = symbol ? decl_of(w, symbol) : NULL;
  if (!d) return;
  if (is_local(symbol) && !span_known(d->scope)) d->scope = w->around->span;
  Span place = SPAN_NONE;
  const Words *words = index_words(w->ix, sources_at(session_sources(w->ix->session), span.begin));
  for (uint32_t i = words_from(words, span.begin);
       i < words->count && words->at[i].span.begin < span.end; i++) {
    if (words->at[i].kind != WORD_NAME) continue;
    if (words->at[i].name == d->name && words->at[i].span.end == span.end)
      place = words->at[i].span;
    else
      index_mention_add(w->ix, words->at[i].span, find_module(w->ix, words->at[i].name),
                        MENTION_READ);
  }
  index_mention_add(w->ix, place, d, role);
}

/* The name of a declaration, and that of each clause of a function. */
static void declaration(Walk *w, const CspNode *n)
{
  if (!n->symbol) return;
  Decl *d = decl_of(w, n->symbol);
  if (!d) return;
  Span name = index_find_name(w->ix, n->span, d->name);
  index_mention_add(w->ix, name, d, name.begin == d->span.begin ? MENTION_DECLARED : MENTION_READ);
  for (uint32_t i = 1; csp_is(n, CSP_FUNCTION) && i < n->count; i++)
    index_mention_add(w->ix, index_find_name(w->ix, n->kids[i]->span, d->name), d,
                      MENTION_DECLARED);
}

static bool opens_scope(const CspNode *n)
{
  switch ((CspKind) n->kind) {
  case CSP_CLAUSE:
  case CSP_LAMBDA:
  case CSP_LET:
  case CSP_PREFIX:
  case CSP_MODULE: return true;
  default: return n->count && csp_is(n->kids[0], CSP_STATEMENTS);
  }
}

static void walk_kids(Walk *w, const CspNode *n)
{
  const CspNode *around = w->around;
  if (opens_scope(n)) w->around = n;
  for (uint32_t i = 0; i < n->count; i++) walk(w, n->kids[i]);
  w->around = around;
}

static void walk(Walk *w, const CspNode *n)
{
  switch ((CspKind) n->kind) {
  case CSP_NAME: mention(w, n->span, n->symbol, MENTION_READ); break;
  case CSP_FUNCTION:
  case CSP_DATATYPE:
  case CSP_SUBTYPE:
  case CSP_CONSTRUCTOR:
  case CSP_NAMETYPE:
  case CSP_MODULE:
  case CSP_INSTANCE: declaration(w, n); break;
  default: break;
  }
  walk_kids(w, n);
}

void index_csp(Index *ix)
{
  const CspNode *tree = csp_script_tree(ix->text.script);
  Walk w = {.ix = ix, .around = tree};
  walk(&w, tree);
}
