#ifndef SEARCH_COVERAGE_H
#define SEARCH_COVERAGE_H

#include "search/explore.h"

/* The values that a column has in the states that were found. */
typedef struct {
  uint32_t values;       /* different ones */
  bool more;             /* and there are more: they are not counted further */
  Value least, greatest; /* of integers; otherwise VALUE_UNDEFINED */
} ColumnCoverage;

/* One for each column; the caller frees it. */
ColumnCoverage *coverage_of_columns(Lts *, const Exploration *);

#endif
