#include "temporal/meaning/reason.h"

#include "base/memory.h"

enum { MOST_FACTS = 20000 };

typedef struct { /* a fact, and the next one at its position: its number + 1, or 0 */
  Fact fact;
  uint32_t next;
  bool shown;
} Noted;

typedef struct {
  PathTruths *truths;
  const Spelled *root;
  VEC(Noted) all;
  uint32_t *first; /* by position */
} Reasoning;

static Truth truth_at(Reasoning *r, const Spelled *s, uint32_t i)
{
  return path_truth(r->truths, s->formula, i);
}

static bool is_at(Reasoning *r, const Spelled *s, uint32_t i, bool holds)
{
  return truth_at(r, s, i) == (holds ? TRUTH_TRUE : TRUTH_FALSE);
}

static void explain(Reasoning *, const Spelled *, uint32_t position);

/* ------------------------------------------------------------ one of several parts */

/* The simplest part that has this truth; NULL: none has. */
static const Spelled *simplest(Reasoning *r, const Spelled *s, uint32_t i, bool holds)
{
  const Spelled *best = NULL;
  for (uint32_t k = 0; k < s->count; k++) {
    bool better = !best || s->kids[k]->tree->height < best->tree->height;
    if (better && is_at(r, s->kids[k], i, holds)) best = s->kids[k];
  }
  return best;
}

/* One part decides, or all do: a conjunction that is false, or true. */
static void explain_junction(Reasoning *r, const Spelled *s, uint32_t i, bool holds, bool one)
{
  if (one) {
    const Spelled *part = simplest(r, s, i, holds);
    if (part) explain(r, part, i);
    return;
  }
  for (uint32_t k = 0; k < s->count; k++) explain(r, s->kids[k], i);
}

static void explain_implication(Reasoning *r, const Spelled *s, uint32_t i, bool holds)
{
  const Spelled *premise = s->kids[0], *conclusion = s->kids[1];
  if (!holds) explain(r, premise, i), explain(r, conclusion, i);
  else if (is_at(r, premise, i, false)) explain(r, premise, i);
  else explain(r, conclusion, i);
}

/* -------------------------------------------------------------- over the positions */

/* The positions from `from` on, or back from there, each once: the one after i; `end` behind the
 * last. */
static uint32_t after(const Reasoning *r, uint32_t i, uint32_t from, bool past)
{
  uint32_t end = path_count(r->truths), next = path_next(r->truths, i);
  if (past) return i ? i - 1 : end;
  bool seen = next == from || (next <= i && next > from);
  return seen ? end : next;
}

/* Where the part first has this truth, on the way; `end`: nowhere. */
static uint32_t first_with(Reasoning *r, const Spelled *s, uint32_t from, bool holds, bool past)
{
  uint32_t end = path_count(r->truths), i = from;
  while (i < end && !is_at(r, s, i, holds)) i = after(r, i, from, past);
  return i;
}

/* On all positions of the way up to `last` (`end`: all), which is one of them or not. */
static void explain_way(Reasoning *r, const Spelled *s, uint32_t from, uint32_t last, bool past,
                        bool with_last)
{
  uint32_t end = path_count(r->truths), i = from;
  for (; i < end && i != last; i = after(r, i, from, past)) explain(r, s, i);
  if (i < end && with_last) explain(r, s, i);
}

/* F, O, and the negations of G, H: somewhere, or never. */
static void explain_search(Reasoning *r, const Spelled *s, uint32_t i, bool wanted, bool found,
                           bool past)
{
  uint32_t end = path_count(r->truths);
  if (!found) explain_way(r, s->kids[0], i, end, past, true);
  else {
    uint32_t at = first_with(r, s->kids[0], i, wanted, past);
    if (at < end) explain(r, s->kids[0], at);
  }
}

/* a U b with this truth of `keep` and `reach` in the place of a and b: it is reached, after what is
 * kept; or not, since before that what is to be kept is not, or for ever. */
static void explain_until(Reasoning *r, const Spelled *keep, const Spelled *reach, uint32_t i,
                          bool positive, bool comes, bool past)
{
  uint32_t end = path_count(r->truths);
  if (comes) {
    uint32_t at = first_with(r, reach, i, positive, past);
    if (at == end) return;
    explain_way(r, keep, i, at, past, false);
    explain(r, reach, at);
    return;
  }
  uint32_t broken = first_with(r, keep, i, !positive, past);
  explain_way(r, reach, i, broken, past, true);
  if (broken < end) explain(r, keep, broken);
}

/* a W b holds: b comes, or a for ever.  It does not: a stops, and b has not come. */
static void explain_weak_until(Reasoning *r, const Spelled *s, uint32_t i, bool holds)
{
  const Spelled *a = s->kids[0], *b = s->kids[1];
  uint32_t end = path_count(r->truths), at = first_with(r, b, i, true, false);
  uint32_t broken = first_with(r, a, i, false, false);
  if (!holds) {
    explain_way(r, b, i, broken, false, true);
    if (broken < end) explain(r, a, broken);
  } else if (broken == end) explain_way(r, a, i, end, false, true);
  else if (at < end) {
    explain_way(r, a, i, at, false, false);
    explain(r, b, at);
  }
}

static void explain_next(Reasoning *r, const Spelled *s, uint32_t i, bool past)
{
  uint32_t end = path_count(r->truths);
  uint32_t at = past ? (i ? i - 1 : end) : path_next(r->truths, i);
  if (at < end) explain(r, s->kids[0], at);
}

static void explain_parts(Reasoning *r, const Spelled *s, uint32_t i, bool holds)
{
  switch (s->tree->kind) {
  case TEMPORAL_NOT: explain(r, s->kids[0], i); break;
  case TEMPORAL_AND:
  case TEMPORAL_FORALL: explain_junction(r, s, i, holds, !holds); break;
  case TEMPORAL_OR:
  case TEMPORAL_EXISTS: explain_junction(r, s, i, holds, holds); break;
  case TEMPORAL_ASSUMING:
  case TEMPORAL_IMPLIES: explain_implication(r, s, i, holds); break;
  case TEMPORAL_EQUIVALENT: explain_junction(r, s, i, holds, false); break;
  case TEMPORAL_NEXT: explain_next(r, s, i, false); break;
  case TEMPORAL_YESTERDAY: explain_next(r, s, i, true); break;
  case TEMPORAL_FINALLY: explain_search(r, s, i, true, holds, false); break;
  case TEMPORAL_ONCE: explain_search(r, s, i, true, holds, true); break;
  case TEMPORAL_GLOBALLY: explain_search(r, s, i, false, !holds, false); break;
  case TEMPORAL_HISTORICALLY: explain_search(r, s, i, false, !holds, true); break;
  case TEMPORAL_UNTIL: explain_until(r, s->kids[0], s->kids[1], i, true, holds, false); break;
  case TEMPORAL_SINCE: explain_until(r, s->kids[0], s->kids[1], i, true, holds, true); break;
  case TEMPORAL_RELEASE: explain_until(r, s->kids[0], s->kids[1], i, false, !holds, false); break;
  case TEMPORAL_TRIGGER: explain_until(r, s->kids[0], s->kids[1], i, false, !holds, true); break;
  case TEMPORAL_WEAK_UNTIL: explain_weak_until(r, s, i, holds); break;
  default: break;
  }
}

/* Is it clear from what is said of its parts at the same position? */
static bool is_plain(const Spelled *s)
{
  if (s->tree->kind == TEMPORAL_TRUE || s->tree->kind == TEMPORAL_FALSE) return true;
  if (!s->count) return false;
  switch (s->tree->kind) {
  case TEMPORAL_NOT:
  case TEMPORAL_AND:
  case TEMPORAL_OR:
  case TEMPORAL_IMPLIES:
  case TEMPORAL_EQUIVALENT:
  case TEMPORAL_FORALL:
  case TEMPORAL_EXISTS:
  case TEMPORAL_ASSUMING: return true;
  default: return false;
  }
}

static bool is_known(const Reasoning *r, const Spelled *s, uint32_t position)
{
  for (uint32_t i = r->first[position]; i; i = r->all.data[i - 1].next)
    if (r->all.data[i - 1].fact.what == s) return true;
  return false;
}

/* Parts that mean the same are shown once. */
static void note(Reasoning *r, Fact fact)
{
  bool shown = !is_plain(fact.what) && (fact.what != r->root || !fact.what->count);
  uint32_t *end = &r->first[fact.position];
  for (; *end; end = &r->all.data[*end - 1].next) {
    const Noted *other = &r->all.data[*end - 1];
    if (other->shown && other->fact.what->formula == fact.what->formula) shown = false;
  }
  *end = r->all.len + 1;
  vec_push(&r->all, ((Noted){fact, 0, shown}));
}

static void explain(Reasoning *r, const Spelled *s, uint32_t position)
{
  Truth t = truth_at(r, s, position);
  if (t > TRUTH_TRUE || r->all.len >= MOST_FACTS || is_known(r, s, position)) return;
  note(r, (Fact){s, position, t == TRUTH_TRUE});
  explain_parts(r, s, position, t == TRUTH_TRUE);
}

void reason_find(const Spelled *root, PathTruths *truths, Facts *facts)
{
  uint32_t count = path_count(truths);
  Reasoning r = {.truths = truths, .root = root};
  r.first = memory_zeroed(count, sizeof *r.first);
  if (truth_at(&r, root, 0) == TRUTH_FALSE) explain(&r, root, 0);
  for (uint32_t at = 0; at < count; at++)
    for (uint32_t i = r.first[at]; i; i = r.all.data[i - 1].next)
      if (r.all.data[i - 1].shown) vec_push(facts, r.all.data[i - 1].fact);
  vec_free(&r.all);
  free(r.first);
}
