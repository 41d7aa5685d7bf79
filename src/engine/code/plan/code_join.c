#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/code/plan/plan.h"

#include "base/memory.h"

/* x : S & E(x) = K inside of a loop that gives K its values, and does not change E and S: the
 * members by their values of E.  Where each of them has a value of E that is written out, those
 * with another value than K are no solutions, and nothing else is to be said of them.  Neither E
 * nor K has binders or applies anything but tables: so no other run of the same plan is met
 * meanwhile.
 *
 * S may also be an interval whose ends change: then it is known of all integers between two ends,
 * which are moved as far as it is asked for, unless that takes much more time than to try them. */

enum { FEWEST = 8, MOST_MEMBERS = 1 << 22, NONE = UINT32_MAX };

typedef struct {
  Value key, member;
  uint32_t next; /* with the same key, ascending; or NONE */
} Entry;

typedef struct { /* of entries with the same key */
  uint32_t first, last;
} Chain;

struct Join {
  const Code *key, *wanted;
  const Functions *functions; /* sets that the test names */
  uint32_t slot, name_level;  /* of x */
  uint32_t level;             /* the highest that E and S depend on */
  uint64_t basis;             /* when a name of them got its value */
  bool refused;               /* at that time */
  uint64_t asked, spent;      /* members that were asked for, and those whose key was computed */
  Value set;                  /* S, or … */
  int64_t low, high;          /* … the integers that are known; none if low > high */
  VEC(Entry) entries;
  Chain *chains; /* open addressing, by key */
  uint32_t chain_count;
};

static void clear(Join *j)
{
  j->set = VALUE_UNDEFINED;
  j->low = 0, j->high = -1;
  j->entries.len = 0;
  for (uint32_t i = 0; i < j->chain_count; i++) j->chains[i].first = NONE;
}

static Chain *chain_of(const Join *j, Value key)
{
  uint64_t hash = key.word * UINT64_C(0x9E3779B97F4A7C15);
  uint32_t mask = j->chain_count - 1, at = (uint32_t) (hash >> 32) & mask;
  while (j->chains[at].first != NONE && !value_same(j->entries.data[j->chains[at].first].key, key))
    at = (at + 1) & mask;
  return &j->chains[at];
}

static void put(Join *j, uint32_t entry)
{
  Chain *chain = chain_of(j, j->entries.data[entry].key);
  if (chain->first == NONE) chain->first = entry;
  else j->entries.data[chain->last].next = entry;
  chain->last = entry;
}

static void grow(Join *j)
{
  free(j->chains);
  j->chain_count = j->chain_count ? 2 * j->chain_count : 64;
  j->chains = malloc(j->chain_count * sizeof *j->chains);
  if (!j->chains) memory_exhausted();
  for (uint32_t i = 0; i < j->chain_count; i++) j->chains[i].first = NONE;
  for (uint32_t i = 0; i < j->entries.len; i++) {
    j->entries.data[i].next = NONE;
    put(j, i);
  }
}

static bool add(Vm *vm, Join *j, Value member)
{
  if (!engine_spend(vm->e) || j->entries.len == MOST_MEMBERS) return false;
  j->spent++;
  vm->frame[j->slot] = member;
  vm_tick(vm, j->name_level);
  Value key = run_value(j->key, vm);
  if (value_is_none(key) || !is_explicit(vm, key)) return false;
  if (j->entries.len * UINT64_C(2) >= j->chain_count) grow(j);
  Entry entry = {key, member, NONE};
  vec_push(&j->entries, entry);
  put(j, j->entries.len - 1);
  return true;
}

static bool add_set(Vm *vm, Join *j, const Shape *element, Value set)
{
  if (value_same(j->set, set)) return true;
  clear(j);
  SetIter it = set_iter(vm->s, element, set);
  for (Value v; set_next(&it, &v);)
    if (!add(vm, j, v)) return false;
  j->set = set;
  return true;
}

/* Moves the ends outwards.  Below, all is computed anew: the members are to ascend. */
static bool add_range(Vm *vm, Join *j, int64_t from, int64_t last)
{
  bool none = j->low > j->high;
  if (none || from < j->low) {
    int64_t high = none || last > j->high ? last : j->high;
    clear(j);
    j->low = from, j->high = from - 1;
    last = high;
  }
  while (j->high < last) {
    if (!add(vm, j, value_small(j->high + 1))) return false;
    j->high++;
  }
  return true;
}

/* How many keys would have to be computed for the range? */
static uint64_t price(const Join *j, int64_t from, int64_t last)
{
  if (j->low > j->high) return (uint64_t) (last - from) + 1;
  if (from >= j->low) return last > j->high ? (uint64_t) (last - j->high) : 0;
  return (uint64_t) ((last > j->high ? last : j->high) - from) + 1;
}

static bool begin(Vm *vm, Join *j, uint64_t members)
{
  uint64_t basis = level_basis(vm, j->level);
  if (j->basis != basis) {
    clear(j);
    j->basis = basis;
    j->refused = false;
    j->asked = j->spent = 0;
  }
  bool worth = j->asked > 0 && members >= FEWEST; /* the first time, all are tried anyway */
  j->asked += members;
  return (worth || vm->e->options.eager) && !j->refused;
}

/* What has no value here says nothing: then all members are tried. */
static bool know(Vm *vm, Join *j, const Step *step, Value set, int64_t from, int64_t last)
{
  Fault fault = vm->e->fault;
  bool range = step->how == GENERATE_RANGE;
  bool known = functions_are_tables(vm, j->functions) &&
               (range ? add_range(vm, j, from, last) : add_set(vm, j, step->shape, set));
  j->refused = !known;
  vm->e->fault = fault;
  if (!known) clear(j);
  return known;
}

static bool find_key(Vm *vm, const Join *j, Value *key)
{
  Fault fault = vm->e->fault;
  *key = run_value(j->wanted, vm);
  vm->e->fault = fault;
  return !value_is_none(*key) && is_explicit(vm, *key);
}

static void find(const Join *j, Value key, bool range, int64_t from, int64_t last, Values *found)
{
  if (j->entries.len == 0) return;
  for (uint32_t i = chain_of(j, key)->first; i != NONE; i = j->entries.data[i].next) {
    Value member = j->entries.data[i].member;
    int64_t n = range ? value_small_int(member) : 0;
    if (range && n > last) return;
    if (!range || n >= from) vec_push(found, member);
  }
}

bool join_ask_set(Vm *vm, const Step *step, Value set, Values *found)
{
  Join *j = step->join;
  Value key;
  if (!begin(vm, j, set_card(vm->s, set)) || !know(vm, j, step, set, 0, 0)) return false;
  if (!find_key(vm, j, &key)) return false;
  find(j, key, false, 0, 0, found);
  return true;
}

bool join_ask_range(Vm *vm, const Step *step, int64_t from, int64_t last, Values *found)
{
  Join *j = step->join;
  Value key;
  if (from > last || !begin(vm, j, (uint64_t) (last - from) + 1)) return false;
  if (price(j, from, last) + j->spent > 2 * j->asked ||
      !know(vm, j, step, VALUE_UNDEFINED, from, last))
    return false;
  if (!find_key(vm, j, &key)) return false;
  find(j, key, true, from, last, found);
  return true;
}

/* ------------------------------------------------------------------ compiling */

/* The levels that the members depend on. */
static uint64_t reads_of_members(const Step *step)
{
  uint64_t reads = UINT64_C(1) << LEVEL_CONSTANTS;
  if (step->how == GENERATE_MEMBERS) return reads | step->expression->reads;
  return reads; /* all integers: the ends are looked at each time */
}

static Join *make(Vm *vm, const Step *step, Symbol *name, const Node *test, uint32_t side)
{
  bool range = step->how == GENERATE_RANGE;
  uint32_t slot = range ? step->slot : step->pattern->slot;
  uint32_t level = range ? step->level : step->pattern->level;
  const Functions *functions = functions_if_plain(vm, test, name);
  if (!functions) return NULL;
  const Code *code = code_inside(vm, code_of_expression(vm, test->kids[side]), vm->unit.depth);
  const Code *wanted =
      code_inside(vm, code_of_expression(vm, test->kids[1 - side]), vm->unit.depth);
  uint64_t reads = (reads_of_members(step) | code->reads) & ~(UINT64_C(1) << level);
  if (highest_level(reads) >= wanted->level) return NULL;
  Join *j = arena_alloc(vm->arena, sizeof *j);
  *j = (Join){.key = code,
              .wanted = wanted,
              .functions = functions,
              .slot = slot,
              .name_level = level,
              .level = highest_level(reads),
              .basis = UINT64_MAX};
  clear(j);
  vec_push(&vm->joins, j);
  return j;
}

Join *join_of(Vm *vm, const Step *step, Symbol *name)
{
  bool members = step->how == GENERATE_MEMBERS && step->pattern->kind == PATTERN_NAME;
  if (!members && step->how != GENERATE_RANGE) return NULL;
  for (uint32_t i = 0; i < step->test_count; i++) {
    const Node *test = step->tests[i]->node;
    for (uint32_t side = 0; test->kind == NODE_EQUAL && side < 2; side++) {
      const Node *key = test->kids[side], *other = test->kids[1 - side];
      if (!node_needs(key, name) || node_needs(other, name)) continue;
      Join *j = make(vm, step, name, test, side);
      if (j) return j;
    }
  }
  return NULL;
}

const Code *join_key(const Join *j) { return j->key; }

void join_free(Join *j)
{
  vec_free(&j->entries);
  free(j->chains);
}
