#include "random/machine.h"

#include <stdio.h>
#include <string.h>

enum {
  MOST_VISIBLE = 20,
  MOST_WRITABLE = 8,
  MAIN_SLOTS = 64,
  INNER_SLOTS = 42,
  LEAF_SLOTS = 24,
  CHOICES = 4
};

typedef struct { /* what may be used at a point of the text; copied where it changes */
  Generator *g;
  Project *p;
  MMachine *m;
  uint32_t *slots; /* used so far */
  bool inner;
  MName *visible[MOST_VISIBLE]; /* numbers */
  uint32_t visible_count;
  MName *writable[MOST_WRITABLE];
  uint32_t writable_count;
  MName *function, *set; /* or NULL */
  bool function_writable, set_writable;
  bool may_write[MOST_INSTANCES]; /* by calls */
  bool in_loop;
} Scope;

static uint32_t below(Scope *s, uint32_t n) { return (uint32_t) random_below(&s->g->random, n); }
static bool once_in(Scope *s, uint32_t n) { return below(s, n) == 0; }

/* -------------------------------------------------------------------- names */

static MName *name_new(Scope *s, const char *stem, NameKind kind)
{
  uint32_t *slots = s->slots, room = s->inner ? INNER_SLOTS : MAIN_SLOTS;
  if (s->m == &s->p->leaf) room = LEAF_SLOTS; /* leaves some to the machine around it */
  uint32_t size = kind == NAME_FUNCTION ? CELLS : 1;
  if (*slots + size > room) return NULL;
  MName *name = arena_alloc(s->g->arena, sizeof *name);
  char text[20];
  int length = snprintf(text, sizeof text, "%s%s%u", stem, s->inner ? "_" : "", *slots);
  *name = (MName){arena_copy(s->g->arena, text, (size_t) length), kind, *slots, s->inner, NULL};
  *slots += size;
  return name;
}

/* A local name that can be read from now on; NULL if there is no room. */
static MName *name_local(Scope *s, const char *stem, NameKind kind)
{
  if (s->visible_count == MOST_VISIBLE) return NULL;
  MName *name = name_new(s, stem, kind);
  if (name) s->visible[s->visible_count++] = name;
  return name;
}

/* -------------------------------------------------------------------- nodes */

static MNode *node_with(Scope *s, MKind kind, uint32_t count)
{
  MNode *n = arena_alloc(s->g->arena, sizeof *n);
  n->kind = kind;
  n->count = count;
  n->kids = arena_new_array(s->g->arena, MNode *, count + 1);
  return n;
}

static MNode *node_of(Scope *s, MKind kind, MNode *a, MNode *b)
{
  MNode *n = node_with(s, kind, !a ? 0 : !b ? 1 : 2);
  n->kids[0] = a;
  if (b) n->kids[1] = b;
  return n;
}

static MNode *number(Scope *s, int value)
{
  MNode *n = node_with(s, M_NUMBER, 0);
  n->number = value;
  return n;
}

static MNode *named(Scope *s, MKind kind, MName *name, MNode *a, MNode *b)
{
  MNode *n = node_of(s, kind, a, b);
  n->name = name;
  return n;
}

static MNode *in_range(Scope *s, MName *name, int most)
{
  MNode *n = node_of(s, M_RANGE, named(s, M_NAME, name, NULL, NULL), NULL);
  n->number = most;
  return n;
}

static MNode *assign(Scope *s, MName *name, MNode *value)
{
  MNode *n = node_of(s, M_ASSIGN, value, NULL);
  n->names[0] = name;
  n->name_count = 1;
  return n;
}

/* -------------------------------------------------- expressions, predicates */

static MNode *random_predicate(Scope *s, int depth);

static MNode *random_value(Scope *s, int depth)
{
  static const MKind binary[] = {M_DIVIDE, M_DIVIDE, M_MOD, M_SUM, M_DIFFERENCE};
  if (depth <= 0 || once_in(s, 3)) {
    if (s->visible_count && !once_in(s, 3))
      return named(s, M_NAME, s->visible[below(s, s->visible_count)], NULL, NULL);
    return number(s, once_in(s, 30) ? 9 : (int) below(s, 4));
  }
  if (s->function && once_in(s, 4))
    return once_in(s, 2) ? named(s, M_DOMAIN, s->function, NULL, NULL)
                         : named(s, M_APPLY, s->function, random_value(s, depth - 1), NULL);
  if (s->set && once_in(s, 6))
    return named(s, once_in(s, 2) ? M_LEAST : M_CARD, s->set, NULL, NULL);
  if (once_in(s, 8)) {
    MNode *n = node_with(s, M_IF_VALUE, 3);
    n->kids[0] = random_predicate(s, depth - 1);
    n->kids[1] = random_value(s, depth - 1);
    n->kids[2] = random_value(s, depth - 1);
    return n;
  }
  MKind kind = binary[below(s, 5)];
  bool safe = kind != M_SUM && !once_in(s, 3); /* else too much is not well-defined */
  MNode *a = safe && kind == M_DIFFERENCE ? number(s, 9) : random_value(s, depth - 1);
  bool divides = safe && (kind == M_DIVIDE || kind == M_MOD);
  return node_of(s, kind, a,
                 divides ? number(s, 1 + (int) below(s, 3)) : random_value(s, depth - 1));
}

static MNode *random_connected(Scope *s, int depth)
{
  MNode *n = node_with(s, once_in(s, 2) ? M_OR : M_AND, 2 + below(s, 2));
  for (uint32_t i = 0; i < n->count; i++) n->kids[i] = random_predicate(s, depth - 1);
  return n;
}

/* Where a name gets its values from. */
static MNode *random_source(Scope *s, MName *of, int most)
{
  MNode *name = named(s, M_NAME, of, NULL, NULL), *n;
  switch (below(s, 9)) {
  case 0:
    return s->function ? named(s, M_IN_DOMAIN, s->function, name, NULL) : in_range(s, of, most);
  case 1: return s->set ? named(s, M_IN_SET, s->set, name, NULL) : in_range(s, of, most);
  case 2: return node_of(s, M_EQUAL, name, random_value(s, 2));
  case 3: return node_of(s, M_UP_TO, name, random_value(s, 1));
  case 4:
    n = node_with(s, M_MEMBER, 2 + below(s, 2));
    n->kids[0] = name;
    for (uint32_t i = 1; i < n->count; i++) n->kids[i] = random_value(s, 1);
    return n;
  default: return in_range(s, of, most);
  }
}

/* Where the names get their values from, later ones perhaps from earlier ones, and more that is
 * to hold of them. */
static MNode *random_domain(Scope *s, Scope *inside, MName *const *names, uint32_t count, int most)
{
  MNode *all = node_with(s, M_AND, count + 1);
  Scope known = *s;
  for (uint32_t i = 0; i < count; i++) {
    all->kids[i] = random_source(&known, names[i], most);
    if (known.visible_count < MOST_VISIBLE) known.visible[known.visible_count++] = names[i];
  }
  all->kids[count] = random_predicate(inside, 2);
  return all;
}

static MNode *random_quantified(Scope *s, int depth)
{
  Scope inside = *s;
  MName *name = name_local(&inside, "q", NAME_BOUND);
  if (!name) return random_predicate(s, 0);
  MNode *p = random_domain(s, &inside, &name, 1, 2);
  if (depth < 2) p->kids[1] = random_predicate(&inside, 0);
  if (once_in(s, 2)) return named(s, M_EXISTS, name, p, NULL);
  return named(s, M_FORALL, name, p, random_predicate(&inside, depth - 1));
}

static MNode *random_comparison(Scope *s, int depth)
{
  static const MKind kinds[] = {M_EQUAL, M_UNEQUAL, M_LESS};
  if (s->function && once_in(s, 6))
    return named(s, M_IN_DOMAIN, s->function, random_value(s, depth), NULL);
  if (s->set && once_in(s, 6)) return named(s, M_IN_SET, s->set, random_value(s, depth), NULL);
  if (once_in(s, 5)) {
    MNode *n = node_of(s, M_RANGE, random_value(s, depth), NULL);
    n->number = (int) below(s, 4);
    return n;
  }
  if (s->visible_count && once_in(s, 12))
    return named(s, M_TYPED, s->visible[below(s, s->visible_count)], NULL, NULL);
  MNode *a = random_value(s, depth);
  return node_of(s, kinds[below(s, 3)], a, random_value(s, depth));
}

static MNode *random_predicate(Scope *s, int depth)
{
  if (depth <= 0 || once_in(s, 2)) return random_comparison(s, depth < 2 ? depth : 2);
  if (once_in(s, 6)) return random_quantified(s, depth);
  if (once_in(s, 6)) return node_of(s, M_NOT, random_predicate(s, depth - 1), NULL);
  if (once_in(s, 5)) {
    MNode *p = random_predicate(s, depth - 1);
    return node_of(s, M_IMPLIES, p, random_predicate(s, depth - 1));
  }
  return random_connected(s, depth);
}

/* ------------------------------------------------------------ substitutions */

static MNode *random_statement(Scope *s, int size);

static MNode *random_such(Scope *s, MName *target)
{
  Scope inside = *s;
  MName *old = name_local(&inside, "old", NAME_OLD);
  if (!old) return node_with(s, M_SKIP, 0);
  bool has_old = target->kind == NAME_VARIABLE;
  char text[24];
  int length = snprintf(text, sizeof text, "%s$0", target->text);
  old->text = arena_copy(s->g->arena, text, (size_t) length);
  if (!has_old) inside.visible_count--;
  if (inside.visible_count < MOST_VISIBLE) inside.visible[inside.visible_count++] = target;
  Scope others = *s; /* its domain does not depend on itself */
  others.visible_count = 0;
  for (uint32_t i = 0; i < s->visible_count; i++)
    if (s->visible[i] != target) others.visible[others.visible_count++] = s->visible[i];
  MNode *n = node_of(s, M_SUCH, random_domain(&others, &inside, &target, 1, 3), NULL);
  n->names[0] = target;
  n->names[1] = old;
  n->name_count = 2;
  return n;
}

static MNode *random_element(Scope *s, MName *target)
{
  MNode *n = node_with(s, M_ELEMENT, below(s, 4));
  n->name = target;
  for (uint32_t i = 0; i < n->count; i++) n->kids[i] = random_value(s, 1);
  return n;
}

static MNode *random_map(Scope *s, MName *function)
{
  MNode *n = node_with(s, M_MAP, 0);
  n->name = function;
  n->kids = arena_new_array(s->g->arena, MNode *, 8);
  for (int i = 0; i < 3; i++) {
    if (once_in(s, 2)) continue;
    n->kids[n->count++] = number(s, i);
    n->kids[n->count++] = number(s, (int) below(s, 4));
  }
  return n;
}

static MNode *random_set(Scope *s, MName *set)
{
  MNode *n = node_with(s, M_SET, below(s, 4));
  n->name = set;
  for (uint32_t i = 0; i < n->count; i++) n->kids[i] = number(s, (int) below(s, 4));
  return n;
}

static MNode *random_change(Scope *s)
{
  if (once_in(s, 4)) return random_set(s, s->set);
  return named(s, once_in(s, 2) ? M_INSERT : M_REMOVE, s->set, random_value(s, 2), NULL);
}

static MNode *random_assignment(Scope *s)
{
  if (s->function_writable && once_in(s, 4)) {
    if (once_in(s, 3)) return random_map(s, s->function);
    MNode *at = random_value(s, 1);
    return named(s, M_UPDATE, s->function, at, random_value(s, 2));
  }
  if (s->set_writable && once_in(s, 4)) return random_change(s);
  if (!s->writable_count) return node_with(s, M_SKIP, 0);
  MName *target = s->writable[below(s, s->writable_count)];
  if (s->set && once_in(s, 8)) {
    MNode *from = named(s, M_FROM, s->set, NULL, NULL);
    from->names[from->name_count++] = target;
    return from;
  }
  if (once_in(s, 5)) return random_element(s, target);
  if (once_in(s, 6)) return random_such(s, target);
  MNode *n = assign(s, target, random_value(s, 2));
  if (s->writable_count < 2 || !once_in(s, 4)) return n;
  MName *other = s->writable[below(s, s->writable_count)];
  if (other == target) return n;
  MNode *both = node_of(s, M_ASSIGN, n->kids[0], random_value(s, 2));
  both->names[0] = target;
  both->names[1] = other;
  both->name_count = 2;
  return both;
}

static MNode *random_branches(Scope *s, MKind kind, int size)
{
  uint32_t branches = 1 + below(s, 3), other = below(s, 2);
  MNode *n = node_with(s, kind, 2 * branches + other);
  for (uint32_t i = 0; i < branches; i++) {
    n->kids[2 * i] = random_predicate(s, 2);
    n->kids[2 * i + 1] = random_statement(s, size / (int) (branches + other));
  }
  if (other) n->kids[n->count - 1] = random_statement(s, size / 2);
  return n;
}

static MNode *random_case(Scope *s, int size)
{
  uint32_t branches = 1 + below(s, 3), other = below(s, 2);
  MNode *n = node_with(s, M_CASE, 1 + branches + other);
  n->number = (int) branches;
  n->kids[0] = random_value(s, 2);
  for (uint32_t i = 1; i < n->count; i++) n->kids[i] = random_statement(s, size / 2);
  return n;
}

static MNode *random_any(Scope *s, int size)
{
  Scope inside = *s;
  MNode *n = node_with(s, M_ANY, 2);
  uint32_t count = 1 + once_in(s, 4);
  for (uint32_t i = 0; i < count; i++) {
    MName *name = name_local(&inside, "k", NAME_ANY);
    if (name) n->names[n->name_count++] = name;
  }
  if (n->name_count == 0) return random_assignment(s);
  n->kids[0] = random_domain(s, &inside, n->names, n->name_count, 2);
  n->kids[1] = random_statement(&inside, size - 1);
  return n;
}

static MNode *random_let(Scope *s, int size)
{
  Scope inside = *s;
  MName *name = name_local(&inside, "l", NAME_LET);
  if (!name) return random_assignment(s);
  MNode *value = random_value(s, 2);
  name->equation = value;
  return named(s, M_LET, name, value, random_statement(&inside, size - 1));
}

/* The name gets a value before, after, or perhaps. */
static MNode *random_var(Scope *s, int size)
{
  Scope inside = *s;
  MName *name = s->writable_count < MOST_WRITABLE ? name_local(&inside, "t", NAME_LOCAL) : NULL;
  if (!name) return random_assignment(s);
  MNode *first = assign(s, name, random_value(s, 1));
  inside.writable[inside.writable_count++] = name;
  if (once_in(s, 4)) first = node_of(s, M_IF, random_predicate(s, 1), first);
  MNode *then = random_statement(&inside, size - 1);
  bool before = !once_in(s, 4);
  return named(s, M_VAR, name, node_of(s, M_SEQUENCE, before ? first : then, before ? then : first),
               NULL);
}

/* VAR i IN i := E mod 3 ; WHILE i > 0 … END */
static MNode *random_while(Scope *s, int size)
{
  Scope inside = *s;
  MName *name = s->in_loop ? NULL : name_local(&inside, "i", NAME_LOCAL);
  if (!name) return random_assignment(s);
  inside.in_loop = true;
  MNode *n = node_with(s, M_WHILE, 3);
  n->name = name;
  n->kids[0] = random_statement(&inside, size / 2);
  n->kids[1] = once_in(s, 3) ? random_predicate(&inside, 1) : named(s, M_TYPED, name, NULL, NULL);
  n->kids[2] = once_in(s, 6) ? random_value(&inside, 1) : named(s, M_NAME, name, NULL, NULL);
  MNode *turns = node_of(s, M_MOD, random_value(s, 1), number(s, 3));
  return named(s, M_VAR, name, node_of(s, M_SEQUENCE, assign(s, name, turns), n), NULL);
}

/* Each side may write what no other one may. */
static MNode *random_parallel(Scope *s, int size)
{
  uint32_t count = 2 + once_in(s, 4);
  MNode *n = node_with(s, M_PARALLEL, count);
  Scope sides[3];
  for (uint32_t i = 0; i < count; i++) {
    sides[i] = *s;
    sides[i].writable_count = 0;
    sides[i].function_writable = sides[i].set_writable = false;
    for (uint32_t j = 0; j < MOST_INSTANCES; j++) sides[i].may_write[j] = false;
  }
  for (uint32_t i = 0; i < s->writable_count; i++) {
    Scope *side = &sides[below(s, count)];
    side->writable[side->writable_count++] = s->writable[i];
  }
  if (s->function_writable) sides[below(s, count)].function_writable = true;
  if (s->set_writable) sides[below(s, count)].set_writable = true;
  for (uint32_t i = 0; i < MOST_INSTANCES; i++)
    if (s->may_write[i]) sides[below(s, count)].may_write[i] = true;
  for (uint32_t i = 0; i < count; i++) n->kids[i] = random_statement(&sides[i], size / (int) count);
  return n;
}

static MNode *random_list(Scope *s, MKind kind, int size)
{
  MNode *n = node_with(s, kind, 2 + below(s, 2));
  for (uint32_t i = 0; i < n->count; i++) n->kids[i] = random_statement(s, size / (int) n->count);
  return n;
}

/* How many machines it may call operations of. */
static uint32_t callees(const Scope *s)
{
  const Project *p = s->p;
  return s->m == &p->main ? p->instance_count : s->m == &p->inner && p->nested;
}

static MNode *random_call(Scope *s)
{
  const Project *p = s->p;
  const MMachine *m = s->inner ? &p->leaf : &p->inner;
  uint32_t instance = below(s, callees(s));
  const MOperation *op = m->operations.data[below(s, m->operations.len)];
  bool allowed = op->writes == 0 || s->may_write[instance];
  if (!allowed || (op->result_count && !s->writable_count)) return random_assignment(s);
  MNode *n = node_with(s, M_CALL, op->parameter_count);
  n->operation = op;
  n->number = s->inner ? LEAF : (int) instance;
  for (uint32_t i = 0; i < n->count; i++) n->kids[i] = random_value(s, 1);
  n->name_count = op->result_count;
  if (n->name_count) n->names[0] = s->writable[below(s, s->writable_count)];
  return n;
}

static MNode *random_statement(Scope *s, int size)
{
  if (callees(s) && once_in(s, 3)) return random_call(s);
  if (size <= 1) return once_in(s, 8) ? node_with(s, M_SKIP, 0) : random_assignment(s);
  switch (below(s, 14)) {
  case 0:
  case 1: return random_list(s, M_CHOICE, size);
  case 2:
  case 3: return random_branches(s, M_SELECT, size);
  case 4: return random_branches(s, M_IF, size);
  case 5: return random_case(s, size);
  case 6: return random_any(s, size);
  case 7: return random_let(s, size);
  case 8: return random_var(s, size);
  case 9: return random_parallel(s, size);
  case 10: return random_list(s, M_SEQUENCE, size);
  case 11: {
    if (!once_in(s, 3)) return random_assignment(s); /* else too much is wrong */
    MNode *p = random_predicate(s, 2);
    return node_of(s, once_in(s, 2) ? M_PRE : M_ASSERT, p, random_statement(s, size - 1));
  }
  case 12: return random_while(s, size);
  default: return random_parallel(s, size);
  }
}

/* ----------------------------------------------------------------- machines */

/* Does it change variables of its machine? */
static bool changes_state(const MNode *n)
{
  bool writes = n->kind == M_ASSIGN || n->kind == M_SUCH || n->kind == M_FROM;
  for (uint32_t i = 0; writes && i < n->name_count; i++)
    if (n->names[i]->kind == NAME_VARIABLE) return true;
  if (n->kind == M_UPDATE || (n->kind >= M_MAP && n->kind <= M_REMOVE)) return true;
  if (n->kind == M_ELEMENT && n->name->kind == NAME_VARIABLE) return true;
  if (n->kind == M_CALL && n->operation->writes) return true;
  for (uint32_t i = 0; n->kind == M_CALL && i < n->name_count; i++)
    if (n->names[i]->kind == NAME_VARIABLE) return true;
  for (uint32_t i = 0; i < n->count; i++)
    if (changes_state(n->kids[i])) return true;
  return false;
}

static MNode *with_result(Scope *s, MOperation *op, int size)
{
  MName *result = op->results[0];
  Scope inside = *s;
  if (inside.writable_count < MOST_WRITABLE && once_in(s, 3))
    inside.writable[inside.writable_count++] = result;
  bool shared = inside.writable_count > s->writable_count;
  if (shared && inside.visible_count < MOST_VISIBLE)
    inside.visible[inside.visible_count++] = result;
  MNode *body = random_statement(&inside, size), *value = random_value(s, 2);
  MNode *last = once_in(s, 3) ? random_element(s, result) : assign(s, result, value);
  if (last->count == 0) last = assign(s, result, value);
  return node_of(s, shared || once_in(s, 2) ? M_SEQUENCE : M_PARALLEL, body, last);
}

static MOperation *random_operation(Scope outer, uint32_t index, int size)
{
  Scope scope = outer, *s = &scope;
  MOperation *op = arena_alloc(s->g->arena, sizeof *op);
  char text[16];
  int length = snprintf(text, sizeof text, "%s%u",
                        s->m == &s->p->main    ? "op"
                        : s->m == &s->p->inner ? "sub"
                                               : "leaf",
                        index);
  op->text = arena_copy(s->g->arena, text, (size_t) length);
  uint32_t parameters = below(s, 4) / 2 + once_in(s, 8);
  for (uint32_t i = 0; i < parameters && i < 2; i++) {
    MName *name = name_local(s, "p", NAME_PARAMETER);
    if (name) op->parameters[op->parameter_count++] = name;
  }
  if (once_in(s, 3) && (op->results[0] = name_new(s, "r", NAME_RESULT))) op->result_count = 1;
  MNode *body = op->result_count ? with_result(s, op, size) : random_statement(s, size);
  if (op->parameter_count || once_in(s, 3)) {
    MNode *guard = random_domain(&outer, s, op->parameters, op->parameter_count, 2);
    if (once_in(s, 6) && op->result_count)
      guard->kids[op->parameter_count] = named(s, M_TYPED, op->results[0], NULL, NULL);
    body = node_of(s, once_in(s, 3) ? M_SELECT : M_PRE, guard, body);
  }
  op->body = body;
  op->writes = changes_state(body);
  return op;
}

static void declare(Scope *s, MName *name)
{
  vec_push(&s->m->variables, name);
  s->visible[s->visible_count++] = name;
  s->writable[s->writable_count++] = name;
}

/* Every variable gets a value; then, perhaps, more happens. */
static MNode *random_start(Scope *s)
{
  MNode *all = node_with(s, M_SEQUENCE, 2), *first = node_with(s, M_PARALLEL, 0);
  first->kids = arena_new_array(s->g->arena, MNode *, MOST_WRITABLE + 1);
  Scope blind = *s;
  blind.visible_count = 0;
  blind.function = blind.set = NULL;
  for (uint32_t i = 0; i < s->m->variables.len; i++) {
    MName *name = s->m->variables.data[i];
    if (name->kind == NAME_FUNCTION) first->kids[first->count++] = random_map(s, name);
    else if (name->kind == NAME_SET) first->kids[first->count++] = random_set(s, name);
    else {
      MNode *value = once_in(s, 4) ? random_value(&blind, 1) : number(s, (int) below(s, 3));
      first->kids[first->count++] = assign(s, name, value);
    }
  }
  if (!once_in(s, 3)) return first;
  all->kids[0] = first;
  all->kids[1] = random_statement(s, 2);
  return all;
}

static MNode *random_invariant(Scope *s)
{
  MNode *all = node_with(s, M_AND, 0);
  all->kids = arena_new_array(s->g->arena, MNode *, MOST_WRITABLE + 4);
  for (uint32_t i = 0; i < s->m->variables.len; i++) {
    MName *name = s->m->variables.data[i];
    if (name->kind != NAME_VARIABLE) continue;
    all->kids[all->count++] =
        once_in(s, 3) ? named(s, M_TYPED, name, NULL, NULL) : in_range(s, name, 3);
  }
  for (uint32_t i = below(s, 6) / 4; i > 0; i--) all->kids[all->count++] = random_predicate(s, 2);
  return all;
}

/* Constants have slots of the main machine: all instances share them. */
static void random_constants(Scope *s, Scope *owner)
{
  Scope only = *s;
  only.visible_count = 0;
  only.function = only.set = NULL;
  MNode *all = node_with(s, M_AND, 0);
  all->kids = arena_new_array(s->g->arena, MNode *, 4);
  for (uint32_t i = 1 + once_in(s, 3); i > 0; i--) {
    MName *name = name_new(owner, s->inner ? "d" : "c", NAME_CONSTANT);
    if (!name) return;
    vec_push(&s->m->constants, name);
    only.visible[only.visible_count++] = name;
    s->visible[s->visible_count++] = name;
    all->kids[all->count++] = in_range(s, name, 2);
  }
  if (once_in(s, 2)) all->kids[all->count++] = random_predicate(&only, 2);
  s->m->properties = all;
}

static void fill_machine(Scope *s, int size, uint32_t variables, uint32_t operations)
{
  for (uint32_t i = 0; i < variables; i++)
    declare(s, name_new(s, s->inner ? "v" : "x", NAME_VARIABLE));
  if (once_in(s, 2) && (s->function = name_new(s, "f", NAME_FUNCTION))) {
    vec_push(&s->m->variables, s->function);
    s->function_writable = true;
  }
  if (once_in(s, 3) && (s->set = name_new(s, "s", NAME_SET))) {
    vec_push(&s->m->variables, s->set);
    s->set_writable = true;
  }
  s->m->invariant = random_invariant(s);
  for (uint32_t i = 0; i < operations; i++)
    vec_push(&s->m->operations, random_operation(*s, i, size));
  s->m->start = random_start(s);
}

/* The variables of the instances can be read. */
static void see_instances(Scope *s)
{
  Project *p = s->p;
  for (uint32_t i = 0; i < p->instance_count; i++)
    for (uint32_t j = 0; j < p->inner.variables.len; j++) {
      const MName *inner = p->inner.variables.data[j];
      if (inner->kind != NAME_VARIABLE) continue;
      MName *name = arena_alloc(s->g->arena, sizeof *name);
      char text[24];
      int length = snprintf(text, sizeof text, "%s%s", p->prefixes[i], inner->text);
      *name = (MName){arena_copy(s->g->arena, text, (size_t) length), NAME_VARIABLE,
                      p->inner_base + i * INNER_SLOTS + inner->slot, false, NULL};
      s->visible[s->visible_count++] = name;
    }
}

static void random_leaf(Scope *inner, int size)
{
  Project *p = inner->p;
  Scope leaf = {.g = inner->g, .p = p, .m = &p->leaf, .slots = inner->slots, .inner = true};
  p->nested = true;
  fill_machine(&leaf, size, 1, 1 + below(inner, 2));
  inner->may_write[0] = true;
  inner->visible[inner->visible_count++] = p->leaf.variables.data[0];
}

static void random_inner(Scope *main, int size)
{
  Project *p = main->p;
  Scope inner = {.g = main->g, .p = p, .m = &p->inner, .slots = &p->inner.slots, .inner = true};
  if (once_in(main, 3)) random_constants(&inner, main);
  if (once_in(main, 3)) random_leaf(&inner, size);
  fill_machine(&inner, size, 1 + below(main, 2), 1 + below(main, 3));
  p->inner.slots = INNER_SLOTS;
  p->instance_count = 1 + below(main, 2);
  bool plain = p->instance_count == 1 && once_in(main, 3);
  for (uint32_t i = 0; i < p->instance_count; i++) {
    p->prefixes[i] = plain ? "" : i == 0 ? "a." : "b.";
    main->may_write[i] = true;
  }
  for (uint32_t i = 0; i < p->inner.constants.len; i++)
    main->visible[main->visible_count++] = p->inner.constants.data[i];
  p->extends = once_in(main, 3);
}

Project *project_random(Generator *g, int size, bool several)
{
  Project *p = arena_alloc(g->arena, sizeof *p);
  Scope main = {.g = g, .p = p, .m = &p->main, .slots = &p->main.slots};
  p->inner_base = MAIN_SLOTS;
  if (several && !once_in(&main, 4)) random_inner(&main, size / 2 + 1);
  if (once_in(&main, several ? 2 : 4)) random_constants(&main, &main);
  see_instances(&main);
  fill_machine(&main, size, 1 + below(&main, 2), 1 + below(&main, 3));
  if (several && !p->extends && once_in(&main, 3)) {
    p->refines = true;
    p->dropped = name_new(&main, "abstract", NAME_DROPPED);
    p->abstract_invariant = in_range(&main, p->main.variables.data[0], 2 + (int) below(&main, 2));
  }
  if (!p->dropped) p->refines = false;
  return p;
}
