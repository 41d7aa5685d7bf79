#include "report/unit_report.h"

#include "report/diag_text.h"

/* Descends into descriptions, which wrap what they describe. */
static const Node *described(const Node *node)
{
  while (node && node->kind == NODE_DESCRIBED && node->count > 0) node = node->kids[0];
  return node;
}

static const char *unit_word(const Unit *unit)
{
  switch (unit->root->kind) {
  case NODE_MACHINE: return "machine";
  case NODE_REFINEMENT: return "refinement";
  case NODE_IMPLEMENTATION: return "implementation";
  case NODE_DEFINITION_FILE: return "definition file";
  default: return "text";
  }
}

static uint32_t count_clauses(const Unit *unit)
{
  return unit->root->count > 0 ? unit->root->count - 1 : 0; /* the first child: parameters */
}

static uint32_t count_operations(const Unit *unit)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < unit->root->count; i++) {
    const Node *clause = described(unit->root->kids[i]);
    if (clause->kind == NODE_CL_OPERATIONS || clause->kind == NODE_CL_LOCAL_OPERATIONS)
      count += clause->count;
  }
  return count;
}

static uint32_t count_own_definitions(const Unit *unit)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < unit->definitions.len; i++)
    if (!unit->definitions.data[i]->imported) count++;
  return count;
}

/* OK lift.mch: machine Lift, 7 clauses, 5 operations */
void unit_report_summary(Report *report, const Unit *unit)
{
  text_printf(&report->out, "OK %s: %s", report->file, unit_word(unit));
  if (unit->root->kind == NODE_DEFINITION_FILE) {
    text_add(&report->out, ", ");
    diag_text_count(&report->out, count_own_definitions(unit), "definition");
  } else {
    text_printf(&report->out, " %s, ", report->model ? report->model : "?");
    diag_text_count(&report->out, count_clauses(unit), "clause");
    text_add(&report->out, ", ");
    diag_text_count(&report->out, count_operations(unit), "operation");
  }
  text_add_char(&report->out, '\n');
}

void unit_report_fields(Report *report, const Unit *unit)
{
  json_object_set_new(report->fields, "kind", json_string(unit_word(unit)));
  json_object_set_new(report->fields, "clauses", json_integer(count_clauses(unit)));
  json_object_set_new(report->fields, "operations", json_integer(count_operations(unit)));
  json_object_set_new(report->fields, "definitions", json_integer(count_own_definitions(unit)));
}
