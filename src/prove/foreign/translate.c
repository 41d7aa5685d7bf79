#include "prove/foreign/translate.h"

#include "prove/foreign/translate_impl.h"

/* ------------------------------------------------------------ what occurs in it */

/* Do all products in the type have at most WIDTH_LIMIT components? */
static bool is_narrow(const Type *type)
{
  if (fo_type_width(type) > WIDTH_LIMIT) return false;
  for (uint32_t i = 0; i < type->count; i++)
    if (!is_narrow(type->args[i])) return false;
  return true;
}

static bool is_translatable(const Node *node)
{
  if (node->type && !is_narrow(node->type)) return false;
  if (node->symbol && node->symbol->type && !is_narrow(node->symbol->type)) return false;
  for (uint32_t i = 0; i < node->count; i++)
    if (!is_translatable(node->kids[i])) return false;
  return true;
}

static bool speaks_of_finiteness(const Node *node)
{
  switch (node->kind) {
  case NODE_FINITE:
  case NODE_CARD:
  case NODE_FIN:
  case NODE_FIN1: return true;
  default: break;
  }
  for (uint32_t i = 0; i < node->count; i++)
    if (speaks_of_finiteness(node->kids[i])) return true;
  return false;
}

/* f : A +-> B and the like, among the conjuncts of a hypothesis. */
static void find_functions(Translator *t, const Node *node)
{
  node = node_bare(node);
  if (node->kind == NODE_AND)
    for (uint32_t i = 0; i < node->count; i++) find_functions(t, node->kids[i]);
  if (node->kind != NODE_MEMBER) return;
  const Node *f = node_bare(node->kids[0]), *set = node_bare(node->kids[1]);
  NodeFamily family = node_family(set->kind);
  if (f->kind == NODE_IDENT && f->symbol &&
      (family == FAMILY_ARROW || family == FAMILY_SEQUENCE_SET))
    vec_push(&t->functional, f->symbol);
}

/* ------------------------------------------------------------------- the whole */

static void assert_predicate(Translator *t, const Node *node, const char *label, uint32_t origin)
{
  bool goal = origin == FOL_GOAL;
  t->partial = false;
  const Fol *f = fo_on_side(t, node, goal ? SIDE_FALSE : SIDE_TRUE);
  if (t->partial) fo_lose_definedness_of(t, node);
  fol_assert(t->p, goal ? fol_not(t->p, f) : f, label, origin);
}

/* S = {a,b} says which elements S has; that it is finite follows from no axiom. */
static void assert_finite_sets(Translator *t, const Node *node)
{
  if (!t->finiteness || node->kind != NODE_EQUAL || node->kids[0]->type->kind != TYPE_POW) return;
  for (uint32_t i = 0; i < 2; i++) {
    const Node *name = node_bare(node->kids[i]), *set = node_bare(node->kids[1 - i]);
    bool finite = set->kind == NODE_SET_EXT || set->kind == NODE_SEQ_EXT ||
                  set->kind == NODE_INTERVAL || set->kind == NODE_EMPTY_SET;
    if (finite && name->kind == NODE_IDENT) fo_assert_finite(t, name);
  }
}

/* A hypothesis conjunct by conjunct: provers tell which of them they used. */
static void assert_hypothesis(Translator *t, const Node *node, const char *label, uint32_t origin)
{
  node = node_bare(node);
  if (node->kind != NODE_AND) {
    assert_predicate(t, node, label, origin);
    assert_finite_sets(t, node);
    return;
  }
  for (uint32_t i = 0; i < node->count; i++) assert_hypothesis(t, node->kids[i], label, origin);
}

/* Strings that are written differently differ. */
static void assert_strings(Translator *t)
{
  for (uint32_t i = 0; i < t->strings.len; i++)
    for (uint32_t j = 0; j < i; j++) {
      const Fol *a = t->strings.data[i], *b = t->strings.data[j];
      fol_assert(t->p, fol_not(t->p, fol_equal(t->p, a, b)), "strings", FOL_AXIOM);
    }
}

static bool is_chosen(const Hypothesis *h, HypothesesChoice choice)
{
  return choice == HYPOTHESES_ALL || (choice == HYPOTHESES_SELECTED && h->selected);
}

static void prepare(Translator *t, const Sequent *s, HypothesesChoice choice)
{
  t->finiteness = speaks_of_finiteness(s->goal);
  for (uint32_t i = 0; i < s->hypothesis_count; i++) {
    if (!is_chosen(&s->hypotheses[i], choice)) continue;
    t->finiteness |= speaks_of_finiteness(s->hypotheses[i].predicate);
    find_functions(t, s->hypotheses[i].predicate);
  }
}

bool translate_sequent(FolProblem *p, const Sequent *s, HypothesesChoice choice, const char **why)
{
  *why = s->unsupported;
  if (*why) return false;
  if (!is_translatable(s->goal)) return *why = "a product has too many components", false;
  Translator t = {.p = p, .arena = p->arena};
  prepare(&t, s, choice);
  for (uint32_t i = 0; i < s->hypothesis_count; i++) {
    const Hypothesis *h = &s->hypotheses[i];
    if (!is_chosen(h, choice)) continue;
    if (!is_translatable(h->predicate)) {
      fo_lose(&t, "products of many components");
      continue;
    }
    assert_hypothesis(&t, h->predicate, h->label ? h->label->text : "hypothesis", i);
  }
  assert_predicate(&t, s->goal, "goal", FOL_GOAL);
  assert_strings(&t);
  fo_lose_sets(&t);
  vec_free(&t.bindings);
  vec_free(&t.facts);
  vec_free(&t.functional);
  vec_free(&t.strings);
  map_free(&t.named);
  return true;
}
