#include "report/unbounded.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "model/model_print.h"

typedef struct {
  const UnboundedNames *all;
  const Name *name;
  const TriedName *tried;     /* or NULL: nothing is known of it but the name */
  bool by_name;               /* its declaration is looked for by its name only */
  const Symbol *constant;     /* or NULL */
  const Operation *operation; /* that it is chosen in, or NULL */
  Span span;                  /* of its declaration */
  bool parameter;             /* of the operation */
  bool bound;                 /* by a quantifier or comprehension */
  bool chosen;                /* as a variable, by :: or : (…) */
  bool integer;
  bool alone; /* no other name has no bounds, and nothing else was left out with it */
  Text range, advice;
} Unbounded;

/* ---- where it is */

static bool is_it(const Unbounded *u, const Symbol *symbol)
{
  if (!symbol) return false;
  return u->by_name ? symbol->name == u->name : symbol == u->tried->name;
}

/* The declaration of the name by a binder or ANY; false: there is none. */
static bool find_declared(Unbounded *u, const Node *node)
{
  for (uint32_t i = 0; node->kind == NODE_NAMES && i < node->count; i++) {
    const Node *declared = node_bare(node->kids[i]);
    if (!is_it(u, declared->symbol)) continue;
    u->span = declared->span;
    u->integer = declared->symbol->type && declared->symbol->type->kind == TYPE_INTEGER;
    u->bound = declared->symbol->local == LOCAL_BOUND;
    return true;
  }
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i] && find_declared(u, node->kids[i])) return true;
  return false;
}

static bool find_in_operation(Unbounded *u, const Operation *op)
{
  for (uint32_t i = 0; i < op->parameter_count; i++) {
    if (!is_it(u, op->parameters[i])) continue;
    u->parameter = true;
    u->span = op->parameters[i]->span;
    u->integer = op->parameters[i]->type && op->parameters[i]->type->kind == TYPE_INTEGER;
    return true;
  }
  return op->body && find_declared(u, op->body);
}

static bool find_in_clauses(Unbounded *u, const Clauses *clauses)
{
  for (uint32_t i = 0; i < clauses->len; i++)
    if (find_declared(u, clauses->data[i].node)) return true;
  return false;
}

/* x :: S, or x : (P) */
static bool chooses(Unbounded *u, const Node *node)
{
  bool choice = node->kind == NODE_BECOMES_IN || node->kind == NODE_BECOMES_SUCH;
  for (uint32_t i = 0; choice && i < node->kids[0]->count; i++) {
    const Node *target = node_bare(node->kids[0]->kids[i]);
    if (!is_it(u, target->symbol)) continue;
    u->span = node->span;
    u->integer = target->type && target->type->kind == TYPE_INTEGER;
    u->chosen = true;
    return true;
  }
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i] && chooses(u, node->kids[i])) return true;
  return false;
}

/* A variable that may become anything. */
static bool find_choice(Unbounded *u)
{
  const Model *model = u->all->engine->model;
  for (uint32_t i = 0; i < model->initialisations.len; i++)
    if (chooses(u, model->initialisations.data[i].node)) return true;
  for (uint32_t i = 0; i < model->operations.len; i++) {
    if (!model->operations.data[i]->body || !chooses(u, model->operations.data[i]->body)) continue;
    u->operation = model->operations.data[i];
    return true;
  }
  return false;
}

static bool find_by(Unbounded *u)
{
  const Model *model = u->all->engine->model;
  for (uint32_t i = 0; i < model->constants.len; i++) {
    const Symbol *symbol = model->constants.data[i];
    if (!is_it(u, symbol)) continue;
    u->constant = symbol;
    u->span = symbol->span;
    u->integer = symbol->type && symbol->type->kind == TYPE_INTEGER;
    return true;
  }
  for (uint32_t i = 0; i < model->operations.len; i++) {
    if (!find_in_operation(u, model->operations.data[i])) continue;
    u->operation = model->operations.data[i];
    return true;
  }
  return find_in_clauses(u, &model->properties) || find_in_clauses(u, &model->invariants) ||
         find_in_clauses(u, &model->assertions) || find_choice(u);
}

static bool find(Unbounded *u)
{
  u->by_name = !u->tried;
  if (find_by(u)) return true;
  u->by_name = true;
  return find_by(u);
}

/* ---- what was tried, and what to do */

/* Was all that may happen for the values in the range looked at?  Names of the abstraction are to
 * be found for each step, and those of quantifiers decide either way. */
static bool is_claim(const Unbounded *u)
{
  const Model *model = u->all->engine->model;
  bool refines = model->chain || model->main->unit->refines;
  return u->all->checked && u->alone && !u->bound && (u->constant || u->parameter || !refines);
}

static void describe_range(Unbounded *u)
{
  const TriedName *t = u->tried;
  if (!t || !t->range || !u->integer) return;
  text_printf(&u->range, "%lld", (long long) t->low);
  if (t->high > t->low) text_printf(&u->range, "..%lld", (long long) t->high);
}

static const char *at_most(const Unbounded *u)
{
  return model_is_eventb(u->all->engine->model) ? "≤" : "<=";
}

static void describe_choice(Unbounded *u)
{
  Engine *e = u->all->engine;
  const char *most = engine_text(e, shape_integer(e->shapes), e->maxint);
  const char *where = u->operation ? "its guard" : "it";
  if (u->chosen) text_add(&u->advice, "it should be taken from a finite set");
  else if (!u->integer)
    text_printf(&u->advice, "%s should state a finite set that it belongs to", where);
  else
    text_printf(&u->advice, "%s should bound it: %s %s %s", where, u->name->text, at_most(u), most);
}

/* A value of the constant that goes together with those of the others; `only`: there are none. */
static void add_value(Text *text, const Unbounded *u, bool only)
{
  const UnboundedNames *all = u->all;
  if (only && u->range.len) text_printf(text, "%lld", (long long) u->tried->high);
  else if (u->integer && all->row)
    all->lts->print_column(all->lts, text, u->constant->index, all->row[u->constant->index]);
  else text_add(text, "VALUE");
}

/* What to write to give all the constants values at once. */
static void advise_constants(Unbounded *names, uint32_t count)
{
  Unbounded *last = NULL;
  Text lets = {0};
  uint32_t constants = 0;
  for (uint32_t i = 0; i < count; i++)
    if (names[i].constant) last = &names[i], constants++;
  if (!last) return;
  for (uint32_t i = 0; i < count; i++) {
    if (!names[i].constant) continue;
    text_printf(&lets, "--let %s=", names[i].name->text);
    add_value(&lets, &names[i], constants == 1);
    text_add_char(&lets, ' ');
  }
  text_printf(&last->advice, "%s%s for %s", text_string(&lets), last->all->does,
              constants == 1 ? "one value" : "one choice of values");
  bool eventb = model_is_eventb(last->all->engine->model);
  if (constants == 1 && last->range.len)
    text_printf(&last->advice, ", %s such as %s %s %lld for all up to it",
                eventb ? "an axiom" : "a property", last->name->text, at_most(last),
                (long long) last->tried->high);
  text_free(&lets);
}

static const char *what_was_tried(const TriedName *tried)
{
  return tried && !tried->found ? "no value was found" : "only some values were tried";
}

static void tell(Unbounded *u, json_t *list)
{
  Report *report = u->all->report;
  Sources *sources = session_sources(report->session);
  Place place = sources_place(sources, u->span.begin);
  const char *operation = u->operation ? u->operation->symbol->name->text : NULL;
  text_printf(&report->out, "%s%s (%s%s", u->name->text, REASON_NO_BOUNDS,
              operation     ? "in "
              : u->constant ? "a constant"
              : u->chosen   ? "in the initialisation"
                            : "a bound name",
              operation ? operation : "");
  if (place.source) text_printf(&report->out, ", %s, line %u", place.source->file, place.line);
  text_add(&report->out, "): ");
  if (u->range.len && is_claim(u))
    text_printf(&report->out, "no violation for %s\n", text_string(&u->range));
  else text_printf(&report->out, "%s\n", what_was_tried(u->tried));
  if (u->advice.len) text_printf(&report->out, "  %s\n", text_string(&u->advice));
  json_t *entry = json_object();
  json_object_set_new(entry, "name", json_report_string(u->name->text));
  json_object_set_new(entry, "operation", json_report_string(operation));
  json_object_set_new(entry, "constant", json_boolean(u->constant != NULL));
  json_object_set_new(entry, "tried",
                      u->range.len ? json_report_string(u->range.data) : json_null());
  json_object_set_new(entry, "advice",
                      u->advice.len ? json_report_string(u->advice.data) : json_null());
  json_report_set_place(entry, sources, u->span);
  json_array_append_new(list, entry);
}

/* ---- which ones */

typedef VEC(Unbounded) Found;

/* The length of the name that a reason is about; 0: it is about something else. */
static size_t name_length(const char *reason)
{
  const char *end = strstr(reason, REASON_NO_BOUNDS);
  return end ? (size_t) (end - reason) : 0;
}

static bool has_unbounded(const UnboundedNames *all)
{
  for (uint32_t i = 0; i < all->reason_count; i++)
    if (name_length(all->reasons[i])) return true;
  return false;
}

static bool has_name(const TriedNames *tried, const char *reason, size_t length)
{
  for (uint32_t i = 0; i < tried->len; i++)
    if (tried->data[i].name->name->len == length &&
        !memcmp(tried->data[i].name->name->text, reason, length))
      return true;
  return false;
}

static bool is_listed(const Found *found, Span span)
{
  for (uint32_t i = 0; i < found->len; i++)
    if (found->data[i].span.begin == span.begin) return true;
  return false;
}

static bool is_told(const json_t *told, const Name *name)
{
  for (size_t i = 0; i < json_array_size(told); i++) {
    const json_t *entry = json_array_get(told, i);
    if (!strcmp(json_string_value(json_object_get(entry, "name")), name->text)) return true;
  }
  return false;
}

static void add_found(Found *found, Unbounded u)
{
  if (!u.name || is_told(u.all->told, u.name)) return;
  if (find(&u) && !is_listed(found, u.span)) vec_push(found, u);
}

/* Those that windows were opened for, and those that only a reason tells of. */
static void find_all(const UnboundedNames *all, const TriedNames *tried, Found *found)
{
  uint32_t others = 0;
  for (uint32_t i = 0; i < all->reason_count; i++) {
    size_t length = name_length(all->reasons[i]);
    others += !has_name(tried, all->reasons[i], length);
    if (length && !has_name(tried, all->reasons[i], length))
      add_found(found, (Unbounded){.all = all,
                                   .name = names_find(session_names(all->report->session),
                                                      all->reasons[i], length)});
  }
  bool alone = tried->len == 1 && others == 0 && !tried_is_mixed(all->engine);
  for (uint32_t i = 0; i < tried->len; i++)
    add_found(found, (Unbounded){.all = all,
                                 .tried = &tried->data[i],
                                 .name = tried->data[i].name->name,
                                 .alone = alone});
}

static int by_place(const void *a, const void *b)
{
  Span x = ((const Unbounded *) a)->span, y = ((const Unbounded *) b)->span;
  return x.begin < y.begin ? -1 : x.begin > y.begin;
}

json_t *unbounded_tell(const UnboundedNames *all)
{
  assert(all->does && all->engine);
  json_t *list = json_array();
  if (!has_unbounded(all)) return list;
  TriedNames tried = tried_names(all->engine);
  Found found = {0};
  find_all(all, &tried, &found);
  if (found.len) qsort(found.data, found.len, sizeof *found.data, by_place);
  for (uint32_t i = 0; i < found.len; i++) {
    describe_range(&found.data[i]);
    if (!found.data[i].constant) describe_choice(&found.data[i]);
  }
  advise_constants(found.data, found.len);
  for (uint32_t i = 0; i < found.len; i++) {
    tell(&found.data[i], list);
    text_free(&found.data[i].range);
    text_free(&found.data[i].advice);
  }
  vec_free(&found);
  vec_free(&tried);
  return list;
}

typedef VEC(const char *) Reasons;

static void add_reason(Reasons *reasons, const char *reason)
{
  for (uint32_t i = 0; i < reasons->len; i++)
    if (!strcmp(reasons->data[i], reason)) return;
  vec_push(reasons, reason);
}

const char *const *unbounded_reasons(const UnboundedNames *all, uint32_t *count)
{
  Arena *arena = session_arena(all->report->session);
  TriedNames tried = {0};
  Reasons reasons = {0};
  if (has_unbounded(all)) tried = tried_names(all->engine);
  bool told = false;
  for (uint32_t i = 0; i < all->reason_count; i++) {
    size_t length = name_length(all->reasons[i]);
    if (!length || !has_name(&tried, all->reasons[i], length)) {
      add_reason(&reasons, all->reasons[i]);
      continue;
    }
    for (uint32_t k = 0; k < tried.len && !told; k++)
      add_reason(&reasons, arena_printf(arena, "%s%s: %s", tried.data[k].name->name->text,
                                        REASON_NO_BOUNDS, what_was_tried(&tried.data[k])));
    told = true;
  }
  const char **list = arena_new_array(arena, const char *, reasons.len + 1);
  for (uint32_t i = 0; i < reasons.len; i++) list[i] = reasons.data[i];
  *count = reasons.len;
  vec_free(&reasons);
  vec_free(&tried);
  return list;
}
