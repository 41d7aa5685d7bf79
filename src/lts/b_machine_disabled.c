#include "engine/setup/setup.h"
#include "lts/b_machine_impl.h"
#include "lts/guard.h"
#include "model/model_print.h"
#include "syntax/inspect.h"

/* Why an operation or the initialisation is not possible: the way of its body is gone, by the
 * interpreter, up to the first condition that is not TRUE. */
typedef struct {
  BMachine *m;
  Arena *arena;
  FormatStyle style;
  bool inside; /* of S || T: preconditions are claims there, no guards */
  Why *list;   /* what is not TRUE, in order */
} Seeker;

enum { LONGEST_SEARCH = 1 }; /* seconds: the reference interpreter is slow */

static void add(Seeker *s, const Why *why)
{
  Why **end = &s->list;
  while (*end) end = &(*end)->next;
  *end = (Why *) why; /* a list of its own so far */
}

static void add_note(Seeker *s, const char *text)
{
  Why *note = arena_alloc(s->arena, sizeof *note);
  *note = (Why){.kind = WHY_NOTE, .text = text};
  add(s, note);
}

/* With the name that the condition has in the text: grd1: x < 5 */
static void add_condition(Seeker *s, const Node *predicate)
{
  const Why *why = why_tree(s->m->r, s->arena, predicate, s->style);
  while (predicate->kind == NODE_EXPANSION || predicate->kind == NODE_DESCRIBED)
    predicate = predicate->kids[0];
  if (predicate->kind == NODE_LABELLED)
    ((Why *) why)->formula = arena_printf(s->arena, "%s: %s", predicate->name->text, why->formula);
  add(s, why);
}

static Truth truth_of(const Seeker *s, const Node *predicate)
{
  return reference_truth(s->m->r, predicate);
}

static void seek(Seeker *s, const Node *substitution);

/* Adds the conjuncts that are not TRUE; false: there is none. */
static bool add_untrue(Seeker *s, const Node *predicate)
{
  const Node *bare = node_bare(predicate);
  if (truth_of(s, bare) == TRUTH_TRUE) return false;
  bool some = false;
  for (uint32_t i = 0; bare->kind == NODE_AND && i < bare->count; i++)
    some |= add_untrue(s, bare->kids[i]);
  if (!some) add_condition(s, predicate);
  return true;
}

/* ---- names that need values */

typedef struct {
  Seeker *seeker;
  const Node *body;
  bool found;
} Instance;

static bool seek_instance(void *context, Reference *r)
{
  Instance *in = context;
  (void) r;
  in->found = true;
  seek(in->seeker, in->body);
  return false;
}

/* The conjuncts that are not TRUE whatever the names are. */
static bool add_untrue_anyway(Seeker *s, const Node *predicate, Symbol *const *names,
                              uint32_t count)
{
  const Node *bare = node_bare(predicate);
  if (bare->kind != NODE_AND)
    return !node_mentions_one_of(bare, names, count) && add_untrue(s, predicate);
  bool some = false;
  for (uint32_t i = 0; i < bare->count; i++)
    some |= add_untrue_anyway(s, bare->kids[i], names, count);
  return some;
}

static bool note_some(void *context, Reference *r)
{
  (void) r;
  *(bool *) context = true;
  return false;
}

/* The first conjuncts, as few as are enough to have no solution, and the names that they are
 * about. */
static const Node *unsatisfied(const Seeker *s, const Node *predicate, Symbol **names,
                               uint32_t *count)
{
  const Node *bare = node_bare(predicate);
  Arena *lasting = s->m->e->arena; /* code of the formula may be kept */
  uint32_t conjuncts = bare->kind == NODE_AND ? bare->count : 1;
  for (uint32_t k = 1; k < conjuncts; k++) {
    Node *some = node_new(lasting, NODE_AND, bare->span, NULL, k);
    for (uint32_t i = 0; i < k; i++) node_set(some, i, bare->kids[i]);
    const Node *first = k == 1 ? bare->kids[0] : some;
    bool found = false;
    Solved solved = reference_solve(s->m->r, names, *count, first, WINDOWS_NONE, note_some, &found);
    if (found || solved != SOLVED_ALL) continue;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < *count; i++)
      if (node_mentions_one_of(first, &names[i], 1)) names[kept++] = names[i];
    *count = kept;
    return first;
  }
  return predicate;
}

static void add_unsatisfied(Seeker *s, Symbol *const *names, uint32_t count, const Node *predicate)
{
  Symbol **about = arena_new_array(s->arena, Symbol *, count + 1);
  for (uint32_t i = 0; i < count; i++) about[i] = names[i];
  predicate = unsatisfied(s, predicate, about, &count);
  add(s, why_tree_free(s->m->r, s->arena, about, count, predicate, s->style));
}

/* There should be values of the names for which the predicate holds; then the body comes. */
static void seek_values(Seeker *s, Symbol *const *names, uint32_t count, const Node *predicate,
                        const Node *body)
{
  if (add_untrue_anyway(s, predicate, names, count)) return;
  Instance in = {.seeker = s, .body = body};
  reference_solve(s->m->r, names, count, predicate, WINDOWS_COUNTED, seek_instance, &in);
  if (!in.found) add_unsatisfied(s, names, count, predicate);
}

static void seek_bound(Seeker *s, const Node *node, const Node *body)
{
  uint32_t count = node->kids[0]->count;
  Symbol **names = arena_new_array(s->arena, Symbol *, count + 1);
  for (uint32_t i = 0; i < count; i++) names[i] = node_bare(node->kids[0]->kids[i])->symbol;
  seek_values(s, names, count, node->kids[1], body);
}

static bool mentions_old_value(const Node *node)
{
  if (node->kind == NODE_OLD_VALUE) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i] && mentions_old_value(node->kids[i])) return true;
  return false;
}

/* x :: S */
static void seek_element(Seeker *s, const Node *node)
{
  Text text = {0};
  const Node *set = node->kids[1];
  Value all = reference_value(s->m->r, set);
  if (!value_is_none(all))
    all = reference_expand(s->m->r, engine_element_shape(s->m->e, set->type), all, set->span);
  if (!value_is_empty_set(all)) return;
  model_print_formula(&text, s->m->model, set, s->style.unicode);
  add_note(s, arena_printf(s->arena, "%s is empty", text_string(&text)));
  text_free(&text);
}

/* ---- substitutions */

/* SELECT without a branch that is possible, or the branches that are. */
static void seek_branches(Seeker *s, const Node *node)
{
  bool some = false;
  for (uint32_t i = 0; i + 1 < node->count; i += 2) {
    if (truth_of(s, node->kids[i]) != TRUTH_TRUE) continue;
    some = true;
    seek(s, node->kids[i + 1]);
  }
  if (some) return;
  if (node->count % 2) seek(s, node->kids[node->count - 1]);
  for (uint32_t i = 0; i + 1 < node->count && !(node->count % 2); i += 2)
    add_untrue(s, node->kids[i]);
}

static void seek_if(Seeker *s, const Node *node)
{
  for (uint32_t i = 0; i + 1 < node->count; i += 2) {
    Truth t = truth_of(s, node->kids[i]);
    if (t == TRUTH_FALSE) continue;
    if (t == TRUTH_TRUE) seek(s, node->kids[i + 1]);
    else add_untrue(s, node->kids[i]);
    return;
  }
  if (node->count % 2) seek(s, node->kids[node->count - 1]);
}

static void seek(Seeker *s, const Node *substitution)
{
  static const Node nothing = {.kind = NODE_SKIP, .height = 1};
  const Node *node = substitution_bare(substitution);
  switch ((NodeKind) node->kind) {
  case NODE_PRE:
    if (s->inside ? truth_of(s, node->kids[0]) == TRUTH_TRUE : !add_untrue(s, node->kids[0]))
      seek(s, node->kids[1]);
    break;
  case NODE_SELECT: seek_branches(s, node); break;
  case NODE_IF: seek_if(s, node); break;
  case NODE_ANY:
  case NODE_LET: seek_bound(s, node, node->kids[2]); break;
  case NODE_BECOMES_SUCH:
    if (!mentions_old_value(node->kids[1])) seek_bound(s, node, &nothing);
    break;
  case NODE_BECOMES_IN: seek_element(s, node); break;
  case NODE_ASSERT:
  case NODE_REFINED: seek(s, node->kids[1]); break;
  case NODE_SIMULTANEOUS:
  case NODE_CHOICE:
    s->inside |= node->kind == NODE_SIMULTANEOUS;
    for (uint32_t i = 0; i < node->count; i++) seek(s, node->kids[i]);
    break;
  case NODE_SEQUENCE:
    if (node->count) seek(s, node->kids[0]);
    break;
  default: break;
  }
}

static void seek_operation(Seeker *s, const Operation *op, const Value *arguments)
{
  const Node *rest, *guard = guard_of(s->m->e->scratch, op, &rest);
  static const Node always = {.kind = NODE_BTRUE, .height = 1};
  if (op->parameter_count == 0) {
    seek(s, op->body);
    return;
  }
  if (!arguments) {
    seek_values(s, op->parameters, op->parameter_count, guard ? guard : &always, rest);
    return;
  }
  for (uint32_t i = 0; i < op->parameter_count; i++)
    reference_bind(s->m->r, op->parameters[i], arguments[i]);
  if (!guard || !add_untrue(s, guard)) seek(s, rest);
  reference_unbind(s->m->r, op->parameter_count);
}

/* The first machine whose initialisation is not possible, those before it being initialised. */
static void seek_initialisation(Seeker *s)
{
  const Model *model = s->m->model;
  setup_clear_variables(s->m->e);
  setup_variables(s->m->r);
  for (uint32_t i = 0; !s->list && i < model->initialisations.len; i++)
    seek(s, model->initialisations.data[i].node);
}

const Why *b_machine_why_disabled(BMachine *m, Arena *arena, uint32_t label, const Value *arguments,
                                  const Value *state, FormatStyle style)
{
  const Operation *op = b_machine_operation(m, label);
  if (!op && label != LABEL_INITIALISATION) return NULL;
  Seeker s = {.m = m, .arena = arena, .style = style};
  Fault fault = m->e->fault;
  uint32_t warnings = m->e->warnings.len;
  Patience patience = patience_begin(m->e, LONGEST_SEARCH);
  engine_forget(m->e);
  if (state) b_state_enter(m, state);
  engine_restart(m->e);
  if (op) seek_operation(&s, op, arguments);
  else seek_initialisation(&s);
  if (!s.list && m->e->expired) add_note(&s, "finding the reason takes too long");
  if (!s.list)
    add_note(&s, op ? "its guard holds, but its body has no outcome or fails"
                    : "its body has no outcome");
  patience_end(m, patience);
  m->e->fault = fault;
  m->e->warnings.len = warnings;
  return s.list;
}
