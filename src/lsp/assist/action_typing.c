#include <string.h>

#include "eventb/notation/math_lexer.h"
#include "lsp/assist/actions.h"
#include "model/model.h"
#include "syntax/inspect.h"

/* A typing predicate for a name that has none: x : T, in the clause or part where it belongs. */

enum { MOST_CANDIDATES = 6 };

typedef struct {
  Actions *actions;
  const Decl *decl;
  const Unit *unit;
  const Words *words;
  bool eventb, untyped; /* untyped: there is a diagnostic that says so */
} Typing;

/* ---- is there one? */

static bool is_among(const Node *node, const Name *name)
{
  node = node_bare(node);
  if (node->kind == NODE_IDENT) return node->name == name;
  bool list = node->kind == NODE_COUPLE || node->kind == NODE_MAPLET;
  for (uint32_t i = 0; list && i < node->count; i++)
    if (is_among(node->kids[i], name)) return true;
  return false;
}

static bool types_name(const Node *conjunct, const Name *name)
{
  switch (conjunct->kind) {
  case NODE_MEMBER:
  case NODE_SUBSET:
  case NODE_STRICT_SUBSET: return is_among(conjunct->kids[0], name);
  default: return false;
  }
}

static bool has_typing(const Node *predicate, const Name *name)
{
  Conjuncts conjuncts = {0};
  bool found = false;
  conjuncts_add(&conjuncts, predicate);
  for (uint32_t i = 0; i < conjuncts.len; i++) found |= types_name(conjuncts.data[i], name);
  vec_free(&conjuncts);
  return found;
}

/* ---- the set */

/* In Event-B, POW(INTEGER*S) is ℙ(ℤ×S). */
static void add_in_symbols(Text *out, const char *type)
{
  static const struct {
    const char *word, *symbol;
  } words[] = {{"INTEGER", "ℤ"}, {"POW", "ℙ"}, {"*", "×"}};
  while (*type) {
    size_t k = 0, count = sizeof words / sizeof *words;
    while (k < count && strncmp(type, words[k].word, strlen(words[k].word)) != 0) k++;
    if (k == count) text_add_char(out, *type++);
    else text_add(out, words[k].symbol), type += strlen(words[k].word);
  }
}

/* The type with a set in the place of what is not known. */
static void add_set(const Typing *t, Text *out, const char *type, const char *candidate)
{
  Text set = {0};
  for (; *type; type++) {
    if (*type == '?') text_add(&set, candidate);
    else text_add_char(&set, *type);
  }
  if (t->eventb) add_in_symbols(out, text_string(&set));
  else text_add(out, text_string(&set));
  text_free(&set);
}

/* ---- the place */

static const Node *clause_around(const Unit *unit, uint32_t position)
{
  for (uint32_t i = 1; i < unit->root->count; i++) {
    const Node *clause = unit->root->kids[i];
    if (clause->span.begin <= position && position < clause->span.end) return clause;
  }
  return NULL;
}

static void offer(const Typing *t, const char *predicate, const ActionEdit *edits, size_t count)
{
  Text title = {0};
  text_printf(&title, "add the typing predicate %s", predicate);
  actions_offer(t->actions, text_string(&title), t->untyped ? "quickfix" : "quickfix.typing", edits,
                count);
  text_free(&title);
}

/* In front of a predicate, which gets brackets if it binds less tightly than `&`. */
static void offer_before(const Typing *t, const char *predicate, const Node *first,
                         const char *joint)
{
  Text text = {0};
  bool loose = first->kind == NODE_OR || first->kind == NODE_IMPLIES;
  text_printf(&text, "%s &%s%s", predicate, joint, loose ? "(" : "");
  ActionEdit edits[] = {{{first->span.begin, first->span.begin}, text_string(&text)},
                        {{first->span.end, first->span.end}, ")"}};
  offer(t, predicate, edits, loose ? 2 : 1);
  text_free(&text);
}

/* A clause behind the one that declares the name. */
static void offer_clause(const Typing *t, const char *predicate, const char *keyword)
{
  const Node *clause = clause_around(t->unit, t->decl->span.begin);
  if (!clause) return;
  Text text = {0};
  text_printf(&text, "\n%s\n  %s", keyword, predicate);
  ActionEdit edit = {{clause->span.end, clause->span.end}, text_string(&text)};
  offer(t, predicate, &edit, 1);
  text_free(&text);
}

static void offer_in_clause(const Typing *t, const char *predicate)
{
  bool variable = t->decl->kind == DECL_VARIABLE;
  NodeKind kind = variable ? NODE_CL_INVARIANT : NODE_CL_PROPERTIES;
  const Node *clause = unit_clause(t->unit, kind);
  if (!clause) offer_clause(t, predicate, variable ? "INVARIANT" : "PROPERTIES");
  else offer_before(t, predicate, clause->kids[0], "\n  ");
}

/* PRE x : T THEN … END */
static void offer_in_operation(const Typing *t, const char *predicate, const Node *operation)
{
  const Node *body = operation->kids[2];
  if (body->kind == NODE_PRE) {
    offer_before(t, predicate, body->kids[0], " ");
    return;
  }
  Text text = {0};
  text_printf(&text, "PRE %s THEN ", predicate);
  ActionEdit edits[] = {{{body->span.begin, body->span.begin}, text_string(&text)},
                        {{body->span.end, body->span.end}, " END"}};
  offer(t, predicate, edits, 2);
  text_free(&text);
}

static bool is_keyword(const Word *word, const char *keyword)
{
  return word->kind == WORD_KEYWORD && word->name && eventb_is_word(word->name->text, keyword);
}

/* From the name of a component or event to its end. */
static Span rest_of(const Typing *t, const Decl *owner)
{
  const Words *w = t->words;
  bool event = owner->kind == DECL_EVENT;
  Span span = {owner->span.end, w->source->base + w->source->length};
  for (uint32_t i = words_from(w, span.begin); i < w->count; i++) {
    bool next = event ? is_keyword(&w->at[i], "end")
                      : is_keyword(&w->at[i], "machine") || is_keyword(&w->at[i], "context");
    if (!next) continue;
    span.end = event ? w->at[i].span.end : w->at[i].span.begin;
    break;
  }
  return span;
}

/* The keyword of that part, inside of the span; or NULL. */
static const Word *part_in(const Typing *t, Span span, const char *keyword)
{
  const Words *w = t->words;
  for (uint32_t i = words_from(w, span.begin); i < w->count && w->at[i].span.begin < span.end; i++)
    if (is_keyword(&w->at[i], keyword)) return &w->at[i];
  return NULL;
}

static bool ends_line(const Words *w, uint32_t position)
{
  const char *at = w->source->text + (position - w->source->base);
  at += strspn(at, " \t\r");
  return *at == '\n' || !*at;
}

/* A labelled predicate at the beginning of the part, or the part before the next one. */
static void offer_in_part(const Typing *t, const char *predicate)
{
  static const char *const next[] = {"then", "begin", "with", "events", "invariants", "end"};
  bool parameter = t->decl->kind == DECL_PARAMETER;
  const char *keyword = parameter                        ? "where"
                        : t->decl->kind == DECL_VARIABLE ? "invariants"
                                                         : "axioms";
  Span whole = rest_of(t, t->decl->owner);
  const Word *part = part_in(t, whole, keyword);
  if (!part && parameter) part = part_in(t, whole, "when");
  Span rest = {t->decl->span.end, whole.end};
  const Word *before = NULL;
  for (size_t i = 0; !part && !before && i < sizeof next / sizeof *next; i++)
    before = part_in(t, rest, next[i]);
  if (!part && !before) return;
  Text text = {0};
  uint32_t at = part ? part->span.end : before->span.begin;
  bool alone = part && ends_line(t->words, at);
  if (part)
    text_printf(&text, "\n    @typing_%s %s%s", t->decl->name->text, predicate,
                alone ? "" : "\n   ");
  else text_printf(&text, "%s\n    @typing_%s %s\n  ", keyword, t->decl->name->text, predicate);
  ActionEdit edit = {{at, at}, text_string(&text)};
  offer(t, predicate, &edit, 1);
  text_free(&text);
}

/* ---- the whole */

static const Node *operation_of(const Typing *t)
{
  static const NodeKind clauses[] = {NODE_CL_OPERATIONS, NODE_CL_LOCAL_OPERATIONS};
  for (size_t k = 0; k < 2; k++) {
    const Node *clause = unit_clause(t->unit, clauses[k]);
    for (uint32_t i = 0; clause && i < clause->count; i++)
      if (clause->kids[i]->kind == NODE_OPERATION &&
          span_equal(clause->kids[i]->span, t->decl->scope))
        return clause->kids[i];
  }
  return NULL;
}

/* The predicate that would type it, as far as there is one. */
static bool is_typed(const Typing *t, const Node *operation)
{
  if (t->decl->kind == DECL_PARAMETER) {
    const Node *body = operation ? operation->kids[2] : NULL;
    return body && body->kind == NODE_PRE && has_typing(body->kids[0], t->decl->name);
  }
  const Node *clause =
      unit_clause(t->unit, t->decl->kind == DECL_VARIABLE ? NODE_CL_INVARIANT : NODE_CL_PROPERTIES);
  return clause && has_typing(clause->kids[0], t->decl->name);
}

static void offer_set(const Typing *t, const char *type, const char *candidate,
                      const Node *operation)
{
  Text predicate = {0};
  text_printf(&predicate, "%s %s ", t->decl->name->text, t->eventb ? "∈" : ":");
  add_set(t, &predicate, type, candidate);
  if (t->eventb) offer_in_part(t, text_string(&predicate));
  else if (operation) offer_in_operation(t, text_string(&predicate), operation);
  else offer_in_clause(t, text_string(&predicate));
  text_free(&predicate);
}

/* Where the type is not known, what it may be. */
static void offer_candidates(const Typing *t, const char *type, const Node *operation)
{
  const Model *model = t->actions->analysis->text.model;
  offer_set(t, type, "INTEGER", operation);
  offer_set(t, type, "BOOL", operation);
  for (uint32_t i = 0; i < model->sets.len && i + 2 < MOST_CANDIDATES; i++)
    offer_set(t, type, model->sets.data[i]->name->text, operation);
}

static const Unit *unit_of(const Model *model, const Source *source)
{
  for (uint32_t i = 0; i < model->machines.len; i++)
    if (model->machines.data[i]->unit->source == source) return model->machines.data[i]->unit;
  return NULL;
}

static bool is_reported(const Actions *a, const Decl *d)
{
  const Diags *diags = session_diags(a->analysis->session);
  for (uint32_t i = 0; i < diags_count(diags); i++)
    if (!strcmp(diags_get(diags, i)->code, "type-unknown") &&
        diags_get(diags, i)->span.begin == d->span.begin)
      return true;
  return false;
}

static void offer_for(Actions *a, const Decl *d, const Unit *unit)
{
  Index *index = analysis_index(a->analysis);
  Typing t = {.actions = a, .decl = d, .unit = unit, .eventb = unit->eventb};
  t.words = index_words(index, a->analysis->source);
  t.untyped = is_reported(a, d);
  const Node *operation = d->kind == DECL_PARAMETER && !t.eventb ? operation_of(&t) : NULL;
  if (d->kind == DECL_PARAMETER && !t.eventb && !operation) return;
  if (t.eventb && (!d->owner || (d->kind == DECL_PARAMETER && !t.untyped))) return;
  if (!t.untyped && is_typed(&t, operation)) return;
  const Symbol *symbol = index_symbol(index, d);
  Text type = {0};
  if (symbol && symbol->type) type_print(&type, symbol->type);
  else text_add(&type, "?");
  if (strchr(type.data, '?')) offer_candidates(&t, type.data, operation);
  else offer_set(&t, type.data, "", operation);
  text_free(&type);
}

void actions_typing(Actions *a)
{
  const Model *model = a->analysis->text.model;
  const Unit *unit = model ? unit_of(model, a->analysis->source) : NULL;
  const Mention *m = index_at(analysis_index(a->analysis), a->span.begin);
  if (!unit || !m || m->role != MENTION_DECLARED || !text_has_layout(a->analysis->source)) return;
  const Decl *d = m->decl;
  bool global = d->kind == DECL_VARIABLE || d->kind == DECL_CONSTANT;
  if (global || (d->kind == DECL_PARAMETER && d->owner)) offer_for(a, d, unit);
}
