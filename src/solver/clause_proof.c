#include "solver/clause_proof.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/vec.h"

enum { LENGTH_LIMIT = 40000000 }; /* numbers in a proof */

struct ClauseProof {
  VEC(int) steps; /* of each clause: its length and whether it was learned, then its literals */
  uint32_t open;  /* where the clause begins that is being given; or NO_CLAUSE */
  uint32_t learned;
  int variables;
  bool too_long;
};

#define NO_CLAUSE UINT32_MAX

static int header(uint32_t length, bool learned) { return (int) (length << 1 | learned); }
static uint32_t length_of(int header) { return (uint32_t) header >> 1; }
static bool is_learned(int header) { return header & 1; }

ClauseProof *clause_proof_new(void)
{
  ClauseProof *p = memory_zeroed(1, sizeof *p);
  p->open = NO_CLAUSE;
  return p;
}

void clause_proof_free(ClauseProof *p)
{
  if (!p) return;
  vec_free(&p->steps);
  free(p);
}

/* False: it is too long. */
static bool push(ClauseProof *p, int number)
{
  if (p->steps.len >= LENGTH_LIMIT) p->too_long = true;
  if (p->too_long) return false;
  vec_push(&p->steps, number);
  return true;
}

static void push_literal(ClauseProof *p, int literal)
{
  int variable = abs(literal);
  if (variable > p->variables) p->variables = variable;
  push(p, literal);
}

static void begin(ClauseProof *p)
{
  p->open = p->steps.len;
  push(p, 0);
}

static void end(ClauseProof *p, bool learned)
{
  if (!p->too_long) p->steps.data[p->open] = header(p->steps.len - p->open - 1, learned);
  p->open = NO_CLAUSE;
}

void clause_proof_give(ClauseProof *p, int literal)
{
  if (p->open == NO_CLAUSE) begin(p);
  if (literal) push_literal(p, literal);
  else end(p, false);
}

void clause_proof_learn(ClauseProof *p, const int *literals)
{
  begin(p);
  for (; *literals; literals++) push_literal(p, *literals);
  end(p, true);
  p->learned++;
}

bool clause_proof_is_too_long(const ClauseProof *p) { return p->too_long; }
uint32_t clause_proof_learned(const ClauseProof *p) { return p->learned; }

/* ------------------------------------------------------------------- propagation */

/* What is true without any assumption (below `root`) stays; what follows from assumptions is
 * undone. Each clause that is kept has two literals or more that were not false when it came, and
 * watches two of them: unless another literal is true, only one that became false after all others
 * of its clause may be watched. */

typedef struct {
  uint32_t clause; /* in Checker.clauses */
  int other;       /* a literal of it: where it is true, nothing is to be done */
} Watch;

typedef VEC(Watch) Watches;

typedef struct {
  VEC(int) clauses; /* length, literals: the first two are watched */
  Watches *watches; /* by index_of: of clauses to look at when the literal becomes false */
  bool *is_true;    /* by index_of */
  bool *seen;       /* by index_of: in the clause that is added; else all are false */
  VEC(int) trail;   /* the literals that are true, in the order in which they became so */
  VEC(int) fresh;   /* the clause that is added */
  uint32_t head;    /* in trail: what is before it was propagated */
  uint64_t steps;
} Checker;

static uint32_t index_of(int literal) { return 2 * (uint32_t) abs(literal) + (literal < 0); }
static bool holds(const Checker *c, int literal) { return c->is_true[index_of(literal)]; }
static bool fails(const Checker *c, int literal) { return c->is_true[index_of(-literal)]; }

static void make_true(Checker *c, int literal)
{
  c->is_true[index_of(literal)] = true;
  vec_push(&c->trail, literal);
}

static void undo(Checker *c, uint32_t root)
{
  while (c->trail.len > root) c->is_true[index_of(c->trail.data[--c->trail.len])] = false;
  c->head = root;
}

/* Puts another literal that is not false into the second place, and watches it; false: there is
 * none. */
static bool watch_another(Checker *c, uint32_t clause)
{
  int *literals = &c->clauses.data[clause + 1];
  uint32_t length = (uint32_t) c->clauses.data[clause];
  for (uint32_t i = 2; i < length; i++) {
    if (fails(c, literals[i])) continue;
    int gone = literals[1];
    literals[1] = literals[i];
    literals[i] = gone;
    vec_push(&c->watches[index_of(literals[1])], ((Watch){clause, literals[0]}));
    return true;
  }
  return false;
}

/* The literal has become false: false if all literals of a clause are. */
static bool visit(Checker *c, int falsified)
{
  Watches *watches = &c->watches[index_of(falsified)];
  uint32_t kept = 0, i = 0;
  bool consistent = true;
  while (i < watches->len && consistent) {
    Watch w = watches->data[i++];
    int *literals = &c->clauses.data[w.clause + 1];
    c->steps++;
    if (holds(c, w.other)) {
      watches->data[kept++] = w;
      continue;
    }
    if (literals[0] == falsified) literals[0] = literals[1], literals[1] = falsified;
    w.other = literals[0];
    if (!holds(c, literals[0]) && watch_another(c, w.clause)) continue;
    watches->data[kept++] = w;
    if (fails(c, literals[0])) consistent = false;
    else if (!holds(c, literals[0])) make_true(c, literals[0]);
  }
  while (i < watches->len) watches->data[kept++] = watches->data[i++];
  watches->len = kept;
  return consistent;
}

static bool propagate(Checker *c)
{
  while (c->head < c->trail.len)
    if (!visit(c, -c->trail.data[c->head++])) return false;
  return true;
}

/* ------------------------------------------------------------------------ steps */

/* The literals that may become true, each once, as `fresh`; false: the clause holds always. */
static bool collect(Checker *c, const int *literals, uint32_t count)
{
  bool matters = true;
  c->fresh.len = 0;
  for (uint32_t i = 0; i < count && matters; i++) {
    int l = literals[i];
    if (holds(c, l) || c->seen[index_of(-l)]) matters = false;
    if (fails(c, l) || c->seen[index_of(l)]) continue;
    c->seen[index_of(l)] = true;
    vec_push(&c->fresh, l);
  }
  for (uint32_t i = 0; i < c->fresh.len; i++) c->seen[index_of(c->fresh.data[i])] = false;
  return matters;
}

/* False: now there is a contradiction.  Nothing is assumed. */
static bool add(Checker *c, const int *literals, uint32_t count)
{
  if (!collect(c, literals, count)) return true;
  const int *fresh = c->fresh.data;
  if (c->fresh.len == 0) return false;
  if (c->fresh.len == 1) {
    make_true(c, fresh[0]);
    return propagate(c);
  }
  uint32_t clause = c->clauses.len;
  vec_push(&c->clauses, (int) c->fresh.len);
  for (uint32_t i = 0; i < c->fresh.len; i++) vec_push(&c->clauses, fresh[i]);
  for (uint32_t i = 0; i < 2; i++)
    vec_push(&c->watches[index_of(fresh[i])], ((Watch){clause, fresh[1 - i]}));
  return true;
}

/* Does the clause follow by reverse unit propagation? */
static bool follows(Checker *c, const int *literals, uint32_t count)
{
  uint32_t root = c->trail.len;
  bool consistent = true;
  for (uint32_t i = 0; i < count && consistent; i++) {
    if (holds(c, literals[i])) consistent = false;
    else if (!fails(c, literals[i])) make_true(c, -literals[i]);
  }
  consistent = consistent && propagate(c);
  undo(c, root);
  return !consistent;
}

static bool run(Checker *c, const ClauseProof *p, bool (*go_on)(void *), void *context)
{
  enum { STEPS_BETWEEN = 4000 };
  uint64_t next = STEPS_BETWEEN;
  for (uint32_t at = 0; at < p->steps.len;) {
    uint32_t length = length_of(p->steps.data[at]);
    const int *literals = &p->steps.data[at + 1];
    c->steps += 1 + length;
    if (is_learned(p->steps.data[at]) && !follows(c, literals, length)) return false;
    if (!add(c, literals, length)) return true;
    at += 1 + length;
    if (c->steps < next) continue;
    next = c->steps + STEPS_BETWEEN;
    if (go_on && !go_on(context)) return false;
  }
  return false;
}

bool clause_proof_check(const ClauseProof *p, bool (*go_on)(void *context), void *context)
{
  if (p->too_long || p->open != NO_CLAUSE) return false;
  uint32_t indices = 2 * ((uint32_t) p->variables + 1);
  Checker c = {.watches = memory_zeroed(indices, sizeof *c.watches),
               .is_true = memory_zeroed(indices, sizeof *c.is_true),
               .seen = memory_zeroed(indices, sizeof *c.seen)};
  bool refuted = run(&c, p, go_on, context);
  for (uint32_t i = 0; i < indices; i++) vec_free(&c.watches[i]);
  vec_free(&c.clauses);
  vec_free(&c.trail);
  vec_free(&c.fresh);
  free(c.watches);
  free(c.is_true);
  free(c.seen);
  return refuted;
}
