#include "csp/guide/guide_impl.h"

/* What the system of both says about itself: mostly what the machine says.  A row begins with that
 * of the machine, so it may be handed on as it is. */

static Lts *machine_of(Lts *lts)
{
  Guide *g = guide_of(lts);
  g->links.machine->style = lts->style;
  return g->links.machine;
}

static bool is_setup(Lts *lts, const Value *state)
{
  Lts *m = machine_of(lts);
  return m->is_setup(m, state);
}

static Truth holds(Lts *lts, uint32_t predicate, const Value *state, Trouble *why)
{
  Lts *m = machine_of(lts);
  return m->holds(m, predicate, state, why);
}

static Truth holds_within(Lts *lts, uint32_t predicate, const Value *state, double seconds,
                          bool *late, Trouble *why)
{
  Lts *m = machine_of(lts);
  return m->holds_within(m, predicate, state, seconds, late, why);
}

static const LtsPredicate *predicate_of(Lts *lts, uint32_t predicate)
{
  Lts *m = machine_of(lts);
  return m->predicate(m, predicate);
}

static void explain(Lts *lts, uint32_t predicate, const Value *state, Text *text, unsigned margin)
{
  Lts *m = machine_of(lts);
  m->explain(m, predicate, state, text, margin);
}

static void explain_claim(Lts *lts, const Trouble *trouble, const Value *state, Text *text,
                          unsigned margin, LtsCall *call)
{
  Lts *m = machine_of(lts);
  m->explain_claim(m, trouble, state, text, margin, call);
}

static Truth is_outside(Lts *lts, const Value *state, Trouble *why)
{
  Lts *m = machine_of(lts);
  return m->is_outside(m, state, why);
}

static bool predicate_reads(Lts *lts, uint32_t predicate, uint32_t column)
{
  Lts *m = machine_of(lts);
  return column < m->width && m->predicate_reads(m, predicate, column);
}

static LtsColumn column_of(Lts *lts, uint32_t column)
{
  Lts *m = machine_of(lts);
  return column < m->width ? m->column(m, column) : (LtsColumn){COLUMN_ANY, 0, 0};
}

static bool release(Lts *lts, StoreMark *mark)
{
  Lts *m = machine_of(lts);
  return m->release(m, mark);
}

static uint32_t warning_count(Lts *lts)
{
  Lts *m = machine_of(lts);
  return m->warning_count(m);
}

static LtsWarning warning(Lts *lts, uint32_t i)
{
  Lts *m = machine_of(lts);
  return m->warning(m, i);
}

/* ------------------------------------------------------------------------ labels */

/* The label of the process behind those of the machine; GUIDE_TAU … */
static bool is_own(Lts *lts, uint32_t label, uint32_t *own)
{
  uint32_t first = guide_of(lts)->links.machine->label_count;
  *own = label - first;
  return label >= first;
}

static const ChannelLink *link_of(Lts *lts, uint32_t own)
{
  Guide *g = guide_of(lts);
  return &g->links.all[g->channels.data[own - GUIDE_CHANNELS]];
}

static bool is_hidden(Lts *lts, uint32_t label)
{
  uint32_t own;
  Lts *m = machine_of(lts);
  if (is_own(lts, label, &own)) return own == GUIDE_TAU;
  return m->is_hidden && m->is_hidden(m, label);
}

static bool is_tick(Lts *lts, uint32_t label)
{
  uint32_t own;
  return is_own(lts, label, &own) && own == GUIDE_TICK;
}

static bool is_terminated(Lts *lts, const Value *state)
{
  Guide *g = guide_of(lts);
  return datum_tag(g->links.pool, g->processes.all.data[guide_process(lts, state)]) == TERM_OMEGA;
}

static const char *label_name(Lts *lts, uint32_t label)
{
  uint32_t own;
  Lts *m = machine_of(lts);
  if (!is_own(lts, label, &own)) return m->label_name(m, label);
  if (own == GUIDE_TAU) return "τ";
  return own == GUIDE_TICK ? "✓" : link_of(lts, own)->symbol->name->text;
}

static uint32_t label_arguments(Lts *lts, uint32_t label, uint32_t *results)
{
  uint32_t own;
  Lts *m = machine_of(lts);
  if (!is_own(lts, label, &own)) return m->label_arguments(m, label, results);
  if (results) *results = 0;
  return own >= GUIDE_CHANNELS ? link_of(lts, own)->fields : 0;
}

static const char *argument_name(Lts *lts, uint32_t label, uint32_t i)
{
  uint32_t own;
  Lts *m = machine_of(lts);
  return is_own(lts, label, &own) ? guide_of(lts)->field_names[i] : m->argument_name(m, label, i);
}

static void print_argument(Lts *lts, Text *text, uint32_t label, uint32_t i, Value v)
{
  uint32_t own;
  Lts *m = machine_of(lts);
  Guide *g = guide_of(lts);
  if (is_own(lts, label, &own))
    evaluator_print(g->links.evaluator, text, g->values.all.data[value_small_int(v)]);
  else m->print_argument(m, text, label, i, v);
}

/* ----------------------------------------------------------------------- columns */

static const char *column_name(Lts *lts, uint32_t column)
{
  Lts *m = machine_of(lts);
  return column < m->width ? m->column_name(m, column) : NULL;
}

static void print_column(Lts *lts, Text *text, uint32_t column, Value v)
{
  Lts *m = machine_of(lts);
  if (column < m->width) m->print_column(m, text, column, v);
}

static void describe(Lts *lts, Text *text, const Value *state)
{
  if (is_setup(lts, state)) return;
  text_add(text, "process = ");
  guide_print_process(lts, text, state);
  text_add_char(text, '\n');
}

static const Shape *column_shape(Lts *lts, uint32_t column)
{
  Lts *m = machine_of(lts);
  return column < m->width ? m->column_shape(m, column) : NULL;
}

static bool column_is_sequence(Lts *lts, uint32_t column)
{
  Lts *m = machine_of(lts);
  return column < m->width && m->column_is_sequence(m, column);
}

static const Shape *argument_shape(Lts *lts, uint32_t label, uint32_t i)
{
  uint32_t own;
  Lts *m = machine_of(lts);
  return is_own(lts, label, &own) ? NULL : m->argument_shape(m, label, i);
}

void guide_about(Guide *g)
{
  Lts *m = g->links.machine;
  g->lts = (Lts){.width = m->width + 1,
                 .label_count = m->label_count + GUIDE_CHANNELS + g->channels.len,
                 .predicate_count = m->predicate_count,
                 .label_width = g->widest > m->label_width ? g->widest : m->label_width,
                 .first_operation = m->first_operation,
                 .unconditional = m->unconditional,
                 .events = m->events,
                 .store = m->store,
                 .constants = m->constants,
                 .initial = guide_initial,
                 .next = guide_next,
                 .is_setup = is_setup,
                 .holds = holds,
                 .holds_within = m->holds_within ? holds_within : NULL,
                 .predicate = predicate_of,
                 .explain = m->explain ? explain : NULL,
                 .explain_claim = m->explain_claim ? explain_claim : NULL,
                 .is_outside = m->is_outside ? is_outside : NULL,
                 .is_hidden = is_hidden,
                 .is_tick = is_tick,
                 .is_terminated = is_terminated,
                 .column = m->column ? column_of : NULL,
                 .predicate_reads = m->predicate_reads ? predicate_reads : NULL,
                 .release = m->release ? release : NULL,
                 .warning_count = m->warning_count ? warning_count : NULL,
                 .warning = m->warning ? warning : NULL,
                 .style = m->style,
                 .label_name = label_name,
                 .label_arguments = label_arguments,
                 .argument_name = argument_name,
                 .argument_shape = m->argument_shape ? argument_shape : NULL,
                 .print_argument = print_argument,
                 .column_name = column_name,
                 .print_column = print_column,
                 .describe = describe,
                 .column_shape = m->column_shape ? column_shape : NULL,
                 .column_is_sequence = m->column_is_sequence ? column_is_sequence : NULL,
                 .free = g->lts.free};
}
