#include <assert.h>

#include "csp/names/resolve_impl.h"

enum { INSTANCE_DEPTH = 64 };

/* The names that may be said behind that of the module: those of its last declarations. */
static void collect_exports(Resolver *r, CspScope *from, CspScope *exports, const CspNode *list);

static void export_name(Resolver *r, CspScope *from, CspScope *exports, const Name *name)
{
  CspSymbol *symbol = name ? map_get(&from->names, name) : NULL;
  if (symbol) csp_scope_put(r, exports, name, symbol);
}

static void export_pattern(Resolver *r, CspScope *from, CspScope *exports, const CspNode *p)
{
  if (csp_is(p, CSP_NAME)) export_name(r, from, exports, p->name);
  for (uint32_t i = 0; i < p->count; i++) export_pattern(r, from, exports, p->kids[i]);
}

static void export_declaration(Resolver *r, CspScope *from, CspScope *exports, const CspNode *d)
{
  switch ((CspKind) d->kind) {
  case CSP_BIND: export_pattern(r, from, exports, d->kids[0]); break;
  case CSP_CHANNEL:
  case CSP_EXTERNAL:
  case CSP_TRANSPARENT: export_pattern(r, from, exports, d->kids[0]); break;
  case CSP_DATATYPE:
    for (uint32_t i = 0; i < d->count; i++) export_name(r, from, exports, d->kids[i]->name);
    export_name(r, from, exports, d->name);
    break;
  case CSP_FUNCTION:
  case CSP_SUBTYPE:
  case CSP_NAMETYPE:
  case CSP_MODULE:
  case CSP_INSTANCE: export_name(r, from, exports, d->name); break;
  case CSP_TIMED: collect_exports(r, from, exports, d->kids[1]); break;
  case CSP_INCLUDE: collect_exports(r, from, exports, d->kids[0]); break;
  default: break;
  }
}

static void collect_exports(Resolver *r, CspScope *from, CspScope *exports, const CspNode *list)
{
  for (uint32_t i = 0; i < list->count; i++) export_declaration(r, from, exports, list->kids[i]);
}

/* The inside of a module, its names declared: private and exported ones are one scope. */
static CspScope *open_inside(Resolver *r, CspScope *outer, CspSymbol *module)
{
  CspScope *inside = csp_scope_open(r, outer);
  inside->module = module;
  return inside;
}

void declare_module(Resolver *r, CspScope *s, CspNode *m)
{
  m->symbol = csp_scope_declare(r, s, CSP_SYMBOL_MODULE, m->name, m->span, m);
  m->symbol->inside = open_inside(r, s, m->symbol);
  CspScope *inside = m->symbol->inside;
  bool parameters = !csp_is(m->kids[0], CSP_ABSENT);
  inside->template |= parameters;
  for (uint32_t i = 0; parameters && i < m->kids[0]->count; i++)
    resolve_pattern(r, inside, m->kids[0]->kids[i], CSP_SYMBOL_LOCAL, NULL);
  m->symbol->pristine = csp_node_copy(r->resolved->arena, m);
  CspNode *both = csp_node(r->resolved->arena, CSP_DECLARATIONS, m->span, NULL,
                           m->kids[1]->count + m->kids[2]->count);
  for (uint32_t i = 0; i < m->kids[1]->count; i++) csp_node_set(both, i, m->kids[1]->kids[i]);
  for (uint32_t i = 0; i < m->kids[2]->count; i++)
    csp_node_set(both, m->kids[1]->count + i, m->kids[2]->kids[i]);
  declare_all(r, inside, both);
  if (parameters) return;
  m->symbol->members = csp_scope_open(r, NULL);
  collect_exports(r, inside, m->symbol->members, m->kids[2]);
}

void resolve_module(Resolver *r, CspScope *s, CspNode *m)
{
  (void) s;
  if (!m->symbol) return;
  resolve_declarations(r, m->symbol->inside, m->kids[1]);
  resolve_declarations(r, m->symbol->inside, m->kids[2]);
}

/* --------------------------------------------------------------- instances */

static bool arguments_fit(Resolver *r, const CspNode *instance, const CspNode *module)
{
  const CspNode *wanted = module->kids[0], *given = instance->kids[1];
  uint32_t want = csp_is(wanted, CSP_ABSENT) ? 0 : wanted->count;
  uint32_t have = csp_is(given, CSP_ABSENT) ? 0 : given->count;
  if (want == have) return true;
  diag_error(r->context->diags, instance->span, "argument-count",
             "module %s has %u parameter%s, but %u argument%s given", module->name->text, want,
             want == 1 ? "" : "s", have, have == 1 ? " is" : "s are");
  return false;
}

/* A BIND for each parameter, then all declarations of the module, copied. */
static CspNode *copy_declarations(Resolver *r, CspNode *instance, const CspNode *module)
{
  Arena *arena = r->resolved->arena;
  const CspNode *given = instance->kids[1];
  uint32_t parameters = csp_is(module->kids[0], CSP_ABSENT) ? 0 : module->kids[0]->count, at = 0;
  uint32_t count = parameters + module->kids[1]->count + module->kids[2]->count;
  CspNode *all = csp_node(arena, CSP_DECLARATIONS, instance->span, NULL, count);
  for (uint32_t i = 0; i < parameters; i++) {
    CspNode *bind = csp_node(arena, CSP_BIND, instance->span, NULL, 2);
    csp_node_set(bind, 0, csp_node_copy(arena, module->kids[0]->kids[i]));
    csp_node_set(bind, 1, given->kids[i]);
    csp_node_set(all, at++, bind);
  }
  for (uint32_t part = 1; part <= 2; part++)
    for (uint32_t i = 0; i < module->kids[part]->count; i++)
      csp_node_set(all, at++, csp_node_copy(arena, module->kids[part]->kids[i]));
  assert(at == count);
  return all;
}

/* What stands inside is looked up where the module stands, not where the instance does. */
static void open_instance(Resolver *r, CspScope *s, CspNode *instance, const CspSymbol *module)
{
  const CspNode *text = module->pristine;
  instance->symbol =
      csp_scope_declare(r, s, CSP_SYMBOL_MODULE, instance->name, instance->span, instance);
  instance->symbol->pristine = text;
  if (!arguments_fit(r, instance, text)) return;
  if (r->instances >= INSTANCE_DEPTH) {
    diag_error(r->context->diags, instance->span, "cycle", "instances of modules nest without end");
    return;
  }
  r->instances++;
  CspScope *inside = open_inside(r, module->inside->outer, instance->symbol);
  inside->template = s->template;
  instance->symbol->inside = inside;
  csp_node_set(instance, 2, copy_declarations(r, instance, text));
  CspNode *declarations = instance->kids[2];
  declare_all(r, inside, declarations);
  instance->symbol->members = csp_scope_open(r, NULL);
  collect_exports(r, inside, instance->symbol->members, text->kids[2]);
  r->instances--;
}

static bool try_instance(Resolver *r, CspScope *s, CspNode *instance)
{
  const CspSymbol *module = csp_scope_find(r, s, instance->kids[0]->name);
  if (!module || module->kind != CSP_SYMBOL_MODULE || !module->pristine) return false;
  instance->kids[0]->symbol = (CspSymbol *) module;
  open_instance(r, s, instance, module);
  return true;
}

typedef VEC(CspNode *) NodeList;

static void list_instances(CspNode *declarations, NodeList *out)
{
  for (uint32_t i = 0; i < declarations->count; i++) {
    CspNode *d = declarations->kids[i];
    if (csp_is(d, CSP_INSTANCE)) vec_push(out, d);
    else if (csp_is(d, CSP_INCLUDE)) list_instances(d->kids[0], out);
    else if (csp_is(d, CSP_TIMED)) list_instances(d->kids[1], out);
  }
}

void declare_instances(Resolver *r, CspScope *s, CspNode *declarations)
{
  NodeList open = {0};
  list_instances(declarations, &open);
  for (bool progress = true; progress && open.len;) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < open.len; i++)
      if (!try_instance(r, s, open.data[i])) open.data[kept++] = open.data[i];
    progress = kept < open.len;
    open.len = kept;
  }
  for (uint32_t i = 0; i < open.len; i++) {
    const CspNode *module = open.data[i]->kids[0];
    if (csp_scope_need(r, s, module))
      diag_error(r->context->diags, module->span, "unknown-name", "%s is no module",
                 module->name->text);
  }
  vec_free(&open);
}

void resolve_instance(Resolver *r, CspScope *s, CspNode *instance)
{
  const CspNode *given = instance->kids[1];
  if (!csp_is(given, CSP_ABSENT))
    for (uint32_t i = 0; i < given->count; i++) resolve_csp_node(r, s, given->kids[i]);
  if (!instance->symbol || !instance->symbol->inside) return;
  CspNode *all = instance->kids[2];
  uint32_t parameters = csp_is(given, CSP_ABSENT) ? 0 : given->count;
  CspNode *rest =
      csp_node(r->resolved->arena, CSP_DECLARATIONS, all->span, NULL, all->count - parameters);
  for (uint32_t i = parameters; i < all->count; i++)
    csp_node_set(rest, i - parameters, all->kids[i]);
  resolve_declarations(r, instance->symbol->inside, rest);
}
