#include "prove/rewrite/laws.h"
#include "prove/tableau/tableau_impl.h"

static void expand_and(Tableau *t, Term f, bool value, uint32_t generation)
{
  Bank *b = t->bank;
  uint32_t count = term_count(b, f);
  if (value) {
    for (uint32_t i = 0; i < count; i++)
      tableau_clause(t, (Term[]){make_not(b, f), term_kid(b, f, i)}, 2, BY_LOGIC, NULL, 0,
                     generation);
    return;
  }
  TermList list = {0};
  vec_push(&list, f);
  for (uint32_t i = 0; i < count; i++) vec_push(&list, make_not(b, term_kid(b, f, i)));
  tableau_clause(t, list.data, list.len, BY_LOGIC, NULL, 0, generation);
  vec_free(&list);
}

static void expand_iff(Tableau *t, Term f, bool value, uint32_t generation)
{
  Bank *b = t->bank;
  Term x = term_kid(b, f, 0), y = term_kid(b, f, 1), head = value ? make_not(b, f) : f;
  Term left = value ? make_not(b, x) : x, right = value ? x : make_not(b, x);
  tableau_clause(t, (Term[]){head, left, y}, 3, BY_LOGIC, NULL, 0, generation);
  tableau_clause(t, (Term[]){head, right, make_not(b, y)}, 3, BY_LOGIC, NULL, 0, generation);
}

static void expand_choice(Tableau *t, Term f, uint32_t generation)
{
  TermList values = {0};
  for (uint32_t i = 0; i < (uint64_t) term_payload(t->bank, f); i++)
    vec_push(&values, make_choice(t->bank, f, i));
  Term body = make_instance(t->bank, f, 0, values.data);
  int64_t data = f;
  tableau_clause(t, (Term[]){f, make_not(t->bank, body)}, 2, BY_CHOICE, &data, 1, generation);
  vec_free(&values);
}

bool tableau_is_compound(const Bank *b, Term set)
{
  switch (term_op(b, set)) {
  case NODE_IDENT:
  case NODE_APPLY:
  case NODE_IF_EXPR:
  case OP_CHOICE:
  case OP_FST:
  case OP_SND: return false;
  default: return true;
  }
}

static bool is_of_use(const Tableau *t, Term f, uint32_t law, bool value)
{
  const Bank *b = t->bank;
  switch (law_when(law)) {
  case WHEN_TRUE: return value;
  case WHEN_FALSE: return !value;
  case WHEN_FACT: return !value; /* of an atom: it says when it is true */
  case WHEN_EITHER: break;
  }
  return term_op(b, f) != NODE_EQUAL || !value || tableau_is_compound(b, term_kid(b, f, 0)) ||
         tableau_is_compound(b, term_kid(b, f, 1));
}

static void expand_atom(Tableau *t, Term f, bool value, uint32_t generation)
{
  Bank *b = t->bank;
  uint32_t law = 0, found;
  Term result;
  while (law_next(b, f, &law, &found, &result)) {
    if (!is_of_use(t, f, found, value)) continue;
    int64_t data[2] = {found, f};
    if (law_when(found) == WHEN_FACT) tableau_clause(t, &result, 1, BY_LAW, data, 2, generation);
    else if (value)
      tableau_clause(t, (Term[]){make_not(b, f), result}, 2, BY_LAW, data, 2, generation);
    else tableau_clause(t, (Term[]){f, make_not(b, result)}, 2, BY_LAW, data, 2, generation);
  }
}

/* What the laws say of the formula itself. */
static void expand_facts(Tableau *t, Term f, uint32_t generation)
{
  uint32_t law = 0, found;
  Term result;
  while (law_next(t->bank, f, &law, &found, &result)) {
    int64_t data[2] = {found, f};
    tableau_clause(t, &result, 1, BY_LAW, data, 2, generation);
  }
}

/* An equation that the congruence has found, for arithmetic; or the other way round. */
static void expand_number_equation(Tableau *t, Term f, bool value, uint32_t generation)
{
  Bank *b = t->bank;
  Term x = term_kid(b, f, 0), y = term_kid(b, f, 1);
  if (term_kind_of_sort(b, x) != SORT_INTEGER || term_payload(b, f) != 1) return;
  int64_t data[2] = {x, y};
  Term same = make_equal(b, x, y);
  if (same == f) return;
  if (value) tableau_clause(t, (Term[]){make_not(b, f), same}, 2, BY_LINEAR, data, 2, generation);
  else tableau_clause(t, (Term[]){f, make_not(b, same)}, 2, BY_LINEAR, data, 2, generation);
}

void tableau_expand(Tableau *t, Lit l)
{
  Variable *v = &t->variables.data[lit_var(l)];
  bool value = !(l & 1);
  if (v->expanded[value]) return;
  v->expanded[value] = true;
  Term f = v->term;
  uint32_t generation = v->generation;
  switch (term_op(t->bank, f)) {
  case NODE_AND: expand_and(t, f, value, generation); return;
  case NODE_IFF: expand_iff(t, f, value, generation); return;
  case NODE_FORALL:
    if (value) {
      expand_facts(t, f, generation);
      tableau_quantifier(t, lit_var(l));
    } else expand_choice(t, f, generation);
    return;
  case NODE_EQUAL: expand_number_equation(t, f, value, generation); break;
  default: break;
  }
  expand_atom(t, f, value, generation);
}

void tableau_facts(Tableau *t, uint32_t node)
{
  Term of = t->egraph.nodes.data[node].term;
  if (term_sort(t->bank, of) != 0) expand_facts(t, of, t->egraph.nodes.data[node].generation);
}
