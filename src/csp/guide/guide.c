#include "csp/guide/guide.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "csp/guide/guide_impl.h"

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
static void read_fields(Guide *g, ChannelLink *link)
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
  link->types = arena_new_array(g->arena, CspType *, types.len + 1);
  for (uint32_t i = 0; i < types.len; i++) link->types[i] = types.data[i];
  vec_free(&types);
}

/* Do the fields of the channel fit what it is named after? */
static bool types_fit(const ChannelLink *link, Diags *diags)
{
  for (uint32_t i = 0; i < link->fields; i++) {
    if (guide_type_fits(link->types[i], link->shapes[i])) continue;
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
static void read_shapes(Guide *g, ChannelLink *link)
{
  Lts *m = g->machine;
  link->shapes = arena_new_array(g->arena, const Shape *, link->fields + 1);
  for (uint32_t i = 0; i < link->fields; i++)
    link->shapes[i] =
        link->kind == LINK_PROBE ? m->column_shape(m, link->at) : m->argument_shape(m, link->at, i);
}

/* Fits the number of the fields? */
static bool count_fits(Guide *g, const ChannelLink *link, Diags *diags)
{
  Lts *m = g->machine;
  bool probe = link->kind == LINK_PROBE;
  uint32_t results = 0, most = probe ? 1 : m->label_arguments(m, link->at, &results) + results;
  if (link->fields <= most) return true;
  diag_error(diags, link->symbol->span, "argument-count",
             "channel %s has %u fields, but the %s of that name has %u %s",
             link->symbol->name->text, link->fields, probe ? "variable" : "operation", most,
             probe ? "value" : "arguments and results");
  return false;
}

static bool link_channel(Guide *g, uint32_t number, Diags *diags)
{
  ChannelLink *link = &g->links[number];
  Lts *m = g->machine;
  const char *name = link->symbol->name->text;
  uint32_t label = find_label(m, name), column = find_column(m, name);
  read_fields(g, link);
  if (label < m->label_count) {
    link->kind = LINK_OPERATION;
    link->at = label;
    g->channel_of[label] = number + 1;
  } else if (column < m->width && link->fields) {
    link->kind = LINK_PROBE;
    link->at = column;
  }
  if (link->kind == LINK_OWN) link->fields = evaluator_arity(g->evaluator, number);
  if (link->kind != LINK_OPERATION) {
    vec_push(&g->channels, number);
    if (link->fields > g->widest) g->widest = link->fields;
  }
  if (link->kind == LINK_OWN) return true;
  link->open = evaluator_is_open(g->evaluator, number);
  g->has_open |= link->open;
  if (!count_fits(g, link, diags)) return false;
  read_shapes(g, link);
  return types_fit(link, diags);
}

static bool link_all(Guide *g, Diags *diags)
{
  const CspResolved *script = evaluator_script(g->evaluator);
  bool fits = true;
  g->link_count = script->channels_and_constructors.len;
  g->links = arena_new_array(g->arena, ChannelLink, g->link_count + 1);
  g->channel_of = arena_new_array(g->arena, uint32_t, g->machine->label_count + 1);
  for (uint32_t i = 0; i < g->link_count; i++) {
    const CspSymbol *symbol = script->channels_and_constructors.data[i];
    g->links[i].symbol = symbol;
    if (symbol->kind == CSP_SYMBOL_CHANNEL && !symbol->template)
      fits = link_channel(g, i, diags) && fits;
  }
  return fits;
}

/* ---------------------------------------------------------------------- the whole */

static void guide_free(Lts *lts)
{
  Guide *g = guide_of(lts);
  for (uint32_t i = 0; i < g->surroundings.len; i++) stepper_free(g->surroundings.data[i].stepper);
  vec_free(&g->surroundings);
  vec_free(&g->elements);
  vec_free(&g->channels);
  datum_numbers_free(&g->processes);
  datum_numbers_free(&g->values);
  arena_free(g->arena);
  arena_free(g->scratch);
  free(g);
}

Guide *guide_new(Stepper *stepper, Datum process, Lts *machine, GuideOptions options, Diags *diags)
{
  Guide *g = memory_zeroed(1, sizeof *g);
  g->machine = machine;
  g->stepper = stepper;
  g->evaluator = stepper_evaluator(stepper);
  g->pool = evaluator_pool(g->evaluator);
  g->arena = arena_new();
  g->scratch = arena_new();
  g->options = options;
  g->row = arena_new_array(g->arena, Value, machine->width + 1);
  datum_numbers_add(&g->processes, process);
  g->lts.free = guide_free;
  if (!link_all(g, diags)) {
    guide_free(&g->lts);
    return NULL;
  }
  g->fields = arena_new_array(g->arena, Value, g->widest + 1);
  g->field_names = arena_new_array(g->arena, const char *, g->widest + 1);
  for (uint32_t i = 0; i < g->widest; i++)
    g->field_names[i] = arena_printf(g->arena, "field%u", i + 1);
  guide_about(g);
  return g;
}

Lts *guide_lts(Guide *g) { return &g->lts; }
bool guide_is(const Lts *lts) { return lts->free == guide_free; }

bool guide_blocks_others(const Lts *lts) { return guide_of((Lts *) lts)->options.block_others; }

void guide_refresh(Lts *lts) { lts->predicate_count = guide_of(lts)->machine->predicate_count; }

uint32_t guide_process(const Lts *lts, const Value *state)
{
  return (uint32_t) value_small_int(state[lts->width - 1]);
}

void guide_print_process(Lts *lts, Text *text, const Value *state)
{
  Guide *g = guide_of(lts);
  evaluator_print(g->evaluator, text, g->processes.all.data[guide_process(lts, state)]);
}

static void print_fields(Guide *g, Text *text, const ChannelLink *link, const Value *fields)
{
  text_add(text, link->symbol->name->text);
  for (uint32_t i = 0; i < link->fields; i++) {
    text_add_char(text, '.');
    evaluator_print(g->evaluator, text, g->values.all.data[value_small_int(fields[i])]);
  }
}

bool guide_print_event(Lts *lts, Text *text, const Transition *t)
{
  Guide *g = guide_of(lts);
  uint32_t own = t->label - g->machine->label_count;
  if (t->label >= g->machine->label_count) {
    if (own < GUIDE_CHANNELS) text_add(text, own == GUIDE_TAU ? "τ" : "✓");
    else print_fields(g, text, &g->links[g->channels.data[own - GUIDE_CHANNELS]], t->arguments);
    return true;
  }
  if (!g->channel_of[t->label]) return false;
  Datum event = guide_event(g, g->channel_of[t->label] - 1, t->arguments);
  if (!datum_is_fault(event)) evaluator_print(g->evaluator, text, event);
  return !datum_is_fault(event);
}

void guide_names(Lts *lts, GuideNames which, GuideName *each, void *context)
{
  Guide *g = guide_of(lts);
  Lts *m = g->machine;
  for (uint32_t i = m->first_operation; which != GUIDE_CSP_ONLY && i < m->label_count; i++)
    if ((g->channel_of[i] != 0) == (which == GUIDE_COMMON)) each(context, m->label_name(m, i));
  for (uint32_t i = 0; i < g->channels.len; i++) {
    const ChannelLink *link = &g->links[g->channels.data[i]];
    bool probe = link->kind == LINK_PROBE;
    if (which == (probe ? GUIDE_COMMON : GUIDE_CSP_ONLY)) each(context, link->symbol->name->text);
  }
}
