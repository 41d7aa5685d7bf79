#include "model/resolve_impl.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/nearest.h"
#include "model/link.h"

static bool allows_own_calls(const Unit *unit, Names *names)
{
  static const char setting[] = "SET_PREF_ALLOW_LOCAL_OPERATION_CALLS";
  const Name *name = names_find(names, setting, strlen(setting));
  const Definition *def = name ? map_get(&unit->definition_of, name) : NULL;
  return def && def->node->kids[1]->kind == NODE_TRUE;
}

void resolver_allow_own_calls(Resolver *r) { r->own_calls = true; }

Resolver *resolver_new(ParseContext *context, Arena *arena, Machine *machine)
{
  Resolver *r = calloc(1, sizeof *r);
  if (!r) memory_exhausted();
  r->context = context;
  r->arena = arena;
  r->machine = machine;
  if (machine) {
    r->unit = machine->unit;
    r->own_calls = allows_own_calls(machine->unit, context->names);
  }
  return r;
}

void resolver_free(Resolver *r)
{
  if (!r) return;
  vec_free(&r->locals);
  vec_free(&r->marks);
  map_free(&r->reported);
  free(r);
}

void resolver_allow_free(Resolver *r, Symbols *list) { r->free = list; }
void resolver_in_body(Resolver *r, bool in_body) { r->in_body = in_body; }

void resolver_enter(Resolver *r, Symbol *const *locals, uint32_t count)
{
  vec_push(&r->marks, r->locals.len);
  for (uint32_t i = 0; i < count; i++) vec_push(&r->locals, locals[i]);
}

void resolver_leave(Resolver *r) { r->locals.len = r->marks.data[--r->marks.len]; }

NodeClass resolved_class(const Node *node)
{
  while (node->kind == NODE_EXPANSION || node->kind == NODE_DESCRIBED) node = node->kids[0];
  if (node->kind != NODE_EXTERNAL) return node_kind_class(node->kind);
  switch (node->symbol->external) {
  case EXTERNAL_FUNCTION: return CLASS_EXPR;
  case EXTERNAL_PREDICATE: return CLASS_PRED;
  case EXTERNAL_SUBSTITUTION: return CLASS_SUBST;
  }
  return CLASS_ANY;
}

/* ---- making nodes */

Node *resolve_error(Resolver *r, Span span) { return node_leaf(r->arena, NODE_ERROR, span, NULL); }

void resolve_note_uses(Resolver *r, Diag *diag)
{
  unsigned shown = 0;
  for (const Frame *frame = r->frame; frame && shown < 5; frame = frame->outer, shown++)
    diag_note(r->context->diags, diag, frame->call->span, "in the definition %s, used here",
              frame->definition->name->text);
}

static void report_too_large(Resolver *r, Span span, const char *what)
{
  if (!r->too_large) {
    Diag *diag = diag_error(r->context->diags, span, "too-large",
                            r->expanding ? "expanding the definitions makes this formula too %s"
                                         : "this formula is too %s",
                            what);
    resolve_note_uses(r, diag);
  }
  r->too_large = true;
}

Node *resolve_shell(Resolver *r, const Node *node, uint32_t count)
{
  uint32_t budget = r->context->expansion_budget ? r->context->expansion_budget : EXPANSION_BUDGET;
  if (r->expanding && ++r->expanded > budget) report_too_large(r, node->span, "large");
  return node_new(r->arena, node->kind, node->span, node->name, count);
}

static Node *copy(Resolver *r, const Node *node)
{
  Node *shell = resolve_shell(r, node, node->count);
  for (uint32_t i = 0; i < node->count; i++) node_set(shell, i, resolve_node(r, node->kids[i]));
  return shell;
}

/* ---- names */

Symbol *resolve_local(const Resolver *r, const Name *name)
{
  for (uint32_t i = r->locals.len; i > 0; i--)
    if (r->locals.data[i - 1]->name == name) return r->locals.data[i - 1];
  return NULL;
}

static void offer_keys(Nearest *nearest, const Map *map)
{
  for (uint32_t i = 0; i < map->capacity; i++)
    if (map->keys[i]) nearest_offer(nearest, map->keys[i]->text);
}

/* The same name without its prefix, as in SET.element; or NULL. */
static const char *without_prefix(const Map *map, const Name *name)
{
  const char *dot = strrchr(name->text, '.');
  for (uint32_t i = 0; dot && i < map->capacity; i++)
    if (map->keys[i] && !strcmp(map->keys[i]->text, dot + 1)) return map->keys[i]->text;
  return NULL;
}

/* The same name with a prefix, if there is one; or NULL. */
static const char *with_prefix(const Map *map, const Name *name)
{
  for (uint32_t i = 0; i < map->capacity; i++) {
    const Name *key = map->keys[i];
    if (!key || key->len <= name->len + 1) continue;
    const char *tail = key->text + key->len - name->len;
    if (tail[-1] == '.' && !strcmp(tail, name->text)) return key->text;
  }
  return NULL;
}

/* A machine behind those that are referred to which declares the name, or NULL.
 * All that can be reached come before `start` in the order of machines. */
static const Machine *behind(const Machine *start, const Name *name)
{
  bool *visited = calloc((size_t) start->index + 1, sizeof *visited);
  if (!visited) memory_exhausted();
  VEC(const Machine *) queue = {0};
  const Machine *found = NULL;
  vec_push(&queue, start);
  uint32_t direct = 1; /* the machine itself and those that it refers to */
  for (uint32_t at = 0; !found && at < queue.len; at++) {
    const Machine *machine = queue.data[at];
    const Symbol *symbol = at < direct ? NULL : map_get(&machine->names, name);
    if (symbol && !symbol->parameter) found = machine;
    for (uint32_t i = 0; i < machine->links.len; i++) {
      const Machine *next = machine->links.data[i]->to;
      if (visited[next->index]) continue;
      visited[next->index] = true;
      vec_push(&queue, next);
    }
    if (at == 0) direct = queue.len;
  }
  vec_free(&queue);
  free(visited);
  return found;
}

/* A machine that this one refers to, and of which the name is a parameter. */
static const Machine *with_parameter(const Machine *machine, const Name *name)
{
  for (uint32_t i = 0; i < machine->links.len; i++) {
    const Symbol *symbol = map_get(&machine->links.data[i]->to->names, name);
    if (symbol && symbol->parameter) return machine->links.data[i]->to;
  }
  return NULL;
}

static bool has_hints(const Resolver *r) { return diags_errors(r->context->diags) <= HINT_LIMIT; }

/* One more machine in the clause SEES, or that clause: behind REFINES, or else before the first. */
static void hint_to_see(Resolver *r, Diag *diag, const char *name)
{
  Diags *diags = r->context->diags;
  const Node *sees = unit_clause(r->unit, NODE_CL_SEES);
  const Node *refines = unit_clause(r->unit, NODE_CL_REFINES), *root = r->unit->root;
  diag_hint(diags, diag, "machine %s declares it, but is not seen here: add SEES %s", name, name);
  if (r->unit->eventb || root->count < 2) return;
  uint32_t at = sees ? sees->span.end : refines ? refines->span.end : root->kids[1]->span.begin;
  Text text = {0};
  text_add(&text, sees ? ", " : refines ? "\nSEES " : "SEES ");
  text_add(&text, name);
  if (!sees && !refines) text_add_char(&text, '\n');
  diag_replace(diags, diag, (Span){at, at}, text_string(&text));
  text_free(&text);
}

static void hint_for(Resolver *r, Diag *diag, const Name *name)
{
  Diags *diags = r->context->diags;
  if (!has_hints(r)) return;
  Nearest nearest = nearest_to(name->text);
  for (uint32_t i = 0; i < r->locals.len; i++)
    nearest_offer(&nearest, r->locals.data[i]->name->text);
  if (r->unit) offer_keys(&nearest, &r->unit->definition_of);
  if (r->machine) offer_keys(&nearest, &r->machine->visible);
  operators_offer(&nearest);
  const char *prefixed = r->machine ? with_prefix(&r->machine->visible, name) : NULL;
  const char *plain = r->machine ? without_prefix(&r->machine->visible, name) : NULL;
  const Machine *hidden = r->machine ? behind(r->machine, name) : NULL;
  const Machine *instance = r->machine ? with_parameter(r->machine, name) : NULL;
  if (r->machine &&
      (map_get(&r->machine->operations, name) || map_get(&r->machine->callable, name)))
    diag_hint(diags, diag, "%s is an operation: it has no value", name->text);
  else if (prefixed) diag_suggest(diags, diag, diag->span, prefixed);
  else if (instance)
    diag_hint(diags, diag, "%s is a parameter of machine %s and cannot be used here", name->text,
              instance->name->text);
  else if (hidden) hint_to_see(r, diag, hidden->name->text);
  else if (plain) diag_suggest(diags, diag, diag->span, plain);
  else if (nearest.best) diag_suggest(diags, diag, diag->span, nearest.best);
}

static void report_unknown(Resolver *r, const Name *name, Span span)
{
  if (map_get(&r->reported, name)) return;
  map_put(&r->reported, name, r);
  Diag *diag = diag_error(r->context->diags, span, "unknown-name", "unknown name %s", name->text);
  hint_for(r, diag, name);
  resolve_note_uses(r, diag);
}

static Symbol *free_symbol(Resolver *r, const Name *name)
{
  for (uint32_t i = 0; i < r->free->len; i++)
    if (r->free->data[i]->name == name) return r->free->data[i];
  Symbol *symbol = arena_alloc(r->arena, sizeof *symbol);
  symbol->kind = SYMBOL_FREE;
  symbol->name = name;
  symbol->index = r->free->len;
  vec_push(r->free, symbol);
  return symbol;
}

static void report_dropped(Resolver *r, const Symbol *symbol, Span span)
{
  if (map_get(&r->reported, symbol->name)) return;
  map_put(&r->reported, symbol->name, r);
  Diag *diag = diag_error(r->context->diags, span, "abstract-variable",
                          "the abstract variable %s has no value in a refinement that does not "
                          "declare it",
                          symbol->name->text);
  diag_note(r->context->diags, diag, symbol->span, "it is a variable of machine %s",
            symbol->machine->name->text);
  resolve_note_uses(r, diag);
}

/* A variable of what is refined, which the machine does not have any more. */
static bool is_replaced(const Symbol *symbol, const Machine *machine)
{
  if (symbol->kind != SYMBOL_VARIABLE || !machine->live) return false;
  bool above = machine->level != LEVEL_SHARED && symbol->machine->level != LEVEL_SHARED &&
               symbol->machine->level > machine->level;
  return symbol->dropped || above;
}

static Node *named(Resolver *r, const Node *node, const Name *name)
{
  Symbol *symbol = resolve_local(r, name);
  if (!symbol && r->machine) symbol = map_get(&r->machine->visible, name);
  if (!symbol && r->free) symbol = free_symbol(r, name);
  if (!symbol) {
    report_unknown(r, name, node->span);
    return resolve_error(r, node->span);
  }
  if (r->in_body && is_replaced(symbol, r->machine)) report_dropped(r, symbol, node->span);
  Node *ident = resolve_shell(r, node, 0);
  ident->name = symbol->refined_by ? symbol->name : name;
  ident->symbol = symbol;
  return ident;
}

/* x, or a parameter of the definition that is expanded: then its argument. */
static Node *identifier(Resolver *r, const Node *node)
{
  const Frame *outside = NULL;
  const Node *argument = resolve_parameter(r->frame, node->name, &outside);
  if (!argument) return named(r, node, node->name);
  const Frame *here = r->frame;
  r->frame = outside;
  Node *result = resolve_node(r, argument);
  r->frame = here;
  return result;
}

/* x$0: the value before, in x:(P) and in the invariant and variant of a loop. */
static Node *old_value(Resolver *r, const Node *node)
{
  const Name *name = resolve_parameter_name(r->frame, node->name);
  if (name && (r->old_values || r->free)) return named(r, node, name);
  Diag *diag = diag_error(r->context->diags, node->span, "old-value",
                          name ? "%s$0 is allowed only in %s:(P) and in loop invariants"
                               : "%s$0 needs a variable, but %s is not a variable here",
                          node->name->text, node->name->text);
  resolve_note_uses(r, diag);
  return resolve_error(r, node->span);
}

/* ---- constructs with rules of their own */

/* (a,b,c) is ((a|->b)|->c). */
static Node *couple(Resolver *r, const Node *node)
{
  Node *pair = resolve_node(r, node->kids[0]);
  for (uint32_t i = 1; i < node->count; i++) {
    Node *maplet = resolve_shell(r, node, 2);
    maplet->kind = NODE_MAPLET;
    maplet->span =
        (Span){node->span.begin, i + 1 == node->count ? node->span.end : node->kids[i]->span.end};
    node_set(maplet, 0, pair);
    node_set(maplet, 1, resolve_node(r, node->kids[i]));
    pair = maplet;
    if (pair->height > TREE_HEIGHT_LIMIT) break; /* reported by resolve_node */
  }
  return pair;
}

/* [NAMES …]: the names are bound in all that follows. */
static Node *binder(Resolver *r, const Node *node, LocalKind kind)
{
  const Frame *here = r->frame;
  Frame room;
  uint32_t mark = r->locals.len;
  Node *shell = resolve_shell(r, node, node->count);
  node_set(shell, 0, resolve_binding(r, node->kids[0], kind, &room));
  for (uint32_t i = 1; i < node->count; i++) node_set(shell, i, resolve_node(r, node->kids[i]));
  r->locals.len = mark;
  r->frame = here;
  return shell;
}

/* x = E, or E = x, says what x is; rules.c reports what has no such form. */
static void define_names(const Node *equations)
{
  const Node *p = node_bare(equations);
  if (p->kind == NODE_AND)
    for (uint32_t i = 0; i < p->count; i++) define_names(p->kids[i]);
  for (uint32_t i = 0; i < 2 && p->kind == NODE_EQUAL; i++) {
    const Node *name = node_bare(p->kids[i]);
    Symbol *symbol = name->kind == NODE_IDENT ? name->symbol : NULL;
    bool named = symbol && symbol->kind == SYMBOL_LOCAL && symbol->local == LOCAL_LET;
    if (!named || symbol->lambda) continue;
    symbol->lambda = p->kids[1 - i];
    return;
  }
}

static Node *let(Resolver *r, const Node *node)
{
  Node *shell = binder(r, node, LOCAL_LET);
  define_names(shell->kids[1]);
  return shell;
}

static Node *recursion(Resolver *r, const Node *node)
{
  Node *shell = binder(r, node, LOCAL_BOUND);
  Symbol *function = node_bare(shell->kids[0]->kids[0])->symbol;
  if (!function) return shell;
  function->kind = SYMBOL_FUNCTION;
  function->lambda = shell->kids[1];
  return shell;
}

/* ASSERT P THEN S END: predicates about the state that have no effect themselves
 * may mention abstract variables. */
static Node *assertion(Resolver *r, const Node *node)
{
  bool in_body = r->in_body;
  Node *shell = resolve_shell(r, node, 2);
  r->in_body = false;
  node_set(shell, 0, resolve_node(r, node->kids[0]));
  r->in_body = in_body;
  node_set(shell, 1, resolve_node(r, node->kids[1]));
  return shell;
}

/* WHILE P DO S INVARIANT I VARIANT V END: likewise I and V; and they may compare
 * with the values before the loop. */
static Node *loop(Resolver *r, const Node *node)
{
  bool in_body = r->in_body, old_values = r->old_values;
  Node *shell = resolve_shell(r, node, 4);
  node_set(shell, 0, resolve_node(r, node->kids[0]));
  node_set(shell, 1, resolve_node(r, node->kids[1]));
  r->in_body = false, r->old_values = true;
  node_set(shell, 2, resolve_node(r, node->kids[2]));
  node_set(shell, 3, resolve_node(r, node->kids[3]));
  r->in_body = in_body, r->old_values = old_values;
  return shell;
}

/* ---- assignments */

static void add_targets(NodeList *list, Node *node)
{
  Node *inside = node;
  while (inside->kind == NODE_EXPANSION || inside->kind == NODE_DESCRIBED) inside = inside->kids[0];
  if (inside->kind == NODE_MAPLET) {
    add_targets(list, inside->kids[0]);
    add_targets(list, inside->kids[1]);
    return;
  }
  /* f(i)(j)'a: the variable may come from a definition, too. */
  for (Node *at = inside; at->kind == NODE_APPLY || at->kind == NODE_FIELD; at = at->kids[0])
    while (at->kids[0]->kind == NODE_EXPANSION) at->kids[0] = at->kids[0]->kids[0];
  vec_push(list, inside);
}

/* What is assigned is a plain list of variables, f(i) and r'a: a definition that
 * stands for some of these is replaced by them. */
static Node *targets(Resolver *r, const Node *node)
{
  NodeList list = {0};
  for (uint32_t i = 0; i < node->count; i++) add_targets(&list, resolve_node(r, node->kids[i]));
  Node *shell = resolve_shell(r, node, list.len);
  for (uint32_t i = 0; i < list.len; i++) node_set(shell, i, (Node *) list.data[i]);
  vec_free(&list);
  return shell;
}

static Node *assignment(Resolver *r, const Node *node)
{
  bool old_values = r->old_values;
  Node *shell = resolve_shell(r, node, 2);
  node_set(shell, 0, targets(r, node->kids[0]));
  r->old_values |= node->kind == NODE_BECOMES_SUCH;
  node_set(shell, 1, resolve_node(r, node->kids[1]));
  r->old_values = old_values;
  return shell;
}

/* ---- operation calls */

static void hint_at_operation(Resolver *r, Diag *diag, const Node *node, const Name *name)
{
  Diags *diags = r->context->diags;
  if (!has_hints(r)) return;
  Nearest nearest = nearest_to(name->text);
  if (r->unit) offer_keys(&nearest, &r->unit->definition_of);
  if (r->machine) offer_keys(&nearest, &r->machine->callable);
  const char *prefixed = r->machine ? with_prefix(&r->machine->callable, name) : NULL;
  if (prefixed) nearest.best = prefixed;
  if (nearest.best)
    diag_suggest(diags, diag, sources_find_text(diags_sources(diags), node->span, name->text),
                 nearest.best);
  else if (r->machine && map_get(&r->machine->visible, name))
    diag_hint(diags, diag, "%s is not an operation, but a %s", name->text,
              symbol_kind_text(map_get(&r->machine->visible, name)));
}

static void report_operation(Resolver *r, const Node *node, const Name *name)
{
  Diags *diags = r->context->diags;
  Diag *diag;
  Symbol *own = r->machine ? map_get(&r->machine->operations, name) : NULL;
  if (own) {
    diag = diag_error(diags, node->span, "own-operation",
                      "the operation %s belongs to this machine and cannot be called from it",
                      name->text);
    diag_note(diags, diag, own->span, "%s is declared here", name->text);
    diag_hint(diags, diag, "use a definition that is a substitution instead");
  } else {
    diag =
        diag_error(diags, node->span, "unknown-operation", "there is no operation %s", name->text);
    hint_at_operation(r, diag, node, name);
  }
  resolve_note_uses(r, diag);
}

static bool check_count(Resolver *r, const Node *node, const Symbol *symbol, uint32_t given,
                        uint32_t wanted, bool results)
{
  if (given == wanted) return true;
  Diags *diags = r->context->diags;
  Diag *diag = diag_error(diags, node->span, "argument-count",
                          "the operation %s has %u %s%s, but %u %s%s %s", symbol->name->text,
                          wanted, results ? "result" : "parameter", text_plural(wanted), given,
                          results ? "variable" : "argument", given == 1 ? " is" : "s are",
                          results ? "assigned" : "given");
  if (results && given == 0)
    diag_hint(diags, diag, "write %s <-- %s", wanted == 1 ? "x" : "x,y", symbol->name->text);
  diag_note(diags, diag, symbol->span, "%s is declared here", symbol->name->text);
  resolve_note_uses(r, diag);
  return false;
}

static Node *operation_call(Resolver *r, const Node *node)
{
  const Name *name = resolve_parameter_name(r->frame, node->name);
  if (!name) name = node->name;
  Symbol *symbol = r->machine ? map_get(&r->machine->callable, name) : NULL;
  if (!symbol && r->own_calls) symbol = map_get(&r->machine->operations, name);
  Node *shell = resolve_shell(r, node, 2);
  shell->symbol = symbol;
  node_set(shell, 0, targets(r, node->kids[0]));
  node_set(shell, 1, resolve_node(r, node->kids[1]));
  if (!symbol) {
    report_operation(r, node, name);
    return resolve_error(r, node->span);
  }
  const Operation *op = symbol->operation;
  bool fits = check_count(r, node, symbol, shell->kids[0]->count, op->result_count, true);
  fits &= check_count(r, node, symbol, shell->kids[1]->count, op->parameter_count, false);
  return fits ? shell : resolve_error(r, node->span);
}

/* ---- the dispatch */

static Node *resolve_kind(Resolver *r, const Node *node)
{
  switch (node->kind) {
  case NODE_IDENT: return identifier(r, node);
  case NODE_OLD_VALUE: return old_value(r, node);
  case NODE_DEF_CALL: return resolve_call(r, node);
  case NODE_COUPLE: return couple(r, node);
  case NODE_FORALL:
  case NODE_EXISTS:
  case NODE_LAMBDA:
  case NODE_SIGMA:
  case NODE_PRODUCT:
  case NODE_QUANT_UNION:
  case NODE_QUANT_INTER:
  case NODE_COMPREHENSION:
  case NODE_IMAGE_SET: return binder(r, node, LOCAL_BOUND);
  case NODE_RECURSION: return recursion(r, node);
  case NODE_ANY: return binder(r, node, LOCAL_ANY);
  case NODE_LET_EXPR:
  case NODE_LET_PRED:
  case NODE_LET: return let(r, node);
  case NODE_VAR: return binder(r, node, LOCAL_VAR);
  case NODE_ASSERT:
  case NODE_WITNESS: return assertion(r, node);
  case NODE_WHILE: return loop(r, node);
  case NODE_ASSIGN:
  case NODE_BECOMES_IN:
  case NODE_BECOMES_SUCH: return assignment(r, node);
  case NODE_OP_CALL: return operation_call(r, node);
  default: return copy(r, node);
  }
}

Node *resolve_node(Resolver *r, const Node *node)
{
  if (r->too_large) return resolve_error(r, node->span);
  if (r->depth >= TREE_HEIGHT_LIMIT) {
    report_too_large(r, node->span, "deep");
    return resolve_error(r, node->span);
  }
  r->depth++;
  Node *result = resolve_kind(r, node);
  r->depth--;
  if (result->height <= TREE_HEIGHT_LIMIT) return result;
  report_too_large(r, node->span, "deep");
  return resolve_error(r, node->span);
}
