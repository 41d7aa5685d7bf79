#include "csp/machine/machine.h"
#include "csp/machine/machine_impl.h"

/* What a state of processes is, for people. */

typedef struct {
  Text *text;
  const char *before; /* the next event */
} OfferList;

static void add_offer(void *context, uint32_t component, const char *event)
{
  OfferList *o = context;
  (void) component;
  text_printf(o->text, "%s%s", o->before, event);
  o->before = ", ";
}

/* A component is known by what it was first; what it can do now tells where it is. */
static void describe_component(Lts *lts, Text *text, const Value *state, uint32_t i)
{
  OfferList offers = {text, "{"};
  text_printf(text, "%u: ", i + 1);
  machine_print_component(lts, i, text);
  text_add(text, ", can do ");
  machine_offers(lts, state, i, add_offer, &offers);
  text_add(text, *offers.before == '{' ? "nothing\n" : "}\n");
}

void machine_describe(Lts *lts, Text *text, const Value *state)
{
  bool network = network_lts_is(lts);
  for (uint32_t i = 0; network && i < machine_components(lts); i++)
    describe_component(lts, text, state, i);
  if (network) return;
  lts->print_column(lts, text, 0, *state);
  text_add_char(text, '\n');
}
