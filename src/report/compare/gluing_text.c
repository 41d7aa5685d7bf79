#include "report/compare/gluing_text.h"

void gluing_text_add_fields(json_t *fields, const GluingText *r, json_t *broken)
{
  json_object_set_new(fields, "pairs", json_integer((json_int_t) r->pairs));
  json_object_set_new(fields, "conjuncts", json_integer(r->conjuncts));
  json_object_set_new(fields, "broken", broken);
}

static json_t *or_null(json_t *value) { return value ? value : json_null(); }

json_t *gluing_text_broken(uint32_t steps, json_t *impl_state, json_t *spec_state, json_t *conjunct)
{
  json_t *broken = json_object();
  json_object_set_new(broken, "steps", json_integer(steps));
  json_object_set_new(broken, "impl_state", or_null(impl_state));
  json_object_set_new(broken, "spec_state", or_null(spec_state));
  json_object_set_new(broken, "conjunct", or_null(conjunct));
  return broken;
}

void gluing_text_begin(Text *out, const char *verdict, const char *what, uint32_t steps)
{
  text_printf(out, "%s %s after %u step%s (", verdict, what, steps, steps == 1 ? "" : "s");
}

void gluing_text_pass(Text *out, const GluingText *r)
{
  text_add(out, "PASS gluing invariant, ");
  if (r->conjuncts)
    text_printf(out, "%u conjunct%s", r->conjuncts, r->conjuncts == 1 ? " holds" : "s hold");
  else text_add(out, r->otherwise);
  text_printf(out, " on %llu pair%s reached together", (unsigned long long) r->pairs,
              r->pairs == 1 ? "" : "s");
}

void gluing_text_incomplete(Text *out, const char *reason)
{
  text_printf(out, "UNKNOWN gluing invariant, not complete: %s\n", reason);
}
