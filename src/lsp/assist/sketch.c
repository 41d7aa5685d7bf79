#include "lsp/assist/sketch.h"

#include <string.h>

#include "csp/script.h"
#include "model/model.h"

/* ---- where the hole is */

static const Node *find(const Node *node, const Name *hole)
{
  if (node->name == hole) return node;
  for (uint32_t i = 0; i < node->count; i++) {
    const Node *found = find(node->kids[i], hole);
    if (found) return found;
  }
  return NULL;
}

static const Node *find_in_clauses(const Clauses *clauses, const Name *hole)
{
  const Node *found = NULL;
  for (uint32_t i = 0; i < clauses->len && !found; i++) found = find(clauses->data[i].node, hole);
  return found;
}

static const Node *find_in_operations(Operation *const *all, uint32_t count, const Name *hole)
{
  const Node *found = NULL;
  for (uint32_t i = 0; i < count && !found; i++)
    if (all[i]->body) found = find(all[i]->body, hole);
  return found;
}

static const Node *find_in_model(const Model *m, const Name *hole)
{
  const Node *found = find_in_clauses(&m->properties, hole);
  if (!found) found = find_in_clauses(&m->invariants, hole);
  if (!found) found = find_in_clauses(&m->assertions, hole);
  for (uint32_t i = 0; i < m->machines.len && !found; i++)
    if (m->machines.data[i]->initialisation)
      found = find(m->machines.data[i]->initialisation, hole);
  if (!found) found = find_in_operations(m->operations.data, m->operations.len, hole);
  if (!found) found = find_in_operations(m->abstract.data, m->abstract.len, hole);
  return found;
}

/* Of a definition that nobody uses there is only the text. */
static bool is_in_text(const EditedText *text, const Name *hole)
{
  const Unit *unit = text->model && text->model->main ? text->model->main->unit : text->definitions;
  return unit && find(unit->root, hole) != NULL;
}

static const CspNode *find_csp(const CspNode *node, const Name *hole)
{
  if (csp_is(node, CSP_NAME) && node->name == hole) return node;
  for (uint32_t i = 0; i < node->count; i++) {
    const CspNode *found = node->kids[i] ? find_csp(node->kids[i], hole) : NULL;
    if (found) return found;
  }
  return NULL;
}

static void look(Sketch *s, const Name *hole)
{
  const Node *node = s->text.model ? find_in_model(s->text.model, hole) : NULL;
  const CspNode *csp = s->text.script ? find_csp(csp_script_tree(s->text.script), hole) : NULL;
  /* The declaration of the hole itself stands at the end of the text. */
  if (csp && csp->span.begin == s->position) s->found = true, s->csp = csp->type;
  s->found |= node || is_in_text(&s->text, hole);
  if (!node) return;
  if (node->kind == NODE_FIELD) s->record = node->kids[0]->type;
  else s->type = node->type;
  s->predicate = node->kind == NODE_ERROR && !node->type;
}

/* ---- making */

static void attempt(Sketch *s, Project *p, const Document *d, const Text *text)
{
  *s = (Sketch){0};
  s->session = project_session(p, d, text_string(text), &s->source);
  const Name *hole = names_intern_string(session_names(s->session), SITE_HOLE);
  session_context(s->session)->hole = hole;
  const char *at = strstr(s->source->text, SITE_HOLE);
  s->position = s->source->base + (at ? (uint32_t) (at - s->source->text) : 0);
  s->text = edited_text_read(s->session, s->source);
  look(s, hole);
}

/* A script has types only if nothing is wrong in it. */
static bool is_better(const Sketch *one, const Sketch *other)
{
  if (one->text.kind != TEXT_SCRIPT || !one->found || !other->found) return one->found;
  return !session_has_errors(one->session);
}

void sketch_make(Sketch *s, Project *p, const Document *d, const Site *site)
{
  attempt(s, p, d, &site->attempts[0]);
  bool script = s->text.kind == TEXT_SCRIPT;
  bool lost = !s->found || (script && session_has_errors(s->session));
  if (lost && (site->kind == SITE_OPERAND || site->kind == SITE_STATEMENT)) {
    Sketch first = *s;
    attempt(s, p, d, &site->attempts[1]);
    bool better = is_better(s, &first);
    session_free(better ? first.session : s->session);
    if (!better) *s = first;
  }
  s->index = index_new(s->session, s->source, &s->text);
}

void sketch_free(Sketch *s)
{
  index_free(s->index);
  session_free(s->session);
}

/* ---- types */

bool type_fits(const Type *wanted, const Type *given)
{
  if (!wanted || !given || wanted == given) return true;
  if (wanted->kind == TYPE_VAR || given->kind == TYPE_VAR) return true;
  if (wanted->kind != given->kind || wanted->symbol != given->symbol ||
      wanted->count != given->count)
    return false;
  for (uint32_t i = 0; i < wanted->count; i++) {
    if (wanted->kind == TYPE_RECORD && wanted->names[i] != given->names[i]) return false;
    if (!type_fits(wanted->args[i], given->args[i])) return false;
  }
  return true;
}
