#include "temporal/meaning/meaning.h"

#include <assert.h>

#include "base/memory.h"
#include "temporal/meaning/meaning_impl.h"

Meaning *meaning_new(Lts *lts, BMachine *machine)
{
  Meaning *m = memory_zeroed(1, sizeof *m);
  m->lts = lts;
  m->machine = machine;
  m->arena = arena_new();
  m->after_of = NO_STATE;
  m->after = memory_zeroed(lts->width, sizeof *m->after);
  if (machine) m->reference = reference_new(b_machine_engine(machine));
  ltl_open(&m->table);
  ctl_open(&m->ctl);
  atoms_install(m);
  return m;
}

void meaning_free(Meaning *m)
{
  if (!m) return;
  ltl_close(&m->table);
  ctl_close(&m->ctl);
  signatures_free(&m->keys);
  vec_free(&m->all);
  vec_free(&m->of_step);
  vec_free(&m->announced);
  vec_free(&m->bound);
  vec_free(&m->spelled);
  reference_free(m->reference);
  arena_free(m->arena);
  free(m->after);
  free(m);
}

/* Values of names are those of one store, unless they are words. */
static bool can_be_shared(const MeantAtom *a)
{
  for (uint32_t i = 0; i < a->bounds.count; i++)
    if (!value_is_word(a->bounds.names[i].value)) return false;
  return true;
}

Meaning *meaning_fork(const Meaning *m, Lts *lts, BMachine *machine, Atlas *atlas)
{
  if (m->is_event) return NULL; /* who knows events does so for one thread */
  for (uint32_t i = 0; i < m->all.len; i++)
    if (!can_be_shared(&m->all.data[i])) return NULL;
  Meaning *f = meaning_new(lts, machine);
  f->atlas = atlas;
  for (uint32_t i = 0; i < m->all.len; i++) {
    vec_push(&f->all, m->all.data[i]);
    vec_push(&f->of_step, m->of_step.data[i]);
  }
  f->atoms.count = f->all.len;
  f->atoms.of_step = f->of_step.data;
  return f;
}

void meaning_set_events(Meaning *m, MeaningEvent *is_event, void *context)
{
  m->is_event = is_event;
  m->event_context = context;
}

LtlTable *meaning_table(Meaning *m) { return &m->table; }
Atoms *meaning_atoms(Meaning *m) { return &m->atoms; }
void meaning_set_atlas(Meaning *m, Atlas *atlas) { m->atlas = atlas; }

const char *meaning_doubt(const Meaning *m, Span *span)
{
  *span = m->doubt_span;
  return m->doubt;
}

void meaning_set_constants(Meaning *m, const Value *state)
{
  if (m->machine) b_machine_enter(m->machine, state);
}

static uint32_t predicate_of(const Meaning *m, const Temporal *t)
{
  for (uint32_t i = 0; i < m->announced.len; i++)
    if (m->announced.data[i].tree == t) return m->announced.data[i].predicate;
  return NO_PREDICATE;
}

/* As if all formulas stood below a quantifier. */
void meaning_let(Meaning *m, Symbol *symbol, Value value)
{
  assert(m->bound.len == m->let);
  vec_push(&m->bound, ((Bound){symbol, value}));
  m->let++;
  reference_bind(m->reference, symbol, value);
}

static void announce(Meaning *m, const Temporal *t, bool quantified)
{
  bool predicate = t->kind == TEMPORAL_PREDICATE || t->kind == TEMPORAL_GOAL;
  bool known = predicate && predicate_of(m, t) != NO_PREDICATE;
  if (predicate && m->machine && !quantified && !known) {
    const Node *node = t->kind == TEMPORAL_GOAL ? t->goal : t->part->formula->node;
    Lts *machine = b_machine_lts(m->machine);
    Announced a = {t, machine->predicate_count};
    b_machine_add(m->machine, node, PREDICATE_GOAL);
    vec_push(&m->announced, a);
  }
  quantified |= t->kind == TEMPORAL_FORALL || t->kind == TEMPORAL_EXISTS;
  for (uint32_t i = 0; i < t->count; i++) announce(m, t->kids[i], quantified);
}

void meaning_announce(Meaning *m, const Temporal *t) { announce(m, t, false); }

/* ------------------------------------------------------------------------ atoms */

/* Is it a name for all formulas, or one of the quantifiers around what is written, bound by the
 * innermost of them? */
static bool is_meant(const Meaning *m, uint32_t bound, const TemporalBinder *scope)
{
  const Symbol *symbol = m->bound.data[bound].symbol;
  if (bound < m->let) return true;
  while (scope && scope->symbol != symbol) scope = scope->outer;
  for (uint32_t i = bound + 1; scope && i < m->bound.len; i++)
    if (m->bound.data[i].symbol == symbol) return false;
  return scope != NULL;
}

Bounds keep_bounds(Meaning *m)
{
  Bound *names = arena_new_array(m->arena, Bound, m->bound.len + 1);
  for (uint32_t i = 0; i < m->bound.len; i++) names[i] = m->bound.data[i];
  return (Bounds){names, m->bound.len};
}

/* Of these, those that are meant in a scope. */
static Bounds bounds_in(Meaning *m, const TemporalBinder *scope)
{
  Bound *names = arena_new_array(m->arena, Bound, m->bound.len + 1);
  uint32_t count = 0;
  for (uint32_t i = 0; i < m->bound.len; i++)
    if (is_meant(m, i, scope)) names[count++] = m->bound.data[i];
  return (Bounds){names, count};
}

static uint32_t tree_atom(Meaning *m, const Temporal *t)
{
  return atom_add(m, (MeantAtom){.kind = ATOM_OF_TREE,
                                 .tree = t,
                                 .bounds = bounds_in(m, t->scope),
                                 .predicate = predicate_of(m, t)});
}

static uint32_t pattern_atom(Meaning *m, AtomKind kind, const TemporalPattern *p)
{
  return atom_add(m, (MeantAtom){.kind = kind,
                                 .pattern = p,
                                 .bounds = bounds_in(m, p->scope),
                                 .predicate = NO_PREDICATE});
}

uint32_t meaning_step_atom(Meaning *m, const TemporalPattern *p)
{
  return pattern_atom(m, ATOM_TAKEN, p);
}

/* -------------------------------------------------------------------- fairness */

typedef VEC(FairnessTerm) TermList;
typedef VEC(TermList) CaseList;

static bool is_strong(const Temporal *t)
{
  return t->kind == TEMPORAL_STRONG || t->kind == TEMPORAL_STRONG_ALL;
}

static FairnessTerm term_of(Meaning *m, const Temporal *t)
{
  bool every = t->kind == TEMPORAL_STRONG_ALL || t->kind == TEMPORAL_WEAK_ALL;
  FairnessTerm term = {.strong = is_strong(t), .every = every};
  if (every) return term;
  term.enabled = pattern_atom(m, ATOM_ENABLED, t->patterns[0]);
  term.taken = pattern_atom(m, ATOM_TAKEN, t->patterns[0]);
  return term;
}

static void free_cases(CaseList *cases)
{
  for (uint32_t i = 0; i < cases->len; i++) vec_free(&cases->data[i]);
  vec_free(cases);
}

/* The cases of an assumption: a disjunction of conjunctions. */
static CaseList cases_of(Meaning *m, const Temporal *t)
{
  CaseList out = {0};
  if (t->kind == TEMPORAL_OR) {
    CaseList a = cases_of(m, t->kids[0]), b = cases_of(m, t->kids[1]);
    for (uint32_t i = 0; i < a.len; i++) vec_push(&out, a.data[i]);
    for (uint32_t i = 0; i < b.len; i++) vec_push(&out, b.data[i]);
    vec_free(&a);
    vec_free(&b);
  } else if (t->kind == TEMPORAL_AND) {
    CaseList a = cases_of(m, t->kids[0]), b = cases_of(m, t->kids[1]);
    for (uint32_t i = 0; i < a.len; i++)
      for (uint32_t k = 0; k < b.len; k++) {
        TermList both = {0};
        for (uint32_t x = 0; x < a.data[i].len; x++) vec_push(&both, a.data[i].data[x]);
        for (uint32_t x = 0; x < b.data[k].len; x++) vec_push(&both, b.data[k].data[x]);
        vec_push(&out, both);
      }
    free_cases(&a);
    free_cases(&b);
  } else {
    TermList one = {0};
    FairnessTerm term = term_of(m, t);
    vec_push(&one, term);
    vec_push(&out, one);
  }
  return out;
}

static Fairness fairness_of(Meaning *m, const Temporal *const *assumptions, uint32_t count)
{
  enum { MOST_TERMS = 64 };
  CaseList all = {0};
  TermList none = {0};
  vec_push(&all, none);
  for (uint32_t i = 0; i < count; i++) {
    CaseList more = cases_of(m, assumptions[i]), joined = {0};
    for (uint32_t k = 0; k < all.len; k++)
      for (uint32_t l = 0; l < more.len; l++) {
        TermList both = {0};
        for (uint32_t x = 0; x < all.data[k].len; x++) vec_push(&both, all.data[k].data[x]);
        for (uint32_t x = 0; x < more.data[l].len; x++) vec_push(&both, more.data[l].data[x]);
        vec_push(&joined, both);
      }
    free_cases(&all);
    free_cases(&more);
    all = joined;
  }
  FairnessCase *cases = arena_new_array(m->arena, FairnessCase, all.len + 1);
  for (uint32_t i = 0; i < all.len; i++) {
    FairnessTerm *terms = arena_new_array(m->arena, FairnessTerm, all.data[i].len + 1);
    for (uint32_t k = 0; k < all.data[i].len; k++) terms[k] = all.data[i].data[k];
    cases[i] = (FairnessCase){terms, all.data[i].len};
    if (all.data[i].len > MOST_TERMS) m->unclear = "the assumption has too many terms";
  }
  Fairness fairness = {cases, count ? all.len : 0};
  free_cases(&all);
  return fairness;
}

/* An assumption that is not one of the whole check, as a formula. */
static Ltl fair_formula(Meaning *m, const Temporal *t)
{
  LtlTable *table = &m->table;
  if (t->kind == TEMPORAL_AND || t->kind == TEMPORAL_OR) {
    Ltl a = fair_formula(m, t->kids[0]), b = fair_formula(m, t->kids[1]);
    return t->kind == TEMPORAL_AND ? ltl_and(table, a, b) : ltl_or(table, a, b);
  }
  if (!t->pattern_count) {
    m->unclear = "SEF and WEF are assumptions of a whole formula";
    return LTL_TRUE;
  }
  FairnessTerm term = term_of(m, t);
  Ltl enabled = ltl_atom(table, term.enabled);
  Ltl taken = ltl_globally(table, ltl_finally(table, ltl_atom(table, term.taken)));
  Ltl premise = term.strong ? ltl_globally(table, ltl_finally(table, enabled))
                            : ltl_finally(table, ltl_globally(table, enabled));
  return ltl_implies(table, premise, taken);
}

/* --------------------------------------------------------------------- formulas */

typedef struct {
  Meaning *m;
  const Temporal *tree;
  Ltl result;
} Quantified;

static bool take_value(void *context, Reference *r)
{
  Quantified *q = context;
  Meaning *m = q->m;
  Value v;
  if (!reference_lookup(r, q->tree->symbol, &v)) return false;
  vec_push(&m->bound, ((Bound){q->tree->symbol, v}));
  Ltl f = meaning_read(m, q->tree->kids[0]);
  m->bound.len--;
  q->result = q->tree->kind == TEMPORAL_FORALL ? ltl_and(&m->table, q->result, f)
                                               : ltl_or(&m->table, q->result, f);
  return true;
}

/* Names of outer quantifiers are bound in the reference interpreter meanwhile. */
static Ltl read_quantifier(Meaning *m, const Temporal *t)
{
  Quantified q = {m, t, t->kind == TEMPORAL_FORALL ? LTL_TRUE : LTL_FALSE};
  Solved solved = reference_solve(m->reference, &t->symbol, 1, t->part->formula->node, WINDOWS_NONE,
                                  take_value, &q);
  if (solved != SOLVED_ALL) m->unclear = "the values of a quantified name cannot be listed";
  return q.result;
}

static Ltl read_assuming(Meaning *m, const Temporal *t)
{
  Ltl fair = fair_formula(m, t->kids[0]);
  if (m->spelling) spell(m, t->kids[0], fair, m->spelled.len);
  return ltl_implies(&m->table, fair, meaning_read(m, t->kids[1]));
}

static Ltl read_unary(Meaning *m, const Temporal *t)
{
  LtlTable *table = &m->table;
  Ltl a = meaning_read(m, t->kids[0]);
  switch (t->kind) {
  case TEMPORAL_NOT: return ltl_not(table, a);
  case TEMPORAL_GLOBALLY: return ltl_globally(table, a);
  case TEMPORAL_FINALLY: return ltl_finally(table, a);
  case TEMPORAL_NEXT: return ltl_next(table, a);
  case TEMPORAL_HISTORICALLY: return ltl_trigger(table, LTL_FALSE, a);
  case TEMPORAL_ONCE: return ltl_since(table, LTL_TRUE, a);
  default: assert(t->kind == TEMPORAL_YESTERDAY); return ltl_yesterday(table, a);
  }
}

static Ltl read_binary(Meaning *m, const Temporal *t)
{
  LtlTable *table = &m->table;
  Ltl a = meaning_read(m, t->kids[0]), b = meaning_read(m, t->kids[1]);
  switch (t->kind) {
  case TEMPORAL_AND: return ltl_and(table, a, b);
  case TEMPORAL_OR: return ltl_or(table, a, b);
  case TEMPORAL_IMPLIES: return ltl_implies(table, a, b);
  case TEMPORAL_EQUIVALENT:
    return ltl_and(table, ltl_implies(table, a, b), ltl_implies(table, b, a));
  case TEMPORAL_UNTIL: return ltl_until(table, a, b);
  case TEMPORAL_WEAK_UNTIL: return ltl_weak_until(table, a, b);
  case TEMPORAL_RELEASE: return ltl_release(table, a, b);
  case TEMPORAL_SINCE: return ltl_since(table, a, b);
  default: assert(t->kind == TEMPORAL_TRIGGER); return ltl_trigger(table, a, b);
  }
}

static Ltl read_kind(Meaning *m, const Temporal *t)
{
  switch (t->kind) {
  case TEMPORAL_TRUE: return LTL_TRUE;
  case TEMPORAL_FALSE: return LTL_FALSE;
  case TEMPORAL_ENABLED:
  case TEMPORAL_AVAILABLE:
    return ltl_atom(&m->table, pattern_atom(m, ATOM_ENABLED, t->patterns[0]));
  case TEMPORAL_STEP: return ltl_atom(&m->table, pattern_atom(m, ATOM_TAKEN, t->patterns[0]));
  case TEMPORAL_FORALL:
  case TEMPORAL_EXISTS: return read_quantifier(m, t);
  case TEMPORAL_ASSUMING: return read_assuming(m, t);
  default: break;
  }
  if (t->count == 2) return read_binary(m, t);
  return t->count ? read_unary(m, t) : ltl_atom(&m->table, tree_atom(m, t));
}

Ltl meaning_read(Meaning *m, const Temporal *t)
{
  uint32_t first = m->spelled.len;
  Ltl f = read_kind(m, t);
  if (m->spelling) spell(m, t, f, first);
  return f;
}

MeantLtl meaning_ltl(Meaning *m, const Temporal *t, const Temporal *assumption)
{
  enum { MOST_ASSUMPTIONS = 16 };
  const Temporal *assumptions[MOST_ASSUMPTIONS];
  uint32_t count = 0;
  m->unclear = NULL;
  if (assumption) assumptions[count++] = assumption;
  for (; t->kind == TEMPORAL_ASSUMING && count < MOST_ASSUMPTIONS; t = t->kids[1])
    assumptions[count++] = t->kids[0];
  MeantLtl meant = {.fairness = fairness_of(m, assumptions, count)};
  meant.formula = meaning_read(m, t);
  meant.unclear = m->unclear;
  return meant;
}

uint32_t meaning_state_atom(Meaning *m, const Temporal *t, const char **unclear)
{
  *unclear = NULL;
  if (t->kind == TEMPORAL_ENABLED || t->kind == TEMPORAL_AVAILABLE || t->kind == TEMPORAL_STEP)
    return pattern_atom(m, ATOM_ENABLED, t->patterns[0]);
  return tree_atom(m, t);
}
