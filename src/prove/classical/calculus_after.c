#include "prove/classical/calculus_impl.h"

#include "prove/rules/formula.h"

/* What variables become, for people: E on the only way, IF P THEN E ELSE F END on two of them, and
 * so on.  Nothing is said where several ways may be taken at the same time, or where a value
 * depends on names that are chosen on the way. */

enum { ENDS_SHOWN = 24 };

static Node *condition_of(const Calculus *c)
{
  Node *all = build_truth(c->build, true);
  for (const Way *w = c->way; w; w = w->outer) all = build_both(c->build, w->condition, all);
  return all;
}

void calculus_note_end(Calculus *c, const Env *env)
{
  if (c->mode != MODE_ALWAYS || c->parting || c->ends.len > ENDS_SHOWN) return;
  vec_push(&c->ends, ((End){condition_of(c), env}));
}

static bool is_bound(const Calculus *c, const Node *formula)
{
  for (uint32_t i = 0; i < c->bound.len; i++)
    if (formula_mentions(formula, c->bound.data[i])) return true;
  return false;
}

/* The variables and results that have another value at an end than at the beginning. */
static void add_changed(const Env *env, Symbols *changed)
{
  for (; env; env = env->earlier) {
    Symbol *s = env->symbol;
    bool known = s->kind != SYMBOL_VARIABLE && s->local != LOCAL_RESULT;
    for (uint32_t i = 0; i < changed->len; i++) known |= changed->data[i] == s;
    if (!known) vec_push(changed, s);
  }
}

/* Is it the name x', which says what it is? */
static bool is_value_after(const Sketch *d, const Node *value)
{
  for (uint32_t i = 0; i < d->made.len; i++)
    if (d->made.data[i].symbol == value->symbol && d->made.data[i].role == ROLE_AFTER) return true;
  return false;
}

/* IF P THEN E ELSIF … ELSE F END, or E if they are all the same; NULL: it depends on other names.
 */
static Node *value_after(const Calculus *c, Symbol *symbol)
{
  uint32_t count = c->ends.len;
  Node *made = node_new(c->build->arena, NODE_IF_EXPR, SPAN_NONE, NULL, 2 * count - 1);
  bool same = true;
  for (uint32_t i = 0; i < count; i++) {
    const End *end = &c->ends.data[i];
    Node *value = env_value(c, end->env, symbol);
    if (is_bound(c, value) || is_bound(c, end->condition)) return NULL;
    if (i + 1 < count) node_set(made, 2 * i, end->condition);
    node_set(made, i + 1 < count ? 2 * i + 1 : 2 * i, value);
    same &= formula_same(value, env_value(c, c->ends.data[0].env, symbol));
  }
  made->type = symbol->type;
  return same ? env_value(c, c->ends.data[0].env, symbol) : made;
}

void calculus_finish(Calculus *c)
{
  Symbols changed = {0};
  bool clear = !c->parting && c->ends.len > 0 && c->ends.len <= ENDS_SHOWN;
  for (uint32_t i = 0; i < c->ends.len && clear; i++) add_changed(c->ends.data[i].env, &changed);
  for (uint32_t i = 0; i < changed.len; i++) {
    Node *value = value_after(c, changed.data[i]);
    if (value && !is_value_after(c->sketch, value))
      vec_push(&c->sketch->after, ((SequentAfter){changed.data[i]->name, value}));
  }
  vec_free(&changed);
  vec_free(&c->bound);
  vec_free(&c->ends);
}
