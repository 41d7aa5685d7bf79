#include "report/prove/prove_components.h"

#include "report/width.h"

typedef struct {
  const Obligations *of;
  const char *name;
  uint32_t all, counts[PROOF_STATUSES];
} Component;

typedef VEC(Component) Components;

/* In the order of their obligations, which stand together. */
static void collect(const Proved *p, Components *list)
{
  for (uint32_t i = 0; i < p->results.len; i++) {
    const ProveResult *r = &p->results.data[i];
    if (!list->len || list->data[list->len - 1].of != r->of)
      vec_push(list, ((Component){.of = r->of, .name = r->sequent->component}));
    Component *c = &list->data[list->len - 1];
    c->all++;
    c->counts[r->proof.status]++;
  }
}

static uint32_t open_count(const Component *c)
{
  return c->counts[PROOF_UNKNOWN] + c->counts[PROOF_DISPROVED_SELECTED];
}

static void show(const Components *list, Text *out)
{
  unsigned width = width_of_text("component");
  for (uint32_t i = 0; i < list->len; i++)
    if (width_of_text(list->data[i].name) > width) width = width_of_text(list->data[i].name);
  text_add_char(out, '\n');
  width_pad(out, "component", width);
  text_add(out, "     all  proved  bounded  disproved  unknown\n");
  for (uint32_t i = 0; i < list->len; i++) {
    const Component *c = &list->data[i];
    width_pad(out, c->name, width);
    text_printf(out, "  %6u  %6u  %7u  %9u  %7u\n", c->all, c->counts[PROOF_PROVED],
                c->counts[PROOF_BOUNDED], c->counts[PROOF_DISPROVED], open_count(c));
  }
}

static json_t *component_json(const Component *c)
{
  json_t *o = json_object();
  json_object_set_new(o, "component", json_report_string(c->name));
  json_object_set_new(o, "obligations", json_integer(c->all));
  json_object_set_new(o, "proved", json_integer(c->counts[PROOF_PROVED]));
  json_object_set_new(o, "bounded", json_integer(c->counts[PROOF_BOUNDED]));
  json_object_set_new(o, "disproved", json_integer(c->counts[PROOF_DISPROVED]));
  json_object_set_new(o, "unknown", json_integer(open_count(c)));
  return o;
}

bool prove_has_components(const Proved *p)
{
  for (uint32_t i = 1; i < p->results.len; i++)
    if (p->results.data[i].of != p->results.data[0].of) return true;
  return false;
}

void prove_components(Report *report, const Proved *p)
{
  Components list = {0};
  collect(p, &list);
  json_t *all = json_array();
  for (uint32_t i = 0; i < list.len; i++) json_array_append_new(all, component_json(&list.data[i]));
  json_object_set_new(report->fields, "components", all);
  if (list.len > 1) show(&list, &report->out);
  vec_free(&list);
}
