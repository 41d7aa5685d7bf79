#ifndef CLI_COMMON_PROVERS_H
#define CLI_COMMON_PROVERS_H

#include "cli/cli.h"

/* The provers of others that --provers names, or else the variable PROBITY_PROVERS, as a set of
 * bits (prove/foreign/foreign.h).  False: there is no such prover, which was reported. */
bool provers_of(Cli *, uint32_t *provers);

#endif
