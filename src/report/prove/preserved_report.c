#include "report/prove/preserved_report.h"

void preserved_report(Report *report, const Preserved *p)
{
  json_t *o = json_object();
  json_object_set_new(o, "pairs", json_integer(p->pairs));
  json_object_set_new(o, "proved", json_integer(p->proved));
  json_object_set_new(report->fields, "preserved", o);
  text_printf(&report->out,
              "proved for %u of %u pairs of an operation and a conjunct of the invariant that it "
              "may change\n",
              p->proved, p->pairs);
}
