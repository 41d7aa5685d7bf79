#include "model/unify.h"

#include "model/infer_impl.h"

/* Unification on shared graphs (after Huet): a variable or a type with variables
 * that is found equal to another gets a `link` to it, before their arguments are
 * looked at, so every pair of nodes is compared once and the work is nearly
 * linear in the number of nodes, however often they are shared.  Whether a type
 * now contains itself is checked at the end, if that is possible at all.
 *
 * Union is by rank and without path compression: chains stay logarithmic, and a
 * failed unification is taken back by undoing the trail. */

/* ---- variables */

Type *unify_fresh(Infer *f, VarClass class)
{
  Type *type = type_variable(f->arena, f->vars.len);
  Var var = {.class = class};
  vec_push(&f->vars, var);
  if (class != VAR_ANY) vec_push(&f->classed, type);
  return type;
}

Span unify_origin(Infer *f, Type *type)
{
  Span origin = SPAN_NONE;
  for (; type->link; type = type->link)
    if (type->kind == TYPE_VAR) origin = f->vars.data[type->id].origin;
  return origin;
}

/* ---- the trail */

static void save(Infer *f, Type *type)
{
  Change change = {.type = type, .link = type->link, .rank = type->rank};
  if (type->kind == TYPE_VAR) change.var = *var_of(f, type);
  vec_push(&f->trail, change);
}

static void undo(Infer *f)
{
  while (f->trail.len > 0) {
    Change *change = &f->trail.data[--f->trail.len];
    change->type->link = change->link;
    change->type->rank = change->rank;
    if (change->type->kind == TYPE_VAR) *var_of(f, change->type) = change->var;
  }
}

static void add_equation(Infer *f, Type *a, Type *b)
{
  Equation equation = {a, b};
  vec_push(&f->todo, equation);
}

/* ---- watched products */

static const Watch *join(Infer *f, const Watch *a, const Watch *b)
{
  if (!a || !b) return a ? a : b;
  Watch *joined = arena_alloc(f->arena, sizeof *joined);
  *joined = (Watch){.first = a, .second = b};
  return joined;
}

static void wake(Infer *f, const Watch *watches)
{
  VEC(const Watch *) stack = {0};
  if (watches) vec_push(&stack, watches);
  while (stack.len > 0) {
    const Watch *watch = stack.data[--stack.len];
    if (watch->product) {
      if (!watch->product->done) vec_push(&f->ready, watch->product);
    } else {
      vec_push(&stack, watch->second);
      vec_push(&stack, watch->first);
    }
  }
  vec_free(&stack);
}

void unify_watch(Infer *f, Type *variable, Product *product)
{
  variable = type_resolve(variable);
  if (!is_var(variable)) return;
  Watch *leaf = arena_alloc(f->arena, sizeof *leaf);
  leaf->product = product;
  Var *var = var_of(f, variable);
  var->watches = join(f, var->watches, leaf);
}

/* ---- fields of open records */

static const OpenField *find_field(const OpenField *fields, const Name *name)
{
  while (fields && fields->name != name) fields = fields->next;
  return fields;
}

static const OpenField *with_field(Infer *f, const OpenField *fields, const Name *name, Type *type)
{
  OpenField *field = arena_alloc(f->arena, sizeof *field);
  *field = (OpenField){fields, name, type};
  if (!type->fixed) type->embedded = true;
  return field;
}

static Type *record_field(const Type *record, const Name *name)
{
  uint32_t low = 0, high = record->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    int order = type_compare_names(name, record->names[middle]);
    if (order == 0) return record->args[middle];
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return NULL;
}

static const OpenField *merge_fields(Infer *f, const OpenField *a, const OpenField *b)
{
  const OpenField *merged = b;
  for (; a; a = a->next) {
    const OpenField *common = find_field(b, a->name);
    if (common) add_equation(f, a->type, common->type);
    else merged = with_field(f, merged, a->name, a->type);
  }
  return merged;
}

/* ---- binding and merging */

/* Whether a type that is no variable fits a class; may add equations. */
static bool admits(Infer *f, const Var *var, Type *type)
{
  bool number = type->kind == TYPE_INTEGER || type->kind == TYPE_REAL;
  switch (var->class) {
  case VAR_ANY: return true;
  case VAR_NUMBER: return number;
  case VAR_NUMBER_OR_SET: return number || type->kind == TYPE_POW;
  case VAR_SEQUENCE_OR_STRING: {
    if (type->kind == TYPE_STRING) return true;
    if (type->kind != TYPE_POW) return false;
    Type *element = type_resolve(type->args[0]);
    if (element->kind == TYPE_PAIR) add_equation(f, type_integer(f->types), element->args[0]);
    else add_equation(f, element, make_pair(f, type_integer(f->types), unify_fresh(f, VAR_ANY)));
    return true;
  }
  case VAR_RECORD:
    if (type->kind != TYPE_RECORD) return false;
    for (const OpenField *field = var->fields; field; field = field->next) {
      Type *there = record_field(type, field->name);
      if (!there) return false;
      add_equation(f, field->type, there);
    }
    return true;
  }
  return false;
}

static bool bind(Infer *f, Type *variable, Type *type)
{
  Var var = *var_of(f, variable); /* a copy: admits may move f->vars */
  if (!admits(f, &var, type)) return false;
  if (!type->fixed && variable->embedded) f->risky = true;
  save(f, variable);
  variable->link = type;
  var_of(f, variable)->origin = f->origin;
  wake(f, var.watches);
  if (var.excused) unify_excuse(f, type);
  return true;
}

/* The class of what belongs to both, if there is one that can say it. */
static bool meet(VarClass a, VarClass b, VarClass *both)
{
  if (a == b || b == VAR_ANY) *both = a;
  else if (a == VAR_ANY) *both = b;
  else if (a == VAR_NUMBER_OR_SET && b == VAR_NUMBER) *both = VAR_NUMBER;
  else if (b == VAR_NUMBER_OR_SET && a == VAR_NUMBER) *both = VAR_NUMBER;
  else return false;
  return true;
}

static bool is_sequence_only(VarClass a, VarClass b)
{
  return (a == VAR_NUMBER_OR_SET && b == VAR_SEQUENCE_OR_STRING) ||
         (b == VAR_NUMBER_OR_SET && a == VAR_SEQUENCE_OR_STRING);
}

static bool set_class(Infer *f, Type *variable, VarClass class)
{
  VarClass both, old = var_of(f, variable)->class;
  if (is_sequence_only(old, class))
    return bind(f, variable, make_sequence(f, unify_fresh(f, VAR_ANY)));
  if (!meet(old, class, &both)) return false;
  if (both == old) return true;
  save(f, variable);
  Var *var = var_of(f, variable);
  var->class = both;
  vec_push(&f->classed, variable);
  if (both == VAR_NUMBER) {
    wake(f, var->watches);
    var->watches = NULL;
  }
  return true;
}

static bool merge(Infer *f, Type *a, Type *b)
{
  if (!set_class(f, a, var_of(f, b)->class)) return false;
  if (!is_var(type_resolve(a))) return bind(f, b, type_resolve(a));
  if (!set_class(f, b, var_of(f, a)->class)) return false;
  if (a->rank > b->rank) {
    Type *swap = a;
    a = b, b = swap;
  }
  save(f, a);
  save(f, b);
  Var *from = var_of(f, a), *into = var_of(f, b);
  if ((from->fields || into->fields) && (a->embedded || b->embedded)) f->risky = true;
  a->link = b;
  if (a->rank == b->rank) b->rank++;
  b->embedded |= a->embedded;
  from->origin = f->origin;
  into->excused |= from->excused;
  into->watches = join(f, from->watches, into->watches);
  into->fields = merge_fields(f, from->fields, into->fields);
  return true;
}

/* ---- unification */

static bool same_head(const Type *a, const Type *b)
{
  if (a->kind != b->kind || a->symbol != b->symbol || a->count != b->count) return false;
  if (a->kind == TYPE_VAR) return false; /* different parameters of schemes */
  for (uint32_t i = 0; a->names && i < a->count; i++)
    if (a->names[i] != b->names[i]) return false;
  return true;
}

/* Two different types that are no variables. */
static bool equate(Infer *f, Type *a, Type *b)
{
  if (a->closed && b->closed) return false; /* they are interned */
  if (!same_head(a, b)) return false;
  if (!a->fixed && !b->fixed) f->risky = true;
  if (a->fixed || (!b->fixed && a->rank > b->rank)) {
    Type *swap = a;
    a = b, b = swap;
  }
  if (!a->fixed) {
    save(f, a);
    a->link = b;
    if (!b->fixed && a->rank == b->rank) {
      save(f, b);
      b->rank++;
    }
  }
  for (uint32_t i = a->count; i-- > 0;) add_equation(f, a->args[i], b->args[i]);
  return true;
}

static bool step(Infer *f, Type *a, Type *b)
{
  a = type_resolve(a);
  b = type_resolve(b);
  if (a == b) return true;
  if (is_var(a)) return is_var(b) ? merge(f, a, b) : bind(f, a, b);
  if (is_var(b)) return bind(f, b, a);
  Type *unknown = type_unknown(f->types);
  return a == unknown || b == unknown || equate(f, a, b);
}

static bool is_acyclic(Infer *, Type *);

/* Works off the equations; takes everything back if one cannot hold. */
static bool run(Infer *f, bool ok, uint32_t ready, Type *type)
{
  while (ok && f->todo.len > 0) {
    Equation equation = f->todo.data[--f->todo.len];
    ok = step(f, equation.a, equation.b);
  }
  f->cyclic = ok && f->risky && !is_acyclic(f, type);
  f->risky = false;
  f->todo.len = 0;
  if (ok && !f->cyclic) {
    f->trail.len = 0;
    return true;
  }
  undo(f);
  f->ready.len = ready;
  return false;
}

bool unify(Infer *f, Type *a, Type *b)
{
  uint32_t ready = f->ready.len;
  a = type_resolve(a);
  b = type_resolve(b);
  f->cyclic = false;
  if (a == b) return true;
  return run(f, step(f, a, b), ready, a);
}

bool unify_class(Infer *f, Type *type, VarClass class)
{
  uint32_t ready = f->ready.len;
  Var probe = {.class = class};
  type = type_resolve(type);
  if (type == type_unknown(f->types)) return true;
  bool ok = is_var(type) ? set_class(f, type, class) : admits(f, &probe, type);
  return run(f, ok, ready, type);
}

Type *unify_field(Infer *f, Type *record, const Name *name)
{
  record = type_resolve(record);
  f->cyclic = false;
  if (record->kind == TYPE_RECORD) return record_field(record, name);
  if (record == type_unknown(f->types)) return record;
  if (!is_var(record) || !unify_class(f, record, VAR_RECORD)) return NULL;
  const OpenField *known = find_field(var_of(f, record)->fields, name);
  if (known) return known->type;
  Type *type = unify_fresh(f, VAR_ANY);
  Var *var = var_of(f, record);
  if (var->excused) var_of(f, type)->excused = true;
  var->fields = with_field(f, var->fields, name, type);
  return type;
}

/* ---- walks over types with variables */

typedef struct {
  Type *type;
  uint32_t next;
  const OpenField *field;
} Frame;

/* The next argument of the type on top of a walk, resolved; NULL after the last. */
static Type *next_argument(Frame *frame)
{
  if (frame->next < frame->type->count) return type_resolve(frame->type->args[frame->next++]);
  if (!frame->field) return NULL;
  Type *type = type_resolve(frame->field->type);
  frame->field = frame->field->next;
  return type;
}

static Frame frame_of(Infer *f, Type *type)
{
  return (Frame){type, 0, is_var(type) ? var_of(f, type)->fields : NULL};
}

/* Depth first; types on the current path have the stamp, finished ones stamp+1. */
static bool is_acyclic(Infer *f, Type *type)
{
  uint32_t path = f->stamp += 2;
  bool acyclic = true;
  VEC(Frame) stack = {0};
  type = type_resolve(type);
  if (!type->fixed) {
    type->index = path;
    vec_push(&stack, frame_of(f, type));
  }
  while (acyclic && stack.len > 0) {
    Frame *top = &stack.data[stack.len - 1];
    Type *argument = next_argument(top);
    if (!argument) {
      top->type->index = path + 1;
      stack.len--;
    } else if (argument->fixed || argument->index == path + 1) {
      continue;
    } else if (argument->index == path) {
      acyclic = false;
    } else {
      argument->index = path;
      vec_push(&stack, frame_of(f, argument));
    }
  }
  vec_free(&stack);
  return acyclic;
}

/* Visits the variables inside; sets or looks for `excused`. */
static bool visit_excused(Infer *f, Type *type, bool set)
{
  uint32_t seen = f->stamp += 2;
  type = type_resolve(type);
  bool found = type->fixed && !type->closed;
  VEC(Frame) stack = {0};
  if (!type->fixed) vec_push(&stack, frame_of(f, type));
  while (stack.len > 0) {
    Type *argument = next_argument(&stack.data[stack.len - 1]);
    if (!argument) {
      Type *done = stack.data[--stack.len].type;
      if (is_var(done) && set) var_of(f, done)->excused = true;
      if (is_var(done)) found |= var_of(f, done)->excused;
    } else if (argument->fixed) {
      found |= !argument->closed;
    } else if (argument->index != seen) {
      argument->index = seen;
      vec_push(&stack, frame_of(f, argument));
    }
  }
  vec_free(&stack);
  return found;
}

void unify_excuse(Infer *f, Type *type) { visit_excused(f, type, true); }
bool unify_is_excused(Infer *f, Type *type) { return visit_excused(f, type, false); }
