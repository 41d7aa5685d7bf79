#include "temporal/path/truths.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

/* A truth as two bits: it is so for sure, it may be so.  Then & and | are those of all three
 * values. */
typedef uint8_t Sure;
enum { SURE_NO = 0, SURE_MAYBE = 2, SURE_YES = 3 };

struct PathTruths {
  const LtlTable *table;
  const PathWord *word;
  uint32_t count, back; /* back: comes after the last one; = count: nothing does */
  VEC(Sure *) rows;     /* by formula; NULL: it was not asked for */
};

PathTruths *path_truths_new(const LtlTable *table, const PathWord *word, uint32_t past)
{
  PathTruths *t = memory_zeroed(1, sizeof *t);
  uint32_t period = word->count - word->loop, rounds = period ? past : 0;
  t->table = table;
  t->word = word;
  t->count = word->count + rounds * period;
  t->back = t->count - period;
  return t;
}

void path_truths_free(PathTruths *t)
{
  if (!t) return;
  for (uint32_t i = 0; i < t->rows.len; i++) free(t->rows.data[i]);
  vec_free(&t->rows);
  free(t);
}

uint32_t path_count(const PathTruths *t) { return t->count; }
bool path_repeats(const PathTruths *t) { return t->back < t->count; }

uint32_t path_next(const PathTruths *t, uint32_t position)
{
  return position + 1 < t->count ? position + 1 : t->back;
}

uint32_t path_place(const PathTruths *t, uint32_t position, uint32_t *round)
{
  const PathWord *w = t->word;
  *round = 0;
  if (position < w->count) return position;
  uint32_t period = w->count - w->loop;
  *round = (position - w->loop) / period;
  return w->loop + (position - w->loop) % period;
}

/* ------------------------------------------------------------------- operators */

static Sure sure_of(Truth t)
{
  return t == TRUTH_TRUE ? SURE_YES : t == TRUTH_FALSE ? SURE_NO : SURE_MAYBE;
}

static Sure negation(Sure s) { return s == SURE_MAYBE ? s : s ^ SURE_YES; }

/* What stands for the truth at the position after the last one, if it is not known whether there is
 * one, or what is true there. */
static Sure beyond(const PathTruths *t, bool weak)
{
  if (t->word->goes_on == TRUTH_FALSE) return weak ? SURE_YES : SURE_NO;
  return SURE_MAYBE;
}

static Sure at_next(const PathTruths *t, const Sure *f, uint32_t i, bool weak)
{
  uint32_t next = path_next(t, i);
  return next < t->count ? f[next] : beyond(t, weak);
}

/* A constant is known even where nothing else is. */
static Sure next_of(const PathTruths *t, const LtlNode *n, const Sure *f, uint32_t i)
{
  bool weak = n->kind == LTL_WEAK_NEXT, constant = n->a == LTL_TRUE || n->a == LTL_FALSE;
  bool last = path_next(t, i) == t->count;
  if (last && constant && t->word->goes_on == TRUTH_TRUE) return f[i];
  return at_next(t, f, i, weak);
}

/* b, or a and the same at the next position: backwards, and once more around the loop. */
static void until(const PathTruths *t, const Sure *a, const Sure *b, Sure *out)
{
  memset(out, SURE_NO, t->count);
  for (int sweep = 0; sweep < 2; sweep++)
    for (uint32_t i = t->count; i-- > 0;) out[i] = b[i] | (a[i] & at_next(t, out, i, false));
}

static void release(const PathTruths *t, const Sure *a, const Sure *b, Sure *out)
{
  memset(out, SURE_YES, t->count);
  for (int sweep = 0; sweep < 2; sweep++)
    for (uint32_t i = t->count; i-- > 0;) out[i] = b[i] & (a[i] | at_next(t, out, i, true));
}

static void fill_leaf(const PathTruths *t, const LtlNode *n, Sure *out)
{
  uint32_t round;
  for (uint32_t i = 0; i < t->count; i++) {
    if (n->kind == LTL_CONSTANT) {
      out[i] = n->a ? SURE_YES : SURE_NO;
      continue;
    }
    Sure s = sure_of(path_word_at(t->word, path_place(t, i, &round), n->a));
    out[i] = n->kind == LTL_ATOM ? s : negation(s);
  }
}

static const Sure *row_of(PathTruths *, Ltl);

static void fill(PathTruths *t, const LtlNode *n, Sure *out)
{
  bool unary = n->kind == LTL_NEXT || n->kind == LTL_WEAK_NEXT || n->kind == LTL_YESTERDAY ||
               n->kind == LTL_WEAK_YESTERDAY;
  bool guess = n->kind == LTL_GUESS || n->kind == LTL_NOT_GUESS;
  if (n->kind <= LTL_NOT_ATOM) {
    fill_leaf(t, n, out);
    return;
  }
  const Sure *a = row_of(t, guess ? t->table->guessed.data[n->a] : n->a);
  const Sure *b = unary || guess ? a : row_of(t, n->b);
  if (n->kind == LTL_UNTIL) until(t, a, b, out);
  if (n->kind == LTL_RELEASE) release(t, a, b, out);
  for (uint32_t i = 0; i < t->count; i++) switch (n->kind) {
    case LTL_GUESS: out[i] = a[i]; break;
    case LTL_NOT_GUESS: out[i] = negation(a[i]); break;
    case LTL_AND: out[i] = a[i] & b[i]; break;
    case LTL_OR: out[i] = a[i] | b[i]; break;
    case LTL_NEXT:
    case LTL_WEAK_NEXT: out[i] = next_of(t, n, a, i); break;
    case LTL_YESTERDAY: out[i] = i ? a[i - 1] : SURE_NO; break;
    case LTL_WEAK_YESTERDAY: out[i] = i ? a[i - 1] : SURE_YES; break;
    case LTL_SINCE: out[i] = b[i] | (a[i] & (i ? out[i - 1] : SURE_NO)); break;
    case LTL_TRIGGER: out[i] = b[i] & (a[i] | (i ? out[i - 1] : SURE_YES)); break;
    default: break;
    }
}

static const Sure *row_of(PathTruths *t, Ltl f)
{
  while (t->rows.len <= f) vec_push(&t->rows, NULL);
  if (t->rows.data[f]) return t->rows.data[f];
  Sure *out = memory_zeroed(t->count, sizeof *out);
  LtlNode n = *ltl_node(t->table, f);
  fill(t, &n, out);
  return t->rows.data[f] = out;
}

Truth path_truth(PathTruths *t, Ltl f, uint32_t position)
{
  Sure s = row_of(t, f)[position];
  return s == SURE_YES ? TRUTH_TRUE : s == SURE_NO ? TRUTH_FALSE : TRUTH_UNKNOWN;
}

/* ------------------------------------------------------------------- depth, check */

typedef struct {
  const LtlTable *table;
  uint32_t *depth; /* by formula: + 1; 0: not known */
  bool *asked;     /* by atom; or NULL */
} Survey;

static uint32_t survey(Survey *s, Ltl f)
{
  const LtlNode *n = ltl_node(s->table, f);
  if (s->depth[f]) return s->depth[f] - 1;
  uint32_t depth = 0;
  if (n->kind == LTL_ATOM || n->kind == LTL_NOT_ATOM) {
    if (s->asked) s->asked[n->a] = true;
  } else if (n->kind == LTL_GUESS || n->kind == LTL_NOT_GUESS)
    depth = survey(s, s->table->guessed.data[n->a]);
  else if (n->kind != LTL_CONSTANT) {
    bool unary = n->kind == LTL_NEXT || n->kind == LTL_WEAK_NEXT || n->kind == LTL_YESTERDAY ||
                 n->kind == LTL_WEAK_YESTERDAY;
    uint32_t a = survey(s, n->a), b = unary ? 0 : survey(s, n->b);
    depth = (a > b ? a : b) + (n->kind >= LTL_YESTERDAY);
  }
  s->depth[f] = depth + 1;
  return depth;
}

uint32_t path_survey(const LtlTable *table, Ltl f, bool *asked)
{
  Survey s = {table, memory_zeroed(table->nodes.len, sizeof *s.depth), asked};
  uint32_t depth = survey(&s, f);
  free(s.depth);
  return depth;
}

bool path_violates(const LtlTable *table, Ltl f, Atlas *atlas, Atoms *atoms, const Product *p)
{
  bool *asked = memory_zeroed(atoms->count + 1, sizeof *asked);
  uint32_t past = path_survey(table, f, asked);
  PathWord word;
  path_word(&word, atlas, atoms, asked, p);
  PathTruths *truths = path_truths_new(table, &word, past);
  bool violates = path_truth(truths, f, 0) == TRUTH_FALSE;
  path_truths_free(truths);
  path_word_close(&word);
  free(asked);
  return violates;
}
