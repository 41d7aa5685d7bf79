#include <string.h>

#include "eventb/eventb.h"
#include "eventb/notation/math_lexer.h"
#include "eventb/read/component_text.h"
#include "lsp/index/index_impl.h"
#include "syntax/tree.h"

/* Machines and contexts of Event-B in text.  Their trees are read anew, since the model is one
 * machine made of them all. */

typedef struct {
  const EventbComponent *component;
  Decl *decl;
  Map visible; /* Name -> Decl: sets, constants, variables that it may use */
  bool done;   /* … is complete, or being made */
  Map events;  /* Name -> EventScope: its own */
} Scope;

typedef struct {
  const EventbEvent *event;
  Decl *decl;
  Map parameters; /* Name -> Decl: with those of events that it extends */
} EventScope;

typedef struct {
  Index *ix;
  const EventbProject *project;
  VEC(Scope *) scopes;
  const Scope *scope;      /* what is looked at */
  const EventScope *event; /* … in this event, or NULL */
  const EventScope *above; /* whose parameters its witnesses may name, or NULL */
  VEC(Decl *) locals;
} Walk;

static Scope *scope_of(const Walk *w, const Name *name)
{
  for (uint32_t i = 0; i < w->scopes.len; i++)
    if (w->scopes.data[i]->component->name == name) return w->scopes.data[i];
  return NULL;
}

/* ---- declarations */

static Decl *declare(Walk *w, DeclKind kind, const EventbName *name, const Decl *owner)
{
  Span span = index_find_name(w->ix, name->span, name->name);
  return index_declare(w->ix, kind, name->name, span, span, owner);
}

static void declare_names(Walk *w, Scope *s, DeclKind kind, const EventbNames *names)
{
  for (uint32_t i = 0; i < names->len; i++) {
    Decl *d = declare(w, kind, &names->data[i], s->decl);
    Decl *before = map_get(&s->visible, names->data[i].name);
    if (before && before->kind == kind) index_unite(d, before);
    map_put(&s->visible, names->data[i].name, d);
  }
}

static void put_all(Map *to, const Map *from)
{
  for (uint32_t i = 0; i < from->capacity; i++)
    if (from->keys[i]) map_put(to, from->keys[i], from->values[i]);
}

/* What others declare, then what it declares itself. */
static void complete(Walk *w, Scope *s)
{
  if (s->done) return;
  s->done = true;
  const EventbComponent *c = s->component;
  const EventbNames *lists[] = {&c->refines, &c->uses};
  for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
    for (uint32_t i = 0; i < lists[k]->len; i++) {
      Scope *other = scope_of(w, lists[k]->data[i].name);
      if (!other) continue;
      complete(w, other);
      put_all(&s->visible, &other->visible);
    }
  declare_names(w, s, DECL_SET, &c->sets);
  declare_names(w, s, DECL_CONSTANT, &c->constants);
  declare_names(w, s, DECL_VARIABLE, &c->variables);
}

static EventScope *abstract_event(const Walk *w, const Scope *s, const Name *name)
{
  const EventbNames *refines = &s->component->refines;
  const Scope *above = refines->len ? scope_of(w, refines->data[0].name) : NULL;
  return above ? map_get(&above->events, name) : NULL;
}

/* ---- from the first word to `end` */

static bool is_end(const Word *word)
{
  return word->kind == WORD_KEYWORD && word->name && eventb_is_word(word->name->text, "end");
}

/* Up to the first or last `end` before `stop`; where that is missing, up to the last word. */
static Span up_to_end(Walk *w, const Source *source, Span head, uint32_t stop, bool first)
{
  const Words *words = index_words(w->ix, source);
  Span whole = head, ended = SPAN_NONE;
  for (uint32_t i = words_from(words, head.end); i < words->count && words->at[i].span.begin < stop;
       i++) {
    if (words->at[i].kind == WORD_COMMENT) continue;
    whole.end = words->at[i].span.end;
    if (!is_end(&words->at[i])) continue;
    ended = whole;
    if (first) break;
  }
  return span_known(ended) ? ended : whole;
}

static Span whole_component(Walk *w, const EventbComponent *c)
{
  uint32_t stop = c->source->base + c->source->length;
  for (uint32_t i = 0; i < w->project->components.len; i++) {
    const EventbComponent *other = w->project->components.data[i];
    bool next = other->source == c->source && other->span.begin > c->span.begin;
    if (next && other->span.begin < stop) stop = other->span.begin;
  }
  return up_to_end(w, c->source, c->span, stop, false);
}

static Span whole_event(Walk *w, const Scope *s, const EventbEvent *event)
{
  uint32_t stop = s->decl ? s->decl->whole.end : event->span.end;
  for (uint32_t i = 0; i < s->component->events.len; i++) {
    uint32_t begin = s->component->events.data[i]->span.begin;
    if (begin > event->span.begin && begin < stop) stop = begin;
  }
  return up_to_end(w, s->component->source, event->span, stop, true);
}

static void declare_event(Walk *w, Scope *s, const EventbEvent *event)
{
  if (map_get(&s->events, event->name)) return;
  EventScope *e = arena_alloc(session_arena(w->ix->session), sizeof *e);
  Span span = index_find_name(w->ix, event->span, event->name);
  e->event = event;
  e->decl = index_declare(w->ix, DECL_EVENT, event->name, span, whole_event(w, s, event), s->decl);
  map_put(&s->events, event->name, e);
  for (uint32_t i = 0; i < event->refines.len; i++) {
    const EventScope *above = abstract_event(w, s, event->refines.data[i].name);
    if (above) put_all(&e->parameters, &above->parameters);
  }
  Map all = e->parameters;
  if (!event->extended) e->parameters = (Map){0};
  for (uint32_t i = 0; i < event->parameters.len; i++) {
    const Name *name = event->parameters.data[i].name;
    Decl *d = declare(w, DECL_PARAMETER, &event->parameters.data[i], e->decl);
    if (d) d->scope = event->span;
    index_unite(d, map_get(&all, name));
    map_put(&e->parameters, name, d);
  }
  if (!event->extended) map_free(&all);
}

/* Abstract machines come first. */
static void declare_events(Walk *w, Scope *s)
{
  if (s->events.count || !s->done) return;
  s->done = false; /* not again, also in a circle */
  for (uint32_t i = 0; i < s->component->refines.len; i++) {
    Scope *above = scope_of(w, s->component->refines.data[i].name);
    if (above) declare_events(w, above);
  }
  for (uint32_t i = 0; i < s->component->events.len; i++)
    declare_event(w, s, s->component->events.data[i]);
}

/* ---- formulas */

/* x for x', and the place without the prime. */
static const Name *unprimed(Walk *w, const Name *name, Span *span)
{
  const Name *plain = eventb_unprimed(session_names(w->ix->session), name);
  if (plain && span->end > span->begin) span->end--;
  return plain ? plain : name;
}

static Decl *find(const Walk *w, const Name *name)
{
  for (uint32_t i = w->locals.len; i > 0; i--)
    if (w->locals.data[i - 1]->name == name) return w->locals.data[i - 1];
  Decl *d = w->event ? map_get(&w->event->parameters, name) : NULL;
  if (!d && w->above) d = map_get(&w->above->parameters, name);
  return d ? d : map_get(&w->scope->visible, name);
}

static void mention(Walk *w, Span span, const Name *name, MentionRole role)
{
  Span place = index_find_name(w->ix, span, name);
  name = unprimed(w, name, &place);
  index_mention_add(w->ix, place, find(w, name), role);
}

static void walk(Walk *, const Node *);

static void binder(Walk *w, const Node *node)
{
  const Node *names = node->kids[0];
  uint32_t mark = w->locals.len;
  for (uint32_t i = 0; i < names->count; i++) {
    const Node *name = node_bare(names->kids[i]);
    if (name->kind != NODE_IDENT) continue;
    Span place = index_find_name(w->ix, name->span, name->name);
    Decl *d = index_declare_local(w->ix, DECL_LOCAL, name->name, place, node->span, w->scope->decl);
    if (d) vec_push(&w->locals, d);
    for (uint32_t k = 0; k < name->count; k++) walk(w, name->kids[k]);
  }
  for (uint32_t i = 1; i < node->count; i++) walk(w, node->kids[i]);
  w->locals.len = mark;
}

static void target(Walk *w, const Node *node)
{
  if (node->kind == NODE_IDENT) {
    mention(w, node->span, node->name, MENTION_WRITTEN);
  } else if (node->kind == NODE_APPLY) {
    target(w, node->kids[0]);
    for (uint32_t i = 1; i < node->count; i++) walk(w, node->kids[i]);
  } else {
    for (uint32_t i = 0; i < node->count; i++) target(w, node->kids[i]);
  }
}

static void walk(Walk *w, const Node *node)
{
  bool assigns =
      node->kind == NODE_ASSIGN || node->kind == NODE_BECOMES_IN || node->kind == NODE_BECOMES_SUCH;
  if (node->kind == NODE_IDENT || node->kind == NODE_OLD_VALUE)
    mention(w, node->span, node->name, MENTION_READ);
  else if (node->count && node->kids[0]->kind == NODE_NAMES) binder(w, node);
  else if (assigns) target(w, node->kids[0]), walk(w, node->kids[1]);
  else
    for (uint32_t i = 0; i < node->count; i++) walk(w, node->kids[i]);
}

/* ---- parts */

/* The label of a formula: @label.  NULL: it has none in the text. */
static const Word *label_of(Walk *w, Span span, const Name *label)
{
  const Source *source = sources_at(session_sources(w->ix->session), span.begin);
  const Words *words = source && label ? index_words(w->ix, source) : NULL;
  for (uint32_t i = words ? words_from(words, span.begin) : 0;
       words && i < words->count && words->at[i].span.begin < span.end; i++)
    if (words->at[i].kind == WORD_LABEL && words->at[i].name == label) return &words->at[i];
  return NULL;
}

static void formulas(Walk *w, const EventbFormulas *list, const Decl *owner)
{
  for (uint32_t i = 0; i < list->len; i++) {
    const EventbFormula *f = &list->data[i];
    const Word *label = label_of(w, f->span, f->label);
    if (label)
      index_declare(w->ix, DECL_LABEL, f->label, (Span){label->span.begin + 1, label->span.end},
                    f->span, owner);
    walk(w, f->formula);
  }
}

/* What a witness is for is its label. */
static void witnesses(Walk *w, const EventbFormulas *list)
{
  for (uint32_t i = 0; i < list->len; i++) {
    const EventbFormula *f = &list->data[i];
    const Word *label = label_of(w, f->span, f->label);
    if (label) {
      Span place = {label->span.begin + 1, label->span.end};
      const Name *name = unprimed(w, f->label, &place);
      index_mention_add(w->ix, place, find(w, name), MENTION_READ);
    }
    walk(w, f->formula);
  }
}

static void event(Walk *w, const EventScope *e)
{
  w->event = e;
  for (uint32_t i = 0; i < e->event->refines.len; i++) {
    const EventbName *name = &e->event->refines.data[i];
    const EventScope *above = abstract_event(w, w->scope, name->name);
    if (!above) continue;
    w->above = above;
    index_mention_add(w->ix, index_find_name(w->ix, name->span, name->name), above->decl,
                      MENTION_CALLED);
  }
  formulas(w, &e->event->guards, e->decl);
  witnesses(w, &e->event->witnesses);
  w->above = NULL;
  for (uint32_t i = 0; i < e->event->actions.len; i++) walk(w, e->event->actions.data[i].node);
  w->event = NULL;
}

static void references(Walk *w, const EventbNames *names)
{
  for (uint32_t i = 0; i < names->len; i++) {
    const Scope *other = scope_of(w, names->data[i].name);
    if (other)
      index_mention_add(w->ix, index_find_name(w->ix, names->data[i].span, names->data[i].name),
                        other->decl, MENTION_READ);
  }
}

static void component(Walk *w, Scope *s)
{
  const EventbComponent *c = s->component;
  w->scope = s;
  references(w, &c->refines);
  references(w, &c->uses);
  formulas(w, &c->axioms, s->decl);
  formulas(w, &c->invariants, s->decl);
  for (uint32_t i = 0; i < c->variants.len; i++) walk(w, c->variants.data[i].formula);
  for (uint32_t i = 0; i < c->events.len; i++) {
    const EventScope *e = map_get(&s->events, c->events.data[i]->name);
    if (e && e->event == c->events.data[i]) event(w, e);
  }
}

/* ---- the model that was made of them: names of all levels that are equal are one there */

static void put_symbols(Map *named, const Symbols *symbols)
{
  for (uint32_t i = 0; i < symbols->len; i++) {
    Symbol *symbol = symbols->data[i];
    map_put(named, symbol->name, symbol);
    for (uint32_t k = 0; k < symbol->element_count; k++)
      map_put(named, symbol->elements[k]->name, symbol->elements[k]);
  }
}

static void bind_model(Index *ix, const Model *model)
{
  const Symbols *lists[] = {&model->sets, &model->freetypes, &model->constants, &model->variables};
  Map named = {0};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) put_symbols(&named, lists[i]);
  for (uint32_t i = 0; i < ix->decls.len; i++) {
    Decl *d = ix->decls.data[i];
    if (d->kind == DECL_SET || d->kind == DECL_CONSTANT || d->kind == DECL_VARIABLE)
      d->symbol = map_get(&named, d->name);
  }
  map_free(&named);
}

/* ---- the whole */

static bool is_text(const EventbComponent *c) { return c->source && eventb_is_text(c->source); }

void index_eventb(Index *ix)
{
  Walk w = {.ix = ix};
  EventbProject *project = eventb_read(session_context(ix->session), ix->root);
  w.project = project;
  for (uint32_t i = 0; i < project->components.len; i++) {
    const EventbComponent *c = project->components.data[i];
    if (!is_text(c) || !c->name) continue;
    Scope *s = arena_alloc(session_arena(ix->session), sizeof *s);
    s->component = c;
    s->decl = index_declare(ix, c->is_context ? DECL_CONTEXT : DECL_MACHINE, c->name,
                            index_find_name(ix, c->span, c->name), whole_component(&w, c), NULL);
    vec_push(&w.scopes, s);
  }
  for (uint32_t i = 0; i < w.scopes.len; i++) complete(&w, w.scopes.data[i]);
  for (uint32_t i = 0; i < w.scopes.len; i++) declare_events(&w, w.scopes.data[i]);
  for (uint32_t i = 0; i < w.scopes.len; i++) component(&w, w.scopes.data[i]);
  if (ix->text.model) bind_model(ix, ix->text.model);
  for (uint32_t i = 0; i < w.scopes.len; i++) {
    Map *events = &w.scopes.data[i]->events;
    for (uint32_t k = 0; k < events->capacity; k++)
      if (events->keys[k]) map_free(&((EventScope *) events->values[k])->parameters);
    map_free(events);
    map_free(&w.scopes.data[i]->visible);
  }
  vec_free(&w.scopes);
  vec_free(&w.locals);
  eventb_project_free(project);
}
