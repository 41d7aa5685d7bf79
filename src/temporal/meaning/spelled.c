#include "temporal/meaning/spelled.h"

#include "temporal/meaning/meaning_impl.h"
#include "value/format.h"

static bool is_past(TemporalKind k)
{
  return k == TEMPORAL_HISTORICALLY || k == TEMPORAL_ONCE || k == TEMPORAL_YESTERDAY ||
         k == TEMPORAL_SINCE || k == TEMPORAL_TRIGGER;
}

void spell(Meaning *m, const Temporal *t, Ltl f, uint32_t first)
{
  uint32_t count = m->spelled.len - first;
  const Spelled **kids = arena_new_array(m->arena, const Spelled *, count + 1);
  Spelled *s = arena_alloc(m->arena, sizeof *s);
  *s = (Spelled){.tree = t, .bounds = keep_bounds(m), .formula = f, .kids = kids, .count = count};
  for (uint32_t i = 0; i < count; i++) {
    kids[i] = m->spelled.data[first + i];
    if (kids[i]->past > s->past) s->past = kids[i]->past;
  }
  s->past += is_past(t->kind);
  m->spelled.len = first;
  vec_push(&m->spelled, s);
}

const Spelled *meaning_spelled(Meaning *m, const Temporal *t)
{
  while (t->kind == TEMPORAL_ASSUMING) t = t->kids[1];
  m->unclear = NULL;
  m->spelling = true;
  m->spelled.len = 0;
  meaning_read(m, t);
  m->spelling = false;
  return m->unclear ? NULL : m->spelled.data[0];
}

/* -------------------------------------------------------------------- printing */

static bool node_mentions(const Node *node, const Symbol *symbol)
{
  if (node->symbol == symbol) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i] && node_mentions(node->kids[i], symbol)) return true;
  return false;
}

static bool part_mentions(const TemporalPart *part, const Symbol *symbol)
{
  return part && part->formula && node_mentions(part->formula->node, symbol);
}

static bool pattern_mentions(const TemporalPattern *p, const Symbol *symbol)
{
  for (uint32_t i = 0; i < p->count; i++)
    if (part_mentions(p->arguments[i], symbol)) return true;
  return false;
}

static bool mentions(const Temporal *t, const Symbol *symbol)
{
  if (part_mentions(t->part, symbol)) return true;
  for (uint32_t i = 0; i < t->pattern_count; i++)
    if (pattern_mentions(t->patterns[i], symbol)) return true;
  for (uint32_t i = 0; i < t->count; i++)
    if (mentions(t->kids[i], symbol)) return true;
  return false;
}

void meaning_print_spelled(Meaning *m, Text *text, const Spelled *s)
{
  const char *between = " with ";
  temporal_print(text, s->tree, (PrintStyle){0});
  for (uint32_t i = 0; i < s->bounds.count; i++) {
    const Bound *b = &s->bounds.names[i];
    if (!mentions(s->tree, b->symbol)) continue;
    Engine *e = b_machine_engine(m->machine);
    text_printf(text, "%s%s = ", between, b->symbol->name->text);
    value_format(text, m->lts->store, engine_shape(e, b->symbol->type), b->value, m->lts->style,
                 NULL, NULL);
    between = ", ";
  }
}
