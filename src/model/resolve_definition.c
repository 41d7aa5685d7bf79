#include "model/resolve_impl.h"

#include <string.h>

/* Uses of definitions. */

/* ---- parameters */

static bool is_hidden(const Frame *frame, const Name *name)
{
  for (uint32_t i = 0; i < frame->hidden_count; i++)
    if (frame->hidden[i] == name) return true;
  return false;
}

const Node *resolve_parameter(const Frame *here, const Name *name, const Frame **frame)
{
  if (!here || is_hidden(here, name)) return NULL;
  const Node *parameters = here->definition->node->kids[0];
  for (uint32_t i = 0; i < parameters->count && i < here->call->count; i++) {
    if (parameters->kids[i]->name != name) continue;
    *frame = here->outer;
    return here->call->kids[i];
  }
  return NULL;
}

static const Node *undescribed(const Node *node)
{
  while (node->kind == NODE_DESCRIBED) node = node->kids[0];
  return node;
}

const Name *resolve_parameter_name(const Frame *here, const Name *name)
{
  for (;;) {
    const Node *argument = resolve_parameter(here, name, &here);
    if (!argument) return name;
    argument = undescribed(argument);
    if (argument->kind != NODE_IDENT) return NULL;
    name = argument->name;
  }
}

/* ---- names that definitions stand for */

static const Definition *definition_of(const Unit *unit, const Node *call)
{
  return unit ? map_get(&unit->definition_of, call->name) : NULL;
}

/* Definitions of definitions of … can stand for lists that nobody can write down. */
enum { NAMES_LIMIT = 100000 };

/* Whether the tree is a name, or a list of names: `x`, `x,y`, a definition of such.
 * `visits` are still to be made; then it is time to give up. */
static bool is_names(const Unit *unit, const Node *node, unsigned depth, uint32_t *visits)
{
  if (depth > 100) return false;
  if (*visits == 0) return true;
  --*visits;
  node = undescribed(node);
  if (node->kind == NODE_IDENT) return true;
  if (node->kind == NODE_COUPLE || node->kind == NODE_SET_EXT) {
    for (uint32_t i = 0; i < node->count; i++)
      if (!is_names(unit, node->kids[i], depth + 1, visits)) return false;
    return true;
  }
  const Definition *def = node->kind == NODE_DEF_CALL ? definition_of(unit, node) : NULL;
  return def && node->count == 0 && def->kind != DEF_BROKEN &&
         is_names(unit, def->node->kids[1], depth + 1, visits);
}

static void add_names(const Unit *unit, const Node *node, NodeList *list)
{
  node = undescribed(node);
  if (node->kind == NODE_IDENT) {
    vec_push(list, node);
  } else if (node->kind == NODE_DEF_CALL) {
    add_names(unit, definition_of(unit, node)->node->kids[1], list);
  } else {
    for (uint32_t i = 0; i < node->count; i++) add_names(unit, node->kids[i], list);
  }
}

/* Adds the names that the tree stands for, and says whether it is names at all. */
static bool names_of(Diags *diags, const Unit *unit, const Node *node, NodeList *list)
{
  uint32_t visits = NAMES_LIMIT;
  if (!is_names(unit, node, 0, &visits)) return false;
  if (visits > 0) add_names(unit, node, list);
  else
    diag_error(diags, node->span, "too-large", "the definition %s expands to too many names",
               undescribed(node)->name->text);
  return true;
}

bool resolve_lists_names(const Unit *unit, const Node *declared)
{
  uint32_t visits = NAMES_LIMIT;
  return undescribed(declared)->kind == NODE_DEF_CALL && is_names(unit, declared, 0, &visits);
}

void resolve_declared(Diags *diags, const Unit *unit, const Node *declared, NodeList *list)
{
  declared = undescribed(declared);
  if (declared->kind == NODE_DEF_CALL && names_of(diags, unit, declared, list)) return;
  if (declared->kind == NODE_DEF_CALL || declared->kind == NODE_IDENT) vec_push(list, declared);
}

/* ---- binders */

/* The names that one entry of a binder binds.  If it is a parameter and its
 * argument is a name, that name is bound; otherwise the binder hides it. */
static void binding_names(Resolver *r, const Node *entry, NodeList *list, NodeList *hidden)
{
  entry = undescribed(entry);
  const Frame *frame = r->frame;
  const Node *argument = NULL;
  if (entry->kind == NODE_IDENT) argument = resolve_parameter(r->frame, entry->name, &frame);
  if (!argument) {
    resolve_declared(r->context->diags, r->unit, entry, list);
  } else if (undescribed(argument)->kind == NODE_IDENT) {
    const Frame *here = r->frame;
    r->frame = frame;
    binding_names(r, argument, list, hidden);
    r->frame = here;
  } else if (!names_of(r->context->diags, r->unit, argument, list)) {
    vec_push(list, entry);
    vec_push(hidden, entry);
  }
}

static void hide(Resolver *r, const NodeList *names, Frame *room)
{
  if (names->len == 0) return;
  const Frame *here = r->frame;
  const Name **hidden = arena_new_array(r->arena, const Name *, here->hidden_count + names->len);
  for (uint32_t i = 0; i < here->hidden_count; i++) hidden[i] = here->hidden[i];
  for (uint32_t i = 0; i < names->len; i++) hidden[here->hidden_count + i] = names->data[i]->name;
  *room = *here;
  room->hidden = hidden;
  room->hidden_count += names->len;
  r->frame = room;
}

static bool is_bound_twice(Resolver *r, const Node *node, uint32_t first)
{
  for (uint32_t i = first; i < r->locals.len; i++) {
    if (r->locals.data[i]->name != node->name) continue;
    Diag *diag = diag_error(r->context->diags, node->span, "declared-twice", "%s is bound twice",
                            node->name->text);
    resolve_note_uses(r, diag);
    return true;
  }
  return false;
}

/* The type that it may be declared with is no part of its scope. */
static Node *bind_name(Resolver *r, const Node *node, LocalKind kind, uint32_t index)
{
  Node *type = node->kind == NODE_IDENT && node->count ? resolve_node(r, node->kids[0]) : NULL;
  Symbol *symbol = arena_alloc(r->arena, sizeof *symbol);
  symbol->kind = SYMBOL_LOCAL, symbol->local = kind;
  symbol->name = node->name, symbol->span = node->span;
  symbol->index = index;
  vec_push(&r->locals, symbol);
  Node *ident = node_new(r->arena, NODE_IDENT, node->span, node->name, type ? 1 : 0);
  if (type) node_set(ident, 0, type);
  ident->symbol = symbol;
  return ident;
}

Node *resolve_binding(Resolver *r, const Node *names, LocalKind kind, Frame *room)
{
  NodeList list = {0}, hidden = {0};
  for (uint32_t i = 0; i < names->count; i++) binding_names(r, names->kids[i], &list, &hidden);
  hide(r, &hidden, room);
  uint32_t first = r->locals.len, count = 0;
  Node *copy = resolve_shell(r, names, list.len);
  for (uint32_t i = 0; i < list.len; i++)
    if (!is_bound_twice(r, list.data[i], first))
      node_set(copy, count, bind_name(r, list.data[i], kind, count)), count++;
  copy->count = count;
  vec_free(&list);
  vec_free(&hidden);
  return copy;
}

/* ---- calls */

static Node *external_call(Resolver *r, const Node *call, Symbol *symbol)
{
  Node *node = node_new(r->arena, NODE_EXTERNAL, call->span, call->name, call->count);
  node->symbol = symbol;
  for (uint32_t i = 0; i < call->count; i++) node_set(node, i, resolve_node(r, call->kids[i]));
  return node;
}

/* The parser does not let a definition depend on itself; but be sure. */
static bool is_recursive(const Resolver *r, const Definition *def)
{
  for (const Frame *frame = r->frame; frame; frame = frame->outer)
    if (frame->definition == def) return true;
  return false;
}

static Node *expand(Resolver *r, const Node *call, const Definition *def)
{
  Frame frame = {.outer = r->frame, .definition = def, .call = call};
  Node *node = node_new(r->arena, NODE_EXPANSION, call->span, call->name, 1);
  const Frame *here = r->frame;
  r->frame = &frame;
  r->expanding++;
  node_set(node, 0, resolve_node(r, def->node->kids[1]));
  r->expanding--;
  r->frame = here;
  return node;
}

Node *resolve_call(Resolver *r, const Node *call)
{
  Symbol *local = call->count == 0 ? resolve_local(r, call->name) : NULL;
  if (local) { /* a bound variable hides a definition of the same name */
    Node *ident = node_leaf(r->arena, NODE_IDENT, call->span, call->name);
    ident->symbol = local;
    return ident;
  }
  const Definition *def = definition_of(r->unit, call);
  if (!def || def->kind == DEF_BROKEN) return resolve_error(r, call->span);
  Symbol *external = r->machine ? map_get(&r->machine->externals, call->name) : NULL;
  if (external) return external_call(r, call, external);
  if (def->node->kids[0]->count != call->count) return resolve_error(r, call->span);
  if (is_recursive(r, def)) {
    diag_error(r->context->diags, call->span, "cyclic-definitions",
               "the definition %s depends on itself", call->name->text);
    return resolve_error(r, call->span);
  }
  return expand(r, call, def);
}
