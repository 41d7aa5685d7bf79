#include "model/infer.h"
#include "model/link.h"
#include "model/resolve.h"

/* Type checking of the flat model.  All machines are treated together, clause by
 * clause: the properties give types to constants and parameters, the invariants
 * to variables, and each substitution to its own parameters and results.  So a
 * refinement's names have the types that its abstraction gives them. */

typedef struct {
  Linker *linker;
  Infer *infer;
} Checker;

/* Names in a text that has mistakes may have no type because of these. */
static bool has_error(const Node *node)
{
  if (node->kind == NODE_ERROR) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (has_error(node->kids[i])) return true;
  return false;
}

static void require_all(Checker *c, const Symbols *symbols, const Clauses *clauses)
{
  for (uint32_t i = 0; i < clauses->len; i++)
    if (has_error(clauses->data[i].node)) return;
  for (uint32_t i = 0; i < symbols->len; i++) infer_require(c->infer, symbols->data[i]);
}

static void check_clauses(Checker *c, const Clauses *clauses)
{
  for (uint32_t i = 0; i < clauses->len; i++) infer_predicate(c->infer, clauses->data[i].node);
}

static void check_constructors(Checker *c)
{
  const Model *model = c->linker->model;
  for (uint32_t i = 0; i < model->freetypes.len; i++)
    for (uint32_t k = 0; k < model->freetypes.data[i]->element_count; k++)
      infer_constructor(c->infer, model->freetypes.data[i]->elements[k]);
}

/* What is given for a parameter in capitals must be a set. */
static void check_arguments(Checker *c)
{
  const Model *model = c->linker->model;
  for (uint32_t i = 0; i < model->constants.len; i++) {
    Symbol *symbol = model->constants.data[i];
    if (!symbol->in_capitals || !symbol->actual) continue;
    Type *set = type_pow(model->types, infer_fresh(c->infer));
    infer_unify(c->infer, set, infer_symbol(c->infer, symbol, NULL), symbol->actual,
                "for a machine parameter in capital letters, which is a set");
  }
}

/* ---- operations */

static void report_signature(Checker *c, const Operation *op, const Operation *abstract)
{
  Diags *diags = c->linker->context->diags;
  bool results = op->result_count != abstract->result_count;
  uint32_t own = results ? op->result_count : op->parameter_count;
  uint32_t other = results ? abstract->result_count : abstract->parameter_count;
  Diag *diag = diag_error(diags, op->symbol->span, "signature",
                          "the operation %s has %u %s%s, but the one it refines has %u",
                          op->symbol->name->text, own, results ? "result" : "parameter",
                          text_plural(own), other);
  diag_note(diags, diag, abstract->symbol->span, "that one is here");
}

static void unify_local(Checker *c, Symbol *own, Symbol *abstract, const Node *at)
{
  Type *type = infer_symbol(c->infer, own, NULL), *wanted = infer_symbol(c->infer, abstract, NULL);
  infer_unify(c->infer, wanted, type, at, "in the refined operation");
}

static void unify_locals(Checker *c, Symbol *const *own, Symbol *const *abstract, uint32_t count,
                         const Node *at)
{
  for (uint32_t i = 0; i < count; i++) unify_local(c, own[i], abstract[i], at);
}

/* Parameters and results have the types of the operation that is refined.  Events
 * may have other parameters: those of the same name have the same type. */
static void check_refined(Checker *c, const Operation *op)
{
  const Operation *abstract = op->refines;
  if (!abstract) return;
  const Node *results = op->node->kids[0], *parameters = op->node->kids[1];
  if (op->event || abstract->event) {
    for (uint32_t i = 0; i < op->parameter_count; i++)
      for (uint32_t k = 0; k < abstract->parameter_count; k++)
        if (op->parameters[i]->name == abstract->parameters[k]->name)
          unify_local(c, op->parameters[i], abstract->parameters[k], parameters);
  } else if (op->parameter_count == abstract->parameter_count &&
             op->result_count == abstract->result_count) {
    unify_locals(c, op->results, abstract->results, op->result_count, results);
    unify_locals(c, op->parameters, abstract->parameters, op->parameter_count, parameters);
  } else {
    report_signature(c, op, abstract);
  }
}

static void check_operations(Checker *c, const Machine *machine)
{
  const Model *model = c->linker->model;
  for (uint32_t i = 0; i < model->operations.len; i++) {
    const Operation *op = model->operations.data[i];
    if (op->machine != machine) continue;
    check_refined(c, op);
    infer_substitution(c->infer, op->body);
  }
  infer_settle(c->infer);
  for (uint32_t i = 0; i < model->operations.len; i++) {
    const Operation *op = model->operations.data[i];
    if (op->machine != machine || has_error(op->body)) continue;
    for (uint32_t k = 0; k < op->parameter_count; k++) infer_require(c->infer, op->parameters[k]);
    for (uint32_t k = 0; k < op->result_count; k++) infer_require(c->infer, op->results[k]);
  }
  infer_finish(c->infer);
}

/* Calls of operations of the same machine, where they are allowed, must not be
 * recursive: nobody could execute that. */
typedef enum { UNVISITED, ACTIVE, DONE } Visit;

static void visit_calls(Checker *c, const Node *node, uint8_t *visits)
{
  if (node->kind == NODE_OP_CALL && node->symbol) {
    uint32_t callee = node->symbol->index;
    if (visits[callee] == ACTIVE) {
      diag_error(c->linker->context->diags, node->span, "recursive-call",
                 "the operation %s calls itself, directly or indirectly", node->symbol->name->text);
    } else if (visits[callee] == UNVISITED) {
      visits[callee] = ACTIVE;
      visit_calls(c, node->symbol->operation->body, visits);
      visits[callee] = DONE;
    }
  }
  for (uint32_t i = 0; i < node->count; i++) visit_calls(c, node->kids[i], visits);
}

static void check_recursion(Checker *c)
{
  const Model *model = c->linker->model;
  uint8_t *visits = arena_new_array(c->linker->context->arena, uint8_t, model->operations.len);
  for (uint32_t i = 0; i < model->operations.len; i++) {
    if (visits[i] != UNVISITED) continue;
    visits[i] = ACTIVE;
    visit_calls(c, model->operations.data[i]->body, visits);
    visits[i] = DONE;
  }
}

/* ---- the whole */

static void check_machines(Checker *c)
{
  const Model *model = c->linker->model;
  for (uint32_t i = 0; i < model->machines.len; i++) {
    const Machine *machine = model->machines.data[i];
    if (machine->initialisation) infer_substitution(c->infer, machine->initialisation);
    infer_settle(c->infer);
    infer_finish(c->infer);
    check_operations(c, machine);
  }
}

bool link_types(Linker *linker)
{
  Model *model = linker->model;
  Diags *diags = linker->context->diags;
  uint32_t errors = diags_errors(diags);
  Checker c = {linker, infer_new(model->types, linker->context->names, diags)};
  check_constructors(&c);
  check_arguments(&c);
  check_clauses(&c, &model->properties);
  bool together = model->main->unit->eventb; /* theorems give types, too */
  if (together) {
    check_clauses(&c, &model->invariants);
    check_clauses(&c, &model->assertions);
  }
  infer_settle(c.infer);
  require_all(&c, &model->constants, &model->properties);
  infer_finish(c.infer);
  if (!together) check_clauses(&c, &model->invariants);
  infer_settle(c.infer);
  require_all(&c, &model->variables, &model->invariants);
  require_all(&c, &model->dropped, &model->invariants);
  infer_finish(c.infer);
  if (!together) check_clauses(&c, &model->assertions);
  infer_settle(c.infer);
  infer_finish(c.infer);
  check_machines(&c);
  check_recursion(&c);
  infer_free(c.infer);
  return diags_errors(diags) == errors;
}
