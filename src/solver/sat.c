#include "solver/sat.h"

#include <assert.h>
#include <ccadical.h>
#include <limits.h>
#include <stdlib.h>

#include "base/memory.h"
#include "solver/clause_proof.h"

enum {
  WIDTH_LIMIT = 512,       /* values of a cell                          */
  CLAUSES_LIMIT = 3000000, /* of the whole                              */
  NODES_LIMIT = 30000,     /* partial sums of one sum                   */
  TABLE_LIMIT = 20000,     /* pairs of arguments of a product, quotient */
  TRUE_VARIABLE = 1
};

struct Sat {
  Net *net;
  CCaDiCaL *solver;
  ClauseProof *proof; /* or NULL: nobody asks for one */
  int *first;         /* by cell: the variable of its least value; 0: not translated */
  int variables;
  uint64_t clauses;
};

/* ------------------------------------------------------------------ variables */

static int fresh(Sat *s) { return ++s->variables; }

static bool is_translated(const Sat *s, Cell c)
{
  return net_is_fixed(s->net, c) || s->first[c] != 0;
}

/* The literal of c = v; the cell is translated. */
static int value_literal(const Sat *s, Cell c, int64_t v)
{
  const Domain *d = net_domain(s->net, c);
  assert(is_translated(s, c));
  if (!net_has(s->net, c, v)) return -TRUE_VARIABLE;
  if (d->low == d->high) return TRUE_VARIABLE;
  if (d->low == 0 && d->high == 1) return v ? s->first[c] : -s->first[c];
  return s->first[c] + (int) (v - d->low);
}

static int literal_of(const Sat *s, Lit l) { return value_literal(s, lit_cell(l), !(l & 1)); }

/* The next literal of a clause; 0 ends it. */
static void put(Sat *s, int literal)
{
  assert(literal <= s->variables && -literal <= s->variables);
  ccadical_add(s->solver, literal);
  if (s->proof) clause_proof_give(s->proof, literal);
  s->clauses += !literal;
}

static void add_clause(Sat *s, const int *lits, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) put(s, lits[i]);
  put(s, 0);
}

static void add2(Sat *s, int a, int b) { add_clause(s, (int[]){a, b}, 2); }
static void add3(Sat *s, int a, int b, int c) { add_clause(s, (int[]){a, b, c}, 3); }

/* One value, and only one: the latter by halves. */
static void add_cell(Sat *s, Cell c)
{
  const Domain *d = net_domain(s->net, c);
  if (d->low == d->high || d->low == NO_LOW || d->high == NO_HIGH) return;
  int64_t width = d->high - d->low + 1;
  if (width > WIDTH_LIMIT) return;
  s->first[c] = s->variables + 1;
  if (d->low == 0 && d->high == 1) {
    fresh(s);
    return;
  }
  s->variables += (int) width;
  for (int64_t v = NO_LOW; net_next(s->net, c, v, &v);) put(s, value_literal(s, c, v));
  put(s, 0);
  int before = 0; /* some value up to here is taken */
  for (int64_t v = NO_LOW; net_next(s->net, c, v, &v);) {
    int here = value_literal(s, c, v), upto = fresh(s);
    add2(s, -here, upto);
    if (before) add2(s, -before, upto), add2(s, -before, -here);
    before = upto;
  }
}

/* ----------------------------------------------------------------- propagators */

static Cell cell_at(const Net *n, const Propagator *p, uint32_t i)
{
  return n->cells_of.data[p->first + i];
}

typedef struct {
  int64_t sum;
  int variable;
} PartialSum;

typedef VEC(PartialSum) Layer;

static int variable_of(Sat *s, Layer *layer, int64_t sum)
{
  for (uint32_t i = layer->len; i-- > 0 && i + 400 > layer->len;)
    if (layer->data[i].sum == sum) return layer->data[i].variable;
  for (uint32_t i = 0; i < layer->len; i++)
    if (layer->data[i].sum == sum) return layer->data[i].variable;
  PartialSum node = {sum, fresh(s)};
  vec_push(layer, node);
  return node.variable;
}

/* Layers of the sums of the first cells: reaching a forbidden one contradicts the guard. */
static void add_sum(Sat *s, const Propagator *p)
{
  Net *n = s->net;
  uint64_t nodes = 0; /* NODES_LIMIT: the sum is left out */
  Layer now = {0}, next = {0};
  PartialSum start = {p->constant, TRUE_VARIABLE};
  vec_push(&now, start);
  for (uint32_t i = 0; i < p->count && nodes < NODES_LIMIT; i++) {
    Cell c = cell_at(n, p, i);
    int64_t f = n->numbers.data[p->numbers + i];
    next.len = 0;
    for (uint32_t k = 0; k < now.len && nodes < NODES_LIMIT; k++)
      for (int64_t v = NO_LOW; net_next(n, c, v, &v);) {
        int64_t part, sum;
        if (__builtin_mul_overflow(f, v, &part) ||
            __builtin_add_overflow(now.data[k].sum, part, &sum)) {
          nodes = NODES_LIMIT;
          break;
        }
        add3(s, -now.data[k].variable, -value_literal(s, c, v), variable_of(s, &next, sum));
        nodes++;
      }
    Layer swap = now;
    now = next;
    next = swap;
  }
  int guard = literal_of(s, p->guard);
  for (uint32_t k = 0; k < now.len && nodes < NODES_LIMIT; k++) {
    int64_t sum = now.data[k].sum;
    bool allowed = p->kind == PROP_LINEAR_LE   ? sum <= 0
                   : p->kind == PROP_LINEAR_EQ ? sum == 0
                                               : sum != 0;
    if (!allowed) add2(s, -guard, -now.data[k].variable);
  }
  vec_free(&now);
  vec_free(&next);
}

/* guard => x = y + constant */
static void add_equal(Sat *s, const Propagator *p)
{
  Cell x = cell_at(s->net, p, 0), y = cell_at(s->net, p, 1);
  int guard = literal_of(s, p->guard);
  for (int64_t v = NO_LOW; net_next(s->net, x, v, &v);)
    add3(s, -guard, -value_literal(s, x, v), value_literal(s, y, v - p->constant));
  for (int64_t v = NO_LOW; net_next(s->net, y, v, &v);)
    add3(s, -guard, -value_literal(s, y, v), value_literal(s, x, v + p->constant));
}

static void add_is(Sat *s, const Propagator *p)
{
  int guard = literal_of(s, p->guard), is = value_literal(s, cell_at(s->net, p, 0), p->constant);
  add2(s, -guard, is);
  add2(s, guard, -is);
}

static bool in_ranges(const int64_t *ranges, uint32_t length, int64_t v)
{
  for (uint32_t i = 0; i < length; i += 2)
    if (ranges[i] <= v && v <= ranges[i + 1]) return true;
  return false;
}

static void add_in(Sat *s, const Propagator *p)
{
  Cell x = cell_at(s->net, p, 0);
  int guard = literal_of(s, p->guard);
  for (int64_t v = NO_LOW; net_next(s->net, x, v, &v);) {
    bool in = in_ranges(&s->net->numbers.data[p->numbers], p->length, v);
    add2(s, -value_literal(s, x, v), in ? guard : -guard);
  }
}

static bool computed(PropKind kind, int64_t x, int64_t y, int64_t *z)
{
  if (kind == PROP_TIMES) return !__builtin_mul_overflow(x, y, z);
  if (kind == PROP_DIVIDE) return y != 0 && (*z = x / y, true);
  return kind == PROP_MODULO && x >= 0 && y > 0 && (*z = x % y, true);
}

/* guard => z = x op y, pair by pair */
static void add_table(Sat *s, const Propagator *p)
{
  Cell z = cell_at(s->net, p, 0), x = cell_at(s->net, p, 1), y = cell_at(s->net, p, 2);
  if (net_size(s->net, x) * net_size(s->net, y) > TABLE_LIMIT) return;
  int guard = literal_of(s, p->guard);
  for (int64_t a = NO_LOW; net_next(s->net, x, a, &a);)
    for (int64_t b = NO_LOW; net_next(s->net, y, b, &b);) {
      int64_t c = 0;
      if ((x == y && a != b) || !computed((PropKind) p->kind, a, b, &c)) continue;
      int lits[] = {-guard, -value_literal(s, x, a), -value_literal(s, y, b),
                    value_literal(s, z, c)};
      add_clause(s, lits, 4);
    }
}

static void add_all_different(Sat *s, const Propagator *p)
{
  int guard = literal_of(s, p->guard);
  for (uint32_t i = 0; i < p->count; i++)
    for (uint32_t j = 0; j < i; j++) {
      Cell x = cell_at(s->net, p, i), y = cell_at(s->net, p, j);
      for (int64_t v = NO_LOW; net_next(s->net, x, v, &v);)
        add3(s, -guard, -value_literal(s, x, v), -value_literal(s, y, v));
    }
}

/* Where the pair is in the table, or not, a value of one cell has such a partner in the other. */
static void add_partners(Sat *s, const Propagator *p, uint32_t side, bool in)
{
  Cell cells[] = {cell_at(s->net, p, 0), cell_at(s->net, p, 1)};
  int guard = literal_of(s, p->guard);
  if ((in ? -guard : guard) == TRUE_VARIABLE) return;
  for (int64_t v = NO_LOW; net_next(s->net, cells[side], v, &v);) {
    put(s, in ? -guard : guard);
    put(s, -value_literal(s, cells[side], v));
    for (int64_t w = NO_LOW; net_next(s->net, cells[1 - side], w, &w);)
      if (net_table_has(s->net, (uint32_t) p->constant, side ? w : v, side ? v : w) == in)
        put(s, value_literal(s, cells[1 - side], w));
    put(s, 0);
  }
}

static void add_propagator(Sat *s, const Propagator *p)
{
  if (!is_translated(s, lit_cell(p->guard))) return;
  for (uint32_t i = 0; i < p->count; i++)
    if (!is_translated(s, cell_at(s->net, p, i))) return;
  switch ((PropKind) p->kind) {
  case PROP_LINEAR_LE:
  case PROP_LINEAR_EQ:
  case PROP_LINEAR_NE: add_sum(s, p); break;
  case PROP_EQUAL: add_equal(s, p); break;
  case PROP_IS: add_is(s, p); break;
  case PROP_IN: add_in(s, p); break;
  case PROP_TIMES:
  case PROP_DIVIDE:
  case PROP_MODULO: add_table(s, p); break;
  case PROP_ALL_DIFFERENT: add_all_different(s, p); break;
  case PROP_TABLE:
    for (uint32_t i = 0; i < 4; i++) add_partners(s, p, i / 2, i % 2);
    break;
  case PROP_LINEAR_ROW: /* follows from others */
  case PROP_POWER:      /* left out */
  case PROP_ELEMENT:    /* follows from its equations */
  case PROP_GROUND: break;
  }
}

static void add_net_clauses(Sat *s)
{
  const Net *n = s->net;
  for (uint32_t at = 1; at < n->clauses.len; at += n->clauses.data[at] + 1) {
    for (uint32_t i = 1; i <= n->clauses.data[at]; i++)
      put(s, literal_of(s, n->clauses.data[at + i]));
    put(s, 0);
  }
}

/* -------------------------------------------------------------------- interface */

static int must_stop(void *context)
{
  Sat *s = context;
  return s->net->spend && !s->net->spend(s->net->spend_context);
}

static void learn(void *context, int *literals) { clause_proof_learn(context, literals); }

/* What CaDiCaL learns from conflicts is a proof if nothing else changes its clauses. */
static void write_proof(Sat *s)
{
  s->proof = clause_proof_new();
  ccadical_set_option(s->solver, "inprocessing", 0);
  ccadical_set_learn(s->solver, s->proof, INT_MAX, learn);
}

Sat *sat_new(Net *n, const Cell *needed, uint32_t count, bool proof)
{
  Sat *s = memory_zeroed(1, sizeof *s);
  s->net = n;
  s->solver = ccadical_init();
  ccadical_set_option(s->solver, "quiet", 1);
  if (proof) write_proof(s);
  s->first = memory_zeroed(n->cells.len, sizeof *s->first);
  s->variables = TRUE_VARIABLE;
  add_clause(s, (int[]){TRUE_VARIABLE}, 1);
  for (Cell c = 0; c < n->cells.len && s->clauses < CLAUSES_LIMIT; c++) add_cell(s, c);
  bool usable = s->clauses < CLAUSES_LIMIT;
  for (uint32_t i = 0; i < count && usable; i++) usable = is_translated(s, needed[i]);
  if (usable) add_net_clauses(s);
  for (uint32_t i = 0; i < n->propagators.len && usable; i++) {
    add_propagator(s, &n->propagators.data[i]);
    usable = s->clauses < CLAUSES_LIMIT && ((i & 63) || !must_stop(s));
  }
  if (usable) return s;
  sat_free(s);
  return NULL;
}

void sat_free(Sat *s)
{
  if (!s) return;
  ccadical_release(s->solver);
  clause_proof_free(s->proof);
  free(s->first);
  free(s);
}

SatResult sat_solve(Sat *s)
{
  ccadical_set_terminate(s->solver, s, must_stop);
  int result = ccadical_solve(s->solver);
  return result == 10 ? SAT_MODEL : result == 20 ? SAT_NONE : SAT_UNKNOWN;
}

static bool goes_on(void *context) { return !must_stop(context); }

uint32_t sat_check(Sat *s)
{
  assert(s->proof);
  return clause_proof_check(s->proof, goes_on, s) ? clause_proof_learned(s->proof) + 1 : 0;
}

static bool is_true(const Sat *s, int literal)
{
  if (literal == TRUE_VARIABLE || literal == -TRUE_VARIABLE) return literal > 0;
  return ccadical_val(s->solver, literal) > 0;
}

int64_t sat_value(const Sat *s, Cell c)
{
  for (int64_t v = NO_LOW; net_next(s->net, c, v, &v);)
    if (is_true(s, value_literal(s, c, v))) return v;
  return net_domain(s->net, c)->low;
}

bool sat_holds(const Sat *s, Lit l) { return is_true(s, literal_of(s, l)); }

void sat_block(Sat *s, const Cell *cells, uint32_t count)
{
  VEC(int) lits = {0};
  for (uint32_t i = 0; i < count; i++)
    vec_push(&lits, -value_literal(s, cells[i], sat_value(s, cells[i])));
  add_clause(s, lits.data, lits.len);
  vec_free(&lits);
}
