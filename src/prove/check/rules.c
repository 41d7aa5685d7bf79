#include "prove/check/check_impl.h"
#include "prove/rewrite/laws.h"
#include "prove/term/linear.h"

static bool among(const CheckTerms *list, Term t)
{
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i] == t) return true;
  return false;
}

/* Are these the literals of the clause?  False formulas do not count; a true one would be no use.
 */
static bool says(const Bank *b, const CheckClause *c, const Term *list, uint32_t count)
{
  CheckTerms wanted = {0};
  bool same = true;
  for (uint32_t i = 0; i < count && same; i++) {
    if (list[i] == b->no) continue;
    same = among(&c->literals, list[i]);
    vec_push(&wanted, list[i]);
  }
  for (uint32_t i = 0; i < c->literals.len && same; i++) same = among(&wanted, c->literals.data[i]);
  vec_free(&wanted);
  return same;
}

/* The clause takes the formula f apart. */
static bool takes_apart(Bank *b, const CheckClause *c, Term f)
{
  Term no = make_not(b, f);
  if (term_op(b, f) == NODE_IFF) {
    Term x = term_kid(b, f, 0), y = term_kid(b, f, 1), nx = make_not(b, x), ny = make_not(b, y);
    return says(b, c, (Term[]){no, nx, y}, 3) || says(b, c, (Term[]){no, x, ny}, 3) ||
           says(b, c, (Term[]){f, x, y}, 3) || says(b, c, (Term[]){f, nx, ny}, 3);
  }
  if (term_op(b, f) != NODE_AND) return false;
  CheckTerms all = {0};
  vec_push(&all, f);
  bool fine = false;
  for (uint32_t i = 0; i < term_count(b, f); i++) {
    vec_push(&all, make_not(b, term_kid(b, f, i)));
    fine |= says(b, c, (Term[]){no, term_kid(b, f, i)}, 2);
  }
  fine |= says(b, c, all.data, all.len);
  vec_free(&all);
  return fine;
}

static bool check_logic(Bank *b, const CheckClause *c)
{
  for (uint32_t i = 0; i < c->literals.len; i++) {
    Term l = c->literals.data[i];
    if (takes_apart(b, c, term_op(b, l) == NODE_NOT ? term_kid(b, l, 0) : l)) return true;
  }
  return false;
}

/* A universal formula holds for values; it does not, if not for its choices. */
static bool check_quantifier(Bank *b, const CheckClause *c)
{
  Term f = c->data.len ? (Term) c->data.data[0] : 0;
  if (!f || term_op(b, f) != NODE_FORALL || !term_is_closed(b, f)) return false;
  uint32_t count = (uint32_t) term_payload(b, f);
  bool instance = c->rule == RULE_INSTANCE;
  if (c->data.len != (instance ? count + 1 : 1)) return false;
  CheckTerms values = {0};
  bool fine = true;
  for (uint32_t i = 0; i < count && fine; i++) {
    Term v = instance ? (Term) c->data.data[i + 1] : make_choice(b, f, i);
    fine = term_is_closed(b, v) && term_sort(b, v) == make_binder_sort(b, f, i);
    vec_push(&values, v);
  }
  if (fine) {
    Term body = make_instance(b, f, 0, values.data);
    fine = instance ? says(b, c, (Term[]){make_not(b, f), body}, 2)
                    : says(b, c, (Term[]){f, make_not(b, body)}, 2);
  }
  vec_free(&values);
  return fine;
}

static bool check_law(Bank *b, const CheckClause *c)
{
  if (c->data.len != 2 || c->data.data[0] < 0 || c->data.data[0] >= law_count()) return false;
  uint32_t law = (uint32_t) c->data.data[0];
  Term t = (Term) c->data.data[1], result = term_is_closed(b, t) ? law_apply(b, law, t) : 0;
  if (!result) return false;
  if (law_when(law) == WHEN_FACT) return says(b, c, &result, 1);
  return says(b, c, (Term[]){make_not(b, t), result}, 2) ||
         says(b, c, (Term[]){t, make_not(b, result)}, 2);
}

static bool check_equality(Bank *b, const CheckClause *c)
{
  CheckTerms list = {0};
  for (uint32_t i = 0; i < c->literals.len; i++) vec_push(&list, make_not(b, c->literals.data[i]));
  bool fine = check_congruence(b, list.data, list.len);
  vec_free(&list);
  return fine;
}

/* The negated literals, each times its factor, add up to something false. */
static bool check_arithmetic(Bank *b, const CheckClause *c)
{
  Linear all = {0};
  bool inequality = false;
  for (uint32_t i = 0; i + 1 < c->data.len; i += 2) {
    int64_t at = c->data.data[i], factor = c->data.data[i + 1];
    if (at < 0 || at >= c->literals.len || factor == 0) return false;
    Term l = make_not(b, c->literals.data[at]);
    bool negated = term_op(b, l) == NODE_NOT;
    Term atom = negated ? term_kid(b, l, 0) : l;
    Linear sum;
    if (!linear_of_atom(b, atom, negated, &sum)) return false;
    if (term_op(b, atom) == NODE_LESS_EQUAL) {
      if (factor < 0) return false;
      inequality = true;
    }
    linear_scale(&sum, factor);
    linear_add_number(&all, sum.constant);
    for (uint32_t k = 0; k < sum.count; k++)
      linear_add(b, &all, sum.list[k].factor, sum.list[k].term);
    if (sum.too_large || all.too_large) return false;
  }
  return all.count == 0 && (inequality ? all.constant > 0 : all.constant != 0);
}

static bool check_two(Bank *b, const CheckClause *c)
{
  if (c->data.len != 2) return false;
  Term x = (Term) c->data.data[0], y = (Term) c->data.data[1];
  if (c->rule == RULE_SUBSET) {
    if (term_sort(b, x) != term_sort(b, y) || term_kind_of_sort(b, x) != SORT_POW) return false;
    Term big = make_term(b, NODE_FINITE, 0, 0, &x, 1),
         small = make_term(b, NODE_FINITE, 0, 0, &y, 1);
    Term subset = make_not(b, make_subset(b, y, x));
    return says(b, c, (Term[]){make_not(b, big), small, subset}, 3);
  }
  if (term_kind_of_sort(b, x) != SORT_INTEGER || term_kind_of_sort(b, y) != SORT_INTEGER)
    return false;
  Term equal = make_equal(b, x, y), raw = make_equal_raw(b, x, y);
  if (c->rule == RULE_LINEAR)
    return says(b, c, (Term[]){make_not(b, raw), equal}, 2) ||
           says(b, c, (Term[]){raw, make_not(b, equal)}, 2);
  Term less = make_not(b, make_at_most(b, y, x)), more = make_not(b, make_at_most(b, x, y));
  return says(b, c, (Term[]){equal, less, more}, 3);
}

static bool check_values(Bank *b, const CheckClause *c)
{
  Term *values;
  uint32_t count;
  if (c->data.len != 1) return false;
  Term x = (Term) c->data.data[0];
  if (!make_sort_values(b, term_sort(b, x), &values, &count)) return false;
  CheckTerms list = {0};
  for (uint32_t i = 0; i < count; i++) vec_push(&list, make_equal(b, x, values[i]));
  bool fine = says(b, c, list.data, list.len);
  vec_free(&list);
  free(values);
  return fine;
}

bool check_rule(Checker *x, const CheckClause *c)
{
  Bank *b = &x->bank;
  switch (c->rule) {
  case RULE_INPUT: {
    int64_t at = c->data.len == 1 ? c->data.data[0] : -1;
    return at >= 0 && at < x->inputs.list.len && says(b, c, &x->inputs.list.data[at].formula, 1);
  }
  case RULE_LOGIC: return c->data.len == 0 && check_logic(b, c);
  case RULE_INSTANCE:
  case RULE_CHOICE: return check_quantifier(b, c);
  case RULE_LAW: return check_law(b, c);
  case RULE_EQUALITY: return c->data.len == 0 && check_equality(b, c);
  case RULE_ARITHMETIC: return check_arithmetic(b, c);
  case RULE_TRICHOTOMY:
  case RULE_LINEAR:
  case RULE_SUBSET: return check_two(b, c);
  case RULE_VALUES: return check_values(b, c);
  default: return false;
  }
}
