#include "engine/code/code.h"

#ifndef NDEBUG

#include <assert.h>

/* What holds of every piece of code once its operands are known. */

/* What an operand reads, its user reads too; the names of a plan's own loops are nobody else's. */
static void check_operand(const Code *c, const Code *operand)
{
  assert(operand->level == highest_level(operand->reads));
  assert(c->plan || (operand->reads & ~c->reads) == 0);
  /* whatever changes less often has a memo, unless to look that up takes as long */
  assert(c->plan || operand->leaf || operand->level == c->level);
}

static void check_memo(const Code *c)
{
  assert(c->a && !c->a->memo && !c->a->leaf); /* no memo of a memo */
  assert(c->a->reads == c->reads && c->a->predicate == c->predicate);
  assert(c->leaf && !c->plan && c->quick == QUICK_NOT);
}

static void check_quick(const Code *c)
{
  assert(!c->predicate && c->leaf);
  assert(c->quick != QUICK_PLACE || c->place);
  assert(c->quick != QUICK_FRAME || c->slot < FRAME_SIZE);
}

void code_check(const Code *c)
{
  assert(c->node);
  /* a plan alone may be all that is asked for */
  assert(c->plan || (c->predicate ? c->run.truth != NULL : c->run.value != NULL));
  assert(c->reads & UINT64_C(1) << LEVEL_CONSTANTS);
  assert(c->level == highest_level(c->reads) && c->level < LEVEL_COUNT);
  assert(!c->images || (c->plan && c->predicate));
  assert(!c->lets || c->a);
  if (c->memo) return check_memo(c);
  if (c->quick != QUICK_NOT) check_quick(c);
  assert(!c->leaf || (!c->a && !c->b && c->count == 0));
  if (c->a) check_operand(c, c->a);
  if (c->b) check_operand(c, c->b);
  for (uint32_t i = 0; i < c->count; i++) check_operand(c, c->kids[i]);
}

#endif
