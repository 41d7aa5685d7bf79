#ifndef CLI_CHECK_COVERAGE_H
#define CLI_CHECK_COVERAGE_H

#include "cli/cli.h"
#include "search/explore.h"

/* What --coverage shows: operations, values of the variables, states by distance. */
void check_add_coverage(Cli *, Lts *, const Exploration *);

#endif
