#include <string.h>

#include "model/link.h"
#include "model/model_print.h"
#include "report/json_report.h"
#include "serve/desk/desk_impl.h"

/* The machines of a model and how they hang together; its events and what they refine. */

typedef struct {
  json_t *nodes, *edges;
  VEC(const void *) things; /* that the nodes stand for */
} Net;

/* The node of the thing, or UINT32_MAX. */
static uint32_t node_of(const Net *n, const void *thing)
{
  for (uint32_t i = 0; i < n->things.len; i++)
    if (n->things.data[i] == thing) return i;
  return UINT32_MAX;
}

static void add_node(Net *n, const void *thing, const char *name, const char *kind,
                     const Source *source)
{
  json_t *node = json_object();
  bool file = source && source->path;
  json_object_set_new(node, "name", json_report_string(name));
  json_object_set_new(node, "kind", json_string(kind));
  json_object_set_new(node, "file", json_report_string(file ? source->file : NULL));
  json_array_append_new(n->nodes, node);
  vec_push(&n->things, thing);
}

static void add_edge(Net *n, const void *from, const void *to, const char *kind)
{
  uint32_t source = node_of(n, from), target = node_of(n, to);
  if (source == UINT32_MAX || target == UINT32_MAX) return;
  json_array_append_new(
      n->edges, json_pack("{sisiss}", "from", (int) source, "to", (int) target, "kind", kind));
}

static Net net_new(void) { return (Net){.nodes = json_array(), .edges = json_array()}; }

static json_t *net_json(Net *n)
{
  vec_free(&n->things);
  return json_pack("{soso}", "nodes", n->nodes, "edges", n->edges);
}

/* ------------------------------------------------------------- classical B */

static const char *kind_of_machine(const Machine *m)
{
  switch ((NodeKind) m->unit->root->kind) {
  case NODE_REFINEMENT: return "refinement";
  case NODE_IMPLEMENTATION: return "implementation";
  default: return "machine";
  }
}

static const char *kind_of_link(NodeKind clause)
{
  switch (clause) {
  case NODE_CL_REFINES: return "refines";
  case NODE_CL_INCLUDES: return "includes";
  case NODE_CL_EXTENDS: return "extends";
  case NODE_CL_IMPORTS: return "imports";
  case NODE_CL_SEES: return "sees";
  case NODE_CL_USES: return "uses";
  default: return "refers to";
  }
}

/* With the prefix of its instance. */
static void add_machine(Net *n, const Machine *m)
{
  Text name = {0};
  if (m->prefix) text_printf(&name, "%s.", m->prefix->text);
  text_add(&name, m->name ? m->name->text : "");
  add_node(n, m, text_string(&name), kind_of_machine(m), m->unit->source);
  text_free(&name);
}

static void add_machines(Net *n, const Model *model)
{
  for (uint32_t i = model->machines.len; i > 0; i--) add_machine(n, model->machines.data[i - 1]);
  for (uint32_t i = 0; i < model->machines.len; i++) {
    const Machine *m = model->machines.data[i];
    for (uint32_t k = 0; k < m->links.len; k++)
      if (m->links.data[k]->to)
        add_edge(n, m, m->links.data[k]->to, kind_of_link(m->links.data[k]->clause));
  }
}

/* In a chain an operation has several forms; it is one node, named after its machine. */
static const Name *operation_name(Session *session, const Operation *op)
{
  const char *name = op->symbol->name->text, *dot = strrchr(name, '.');
  const Machine *m = op->machine;
  Text text = {0};
  text_printf(&text, "%s.%s", m && m->name ? m->name->text : "", dot ? dot + 1 : name);
  const Name *result = names_intern_string(session_names(session), text_string(&text));
  text_free(&text);
  return result;
}

static const Name *add_operation(Net *n, Session *session, const Operation *op)
{
  const Name *name = operation_name(session, op);
  const Machine *m = op->machine;
  if (node_of(n, name) == UINT32_MAX)
    add_node(n, name, name->text, "operation", m ? m->unit->source : NULL);
  return name;
}

static void add_refined_operations(Net *n, Session *session, const Model *model)
{
  for (uint32_t i = 0; i < model->operations.len; i++) {
    const Operation *op = model->operations.data[i];
    if (!op->refines || node_of(n, operation_name(session, op)) != UINT32_MAX) continue;
    for (bool known = false; op->refines && !known; op = op->refines) {
      known = node_of(n, operation_name(session, op->refines)) != UINT32_MAX;
      const Name *from = add_operation(n, session, op);
      add_edge(n, from, add_operation(n, session, op->refines), "refines");
    }
  }
}

/* ----------------------------------------------------------------- Event-B */

static void add_component(Net *n, const EventbComponent *c)
{
  if (node_of(n, c) != UINT32_MAX) return;
  const char *kind = c->is_context ? "context" : c->refines.len ? "refinement" : "machine";
  add_node(n, c, c->name->text, kind, c->source);
}

/* With all that it is built on. */
static void add_components(Net *n, const EventbProject *p, const EventbComponent *c)
{
  if (!c || node_of(n, c) != UINT32_MAX) return;
  add_component(n, c);
  for (uint32_t i = 0; i < c->refines.len; i++) {
    const EventbComponent *to = eventb_find(p, c->refines.data[i].name);
    add_components(n, p, to);
    add_edge(n, c, to, "refines");
  }
  for (uint32_t i = 0; i < c->uses.len; i++) {
    const EventbComponent *to = eventb_find(p, c->uses.data[i].name);
    add_components(n, p, to);
    add_edge(n, c, to, c->is_context ? "extends" : "sees");
  }
}

static const EventbComponent *abstraction(const EventbProject *p, const EventbComponent *c)
{
  return c->refines.len ? eventb_find(p, c->refines.data[0].name) : NULL;
}

static void add_event(Net *n, const EventbComponent *c, const EventbEvent *e)
{
  Text name = {0};
  text_printf(&name, "%s.%s", c->name->text, e->name->text);
  add_node(n, e, text_string(&name), "event", c->source);
  text_free(&name);
}

static void add_events(Net *n, const EventbProject *p, const EventbComponent *c)
{
  enum { MOST_LEVELS = 1000 };
  unsigned levels = 0;
  for (const EventbComponent *at = abstraction(p, c) ? c : NULL; at && levels++ < MOST_LEVELS;
       at = abstraction(p, at))
    for (uint32_t i = 0; i < at->events.len; i++)
      if (!eventb_is_initialisation(at->events.data[i])) add_event(n, at, at->events.data[i]);
  for (const EventbComponent *at = c, *above; levels-- > 0 && (above = abstraction(p, at));
       at = above)
    for (uint32_t i = 0; i < at->events.len; i++) {
      const EventbEvent *e = at->events.data[i];
      for (uint32_t k = 0; k < e->refines.len; k++)
        add_edge(n, e, eventb_event(above, e->refines.data[k].name),
                 e->extended ? "extends" : "refines");
    }
}

/* What was read when the model was opened is read again, as components this time. */
static void add_project(Desk *d, const Model *model, Net *machines, Net *events)
{
  Session *session = d->open.session;
  uint32_t mark = diags_mark(session_diags(session));
  EventbProject *p = eventb_read(session_context(session), model->main->unit->source);
  const EventbComponent *main = model->main->name ? eventb_find(p, model->main->name) : p->main;
  if (!main) main = p->main;
  if (main) {
    add_components(machines, p, main);
    add_events(events, p, main);
  }
  eventb_project_free(p);
  diags_release(session_diags(session), mark);
}

bool desk_hierarchy(Desk *d, Fields *f, json_t *answer)
{
  const Model *model = d->open.scene.system.model;
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  Net machines = net_new(), events = net_new();
  if (model && model_is_eventb(model)) add_project(d, model, &machines, &events);
  else if (model) {
    add_machines(&machines, model);
    add_refined_operations(&events, d->open.session, model);
  }
  json_object_set_new(answer, "machines", net_json(&machines));
  json_object_set_new(answer, "events", net_json(&events));
  return true;
}
