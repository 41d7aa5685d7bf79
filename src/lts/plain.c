#include "lts/plain.h"

bool lts_plain_is_setup(Lts *lts, const Value *state)
{
  (void) lts, (void) state;
  return false;
}

Truth lts_plain_holds(Lts *lts, uint32_t predicate, const Value *state, Trouble *why)
{
  (void) lts, (void) predicate, (void) state, (void) why;
  return TRUTH_TRUE;
}

const LtsPredicate *lts_plain_predicate(Lts *lts, uint32_t predicate)
{
  (void) lts, (void) predicate;
  return NULL;
}

const char *lts_plain_column_name(Lts *lts, uint32_t column)
{
  (void) lts, (void) column;
  return NULL;
}
