/* Random formulas of LTL with past, on random words and on random systems, against the definitions.
 *
 *   ltl_fuzz [--count N] [--seed N] [--only N]
 *
 * A word ends or repeats itself.  The automaton of the formula must accept it if and only if it
 * satisfies the formula by definition (ltl_meaning.h), and that of the negation if it does not; the
 * truth of the formula on the path (path/truths.h) must be the same, and if not all of the word is
 * known, that or UNKNOWN.  In a system the search must find a path that violates the formula if
 * there is a short one, and what it finds must be one (ltl_systems.h); likewise, with more states,
 * simple formulas under fairness of all kinds (ltl_fair.h).  Patterns must mean what
 * their catalogue says, and scopes confine formulas to segments of words (ltl_patterns.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "random/ltl_fair.h"
#include "random/ltl_patterns.h"
#include "random/ltl_systems.h"
#include "random/series.h"
#include "temporal/automaton/automaton.h"
#include "temporal/path/truths.h"

enum { ATOMS = 3, MOST_LETTERS = 6, WORDS = 4, MOST_STATES = 4000 };

/* ------------------------------------------------------------------ acceptance */

typedef struct { /* a node is a position of the word with a state of the automaton */
  uint32_t position, state;
} Node;

typedef struct {
  uint32_t from, to;
  uint64_t marks;
} Arc;

typedef struct {
  VEC(Node) nodes;
  VEC(Arc) arcs;
  bool accepted;
} Unfolding;

static uint32_t node_of(Unfolding *p, uint32_t position, uint32_t state)
{
  uint32_t i = 0;
  while (i < p->nodes.len &&
         (p->nodes.data[i].position != position || p->nodes.data[i].state != state))
    i++;
  if (i == p->nodes.len) vec_push(&p->nodes, ((Node){position, state}));
  return i;
}

static void unfold(Unfolding *p, Automaton *a, const Word *w)
{
  node_of(p, 0, automaton_initial(a));
  for (uint32_t i = 0; i < p->nodes.len && i < MOST_STATES; i++) {
    Node n = p->nodes.data[i];
    uint8_t letter[ATOMS];
    for (uint32_t k = 0; k < ATOMS; k++) letter[k] = w->atoms[n.position] >> k & 1;
    uint32_t next = n.position + 1 == w->count ? w->loop : n.position + 1;
    if (automaton_accepts_all(a, n.state)) p->accepted = true;
    if (next == w->count) {
      p->accepted |= automaton_ends(a, n.state, letter) == TRUTH_TRUE;
      continue;
    }
    AutomatonMoves moves = automaton_moves(a, n.state, letter);
    if (moves.vague) abort();
    for (uint32_t k = 0; k < moves.count; k++) {
      Arc arc = {i, node_of(p, next, moves.moves[k].to), moves.moves[k].marks};
      vec_push(&p->arcs, arc);
    }
  }
}

/* Is there a loop through this node with all marks?  What can be reached from it, and reaches it.
 */
static bool is_on_loop(const Unfolding *p, uint32_t node, uint64_t wanted)
{
  bool *after = memory_zeroed(p->nodes.len, 1), *before = memory_zeroed(p->nodes.len, 1);
  after[node] = before[node] = true;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < p->arcs.len; i++) {
      const Arc *arc = &p->arcs.data[i];
      if (after[arc->from] && !after[arc->to]) after[arc->to] = more = true;
      if (before[arc->to] && !before[arc->from]) before[arc->from] = more = true;
    }
  }
  uint64_t marks = 0;
  bool any = false;
  for (uint32_t i = 0; i < p->arcs.len; i++) {
    const Arc *arc = &p->arcs.data[i];
    bool inside = after[arc->from] && before[arc->from] && after[arc->to] && before[arc->to];
    any |= inside;
    if (inside) marks |= arc->marks;
  }
  free(after);
  free(before);
  return any && (marks & wanted) == wanted;
}

static bool accepts(LtlTable *t, Ltl f, const Word *w)
{
  Automaton *a = automaton_new(t, f, ATOMS);
  if (!a) abort();
  Unfolding p = {0};
  unfold(&p, a, w);
  for (uint32_t i = 0; i < p.nodes.len && !p.accepted; i++)
    p.accepted = is_on_loop(&p, i, automaton_marks(a));
  vec_free(&p.nodes);
  vec_free(&p.arcs);
  automaton_free(a);
  return p.accepted;
}

static Word word_random(Random *random, uint32_t *atoms)
{
  Word w = {1 + (uint32_t) random_below(random, MOST_LETTERS), 0, atoms};
  w.loop = (uint32_t) random_below(random, w.count + 1);
  for (uint32_t i = 0; i < w.count; i++) atoms[i] = (uint32_t) random_below(random, 1 << ATOMS);
  return w;
}

/* ------------------------------------------------------------------- on the path */

static Truth truth_on(LtlTable *t, Ltl f, const PathWord *w)
{
  PathTruths *truths = path_truths_new(t, w, path_survey(t, f, NULL));
  Truth truth = path_truth(truths, f, 0);
  path_truths_free(truths);
  return truth;
}

/* Some atoms are not known, and perhaps how a word that ends goes on. */
static void forget(Random *random, PathWord *w)
{
  for (uint32_t i = 0; i < w->count * w->atoms; i++)
    if (random_below(random, 4) == 0) w->letters[i] = TRUTH_UNKNOWN;
  if (w->loop == w->count && random_below(random, 2)) w->goes_on = TRUTH_UNKNOWN;
}

static bool is_true_on_path(LtlTable *t, Ltl f, const Word *w, Random *random, bool meant)
{
  PathWord path = {w->count, ATOMS, w->loop, TRUTH_FALSE, NULL};
  path.letters = memory_zeroed(w->count, ATOMS);
  for (uint32_t i = 0; i < w->count * ATOMS; i++)
    path.letters[i] = w->atoms[i / ATOMS] >> i % ATOMS & 1;
  bool good = truth_on(t, f, &path) == (Truth) meant;
  forget(random, &path);
  good &= truth_on(t, f, &path) != (Truth) !meant;
  /* What a beginning decides, every path that begins with it satisfies. */
  PathWord beginning = path;
  beginning.count = beginning.loop = 1 + (uint32_t) random_below(random, w->count);
  beginning.goes_on = beginning.count < w->count || w->loop < w->count ? TRUTH_TRUE : TRUTH_UNKNOWN;
  good &= truth_on(t, f, &beginning) != (Truth) !meant;
  path_word_close(&path);
  return good;
}

/* ----------------------------------------------------------------------- cases */

static void show(const Form *f, const Word *w, bool meant)
{
  Text text = {0};
  form_print(&text, f);
  printf("%s\non", text_string(&text));
  for (uint32_t i = 0; i < w->count; i++) printf("%s %u", i == w->loop ? " (" : "", w->atoms[i]);
  printf("%s: by definition it %s\n", w->loop < w->count ? " )" : "", meant ? "holds" : "does not");
  text_free(&text);
}

static bool word_case(Arena *arena, Random *random)
{
  LtlTable table;
  ltl_open(&table);
  uint32_t size = 1 + (uint32_t) random_below(random, 12);
  bool past = (uint32_t) random_below(random, 3) != 0, good = true;
  const Form *form = form_random(arena, random, ATOMS, size, past);
  Ltl f = form_ltl(&table, form), negation = ltl_not(&table, f);
  for (uint32_t i = 0; i < WORDS && good; i++) {
    uint32_t atoms[MOST_LETTERS];
    Word w = word_random(random, atoms);
    bool meant = form_holds(form, &w);
    good = accepts(&table, f, &w) == meant && accepts(&table, negation, &w) == !meant &&
           is_true_on_path(&table, f, &w, random, meant);
    if (!good) show(form, &w, meant);
  }
  ltl_close(&table);
  return good;
}

/* Words and systems in turn, and sometimes fairness or patterns. */
static bool run_case(const Series *s, uint64_t number)
{
  Random random = random_from(s->seed * 1000003 + number);
  Arena *arena = arena_new();
  bool good;
  switch (number % 8) {
  case 0: good = ltl_catalogue_case(arena, &random); break;
  case 3: good = ltl_scope_case(arena, &random); break;
  case 4:
  case 6: good = ltl_fair_case(arena, &random); break;
  default: good = number % 2 ? ltl_system_case(arena, &random) : word_case(arena, &random);
  }
  arena_free(arena);
  return good;
}

int main(int argc, char **argv) { return series_main("ltl_fuzz", argc, argv, run_case); }
