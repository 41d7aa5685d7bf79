#include <assert.h>

#include "base/clock.h"
#include "report/check/check_impl.h"
#include "report/scope.h"
#include "session/csp/guided.h"
#include "lts/b_machine.h"
#include "lts/words.h"
#include "model/model_print.h"

/* Why nothing is possible, and why there are no constants. */

/* ------------------------------------------------------------------ deadlocks */

static void add_condition(const CheckReport *c, const Why *why, json_t *list)
{
  if (why->kind != WHY_TRUTH) return;
  json_t *entry = json_object();
  json_object_set_new(entry, "formula", json_report_string(why->formula));
  json_report_set_place(entry, session_sources(c->report->session), why->span);
  json_array_append_new(list, entry);
}

/* One operation of a deadlock: the conditions that do not hold. */
static void show_disabled(const CheckReport *c, const Value *state, uint32_t label, json_t *list)
{
  Lts *lts = c->lts;
  Arena *arena = arena_new();
  Text text = {0};
  json_t *entry = json_object(), *conditions = json_array();
  const Why *why = b_machine_why_disabled(c->machine, arena, label, NULL, state, lts->style);
  bool note = why && why->kind == WHY_NOTE;
  if (note) text_printf(&text, "%s\n", why->text);
  else why_print(&text, why, 9);
  text_printf(&c->report->out, "       %s%s%s", lts->label_name(lts, label),
              note ? ": " : " is not enabled:\n", text_string(&text));
  for (; why; why = why->next) add_condition(c, why, conditions);
  json_object_set_new(entry, "operation", json_report_string(lts->label_name(lts, label)));
  json_object_set_new(entry, "false", conditions);
  json_object_set_new(entry, "why", json_report_string(text_string(&text)));
  json_array_append_new(list, entry);
  text_free(&text);
  arena_free(arena);
}

/* An operation that the machine could do, if the process that guides it took part.  False: it could
 * not. */
static bool show_refused(const CheckReport *c, const Value *state, uint32_t label, json_t *list)
{
  Text why = {0};
  if (!guided_is(c->of) || !guide_why_refused(c->lts, &why, state, label)) return false;
  json_t *entry = json_object();
  const char *name = c->lts->label_name(c->lts, label);
  text_printf(&c->report->out, "       %s: %s\n", name, text_string(&why));
  json_object_set_new(entry, "operation", json_report_string(name));
  json_object_set_new(entry, "false", json_array());
  json_object_set_new(entry, "why", json_report_string(text_string(&why)));
  json_array_append_new(list, entry);
  text_free(&why);
  return true;
}

static void show_offered(const CheckReport *c, const Value *state, json_t *entry)
{
  Text text = {0};
  guide_print_offers(c->lts, &text, state);
  text_printf(&c->report->out, "       the process can do: %s\n",
              text.len ? text_string(&text) : "nothing");
  json_object_set_new(entry, "process_offers", json_report_string(text_string(&text)));
  text_free(&text);
}

/* Which condition of each operation does not hold. */
void check_show_deadlock(const CheckReport *c, const Value *state, json_t *entry)
{
  assert(state);
  enum { MOST_SHOWN = 20, MOST_SECONDS = 3 };
  const Lts *lts = c->lts;
  json_t *list = json_array();
  double end = clock_seconds() + MOST_SECONDS;
  uint32_t label = lts->first_operation, last = guided_operations_end(c->of), count = last - label;
  if (guided_is(c->of)) show_offered(c, state, entry);
  for (; label < last && clock_seconds() < end; label++) {
    if (json_array_size(list) == MOST_SHOWN && !c->report->json) break;
    if (!show_refused(c, state, label, list)) show_disabled(c, state, label, list);
  }
  if (label < last)
    text_printf(&c->report->out, "       … (%u %s, none is enabled)\n", count,
                words_operations(lts));
  json_object_set_new(entry, "disabled", list);
}

void check_show_uninitialised(const CheckReport *c, const Value *state, json_t *entry)
{
  json_t *list = json_array();
  show_disabled(c, state, LABEL_INITIALISATION, list);
  json_object_set_new(entry, "disabled", list);
}

/* ------------------------------------------------------------------ conflicts */

typedef struct {
  const CheckReport *c;
  const Node **core; /* the properties that contradict each other */
  uint32_t count;
} Conflicting;

static const Node *unwrapped(const Node *node)
{
  while (node->kind == NODE_EXPANSION || node->kind == NODE_DESCRIBED) node = node->kids[0];
  return node;
}

static bool mentions(const Node *node, const Name *name)
{
  if (node->kind == NODE_IDENT && node->name == name) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i] && mentions(node->kids[i], name)) return true;
  return false;
}

static bool shares_name(const Node *node, const Conflicting *k, uint32_t count)
{
  for (uint32_t i = 0; node->kind == NODE_IDENT && i < count; i++)
    if (mentions(k->core[i], node->name)) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (shares_name(node->kids[i], k, count)) return true;
  return false;
}

/* Axioms that list the elements of a set are not among the properties any more, but play their
 * part. */
static void add_settled(Conflicting *k)
{
  const Node *settled = k->c->engine->model->main->unit->settled;
  uint32_t count = k->count;
  for (uint32_t i = 0; settled && i < settled->count; i++) {
    const Node *axiom = node_bare(settled->kids[i]);
    bool lists = axiom->kind == NODE_PARTITION || axiom->kind == NODE_EQUAL;
    if (lists && shares_name(axiom, k, count)) k->core[k->count++] = settled->kids[i];
  }
}

/* As they stand in the text. */
static void sort_by_place(Conflicting *k)
{
  assert(k->count > 0);
  for (uint32_t i = 1; i < k->count; i++) {
    const Node *node = k->core[i];
    uint32_t at = i;
    for (; at > 0 && k->core[at - 1]->span.begin > node->span.begin; at--)
      k->core[at] = k->core[at - 1];
    k->core[at] = node;
  }
}

static void show_property(const CheckReport *c, const Node *property, json_t *list)
{
  Text text = {0};
  Sources *sources = session_sources(c->report->session);
  Place place = sources_place(sources, property->span.begin);
  const Node *node = unwrapped(property);
  const char *label = node->kind == NODE_LABELLED ? node->name->text : NULL;
  json_t *item = json_object();
  model_print_formula(&text, c->engine->model, node, false);
  text_add(&c->report->out, "         ");
  if (place.source) text_printf(&c->report->out, "%s:%u: ", place.source->file, place.line);
  text_printf(&c->report->out, "%s%s%s\n", label ? label : "", label ? ": " : "",
              text_string(&text));
  json_object_set_new(item, "text", json_report_string(text_string(&text)));
  if (label) json_object_set_new(item, "label", json_report_string(label));
  json_report_set_place(item, sources, property->span);
  json_array_append_new(list, item);
  text_free(&text);
}

/* " for S=2, MAXINT=3": the sizes that the properties speak of, and the options that change them.
 */
static void add_scope(const Conflicting *k, Text *scope, Text *options)
{
  Engine *e = k->c->engine;
  const char *before = " for ";
  unsigned integers = 0;
  for (uint32_t i = 0; i < e->model->sets.len; i++) {
    const Symbol *set = e->model->sets.data[i];
    bool mentioned = false;
    for (uint32_t p = 0; p < k->count && !set->enumerated; p++)
      mentioned |= mentions(k->core[p], set->name);
    if (!mentioned) continue;
    before = scope_add_size(e, set, scope, before);
    text_printf(options, "%s--card %s=N", options->len ? ", " : "", set->name->text);
  }
  for (uint32_t p = 0; p < k->count; p++) integers |= scope_integers_of(k->core[p]);
  scope_add_integers(e, integers, scope, before);
  if (integers & USES_MININT) text_printf(options, "%s--pref MININT=N", options->len ? ", " : "");
  if (integers & USES_MAXINT) text_printf(options, "%s--pref MAXINT=N", options->len ? ", " : "");
}

/* Whatever else may be told after the time limit: what --explain asks for takes as long as it is
 * let; else it is given up soon anyway. */
static uint32_t find_conflict(const CheckReport *c, const Node **core, bool *minimal)
{
  const double least = 0.05; /* seconds */
  EngineOptions *options = &b_machine_engine(c->machine)->options;
  double before = options->deadline, soon = clock_seconds() + least;
  if (c->deadline > 0 && c->style->explain)
    options->deadline = c->deadline > soon ? c->deadline : soon;
  uint32_t count = b_machine_conflict(c->machine, c->style->explain ? 0 : 1, core, minimal);
  options->deadline = before;
  return count;
}

void check_show_conflict(const CheckReport *c, json_t *entry)
{
  Report *report = c->report;
  const Model *model = c->engine->model;
  const Node *settled = model->main->unit->settled;
  uint32_t most = model->properties.len + (settled ? settled->count : 0);
  Conflicting k = {.c = c};
  k.core = arena_new_array(session_arena(report->session), const Node *, most + 1);
  bool minimal = false, asked = c->style->explain;
  k.count = find_conflict(c, k.core, &minimal);
  if (k.count == 0) {
    if (asked)
      text_printf(&report->out, "       (which %s contradict each other was not found in time)\n",
                  words_properties(c->lts, 2));
    else
      text_printf(&report->out, "       (--explain shows which %s contradict each other)\n",
                  words_properties(c->lts, 2));
    return;
  }
  add_settled(&k);
  sort_by_place(&k);
  Text scope = {0}, options = {0};
  add_scope(&k, &scope, &options);
  text_printf(&report->out, "       %s %s %s%s:\n", k.count == 1 ? "this" : "these",
              words_properties(c->lts, k.count),
              k.count > 1 ? "contradict each other"
              : scope.len ? "cannot hold"
                          : "contradicts itself",
              text_string(&scope));
  json_t *list = json_array();
  for (uint32_t i = 0; i < k.count; i++) show_property(c, k.core[i], list);
  if (!minimal) text_add(&report->out, "       (a subset of them may suffice)\n");
  if (options.len) text_printf(&report->out, "       (other sizes: %s)\n", text_string(&options));
  text_free(&scope);
  text_free(&options);
  json_object_set_new(entry, "conflict", list);
}
