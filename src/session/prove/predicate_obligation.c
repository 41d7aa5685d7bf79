#include <string.h>

#include "model/model_print.h"
#include "prove/rules/well_defined.h"
#include "session/bench.h"
#include "session/prove/obligations.h"
#include "syntax/inspect.h"

/* A predicate given by itself as a sequent: what stands before => are hypotheses, and the names of
 * an outermost ! are names of the sequent. */

typedef struct {
  Arena *arena;
  VEC(SequentName) names;
  VEC(Hypothesis) hypotheses;
} Building;

static void add_names(Building *b, const Symbols *symbols, SequentRole role)
{
  for (uint32_t i = 0; i < symbols->len; i++)
    vec_push(&b->names, ((SequentName){symbols->data[i], role}));
}

static void add_clauses(Building *b, const Clauses *clauses)
{
  for (uint32_t i = 0; i < clauses->len; i++) {
    const Node *n = clauses->data[i].node;
    const Name *label = n->kind == NODE_LABELLED ? n->name : NULL;
    if (clause_is_invariant(&clauses->data[i]))
      vec_push(&b->hypotheses, ((Hypothesis){(Node *) node_bare(n), label, false}));
  }
}

static void add_conjuncts(Building *b, const Node *predicate)
{
  Conjuncts conjuncts = {0};
  conjuncts_add(&conjuncts, predicate);
  for (uint32_t i = 0; i < conjuncts.len; i++)
    vec_push(&b->hypotheses, ((Hypothesis){(Node *) conjuncts.data[i], NULL, true}));
  vec_free(&conjuncts);
}

static Node *split(Building *b, const Node *predicate)
{
  for (const Node *n = node_bare(predicate);; n = node_bare(n)) {
    if (n->kind == NODE_IMPLIES) {
      add_conjuncts(b, n->kids[0]);
      n = n->kids[1];
    } else if (n->kind == NODE_FORALL) {
      for (uint32_t i = 0; i < n->kids[0]->count; i++)
        vec_push(&b->names, ((SequentName){n->kids[0]->kids[i]->symbol, ROLE_PARAMETER}));
      n = n->kids[1];
    } else {
      return (Node *) n;
    }
  }
}

static void add_scope(Building *b, const Model *scope)
{
  add_names(b, &scope->constants, ROLE_CONSTANT);
  add_names(b, &scope->variables, ROLE_BEFORE);
  add_clauses(b, &scope->properties);
  add_clauses(b, &scope->invariants);
}

static void *kept(Arena *arena, const void *data, size_t size)
{
  void *copy = arena_alloc(arena, size + 1);
  if (size) memcpy(copy, data, size);
  return copy;
}

/* Of the predicate, in the scope of the model. */
static Sequent *sequent_of(Session *session, const Model *scope, const Formula *formula,
                           const Node *predicate, const char *name, const char *kind)
{
  Building b = {.arena = session_arena(session)};
  add_scope(&b, scope);
  add_names(&b, &formula->free, ROLE_PARAMETER);
  Sequent *s = arena_new_array(b.arena, Sequent, 1);
  Node *goal = split(&b, predicate);
  *s = (Sequent){.name = name,
                 .component = scope->main && scope->main->name ? scope->main->name->text : "",
                 .kind = kind,
                 .span = goal->span,
                 .names = kept(b.arena, b.names.data, b.names.len * sizeof(SequentName)),
                 .name_count = b.names.len,
                 .hypotheses =
                     kept(b.arena, b.hypotheses.data, b.hypotheses.len * sizeof(Hypothesis)),
                 .hypothesis_count = b.hypotheses.len,
                 .goal = goal};
  vec_free(&b.names);
  vec_free(&b.hypotheses);
  return s;
}

/* That the predicate has a truth value is assumed when it is proved, so it is to be shown; NULL: it
 * always has one. */
static Sequent *well_definedness(Session *session, Model *scope, const Formula *formula)
{
  const Build build = {session_arena(session), scope->types, session_names(session)};
  bool eventb = model_is_eventb(scope);
  Building b = {.arena = build.arena};
  add_scope(&b, scope);
  Node **known = arena_new_array(b.arena, Node *, b.hypotheses.len + 1);
  for (uint32_t i = 0; i < b.hypotheses.len; i++) known[i] = b.hypotheses.data[i].predicate;
  Node *condition = well_defined(&build, formula->node, eventb ? NOTATION_EVENTB : NOTATION_B);
  condition = well_defined_improved(&build, condition, known, b.hypotheses.len);
  vec_free(&b.names);
  vec_free(&b.hypotheses);
  if (build_is_true(condition)) return NULL;
  Sequent *s = sequent_of(session, scope, formula, condition, "formula/WD", "WD");
  s->span = formula->node->span;
  return s;
}

bool obligations_of_predicate(Session *session, Model *scope, const Source *source,
                              ObligationsList *list)
{
  if (!scope) scope = bench_library_model(session, "", false);
  const Formula *formula = session_formula(session, scope, source, FORMULA_PRED);
  if (session_has_errors(session)) return session_refuse_text(session, source);
  obligations_take_preferences(session, scope);
  Arena *arena = session_arena(session);
  Obligations *all = arena_new_array(arena, Obligations, 1);
  *all = (Obligations){.arena = arena, .model = scope, .eventb = model_is_eventb(scope)};
  Sequent *condition = well_definedness(session, scope, formula);
  vec_push(&all->list, sequent_of(session, scope, formula, formula->node, "formula", "THM"));
  if (condition) vec_push(&all->list, condition);
  vec_push(list, all);
  return true;
}
