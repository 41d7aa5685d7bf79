#include <assert.h>

#include "lts/b_columns.h"
#include "lts/b_machine_impl.h"

/* What a machine tells about its labels, columns and predicates. */

/* ---- names and values */

static const char *label_name(Lts *lts, uint32_t label)
{
  if (label == LABEL_SETUP) return "SETUP_CONSTANTS";
  if (label == LABEL_INITIALISATION) return "INITIALISATION";
  return machine(lts)->operations.data[label - LABEL_OPERATION]->symbol->name->text;
}

const Operation *b_machine_operation(const BMachine *m, uint32_t label)
{
  bool none = label < LABEL_OPERATION || label >= m->lts.label_count;
  return none ? NULL : m->operations.data[label - LABEL_OPERATION];
}

static uint32_t label_arguments(Lts *lts, uint32_t label, uint32_t *results)
{
  const Operation *op = b_machine_operation(machine(lts), label);
  *results = op ? op->result_count : 0;
  return op ? op->parameter_count : 0;
}

static const Symbol *argument(Lts *lts, uint32_t label, uint32_t i)
{
  const Operation *op = b_machine_operation(machine(lts), label);
  assert(op && i < op->parameter_count + op->result_count);
  return i < op->parameter_count ? op->parameters[i] : op->results[i - op->parameter_count];
}

static const char *argument_name(Lts *lts, uint32_t label, uint32_t i)
{
  return argument(lts, label, i)->name->text;
}

static void print_symbol(Lts *lts, Text *text, const Symbol *symbol, Value v)
{
  Engine *e = machine(lts)->e;
  if (value_is_none(v)) text_add_char(text, '?');
  else engine_format(e, text, engine_shape(e, symbol->type), v, lts->style);
}

static void print_argument(Lts *lts, Text *text, uint32_t label, uint32_t i, Value v)
{
  print_symbol(lts, text, argument(lts, label, i), v);
}

static const Shape *argument_shape(Lts *lts, uint32_t label, uint32_t i)
{
  return engine_shape(machine(lts)->e, argument(lts, label, i)->type);
}

static const Symbol *column(Lts *lts, uint32_t i)
{
  const BMachine *m = machine(lts);
  if (i < m->constants) return m->model->constants.data[i];
  return i < m->constants + m->variables ? m->model->variables.data[i - m->constants] : NULL;
}

static const char *column_name(Lts *lts, uint32_t i)
{
  const Symbol *symbol = column(lts, i);
  return symbol ? symbol->name->text : NULL;
}

static bool column_is_sequence(Lts *lts, uint32_t i)
{
  const BMachine *m = machine(lts);
  return lts->style.sequences && engine_shape(m->e, column(lts, i)->type)->sequence &&
         !(m->as_function && m->as_function[i]);
}

static void print_column(Lts *lts, Text *text, uint32_t i, Value v)
{
  FormatStyle style = lts->style;
  const Symbol *symbol = column(lts, i);
  if (engine_shape(machine(lts)->e, symbol->type)->sequence && !column_is_sequence(lts, i))
    lts->style.sequences = SEQUENCES_NEVER;
  print_symbol(lts, text, symbol, v);
  lts->style = style;
}

/* ---- what is known beforehand */

static LtsColumn about_column(Lts *lts, uint32_t i)
{
  const Symbol *symbol = column(lts, i);
  if (!symbol) return (LtsColumn){COLUMN_ATOM, 0, 2}; /* the mark of set-ups */
  return b_column(machine(lts)->e, symbol);
}

static bool is_pure(Lts *lts, uint32_t label)
{
  return label >= LABEL_OPERATION &&
         !machine(lts)->operation_reads.data[label - LABEL_OPERATION].external;
}

static bool label_reads(Lts *lts, uint32_t label, uint32_t i)
{
  const BMachine *m = machine(lts);
  if (i < m->constants || i >= m->constants + m->variables) return false;
  return label < LABEL_OPERATION ||
         m->operation_reads.data[label - LABEL_OPERATION].variables[i - m->constants];
}

static bool label_writes(Lts *lts, uint32_t label, uint32_t i)
{
  const BMachine *m = machine(lts);
  if (label < LABEL_OPERATION) return true;
  if (i < m->constants || i >= m->constants + m->variables) return false;
  return m->operation_writes.data[label - LABEL_OPERATION][i - m->constants];
}

static bool predicate_reads(Lts *lts, uint32_t predicate, uint32_t i)
{
  const BMachine *m = machine(lts);
  const Reads *reads = &m->predicates.data[predicate].reads;
  if (i < m->constants || i >= m->constants + m->variables) return false;
  return reads->external || reads->variables[i - m->constants];
}

static const LtsPredicate *predicate_about(Lts *lts, uint32_t predicate)
{
  return &machine(lts)->predicates.data[predicate].about;
}

static uint32_t warning_count(Lts *lts) { return machine(lts)->e->warnings.len; }

static LtsWarning warning(Lts *lts, uint32_t i)
{
  const Warning *w = &machine(lts)->e->warnings.data[i];
  return (LtsWarning){w->span, w->message, w->example};
}

static const Shape *column_shape(Lts *lts, uint32_t i)
{
  return engine_shape(machine(lts)->e, column(lts, i)->type);
}

void b_about_install(BMachine *m)
{
  Lts *lts = &m->lts;
  lts->predicate = predicate_about;
  lts->column = about_column;
  lts->is_pure = is_pure;
  lts->label_reads = label_reads;
  lts->label_writes = label_writes;
  lts->predicate_reads = predicate_reads;
  lts->warning_count = warning_count;
  lts->warning = warning;
  lts->label_name = label_name;
  lts->label_arguments = label_arguments;
  lts->argument_name = argument_name;
  lts->argument_shape = argument_shape;
  lts->print_argument = print_argument;
  lts->column_name = column_name;
  lts->print_column = print_column;
  lts->column_shape = column_shape;
  lts->column_is_sequence = column_is_sequence;
}
