#include <string.h>

#include "eventb/flatten_impl.h"

/* One event with the abstract events that it refines, as one substitution:
 *
 *   SELECT guards THEN                           the event itself
 *     LET x' BE x' = E IN                        new values, if something asks for them
 *       LET q BE q = F IN                        abstract parameters, from witnesses
 *         ASSERT abstract guards THEN            GRD
 *           ASSERT x' = abstract value THEN      SIM
 *             …                                  the next level
 *               x := x' || y := abstract value   all at once, in the end
 *
 * Guards and actions that the refining event repeats are not checked again, so what
 * remains of most events is SELECT guards THEN actions END. */

typedef struct { /* something around a substitution; names and predicate as its kind needs */
  NodeKind kind; /* SELECT, ASSERT, LET, ANY */
  Node *names, *predicate;
} Wrapper;

typedef VEC(Wrapper) Wrappers;

typedef struct { /* what a parameter of an event is called here */
  const Name *written, *name;
} Renamed;

typedef VEC(Renamed) Renaming;

typedef struct {
  Flattener *f;
  Arena *arena;
  const EventbEvent *event; /* the one of the machine itself */
  TreeList updates;         /* to be done at once in the end */
  Map bound;                /* parameters bound so far */
  bool primes;              /* new values have names */
  bool needs_primes;        /* something refers to them */
  EventbNames witnessed;    /* parameters of the abstract event that the label shows */
} Weaver;

typedef struct Level Level;
struct Level {        /* an event at a level of the chain, being woven in */
  const Level *below; /* the event that refines it; NULL for the event itself */
  uint32_t depth;     /* in the chain */
  const EventbComponent *machine;
  const EventbEvent *event;
  Renaming renaming;
  Wrappers wrappers;
  bool merged; /* one of several abstract events: its guards choose */
};

static Node *weave(Weaver *, Level *);

/* ---- names */

static const Name *primed(Weaver *w, const Name *name)
{
  return eventb_primed(w->f->context->names, name);
}

static Node *after(Weaver *w, Span span, const Name *variable)
{
  w->needs_primes = true;
  return tree_ident(w->arena, span, primed(w, variable));
}

static Node *renamed(Weaver *w, const Level *l, Node *node)
{
  for (uint32_t i = 0; i < l->renaming.len; i++)
    if (l->renaming.data[i].written != l->renaming.data[i].name)
      node = tree_rename(w->arena, node, l->renaming.data[i].written, l->renaming.data[i].name);
  return node;
}

static bool is_declared(const Flattener *f, const Name *name)
{
  for (uint32_t i = 0; i < f->chain.len; i++)
    if (eventb_has_name(&f->chain.data[i]->variables, name)) return true;
  for (uint32_t i = 0; i < f->contexts.len; i++)
    if (eventb_has_name(&f->contexts.data[i]->constants, name) ||
        eventb_has_name(&f->contexts.data[i]->sets, name))
      return true;
  return false;
}

/* A name for a new parameter that nothing else has. */
static const Name *fresh(Weaver *w, const Level *l, const Name *name)
{
  const Name *chosen = name;
  while (is_declared(w->f, chosen) || map_get(&w->bound, chosen))
    chosen = names_intern_string(
        w->f->context->names,
        arena_printf(w->f->context->arena, "%s@%s", chosen->text, l->machine->name->text));
  return chosen;
}

static const Name *name_below(const Level *l, const Name *written)
{
  for (uint32_t i = 0; l && i < l->renaming.len; i++)
    if (l->renaming.data[i].written == written) return l->renaming.data[i].name;
  return NULL;
}

/* ---- wrappers */

static void wrap(Level *l, NodeKind kind, Node *names, Node *predicate)
{
  vec_push(&l->wrappers, ((Wrapper){kind, names, predicate}));
}

static Node *one_name(Weaver *w, Span span, const Name *name)
{
  return tree_names(w->arena, NODE_NAMES, span, &name, 1);
}

/* ASSERT P, named after the proof obligation event/part/kind. */
static void oblige(Weaver *w, Level *l, const Name *part, const char *kind, Node *predicate)
{
  if (tree_mentions_prime(predicate)) w->needs_primes = true;
  const char *event = w->event->name->text;
  const char *label = part ? arena_printf(w->arena, "%s/%s/%s", event, part->text, kind)
                           : arena_printf(w->arena, "%s/%s", event, kind);
  const Name *name = names_intern_string(w->f->context->names, label);
  wrap(l, NODE_ASSERT, NULL, tree_labelled(w->arena, name, predicate));
}

static Node *wrapped(Weaver *w, const Level *l, Node *inside)
{
  for (uint32_t i = l->wrappers.len; i > 0; i--) {
    const Wrapper *around = &l->wrappers.data[i - 1];
    Node *node = node_new(w->arena, around->kind, l->event->span, NULL, around->names ? 3 : 2);
    if (around->names) node_set(node, 0, around->names);
    node_set(node, node->count - 2, around->predicate);
    node_set(node, node->count - 1, inside);
    inside = node;
  }
  return inside;
}

/* ---- actions */

/* The variable at the left of x := E or f(i)(j) := E. */
static const Node *root_of(const Node *target)
{
  while (target->kind == NODE_APPLY) target = target->kids[0];
  return target;
}

/* The value that the variable as a whole gets: f <+ {i |-> E}. */
static Node *whole_value(Weaver *w, Node *target, Node *value)
{
  while (target->kind == NODE_APPLY) {
    Node *function = target->kids[0], *index = target->kids[1];
    for (uint32_t i = 2; i < target->count; i++)
      index = node_binary(w->arena, NODE_MAPLET, index->span, index, target->kids[i]);
    Node *pair = node_binary(w->arena, NODE_MAPLET, target->span, index, value);
    Node *single = node_unary(w->arena, NODE_SET_EXT, target->span, pair);
    value = node_binary(w->arena, NODE_OVERRIDE, target->span, function, single);
    target = function;
  }
  return value;
}

static void update(Weaver *w, Node *target, Node *value)
{
  Node *left = node_unary(w->arena, NODE_LIST, target->span, target);
  Node *right = node_unary(w->arena, NODE_LIST, value->span, value);
  vec_push(&w->updates, node_binary(w->arena, NODE_ASSIGN, target->span, left, right));
}

static void update_to_after(Weaver *w, const Node *target)
{
  update(w, tree_ident(w->arena, target->span, target->name),
         tree_ident(w->arena, target->span, primed(w, target->name)));
}

/* x' : S, (x'|->y') : S or P, for the targets of a choice. */
static Node *choice_predicate(Weaver *w, const Node *action)
{
  const Node *targets = action->kids[0];
  if (action->kind == NODE_BECOMES_SUCH) return action->kids[1];
  Node *value = tree_ident(w->arena, targets->span, primed(w, targets->kids[0]->name));
  for (uint32_t i = 1; i < targets->count; i++)
    value = node_binary(w->arena, NODE_MAPLET, targets->span, value,
                        tree_ident(w->arena, targets->span, primed(w, targets->kids[i]->name)));
  return node_binary(w->arena, NODE_MEMBER, action->span, value, action->kids[1]);
}

/* Executes x := E. */
static void do_assignment(Weaver *w, Level *l, Node *target, Node *value)
{
  if (!w->primes) {
    update(w, target, value);
    return;
  }
  const Node *variable = root_of(target);
  Node *name = tree_ident(w->arena, target->span, primed(w, variable->name));
  Node *equation =
      node_binary(w->arena, NODE_EQUAL, target->span, name, whole_value(w, target, value));
  wrap(l, NODE_LET, one_name(w, target->span, name->name), equation);
  update_to_after(w, variable);
}

/* Executes x :: S and x :| P; new values in `known` are bound already. */
static void do_choice(Weaver *w, Level *l, const Node *action, const bool *known)
{
  const Node *targets = action->kids[0];
  Node *predicate = choice_predicate(w, action);
  TreeList names = {0};
  for (uint32_t i = 0; i < targets->count; i++) {
    const Name *name = primed(w, targets->kids[i]->name);
    if (!known || !known[i]) vec_push(&names, tree_ident(w->arena, targets->kids[i]->span, name));
  }
  Node *bound = node_list(w->arena, NODE_NAMES, targets->span, NULL, names.data, names.len);
  vec_free(&names);
  uint32_t before = w->updates.len;
  for (uint32_t i = 0; i < targets->count; i++) update_to_after(w, targets->kids[i]);
  if (w->primes) {
    wrap(l, NODE_ANY, bound, predicate);
    return;
  }
  /* Nothing else asks for the new values: the choice is an update by itself. */
  Node *set = node_list(w->arena, NODE_SIMULTANEOUS, action->span, NULL, w->updates.data + before,
                        w->updates.len - before);
  Node *any = node_new(w->arena, NODE_ANY, action->span, NULL, 3);
  node_set(any, 0, bound);
  node_set(any, 1, predicate);
  node_set(any, 2, set->count == 1 ? set->kids[0] : set);
  w->updates.len = before;
  if (action->kind == NODE_BECOMES_IN) vec_push(&w->updates, (Node *) action);
  else vec_push(&w->updates, any);
}

static void do_action(Weaver *w, Level *l, Node *action)
{
  if (action->kind == NODE_ASSIGN)
    for (uint32_t i = 0; i < action->kids[0]->count; i++)
      do_assignment(w, l, action->kids[0]->kids[i], action->kids[1]->kids[i]);
  else if (action->kind == NODE_BECOMES_IN || action->kind == NODE_BECOMES_SUCH)
    do_choice(w, l, action, NULL);
}

static bool assigns(const EventbEvent *event, const Name *variable)
{
  for (uint32_t i = 0; i < event->actions.len; i++) {
    const Node *action = event->actions.data[i].node;
    if (action->kind == NODE_SKIP) continue;
    for (uint32_t k = 0; k < action->kids[0]->count; k++)
      if (root_of(action->kids[0]->kids[k])->name == variable) return true;
  }
  return false;
}

/* ---- the abstract level against the one below */

/* Does the variable live on in the level below? */
static bool is_kept(const Level *l, const Name *variable)
{
  return eventb_has_name(&l->below->machine->variables, variable);
}

/* Does the step change the variable, so that its new value has a name?  What counts is
 * the lowest level that has the variable: it is the one that is executed. */
static bool is_changed(const Level *l, const Name *variable)
{
  while (l->below && is_kept(l, variable)) l = l->below;
  return assigns(l->event, variable);
}

static Node *witness_for(Weaver *w, const Level *l, const Name *name)
{
  const EventbFormulas *witnesses = &l->below->event->witnesses;
  for (uint32_t i = 0; i < witnesses->len; i++)
    if (witnesses->data[i].label == name)
      return renamed(w, l, renamed(w, l->below, witnesses->data[i].formula));
  return NULL;
}

/* Binds a name by its witness: name = E gives the value, any other predicate
 * restricts it, and there must be a value. */
static void bind_by_witness(Weaver *w, Level *l, const Name *written, const Name *name,
                            Node *witness)
{
  if (tree_mentions_prime(witness)) w->needs_primes = true;
  Node *names = one_name(w, witness->span, name);
  bool deterministic = witness->kind == NODE_EQUAL && witness->kids[0]->kind == NODE_IDENT &&
                       witness->kids[0]->name == name &&
                       !tree_mentions_name(witness->kids[1], name);
  if (deterministic) {
    wrap(l, NODE_LET, names, witness);
    return;
  }
  oblige(w, l, written, "WFIS", node_binary(w->arena, NODE_EXISTS, witness->span, names, witness));
  wrap(l, NODE_ANY, names, witness);
}

static Node *guards_of(Weaver *w, const Level *l, bool unrepeated);

/* The parameters that the event below does not have; those without a witness take
 * any values for which the guards hold. */
static void bind_parameters(Weaver *w, Level *l)
{
  TreeList open = {0};
  for (uint32_t i = 0; i < l->event->parameters.len; i++) {
    const EventbName *parameter = &l->event->parameters.data[i];
    if (name_below(l->below, parameter->name)) continue;
    const Name *name = name_below(l, parameter->name);
    Node *witness = witness_for(w, l, parameter->name);
    if (witness) bind_by_witness(w, l, parameter->name, name, witness);
    else vec_push(&open, tree_ident(w->arena, parameter->span, name));
  }
  if (open.len) {
    Node *names = node_list(w->arena, NODE_NAMES, l->event->span, NULL, open.data, open.len);
    Node *guards = guards_of(w, l, false);
    if (!l->merged)
      oblige(w, l, l->event->name, "GRD",
             node_binary(w->arena, NODE_EXISTS, l->event->span, names, guards));
    wrap(l, NODE_ANY, names, guards);
  }
  vec_free(&open);
}

static bool has_formula(Weaver *w, const Level *l, const EventbFormulas *formulas, const Node *node)
{
  for (uint32_t i = 0; i < formulas->len; i++)
    if (node_equal(renamed(w, l, formulas->data[i].formula), node)) return true;
  return false;
}

/* All guards as one predicate, or those that the event below does not repeat. */
static Node *guards_of(Weaver *w, const Level *l, bool unrepeated)
{
  TreeList guards = {0};
  for (uint32_t i = 0; i < l->event->guards.len; i++) {
    const EventbFormula *guard = &l->event->guards.data[i];
    Node *node = renamed(w, l, guard->formula);
    if (guard->theorem) continue;
    if (unrepeated && has_formula(w, l->below, &l->below->event->guards, node)) continue;
    vec_push(&guards, tree_labelled(w->arena, guard->label, normal_form(w->arena, node)));
  }
  Node *all = tree_conjunction(w->arena, l->event->span, guards.data, guards.len);
  vec_free(&guards);
  return all;
}

static void check_guards(Weaver *w, Level *l)
{
  if (l->merged) {
    Node *guards = guards_of(w, l, true);
    if (guards->kind != NODE_BTRUE) wrap(l, NODE_SELECT, NULL, guards);
    return;
  }
  for (uint32_t i = 0; i < l->event->guards.len; i++) {
    const EventbFormula *guard = &l->event->guards.data[i];
    Node *node = renamed(w, l, guard->formula);
    if (guard->theorem || has_formula(w, l->below, &l->below->event->guards, node)) continue;
    oblige(w, l, guard->label, "GRD", normal_form(w->arena, node));
  }
}

static bool has_action(Weaver *w, const Level *l, const Node *action)
{
  for (uint32_t i = 0; i < l->event->actions.len; i++)
    if (node_equal(renamed(w, l, l->event->actions.data[i].node), action)) return true;
  return false;
}

/* The value after the step of a variable that the level below has, too. */
static Node *value_after(Weaver *w, const Level *l, const Node *variable)
{
  return is_changed(l, variable->name) ? after(w, variable->span, variable->name)
                                       : tree_ident(w->arena, variable->span, variable->name);
}

/* x := E of the abstract event: E is the value of x, or must be. */
static void follow_assignment(Weaver *w, Level *l, const EventbAction *action, Node *target,
                              Node *value)
{
  const Node *variable = root_of(target);
  if (!is_kept(l, variable->name)) {
    do_assignment(w, l, target, value);
    return;
  }
  oblige(w, l, action->label, "SIM",
         node_binary(w->arena, NODE_EQUAL, action->span, value_after(w, l, variable),
                     whole_value(w, target, value)));
}

/* x :: S or x :| P of the abstract event: what is kept must satisfy it, what
 * disappears gets its value from a witness, or else any that satisfies it. */
static void follow_choice(Weaver *w, Level *l, const EventbAction *action, Node *node)
{
  const Node *targets = node->kids[0];
  bool *known = arena_new_array(w->arena, bool, targets->count), all = true;
  Node *predicate = choice_predicate(w, node);
  for (uint32_t i = 0; i < targets->count; i++) {
    const Node *variable = targets->kids[i];
    const Name *name = primed(w, variable->name);
    Node *witness = is_kept(l, variable->name) ? NULL : witness_for(w, l, name);
    known[i] = witness || is_kept(l, variable->name);
    all &= known[i];
    if (witness) {
      w->needs_primes = true;
      bind_by_witness(w, l, name, name, witness);
    }
    if (witness && w->primes) update_to_after(w, variable);
    /* A variable that the event below leaves as it is has no name for a new value. */
    if (is_kept(l, variable->name) && !is_changed(l, variable->name))
      predicate = tree_rename(w->arena, predicate, name, variable->name);
  }
  if (all) {
    oblige(w, l, action->label, "SIM", predicate);
    return;
  }
  TreeList names = {0};
  for (uint32_t i = 0; i < targets->count; i++) {
    if (known[i]) {
      w->needs_primes = true;
      continue;
    }
    const Name *name = primed(w, targets->kids[i]->name);
    vec_push(&names, tree_ident(w->arena, targets->kids[i]->span, name));
  }
  if (names.len == targets->count && !w->primes) do_choice(w, l, node, NULL);
  else {
    for (uint32_t i = 0; i < targets->count; i++)
      if (!known[i]) update_to_after(w, targets->kids[i]);
    wrap(l, NODE_ANY, node_list(w->arena, NODE_NAMES, targets->span, NULL, names.data, names.len),
         predicate);
  }
  vec_free(&names);
}

static void follow_actions(Weaver *w, Level *l)
{
  for (uint32_t i = 0; i < l->event->actions.len; i++) {
    const EventbAction *action = &l->event->actions.data[i];
    Node *node = renamed(w, l, action->node);
    if (node->kind == NODE_SKIP || has_action(w, l->below, node)) continue;
    node = normal_form(w->arena, node);
    if (node->kind != NODE_ASSIGN) follow_choice(w, l, action, node);
    else
      for (uint32_t k = 0; k < node->kids[0]->count; k++)
        follow_assignment(w, l, action, node->kids[0]->kids[k], node->kids[1]->kids[k]);
  }
}

/* What the event changes although no abstract event does must stay as it is. */
static void check_unchanged(Weaver *w, Level *l, const EventbComponent *abstract,
                            const EventbEvent *event)
{
  if (eventb_is_initialisation(l->event)) return;
  for (uint32_t i = 0; i < abstract->variables.len; i++) {
    const EventbName *variable = &abstract->variables.data[i];
    if (!eventb_has_name(&l->machine->variables, variable->name) ||
        !is_changed(l, variable->name) || (event && assigns(event, variable->name)))
      continue;
    Node *same =
        node_binary(w->arena, NODE_EQUAL, l->event->span, after(w, l->event->span, variable->name),
                    tree_ident(w->arena, l->event->span, variable->name));
    oblige(w, l, variable->name, "EQL", same);
  }
}

/* ---- variants */

/* The expression for the state after the event. */
static Node *expression_after(Weaver *w, const Level *l, Node *expression)
{
  for (uint32_t i = 0; i < l->machine->variables.len; i++) {
    const Name *name = l->machine->variables.data[i].name;
    if (is_changed(l, name)) expression = tree_rename(w->arena, expression, name, primed(w, name));
  }
  return expression;
}

typedef enum { SORT_UNKNOWN, SORT_NUMBER, SORT_SET } Sort;

static Sort sort_of(const Weaver *, const Node *);

/* What the invariant or axiom says of a name: x : S, x <: S. */
static Sort sort_by(const Weaver *w, const Node *predicate, const Name *name)
{
  Sort sort = SORT_UNKNOWN;
  if (predicate->kind == NODE_AND) {
    for (uint32_t i = 0; sort == SORT_UNKNOWN && i < predicate->count; i++)
      sort = sort_by(w, predicate->kids[i], name);
    return sort;
  }
  if (predicate->count != 2 || predicate->kids[0]->kind != NODE_IDENT ||
      predicate->kids[0]->name != name)
    return SORT_UNKNOWN;
  const Node *set = predicate->kids[1];
  switch ((NodeKind) predicate->kind) {
  case NODE_SUBSET:
  case NODE_STRICT_SUBSET: return SORT_SET;
  case NODE_EQUAL: return set->kind == NODE_IDENT ? SORT_UNKNOWN : sort_of(w, set);
  case NODE_MEMBER: break;
  default: return SORT_UNKNOWN;
  }
  if (set->kind == NODE_INTEGER || set->kind == NODE_NATURAL || set->kind == NODE_NATURAL1 ||
      set->kind == NODE_INTERVAL)
    return SORT_NUMBER;
  bool sets = set->kind == NODE_POW || set->kind == NODE_POW1 ||
              (set->kind >= NODE_RELATION && set->kind <= NODE_TOTAL_SURJ_REL);
  return sets ? SORT_SET : SORT_UNKNOWN;
}

static Sort sort_of_name(const Weaver *w, const Name *name)
{
  Sort sort = SORT_UNKNOWN;
  for (uint32_t i = 0; i < w->f->chain.len; i++) {
    const EventbFormulas *formulas = &w->f->chain.data[i]->invariants;
    for (uint32_t k = 0; sort == SORT_UNKNOWN && k < formulas->len; k++)
      sort = sort_by(w, formulas->data[k].formula, name);
  }
  for (uint32_t i = 0; i < w->f->contexts.len; i++) {
    const EventbFormulas *formulas = &w->f->contexts.data[i]->axioms;
    for (uint32_t k = 0; sort == SORT_UNKNOWN && k < formulas->len; k++)
      sort = sort_by(w, formulas->data[k].formula, name);
  }
  return sort;
}

/* Is the variant a number or a set?  As far as can be seen before types are known. */
static Sort sort_of(const Weaver *w, const Node *node)
{
  if (node->kind == NODE_IDENT) return sort_of_name(w, node->name);
  if (node->kind == NODE_INTEGER_LIT) return SORT_NUMBER;
  if (node->kind == NODE_SET_EXT || node->kind == NODE_IMAGE_SET || node->kind == NODE_EMPTY_SET ||
      node->kind == NODE_COMPREHENSION)
    return SORT_SET;
  if (!node_is_operator(node)) return SORT_UNKNOWN;
  if (node->kind == NODE_MINUS || node->kind == NODE_TIMES) return SORT_NUMBER;
  const char *arrow = strstr(operator_of(node->kind)->scheme, "-> ");
  if (!arrow) return SORT_UNKNOWN;
  if (!strncmp(arrow + 3, "POW(", 4)) return SORT_SET;
  return arrow[3] == 'n' || arrow[3] == 'I' ? SORT_NUMBER : SORT_UNKNOWN;
}

static void check_variant(Weaver *w, Level *l, const EventbEvent *abstract)
{
  bool convergent = l->event->status == EVENT_CONVERGENT;
  if (l->event->status == EVENT_ORDINARY || l->machine->variants.len != 1) return;
  if (convergent && abstract && abstract->status == EVENT_CONVERGENT) return;
  const EventbFormula *variant = &l->machine->variants.data[0];
  Node *before = normal_form(w->arena, variant->formula);
  Node *then = expression_after(w, l, before);
  Sort sort = sort_of(w, before);
  bool set = sort == SORT_SET;
  if (sort == SORT_UNKNOWN) {
    diag_warning(w->f->context->diags, variant->span, "variant",
                 "whether this variant is a number or a set is not clear: it is not checked");
    return;
  }
  if (convergent && !set)
    oblige(w, l, NULL, "NAT",
           node_binary(w->arena, NODE_GREATER_EQUAL, before->span, before,
                       tree_integer(w->arena, w->f->context->names, before->span, "0")));
  NodeKind decreases = set ? (convergent ? NODE_STRICT_SUBSET : NODE_SUBSET)
                           : (convergent ? NODE_LESS : NODE_LESS_EQUAL);
  oblige(w, l, NULL, "VAR", node_binary(w->arena, decreases, before->span, then, before));
}

/* ---- levels */

static void name_parameters(Weaver *w, Level *l)
{
  for (uint32_t i = 0; i < l->event->parameters.len; i++) {
    const Name *written = l->event->parameters.data[i].name;
    const Name *name = name_below(l->below, written);
    if (!name) name = fresh(w, l, written);
    map_put(&w->bound, name, w);
    vec_push(&l->renaming, ((Renamed){written, name}));
  }
}

/* ---- labels for comparing machines */

/* The witness with its primed names replaced by the values that the event assigns; NULL if
 * some are chosen freely. */
static Node *witness_before(Weaver *w, const Level *l, Node *witness)
{
  for (uint32_t i = 0; i < l->event->actions.len; i++) {
    const Node *action = renamed(w, l, l->event->actions.data[i].node);
    for (uint32_t k = 0; action->kind == NODE_ASSIGN && k < action->kids[0]->count; k++) {
      Node *target = action->kids[0]->kids[k];
      const Name *name = primed(w, root_of(target)->name);
      if (!tree_mentions_name(witness, name)) continue;
      Node *left = tree_ident(w->arena, witness->span, name);
      Node *value = whole_value(w, target, action->kids[1]->kids[k]);
      bool equation = witness->kind == NODE_EQUAL && witness->kids[0]->kind == NODE_IDENT;
      NodeKind kind = equation ? NODE_LET_EXPR : NODE_LET_PRED;
      Node *let = node_new(w->arena, kind, witness->span, NULL, 3);
      node_set(let, 0, one_name(w, witness->span, name));
      node_set(let, 1, node_binary(w->arena, NODE_EQUAL, witness->span, left, value));
      node_set(let, 2, equation ? witness->kids[1] : witness);
      witness =
          equation ? node_binary(w->arena, NODE_EQUAL, witness->span, witness->kids[0], let) : let;
    }
  }
  for (uint32_t i = 0; i < l->machine->variables.len; i++) {
    const Name *variable = l->machine->variables.data[i].name;
    if (assigns(l->event, variable)) continue;
    witness = tree_rename(w->arena, witness, primed(w, variable), variable);
  }
  TreeList open = {0};
  tree_free_primes(witness, &open);
  bool closed = open.len == 0;
  vec_free(&open);
  return closed ? witness : NULL;
}

/* At its own level an event has, for its label, the parameters of the abstract event
 * that its witnesses determine. */
static void add_witnessed(Weaver *w, Level *l, TreeList *guards)
{
  if (!w->f->context->level_only || w->f->chain.len < 2 || l->event->refines.len != 1) return;
  const EventbEvent *abstract = eventb_event(w->f->chain.data[1], l->event->refines.data[0].name);
  for (uint32_t i = 0; abstract && i < abstract->parameters.len; i++) {
    const Name *name = abstract->parameters.data[i].name;
    if (name_below(l, name) || is_declared(w->f, name)) continue;
    Node *witness = NULL;
    for (uint32_t k = 0; k < l->event->witnesses.len; k++)
      if (l->event->witnesses.data[k].label == name)
        witness = witness_before(w, l, renamed(w, l, l->event->witnesses.data[k].formula));
    if (!witness) continue;
    vec_push(&w->witnessed, ((EventbName){name, l->event->span, NULL}));
    vec_push(guards, normal_form(w->arena, witness));
  }
}

static void begin_event(Weaver *w, Level *l)
{
  TreeList all = {0};
  w->witnessed.len = 0;
  Node *own = guards_of(w, l, false);
  if (own->kind != NODE_BTRUE) vec_push(&all, own);
  add_witnessed(w, l, &all);
  Node *guards = tree_conjunction(w->arena, l->event->span, all.data, all.len);
  vec_free(&all);
  if (guards->kind != NODE_BTRUE) wrap(l, NODE_SELECT, NULL, guards);
  for (uint32_t i = 0; i < l->event->guards.len; i++) {
    const EventbFormula *guard = &l->event->guards.data[i];
    if (guard->theorem && !w->f->context->level_only)
      oblige(w, l, guard->label, "THM", normal_form(w->arena, renamed(w, l, guard->formula)));
  }
  for (uint32_t i = 0; i < l->event->actions.len; i++)
    do_action(w, l, normal_form(w->arena, renamed(w, l, l->event->actions.data[i].node)));
}

static Node *all_updates(Weaver *w, Span span)
{
  if (w->updates.len == 0) return node_leaf(w->arena, NODE_SKIP, span, NULL);
  if (w->updates.len == 1) return w->updates.data[0];
  return node_list(w->arena, NODE_SIMULTANEOUS, span, NULL, w->updates.data, w->updates.len);
}

static EventbEvent *refined(Weaver *w, const EventbComponent *machine, const EventbName *name)
{
  EventbEvent *event = eventb_event(machine, name->name);
  if (!event)
    diag_error(w->f->context->diags, name->span, "unknown-name", "machine %s has no event %s",
               machine->name->text, name->name->text);
  return event;
}

/* Several abstract events: one of them must be enabled, and each that is may be the
 * one that is taken. */
static Node *merge(Weaver *w, Level *l, const EventbComponent *abstract)
{
  TreeList choices = {0}, conditions = {0};
  uint32_t updates = w->updates.len;
  for (uint32_t i = 0; i < l->event->refines.len; i++) {
    const EventbEvent *event = refined(w, abstract, &l->event->refines.data[i]);
    if (!event) continue;
    Level next = {.below = l, .depth = l->depth + 1, .machine = abstract, .event = event};
    next.merged = true;
    vec_push(&choices, weave(w, &next));
    w->updates.len = updates;
    Node *condition = guards_of(w, &next, true);
    Node *names = node_new(w->arena, NODE_NAMES, event->span, NULL, 0);
    for (uint32_t k = 0; k < event->parameters.len; k++) {
      const Name *name = event->parameters.data[k].name;
      if (name_below(l, name) || !tree_mentions_name(condition, name_below(&next, name))) continue;
      Node *longer = node_new(w->arena, NODE_NAMES, event->span, NULL, names->count + 1);
      for (uint32_t n = 0; n < names->count; n++) node_set(longer, n, names->kids[n]);
      node_set(longer, names->count, tree_ident(w->arena, event->span, name_below(&next, name)));
      names = longer;
    }
    if (names->count) condition = node_binary(w->arena, NODE_EXISTS, event->span, names, condition);
    vec_push(&conditions, condition);
    vec_free(&next.renaming);
    vec_free(&next.wrappers);
  }
  Node *inside = choices.len == 1 ? choices.data[0]
                                  : node_list(w->arena, NODE_CHOICE, l->event->span, NULL,
                                              choices.data, choices.len);
  bool certain = false;
  for (uint32_t i = 0; i < conditions.len; i++) certain |= conditions.data[i]->kind == NODE_BTRUE;
  if (!certain && conditions.len > 1)
    oblige(w, l, NULL, "MRG",
           node_list(w->arena, NODE_OR, l->event->span, NULL, conditions.data, conditions.len));
  vec_free(&choices);
  vec_free(&conditions);
  return inside;
}

/* The event or events of the next level, and what is inside of all that. */
static Node *weave_abstract(Weaver *w, Level *l)
{
  if (w->f->context->level_only) return all_updates(w, l->event->span);
  if (l->depth + 1 >= w->f->chain.len) {
    check_variant(w, l, NULL);
    return all_updates(w, l->event->span);
  }
  const EventbComponent *abstract = w->f->chain.data[l->depth + 1];
  const EventbEvent *event = NULL;
  if (eventb_is_initialisation(l->event)) event = eventb_event(abstract, l->event->name);
  else if (l->event->refines.len > 0) event = refined(w, abstract, &l->event->refines.data[0]);
  check_variant(w, l, event);
  check_unchanged(w, l, abstract, event);
  if (!event) return all_updates(w, l->event->span);
  if (l->event->refines.len > 1) return merge(w, l, abstract);
  Level next = {.below = l, .depth = l->depth + 1, .machine = abstract, .event = event};
  Node *inside = weave(w, &next);
  vec_free(&next.renaming);
  vec_free(&next.wrappers);
  return inside;
}

static Node *weave(Weaver *w, Level *l)
{
  name_parameters(w, l);
  if (!l->below) begin_event(w, l);
  else {
    bind_parameters(w, l);
    check_guards(w, l);
    follow_actions(w, l);
  }
  Node *inside = weave_abstract(w, l);
  return wrapped(w, l, inside);
}

/* First without names for new values; if something asked for them, again with them. */
Node *flatten_event(Flattener *f, const EventbEvent *event, EventbNames *parameters)
{
  Weaver w = {.f = f, .arena = f->arena, .event = event};
  Node *node = NULL;
  uint32_t mark = diags_mark(f->context->diags);
  for (;;) {
    Level own = {.machine = f->chain.data[0], .event = event};
    w.updates.len = 0;
    node = weave(&w, &own);
    parameters->len = 0;
    for (uint32_t i = 0; i < own.renaming.len; i++)
      vec_push(parameters,
               ((EventbName){own.renaming.data[i].name, event->parameters.data[i].span, NULL}));
    for (uint32_t i = 0; i < w.witnessed.len; i++) vec_push(parameters, w.witnessed.data[i]);
    vec_free(&own.renaming);
    vec_free(&own.wrappers);
    map_free(&w.bound);
    w.bound = (Map){0};
    if (w.primes || !w.needs_primes) break;
    diags_release(f->context->diags, mark);
    w.primes = true;
  }
  vec_free(&w.updates);
  vec_free(&w.witnessed);
  return node;
}
