#include "csp/names/mentions.h"

#include <stdlib.h>

#include "base/memory.h"

typedef struct {
  CspBuiltin wanted;
  bool *seen;                /* by number of a definition of the script */
  VEC(const CspNode *) left; /* what was not looked at yet */
} Mentions;

/* A name of a let stands in a text that is looked at anyway. */
static bool names_it(Mentions *m, const CspSymbol *symbol)
{
  if (symbol->kind == CSP_SYMBOL_BUILTIN) return symbol->number == m->wanted;
  if (symbol->kind != CSP_SYMBOL_DEFINED || symbol->let || !symbol->declaration) return false;
  if (m->seen[symbol->number]) return false;
  m->seen[symbol->number] = true;
  vec_push(&m->left, symbol->declaration);
  return false;
}

static bool walk(Mentions *m, const CspNode *n)
{
  if (csp_is(n, CSP_NAME) && n->symbol && names_it(m, n->symbol)) return true;
  for (uint32_t i = 0; i < n->count; i++)
    if (walk(m, n->kids[i])) return true;
  return false;
}

bool csp_mentions(const CspResolved *resolved, const CspNode *text, CspBuiltin wanted)
{
  Mentions m = {wanted, memory_zeroed(resolved->symbols.len + 1, sizeof(bool)), {0}};
  vec_push(&m.left, text);
  bool found = false;
  while (m.left.len && !found) found = walk(&m, m.left.data[--m.left.len]);
  vec_free(&m.left);
  free(m.seen);
  return found;
}
