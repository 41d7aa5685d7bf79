#include <string.h>

#include <xxhash.h>

#include "engine/external/external_impl.h"

/* LibraryMeta: the project, which is the model and its files, and the current state. */

static bool mentions_variable(const Node *node)
{
  if (node->kind == NODE_IDENT && node->symbol && node->symbol->kind == SYMBOL_VARIABLE)
    return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i] && mentions_variable(node->kids[i])) return true;
  return false;
}

static uint32_t assertions(const Model *m, bool dynamic)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < m->assertions.len; i++)
    count += mentions_variable(m->assertions.data[i].node) == dynamic;
  return count;
}

static uint32_t count_sets(const Model *m, bool enumerated)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < m->sets.len; i++) count += m->sets.data[i]->enumerated == enumerated;
  return count;
}

static uint32_t count_constants(const Model *m)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < m->constants.len; i++) count += !m->constants.data[i]->parameter;
  return count;
}

static uint32_t count_operations(const Model *m)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < m->operations.len; i++) count += m->operations.data[i]->top_level;
  return count;
}

Value external_project_statistics(ExternalCall *c)
{
  const Model *m = c->e->model;
  if (!m) return call_fault(c, "there is no project");
  const struct {
    const char *name;
    uint32_t count;
  } fields[] = {{"files", m->units.len},
                {"deferred_sets", count_sets(m, false)},
                {"enumerated_sets", count_sets(m, true)},
                {"definitions", m->main->unit->definitions.len},
                {"constants", count_constants(m)},
                {"variables", m->variables.len},
                {"properties", m->properties.len},
                {"invariants", m->invariants.len},
                {"operations", count_operations(m)},
                {"static_assertions", assertions(m, false)},
                {"dynamic_assertions", assertions(m, true)}};
  Text known = {0};
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    if (call_is_text(c, 0, fields[i].name)) {
      text_free(&known);
      return value_small(fields[i].count);
    }
    text_printf(&known, "%s%s", i ? ", " : "", fields[i].name);
  }
  Value fault = call_fault(c, "unknown field \"%s\"; known fields: %s", call_string(c, 0, NULL),
                           text_string(&known));
  text_free(&known);
  return fault;
}

/* ---------------------------------------------------------------- project info */

static void add_text(ExternalCall *c, Values *out, const char *text)
{
  vec_push(out, call_text(c, text));
}

static void add_symbols(ExternalCall *c, Values *out, const Symbols *symbols)
{
  for (uint32_t i = 0; i < symbols->len; i++)
    if (!symbols->data[i]->parameter) add_text(c, out, symbols->data[i]->name->text);
}

static void add_labels(ExternalCall *c, Values *out, const Clauses *clauses)
{
  for (uint32_t i = 0; i < clauses->len; i++)
    if (clauses->data[i].node->kind == NODE_LABELLED)
      add_text(c, out, clauses->data[i].node->name->text);
}

static const char *base_name(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static void add_file(ExternalCall *c, Values *out, const Unit *unit, bool absolute)
{
  const Source *source = unit->source;
  add_text(c, out, absolute && source->path ? source->path : base_name(source->name));
}

/* A hash of the texts of all files. */
static void add_hash(ExternalCall *c, Values *out, const Model *m)
{
  Text text = {0};
  uint64_t hash = 0;
  for (uint32_t i = 0; i < m->units.len; i++)
    hash = XXH3_64bits_withSeed(m->units.data[i]->source->text, m->units.data[i]->source->length,
                                hash);
  text_printf(&text, "%016llx", (unsigned long long) hash);
  vec_push(out, call_give_string(c, &text));
}

/* False if there is no such field. */
static bool project_field(ExternalCall *c, const Model *m, const char *field, Values *out)
{
  bool absolute = !strcmp(field, "absolute-files");
  if (absolute || !strcmp(field, "files"))
    for (uint32_t i = 0; i < m->units.len; i++) add_file(c, out, m->units.data[i], absolute);
  else if (!strcmp(field, "main-file")) add_file(c, out, m->main->unit, false);
  else if (!strcmp(field, "main-machine")) add_text(c, out, m->main->name->text);
  else if (!strcmp(field, "sets")) add_symbols(c, out, &m->sets);
  else if (!strcmp(field, "constants")) add_symbols(c, out, &m->constants);
  else if (!strcmp(field, "variables")) add_symbols(c, out, &m->variables);
  else if (!strcmp(field, "operations"))
    for (uint32_t i = 0; i < m->operations.len; i++) {
      if (m->operations.data[i]->top_level)
        add_text(c, out, m->operations.data[i]->symbol->name->text);
    }
  else if (!strcmp(field, "assertion_labels")) add_labels(c, out, &m->assertions);
  else if (!strcmp(field, "invariant_labels")) add_labels(c, out, &m->invariants);
  else if (!strcmp(field, "sha-hash")) add_hash(c, out, m);
  else return false;
  return true;
}

Value external_project_info(ExternalCall *c)
{
  Values texts = {0};
  const char *field = call_string(c, 0, NULL);
  if (!c->e->model) return call_fault(c, "there is no project");
  if (project_field(c, c->e->model, field, &texts))
    return ref_build(c->r, shape_string(c->e->shapes), &texts);
  return call_fault(
      c,
      "unknown field \"%s\"; known fields: absolute-files, assertion_labels, constants, files, "
      "invariant_labels, main-file, main-machine, operations, sets, sha-hash, variables",
      field);
}

Value external_machine_info(ExternalCall *c)
{
  const Model *m = c->e->model;
  const char *name = call_string(c, 0, NULL);
  if (!call_is_text(c, 1, "TYPE"))
    return call_fault(c, "unknown field \"%s\"; known fields: TYPE", call_string(c, 1, NULL));
  for (uint32_t i = 0; m && i < m->machines.len; i++) {
    if (strcmp(m->machines.data[i]->name->text, name)) continue;
    const char *keyword = m->machines.data[i]->unit->keyword;
    if (!strcmp(keyword, "REFINEMENT")) return call_text(c, "abstract_refinement");
    if (!strcmp(keyword, "IMPLEMENTATION")) return call_text(c, "abstract_implementation");
    return call_text(c, "abstract_machine");
  }
  return call_fault(c, "unknown machine %s", name);
}

/* ----------------------------------------------------------- the current state */

/* " & x:T & x=value" for the symbols that have a value and begin with the prefix. */
static void add_typed(ExternalCall *c, Text *out, const Symbols *symbols, const Value *values,
                      const char *prefix)
{
  for (uint32_t i = 0; i < symbols->len; i++) {
    const Symbol *symbol = symbols->data[i];
    Value v = values[symbol->index];
    if (value_is_none(v) || strncmp(symbol->name->text, prefix, strlen(prefix))) continue;
    text_printf(out, "%s%s:", out->len ? " & " : "", symbol->name->text);
    type_print(out, symbol->type);
    text_printf(out, " & %s=", symbol->name->text);
    engine_format(c->e, out, engine_shape(c->e, symbol->type), v,
                  (FormatStyle){.sequences = SEQUENCES_ALWAYS});
  }
}

/* All constants and variables, or the variables that begin with argument 0. */
Value external_state_as_typed_string(ExternalCall *c)
{
  const Model *m = c->e->model;
  Text out = {0};
  const char *prefix = c->count ? call_string(c, 0, NULL) : "";
  if (m && c->count == 0) add_typed(c, &out, &m->constants, c->e->constants, prefix);
  if (m) add_typed(c, &out, &m->variables, c->e->variables, prefix);
  return call_give_string(c, &out);
}
