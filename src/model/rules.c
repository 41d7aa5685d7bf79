#include "model/rules.h"

#include <stdlib.h>
#include <string.h>

#include "model/effects.h"

/* ------------------------------------------------------------------ clauses */

static void require(Diags *diags, const Unit *unit, NodeKind present, NodeKind needed)
{
  const Node *clause = unit_clause(unit, present);
  if (!clause || unit_clause(unit, needed)) return;
  diag_error(diags, (Span){clause->span.begin, clause->span.begin + 1}, "missing-clause",
             "the clause %s needs a clause %s, which is missing", node_kind_name(present),
             node_kind_name(needed));
}

static void forbid(Diags *diags, const Unit *unit, const NodeKind *kinds, unsigned count)
{
  for (unsigned i = 0; i < count; i++) {
    const Node *clause = unit_clause(unit, kinds[i]);
    if (!clause) continue;
    diag_error(diags, (Span){clause->span.begin, clause->span.begin + 1}, "misplaced-clause",
               "the clause %s cannot stand in a %s", node_kind_name(kinds[i]), unit->keyword);
  }
}

void rules_check_unit(Diags *diags, const Unit *unit)
{
  static const NodeKind not_in_machine[] = {NODE_CL_IMPORTS, NODE_CL_VALUES, NODE_CL_REFINES,
                                            NODE_CL_LOCAL_OPERATIONS};
  static const NodeKind not_in_refinement[] = {
      NODE_CL_USES, NODE_CL_CONSTRAINTS, NODE_CL_LOCAL_OPERATIONS, NODE_CL_IMPORTS, NODE_CL_VALUES};
  static const NodeKind not_in_implementation[] = {NODE_CL_CONSTRAINTS, NODE_CL_INCLUDES,
                                                   NODE_CL_USES, NODE_CL_ABSTRACT_CONSTANTS,
                                                   NODE_CL_VARIABLES};
  switch ((NodeKind) unit->root->kind) {
  case NODE_MACHINE:
    forbid(diags, unit, not_in_machine, 4);
    require(diags, unit, NODE_CL_CONSTANTS, NODE_CL_PROPERTIES);
    require(diags, unit, NODE_CL_ABSTRACT_CONSTANTS, NODE_CL_PROPERTIES);
    require(diags, unit, NODE_CL_VARIABLES, NODE_CL_INVARIANT);
    require(diags, unit, NODE_CL_VARIABLES, NODE_CL_INITIALISATION);
    require(diags, unit, NODE_CL_CONCRETE_VARIABLES, NODE_CL_INVARIANT);
    require(diags, unit, NODE_CL_CONCRETE_VARIABLES, NODE_CL_INITIALISATION);
    break;
  case NODE_REFINEMENT: forbid(diags, unit, not_in_refinement, 5); break;
  case NODE_IMPLEMENTATION: forbid(diags, unit, not_in_implementation, 5); break;
  default: break;
  }
}

/* -------------------------------------------------------------- assignments */

typedef struct {
  Diags *diags;
  const Machine *machine;           /* whose text is checked; NULL: a formula */
  bool simultaneous_writes_allowed; /* a preference for translated models */
  const Node *assigned;             /* LIST of x,y in x,y:(P), inside P */
  bool in_loop;                     /* inside WHILE, where x$0 is x before the operation */
} Rules;

/* Is the variable declared by the machine or by what it refines? */
static bool own_variable(const Rules *rules, const Symbol *symbol)
{
  if (!rules->machine) return true;
  for (const Machine *m = rules->machine; m; m = m->refines)
    if (m == symbol->machine) return true;
  /* The same name declared again on another level is the same variable. */
  return map_get(&rules->machine->names, symbol->name) == symbol;
}

static void check_target(const Rules *rules, const Node *target)
{
  const Symbol *symbol = effects_target(target);
  if (!symbol) return;
  Diag *d = NULL;
  if (symbol->kind == SYMBOL_VARIABLE) {
    if (symbol->dropped)
      d = diag_error(rules->diags, target->span, "not-assignable",
                     "%s cannot be assigned: it is a variable of the refined machine only",
                     symbol->name->text);
    else if (!own_variable(rules, symbol))
      d = diag_error(rules->diags, target->span, "not-assignable",
                     "%s cannot be assigned here: it belongs to the machine %s and changes only "
                     "through its operations",
                     symbol->name->text, symbol->machine->name->text);
  } else if (symbol->kind == SYMBOL_LOCAL) {
    if (symbol->local != LOCAL_VAR && symbol->local != LOCAL_RESULT)
      d = diag_error(rules->diags, target->span, "not-assignable",
                     "%s cannot be assigned: it is %s", symbol->name->text,
                     symbol->local == LOCAL_PARAMETER ? "a parameter of the operation"
                                                      : "bound and can only be read");
  } else if (symbol->kind != SYMBOL_FREE) {
    d = diag_error(rules->diags, target->span, "not-assignable",
                   "%s cannot be assigned: it is a %s", symbol->name->text,
                   symbol_kind_text(symbol));
  }
  if (d && span_known(symbol->span))
    diag_note(rules->diags, d, symbol->span, "%s is declared here", symbol->name->text);
}

static void report_twice(const Rules *rules, const Write *first, const Write *second,
                         const char *how)
{
  Diag *d = diag_error(rules->diags, second->span, "written-twice", "%s is written %s",
                       second->symbol->name->text, how);
  diag_note(rules->diags, d, first->span, "it is also written here");
}

static void check_targets(const Rules *rules, const Node *list)
{
  for (uint32_t i = 0; i < list->count; i++) check_target(rules, list->kids[i]);
  for (uint32_t i = 1; i < list->count; i++)
    for (uint32_t j = 0; j < i && list->count < 200; j++) {
      Symbol *symbol = effects_target(list->kids[i]);
      if (!symbol || symbol != effects_target(list->kids[j])) continue;
      Write first = {symbol, list->kids[j]->span}, second = {symbol, list->kids[i]->span};
      if (!rules->simultaneous_writes_allowed)
        report_twice(rules, &first, &second, "twice in one assignment");
    }
}

/* ------------------------------------------------------------ simultaneous */

typedef struct {
  Write write;
  uint32_t part;
} PartWrite;

static int by_symbol(const void *a, const void *b)
{
  const PartWrite *x = a, *y = b;
  if (x->write.symbol != y->write.symbol) return x->write.symbol < y->write.symbol ? -1 : 1;
  return x->part < y->part ? -1 : x->part > y->part;
}

/* Nothing may be written by two of the parts, whatever the conditions. */
static void check_simultaneous(const Rules *rules, const Node *node)
{
  if (rules->simultaneous_writes_allowed) return;
  VEC(PartWrite) all = {0};
  for (uint32_t part = 0; part < node->count; part++) {
    Writes writes = {0};
    effects_writes(node->kids[part], &writes);
    for (uint32_t i = 0; i < writes.len; i++) {
      PartWrite entry = {writes.data[i], part};
      vec_push(&all, entry);
    }
    vec_free(&writes);
  }
  if (all.len) qsort(all.data, all.len, sizeof *all.data, by_symbol);
  for (uint32_t i = 1; i < all.len; i++) {
    const PartWrite *first = &all.data[i - 1], *second = &all.data[i];
    if (first->write.symbol != second->write.symbol || first->part == second->part) continue;
    report_twice(rules, &first->write, &second->write, "on both sides of ||");
    while (i + 1 < all.len && all.data[i + 1].write.symbol == second->write.symbol) i++;
  }
  vec_free(&all);
}

/* --------------------------------------------------------------------- LET */

static const Node *bare(const Node *node)
{
  while (node->kind == NODE_EXPANSION || node->kind == NODE_DESCRIBED ||
         node->kind == NODE_LABELLED)
    node = node->kids[0];
  return node;
}

static const Symbol *named(const Node *node)
{
  node = bare(node);
  return node->kind == NODE_IDENT ? node->symbol : NULL;
}

typedef struct {
  const Symbol *name;
  const Node *value; /* NULL: no equation yet */
  bool visiting, done;
} LetName;

typedef VEC(LetName) LetNames;

static LetName *let_name(const LetNames *names, const Symbol *symbol)
{
  for (uint32_t i = 0; symbol && i < names->len; i++)
    if (names->data[i].name == symbol) return &names->data[i];
  return NULL;
}

/* x = E, or E = x if only the right side is one of the names. */
static void take_equation(const Rules *rules, const Node *node, LetNames *names)
{
  const Node *equation = bare(node);
  if (equation->kind == NODE_AND) {
    for (uint32_t i = 0; i < equation->count; i++) take_equation(rules, equation->kids[i], names);
    return;
  }
  if (equation->kind == NODE_ERROR) return;
  LetName *name = NULL;
  const Node *value = NULL;
  if (equation->kind == NODE_EQUAL) {
    name = let_name(names, named(equation->kids[0]));
    value = equation->kids[1];
    if (!name) name = let_name(names, named(equation->kids[1])), value = equation->kids[0];
  }
  if (!name || name->value) {
    Diag *d =
        diag_error(rules->diags, node->span, "bad-let",
                   name ? "%s has two equations in LET"
                        : "LET needs an equation x = E for each of its names, and nothing else%s",
                   name ? name->name->name->text : "");
    if (name) diag_note(rules->diags, d, name->value->span, "the first one is here");
    return;
  }
  name->value = value;
}

/* Do the equations go in a circle from this name on? */
static bool circular(LetNames *names, const Node *node)
{
  LetName *used = node->kind == NODE_IDENT ? let_name(names, node->symbol) : NULL;
  if (used && used->visiting) return true;
  if (used && !used->done && used->value) {
    used->visiting = true;
    bool found = circular(names, used->value);
    used->visiting = false;
    used->done = true;
    if (found) return true;
  }
  for (uint32_t i = 0; i < node->count; i++)
    if (circular(names, node->kids[i])) return true;
  return false;
}

static void check_let(const Rules *rules, const Node *node)
{
  LetNames names = {0};
  for (uint32_t i = 0; i < node->kids[0]->count; i++) {
    LetName name = {.name = named(node->kids[0]->kids[i])};
    if (name.name) vec_push(&names, name);
  }
  take_equation(rules, node->kids[1], &names);
  for (uint32_t i = 0; i < names.len; i++) {
    LetName *name = &names.data[i];
    if (!name->value) {
      diag_error(rules->diags, node->kids[1]->span, "bad-let", "there is no equation for %s in LET",
                 name->name->name->text);
      continue;
    }
    name->visiting = true;
    if (!name->done && circular(&names, name->value))
      diag_error(rules->diags, name->value->span, "bad-let", "the value of %s depends on itself",
                 name->name->name->text);
    name->visiting = false;
    name->done = true;
  }
  vec_free(&names);
}

/* -------------------------------------------------------------------- CASE */

/* A label: a literal (perhaps negative), TRUE, FALSE, or an element of a set. */
static bool is_label(const Node *node)
{
  node = bare(node);
  switch ((NodeKind) node->kind) {
  case NODE_INTEGER_LIT:
  case NODE_STRING_LIT:
  case NODE_TRUE:
  case NODE_FALSE:
  case NODE_ERROR: return true;
  case NODE_NEGATE: return bare(node->kids[0])->kind == NODE_INTEGER_LIT;
  case NODE_IDENT:
    return !node->symbol || node->symbol->kind == SYMBOL_ELEMENT ||
           node->symbol->kind == SYMBOL_FREE || node->symbol->kind == SYMBOL_CONSTRUCTOR;
  default: return false;
  }
}

static bool same_label(const Node *a, const Node *b)
{
  a = bare(a);
  b = bare(b);
  if (a->kind != b->kind) return false;
  if (a->kind == NODE_IDENT) return a->symbol == b->symbol;
  if (a->kind == NODE_NEGATE) return same_label(a->kids[0], b->kids[0]);
  return a->name == b->name;
}

typedef VEC(const Node *) Labels;

static void check_label(const Rules *rules, const Labels *before, const Node *label)
{
  if (!is_label(label)) {
    diag_error(rules->diags, label->span, "bad-case",
               "a value of a CASE must be a literal or an element of an enumerated set");
    return;
  }
  for (uint32_t i = 0; i < before->len; i++) {
    if (!same_label(before->data[i], label)) continue;
    Diag *d =
        diag_error(rules->diags, label->span, "bad-case", "this value has two branches in CASE");
    diag_note(rules->diags, d, before->data[i]->span, "the first one is here");
    return;
  }
}

static void check_case(const Rules *rules, const Node *node)
{
  Labels labels = {0};
  for (uint32_t i = 1; i < node->count; i++) {
    if (node->kids[i]->kind != NODE_BRANCH) continue;
    const Node *list = node->kids[i]->kids[0];
    for (uint32_t j = 0; j < list->count; j++) {
      if (labels.len < 1000) check_label(rules, &labels, list->kids[j]);
      vec_push(&labels, list->kids[j]);
    }
  }
  vec_free(&labels);
}

/* --------------------------------------------------------------------- all */

/* x$0 is the value before: of x in x:(P), and in loops. */
static void check_old_value(const Rules *rules, const Node *node)
{
  if (!rules->machine || rules->in_loop) return;
  for (uint32_t i = 0; rules->assigned && i < rules->assigned->count; i++)
    if (effects_target(rules->assigned->kids[i]) == node->symbol) return;
  diag_error(rules->diags, node->span, "old-value",
             "%s$0, the value before, has a meaning only in a substitution %s:(P)",
             node->name->text, node->name->text);
}

static void check(const Rules *rules, const Node *node);

static void check_kids(const Rules *rules, const Node *node)
{
  for (uint32_t i = 0; i < node->count; i++) check(rules, node->kids[i]);
}

static void check(const Rules *rules, const Node *node)
{
  Rules inner = *rules;
  switch ((NodeKind) node->kind) {
  case NODE_BECOMES_SUCH:
    check_targets(rules, node->kids[0]);
    inner.assigned = node->kids[0];
    check_kids(&inner, node);
    return;
  case NODE_WHILE:
    inner.in_loop = true;
    check_kids(&inner, node);
    return;
  case NODE_OLD_VALUE: check_old_value(rules, node); break;
  case NODE_ASSIGN:
  case NODE_BECOMES_IN:
  case NODE_OP_CALL: check_targets(rules, node->kids[0]); break;
  case NODE_SIMULTANEOUS: check_simultaneous(rules, node); break;
  case NODE_LET:
  case NODE_LET_EXPR:
  case NODE_LET_PRED: check_let(rules, node); break;
  case NODE_CASE: check_case(rules, node); break;
  default: break;
  }
  check_kids(rules, node);
}

static bool is_true_setting(const Model *model, const char *name)
{
  for (uint32_t i = 0; i < model->settings.capacity; i++) {
    const Name *key = model->settings.keys[i];
    if (!key || strcmp(key->text, name)) continue;
    return bare(model->settings.values[i])->kind == NODE_TRUE;
  }
  return false;
}

static void check_clauses(Rules *rules, const Clause *clauses, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) {
    rules->machine = clauses[i].machine;
    check(rules, clauses[i].node);
  }
}

void rules_check_model(Diags *diags, const Model *model)
{
  Rules rules = {.diags = diags};
  rules.simultaneous_writes_allowed =
      is_true_setting(model, "SET_PREF_ALLOW_SIMULTANEOUS_ASSIGNMENTS");
  check_clauses(&rules, model->properties.data, model->properties.len);
  check_clauses(&rules, model->invariants.data, model->invariants.len);
  check_clauses(&rules, model->assertions.data, model->assertions.len);
  for (uint32_t i = 0; i < model->initialisations.len; i++) {
    rules.machine = model->initialisations.data[i].machine;
    check(&rules, model->initialisations.data[i].node);
  }
  for (uint32_t i = 0; i < model->operations.len; i++) {
    const Operation *operation = model->operations.data[i];
    rules.machine = operation->machine;
    if (operation->body) check(&rules, operation->body);
  }
}

void rules_check_formula(Diags *diags, const Node *node) { check(&(Rules){.diags = diags}, node); }
