#include "report/answer.h"
#include "report/json_report.h"
#include "serve/desk/desk_impl.h"

/* Lines as `repl` takes them. */

/* The looks of the value that was shown. */
static json_t *looks_json(Desk *d, const Talk *t)
{
  if (t->kind != TALK_VALUE || !t->last_type) return json_array();
  const Shape *shape = engine_shape(d->open.scene.bench.engine, t->last_type);
  NamedValue v = {.shape = shape, .value = t->last, .of = t->last_type};
  v.sequence = d->open.scene.bench.style.sequences == SEQUENCES_ALWAYS; /* as it was shown */
  return desk_looks(d, &v);
}

bool desk_evaluate(Desk *d, Fields *f, json_t *answer)
{
  static const char *const kinds[] = {
      [TALK_TEXT] = "text",   [TALK_VALUE] = "value", [TALK_TRUE] = "true",
      [TALK_FALSE] = "false", [TALK_FAULT] = "fault", [TALK_UNKNOWN] = "unknown"};
  const char *line = fields_text(f, "line");
  Opened *o = &d->open;
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  text_clear(&o->report.out);
  json_object_clear(o->report.fields);
  uint32_t changes = o->talk.changes;
  bool good = talk_do(&o->talk, line);
  if (o->talk.changes != changes) desk_names_changed(d);
  if (!good) return desk_refuse_session(d, o->session, "the line");
  answer_warn(&o->report, o->scene.bench.engine);
  json_object_set_new(answer, "text", json_report_string(text_string(&o->report.out)));
  json_object_set_new(answer, "kind", json_string(kinds[o->talk.kind]));
  json_object_set_new(answer, "diagnostics", desk_diagnostics(o->session));
  json_object_set_new(answer, "views", looks_json(d, &o->talk));
  return true;
}
