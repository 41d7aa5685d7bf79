#include <stdlib.h>

#include "csp/types/typing.h"

/* Which declarations need which, and their types group by group. */

typedef struct {
  Typing *typing;
  Units units;
  VEC(CspNode *) last; /* assertions, prints, functions of Timed sections: when all is known */
  bool generalise;
} Set;

/* -------------------------------------------------------------- collecting */

void typing_each_symbol(Typing *t, const CspNode *d, EachSymbol *each, void *data)
{
  switch ((CspKind) d->kind) {
  case CSP_BIND: typing_each_symbol(t, d->kids[0], each, data); break;
  case CSP_NAME:
    if (d->symbol && typing_is_defined(d->symbol)) each(t, d->symbol, data);
    break;
  case CSP_TUPLE:
  case CSP_SEQ:
  case CSP_SET:
  case CSP_DOT:
  case CSP_CONCAT:
  case CSP_BOTH:
    for (uint32_t i = 0; i < d->count; i++) typing_each_symbol(t, d->kids[i], each, data);
    break;
  case CSP_FUNCTION:
  case CSP_NAMETYPE:
    if (d->symbol) each(t, d->symbol, data);
    break;
  case CSP_CHANNEL:
    for (uint32_t i = 0; i < d->kids[0]->count; i++)
      if (d->kids[0]->kids[i]->symbol) each(t, d->kids[0]->kids[i]->symbol, data);
    break;
  case CSP_DATATYPE:
    for (uint32_t i = 0; i < d->count; i++)
      if (d->kids[i]->symbol) each(t, d->kids[i]->symbol, data);
    break;
  default: break;
  }
}

static void own_symbol(Typing *t, CspSymbol *symbol, void *unit)
{
  typing_info(t, symbol)->unit = unit;
}

static void collect(Set *, CspNode *const *list, uint32_t count, Unit around);

static Unit *add_unit(Set *s, CspNode *n, Unit around)
{
  Unit *unit = arena_new_array(s->typing->arena, Unit, 1);
  *unit = around;
  unit->node = n;
  vec_push(&s->units, unit);
  typing_each_symbol(s->typing, n, own_symbol, unit);
  if (around.instance) vec_push(&unit->needs, (Unit *) (uintptr_t) around.instance);
  return unit;
}

static void collect_annotation(Set *s, CspNode *n)
{
  for (uint32_t i = 0; i < n->kids[0]->count; i++) {
    CspSymbol *symbol = n->kids[0]->kids[i]->symbol;
    if (!symbol) continue;
    SymbolInfo *info = typing_info(s->typing, symbol);
    if (info->annotation)
      typing_mistake(s->typing, n->kids[0]->kids[i]->span, "declared-twice",
                     "%s has two annotations", symbol->name->text);
    info->annotation = n;
  }
}

static void collect_module(Set *s, CspNode *n, Unit around)
{
  if (!n->symbol) return;
  if (!csp_is(n->kids[0], CSP_ABSENT)) {
    typing_info(s->typing, n->symbol)->unit = add_unit(s, n, around);
    return;
  }
  collect(s, n->kids[1]->kids, n->kids[1]->count, around);
  collect(s, n->kids[2]->kids, n->kids[2]->count, around);
}

static void collect_one(Set *s, CspNode *n, Unit around)
{
  switch ((CspKind) n->kind) {
  case CSP_ANNOTATION: collect_annotation(s, n); break;
  case CSP_INCLUDE: collect(s, n->kids[0]->kids, n->kids[0]->count, around); break;
  case CSP_TIMED:
    vec_push(&s->last, n);
    collect(s, n->kids[1]->kids, n->kids[1]->count, around);
    break;
  case CSP_MODULE: collect_module(s, n, around); break;
  case CSP_INSTANCE: {
    const Unit *instance = add_unit(s, n, around);
    around.instance = instance;
    if (n->count > 2 && n->kids[2]) collect(s, n->kids[2]->kids, n->kids[2]->count, around);
    break;
  }
  case CSP_BIND:
  case CSP_FUNCTION:
  case CSP_CHANNEL:
  case CSP_DATATYPE:
  case CSP_SUBTYPE:
  case CSP_NAMETYPE: add_unit(s, n, around); break;
  case CSP_PRINT:
  case CSP_ASSERT: vec_push(&s->last, n); break;
  default: break;
  }
}

static void collect(Set *s, CspNode *const *list, uint32_t count, Unit around)
{
  for (uint32_t i = 0; i < count; i++) collect_one(s, list[i], around);
}

/* ------------------------------------------------------------------- needs */

static void need_symbols(Typing *t, Unit *unit, const CspNode *n)
{
  if (csp_is(n, CSP_NAME) && n->symbol && n->symbol->kind != CSP_SYMBOL_BUILTIN) {
    const SymbolInfo *info = typing_info(t, n->symbol);
    Unit *other = info->unit;
    bool known = info->annotation && typing_is_defined(n->symbol);
    if (other && other != unit && !known) vec_push(&unit->needs, other);
  }
  if (csp_is(n, CSP_ANNOTATION)) return;
  for (uint32_t i = 0; i < n->count; i++)
    if (n->kids[i]) need_symbols(t, unit, n->kids[i]);
}

/* A module without parameters is in the scope of those who use it; an instance needs all of it. */
static void need_module(Set *s, Unit *unit, const CspNode *declarations)
{
  for (uint32_t i = 0; i < s->units.len; i++) {
    Unit *other = s->units.data[i];
    Span inner = other->node->span, outer = declarations->span;
    bool inside = inner.begin >= outer.begin && inner.end <= outer.end;
    if (inside && !other->instance && other != unit) vec_push(&unit->needs, other);
  }
}

static void need_instance(Set *s, Unit *unit)
{
  const CspSymbol *module = unit->node->kids[0]->symbol;
  if (!module || !module->declaration) return;
  Unit *template = typing_info(s->typing, (CspSymbol *) (uintptr_t) module)->unit;
  if (template) {
    unit->module = template;
    vec_push(&unit->needs, template);
  } else if (csp_is(module->declaration, CSP_MODULE)) {
    need_module(s, unit, module->declaration);
  }
}

static void find_needs(Set *s)
{
  for (uint32_t i = 0; i < s->units.len; i++) {
    Unit *unit = s->units.data[i];
    if (csp_is(unit->node, CSP_INSTANCE)) need_instance(s, unit);
    else need_symbols(s->typing, unit, unit->node);
  }
}

static void read_annotation(Typing *t, CspSymbol *symbol, void *data)
{
  (void) data;
  SymbolInfo *info = typing_info(t, symbol);
  if (info->annotation && typing_is_defined(symbol))
    info->scheme.type = typing_annotation(t, info->annotation->kids[1]);
}

static void read_annotations(const Set *s)
{
  for (uint32_t i = 0; i < s->units.len; i++)
    typing_each_symbol(s->typing, s->units.data[i]->node, read_annotation, NULL);
}

/* ------------------------------------------------------------------ groups */

static void check_module(Typing *t, Unit *unit)
{
  CspNode *n = unit->node, *const lists[] = {n->kids[1], n->kids[2]};
  t->unifier.level++;
  for (uint32_t i = 0; i < n->kids[0]->count; i++) typing_pattern(t, n->kids[0]->kids[i]);
  typing_declarations(t, lists, 2, true);
  t->unifier.level--;
}

static void forget_symbol(Typing *t, CspSymbol *symbol, void *data)
{
  SymbolInfo *info = typing_info(t, symbol);
  (void) data;
  if (!info->scheme.type || (typing_is_defined(symbol) && !info->annotation))
    info->scheme.type = csp_type_plain(CSPT_UNKNOWN);
}

/* X = {}, channel c : X: nothing decides what its values are. */
static void need_known(Typing *t, const CspSymbol *symbol, CspType *type)
{
  if (symbol->kind != CSP_SYMBOL_CHANNEL && symbol->kind != CSP_SYMBOL_CONSTRUCTOR) return;
  if (!csp_unify_has_open(type, t->unifier.level)) return;
  Text text = {0};
  csp_type_print_cut(&text, type, 100);
  typing_mistake(t, symbol->span, "type-unknown",
                 "the type of %s cannot be inferred: only %s is known", symbol->name->text,
                 text_string(&text));
  text_free(&text);
}

static void finish_symbol(Typing *t, CspSymbol *symbol, void *data)
{
  SymbolInfo *info = typing_info(t, symbol);
  (void) data;
  if (!info->scheme.type || (info->annotation && typing_is_defined(symbol))) return;
  CspType *type = info->scheme.type;
  if (!csp_unify_settle(&t->unifier, &type)) {
    typing_dot_mistake(t, symbol->span,
                       arena_printf(t->arena, "in the type of %s", symbol->name->text));
    type = csp_type_plain(CSPT_UNKNOWN);
  }
  info->scheme.type = type;
  need_known(t, symbol, type);
  csp_unify_generalise(&t->unifier, type, t->unifier.level);
}

/* An instance whose module needs it. */
static bool is_circular(Typing *t, Unit *const *group, uint32_t count)
{
  for (uint32_t i = 0; i < count && count > 1; i++) {
    const CspNode *n = group[i]->node;
    if (!csp_is(n, CSP_INSTANCE)) continue;
    typing_mistake(t, n->span, "cycle", "the module %s and its instance %s need each other",
                   n->kids[0]->name->text, n->name->text);
    return true;
  }
  return false;
}

static bool is_broken(const Unit *unit)
{
  for (const Unit *i = unit->instance; i; i = i->instance)
    if (i->broken || (i->module && i->module->broken)) return true;
  return false;
}

static void check_unit(Typing *t, Unit *unit)
{
  t->instance = unit->instance;
  uint32_t before = t->mistakes;
  if (csp_is(unit->node, CSP_MODULE)) check_module(t, unit);
  else typing_declare(t, unit);
  unit->broken = t->mistakes != before;
}

static void check_group(Typing *t, Unit *const *group, uint32_t count, void *data)
{
  const Set *s = data;
  const Unit *instance = t->instance;
  uint32_t before = t->mistakes;
  bool skip = is_circular(t, group, count);
  for (uint32_t i = 0; i < count; i++) skip |= is_broken(group[i]);
  if (s->generalise) t->unifier.level++;
  t->unifier.steps = 0;
  for (uint32_t i = 0; i < count && !skip; i++) typing_prepare(t, group[i]);
  for (uint32_t i = 0; i < count && !skip; i++) check_unit(t, group[i]);
  if (s->generalise) t->unifier.level--;
  bool wrong = skip || t->mistakes != before;
  for (uint32_t i = 0; i < count; i++) {
    if (skip) group[i]->broken = true;
    t->instance = group[i]->instance;
    if (wrong) typing_each_symbol(t, group[i]->node, forget_symbol, NULL);
    else if (s->generalise) typing_each_symbol(t, group[i]->node, finish_symbol, NULL);
  }
  t->instance = instance;
}

/* -------------------------------------------------------------------- last */

static void check_last(Typing *t, CspNode *n)
{
  t->unifier.level++;
  if (csp_is(n, CSP_ASSERT)) {
    typing_assertion(t, n->kids[0]);
  } else if (csp_is(n, CSP_PRINT)) {
    typing_expression(t, n->kids[0]);
  } else if (!csp_is(n->kids[0], CSP_ABSENT)) {
    CspType *function = csp_type_new(t->arena, CSPT_FUNCTION, 2);
    function->args[0] = csp_type_plain(CSPT_EVENT);
    function->args[1] = csp_type_plain(CSPT_INT);
    typing_expect(t, n->kids[0], function, "the function of a Timed section");
  }
  t->unifier.level--;
}

void typing_declarations(Typing *t, CspNode *const *lists, uint32_t count, bool generalise)
{
  Set s = {.typing = t, .generalise = generalise};
  Unit around = {.instance = t->instance};
  for (uint32_t i = 0; i < count; i++) collect(&s, lists[i]->kids, lists[i]->count, around);
  read_annotations(&s);
  find_needs(&s);
  typing_groups(t, &s.units, check_group, &s);
  for (uint32_t i = 0; i < s.last.len; i++) check_last(t, s.last.data[i]);
  for (uint32_t i = 0; i < s.units.len; i++) vec_free(&s.units.data[i]->needs);
  vec_free(&s.units);
  vec_free(&s.last);
}
