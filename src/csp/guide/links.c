#include "csp/guide/links.h"

#include <string.h>

/* ------------------------------------------------------- names that both have */

static uint32_t find_label(Lts *m, const char *name)
{
  uint32_t label = m->first_operation;
  while (label < m->label_count && strcmp(m->label_name(m, label), name)) label++;
  return label;
}

static uint32_t find_column(Lts *m, const char *name)
{
  uint32_t i = 0;
  for (; i < m->width; i++) {
    const char *column = m->column_name(m, i);
    if (column && !strcmp(column, name)) break;
  }
  return i;
}

/* The types of the fields of a channel, flat. */
static void read_fields(MachineLinks *l, ChannelLink *link)
{
  const CspType *t = link->symbol->scheme ? csp_type_resolve(link->symbol->scheme->type) : NULL;
  VEC(CspType *) types = {0};
  while (t && t->kind == CSPT_DOTABLE) {
    for (uint32_t i = 0; i + 1 < t->count; i++) {
      CspType *field = csp_type_resolve(t->args[i]);
      for (uint32_t j = 0; field->kind == CSPT_DOT && j < field->count; j++)
        vec_push(&types, csp_type_resolve(field->args[j]));
      if (field->kind != CSPT_DOT) vec_push(&types, field);
    }
    t = csp_type_resolve(t->args[t->count - 1]);
  }
  link->fields = types.len;
  link->types = arena_new_array(l->arena, CspType *, types.len + 1);
  for (uint32_t i = 0; i < types.len; i++) link->types[i] = types.data[i];
  vec_free(&types);
}

/* Do the fields of the channel fit what it is named after? */
static bool types_fit(const ChannelLink *link, Diags *diags)
{
  for (uint32_t i = 0; i < link->fields; i++) {
    if (links_type_fits(link->types[i], link->shapes[i])) continue;
    Text text = {0};
    csp_type_print(&text, link->types[i]);
    diag_error(diags, link->symbol->span, "type-mismatch",
               "field %u of channel %s has the type %s, which the value of the %s has not", i + 1,
               link->symbol->name->text, text_string(&text),
               link->kind == LINK_PROBE ? "variable" : "operation");
    text_free(&text);
    return false;
  }
  return true;
}

/* The shapes of what the fields are compared with. */
static void read_shapes(MachineLinks *l, ChannelLink *link)
{
  Lts *m = l->machine;
  link->shapes = arena_new_array(l->arena, const Shape *, link->fields + 1);
  for (uint32_t i = 0; i < link->fields; i++)
    link->shapes[i] =
        link->kind == LINK_PROBE ? m->column_shape(m, link->at) : m->argument_shape(m, link->at, i);
}

/* Fits the number of the fields? */
static bool count_fits(MachineLinks *l, const ChannelLink *link, Diags *diags)
{
  Lts *m = l->machine;
  bool probe = link->kind == LINK_PROBE;
  uint32_t results = 0, most = probe ? 1 : m->label_arguments(m, link->at, &results) + results;
  if (link->fields <= most) return true;
  diag_error(diags, link->symbol->span, "argument-count",
             "channel %s has %u field%s, but the %s of that name has %u %s",
             link->symbol->name->text, link->fields, link->fields == 1 ? "" : "s",
             probe ? "variable" : "operation", most, probe ? "value" : "arguments and results");
  return false;
}

static bool link_channel(MachineLinks *l, uint32_t number, Diags *diags)
{
  ChannelLink *link = &l->all[number];
  Lts *m = l->machine;
  const char *name = link->symbol->name->text;
  uint32_t label = find_label(m, name), column = find_column(m, name);
  read_fields(l, link);
  if (label < m->label_count) {
    link->kind = LINK_OPERATION;
    link->at = label;
    l->channel_of[label] = number + 1;
  } else if (column < m->width && link->fields) {
    link->kind = LINK_PROBE;
    link->at = column;
  }
  if (link->kind == LINK_OWN) {
    link->fields = evaluator_arity(l->evaluator, number);
    return true;
  }
  link->open = evaluator_is_open(l->evaluator, number);
  l->has_open |= link->open;
  if (!count_fits(l, link, diags)) return false;
  read_shapes(l, link);
  return types_fit(link, diags);
}

bool links_open(MachineLinks *l, Lts *machine, Evaluator *evaluator, Diags *diags)
{
  *l = (MachineLinks){.machine = machine,
                      .evaluator = evaluator,
                      .pool = evaluator_pool(evaluator),
                      .arena = arena_new(),
                      .scratch = arena_new()};
  const CspResolved *script = evaluator_script(evaluator);
  bool fits = true;
  l->count = script->channels_and_constructors.len;
  l->all = arena_new_array(l->arena, ChannelLink, l->count + 1);
  l->channel_of = arena_new_array(l->arena, uint32_t, machine->label_count + 1);
  for (uint32_t i = 0; i < l->count; i++) {
    const CspSymbol *symbol = script->channels_and_constructors.data[i];
    l->all[i].symbol = symbol;
    if (symbol->kind == CSP_SYMBOL_CHANNEL && !symbol->template)
      fits = link_channel(l, i, diags) && fits;
  }
  return fits;
}

void links_close(MachineLinks *l)
{
  vec_free(&l->elements);
  arena_free(l->arena);
  arena_free(l->scratch);
}
