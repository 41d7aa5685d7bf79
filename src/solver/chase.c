#include "solver/introduce.h"

#include "syntax/inspect.h"

/* Universal statements about the elements of sets without bounds, S <: E among them.  All that is
 * posted follows from the statement, whatever else is in the set. */

enum { MOST_INSTANCES = 400 };

typedef struct {
  Problem *p;
  const Symbol *name;
  const Term *set;
  Conjuncts premises;     /* without x : S */
  const Node *conclusion; /* or NULL: */
  const Node *within;     /* of S <: E, S : POW(E): E */
  uint32_t next;          /* the first element that was not looked at */
} Rule;

static const Term *open_set(const Problem *p, const Node *node)
{
  node = node_bare(node);
  const Term *t = node->kind == NODE_IDENT ? scope_find(p, node->symbol) : NULL;
  return t && t->kind == TERM_SET && t->open ? t : NULL;
}

static void add_premises(Rule *rule, const Node *node)
{
  node = node_bare(node);
  if (node->kind == NODE_AND) {
    for (uint32_t i = 0; i < node->count; i++) add_premises(rule, node->kids[i]);
    return;
  }
  bool about = node->kind == NODE_MEMBER && node_is_name(node->kids[0], rule->name);
  const Term *t = about && !rule->set ? open_set(rule->p, node_bare(node->kids[1])) : NULL;
  if (t) rule->set = t;
  else vec_push(&rule->premises, node);
}

static bool is_inclusion(const Node *node, const Node **set)
{
  *set = node->count == 2 ? node_bare(node->kids[1]) : NULL;
  if (node->kind == NODE_SUBSET || node->kind == NODE_STRICT_SUBSET) return true;
  if (node->kind != NODE_MEMBER) return false;
  bool subsets = (*set)->kind == NODE_POW || (*set)->kind == NODE_POW1 ||
                 (*set)->kind == NODE_FIN || (*set)->kind == NODE_FIN1;
  if (subsets) *set = (*set)->kids[0];
  return subsets;
}

/* False: the statement is not of that form. */
static bool rule_of(Problem *p, const Node *node, Rule *rule)
{
  Node *premise, *conclusion;
  *rule = (Rule){.p = p};
  node = node_bare(node);
  if (is_inclusion(node, &rule->within)) {
    rule->set = open_set(p, node->kids[0]);
    return rule->set != NULL;
  }
  if (node->kind != NODE_FORALL || node->kids[0]->count != 1) return false;
  if (!ref_universal_parts(p->arena, node, &premise, &conclusion)) return false;
  rule->name = node_bare(node->kids[0]->kids[0])->symbol;
  rule->conclusion = conclusion;
  add_premises(rule, premise);
  return rule->set != NULL;
}

static void add_instance(Rule *rule, Element element)
{
  Problem *p = rule->p;
  Lit guard = element.in, defined;
  if (!rule->conclusion) {
    const View *v = view_of_node(p, rule->within, &defined);
    Lit in = v ? view_member(p, element.term, v) : NO_LIT;
    if (in != NO_LIT) net_implies(p->net, guard, in);
    return;
  }
  scope_push(p, rule->name, element.term);
  for (uint32_t i = 0; i < rule->premises.len; i++)
    guard = net_and2(p->net, guard, compile_pred(p, rule->premises.data[i]).yes);
  net_implies(p->net, guard, compile_pred(p, rule->conclusion).yes);
  scope_pop(p, 1);
}

static bool run_rules(Rule *rules, uint32_t count, Net *n)
{
  bool more = false;
  for (uint32_t i = 0; i < count; i++)
    for (; rules[i].next < rules[i].set->open->len && rules[i].next < MOST_INSTANCES; more = true) {
      add_instance(&rules[i], rules[i].set->open->data[rules[i].next++]);
      if (n->failed || n->too_large || !net_propagate(n)) return false;
    }
  return more;
}

void chase(const Introduction *in)
{
  VEC(Rule) rules = {0};
  for (uint32_t i = 0; i < in->conjunct_count; i++) {
    Rule rule;
    if (rule_of(in->p, in->conjuncts[i], &rule)) vec_push(&rules, rule);
    else vec_free(&rule.premises);
  }
  while (run_rules(rules.data, rules.len, in->p->net)) continue;
  for (uint32_t i = 0; i < rules.len; i++) vec_free(&rules.data[i].premises);
  vec_free(&rules);
}
