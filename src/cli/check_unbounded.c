#include <stdlib.h>
#include <string.h>

#include "cli/check_report.h"
#include "model/model_print.h"
#include "search/coverage.h"

/* Names without bounds: where they are, what was tried, and what to write. */
typedef struct {
  const Checked *c;
  const Name *name;
  const Symbol *constant;     /* or NULL */
  const Operation *operation; /* that it is chosen in, or NULL */
  Span span;                  /* of its declaration */
  bool chosen;                /* as a variable, by :: or : (…) */
  bool integer;
  bool alone; /* nothing else was left out */
  Text tried, advice;
} Unbounded;

/* ---- where it is */

/* The declaration of the name by a binder or ANY; false: there is none. */
static bool find_declared(Unbounded *u, const Node *node)
{
  for (uint32_t i = 0; node->kind == NODE_NAMES && i < node->count; i++) {
    const Node *declared = node_bare(node->kids[i]);
    if (declared->name != u->name) continue;
    u->span = declared->span;
    u->integer =
        declared->symbol && declared->symbol->type && declared->symbol->type->kind == TYPE_INTEGER;
    return true;
  }
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i] && find_declared(u, node->kids[i])) return true;
  return false;
}

static bool find_in_operation(Unbounded *u, const Operation *op)
{
  for (uint32_t i = 0; i < op->parameter_count; i++) {
    if (op->parameters[i]->name != u->name) continue;
    u->span = op->parameters[i]->span;
    u->integer = op->parameters[i]->type && op->parameters[i]->type->kind == TYPE_INTEGER;
    return true;
  }
  return op->body && find_declared(u, op->body);
}

static bool find_in_clauses(Unbounded *u, const Clauses *clauses)
{
  for (uint32_t i = 0; i < clauses->len; i++)
    if (find_declared(u, clauses->data[i].node)) return true;
  return false;
}

/* x :: S, or x : (P) */
static bool chooses(Unbounded *u, const Node *node)
{
  bool choice = node->kind == NODE_BECOMES_IN || node->kind == NODE_BECOMES_SUCH;
  for (uint32_t i = 0; choice && i < node->kids[0]->count; i++) {
    const Node *target = node_bare(node->kids[0]->kids[i]);
    if (!target->symbol || target->symbol->name != u->name) continue;
    u->span = node->span;
    u->integer = target->type && target->type->kind == TYPE_INTEGER;
    u->chosen = true;
    return true;
  }
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i] && chooses(u, node->kids[i])) return true;
  return false;
}

/* A variable that may become anything. */
static bool find_choice(Unbounded *u)
{
  const Model *model = u->c->engine->model;
  for (uint32_t i = 0; i < model->initialisations.len; i++)
    if (chooses(u, model->initialisations.data[i].node)) return true;
  for (uint32_t i = 0; i < model->operations.len; i++) {
    if (!model->operations.data[i]->body || !chooses(u, model->operations.data[i]->body)) continue;
    u->operation = model->operations.data[i];
    return true;
  }
  return false;
}

static bool find(Unbounded *u)
{
  const Model *model = u->c->engine->model;
  for (uint32_t i = 0; i < model->constants.len; i++) {
    const Symbol *symbol = model->constants.data[i];
    if (symbol->name != u->name) continue;
    u->constant = symbol;
    u->span = symbol->span;
    u->integer = symbol->type && symbol->type->kind == TYPE_INTEGER;
    return true;
  }
  for (uint32_t i = 0; i < model->operations.len; i++) {
    if (!find_in_operation(u, model->operations.data[i])) continue;
    u->operation = model->operations.data[i];
    return true;
  }
  return find_in_clauses(u, &model->properties) || find_in_clauses(u, &model->invariants) ||
         find_in_clauses(u, &model->assertions) || find_choice(u);
}

/* ---- what was tried, and what to do */

/* The values of the constant in the set-ups that were found. */
static void add_values(Unbounded *u)
{
  Lts *lts = u->c->lts;
  ColumnCoverage *columns = coverage_of_columns(lts, u->c->x);
  const ColumnCoverage *column = &columns[u->constant->index];
  if (!value_is_none(column->least)) {
    lts->print_column(lts, &u->tried, u->constant->index, column->least);
    if (column->values > 1) {
      text_add(&u->tried, "..");
      lts->print_column(lts, &u->tried, u->constant->index, column->greatest);
    }
  }
  free(columns);
}

static void describe_constant(Unbounded *u)
{
  const char *name = u->name->text;
  if (u->integer) add_values(u);
  const char *last = strrchr(text_string(&u->tried), '.');
  const char *value = last ? last + 1 : text_string(&u->tried);
  bool eventb = model_is_eventb(u->c->engine->model);
  text_printf(&u->advice, "--let %s=%s checks the model for one value", name,
              *value ? value : "VALUE");
  if (u->integer && *value)
    text_printf(&u->advice, ", %s such as %s %s %s for all up to it",
                eventb ? "an axiom" : "a property", name, eventb ? "≤" : "<=", value);
}

static void describe(Unbounded *u)
{
  Engine *e = u->c->engine;
  if (u->constant) {
    describe_constant(u);
    return;
  }
  const char *least = engine_text(e, shape_integer(e->shapes), e->minint);
  const char *most = engine_text(e, shape_integer(e->shapes), e->maxint);
  const char *where = u->operation ? "its guard" : "it";
  if (u->integer) text_printf(&u->tried, "%s..%s", least, most);
  if (u->chosen) text_add(&u->advice, "what it is taken from should be finite");
  else if (!u->integer) text_printf(&u->advice, "%s should say of which finite set it is", where);
  else
    text_printf(&u->advice, "%s should say how large it may be: %s %s %s", where, u->name->text,
                model_is_eventb(e->model) ? "≤" : "<=", most);
}

static void tell(Unbounded *u, json_t *list)
{
  Cli *cli = u->c->cli;
  Sources *sources = session_sources(cli->session);
  Place place = sources_place(sources, u->span.begin);
  const char *operation = u->operation ? u->operation->symbol->name->text : NULL;
  text_printf(&cli->out, "%s%s (%s%s", u->name->text, REASON_NO_BOUNDS,
              operation     ? "in "
              : u->constant ? "a constant"
              : u->chosen   ? "in the initialisation"
                            : "a bound name",
              operation ? operation : "");
  if (place.source) text_printf(&cli->out, ", %s, line %u", place.source->name, place.line);
  text_add_char(&cli->out, ')');
  if (u->tried.len)
    text_printf(&cli->out, ": %s %s", u->alone ? "no violation for" : "tried for",
                text_string(&u->tried));
  text_printf(&cli->out, "\n  %s\n", text_string(&u->advice));
  json_t *entry = json_object();
  json_object_set_new(entry, "name", json_report_string(u->name->text));
  json_object_set_new(entry, "operation", json_report_string(operation));
  json_object_set_new(entry, "constant", json_boolean(u->constant != NULL));
  json_object_set_new(entry, "tried",
                      u->tried.len ? json_report_string(u->tried.data) : json_null());
  json_object_set_new(entry, "advice", json_report_string(text_string(&u->advice)));
  json_report_set_place(entry, sources, u->span);
  json_array_append_new(list, entry);
}

json_t *check_tell_unbounded(const Checked *c)
{
  json_t *list = json_array();
  bool alone = true;
  for (uint32_t i = 0; i < c->x->reasons.len; i++)
    alone &= strstr(c->x->reasons.data[i], REASON_NO_BOUNDS) != NULL;
  for (uint32_t i = 0; i < c->x->reasons.len; i++) {
    const char *reason = c->x->reasons.data[i], *end = strstr(reason, REASON_NO_BOUNDS);
    if (!end) continue;
    Unbounded u = {.c = c, .alone = alone};
    u.name = names_find(session_names(c->cli->session), reason, (size_t) (end - reason));
    if (!u.name || !find(&u)) continue;
    describe(&u);
    tell(&u, list);
    text_free(&u.tried);
    text_free(&u.advice);
  }
  return list;
}
