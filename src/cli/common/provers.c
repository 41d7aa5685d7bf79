#include "cli/common/provers.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "prove/foreign/foreign.h"

/* The bit of a prover, 0 for "none".  False: there is no such prover. */
static bool prover_of(const char *word, size_t length, uint32_t *bit)
{
  *bit = 0;
  if (length == 4 && !strncasecmp(word, "none", length)) return true;
  for (int i = 0; i < FOREIGN_PROVERS; i++) {
    const char *name = foreign_word((ForeignProver) i);
    if (strlen(name) == length && !strncasecmp(word, name, length)) return *bit = 1u << i, true;
  }
  return false;
}

bool provers_of(Cli *cli, uint32_t *provers)
{
  const char *given = options_text(&cli->options, OPT_PROVERS),
             *variable = getenv("PROBITY_PROVERS");
  const char *at = given ? given : variable;
  *provers = at ? 0 : UINT32_MAX;
  while (at && *at) {
    size_t length = strcspn(at, ",");
    uint32_t bit;
    if (length && !prover_of(at, length, &bit))
      return cli_usage(cli, "%s: unknown prover %.*s: z3, cvc5, E, or none",
                       given ? "--provers" : "PROBITY_PROVERS", (int) length, at),
             false;
    if (length) *provers |= bit;
    at += length + (at[length] == ',');
  }
  return true;
}
