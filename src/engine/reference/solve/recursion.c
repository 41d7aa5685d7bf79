#include <assert.h>

#include "engine/reference/solve/recursion.h"

#include "engine/reference/solve/recursion_impl.h"
#include "syntax/inspect.h"

/* All uses of f in its definition are collected with what is known where they matter; then an
 * order of the places of the argument is looked for in which every use descends. */

typedef struct {
  Step steps[MOST_PLACES];
} Use;

typedef struct {
  Descent d;
  uint32_t width; /* places of an element; the last one of a lambda is its value */
  VEC(Use) uses;
  bool bare; /* f is used as a whole */
} Walk;

static bool is_f(const Walk *w, const Node *node) { return node_is_name(node, w->d.f); }

/* ---------------------------------------------------------------- the uses */

/* Splits a tuple into `count` components, from the right; false if it has fewer. */
static bool split(const Node *tuple, uint32_t count, const Node **components)
{
  assert(count > 0 && count <= MOST_PLACES);
  while (count > 1) {
    tuple = node_bare(tuple);
    if (tuple->kind != NODE_MAPLET) return false;
    components[--count] = tuple->kids[1];
    tuple = tuple->kids[0];
  }
  components[0] = tuple;
  return true;
}

/* f is used at the first `count` of these. */
static void add_use(Walk *w, const Node *const *components, uint32_t count)
{
  Use use;
  for (uint32_t i = 0; i < MOST_PLACES; i++) {
    bool given = i < count && i < w->d.names->count;
    use.steps[i] =
        given ? descent_step(&w->d, components[i], w->d.names->kids[i]->symbol) : STEP_OTHER;
  }
  vec_push(&w->uses, use);
}

static void use_by_application(Walk *w, const Node *apply)
{
  const Node *components[MOST_PLACES] = {NULL};
  uint32_t count = w->width - 1;
  bool fits = apply->count - 1 == count;
  for (uint32_t i = 0; fits && i < count; i++) components[i] = apply->kids[i + 1];
  if (!fits) fits = count > 0 && apply->count == 2 && split(apply->kids[1], count, components);
  add_use(w, components, fits ? count : 0);
}

static void use_by_membership(Walk *w, const Node *element)
{
  const Node *components[MOST_PLACES] = {NULL};
  bool fits = split(element, w->width, components);
  add_use(w, components, fits ? w->width : 0);
}

/* -------------------------------------------------- where they stand, and what holds there */

static void walk(Walk *w, const Node *node);

static void assume_unless_recursive(Walk *w, const Node *predicate, bool holds)
{
  predicate = node_bare(predicate);
  if (!node_mentions(predicate, w->d.f)) descent_assume(&w->d, predicate, holds);
  else if (holds && predicate->kind == NODE_AND)
    for (uint32_t i = 0; i < predicate->count; i++)
      assume_unless_recursive(w, predicate->kids[i], holds);
}

/* P & Q depends on Q only where P is not FALSE, P or Q only where P is not TRUE; in either order,
 * as truth is three-valued.  What is not defined there makes no solution. */
static void walk_junction(Walk *w, const Node *node)
{
  uint32_t facts = w->d.facts.len;
  for (uint32_t i = 0; i < node->count; i++) {
    for (uint32_t j = 0; j < node->count; j++)
      if (j != i) assume_unless_recursive(w, node->kids[j], node->kind == NODE_AND);
    walk(w, node->kids[i]);
    w->d.facts.len = facts;
  }
}

/* The node matters only where the predicate holds, or does not. */
static void walk_under(Walk *w, const Node *predicate, bool holds, const Node *node)
{
  uint32_t facts = w->d.facts.len;
  assume_unless_recursive(w, predicate, holds);
  walk(w, node);
  w->d.facts.len = facts;
}

static void walk_if(Walk *w, const Node *node)
{
  uint32_t facts = w->d.facts.len;
  for (uint32_t i = 0; i + 1 < node->count; i += 2) {
    walk(w, node->kids[i]);
    walk_under(w, node->kids[i], true, node->kids[i + 1]);
    assume_unless_recursive(w, node->kids[i], false);
  }
  walk(w, node->kids[node->count - 1]);
  w->d.facts.len = facts;
}

static void walk_kids(Walk *w, const Node *node, uint32_t from)
{
  for (uint32_t i = from; i < node->count; i++) walk(w, node->kids[i]);
}

static void walk(Walk *w, const Node *node)
{
  node = node_bare(node);
  if (is_f(w, node)) {
    w->bare = true;
    return;
  }
  switch ((NodeKind) node->kind) {
  case NODE_APPLY:
    if (is_f(w, node->kids[0])) use_by_application(w, node);
    walk_kids(w, node, is_f(w, node->kids[0]));
    break;
  case NODE_MEMBER:
  case NODE_NOT_MEMBER:
    if (is_f(w, node->kids[1])) use_by_membership(w, node->kids[0]);
    else walk(w, node->kids[1]);
    walk(w, node->kids[0]);
    break;
  case NODE_AND:
  case NODE_OR: walk_junction(w, node); break;
  case NODE_IMPLIES:
    walk(w, node->kids[0]);
    walk_under(w, node->kids[0], true, node->kids[1]);
    break;
  case NODE_IF_EXPR: walk_if(w, node); break;
  case NODE_LAMBDA:
  case NODE_IMAGE_SET:
  case NODE_QUANT_UNION:
  case NODE_QUANT_INTER:
  case NODE_SIGMA:
  case NODE_PRODUCT:
  case NODE_LET_EXPR:
  case NODE_LET_PRED:
    walk(w, node->kids[1]);
    walk_under(w, node->kids[1], true, node->kids[2]);
    break;
  default: walk_kids(w, node, 0); break;
  }
}

/* ------------------------------------------------------------- the definition */

/* A lambda, a comprehension, a union of such and of sets without f. */
static bool walk_part(Walk *w, const Node *part)
{
  part = node_bare(part);
  if (!node_mentions(part, w->d.f)) return true;
  if (part->kind == NODE_UNION) return walk_part(w, part->kids[0]) && walk_part(w, part->kids[1]);
  if (part->kind != NODE_LAMBDA && part->kind != NODE_COMPREHENSION) return false;
  uint32_t width = part->kids[0]->count + (part->kind == NODE_LAMBDA);
  if (width > MOST_PLACES || (w->width && w->width != width)) return false;
  w->width = width;
  w->d.names = part->kids[0];
  if (part->kind == NODE_LAMBDA) {
    walk(w, part->kids[1]);
    walk_under(w, part->kids[1], true, part->kids[2]);
  } else walk(w, part->kids[1]);
  return !w->bare;
}

/* Do all uses that are left make a step of the same order at this place, or none? */
static bool descends_at(const Walk *w, uint32_t place)
{
  Step order = STEP_SAME;
  for (uint32_t i = 0; i < w->uses.len; i++) {
    Step step = w->uses.data[i].steps[place];
    if (step == STEP_OTHER || (step != STEP_SAME && order != STEP_SAME && step != order))
      return false;
    if (step != STEP_SAME) order = step;
  }
  return order != STEP_SAME;
}

/* The places are compared in some order; what descends at one need not at the next ones. */
static bool descends(Walk *w)
{
  while (w->uses.len) {
    uint32_t place = 0, kept = 0;
    while (place < w->width && !descends_at(w, place)) place++;
    if (place == w->width) return false;
    for (uint32_t i = 0; i < w->uses.len; i++)
      if (w->uses.data[i].steps[place] == STEP_SAME) w->uses.data[kept++] = w->uses.data[i];
    w->uses.len = kept;
  }
  return true;
}

static uint32_t unchanged_places(const Walk *w)
{
  uint32_t bits = 0;
  for (uint32_t place = 0; place < w->width; place++) {
    bool same = true;
    for (uint32_t i = 0; i < w->uses.len; i++) same &= w->uses.data[i].steps[place] == STEP_SAME;
    if (same) bits |= UINT32_C(1) << place;
  }
  return bits;
}

Recursion recursion_of(const Engine *e, const Symbol *f, const Node *definition)
{
  Walk w = {.d = {.e = e, .f = f}};
  Recursion result = RECURSION_NONE;
  if (walk_part(&w, definition)) { /* once more, now that it is known what a bound may mention */
    w.d.unchanged = unchanged_places(&w);
    w.uses.len = 0;
    walk_part(&w, definition);
    result = descends(&w) ? RECURSION_FOUNDED : RECURSION_UNFOUNDED;
  }
  vec_free(&w.uses);
  vec_free(&w.d.facts);
  return result;
}
