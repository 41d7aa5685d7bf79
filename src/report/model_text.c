#include "report/model_text.h"

#include "syntax/print.h"

static const PrintStyle one_line = {.unicode = false, .width = 0};

/* A file with mistakes may give a machine no name. */
static const char *name_of(const Machine *machine)
{
  return machine && machine->name ? machine->name->text : "?";
}

static void add_type(Text *out, const Type *type)
{
  if (type) type_print(out, type);
  else text_add_char(out, '?');
}

void model_text_symbol(Text *out, const Symbol *symbol)
{
  print_name(out, symbol->name->text);
  text_add(out, " : ");
  add_type(out, symbol->type);
  text_add_char(out, '\n');
}

static void add_locals(Text *out, Symbol *const *locals, uint32_t count)
{
  text_add_char(out, '(');
  for (uint32_t i = 0; i < count; i++) {
    if (i > 0) text_add(out, ", ");
    print_name(out, locals[i]->name->text);
    text_add_char(out, ':');
    add_type(out, locals[i]->type);
  }
  text_add_char(out, ')');
}

void model_text_signature(Text *out, const Operation *operation)
{
  add_locals(out, operation->parameters, operation->parameter_count);
  if (operation->result_count == 0) return;
  text_add(out, " --> ");
  add_locals(out, operation->results, operation->result_count);
}

void model_text_operation(Text *out, const Operation *operation)
{
  print_name(out, operation->symbol->name->text);
  text_add(out, " : ");
  model_text_signature(out, operation);
  text_add_char(out, '\n');
}

/* Whether the refinement keeps a variable of this name, perhaps with another type. */
static bool is_kept(const Model *model, const Symbol *dropped)
{
  for (uint32_t i = 0; i < model->variables.len; i++)
    if (model->variables.data[i]->name == dropped->name) return true;
  return false;
}

void model_text_each_symbol(const Model *model, void (*visit)(void *, const Symbol *), void *data)
{
  for (uint32_t i = 0; i < model->sets.len + model->freetypes.len; i++) {
    const Symbol *set =
        i < model->sets.len ? model->sets.data[i] : model->freetypes.data[i - model->sets.len];
    visit(data, set);
    for (uint32_t k = 0; k < set->element_count; k++) visit(data, set->elements[k]);
  }
  for (uint32_t i = 0; i < model->constants.len; i++) visit(data, model->constants.data[i]);
  for (uint32_t i = 0; i < model->variables.len; i++) visit(data, model->variables.data[i]);
  for (uint32_t i = 0; i < model->dropped.len; i++)
    if (!is_kept(model, model->dropped.data[i])) visit(data, model->dropped.data[i]);
}

bool model_text_shows(const Model *model, const Operation *operation)
{
  return operation->top_level || operation->machine == model->main;
}

static bool is_own(const Model *model, const Operation *operation)
{
  if (operation->machine == model->main) return true;
  const Map *offered = &model->main->offered;
  for (uint32_t i = 0; i < offered->capacity; i++)
    if (offered->keys[i] && ((const Symbol *) offered->values[i])->operation == operation)
      return true;
  return false;
}

/* name : signature, or name (of MACHINE) : signature. */
static void add_operation(Text *out, const Model *model, const Operation *operation)
{
  print_name(out, operation->symbol->name->text);
  if (!is_own(model, operation)) text_printf(out, " (of %s)", name_of(operation->machine));
  text_add(out, " : ");
  model_text_signature(out, operation);
  text_add_char(out, '\n');
}

static void visit_symbol(void *out, const Symbol *symbol) { model_text_symbol(out, symbol); }

void model_text_types(Text *out, const Model *model)
{
  model_text_each_symbol(model, visit_symbol, out);
  for (uint32_t i = 0; i < model->operations.len; i++)
    if (model_text_shows(model, model->operations.data[i]))
      add_operation(out, model, model->operations.data[i]);
}

/* ---- the flat model */

static const char *link_text(LinkKind link)
{
  switch (link) {
  case LINK_MAIN: return "main";
  case LINK_REFINED: return "refined";
  case LINK_INCLUDED: return "included";
  case LINK_SEEN: return "seen";
  case LINK_USED: return "used";
  }
  return "?";
}

static void dump_machine(Text *out, const Machine *machine)
{
  text_add(out, "machine ");
  if (machine->prefix) text_printf(out, "%s.", machine->prefix->text);
  text_printf(out, "%s: %s", name_of(machine), link_text(machine->link));
  if (machine->refines) text_printf(out, ", refines %s", name_of(machine->refines));
  for (uint32_t i = 0; i < machine->included.len; i++)
    text_printf(out, ", includes %s", name_of(machine->included.data[i]));
  for (uint32_t i = 0; i < machine->seen.len; i++)
    text_printf(out, ", sees %s", name_of(machine->seen.data[i]));
  text_add_char(out, '\n');
}

static void dump_symbol(void *data, const Symbol *symbol)
{
  Text *out = data;
  text_add(out, symbol_kind_text(symbol));
  if (symbol->parameter) text_add(out, " (parameter)");
  if (symbol->dropped) text_add(out, " (dropped)");
  text_add_char(out, ' ');
  model_text_symbol(out, symbol);
}

static void dump_node_line(Text *out, const char *word, const Machine *machine, const Node *node)
{
  text_printf(out, "%s of %s: ", word, name_of(machine));
  print_node(out, node, one_line);
  text_add_char(out, '\n');
}

static void dump_clause(Text *out, const char *word, const Clause *clause)
{
  dump_node_line(out, clause->gluing ? "gluing invariant" : word, clause->machine, clause->node);
}

static void dump_operation(Text *out, const Operation *operation)
{
  text_add(out, operation->event ? "event" : "operation");
  if (!operation->top_level) text_add(out, " (not a transition)");
  if (operation->local) text_add(out, " (local)");
  text_add_char(out, ' ');
  print_name(out, operation->symbol->name->text);
  text_add(out, " : ");
  model_text_signature(out, operation);
  if (operation->refines) {
    text_add(out, " refines ");
    print_name(out, operation->refines->symbol->name->text);
  }
  text_add(out, "\n  ");
  if (operation->body) print_node(out, operation->body, one_line);
  text_add_char(out, '\n');
}

void model_text_dump(Text *out, const Model *model)
{
  for (uint32_t i = 0; i < model->machines.len; i++) dump_machine(out, model->machines.data[i]);
  model_text_each_symbol(model, dump_symbol, out);
  for (uint32_t i = 0; i < model->properties.len; i++)
    dump_clause(out, "property", &model->properties.data[i]);
  for (uint32_t i = 0; i < model->invariants.len; i++)
    dump_clause(out, "invariant", &model->invariants.data[i]);
  for (uint32_t i = 0; i < model->assertions.len; i++)
    dump_clause(out, "assertion", &model->assertions.data[i]);
  for (uint32_t i = 0; i < model->initialisations.len; i++) {
    const Initialisation *init = &model->initialisations.data[i];
    dump_node_line(out, "initialisation", init->machine, init->node);
  }
  for (uint32_t i = 0; i < model->operations.len; i++)
    dump_operation(out, model->operations.data[i]);
}

/* ---- typed trees */

static void typed_node(Text *out, const Node *node, unsigned depth)
{
  text_add_repeated(out, ' ', 2 * (size_t) depth);
  if (!node) {
    text_add(out, "-\n");
    return;
  }
  text_add(out, node_kind_name((NodeKind) node->kind));
  if (node->name) text_printf(out, " %s", node->name->text);
  if (node->type) {
    text_add(out, " : ");
    type_print(out, node->type);
  }
  text_add_char(out, '\n');
  for (uint32_t i = 0; i < node->count; i++) typed_node(out, node->kids[i], depth + 1);
}

void model_text_typed_node(Text *out, const Node *node) { typed_node(out, node, 0); }

static void typed_clause(Text *out, const char *word, const Clause *clause)
{
  text_printf(out, "%s\n", word);
  typed_node(out, clause->node, 1);
}

void model_text_typed(Text *out, const Model *model)
{
  for (uint32_t i = 0; i < model->properties.len; i++)
    typed_clause(out, "property", &model->properties.data[i]);
  for (uint32_t i = 0; i < model->invariants.len; i++)
    typed_clause(out, "invariant", &model->invariants.data[i]);
  for (uint32_t i = 0; i < model->assertions.len; i++)
    typed_clause(out, "assertion", &model->assertions.data[i]);
  for (uint32_t i = 0; i < model->initialisations.len; i++) {
    text_add(out, "initialisation\n");
    typed_node(out, model->initialisations.data[i].node, 1);
  }
  for (uint32_t i = 0; i < model->operations.len; i++) {
    const Operation *operation = model->operations.data[i];
    text_add(out, "operation ");
    model_text_operation(out, operation);
    typed_node(out, operation->body, 1);
  }
}
