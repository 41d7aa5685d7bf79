#ifndef SOLVER_NET_H
#define SOLVER_NET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

/* A network of integer cells, propagators and clauses, with a trail.
 *
 * A cell has a domain: an interval whose ends may be infinite, and holes while it is
 * narrow.  A boolean is a cell with the domain 0..1; a literal is a boolean or its
 * negation.  A propagator removes from the domains of its cells only values that occur
 * in no solution of its constraint; clauses propagate by two watched literals.
 *
 * Numbers beyond NUMBER_LIMIT count as infinite, so that sums and products of bounds
 * fit into 128 bits: a cell whose true value lies beyond is never fixed. */
typedef uint32_t Cell;
typedef uint32_t Lit;

#define NUMBER_LIMIT (INT64_C(1) << 56)
#define NO_LOW INT64_MIN
#define NO_HIGH INT64_MAX

enum {
  CELL_TRUE = 0, /* the boolean 1 */
  LIT_TRUE = 0,
  LIT_FALSE = 1,
  HOLES_LIMIT = 4096 /* wider domains have no holes */
};

static inline Lit lit_of(Cell c) { return c << 1; }
static inline Lit lit_not(Lit l) { return l ^ 1; }
static inline Cell lit_cell(Lit l) { return l >> 1; }

typedef struct {
  int64_t low, high;
  int64_t base;   /* of the first bit */
  uint32_t words; /* where the bits are in Net.words; 0: no holes */
  uint32_t count; /* of bits, if there are some */
} Domain;

typedef enum { EVENT_FIXED = 1, EVENT_BOUNDS = 2, EVENT_ANY = 4 } Event;

typedef struct {
  uint32_t propagator;
  uint32_t events; /* a mask */
} Watch;

typedef struct {
  Domain d;
  VEC(Watch) watches;
  VEC(uint32_t) clauses[2]; /* that watch: the negation [0], the cell [1] becoming false */
  uint32_t weight;          /* how often it took part in a failure */
} CellData;

typedef enum {
  PROP_LINEAR_LE, /* guard => sum + constant <= 0         */
  PROP_LINEAR_EQ,
  PROP_LINEAR_NE,
  PROP_LINEAR_ROW,    /* guard => sum + constant = 0, for net_combine_sums alone: bounds that
                         follow from it would creep */
  PROP_EQUAL,         /* guard => x = y + constant            */
  PROP_IS,            /* guard <=> x = constant               */
  PROP_IN,            /* guard <=> x in the ranges            */
  PROP_TIMES,         /* z = x * y                            */
  PROP_DIVIDE,        /* guard => z = x / y                   */
  PROP_MODULO,        /* guard => z = x mod y                 */
  PROP_POWER,         /* guard => z = x ** y                  */
  PROP_ELEMENT,       /* z takes the value of one of the choices: literal, cell pairs */
  PROP_ALL_DIFFERENT, /* guard => all cells differ            */
  PROP_TABLE,         /* guard <=> x, y is a pair of the table `constant` */
  PROP_GROUND         /* calls back when all cells are fixed  */
} PropKind;

typedef struct Net Net;
/* Called when all cells of a PROP_GROUND are fixed. */
typedef void GroundCheck(void *context, Net *, uint32_t id);

typedef struct {
  uint8_t kind;
  bool queued;
  Lit guard;
  uint32_t first, count;    /* cells, in Net.cells_of          */
  uint32_t numbers, length; /* coefficients, ranges: in Net.numbers */
  int64_t constant;
  uint32_t data; /* PROP_GROUND: id; a cell that was not fixed when last looked */
} Propagator;

typedef struct {
  int64_t first;
  uint32_t width;
  uint32_t rows; /* of bits, one for each of its values, in Net.table_bits */
} NetSide;
typedef struct {
  NetSide sides[2]; /* of the first components, of the second */
} Table;
#define NO_TABLE UINT32_MAX

typedef struct {
  Cell cell; /* or WORD */
  uint32_t word;
  Domain old;
  uint64_t old_word;
} TrailEntry;

struct Net {
  VEC(CellData) cells;
  VEC(Propagator) propagators;
  VEC(uint32_t) cells_of;
  VEC(int64_t) numbers;
  VEC(uint64_t) words;
  VEC(uint32_t) clauses; /* length, literals… */
  VEC(Table) tables;
  VEC(uint64_t) table_bits;
  VEC(TrailEntry) trail;
  VEC(Lit) fixed; /* booleans whose clauses have not been looked at yet */
  VEC(uint32_t) queues[3];
  uint32_t heads[3];
  bool failed;
  bool too_large; /* more cells or propagators than NET_LIMIT: the rest was not posted */
  uint64_t steps, failures;
  uint64_t fixpoints; /* that net_propagate has reached */
  struct {
    uint64_t *keys;
    Lit *lits;
    uint32_t capacity, count;
  } equalities; /* (cell, value) -> literal */
  GroundCheck *ground;
  void *ground_context;
  bool (*spend)(void *context); /* false: no time left */
  void *spend_context;
  bool expired;
};

enum { NET_LIMIT = 400000 };

Net *net_new(void);
void net_free(Net *); /* accepts NULL */

/* ---- cells ---- */
Cell net_cell(Net *, int64_t low, int64_t high);
Lit net_literal(Net *);
static inline const Domain *net_domain(const Net *n, Cell c) { return &n->cells.data[c].d; }
static inline bool net_is_fixed(const Net *n, Cell c)
{
  return n->cells.data[c].d.low == n->cells.data[c].d.high;
}
bool net_has(const Net *, Cell, int64_t value);
uint64_t net_size(const Net *, Cell); /* UINT64_MAX: infinite */
/* The least value above `value` (or the least of all, for NO_LOW); false: none. */
bool net_next(const Net *, Cell, int64_t value, int64_t *next);
static inline bool net_is_finite(const Net *n, Cell c)
{
  return n->cells.data[c].d.low != NO_LOW && n->cells.data[c].d.high != NO_HIGH;
}

void net_set_low(Net *, Cell, int64_t);
void net_set_high(Net *, Cell, int64_t);
void net_remove(Net *, Cell, int64_t);
void net_fix(Net *, Cell, int64_t);
void net_fail(Net *);

static inline bool lit_is_true(const Net *n, Lit l)
{
  const Domain *d = net_domain(n, lit_cell(l));
  return d->low == d->high && d->low == (int64_t) !(l & 1);
}
static inline bool lit_is_false(const Net *n, Lit l) { return lit_is_true(n, l ^ 1); }
/* The literal holds from now on. */
static inline void net_assert(Net *n, Lit l) { net_fix(n, lit_cell(l), !(l & 1)); }

/* ---- constraints ---- */
void net_clause(Net *, const Lit *, uint32_t count);
Lit net_and(Net *, const Lit *, uint32_t count); /* a literal for the conjunction */
Lit net_or(Net *, const Lit *, uint32_t count);
Lit net_and2(Net *, Lit, Lit);
Lit net_or2(Net *, Lit, Lit);
Lit net_iff(Net *, Lit, Lit);
void net_implies(Net *, Lit, Lit);
Lit net_positive(Net *, Lit); /* the same, as a cell that is not negated */

typedef struct { /* a sum of products, and a constant */
  VEC(int64_t) factors;
  VEC(Cell) cells;
  int64_t constant;
  bool overflow; /* of a factor or of the constant */
} Sum;
void sum_add(Sum *, int64_t factor, Cell);
void sum_add_literal(Sum *, int64_t factor, Lit);
void sum_add_constant(Sum *, int64_t);
void sum_add_sum(Sum *, int64_t factor, const Sum *);
void sum_free(Sum *);

/* Literals for: the sum is at most 0, is 0.  The sum is kept by the caller. */
Lit net_sum_at_most(Net *, const Sum *);
Lit net_sum_is_zero(Net *, const Sum *);
void net_post_sum(Net *, Lit guard, PropKind, const Sum *); /* one direction */
Cell net_sum_cell(Net *, const Sum *);                      /* a cell with its value */

Lit net_is(Net *, Cell, int64_t value);
Lit net_equal(Net *, Cell, Cell);
void net_post_equal(Net *, Lit guard, Cell x, Cell y); /* guard => x = y */
/* Ranges: pairs low, high, ascending. */
Lit net_in(Net *, Cell, const int64_t *ranges, uint32_t count);
/* A table of pairs x, y (net_table.c); there is at least one.  NO_TABLE: it would be too large. */
uint32_t net_table(Net *, const int64_t *pairs, uint32_t count);
bool net_table_has(const Net *, uint32_t table, int64_t x, int64_t y);
Lit net_in_table(Net *, uint32_t table, Cell x, Cell y);
Cell net_times(Net *, Cell, Cell);
/* The quotient, remainder, power where the guard holds, else anything. */
Cell net_partial(Net *, PropKind, Lit guard, Cell, Cell);
/* A cell that has the value of cells[i] if lits[i]. */
Cell net_select(Net *, const Lit *lits, const Cell *cells, uint32_t count);
void net_all_different(Net *, Lit guard, const Cell *, uint32_t count);
void net_watch_ground(Net *, uint32_t id, const Cell *, uint32_t count);

/* Do differences that must hold contradict each other?  (net_cycle.c) */
bool net_has_negative_cycle(const Net *);
/* Looks at all sums together that must hold and have an unbounded cell: false if they
 * contradict each other; else cells get bounds that they had not.  (net_linear.c) */
bool net_combine_sums(Net *);

/* ---- propagation and backtracking ---- */
bool net_propagate(Net *); /* false: failed (or expired) */
static inline uint32_t net_mark(const Net *n) { return n->trail.len; }
void net_undo(Net *, uint32_t mark); /* also forgets a failure */

/* Asserts the invariants of the network, in debug builds; net_propagate does so now and then. */
void net_check(const Net *);

/* ---- for net_propagate ---- */
void net_run(Net *, const Propagator *); /* net_rules.c: what the propagator does */

#endif
