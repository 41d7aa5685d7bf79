#include <assert.h>
#include <string.h>

#include "engine/code/plan/plan.h"

/* x : S & P(x) inside of a loop that P does not depend on: what P says of each member is kept for
 * the next time.  Nothing is evaluated that would not be without it. */

enum { MOST_MEMBERS = 1 << 16 };

struct Sieve {
  uint32_t count;    /* of tests, the first ones of the step: P */
  uint32_t level;    /* the highest that they depend on, beside x */
  uint64_t basis;    /* when a name of them got its value */
  Value set;         /* S, of that time */
  uint64_t number;   /* of such times */
  Passing *passings; /* by member */
  uint32_t room;
};

static bool make_room(Vm *vm, Sieve *s, uint64_t members)
{
  if (members > MOST_MEMBERS) return false;
  if (members > s->room) {
    while (s->room < members) s->room = s->room ? s->room * 2 : 64;
    s->passings = arena_new_array(vm->arena, Passing, s->room);
  }
  if (members) memset(s->passings, 0, members * sizeof *s->passings);
  return true;
}

uint64_t sieve_begin(Vm *vm, Sieve *s, Value set)
{
  assert(value_tag(set) != TAG_LAZY && !value_is_none(set));
  uint64_t basis = level_basis(vm, s->level);
  if (s->basis == basis && value_same(s->set, set)) return s->number;
  s->set = VALUE_UNDEFINED;
  if (!make_room(vm, s, set_card(vm->s, set))) return 0;
  assert(s->room >= set_card(vm->s, set));
  s->basis = basis;
  s->set = set;
  return ++s->number;
}

Passing sieve_ask(Vm *vm, const Step *step, uint64_t number, uint32_t member)
{
  Sieve *s = step->sieve;
  assert(number != 0 && number <= s->number);
  assert(s->number != number || member < s->room);
  if (s->number == number && s->passings[member] != PASSES_PERHAPS) return s->passings[member];
  Truth t = TRUTH_TRUE;
  for (uint32_t i = 0; i < s->count && t == TRUTH_TRUE; i++) t = run_truth(step->tests[i], vm);
  Passing passing = t == TRUTH_TRUE ? PASSES : t == TRUTH_FALSE ? PASSES_NOT : PASSES_PERHAPS;
  if (s->number == number) s->passings[member] = passing;
  return passing;
}

uint32_t sieve_tests(const Sieve *s) { return s->count; }

Sieve *sieve_of(Vm *vm, const Step *step, uint32_t outer)
{
  if (step->how != GENERATE_MEMBERS || step->pattern->kind != PATTERN_NAME) return NULL;
  uint64_t own = UINT64_C(1) << step->pattern->level, reads = UINT64_C(1) << LEVEL_CONSTANTS;
  uint32_t count = 0;
  for (; count < step->test_count; count++) {
    uint64_t more = reads | (step->tests[count]->reads & ~own);
    if (more >> outer) break; /* changes as often as x is asked for */
    reads = more;
  }
  if (count == 0) return NULL;
  assert(highest_level(reads) < outer);
  Sieve *s = arena_alloc(vm->arena, sizeof *s);
  *s = (Sieve){
      .count = count, .level = highest_level(reads), .basis = UINT64_MAX, .set = VALUE_UNDEFINED};
  return s;
}
