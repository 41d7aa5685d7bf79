#include "report/script_report.h"

#include "report/diag_text.h"

typedef struct {
  uint32_t declarations, assertions;
} Counts;

/* Those of included files, modules and Timed sections, too. */
static void count(const CspNode *node, Counts *counts)
{
  switch ((CspKind) node->kind) {
  case CSP_SCRIPT:
  case CSP_DECLARATIONS:
  case CSP_INCLUDE:
  case CSP_TIMED:
  case CSP_MODULE:
    for (uint32_t i = 0; i < node->count; i++) count(node->kids[i], counts);
    break;
  case CSP_ASSERT: counts->assertions++; break;
  case CSP_BIND:
  case CSP_FUNCTION:
  case CSP_CHANNEL:
  case CSP_DATATYPE:
  case CSP_SUBTYPE:
  case CSP_NAMETYPE:
  case CSP_INSTANCE: counts->declarations++; break;
  default: break;
  }
}

void script_report_summary(Report *report, const CspNode *script)
{
  Counts counts = {0};
  count(script, &counts);
  text_printf(&report->out, "OK %s: script, ", report->file);
  diag_text_count(&report->out, counts.declarations, "declaration");
  text_add(&report->out, ", ");
  diag_text_count(&report->out, counts.assertions, "assertion");
  text_add_char(&report->out, '\n');
}

void script_report_fields(Report *report, const CspNode *script)
{
  Counts counts = {0};
  count(script, &counts);
  json_object_set_new(report->fields, "kind", json_string("script"));
  json_object_set_new(report->fields, "declarations", json_integer(counts.declarations));
  json_object_set_new(report->fields, "assertions", json_integer(counts.assertions));
}
