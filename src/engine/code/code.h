#ifndef ENGINE_CODE_H
#define ENGINE_CODE_H

/* Inside the fast evaluator. */

#include <assert.h>

#include "engine/reference/formula/formula.h"
#include "engine/code/vm.h"
#include "value/fast.h"

typedef Value ValueRun(const Code *, Vm *);
typedef Truth TruthRun(const Code *, Vm *);

/* How often a value may change: at most when the constants, the state, or the
 * candidate of the n-th enclosing loop changes. */
enum { LEVEL_CONSTANTS, LEVEL_STATE, LEVEL_LOOP, LEVEL_COUNT = 64 };
static_assert(LEVEL_COUNT == 64, "sets of levels are words");

typedef struct { /* the last value of a Code, and when it was computed */
  uint64_t clock;
  Value value;
  Truth truth;
  const char *cause; /* of TRUTH_UNKNOWN */
} Memo;

typedef struct { /* f(x) = y, all of them explicit */
  Value f, x, y;
} Applied;
enum { APPLIED_BITS = 6 };

struct Code {
  union {
    ValueRun *value;
    TruthRun *truth;
  } run;
  /* Where the value is, as far as there is one: looked up without a call.  Literals, constants
   * and variables have a `place`, the names of loops a slot of the frame. */
  enum { QUICK_NOT, QUICK_PLACE, QUICK_FRAME } quick;
  uint32_t slot; /* or an index, a limit … */
  const Value *place;
  const Node *node;
  const Code *a, *b;
  const Code *const *kids;
  uint32_t count;
  uint32_t level; /* the highest of `reads` */
  uint64_t reads; /* the levels that it depends on, one bit each */
  bool leaf;      /* as cheap as looking up a memo */
  bool predicate;
  bool slow; /* the operator itself is left to the reference interpreter */
  const Shape *shape, *other, *element;
  Value (*operation)(const Code *, Vm *, Value a, Value b);
  Value literal;
  Memo *memo;
  const struct Captures *captures; /* of what the reference interpreter runs */
  const struct Plan *plan;
  const struct Lets *lets;
  struct Images *images;     /* of an existential quantifier, or NULL */
  struct Reaching *reaching; /* of what is asked of a closure, or NULL */
  Applied *applied; /* f(x): the last results by x, one place each; NULL: it is fast anyway */
};

typedef struct { /* a name of the tree that is being compiled, and where its value is */
  const Symbol *symbol;
  uint32_t slot;
  uint64_t reads;  /* the levels that the value depends on */
  bool assignable; /* may have no value yet */
  bool old;        /* the slot is that of symbol$0 */
} Location;

typedef struct { /* a value that is to be put in a place, or the one that was there */
  Value *place;
  Value value;
} Write;

typedef struct { /* what is being compiled */
  VEC(Location) places;
  uint32_t slots;      /* used so far */
  uint32_t depth;      /* the level of the innermost loop, or LEVEL_STATE */
  uint32_t statements; /* made so far; calls are written out */
  uint32_t cases;      /* made so far, of disjunctions */
  bool in_body;        /* of a substitution: variables may have no value yet */
  bool too_large;      /* the frame is full, or it is too long: the reference interpreter runs it */
} CodeUnit;

typedef struct { /* a lazy set and its elements; when it was written out */
  Value closure, set;
  uint64_t clock;
} WrittenOut;
enum { WRITTEN_OUT_BITS = 8, WRITTEN_OUT = 1 << WRITTEN_OUT_BITS };

typedef struct ClosureCode ClosureCode;
typedef struct BinderCode BinderCode;

struct Vm {
  const struct Compiler *compiler;
  Reference *r;
  Engine *e;
  Store *s;
  Arena *arena; /* of the code */
  Value *frame; /* FRAME_SIZE places, or a part of `stack` */
  uint64_t clock;
  uint64_t *tick;      /* when a level changed last: `base_tick`, or that of a closure */
  uint64_t state_tick; /* when the state changed last */

  CodeUnit unit;
  VEC(Write) log; /* while running a routine */

  Value *base_frame;
  uint64_t base_tick[LEVEL_COUNT];

  VEC(ClosureCode *) closures; /* by number: code_closure.c */
  WrittenOut *written_out;     /* a hash table, one place each */
  BinderCode **binders;        /* a hash table by node: code_binder_alone.c */
  uint32_t binder_capacity, binder_count;
  Value *stack; /* of frames: code_frame.c */
  uint32_t stack_used;
  uint64_t pieces;          /* of code that have been made */
  VEC(struct Join *) joins; /* of all plans */
  VEC(Applied *) applied;   /* all of Code.applied */
  uint64_t recursion;       /* when code was last left that is still running further out */
};

enum { FRAME_SIZE = 1 << 16 };
static_assert(WRITTEN_OUT_BITS < 32 && APPLIED_BITS < 32, "numbers of places fit an int");

/* A memo is good if it is younger than the last change of its level.  The names of
 * loops get their values again when the state has changed. */
static inline bool memo_is_fresh(const Vm *vm, const Code *c)
{
  uint64_t clock = c->memo->clock;
  assert(clock <= vm->clock && c->level < LEVEL_COUNT);
  return clock >= vm->tick[c->level] && (c->level == LEVEL_CONSTANTS || clock >= vm->state_tick) &&
         clock != 0;
}
/* When a name of this level, or of one outside, got its value. */
static inline uint64_t level_basis(const Vm *vm, uint32_t level)
{
  assert(level < LEVEL_COUNT);
  uint64_t basis = vm->tick[level];
  return level != LEVEL_CONSTANTS && basis < vm->state_tick ? vm->state_tick : basis;
}
/* The names of this level (and of those inside) have new values. */
static inline void vm_tick(Vm *vm, uint32_t level)
{
  assert(level >= LEVEL_LOOP &&
         level < LEVEL_COUNT - 1); /* the last one is of what always changes */
  vm->tick[level] = ++vm->clock;
}

static inline uint32_t highest_level(uint64_t levels)
{
  assert(levels != 0);
  return 63 - (uint32_t) __builtin_clzll(levels);
}

static inline Value run_value(const Code *c, Vm *vm)
{
  assert(!c->predicate);
  if (c->quick != QUICK_NOT) {
    Value v = c->quick == QUICK_PLACE ? *c->place : vm->frame[c->slot];
    if (!value_is_none(v)) return v;
  }
  return c->run.value(c, vm);
}
static inline Truth run_truth(const Code *c, Vm *vm)
{
  assert(c->predicate);
  return c->run.truth(c, vm);
}

/* ---- compiling */

/* A formula has binders, binders have plans, and plans are made of formulas: what is below
 * formula/ reaches it by this table alone. */
typedef struct Compiler {
  Code *(*expression)(Vm *, const Node *);
  Code *(*predicate)(Vm *, const Node *);
} Compiler;

static inline Code *code_of_expression(Vm *vm, const Node *node)
{
  return vm->compiler->expression(vm, node);
}
static inline Code *code_of_predicate(Vm *vm, const Node *node)
{
  return vm->compiler->predicate(vm, node);
}

/* ---- code_make.c */

Code *code_new(Vm *, const Node *);
static inline void code_look_up(Code *c, const Value *place)
{
  assert(place && !c->predicate);
  c->quick = QUICK_PLACE;
  c->place = place;
}
static inline void code_reads(Code *c, uint64_t levels) { c->reads |= levels; }
/* All operands are known: so is the level, and which of them change less often. */
Code *code_settled(Vm *, Code *);
/* Operands: compiled, and what they read counted. */
const Code *code_of_operand(Vm *, Code *parent, const Node *);
const Code *code_of_condition(Vm *, Code *parent, const Node *);
/* The code as it is to be run inside a loop at `level`: with a memo if it changes
 * less often. */
const Code *code_inside(Vm *, const Code *, uint32_t level);

/* ---- code_check.c: in debug builds, stops where settled code contradicts itself */
#ifndef NDEBUG
void code_check(const Code *);
#else
static inline void code_check(const Code *c) { (void) c; }
#endif

ValueRun code_run_literal; /* literal */

uint32_t code_new_slot(Vm *);
void code_place_add(Vm *, const Symbol *, uint32_t slot, uint64_t reads);
const Location *code_place(const Vm *, const Symbol *, bool old);

/* ---- code_captures.c: names whose values the reference interpreter needs for a tree */
typedef struct Captures Captures;
typedef struct Lets Lets;          /* the names of a LET and their values */
uint32_t lets_count(const Lets *); /* accepts NULL */
const Code *lets_value(const Lets *, uint32_t i);
const Captures *captures_of(Vm *, const Node *, uint64_t *reads);
void captures_enter(Vm *, const Captures *);
void captures_leave(Vm *, const Captures *);

/* The operands of a strict operator; false: one has no value, which is *a. */
static inline bool run_operands(const Code *c, Vm *vm, Value *a, Value *b)
{
  assert(c->a && c->b);
  *a = run_value(c->a, vm);
  if (value_is_none(*a)) return false;
  *b = run_value(c->b, vm);
  if (!value_is_none(*b)) return true;
  *a = *b;
  return false;
}
/* What the reference interpreter makes of these operands; a result that is a closure
 * needs the names. */
static inline Value slow_operator(const Code *c, Vm *vm, Value a, Value b)
{
  Value v[2] = {a, b};
  assert(!value_is_none(a));
  if (!c->captures) return ref_apply_operator(vm->r, c->node, v);
  captures_enter(vm, c->captures);
  Value result = ref_apply_operator(vm->r, c->node, v);
  captures_leave(vm, c->captures);
  return result;
}
/* Nothing lazy in it: equal values are equal words. */
static inline bool is_explicit(const Vm *vm, Value v)
{
  return value_tag(v) < TAG_NODE || !value_holds_lazy(vm->s, v);
}
static inline bool are_explicit(const Vm *vm, Value a, Value b)
{
  return is_explicit(vm, a) && is_explicit(vm, b);
}

/* Only intervals are explicit and perhaps too large to be walked through. */
static inline bool is_huge(const Vm *vm, Value set)
{
  return value_is_node(set, NODE_KIND_INTERVAL) &&
         set_card(vm->s, set) > vm->e->options.expansion_limit;
}

/* ---- plan/code_solutions.c */
/* Names, what they satisfy, and a body (or NULL), a predicate if `condition`. */
bool code_of_solutions(Vm *, Code *, const Node *names, const Node *predicate, const Node *body,
                       bool condition);

/* ---- plan/code_image.c: existential quantifiers that are asked again and again */
typedef struct Images Images;
Images *images_of(Vm *, const Node *exists); /* NULL: there is no such w = E */
/* UNKNOWN: look for a solution, and say what it took. */
Truth images_ask(Vm *, Images *);
void images_spent(Images *, uint64_t steps);

/* Where the elements of a lazy set are kept, or the place for them.  Sets that
 * were written out stay so until the constants change. */
WrittenOut *code_kept(Vm *, Value set);

/* ---- plan/code_space.c: POW(S), A --> B and the like, where elements of them are looked for */
bool space_is(const Node *set);
/* The set as it is, lazy however few elements it has. */
Code *code_of_space(Vm *, const Node *set);
/* Its elements, if they are few; or VALUE_UNKNOWN. */
Value space_elements(Vm *, const Shape *element, Value space);

/* ---- plan/code_join.c */
void join_free(struct Join *);

/* ---- code_frame.c: code inside other code */
typedef struct {
  uint32_t places, *active; /* so many of vm->stack; runs of the same code */
  Value *outer_frame;
  uint64_t *outer_tick, tick[LEVEL_COUNT], start;
} Frame;
/* A unit of its own, whose known names are to be at LEVEL_LOOP. */
CodeUnit unit_begin(Vm *);
void unit_end(Vm *, CodeUnit outer);
/* `active` counts the runs of the same code.  False: there is no room. */
bool frame_enter(Vm *, Frame *, uint32_t places, uint32_t *active);
void frame_leave(Vm *, Frame *);
/* A constant that is bound has another value than the engine's. */
bool frame_names_are_bound(const Reference *, const Symbol *const *, uint32_t count);
uint32_t code_count_nodes(const Node *);

/* ---- plan/code_plan.c, plan/code_plan_run.c */
typedef struct Plan Plan;
typedef bool PlanFound(void *context, Vm *);
/* The names get places, which stay (vm->unit.places) until the caller drops them; the
 * level of the last one is then vm->unit.depth. */
Plan *plan_new(Vm *, Symbol *const *names, uint32_t count, const Node *predicate);
uint64_t plan_reads(const Plan *); /* the levels, its own included */
Solved plan_run(Vm *, const Plan *, Windows windows, PlanFound *, void *context);
/* The same, but not complete after about so many steps of evaluation. */
Solved plan_run_within(Vm *, const Plan *, uint64_t steps, Windows windows, PlanFound *,
                       void *context);
Value plan_tuple(Vm *, const Plan *); /* of the values of the names */
Value plan_value(Vm *, const Plan *, uint32_t name);

#endif
