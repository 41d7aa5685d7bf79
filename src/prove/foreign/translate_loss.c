#include "prove/foreign/translate_impl.h"

/* Where the translation says less than the sequent: a model of it need not be one of the sequent.
 */

void fo_lose_operator(Translator *t, const Node *node)
{
  bool named = node->name && (node->kind == NODE_EXTERNAL || node->kind == NODE_IDENT);
  fo_lose(t, named ? node->name->text : node_kind_name(node->kind));
}

void fo_lose_definedness(Translator *t) { fo_lose(t, "what is well-defined"); }

/* Is its translation one literal with all facts about its parts? */
static bool is_plain(const Node *node)
{
  node = node_bare(node);
  switch (node->kind) {
  case NODE_IDENT:
  case NODE_INTEGER_LIT:
  case NODE_TRUE:
  case NODE_FALSE: return true;
  case NODE_EQUAL:
  case NODE_NOT_EQUAL:
    if (node->kids[0]->type->kind == TYPE_POW) return false;
    break;
  case NODE_LESS:
  case NODE_LESS_EQUAL:
  case NODE_GREATER:
  case NODE_GREATER_EQUAL:
  case NODE_APPLY:
  case NODE_ADD:
  case NODE_MINUS:
  case NODE_TIMES:
  case NODE_DIVIDE:
  case NODE_MODULO:
  case NODE_NEGATE:
  case NODE_SIZE:
  case NODE_FIRST:
  case NODE_LAST: break;
  default: return false;
  }
  for (uint32_t i = 0; i < node->count; i++)
    if (!is_plain(node->kids[i])) return false;
  return true;
}

void fo_lose_definedness_of(Translator *t, const Node *predicate)
{
  if (!is_plain(predicate)) fo_lose_definedness(t);
}

typedef struct {
  bool asserted, refuted; /* what a model needs of the formula */
} Need;

/* Sorts of sets have no axioms of comprehension, and those of strings none of infinity: what is
 * said of all their elements need not be true of all sets, or strings. */
static void look_at_variables(Translator *t, const Fol *f, Need need)
{
  if (f->kind == FOL_FORALL ? !need.asserted : !need.refuted) return;
  for (uint32_t i = 0; i + 1 < f->count; i++) {
    const FolSort *sort = f->kids[i]->sort;
    if (sort->kind == SORT_SET) fo_lose(t, "quantified sets");
    if (sort->infinite) fo_lose(t, "infinitely many values");
  }
}

static void look(Translator *t, const Fol *f, Need need)
{
  Need other = {need.refuted, need.asserted}, both = {true, true};
  if (f->sort) return; /* there are no formulas in terms */
  if (f->kind == FOL_FORALL || f->kind == FOL_EXISTS) look_at_variables(t, f, need);
  for (uint32_t i = 0; i < f->count; i++) {
    bool turned = f->kind == FOL_NOT || (f->kind == FOL_IMPLIES && i == 0);
    look(t, f->kids[i], f->kind == FOL_IFF ? both : turned ? other : need);
  }
}

void fo_lose_sets(Translator *t)
{
  Need asserted = {true, false};
  for (uint32_t i = 0; i < t->p->facts.len; i++) /* axioms are true of all values */
    if (t->p->facts.data[i].origin != FOL_AXIOM) look(t, t->p->facts.data[i].formula, asserted);
  for (uint32_t i = 0; i < t->p->sorts.len; i++) {
    const FolSort *sort = t->p->sorts.data[i];
    for (uint32_t j = 0; j < sort->count && sort->kind == SORT_SET; j++)
      if (sort->parts[j]->kind == SORT_SET) fo_lose(t, "sets of sets"); /* no extensionality */
  }
}
