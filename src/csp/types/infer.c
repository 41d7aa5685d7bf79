#include "csp/types/infer.h"

#include "csp/types/typing.h"

SymbolInfo *typing_info(Typing *t, CspSymbol *symbol)
{
  if (!symbol->scheme) {
    SymbolInfo *info = arena_new_array(t->arena, SymbolInfo, 1);
    symbol->scheme = &info->scheme;
  }
  return (SymbolInfo *) (uintptr_t) symbol->scheme;
}

/* -------------------------------------------------------------- assertions */

static void option(Typing *t, CspNode *n)
{
  CspType *events = typing_set(t, csp_type_plain(CSPT_EVENT));
  if (csp_is(n, CSP_TAU_PRIORITY)) typing_expect(t, n->kids[0], events, "the set of tau priority");
  else
    for (uint32_t i = 0; i < n->count; i++) typing_expression(t, n->kids[i]);
}

void typing_assertion(Typing *t, CspNode *n)
{
  CspType *process = csp_type_plain(CSPT_PROC);
  uint32_t processes = 1;
  switch ((CspKind) n->kind) {
  case CSP_NOT_ASSERT: typing_assertion(t, n->kids[0]); return;
  case CSP_HOLDS: typing_expect(t, n->kids[0], csp_type_plain(CSPT_BOOL), "an assertion"); return;
  case CSP_REFINES: processes = 2; break;
  case CSP_HAS_TRACE:
    typing_expect(t, n->kids[1], typing_seq(t, csp_type_plain(CSPT_EVENT)), "a trace");
    break;
  case CSP_ERROR: return;
  default: break;
  }
  for (uint32_t i = 0; i < processes; i++)
    typing_expect(t, n->kids[i], process, "what an assertion is about");
  uint32_t options = csp_is(n, CSP_HAS_TRACE) ? 2 : processes;
  for (uint32_t i = options; i < n->count; i++) option(t, n->kids[i]);
}

/* ------------------------------------------------------------------ scripts */

/* Types of datatypes and of their sets are known beforehand. */
static void prepare_datatypes(Typing *t)
{
  for (uint32_t i = 0; i < t->resolved->symbols.len; i++) {
    CspSymbol *symbol = t->resolved->symbols.data[i];
    if (symbol->kind != CSP_SYMBOL_DATATYPE || !csp_is(symbol->declaration, CSP_DATATYPE)) continue;
    CspType *type = csp_type_new(t->arena, CSPT_DATATYPE, symbol->declaration->count);
    type->symbol = symbol;
    typing_info(t, symbol)->scheme.type = typing_set(t, type);
  }
}

static void prepare_subtypes(Typing *t)
{
  for (uint32_t i = 0; i < t->resolved->symbols.len; i++) {
    CspSymbol *symbol = t->resolved->symbols.data[i];
    if (symbol->kind != CSP_SYMBOL_DATATYPE || !csp_is(symbol->declaration, CSP_SUBTYPE)) continue;
    const CspNode *d = symbol->declaration;
    CspType *type = csp_type_plain(CSPT_UNKNOWN);
    for (uint32_t k = 0; k < d->count; k++)
      if (d->kids[k]->symbol && d->kids[k]->symbol->owner) {
        type = typing_info(t, d->kids[k]->symbol->owner)->scheme.type;
        break;
      }
    typing_info(t, symbol)->scheme.type = type;
  }
}

/* Where something is wrong, types say nothing about values. */
static void note_data(Typing *t)
{
  for (uint32_t i = 0; i < t->resolved->symbols.len; i++) {
    CspSymbol *symbol = t->resolved->symbols.data[i];
    symbol->data = t->mistakes == 0 && symbol->scheme && symbol->scheme->type &&
                   csp_type_is_data(symbol->scheme->type);
  }
}

static Typing new_typing(const CspParseContext *context, CspResolved *resolved)
{
  Typing t = {.context = context, .resolved = resolved, .arena = resolved->arena};
  t.unifier.arena = t.arena;
  return t;
}

void csp_infer(const CspParseContext *context, CspResolved *resolved, CspTyping strictness)
{
  Typing t = new_typing(context, resolved);
  t.strictness = strictness;
  prepare_datatypes(&t);
  prepare_subtypes(&t);
  CspSymbol *tock = resolved->tock;
  if (tock && !tock->declaration) typing_info(&t, tock)->scheme.type = csp_type_plain(CSPT_EVENT);
  typing_declarations(&t, &resolved->script, 1, true);
  note_data(&t);
  csp_unifier_free(&t.unifier);
}

bool csp_infer_more(const CspParseContext *context, CspResolved *resolved, CspNode *n,
                    CspWanted wanted)
{
  Typing t = new_typing(context, resolved);
  t.unifier.level = 1;
  if (wanted == CSP_WANT_ASSERTION) typing_assertion(&t, n);
  else if (wanted == CSP_WANT_PROCESS) typing_expect(&t, n, csp_type_plain(CSPT_PROC), "a process");
  else typing_expression(&t, n);
  note_data(&t);
  csp_unifier_free(&t.unifier);
  return t.mistakes == 0;
}
