#include "prove/classical/calculus.h"

#include "prove/rules/substitute.h"

const Env *env_put(const Calculus *c, const Env *env, Symbol *symbol, Node *value)
{
  Env *made = arena_alloc(c->build->arena, sizeof *made);
  *made = (Env){symbol, value, env};
  return made;
}

Node *env_value(const Calculus *c, const Env *env, Symbol *symbol)
{
  for (; env; env = env->earlier)
    if (env->symbol == symbol) return env->value;
  return build_name(c->build, symbol);
}

const Env *env_merge(const Calculus *c, const Env *env, const Env *more, const Env *base)
{
  if (more == base) return env;
  return env_put(c, env_merge(c, env, more->earlier, base), more->symbol, more->value);
}

static bool is_named(const Replacements *list, const Symbol *symbol)
{
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i].from == symbol && !list->data[i].old) return true;
  return false;
}

/* x$0, and what the calculus cannot look into. */
static void look(Calculus *c, const Env *before, const Node *node, Replacements *list)
{
  if (node->kind == NODE_OLD_VALUE) {
    Node *value = env_value(c, before, node->symbol);
    vec_push(list, ((Replacement){node->symbol, true, value}));
  }
  if (node->kind == NODE_WEAKEST_PRE) c->unsupported = "a predicate [S]P";
  for (uint32_t i = 0; i < node->count; i++) look(c, before, node->kids[i], list);
}

Node *env_formula(Calculus *c, const Env *env, const Env *before, Node *node)
{
  Replacements list = {0};
  for (const Env *e = env; e; e = e->earlier)
    if (!is_named(&list, e->symbol)) vec_push(&list, ((Replacement){e->symbol, false, e->value}));
  look(c, before, node, &list);
  Node *result = substitute(c->build, node, list.data, list.len);
  vec_free(&list);
  return result;
}
