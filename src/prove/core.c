#include "prove/core.h"

#include <string.h>

#include "base/clock.h"
#include "prove/rules/formula.h"

typedef struct {
  Prover *prover;
  const Obligations *of;
  const Sequent *whole;
  const ProofLimits *limits;
  double seconds;
  Arena *arena;
  Core *core;
  bool unsure; /* a trial was neither proved nor disproved */
} Search;

/* The sequent with the hypotheses that are still there. */
static Sequent reduced(const Search *s)
{
  Sequent part = *s->whole;
  Hypothesis *kept = arena_new_array(s->arena, Hypothesis, s->whole->hypothesis_count + 1);
  part.hypothesis_count = 0;
  part.hypotheses = kept;
  for (uint32_t i = 0; i < s->whole->hypothesis_count; i++)
    if (s->core->needed[i]) kept[part.hypothesis_count++] = s->whole->hypotheses[i];
  return part;
}

static bool is_proved(Search *s)
{
  ArenaMark mark = arena_mark(s->arena);
  Sequent part = reduced(s);
  ProofLimits limits = *s->limits;
  Proof proof;
  double end = clock_seconds() + s->seconds;
  if (limits.limits.deadline <= 0 || end < limits.limits.deadline) limits.limits.deadline = end;
  prover_run(s->prover, s->of, &part, &limits, s->arena, &proof);
  ProofStatus status = proof.status;
  proof_free(&proof);
  arena_release(s->arena, mark);
  s->unsure |= status != PROOF_PROVED && status != PROOF_DISPROVED;
  return status == PROOF_PROVED;
}

static void mark_all(Search *s, uint32_t begin, uint32_t end, bool needed)
{
  for (uint32_t i = begin; i < end; i++) s->core->needed[i] = needed;
}

/* What was needed while more was there is needed now: so each hypothesis is tried alone at most
 * once. */
static void leave_out(Search *s, uint32_t begin, uint32_t end)
{
  while (begin < end && !s->core->needed[begin]) begin++;
  if (begin == end) return;
  bool unsure = s->unsure;
  bool *before = arena_new_array(s->arena, bool, end - begin);
  memcpy(before, s->core->needed + begin, (end - begin) * sizeof *before);
  mark_all(s, begin, end, false);
  if (is_proved(s)) return;
  memcpy(s->core->needed + begin, before, (end - begin) * sizeof *before);
  if (end - begin == 1) return;
  s->unsure = unsure; /* the parts are tried by themselves */
  uint32_t middle = begin + (end - begin) / 2;
  leave_out(s, begin, middle);
  leave_out(s, middle, end);
}

void core_find(Prover *prover, const Obligations *of, const Sequent *sequent,
               const ProofLimits *limits, double seconds, Arena *arena, Core *core)
{
  uint32_t count = sequent->hypothesis_count;
  *core = (Core){.needed = arena_new_array(arena, bool, count + 1), .count = count};
  Search s = {prover, of, sequent, limits, seconds, arena, core, false};
  mark_all(&s, 0, count, true);
  for (uint32_t i = 0; i < count; i++) /* types are known without them */
    core->needed[i] = !formula_is_trivial(sequent->hypotheses[i].predicate);
  leave_out(&s, 0, count);
  core->minimal = !s.unsure;
}
