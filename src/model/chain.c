#include "model/chain.h"

#include <string.h>

#include "model/effects.h"
#include "syntax/inspect.h"

static bool is_above(const Symbol *symbol, uint32_t level)
{
  return symbol->kind == SYMBOL_VARIABLE && symbol->machine->level != LEVEL_SHARED &&
         symbol->machine->level > level;
}

bool chain_glues(const Node *node, const Machine *machine)
{
  if (machine->level == LEVEL_SHARED) return false;
  if (node->symbol && is_above(node->symbol, machine->level)) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (chain_glues(node->kids[i], machine)) return true;
  return false;
}

/* ----------------------------------------------------------------- copies */

typedef struct { /* what is put in for the names of a substitution */
  Model *model;
  uint32_t level;
  Symbols from, to; /* parameters that another level has; all other local names are new ones */
  bool fails;       /* something has no counterpart */
} Copy;

static void copy_free(Copy *c)
{
  vec_free(&c->from);
  vec_free(&c->to);
}

static void put_in(Copy *c, Symbol *from, Symbol *to)
{
  vec_push(&c->from, from);
  vec_push(&c->to, to);
}

static Symbol *new_local(Copy *c, Symbol *symbol)
{
  Symbol *made = arena_alloc(c->model->arena, sizeof *made);
  *made = *symbol;
  put_in(c, symbol, made);
  return made;
}

static Symbol *operation_here(Copy *c, Symbol *symbol)
{
  const Operation *op = symbol->operation;
  for (uint32_t i = 0; i < c->model->machines.len; i++) {
    const Machine *m = c->model->machines.data[i];
    if (m->unit == op->machine->unit && m->prefix == op->machine->prefix && m->level == c->level)
      return map_get(&m->operations, op->node->name);
  }
  return NULL;
}

static Symbol *symbol_here(Copy *c, Symbol *symbol)
{
  for (uint32_t i = 0; i < c->from.len; i++)
    if (c->from.data[i] == symbol) return c->to.data[i];
  if (symbol->kind == SYMBOL_LOCAL) return new_local(c, symbol);
  if (!symbol->machine || symbol->machine->level == LEVEL_SHARED) return symbol;
  if (symbol->kind == SYMBOL_OPERATION && symbol->machine->level > c->level)
    symbol = operation_here(c, symbol);
  while (symbol && is_above(symbol, c->level)) symbol = symbol->refined_by;
  c->fails |= !symbol;
  return symbol;
}

static Node *copy(Copy *c, const Node *node)
{
  Node *made = node_new(c->model->arena, node->kind, node->span, node->name, node->count);
  for (uint32_t i = 0; i < node->count; i++) node_set(made, i, copy(c, node->kids[i]));
  made->type = node->type;
  made->symbol = node->symbol ? symbol_here(c, node->symbol) : NULL;
  if (made->symbol != node->symbol && made->symbol) made->name = made->symbol->name;
  return made;
}

static Symbol **new_locals(Copy *c, Symbol *const *symbols, uint32_t count)
{
  Symbol **made = arena_new_array(c->model->arena, Symbol *, count + 1);
  for (uint32_t i = 0; i < count; i++) made[i] = new_local(c, symbols[i]);
  return made;
}

Node *chain_copy(Model *model, const Node *node, uint32_t level)
{
  Copy c = {.model = model, .level = level};
  Node *made = copy(&c, node);
  copy_free(&c);
  return c.fails ? NULL : made;
}

/* ---------------------------------------------------------------- building */

typedef VEC(Node *) Nodes;

typedef struct {
  Model *model;
  Diags *diags;
  const Machine **machines; /* of the chain, by level */
  Nodes *glue;              /* by level: what glues its variables to those below */
  uint32_t levels;
} Chain;

static Node *conjunction(Arena *arena, Node *a, Node *b)
{
  return a ? node_binary(arena, NODE_AND, b->span, a, b) : b;
}

/* The most abstract level that is mentioned: when its outcome is known, all is known. */
static uint32_t highest_level(const Node *node)
{
  uint32_t highest = 0;
  if (node->symbol && is_above(node->symbol, 0)) highest = node->symbol->machine->level;
  for (uint32_t i = 0; i < node->count; i++) {
    uint32_t level = highest_level(node->kids[i]);
    if (level > highest) highest = level;
  }
  return highest;
}

static bool mentions_level(const Node *node, uint32_t level)
{
  const Symbol *s = node->symbol;
  if (s && s->kind == SYMBOL_VARIABLE && s->machine->level == level) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (mentions_level(node->kids[i], level)) return true;
  return false;
}

/* Machines that are seen change by themselves: what depends on them is an invariant, too. */
static void collect_glue(Chain *c)
{
  Clauses *invariants = &c->model->invariants;
  for (uint32_t i = 0; i < invariants->len; i++) {
    Clause *clause = &invariants->data[i];
    if (!clause->gluing) continue;
    vec_push(&c->glue[highest_level(clause->node)], clause->node);
    clause->shared = mentions_level(clause->node, LEVEL_SHARED);
  }
}

static Node *names_of(Arena *arena, Symbol *const *symbols, uint32_t count, Span span)
{
  Node *list = node_new(arena, NODE_LIST, span, NULL, count);
  for (uint32_t i = 0; i < count; i++) {
    Node *name = node_leaf(arena, NODE_IDENT, symbols[i]->span, symbols[i]->name);
    name->symbol = symbols[i];
    name->type = symbols[i]->type;
    node_set(list, i, name);
  }
  return list;
}

static Node *abstraction(const Chain *c, uint32_t level, Node *results, Node *body)
{
  Arena *arena = c->model->arena;
  uint32_t count = c->glue[level].len;
  Node *made = node_new(arena, NODE_ABSTRACTION, body->span, c->machines[level]->name, 2 + count);
  node_set(made, 0, results);
  node_set(made, 1, body);
  for (uint32_t i = 0; i < count; i++) node_set(made, 2 + i, c->glue[level].data[i]);
  return made;
}

/* ------------------------------------------------------------- operations */

static Node *bare(Node *node)
{
  while (node->kind == NODE_EXPANSION || node->kind == NODE_DESCRIBED ||
         node->kind == NODE_LABELLED || node->kind == NODE_BLOCK)
    node = node->kids[0];
  return node;
}

/* Splits PRE P THEN S END; *condition is NULL if there is none. */
static Node *split(Node *body, Node **condition)
{
  Node *inner = bare(body);
  *condition = inner->kind == NODE_PRE ? inner->kids[0] : NULL;
  return *condition ? inner->kids[1] : body;
}

static void report_missing(const Chain *c, const Operation *op, bool taken_over)
{
  const Unit *unit = c->machines[0]->unit;
  uint32_t begin = unit->root->span.begin;
  Span keyword = {begin, begin + (uint32_t) strlen(unit->keyword)};
  const char *name = op->symbol->name->text, *refined = c->machines[1]->name->text;
  Diag *d = taken_over
                ? diag_warning(c->diags, keyword, "missing-operation",
                               "the operation %s of %s is not refined: it is inherited unchanged",
                               name, refined)
                : diag_error(c->diags, keyword, "missing-operation",
                             "the operation %s of %s is not refined, and it cannot be inherited: "
                             "its variables were replaced",
                             name, refined);
  diag_note(c->diags, d, op->symbol->span, "it is declared here");
  if (!taken_over)
    diag_hint(c->diags, d,
              "probity check --alone checks the machine without the machines that it refines");
}

/* The operation that level 0 has where it does not refine the one above. */
static Operation *take_over(const Chain *c, Operation *op)
{
  Operation *own = arena_alloc(c->model->arena, sizeof *own);
  Copy k = {.model = c->model};
  *own = *op;
  own->parameters = new_locals(&k, op->parameters, op->parameter_count);
  own->results = new_locals(&k, op->results, op->result_count);
  own->body = copy(&k, op->body);
  own->machine = c->model->main;
  own->refines = op;
  op->top_level = false;
  if (!op->event) report_missing(c, op, !k.fails);
  copy_free(&k);
  return k.fails ? NULL : own;
}

/* Events may have other parameters than what they refine: the same ones are found by name. */
static Symbol *same_parameter(const Operation *op, const Operation *abstract, uint32_t i)
{
  if (!op->event && !abstract->event) return i < op->parameter_count ? op->parameters[i] : NULL;
  for (uint32_t k = 0; k < op->parameter_count; k++)
    if (op->parameters[k]->name == abstract->parameters[i]->name) return op->parameters[k];
  return NULL;
}

typedef struct { /* an operation of a level above, in terms of that of level 0 */
  Node *condition, *body, *results;
} Above;

/* ANY the parameters that the refinement does not have WHERE guard THEN body END */
static Node *choose(Arena *arena, Symbol **names, uint32_t count, Node *condition, Node *body)
{
  Node *any = node_new(arena, NODE_ANY, body->span, NULL, 3);
  Node *list = names_of(arena, names, count, body->span);
  Node *inner = bare(body), *guard = condition;
  if (inner->kind == NODE_SELECT && inner->count == 2) {
    guard = conjunction(arena, condition, inner->kids[0]);
    body = inner->kids[1];
  }
  if (!guard) guard = node_leaf(arena, NODE_BTRUE, body->span, NULL);
  list->kind = NODE_NAMES;
  node_set(any, 0, list);
  node_set(any, 1, guard);
  node_set(any, 2, body);
  return any;
}

static Above above(const Chain *c, const Operation *op, const Operation *abstract, uint32_t level)
{
  Arena *arena = c->model->arena;
  uint32_t count = abstract->parameter_count, missing = 0;
  Symbol **chosen = arena_new_array(arena, Symbol *, count + 1);
  Copy k = {.model = c->model, .level = level};
  for (uint32_t i = 0; i < count; i++) {
    Symbol *same = same_parameter(op, abstract, i);
    if (same) put_in(&k, abstract->parameters[i], same);
    else chosen[missing++] = new_local(&k, abstract->parameters[i]);
  }
  Symbol **results = new_locals(&k, abstract->results, abstract->result_count);
  Above a = {.body = copy(&k, abstract->body)};
  a.results = names_of(arena, results, abstract->result_count, abstract->symbol->span);
  a.body = split(a.body, &a.condition);
  if (missing) a.body = choose(arena, chosen, missing, a.condition, a.body), a.condition = NULL;
  if (k.fails) a.body = NULL;
  copy_free(&k);
  return a;
}

static Node *nothing(Arena *arena, Span span) { return node_new(arena, NODE_SKIP, span, NULL, 0); }

/* The precondition of level 0 must hold where those above do. */
static Node *own_part(const Chain *c, const Operation *op)
{
  Node *condition, *body = split(op->body, &condition);
  if (!condition) return op->body;
  Node *claim = node_binary(c->model->arena, NODE_PRE, condition->span, condition, body);
  claim->name = c->machines[0]->name;
  return claim;
}

/* All that is made of an operation. */
typedef struct {
  Node *assumed;     /* the preconditions above, the most abstract one first, which has the types of
                        parameters; or NULL */
  Node *own, *whole; /* what the refinement does, alone and with what it refines */
  Node *above;       /* what it refines, … */
  Symbol **results;  /* … and the results of that */
  uint32_t result_count;
} Refined;

/* What glues an abstraction to others than the refinement. */
static Node *without_refinement(const Chain *c, const Node *node)
{
  Node *made = node_new(c->model->arena, node->kind, node->span, node->name, node->count);
  uint32_t count = 2;
  node_set(made, 0, node->kids[0]);
  node_set(made, 1, node->kids[1]);
  for (uint32_t i = 2; i < node->count; i++)
    if (!mentions_level(node->kids[i], 0)) node_set(made, count++, node->kids[i]);
  made->count = count;
  return made;
}

/* A REFINED without the refinement itself: the chain of what it refines. */
static Node *chain_above(const Chain *c, const Node *whole)
{
  const Node *first = whole->kids[2];
  if (whole->count == 3) return first->kids[1];
  Node *made = node_new(c->model->arena, NODE_REFINED, whole->span, whole->name, whole->count - 1);
  node_set(made, 0, first->kids[0]);
  node_set(made, 1, first->kids[1]);
  for (uint32_t i = 3; i < whole->count; i++)
    node_set(made, i - 1, without_refinement(c, whole->kids[i]));
  return made;
}

static bool refine(const Chain *c, const Operation *op, Refined *r)
{
  Arena *arena = c->model->arena;
  const Operation *abstract = op;
  *r = (Refined){.own = own_part(c, op)};
  r->whole = node_new(arena, NODE_REFINED, op->symbol->span, op->symbol->name, c->levels + 1);
  node_set(r->whole, 0, names_of(arena, op->results, op->result_count, op->symbol->span));
  node_set(r->whole, 1, r->own);
  for (uint32_t level = 1; level < c->levels; level++) {
    if (abstract && abstract->machine->level < level) abstract = abstract->refines;
    Above a = {.body = nothing(arena, op->symbol->span)};
    a.results = names_of(arena, NULL, 0, op->symbol->span);
    if (abstract) a = above(c, op, abstract, level);
    if (!a.body) return false;
    if (a.condition)
      r->assumed = r->assumed ? conjunction(arena, a.condition, r->assumed) : a.condition;
    node_set(r->whole, level + 1, abstraction(c, level, a.results, a.body));
  }
  const Node *results = r->whole->kids[2]->kids[0];
  r->above = chain_above(c, r->whole);
  r->result_count = results->count;
  r->results = arena_new_array(arena, Symbol *, results->count + 1);
  for (uint32_t i = 0; i < results->count; i++) r->results[i] = results->kids[i]->symbol;
  return true;
}

/* An operation like another one, with another body where this is assumed. */
static Operation *variant(const Chain *c, const Operation *op, Node *assumed, Node *body)
{
  Arena *arena = c->model->arena;
  Operation *made = arena_alloc(arena, sizeof *made);
  *made = *op;
  made->body = assumed ? node_binary(arena, NODE_PRE, assumed->span, assumed, body) : body;
  made->writes = NULL, made->write_count = 0;
  return made;
}

static void add_parts(const Chain *c, const Operation *op, const Refined *r)
{
  ChainView *parts = c->model->parts;
  Operation *call = variant(c, op, r->assumed, nothing(c->model->arena, op->symbol->span));
  Operation *above = variant(c, op, r->assumed, r->above);
  if (!r->assumed) call->parameter_count = 0; /* all of them may be called */
  call->result_count = 0;
  above->results = r->results;
  above->result_count = r->result_count;
  vec_push(&parts[CHAIN_CALLS].operations, call);
  Node *guard = r->assumed; /* an own precondition is no guard, but a claim */
  if (!guard) guard = node_leaf(c->model->arena, NODE_BTRUE, op->symbol->span, NULL);
  vec_push(&parts[CHAIN_REFINEMENT].operations, variant(c, op, guard, r->own));
  vec_push(&parts[CHAIN_ABSTRACTION].operations, above);
}

/* The transition.  The operation itself may be called by others, and is left as it is. */
static Operation *whole(const Chain *c, Operation *op)
{
  Refined r;
  if (!refine(c, op, &r)) return NULL;
  add_parts(c, op, &r);
  c->model->relies |= r.assumed && r.own == op->body;
  Operation *made = variant(c, op, r.assumed, r.whole);
  op->top_level = false;
  return made;
}

static void build_operations(const Chain *c)
{
  Model *model = c->model;
  uint32_t count = model->operations.len;
  for (uint32_t i = 0; i < count; i++) {
    Operation *op = model->operations.data[i];
    uint32_t level = op->machine->level;
    for (uint32_t k = 0; op->top_level && level == LEVEL_SHARED && k < CHAIN_PARTS; k++)
      vec_push(&model->parts[k].operations, op);
    if (!op->top_level || level == LEVEL_SHARED) continue;
    if (level > 0) op = take_over(c, op);
    Operation *made = op ? whole(c, op) : NULL;
    if (made) vec_push(&model->operations, made);
  }
  effects_compute(model);
}

/* ---------------------------------------------------------- initialisation */

static Node *initialisation_of(const Chain *c, uint32_t level)
{
  Model *model = c->model;
  Node *all = node_new(model->arena, NODE_SEQUENCE, SPAN_NONE, NULL, model->initialisations.len);
  uint32_t count = 0;
  for (uint32_t i = 0; i < model->initialisations.len; i++) {
    const Initialisation *part = &model->initialisations.data[i];
    if (part->machine->level == level) node_set(all, count++, part->node);
  }
  all->count = count;
  if (count == 0) return nothing(model->arena, SPAN_NONE);
  return count == 1 ? all->kids[0] : all;
}

static Node *in_order(Arena *arena, Node *first, Node *second)
{
  if (first->kind == NODE_SKIP) return second;
  return node_binary(arena, NODE_SEQUENCE, second->span, first, second);
}

static void build_initialisation(const Chain *c)
{
  Model *model = c->model;
  Arena *arena = model->arena;
  Node *text = unit_clause(model->main->unit, NODE_CL_INITIALISATION);
  Span span = text ? text->span : SPAN_NONE;
  Node *made = node_new(arena, NODE_REFINED, span, NULL, c->levels + 1);
  node_set(made, 0, names_of(arena, NULL, 0, span));
  node_set(made, 1, initialisation_of(c, 0));
  for (uint32_t level = 1; level < c->levels; level++)
    node_set(made, level + 1,
             abstraction(c, level, names_of(arena, NULL, 0, span), initialisation_of(c, level)));
  Node *shared = initialisation_of(c, LEVEL_SHARED);
  model->parts[CHAIN_REFINEMENT].initialisation = in_order(arena, shared, made->kids[1]);
  model->parts[CHAIN_ABSTRACTION].initialisation = in_order(arena, shared, chain_above(c, made));
  model->initialisations.len = 0;
  vec_push(&model->initialisations, ((Initialisation){in_order(arena, shared, made), model->main}));
}

void chain_claim_local(ParseContext *context, Model *model)
{
  for (uint32_t i = 0; i < model->operations.len; i++) {
    Operation *op = model->operations.data[i];
    const Operation *specified = op->local ? op->refines : NULL;
    if (!specified) continue;
    diag_warning(context->diags, specified->symbol->span, "local-operation",
                 "the body of %s is used; that it satisfies this specification is to be proved: "
                 "%s/REF of probity prove",
                 op->node->name->text, op->node->name->text);
    Node *condition;
    Copy k = {.model = model, .level = op->machine->level};
    for (uint32_t j = 0; j < op->parameter_count; j++)
      put_in(&k, specified->parameters[j], op->parameters[j]);
    split(specified->body, &condition);
    if (condition)
      op->body =
          node_binary(model->arena, NODE_PRE, condition->span, copy(&k, condition), op->body);
    copy_free(&k);
  }
}

void chain_build(ParseContext *context, Model *model)
{
  Chain c = {.model = model, .diags = context->diags};
  for (const Machine *m = model->main; m; m = m->refines) c.levels++;
  c.machines = arena_new_array(model->arena, const Machine *, c.levels);
  c.glue = arena_new_array(model->arena, Nodes, c.levels);
  uint32_t level = 0;
  for (const Machine *m = model->main; m; m = m->refines) c.machines[level++] = m;
  collect_glue(&c);
  build_operations(&c);
  build_initialisation(&c);
  for (uint32_t i = 0; i < c.levels; i++) vec_free(&c.glue[i]);
}

/* ------------------------------------------------ a refinement without its chain */

/* Does a conjunct speak of the parameter, and of none of these names? */
static bool restricts(const Node *predicate, const Symbol *parameter, const Node *names)
{
  const Node *inner = node_bare(predicate);
  for (uint32_t i = 0; inner->kind == NODE_AND && i < inner->count; i++)
    if (restricts(inner->kids[i], parameter, names)) return true;
  if (inner->kind == NODE_AND || !node_mentions(inner, parameter)) return false;
  for (uint32_t i = 0; names && i < names->count; i++)
    if (node_mentions(inner, node_bare(names->kids[i])->symbol)) return false;
  return true;
}

/* Does a condition at the beginning say something of the parameter? */
static bool is_guarded(const Node *body, const Symbol *parameter)
{
  const Node *inner = bare((Node *) body);
  if (inner->kind == NODE_ANY) return restricts(inner->kids[1], parameter, inner->kids[0]);
  if (inner->kind != NODE_PRE && !(inner->kind == NODE_SELECT && inner->count == 2)) return false;
  return restricts(inner->kids[0], parameter, NULL) || is_guarded(inner->kids[1], parameter);
}

static bool mentions_variable(const Node *node)
{
  if (node->symbol && node->symbol->kind == SYMBOL_VARIABLE) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (mentions_variable(node->kids[i])) return true;
  return false;
}

/* Adds the conjuncts that say something of the parameter whatever the state is. */
static void add_typing(Model *model, Node *condition, const Symbol *parameter, Node **typing)
{
  Node *inner = condition;
  while (inner->kind == NODE_LABELLED || inner->kind == NODE_DESCRIBED ||
         inner->kind == NODE_EXPANSION)
    inner = inner->kids[0];
  for (uint32_t i = 0; inner->kind == NODE_AND && i < inner->count; i++)
    add_typing(model, inner->kids[i], parameter, typing);
  if (inner->kind == NODE_AND || !node_mentions(inner, parameter) || mentions_variable(inner))
    return;
  *typing = conjunction(model->arena, *typing, inner);
}

static void type_parameters(const Chain *c, Operation *op, uint32_t index)
{
  Node *typing = NULL;
  for (const Operation *abstract = op->refines; abstract; abstract = abstract->refines) {
    if (abstract->event || abstract->parameter_count != op->parameter_count) return;
    Above a = above(c, op, abstract, 0);
    for (uint32_t i = 0; a.condition && i < op->parameter_count; i++)
      if (!is_guarded(op->body, op->parameters[i]))
        add_typing(c->model, a.condition, op->parameters[i], &typing);
  }
  if (!typing) return;
  Node *condition, *body = split(op->body, &condition);
  if (condition) typing = conjunction(c->model->arena, typing, condition);
  c->model->operations.data[index] = variant(c, op, typing, body);
  op->top_level = false; /* others may call it */
  vec_push(&c->model->operations, op);
}

void chain_type_parameters(Model *model)
{
  Chain c = {.model = model};
  uint32_t count = model->operations.len;
  for (uint32_t i = 0; i < count && !model->chain; i++) {
    Operation *op = model->operations.data[i];
    if (op->top_level && op->refines && !op->event && !op->local) type_parameters(&c, op, i);
  }
  effects_compute(model);
}
