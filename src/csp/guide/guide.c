#include "csp/guide/guide.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "csp/guide/guide_impl.h"

/* The labels behind those of the machine: channels that are no operations. */
static void list_channels(Guide *g)
{
  const MachineLinks *l = &g->links;
  for (uint32_t i = 0; i < l->count; i++) {
    const CspSymbol *symbol = l->all[i].symbol;
    if (symbol->kind != CSP_SYMBOL_CHANNEL || symbol->template) continue;
    if (l->all[i].kind == LINK_OPERATION) continue;
    vec_push(&g->channels, i);
    if (l->all[i].fields > g->widest) g->widest = l->all[i].fields;
  }
}

/* ---------------------------------------------------------------------- the whole */

static void guide_free(Lts *lts)
{
  Guide *g = guide_of(lts);
  for (uint32_t i = 0; i < SURROUNDINGS; i++) stepper_free(g->surroundings[i].stepper);
  vec_free(&g->channels);
  vec_free(&g->unread);
  datum_numbers_free(&g->processes);
  datum_numbers_free(&g->values);
  links_close(&g->links);
  free(g);
}

Guide *guide_new(Stepper *stepper, Datum process, Lts *machine, GuideOptions options, Diags *diags)
{
  Guide *g = memory_zeroed(1, sizeof *g);
  g->stepper = stepper;
  g->options = options;
  datum_numbers_add(&g->processes, process);
  g->lts.free = guide_free;
  if (!links_open(&g->links, machine, stepper_evaluator(stepper), diags)) {
    guide_free(&g->lts);
    return NULL;
  }
  list_channels(g);
  Arena *arena = g->links.arena;
  g->row = arena_new_array(arena, Value, machine->width + 1);
  g->fields = arena_new_array(arena, Value, g->widest + 1);
  g->field_names = arena_new_array(arena, const char *, g->widest + 1);
  for (uint32_t i = 0; i < g->widest; i++)
    g->field_names[i] = arena_printf(arena, "field%u", i + 1);
  guide_about(g);
  return g;
}

Lts *guide_lts(Guide *g) { return &g->lts; }
bool guide_is(const Lts *lts) { return lts->free == guide_free; }

bool guide_blocks_others(const Lts *lts) { return guide_of((Lts *) lts)->options.block_others; }

void guide_unread(Lts *lts, GuideUnread *each, void *context)
{
  Guide *g = guide_of(lts);
  for (uint32_t i = 0; i < g->unread.len; i++) {
    const CspSymbol *symbol = g->links.all[g->unread.data[i].channel].symbol;
    each(context, symbol->name->text, symbol->span, g->unread.data[i].value);
  }
}

void guide_refresh(Lts *lts)
{
  lts->predicate_count = guide_of(lts)->links.machine->predicate_count;
}

uint32_t guide_process(const Lts *lts, const Value *state)
{
  return (uint32_t) value_small_int(state[lts->width - 1]);
}

void guide_print_process(Lts *lts, Text *text, const Value *state)
{
  Guide *g = guide_of(lts);
  evaluator_print(g->links.evaluator, text, g->processes.all.data[guide_process(lts, state)]);
}

static void print_fields(Guide *g, Text *text, const ChannelLink *link, const Value *fields)
{
  text_add(text, link->symbol->name->text);
  for (uint32_t i = 0; i < link->fields; i++) {
    text_add_char(text, '.');
    evaluator_print(g->links.evaluator, text, g->values.all.data[value_small_int(fields[i])]);
  }
}

bool guide_print_event(Lts *lts, Text *text, const Transition *t)
{
  Guide *g = guide_of(lts);
  uint32_t own = t->label - g->links.machine->label_count;
  if (t->label >= g->links.machine->label_count) {
    if (own < GUIDE_CHANNELS) text_add(text, own == GUIDE_TAU ? "τ" : "✓");
    else print_fields(g, text, &g->links.all[g->channels.data[own - GUIDE_CHANNELS]], t->arguments);
    return true;
  }
  if (!g->links.channel_of[t->label]) return false;
  Datum event = links_event(&g->links, g->links.channel_of[t->label] - 1, t->arguments);
  if (!datum_is_fault(event)) evaluator_print(g->links.evaluator, text, event);
  return !datum_is_fault(event);
}

void guide_names(Lts *lts, GuideNames which, GuideName *each, void *context)
{
  Guide *g = guide_of(lts);
  Lts *m = g->links.machine;
  for (uint32_t i = m->first_operation; which != GUIDE_CSP_ONLY && i < m->label_count; i++)
    if ((g->links.channel_of[i] != 0) == (which == GUIDE_COMMON))
      each(context, m->label_name(m, i));
  for (uint32_t i = 0; i < g->channels.len; i++) {
    const ChannelLink *link = &g->links.all[g->channels.data[i]];
    bool probe = link->kind == LINK_PROBE;
    if (which == (probe ? GUIDE_COMMON : GUIDE_CSP_ONLY)) each(context, link->symbol->name->text);
  }
}
