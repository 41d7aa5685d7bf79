#include "model/rules.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "model/effects.h"

/* ------------------------------------------------------------------ clauses */

/* The keyword of a clause as it was written: VARIABLES, or ABSTRACT_VARIABLES. */
static Span keyword_of(Diags *diags, const Node *clause)
{
  uint32_t length = 0, ignored;
  const char *text = sources_text(diags_sources(diags), clause->span, &ignored);
  while (text[length] == '_' || isupper((unsigned char) text[length])) length++;
  return (Span){clause->span.begin, clause->span.begin + length};
}

static const char *text_of(Diags *diags, Span span)
{
  uint32_t length;
  const char *text = sources_text(diags_sources(diags), span, &length);
  return arena_copy(diags_arena(diags), text, length);
}

static const char *article(const char *word) { return strchr("aeiouAEIOU", *word) ? "an" : "a"; }

static void require(Diags *diags, const Unit *unit, NodeKind present, NodeKind needed)
{
  const Node *clause = unit_clause(unit, present);
  if (!clause || unit_clause(unit, needed)) return;
  Span keyword = keyword_of(diags, clause);
  diag_error(diags, keyword, "missing-clause",
             "the clause %s requires a clause %s, which is missing", text_of(diags, keyword),
             node_kind_name(needed));
}

static void require_refines(Diags *diags, const Unit *unit)
{
  if (unit_clause(unit, NODE_CL_REFINES)) return;
  uint32_t begin = unit->root->span.begin;
  diag_error(diags, (Span){begin, begin + (uint32_t) strlen(unit->keyword)}, "missing-clause",
             "the clause REFINES is missing: it names the machine that this %s refines",
             unit->keyword);
}

static void forbid(Diags *diags, const Unit *unit, const NodeKind *kinds, unsigned count)
{
  for (unsigned i = 0; i < count; i++) {
    const Node *clause = unit_clause(unit, kinds[i]);
    if (!clause) continue;
    Span keyword = keyword_of(diags, clause);
    diag_error(diags, keyword, "misplaced-clause", "the clause %s is not allowed in %s %s",
               text_of(diags, keyword), article(unit->keyword), unit->keyword);
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
  case NODE_REFINEMENT:
    require_refines(diags, unit);
    forbid(diags, unit, not_in_refinement, 5);
    break;
  case NODE_IMPLEMENTATION:
    require_refines(diags, unit);
    forbid(diags, unit, not_in_implementation, 5);
    break;
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
  bool in_predicate;                /* inside [S]P, where S replaces names of any kind */
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
  if (!symbol) {
    if (node_bare(target)->kind != NODE_ERROR)
      diag_error(rules->diags, target->span, "not-assignable", "this cannot be assigned a value");
    return;
  }
  if (rules->in_predicate) return;
  Diag *d = NULL;
  if (symbol->kind == SYMBOL_VARIABLE) {
    if (symbol->dropped)
      d = diag_error(rules->diags, target->span, "not-assignable",
                     "%s cannot be assigned: it belongs only to the refined machine",
                     symbol->name->text);
    else if (!own_variable(rules, symbol))
      d = diag_error(rules->diags, target->span, "not-assignable",
                     "%s cannot be assigned here: it belongs to machine %s and is changed only by "
                     "its operations",
                     symbol->name->text, symbol->machine->name->text);
  } else if (symbol->kind == SYMBOL_LOCAL) {
    if (symbol->local != LOCAL_VAR && symbol->local != LOCAL_RESULT)
      d = diag_error(rules->diags, target->span, "not-assignable",
                     "%s cannot be assigned: it is %s", symbol->name->text,
                     symbol->local == LOCAL_PARAMETER ? "a parameter of the operation"
                                                      : "bound and read-only");
  } else if (symbol->kind != SYMBOL_FREE) {
    d = diag_error(rules->diags, target->span, "not-assignable",
                   "%s cannot be assigned: it is %s %s", symbol->name->text,
                   article(symbol_kind_text(symbol)), symbol_kind_text(symbol));
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

/* A seen machine belongs to somebody else: only questions may be asked of it. */
static void check_call(const Rules *rules, const Node *node)
{
  const Operation *callee = node->symbol ? node->symbol->operation : NULL;
  if (!callee || !rules->machine || callee->write_count == 0) return;
  bool seen = false;
  for (uint32_t i = 0; i < rules->machine->seen.len; i++)
    seen |= rules->machine->seen.data[i] == callee->machine;
  for (uint32_t i = 0; i < rules->machine->included.len; i++)
    if (rules->machine->included.data[i] == callee->machine) seen = false;
  if (!seen) return;
  Diag *d = diag_error(
      rules->diags, node->span, "seen-operation",
      "the operation %s cannot be called here: it changes %s of machine %s, which is only seen",
      node->name->text, callee->writes[0]->name->text, callee->machine->name->text);
  diag_hint(rules->diags, d, "include the machine (INCLUDES) to call such operations");
}

/* ----------------------------------------------------------- written twice */

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

/* Reports what is written by two different parts, once for each variable. */
static void check_parts(const Rules *rules, PartWrite *all, uint32_t count, const char *how)
{
  if (count) qsort(all, count, sizeof *all, by_symbol);
  for (uint32_t i = 1; i < count; i++) {
    const PartWrite *first = &all[i - 1], *second = &all[i];
    if (first->write.symbol != second->write.symbol || first->part == second->part) continue;
    report_twice(rules, &first->write, &second->write, how);
    while (i + 1 < count && all[i + 1].write.symbol == second->write.symbol) i++;
  }
}

static void check_targets(const Rules *rules, const Node *list)
{
  VEC(PartWrite) all = {0};
  for (uint32_t i = 0; i < list->count; i++) {
    check_target(rules, list->kids[i]);
    PartWrite entry = {{effects_target(list->kids[i]), list->kids[i]->span}, i};
    if (entry.write.symbol) vec_push(&all, entry);
  }
  if (!rules->simultaneous_writes_allowed)
    check_parts(rules, all.data, all.len, "twice in one assignment");
  vec_free(&all);
}

/* Nothing may be written by two of the parts of ||, whatever the conditions. */
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
  check_parts(rules, all.data, all.len, "on both sides of ||");
  vec_free(&all);
}

/* --------------------------------------------------------------------- LET */

static const Symbol *named(const Node *node)
{
  node = node_bare(node);
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
  const Node *equation = node_bare(node);
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
      diag_error(rules->diags, node->kids[1]->span, "bad-let", "LET has no equation for %s",
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
  node = node_bare(node);
  switch ((NodeKind) node->kind) {
  case NODE_INTEGER_LIT:
  case NODE_REAL_LIT:
  case NODE_STRING_LIT:
  case NODE_TRUE:
  case NODE_FALSE:
  case NODE_ERROR: return true;
  case NODE_NEGATE: return node_bare(node->kids[0])->kind == NODE_INTEGER_LIT;
  case NODE_IDENT:
    return !node->symbol || node->symbol->kind == SYMBOL_ELEMENT ||
           node->symbol->kind == SYMBOL_FREE || node->symbol->kind == SYMBOL_CONSTRUCTOR;
  default: return false;
  }
}

typedef struct {   /* labels with equal keys are equal */
  const void *key; /* symbol or name; of TRUE and FALSE none */
  uint32_t kind;
  bool negative;
  const Node *node;
} Label;

static Label label_of(const Node *node)
{
  Label label = {.node = node};
  const Node *inner = node_bare(node);
  if (inner->kind == NODE_NEGATE) label.negative = true, inner = node_bare(inner->kids[0]);
  label.kind = inner->kind;
  label.key = inner->kind == NODE_IDENT ? (const void *) inner->symbol : (const void *) inner->name;
  return label;
}

static int by_label(const void *a, const void *b)
{
  const Label *x = a, *y = b;
  if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
  if (x->key != y->key) return (uintptr_t) x->key < (uintptr_t) y->key ? -1 : 1;
  return x->negative - y->negative;
}

static void check_case(const Rules *rules, const Node *node)
{
  VEC(Label) labels = {0};
  for (uint32_t i = 1; i < node->count; i++) {
    const Node *list = node->kids[i]->kind == NODE_BRANCH ? node->kids[i]->kids[0] : NULL;
    for (uint32_t j = 0; list && j < list->count; j++) {
      if (is_label(list->kids[j])) vec_push(&labels, label_of(list->kids[j]));
      else
        diag_error(rules->diags, list->kids[j]->span, "bad-case",
                   "a CASE value must be a literal or an element of an enumerated set");
    }
  }
  if (labels.len) qsort(labels.data, labels.len, sizeof *labels.data, by_label);
  for (uint32_t i = 1; i < labels.len; i++) {
    if (by_label(&labels.data[i - 1], &labels.data[i]) || labels.data[i].kind == NODE_ERROR)
      continue;
    const Node *a = labels.data[i - 1].node, *b = labels.data[i].node;
    bool turned = a->span.begin > b->span.begin;
    Diag *d = diag_error(rules->diags, (turned ? a : b)->span, "bad-case",
                         "this CASE value has two branches");
    diag_note(rules->diags, d, (turned ? b : a)->span, "the first one is here");
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
             "%s$0, the old value, is allowed only in a substitution %s:(P)", node->name->text,
             node->name->text);
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
  case NODE_WEAKEST_PRE:
    inner.in_predicate = true;
    check_kids(&inner, node);
    return;
  case NODE_WHILE:
    inner.in_loop = true;
    check_kids(&inner, node);
    return;
  case NODE_OLD_VALUE: check_old_value(rules, node); break;
  case NODE_OP_CALL:
    check_targets(rules, node->kids[0]);
    check_call(rules, node);
    break;
  case NODE_ASSIGN:
  case NODE_BECOMES_IN: check_targets(rules, node->kids[0]); break;
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
    return node_bare(model->settings.values[i])->kind == NODE_TRUE;
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

/* Every variable of the state must get a first value. */
static void check_initialised(Diags *diags, const Model *model)
{
  bool *written = calloc(model->variables.len + 1, sizeof *written);
  if (!written) memory_exhausted();
  for (uint32_t i = 0; i < model->initialisations.len; i++) {
    Writes writes = {0};
    effects_writes(model->initialisations.data[i].node, &writes);
    for (uint32_t j = 0; j < writes.len; j++) {
      const Symbol *symbol = writes.data[j].symbol;
      if (symbol->kind == SYMBOL_VARIABLE && !symbol->dropped) written[symbol->index] = true;
    }
    vec_free(&writes);
  }
  for (uint32_t i = 0; i < model->variables.len; i++)
    if (!written[i])
      diag_warning(diags, model->variables.data[i]->span, "not-initialised",
                   "the initialisation does not give the variable %s a value",
                   model->variables.data[i]->name->text);
  free(written);
}

void rules_check_model(Diags *diags, const Model *model)
{
  if (!model->main->unit->eventless) check_initialised(diags, model);
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
