#ifndef UNIT_GROUPS_H
#define UNIT_GROUPS_H

/* cmocka.h wants these first. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* The groups of unit tests, one file test_NAME.c each.  A new group is added
 * here once; main.c makes its table from this list. */
#define UNIT_GROUPS(GROUP) \
  GROUP(arena) \
  GROUP(beneath) \
  GROUP(bundled) \
  GROUP(clause_proof) \
  GROUP(csp_datum) \
  GROUP(csp_machine) \
  GROUP(csp_step) \
  GROUP(csp_types) \
  GROUP(diag) \
  GROUP(explore) \
  GROUP(external) \
  GROUP(files) \
  GROUP(fingerprint) \
  GROUP(foreign) \
  GROUP(infer) \
  GROUP(layout) \
  GROUP(line_starts) \
  GROUP(map) \
  GROUP(model) \
  GROUP(names) \
  GROUP(nearest) \
  GROUP(net) \
  GROUP(operators) \
  GROUP(plan) \
  GROUP(print) \
  GROUP(process) \
  GROUP(proof_cache) \
  GROUP(prove_rules) \
  GROUP(refine) \
  GROUP(relation) \
  GROUP(request) \
  GROUP(rodin) \
  GROUP(search) \
  GROUP(session) \
  GROUP(sha256) \
  GROUP(shared) \
  GROUP(solver) \
  GROUP(source) \
  GROUP(states) \
  GROUP(svg) \
  GROUP(table) \
  GROUP(temporal) \
  GROUP(text) \
  GROUP(text_edits) \
  GROUP(tree) \
  GROUP(type) \
  GROUP(utf8) \
  GROUP(value) \
  GROUP(value_laws) \
  GROUP(vec)

/* Each runs its group and gives the number of failed tests. */
#define DECLARE(name) int test_##name(void);
UNIT_GROUPS(DECLARE)
#undef DECLARE

#endif
