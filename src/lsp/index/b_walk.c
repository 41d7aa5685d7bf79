#include "lsp/index/b_walk.h"

#include <stdlib.h>
#include <string.h>

#include "model/link.h"
#include "model/resolve.h"

/* What the formulas and substitutions of a text mention.  Names that are bound in it are found
 * here; all others in the tables that linking has made. */

/* Names in the body of a definition mean what they mean where it is used: where a name is bound
 * around a use, that one. */
typedef struct {
  const Name *name;
  Span span;
  MentionRole role;
} FreeName;

typedef struct {
  const Definition *definition;
  VEC(FreeName) names;
  VEC(const Definition *) calls;
  uint64_t stamp; /* of the last use that was looked at */
} DefinitionBody;

typedef struct {
  const Name *name;
  Decl *decl;
  bool of_definition; /* its parameter, which bodies of other definitions do not see */
} Local;

enum { MOST_CAPTURES = 2000000 };

typedef struct {
  const BUnit *b;
  Index *ix;
  VEC(Local) locals; /* innermost last */
  VEC(DefinitionBody *) bodies;
  NumberMap body_of;      /* Definition -> DefinitionBody */
  DefinitionBody *inside; /* the body that is looked at, or NULL */
  uint64_t stamp;
  uint32_t captures; /* steps that were made for them */
} Walk;

static void walk(Walk *, const Node *, MentionRole);

Decl *b_decl_of(Index *ix, const Symbol *symbol)
{
  if (!symbol) return NULL;
  Decl *thing = number_get(&ix->things, symbol->span.begin);
  return thing ? thing : number_get(&ix->at, symbol->span.begin);
}

/* ---- names */

static const Local *find_local(const Walk *w, const Name *name, bool other_body)
{
  for (uint32_t i = w->locals.len; i > 0; i--) {
    const Local *local = &w->locals.data[i - 1];
    if (local->name == name && !(other_body && local->of_definition)) return local;
  }
  return NULL;
}

static Decl *find_prefix(const Walk *w, Span span)
{
  uint32_t length;
  const char *text = sources_text(session_sources(w->ix->session), span, &length);
  const Name *name = names_find(session_names(w->ix->session), text, length);
  for (uint32_t i = 0; name && i < w->ix->decls.len; i++) {
    Decl *d = w->ix->decls.data[i];
    if (d->kind == DECL_PREFIX && d->name == name && d->owner == w->b->decl) return d;
  }
  return NULL;
}

static void mention_composed(Walk *w, Span span, const Name *name, Decl *d, MentionRole role)
{
  ComposedPlace place = index_find_composed(w->ix, span, name);
  index_mention_add(w->ix, place.name, d, role);
  if (span_known(place.prefix))
    index_mention_add(w->ix, place.prefix, find_prefix(w, place.prefix), MENTION_READ);
}

static void mention_name(Walk *w, const Node *node, MentionRole role)
{
  if (!node->name) return;
  const Local *local = find_local(w, node->name, false);
  Span span = index_find_name(w->ix, node->span, node->name);
  if (local) {
    index_mention_add(w->ix, span, local->decl, role);
    return;
  }
  if (w->inside) vec_push(&w->inside->names, ((FreeName){node->name, span, role}));
  Decl *own = map_get(&w->b->own, node->name);
  const Machine *m = w->b->machine;
  if (!own && m) own = b_decl_of(w->ix, map_get(&m->visible, node->name));
  mention_composed(w, node->span, node->name, own, role);
}

static void mention_operation(Walk *w, Span span, const Name *name)
{
  const Machine *m = w->b->machine;
  const Local *local = find_local(w, name, false);
  if (local) {
    index_mention_add(w->ix, index_find_name(w->ix, span, name), local->decl, MENTION_READ);
    return;
  }
  const Symbol *symbol = m ? map_get(&m->callable, name) : NULL;
  if (!symbol && m) symbol = map_get(&m->operations, name);
  mention_composed(w, span, name, b_decl_of(w->ix, symbol), MENTION_CALLED);
}

/* ---- definitions */

static DefinitionBody *body_of(Walk *w, const Definition *def)
{
  DefinitionBody *body = number_get(&w->body_of, (uintptr_t) def);
  if (body) return body;
  body = arena_alloc(session_arena(w->ix->session), sizeof *body);
  body->definition = def;
  vec_push(&w->bodies, body);
  number_put(&w->body_of, (uintptr_t) def, body);
  return body;
}

/* The names that are bound here and free in the body, also where that uses other definitions. */
static void capture(Walk *w, const Definition *def, uint32_t depth)
{
  DefinitionBody *body = body_of(w, def);
  if (body->stamp == w->stamp || depth > 100) return;
  body->stamp = w->stamp;
  for (uint32_t i = 0; i < body->names.len && w->captures < MOST_CAPTURES; i++, w->captures++) {
    const FreeName *f = &body->names.data[i];
    const Local *local = find_local(w, f->name, true);
    if (local) index_mention_add(w->ix, f->span, local->decl, f->role);
  }
  for (uint32_t i = 0; i < body->calls.len && w->captures < MOST_CAPTURES; i++)
    capture(w, body->calls.data[i], depth + 1);
}

static void call_definition(Walk *w, const Node *node, MentionRole role)
{
  if (node->count == 0 && find_local(w, node->name, false)) {
    mention_name(w, node, role);
    return;
  }
  const Definition *def = map_get(&w->b->unit->definition_of, node->name);
  if (def) {
    Span name = index_find_name(w->ix, def->node->span, def->name);
    index_mention_add(w->ix, index_find_name(w->ix, node->span, node->name),
                      number_get(&w->ix->at, name.begin), MENTION_READ);
    if (w->inside) vec_push(&w->inside->calls, def);
    w->stamp++;
    if (w->locals.len) capture(w, def, 0);
  }
  for (uint32_t i = 0; i < node->count; i++) walk(w, node->kids[i], MENTION_READ);
}

/* ---- binders */

static void enter(Walk *w, const Node *names, DeclKind kind, Span scope, bool of_definition)
{
  for (uint32_t i = 0; i < names->count; i++) {
    const Node *entry = node_bare(names->kids[i]);
    if (entry->kind == NODE_DEF_CALL && resolve_lists_names(w->b->unit, entry)) {
      call_definition(w, entry, MENTION_READ);
      continue;
    }
    if ((entry->kind != NODE_IDENT && entry->kind != NODE_DEF_CALL) || !entry->name) continue;
    Span span = index_find_name(w->ix, entry->span, entry->name);
    Decl *d = index_declare_local(w->ix, kind, entry->name, span, scope, w->b->decl);
    vec_push(&w->locals, ((Local){entry->name, d, of_definition}));
    for (uint32_t k = 0; k < entry->count && entry->kind == NODE_IDENT; k++)
      walk(w, entry->kids[k], MENTION_READ);
  }
}

static void binder(Walk *w, const Node *node)
{
  uint32_t mark = w->locals.len;
  enter(w, node->kids[0], DECL_LOCAL, node->span, false);
  for (uint32_t i = 1; i < node->count; i++) walk(w, node->kids[i], MENTION_READ);
  w->locals.len = mark;
}

/* ---- substitutions */

/* What is assigned: x, f(i), r'a, (x,y). */
static void target(Walk *w, const Node *node)
{
  switch (node->kind) {
  case NODE_IDENT: mention_name(w, node, MENTION_WRITTEN); break;
  case NODE_DEF_CALL: call_definition(w, node, MENTION_WRITTEN); break;
  case NODE_APPLY:
    target(w, node->kids[0]);
    for (uint32_t i = 1; i < node->count; i++) walk(w, node->kids[i], MENTION_READ);
    break;
  case NODE_FIELD: target(w, node->kids[0]); break;
  default:
    for (uint32_t i = 0; i < node->count; i++) target(w, node->kids[i]);
  }
}

static void operation_call(Walk *w, const Node *node)
{
  const Node *results = node->kids[0], *arguments = node->kids[1];
  uint32_t begin = results->count ? results->span.end : node->span.begin;
  mention_operation(w, (Span){begin, node->span.end}, node->name);
  target(w, results);
  walk(w, arguments, MENTION_READ);
}

static void operation(Walk *w, const Node *node)
{
  uint32_t mark = w->locals.len;
  enter(w, node->kids[1], DECL_PARAMETER, node->span, false);
  enter(w, node->kids[0], DECL_RESULT, node->span, false);
  walk(w, node->kids[2], MENTION_READ);
  w->locals.len = mark;
  const Node *refined = node->count > 3 ? node->kids[3] : NULL;
  const Machine *above = w->b->machine ? w->b->machine->refines : NULL;
  if (refined && refined->name && above)
    index_mention_add(w->ix, index_find_name(w->ix, refined->span, refined->name),
                      b_decl_of(w->ix, map_get(&above->offered, refined->name)), MENTION_CALLED);
}

/* ---- clauses */

static Decl *machine_behind(const Walk *w, const Node *ref)
{
  const Machine *m = w->b->machine;
  for (uint32_t i = 0; m && i < m->links.len; i++) {
    const MachineLink *link = m->links.data[i];
    const Node *root = link->node == ref && link->to ? link->to->unit->root : NULL;
    if (!root) continue;
    return number_get(&w->ix->at, index_find_name(w->ix, root->span, root->name).begin);
  }
  return NULL;
}

static void reference(Walk *w, const Node *ref)
{
  mention_composed(w, ref->span, ref->name, machine_behind(w, ref), MENTION_READ);
  for (uint32_t i = 0; i < ref->count; i++) walk(w, ref->kids[i], MENTION_READ);
}

/* VALUES c = E */
static void value(Walk *w, const Node *entry)
{
  Node name = {.kind = NODE_IDENT, .span = entry->span};
  name.span.end = entry->kids[0]->span.begin;
  name.name = entry->name;
  mention_name(w, &name, MENTION_WRITTEN);
  walk(w, entry->kids[0], MENTION_READ);
}

/* Names that are declared have been mentioned; what remains are definitions among them. */
static void declared_list(Walk *w, const Node *list)
{
  for (uint32_t i = 0; i < list->count; i++) {
    const Node *entry = node_bare(list->kids[i]);
    if (entry->kind == NODE_DEF_CALL) call_definition(w, entry, MENTION_READ);
    else if (entry->kind == NODE_SET_BY_DEF || entry->kind == NODE_ENUMERATED_SET)
      declared_list(w, entry);
  }
}

static void freetypes(Walk *w, const Node *clause)
{
  for (uint32_t i = 0; i < clause->count; i++) {
    const Node *entry = clause->kids[i];
    if (entry->kind != NODE_FREETYPE) continue;
    uint32_t mark = w->locals.len;
    enter(w, entry->kids[0], DECL_PARAMETER, entry->span, false);
    for (uint32_t k = 1; k < entry->count; k++)
      if (entry->kids[k]->count) walk(w, entry->kids[k]->kids[0], MENTION_READ);
    w->locals.len = mark;
  }
}

static void clause(Walk *w, const Node *node)
{
  switch (node->kind) {
  case NODE_NAMES:
  case NODE_CL_CONSTANTS:
  case NODE_CL_ABSTRACT_CONSTANTS:
  case NODE_CL_VARIABLES:
  case NODE_CL_CONCRETE_VARIABLES:
  case NODE_CL_SETS: declared_list(w, node); break;
  case NODE_CL_FREETYPES: freetypes(w, node); break;
  case NODE_CL_PROMOTES:
    for (uint32_t i = 0; i < node->count; i++)
      if (node->kids[i]->name) mention_operation(w, node->kids[i]->span, node->kids[i]->name);
    break;
  case NODE_CL_VALUES:
    for (uint32_t i = 0; i < node->count; i++)
      if (node->kids[i]->kind == NODE_ENTRY) value(w, node->kids[i]);
    break;
  case NODE_CL_DEFINITIONS:
  case NODE_CL_EXPRESSIONS:
  case NODE_CL_PREDICATES:
  case NODE_CL_CSP_CONTROLLER: break;
  default:
    for (uint32_t i = 0; i < node->count; i++) walk(w, node->kids[i], MENTION_READ);
  }
}

/* ---- the dispatch */

static void walk(Walk *w, const Node *node, MentionRole role)
{
  switch (node->kind) {
  case NODE_IDENT:
  case NODE_OLD_VALUE: mention_name(w, node, role); break;
  case NODE_DEF_CALL: call_definition(w, node, role); break;
  case NODE_OPERATION: operation(w, node); break;
  case NODE_OP_CALL: operation_call(w, node); break;
  case NODE_MACHINE_REF: reference(w, node); break;
  case NODE_FIELD: walk(w, node->kids[0], role); break;
  case NODE_ASSIGN:
  case NODE_BECOMES_IN:
  case NODE_BECOMES_SUCH:
    target(w, node->kids[0]);
    walk(w, node->kids[1], MENTION_READ);
    break;
  default:
    if (node->count && node->kids[0]->kind == NODE_NAMES) {
      binder(w, node);
      break;
    }
    for (uint32_t i = 0; i < node->count; i++) walk(w, node->kids[i], role);
  }
}

static void definitions(Walk *w)
{
  for (uint32_t i = 0; i < w->b->unit->definitions.len; i++) {
    const Definition *def = w->b->unit->definitions.data[i];
    w->inside = body_of(w, def);
    enter(w, def->node->kids[0], DECL_PARAMETER, def->node->span, true);
    walk(w, def->node->kids[1], MENTION_READ);
    w->locals.len = 0;
  }
  w->inside = NULL;
}

void b_walk(const BUnit *b)
{
  Walk w = {.b = b, .ix = b->ix};
  definitions(&w);
  for (uint32_t i = 0; i < b->unit->root->count; i++) clause(&w, b->unit->root->kids[i]);
  for (uint32_t i = 0; i < w.bodies.len; i++) {
    vec_free(&w.bodies.data[i]->names);
    vec_free(&w.bodies.data[i]->calls);
  }
  vec_free(&w.bodies);
  vec_free(&w.locals);
  number_free(&w.body_of);
}
