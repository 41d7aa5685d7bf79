#include "eventb/read/component_text.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/nearest.h"
#include "eventb/notation/formula.h"
#include "eventb/read/project.h"

typedef struct {
  EventbParser p; /* first */
  EventbProject *project;
  const Source *source;
  EventbTokens tokens;
} Reader;

/* ---- tokens */

static const EventbToken *peek(const Reader *r) { return &r->p.tokens[r->p.at]; }

static bool at_word(const Reader *r, const char *word)
{
  const EventbToken *token = peek(r);
  return token->kind == EVENTB_NAME && !token->quoted && eventb_is_word(token->name->text, word);
}

static bool accept_word(Reader *r, const char *word)
{
  if (!at_word(r, word)) return false;
  r->p.at++;
  return true;
}

static bool at_keyword(const Reader *r)
{
  for (const char *const *word = eventb_keywords; *word; word++)
    if (at_word(r, *word)) return true;
  return false;
}

static bool at_name(const Reader *r) { return peek(r)->kind == EVENTB_NAME && !at_keyword(r); }

/* The keyword most like the name that stands here; or NULL. */
static const char *near_keyword(const Reader *r)
{
  const EventbToken *token = peek(r);
  if (token->kind != EVENTB_NAME || token->quoted) return NULL;
  Nearest nearest = nearest_to(token->name->text);
  for (const char *const *word = eventb_keywords; *word; word++) nearest_offer(&nearest, *word);
  return nearest.best;
}

static void expect_word(Reader *r, const char *word, const char *what)
{
  if (accept_word(r, word)) return;
  const char *near = near_keyword(r);
  Diag *diag = eventb_unexpected(&r->p, what);
  if (diag && near) diag_suggest(r->p.context->diags, diag, diag->span, near);
}

/* name { [ "," ] name } */
static void read_names(Reader *r, EventbNames *names, const char *what)
{
  if (!at_name(r)) eventb_unexpected(&r->p, what);
  while (!r->p.failed && at_name(r)) {
    vec_push(names, ((EventbName){.name = peek(r)->name, .span = peek(r)->span}));
    r->p.at++;
    if (peek(r)->kind == EVENTB_COMMA) r->p.at++;
  }
}

static void read_name(Reader *r, const Name **name, Span *span, const char *what)
{
  if (!at_name(r)) {
    eventb_unexpected(&r->p, what);
    return;
  }
  *name = peek(r)->name;
  *span = peek(r)->span;
  r->p.at++;
}

/* "@" label, or nothing */
static const Name *read_label(Reader *r)
{
  return peek(r)->kind == EVENTB_LABEL ? r->p.tokens[r->p.at++].name : NULL;
}

/* ---- parts */

/* After the last formula only a keyword can come: what else stands here lacks its label, unless it
 * looks like a mistyped keyword. */
static void expect_label(Reader *r)
{
  const EventbToken *token = peek(r);
  if (r->p.failed || at_keyword(r) || at_word(r, "status") || token->kind == EVENTB_END) return;
  EventbTokenKind next = r->p.tokens[r->p.at + 1].kind;
  if (near_keyword(r) && (next == EVENTB_NAME || next == EVENTB_LABEL)) return;
  Diag *diag = eventb_unexpected(&r->p, "a label, or the next part");
  if (!diag) return;
  diag_hint(r->p.context->diags, diag, "every formula needs a label: @label P");
  diag_replace(r->p.context->diags, diag, (Span){token->span.begin, token->span.begin}, "@label ");
}

/* After a mistake in a formula reading goes on at the next label or part. */
static void recover(Reader *r)
{
  if (!r->p.failed) return;
  while (peek(r)->kind != EVENTB_LABEL && peek(r)->kind != EVENTB_END && !at_keyword(r)) r->p.at++;
  r->p.failed = false;
}

/* { [ "theorem" ] "@" label formula }, or with `theorem` behind the label */
static void read_formulas(Reader *r, EventbFormulas *formulas, bool theorems)
{
  while (!r->p.failed && (peek(r)->kind == EVENTB_LABEL || at_word(r, "theorem"))) {
    EventbFormula formula = {.theorem = theorems};
    uint32_t begin = peek(r)->span.begin;
    formula.theorem |= accept_word(r, "theorem");
    formula.label = read_label(r);
    formula.theorem |= accept_word(r, "theorem");
    formula.formula = eventb_parse(&r->p, EVENTB_PREDICATE);
    formula.span = (Span){begin, formula.formula->span.end};
    vec_push(formulas, formula);
    recover(r);
  }
  expect_label(r);
}

static void read_actions(Reader *r, EventbActions *actions)
{
  while (!r->p.failed && (peek(r)->kind == EVENTB_LABEL || at_name(r))) {
    EventbAction action = {0};
    uint32_t begin = peek(r)->span.begin;
    action.label = read_label(r);
    action.node = eventb_parse(&r->p, EVENTB_ASSIGNMENT);
    action.span = (Span){begin, action.node->span.end};
    if (action.node->kind != NODE_ERROR) vec_push(actions, action);
    recover(r);
  }
}

static bool accept_status(Reader *r, EventStatus *status)
{
  if (accept_word(r, "convergent")) *status = EVENT_CONVERGENT;
  else if (accept_word(r, "anticipated")) *status = EVENT_ANTICIPATED;
  else return accept_word(r, "ordinary");
  return true;
}

/* [ status ] "event" name [ "extends" name | "refines" names ] { part } "end" */
static void read_event(Reader *r, EventbComponent *machine)
{
  EventbEvent *event = arena_alloc(r->p.arena, sizeof *event);
  uint32_t begin = peek(r)->span.begin;
  accept_status(r, &event->status);
  expect_word(r, "event", "an event, or end");
  read_name(r, &event->name, &event->span, "the name of the event");
  if (r->p.failed) return;
  event->span.begin = begin;
  if (accept_word(r, "extends")) {
    event->extended = true;
    if (at_name(r)) read_names(r, &event->refines, "the extended event");
    if (eventb_is_initialisation(event)) event->refines.len = 0;
  } else if (accept_word(r, "refines")) {
    read_names(r, &event->refines, "the refined event");
  }
  for (;;) {
    if (accept_word(r, "any")) read_names(r, &event->parameters, "a parameter");
    else if (accept_word(r, "where") || accept_word(r, "when"))
      read_formulas(r, &event->guards, false);
    else if (accept_word(r, "with")) read_formulas(r, &event->witnesses, false);
    else if (accept_word(r, "then") || accept_word(r, "begin")) read_actions(r, &event->actions);
    else if (accept_word(r, "status")) {
      if (!accept_status(r, &event->status)) eventb_unexpected(&r->p, "convergent or anticipated");
    } else break;
  }
  expect_word(r, "end", "end of the event");
  vec_push(&machine->events, event);
}

static bool at_event(const Reader *r)
{
  return at_word(r, "event") || at_word(r, "convergent") || at_word(r, "anticipated") ||
         at_word(r, "ordinary");
}

static void read_variant(Reader *r, EventbComponent *machine)
{
  EventbFormula variant = {.label = NULL};
  variant.span = peek(r)->span;
  variant.label = read_label(r);
  variant.formula = eventb_parse(&r->p, EVENTB_EXPRESSION);
  variant.span.end = variant.formula->span.end;
  vec_push(&machine->variants, variant);
}

static bool read_machine_part(Reader *r, EventbComponent *c)
{
  if (accept_word(r, "refines")) read_names(r, &c->refines, "the refined machine");
  else if (accept_word(r, "sees")) read_names(r, &c->uses, "a context");
  else if (accept_word(r, "variables")) read_names(r, &c->variables, "a variable");
  else if (accept_word(r, "invariants")) read_formulas(r, &c->invariants, false);
  else if (accept_word(r, "theorems")) read_formulas(r, &c->invariants, true);
  else if (accept_word(r, "variant") || accept_word(r, "variants")) read_variant(r, c);
  else if (accept_word(r, "events"))
    while (!r->p.failed && at_event(r)) read_event(r, c);
  else return false;
  return true;
}

static bool read_context_part(Reader *r, EventbComponent *c)
{
  if (accept_word(r, "extends")) read_names(r, &c->uses, "a context");
  else if (accept_word(r, "sets")) read_names(r, &c->sets, "a set");
  else if (accept_word(r, "constants")) read_names(r, &c->constants, "a constant");
  else if (accept_word(r, "axioms")) read_formulas(r, &c->axioms, false);
  else if (accept_word(r, "theorems")) read_formulas(r, &c->axioms, true);
  else return false;
  return true;
}

static bool at_component(const Reader *r) { return at_word(r, "machine") || at_word(r, "context"); }

static bool at_part(const Reader *r, bool is_context)
{
  static const char *const of_machine[] = {"sees",    "variables", "invariants", "theorems",
                                           "variant", "variants",  "events",     NULL};
  static const char *const of_context[] = {"sets", "constants", "axioms", "theorems", NULL};
  for (const char *const *word = is_context ? of_context : of_machine; *word; word++)
    if (at_word(r, *word)) return true;
  return !is_context && at_event(r);
}

/* After a mistake between parts reading goes on at the next part or event of the component; false:
 * there is none. */
static bool resume(Reader *r, EventbComponent *c)
{
  while (!at_part(r, c->is_context) && !at_component(r) && peek(r)->kind != EVENTB_END) r->p.at++;
  if (!at_part(r, c->is_context)) return false;
  r->p.failed = false;
  while (!r->p.failed && at_event(r)) read_event(r, c);
  return true;
}

static void read_parts(Reader *r, EventbComponent *c)
{
  do {
    while (!r->p.failed && (c->is_context ? read_context_part(r, c) : read_machine_part(r, c)))
      continue;
    if (!r->p.failed)
      expect_word(r, "end",
                  c->is_context ? "a part of a context, or end" : "a part of a machine, or end");
  } while (r->p.failed && resume(r, c));
}

/* ( "machine" | "context" ) name { part } "end" */
static void read_component(Reader *r)
{
  EventbComponent *c = eventb_component_new(r->p.arena);
  uint32_t begin = peek(r)->span.begin;
  c->is_context = accept_word(r, "context");
  if (!c->is_context) expect_word(r, "machine", "machine or context");
  read_name(r, &c->name, &c->span, "its name");
  if (r->p.failed) return;
  c->span.begin = begin;
  c->source = r->source;
  read_parts(r, c);
  vec_push(&r->project->components, c);
}

/* After a mistake in front of a component, or in one that has no further part. */
static void skip_to_component(Reader *r)
{
  while (!at_component(r) && peek(r)->kind != EVENTB_END) r->p.at++;
  r->p.failed = peek(r)->kind == EVENTB_END;
}

/* ---- comments */

typedef struct { /* something that a comment may belong to */
  uint32_t begin;
  const char **comment;
} Site;

typedef VEC(Site) Places;

static void add_names(Places *places, EventbNames *names)
{
  for (uint32_t i = 0; i < names->len; i++)
    vec_push(places, ((Site){names->data[i].span.begin, &names->data[i].comment}));
}

static void add_formulas(Places *places, EventbFormulas *formulas)
{
  for (uint32_t i = 0; i < formulas->len; i++)
    vec_push(places, ((Site){formulas->data[i].span.begin, &formulas->data[i].comment}));
}

static void add_event(Places *places, EventbEvent *event)
{
  vec_push(places, ((Site){event->span.begin, &event->comment}));
  add_names(places, &event->parameters);
  add_formulas(places, &event->guards);
  add_formulas(places, &event->witnesses);
  for (uint32_t i = 0; i < event->actions.len; i++)
    vec_push(places, ((Site){event->actions.data[i].span.begin, &event->actions.data[i].comment}));
}

static void add_component(Places *places, EventbComponent *c)
{
  vec_push(places, ((Site){c->span.begin, &c->comment}));
  add_names(places, &c->sets);
  add_names(places, &c->constants);
  add_names(places, &c->variables);
  add_formulas(places, &c->axioms);
  add_formulas(places, &c->invariants);
  add_formulas(places, &c->variants);
  for (uint32_t i = 0; i < c->events.len; i++) add_event(places, c->events.data[i]);
}

static int by_begin(const void *a, const void *b)
{
  const Site *x = a, *y = b;
  return (x->begin > y->begin) - (x->begin < y->begin);
}

/* Is there a line end between the two positions? */
static bool is_line_apart(const Reader *r, uint32_t from, uint32_t to)
{
  const char *begin = r->source->text + (from - r->source->base);
  return memchr(begin, '\n', to - from) != NULL;
}

/* The text of a comment, without its marks and the blank after them. */
static void append_comment(Reader *r, const char **comment, Span span)
{
  const char *text = r->source->text + (span.begin - r->source->base);
  size_t length = span.end - span.begin;
  length -= text[1] == '*' && length >= 4 ? 4 : 2;
  text += 2;
  if (length && *text == ' ') text++, length--;
  *comment = *comment ? arena_printf(r->p.arena, "%s\n%.*s", *comment, (int) length, text)
                      : arena_copy(r->p.arena, text, length);
}

/* A comment behind something on its line belongs to that; others to what follows. */
static void attach_comments(Reader *r)
{
  Places places = {0};
  for (uint32_t i = 0; i < r->project->components.len; i++)
    add_component(&places, r->project->components.data[i]);
  if (places.len) qsort(places.data, places.len, sizeof *places.data, by_begin);
  for (uint32_t i = 0; places.len && i < r->tokens.comment_count; i++) {
    Span span = r->tokens.comments[i];
    uint32_t next = 0;
    while (next < places.len && places.data[next].begin < span.begin) next++;
    bool behind = next > 0 && (next == places.len ||
                               !is_line_apart(r, places.data[next - 1].begin, span.begin));
    append_comment(r, places.data[behind ? next - 1 : next].comment, span);
  }
  vec_free(&places);
}

/* ---- the whole */

/* What comes after comments; NULL: one is not closed. */
static const char *first_word(const char *at)
{
  for (;;) {
    while (isspace((unsigned char) *at)) at++;
    if (at[0] != '/' || (at[1] != '/' && at[1] != '*')) return at;
    const char *end = strstr(at + 2, at[1] == '/' ? "\n" : "*/");
    if (!end) return NULL;
    at = end + (at[1] == '/' ? 1 : 2);
  }
}

/* It begins, after comments, with `machine` or `context`. */
bool eventb_is_text(const Source *source)
{
  const char *at = first_word(source->text);
  return at && (!strncasecmp(at, "machine", 7) || !strncasecmp(at, "context", 7)) &&
         isspace((unsigned char) at[7]);
}

/* B writes MACHINE, and has no CONTEXT. */
bool eventb_is_surely_text(const Source *source)
{
  const char *at = first_word(source->text);
  return at && eventb_is_text(source) && islower((unsigned char) at[0]);
}

/* All names after the words that declare some: they are no operators. */
static void collect_declared(Reader *r, Map *declared)
{
  static const char *const sections[] = {"variables", "constants", "sets", "any"};
  const EventbToken *tokens = r->tokens.tokens;
  bool inside = false;
  for (uint32_t i = 0; i + 1 < r->tokens.count; i++) {
    const Name *name = tokens[i].name;
    if (!name || tokens[i].kind == EVENTB_NUMBER) {
      inside &= tokens[i].kind == EVENTB_COMMA;
      continue;
    }
    bool keyword = false;
    for (const char *const *word = eventb_keywords; *word; word++)
      keyword |= eventb_is_word(name->text, *word);
    if (keyword) inside = false;
    for (size_t k = 0; k < sizeof sections / sizeof *sections; k++)
      inside |= eventb_is_word(name->text, sections[k]);
    if (inside && !keyword) map_put(declared, name, r);
  }
}

EventbProject *eventb_read_text(ParseContext *context, const Source *source)
{
  Reader r = {.source = source, .project = eventb_project_new(context->arena)};
  Map declared = {0};
  uint32_t errors = diags_errors(context->diags), mark = diags_mark(context->diags);
  r.tokens = eventb_lex(context, source, NULL, NULL, true);
  collect_declared(&r, &declared);
  if (declared.count) {
    diags_release(context->diags, mark);
    r.tokens = eventb_lex(context, source, &declared, NULL, true);
  }
  r.p = (EventbParser){.context = context, .arena = context->arena, .tokens = r.tokens.tokens};
  r.p.in_text = true;
  r.p.failed = !context->hole && diags_errors(context->diags) != errors;
  bool readable = !r.p.failed;
  do {
    read_component(&r);
    if (r.p.failed && readable) skip_to_component(&r);
  } while (!r.p.failed && peek(&r)->kind != EVENTB_END);
  attach_comments(&r);
  project_choose_main(r.project, context->arena);
  map_free(&declared);
  return r.project;
}
