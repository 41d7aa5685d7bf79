#ifndef TEMPORAL_PATH_TRUTHS_H
#define TEMPORAL_PATH_TRUTHS_H

#include "temporal/path/word.h"

/* The truth of formulas at each position of a path, by their definitions and without automata.  A
 * loop is written out several times: what is true of the past may change from one round to the
 * next, and repeats itself in the last one.  UNKNOWN: it depends on atoms that are not known, or on
 * how a beginning goes on. */
typedef struct PathTruths PathTruths;

/* `past`: how many operators of the past may be inside of each other, in all formulas that will be
 * asked for.  Table and word must outlive it; the table may grow. */
PathTruths *path_truths_new(const LtlTable *, const PathWord *, uint32_t past);
void path_truths_free(PathTruths *); /* accepts NULL */

/* How many operators of the past are inside of each other in it; marks its atoms (or NULL). */
uint32_t path_survey(const LtlTable *, Ltl, bool *atoms);

/* Positions with all rounds of the loop; and which comes after one: `count` after the last one of a
 * path that does not repeat itself. */
uint32_t path_count(const PathTruths *);
uint32_t path_next(const PathTruths *, uint32_t position);
bool path_repeats(const PathTruths *);
/* Which position of the word that is, and in which round of the loop (0: the first). */
uint32_t path_place(const PathTruths *, uint32_t position, uint32_t *round);

Truth path_truth(PathTruths *, Ltl, uint32_t position);

/* Is the formula FALSE at the beginning of this path, which a search has found in the graph?  For
 * assertions. */
bool path_violates(const LtlTable *, Ltl, Atlas *, Atoms *, const Product *);

#endif
