#include "temporal/notation/resolve.h"

#include <string.h>

#include "lts/guard.h"
#include "model/unknown_name.h"
#include "syntax/inspect.h"
#include "temporal/notation/notation_impl.h"

typedef struct {
  ParseContext *context;
  Diags *diags;
  Model *model; /* or NULL */
  Formulas *owned;
  bool goal_reported;
  uint32_t known; /* names of the model's `known` that are not of quantifiers */
} Resolution;

/* --------------------------------------------------------------- parts in B */

typedef bool (*Wrong)(const Node *);

static bool is_old_value(const Node *node) { return node->kind == NODE_OLD_VALUE; }
static bool is_dropped(const Node *node) { return node->symbol && node->symbol->dropped; }
static bool is_variable(const Node *node)
{
  return node->symbol && node->symbol->kind == SYMBOL_VARIABLE;
}

/* The first node that is wrong, or NULL; *place is where the user's text has it: the use of a
 * definition that it comes from. */
static const Node *find(const Node *node, Wrong wrong, Span *place)
{
  if (wrong(node)) return *place = node->span, node;
  for (uint32_t i = 0; i < node->count; i++) {
    const Node *found = node->kids[i] ? find(node->kids[i], wrong, place) : NULL;
    if (found && node->kind == NODE_EXPANSION) *place = node->span;
    if (found) return found;
  }
  return NULL;
}

static void reject_old_values(Resolution *r, const Formula *formula)
{
  Span place;
  const Node *old = find(formula->node, is_old_value, &place);
  if (!old) return;
  Diag *d = diag_error(r->diags, place, "old-value", "%s$0 has no meaning here", old->name->text);
  diag_hint(r->diags, d, "BA({%s > %s$0}) speaks of a step", old->name->text, old->name->text);
}

static void reject_dropped(Resolution *r, const Formula *formula)
{
  Span place;
  const Node *dropped = find(formula->node, is_dropped, &place);
  if (!dropped) return;
  Diag *d = diag_error(r->diags, place, "abstract-variable",
                       "the abstract variable %s has no value in a refinement that does not "
                       "declare it",
                       dropped->name->text);
  diag_note(r->diags, d, dropped->symbol->span, "it is declared here");
}

/* The variables of quantifiers that may be used. */
static void enter_scope(Resolution *r, const TemporalBinder *scope)
{
  uint32_t first = r->model->known.len;
  for (; scope; scope = scope->outer) vec_push(&r->model->known, scope->symbol);
  Symbol **known = r->model->known.data; /* the innermost last */
  for (uint32_t i = first, k = r->model->known.len; i + 1 < k; i++, k--) {
    Symbol *s = known[i];
    known[i] = known[k - 1];
    known[k - 1] = s;
  }
}

/* In the scope of the model; a formula of its own, which lives as long as the others. */
static const Formula *resolve_part(Resolution *r, TemporalPart *part, const FormulaDemand *demand,
                                   bool old_values)
{
  uint32_t errors = diags_errors(r->diags), mark = diags_mark(r->diags);
  if (part->resolved) return part->formula;
  part->resolved = true;
  if (r->model) enter_scope(r, part->scope);
  Formula *formula = model_formula_as(r->context, r->model, part->source, demand);
  vec_push(r->owned, formula);
  if (r->model) unknown_name_report(r->diags, r->model, formula, mark);
  if (r->model) r->model->known.len = r->known;
  if (diags_errors(r->diags) == errors && !old_values) reject_old_values(r, formula);
  if (diags_errors(r->diags) == errors) reject_dropped(r, formula);
  return part->formula = diags_errors(r->diags) == errors ? formula : NULL;
}

static void resolve_change(Resolution *r, Temporal *t)
{
  bool step = t->kind == TEMPORAL_BEFORE_AFTER;
  bool number = t->kind == TEMPORAL_INCREASING || t->kind == TEMPORAL_DECREASING;
  FormulaDemand demand = {.kind = t->part->kind};
  if (number && r->model) demand.type = type_integer(r->model->types);
  if (number) demand.what = "what increases or decreases";
  resolve_part(r, t->part, &demand, step);
}

/* --------------------------------------------------------------- operations */

static const Operation *find_operation(const Model *model, const Name *name)
{
  for (uint32_t i = 0; i < model->operations.len; i++) {
    const Operation *op = model->operations.data[i];
    if (op->top_level && op->symbol->name == name) return op;
  }
  return NULL;
}

static void report_operation(Resolution *r, const TemporalPattern *pattern)
{
  Nearest nearest = nearest_to(pattern->name->text);
  for (uint32_t i = 0; i < r->model->operations.len; i++)
    if (r->model->operations.data[i]->top_level)
      nearest_offer(&nearest, r->model->operations.data[i]->symbol->name->text);
  Diag *d = diag_error(r->diags, pattern->name_span, "unknown-operation",
                       "there is no operation %s", pattern->name->text);
  if (nearest.best) diag_suggest(r->diags, d, pattern->name_span, nearest.best);
}

/* What the steps of an operation are shown with. */
static void add_parameters(const Resolution *r, const Operation *op, Symbols *parameters)
{
  const Node *any = guard_shown_any(r->context->names, r->model, op);
  for (uint32_t i = 0; i < op->parameter_count; i++) vec_push(parameters, op->parameters[i]);
  for (uint32_t i = 0; any && i < any->kids[0]->count; i++)
    vec_push(parameters, node_bare(any->kids[0]->kids[i])->symbol);
}

/* The number of arguments is that of the parameters. */
static bool fits(Resolution *r, const TemporalPattern *pattern, uint32_t parameters,
                 const Operation *op)
{
  if (!pattern->has_arguments || pattern->count == parameters) return true;
  Diag *d =
      diag_error(r->diags, pattern->span, "argument-count",
                 "%s has %u parameter%s, but %u argument%s given", pattern->name->text, parameters,
                 text_plural(parameters), pattern->count, pattern->count == 1 ? " is" : "s are");
  if (op) diag_note(r->diags, d, op->symbol->span, "it is declared here");
  diag_hint(r->diags, d, "_ stands for any value, the name alone for all arguments");
  return false;
}

static void resolve_pattern(Resolution *r, TemporalPattern *pattern)
{
  if (pattern->resolved) return;
  pattern->resolved = true;
  const Operation *op = NULL;
  Symbols parameters = {0};
  if (r->model) {
    bool first = !strcmp(pattern->name->text, "INITIALISATION");
    op = pattern->operation = find_operation(r->model, pattern->name);
    if (!op && !first) {
      report_operation(r, pattern);
      return;
    }
    if (op) add_parameters(r, op, &parameters);
    if (!fits(r, pattern, parameters.len, op)) {
      vec_free(&parameters);
      return;
    }
  }
  for (uint32_t i = 0; i < pattern->count; i++) {
    if (!pattern->arguments[i]) continue;
    FormulaDemand demand = {.kind = FORMULA_EXPR};
    if (op) {
      const Symbol *parameter = parameters.data[i];
      demand.type = parameter->type;
      demand.what = arena_printf(r->context->arena, "the argument %s of %s", parameter->name->text,
                                 pattern->name->text);
    }
    resolve_part(r, pattern->arguments[i], &demand, false);
  }
  vec_free(&parameters);
}

/* ------------------------------------------------------- the rest of a tree */

static void resolve_tree(Resolution *, Temporal *);

/* P gives the variable its type and its values; they must not depend on the state. */
static void resolve_values(Resolution *r, Temporal *t)
{
  FormulaDemand demand = {.kind = FORMULA_PRED, .variable = t->symbol};
  bool again = t->part->resolved;
  const Formula *values = resolve_part(r, t->part, &demand, false);
  if (again) return;
  Span place;
  const Node *variable = values && r->model ? find(values->node, is_variable, &place) : NULL;
  if (!variable) return;
  Diag *d = diag_error(r->diags, place, "state-variable",
                       "the values of %s must not depend on the variable %s of the state",
                       t->variable->text, variable->name->text);
  diag_hint(r->diags, d, "what is said of the state stands in the formula behind it");
}

static void resolve_quantifier(Resolution *r, Temporal *t)
{
  if (!t->binder->symbol) {
    Symbol *symbol = arena_alloc(r->context->arena, sizeof *symbol);
    *symbol = (Symbol){.kind = SYMBOL_LOCAL, .name = t->variable, .span = t->variable_span};
    t->binder->symbol = symbol;
  }
  t->symbol = t->binder->symbol;
  uint32_t errors = diags_errors(r->diags);
  resolve_values(r, t);
  if (t->part->formula && diags_errors(r->diags) == errors) resolve_tree(r, t->kids[0]);
}

static void resolve_goal(Resolution *r, Temporal *t)
{
  if (!r->model || r->goal_reported) return;
  const Name *name = names_find(r->context->names, "GOAL", strlen("GOAL"));
  const Node *goal = name ? map_get(&r->model->settings, name) : NULL;
  r->goal_reported = !goal || goal->type || model_mentions_dropped(goal);
  if (!r->goal_reported) t->goal = goal;
  else if (goal)
    diag_error(r->diags, t->span, "no-predicate",
               "the definition GOAL is no predicate over states");
  else {
    Diag *d = diag_error(r->diags, t->span, "unknown-name", "the model has no definition GOAL");
    diag_hint(r->diags, d, "write the predicate itself: {P}");
  }
}

static void resolve_tree(Resolution *r, Temporal *t)
{
  switch (temporal_info(t->kind)->form) {
  case TFORM_STATE: resolve_part(r, t->part, &(FormulaDemand){.kind = FORMULA_PRED}, false); break;
  case TFORM_CHANGE: resolve_change(r, t); break;
  case TFORM_QUANTIFIER: resolve_quantifier(r, t); return;
  default: break;
  }
  if (t->kind == TEMPORAL_GOAL) resolve_goal(r, t);
  for (uint32_t i = 0; i < t->pattern_count; i++) resolve_pattern(r, t->patterns[i]);
  for (uint32_t i = 0; i < t->count; i++) resolve_tree(r, t->kids[i]);
}

bool temporal_resolve(ParseContext *context, Model *model, Temporal *t, Formulas *owned)
{
  uint32_t errors = diags_errors(context->diags);
  Resolution r = {context, context->diags, model, owned, false, model ? model->known.len : 0};
  resolve_tree(&r, t);
  return diags_errors(context->diags) == errors;
}
