#include "lts/words.h"

const char *words_operation(const Lts *lts) { return lts->events ? "event" : "operation"; }
const char *words_operations(const Lts *lts) { return lts->events ? "events" : "operations"; }

const char *words_properties(const Lts *lts, uint32_t count)
{
  if (lts->events) return count == 1 ? "axiom" : "axioms";
  return count == 1 ? "property" : "properties";
}

const char *words_stuck(const Lts *lts)
{
  if (lts_is_inert(lts)) return lts->events ? "there are no events" : "there are no operations";
  return lts->events ? "no event is enabled" : "no operation is enabled";
}

const char *words_wrong(const Lts *lts)
{
  return lts->events ? "every enabled event fails" : "every enabled operation fails";
}

const char *words_no_start(const Lts *lts)
{
  if (lts->unconditional) return "there is no initial state";
  if (lts->constants)
    return lts->events ? "no constants satisfy the axioms" : "no constants satisfy the properties";
  return lts->events ? "the axioms do not hold, or there is no initial state"
                     : "the properties do not hold, or there is no initial state";
}
