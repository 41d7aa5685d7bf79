#include "report/json_report.h"
#include "serve/desk/desk_impl.h"

/* A value in full. */

enum { MOST_ELEMENTS = 200000, MOST_BYTES = 4 << 20 };

bool desk_value(Desk *d, Fields *f, json_t *answer)
{
  NamedValue v;
  Text text = {0};
  bool cut;
  if (!desk_named(d, f, &v)) return false;
  bool folded = desk_print_value(d, &text, &v, MOST_ELEMENTS);
  json_object_set_new(answer, "text", desk_text_cut(&text, MOST_BYTES, &cut));
  json_object_set_new(answer, "type", json_report_string(v.type));
  json_object_set_new(answer, "kind", json_string(desk_value_kind(d, &v)));
  json_object_set_new(answer, "size", desk_value_size(d, &v));
  json_object_set_new(answer, "folded", json_boolean(folded || cut));
  json_object_set_new(answer, "views", desk_looks(d, &v));
  text_free(&text);
  return true;
}
