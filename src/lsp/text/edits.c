#include "lsp/text/edits.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Lines are compared first, without their blanks, by the algorithm of Myers ("An O(ND) difference
 * algorithm and its variations", 1986).  Where lines read the same, alone or several together, the
 * blanks are replaced that differ; elsewhere what is between a common beginning and end. */

/* So many lines may be inserted and removed; beyond that all between the first and the last
 * difference is replaced.  The tables take the square of it. */
enum { MOST_CHANGES = 1500 };

typedef struct {
  const char *at;
  uint32_t length;
  uint64_t hash;
} Line;

typedef VEC(Line) LineList;

typedef struct {
  const char *before, *after;
  LineList old, made;
} Comparison;

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

static void cut_lines(LineList *lines, const char *text, uint32_t length)
{
  for (uint32_t from = 0; from < length;) {
    const char *end = memchr(text + from, '\n', length - from);
    uint32_t to = end ? (uint32_t) (end + 1 - text) : length;
    Line line = {text + from, to - from, 14695981039346656037u};
    for (uint32_t i = from; i < to; i++)
      if (!is_blank(text[i])) line.hash = (line.hash ^ (unsigned char) text[i]) * 1099511628211u;
    vec_push(lines, line);
    from = to;
  }
}

static bool equal(const Line *a, const Line *b)
{
  return a->hash == b->hash && a->length == b->length && !memcmp(a->at, b->at, a->length);
}

static uint32_t skip_blanks(const Line *line, uint32_t i)
{
  while (i < line->length && is_blank(line->at[i])) i++;
  return i;
}

/* Equal but for blanks; the hashes are not looked at. */
static bool reads_the_same(const Line *a, const Line *b)
{
  uint32_t i = skip_blanks(a, 0), k = skip_blanks(b, 0);
  while (i < a->length && k < b->length && a->at[i] == b->at[k])
    i = skip_blanks(a, i + 1), k = skip_blanks(b, k + 1);
  return i == a->length && k == b->length;
}

static bool same(const Line *a, const Line *b)
{
  return a->hash == b->hash && reads_the_same(a, b);
}

/* ---- one piece */

static bool is_inside(char c) { return ((unsigned char) c & 0xC0) == 0x80; }

static void add_piece(TextEdits *edits, const Comparison *c, TextEdit e)
{
  while (e.begin < e.end && e.from < e.to && c->before[e.begin] == c->after[e.from])
    e.begin++, e.from++;
  while (e.begin < e.end && e.from < e.to && c->before[e.end - 1] == c->after[e.to - 1])
    e.end--, e.to--;
  while (e.begin > 0 && e.from > 0 &&
         (is_inside(c->before[e.begin]) || is_inside(c->after[e.from])))
    e.begin--, e.from--;
  while (is_inside(c->before[e.end]) || is_inside(c->after[e.to])) e.end++, e.to++;
  if (e.begin < e.end || e.from < e.to) vec_push(edits, e);
}

/* The blanks of lines that read the same. */
static void add_blanks(TextEdits *edits, const Comparison *c, const Line *old, const Line *made)
{
  uint32_t i = 0, k = 0, old_at = (uint32_t) (old->at - c->before);
  uint32_t new_at = (uint32_t) (made->at - c->after);
  while (i < old->length || k < made->length) {
    uint32_t to = skip_blanks(old, i), end = skip_blanks(made, k);
    if (to > i || end > k)
      add_piece(edits, c, (TextEdit){old_at + i, old_at + to, new_at + k, new_at + end});
    i = to + (to < old->length), k = end + (end < made->length); /* what is no blank is the same */
  }
}

/* Lines as they stand in the texts. */
static void add_lines(TextEdits *edits, const Comparison *c, uint32_t old_from, uint32_t old_to,
                      uint32_t new_from, uint32_t new_to, const uint32_t ends[2])
{
  TextEdit e;
  if (old_from == old_to && new_from == new_to) return;
  e.begin = old_from < c->old.len ? (uint32_t) (c->old.data[old_from].at - c->before) : ends[0];
  e.end = old_to < c->old.len ? (uint32_t) (c->old.data[old_to].at - c->before) : ends[0];
  e.from = new_from < c->made.len ? (uint32_t) (c->made.data[new_from].at - c->after) : ends[1];
  e.to = new_to < c->made.len ? (uint32_t) (c->made.data[new_to].at - c->after) : ends[1];
  Line old = {c->before + e.begin, e.end - e.begin, 0},
       made = {c->after + e.from, e.to - e.from, 0};
  if (reads_the_same(&old, &made)) add_blanks(edits, c, &old, &made);
  else add_piece(edits, c, e);
}

/* ---- lines */

typedef struct { /* the lines between what both texts begin and end with */
  uint32_t first;
  int64_t old, made;
} Middle;

/* The furthest line of the old text that is reached with so many changes, by diagonal: row d of the
 * table has 2d + 1 entries.  Gives the number of changes, or -1. */
static int64_t find_path(const Comparison *c, Middle m, int32_t **rows)
{
  for (int64_t d = 0; d <= MOST_CHANGES; d++) {
    int32_t *row = rows[d] = memory_zeroed((size_t) (2 * d + 1), sizeof *row);
    const int32_t *last = d ? rows[d - 1] + (d - 1) : NULL;
    for (int64_t k = -d; k <= d; k += 2) {
      bool down = last && (k == -d || (k != d && last[k - 1] < last[k + 1]));
      int64_t x = !last ? 0 : down ? last[k + 1] : last[k - 1] + 1, y = x - k;
      while (x < m.old && y < m.made && same(&c->old.data[m.first + x], &c->made.data[m.first + y]))
        x++, y++;
      row[d + k] = (int32_t) x;
      if (x >= m.old && y >= m.made) return d;
    }
  }
  return -1;
}

/* Goes the path back and marks the lines that stay. */
static void mark_kept(Middle m, int32_t *const *rows, int64_t d, bool *old_kept, bool *new_kept)
{
  int64_t x = m.old, y = m.made;
  for (; d > 0; d--) {
    const int32_t *last = rows[d - 1] + (d - 1);
    int64_t k = x - y;
    bool down = k == -d || (k != d && last[k - 1] < last[k + 1]);
    int64_t from_x = down ? last[k + 1] : last[k - 1], from_y = from_x - (down ? k + 1 : k - 1);
    while (x > from_x && y > from_y) old_kept[--x] = true, new_kept[--y] = true;
    x = from_x, y = from_y;
  }
  while (x > 0 && y > 0) old_kept[--x] = true, new_kept[--y] = true;
}

static void add_changed(TextEdits *edits, const Comparison *c, Middle m, const bool *old_kept,
                        const bool *new_kept, const uint32_t ends[2])
{
  int64_t x = 0, y = 0;
  while (x < m.old || y < m.made) {
    int64_t from_x = x, from_y = y;
    while (x < m.old && !old_kept[x]) x++;
    while (y < m.made && !new_kept[y]) y++;
    add_lines(edits, c, m.first + (uint32_t) from_x, m.first + (uint32_t) x,
              m.first + (uint32_t) from_y, m.first + (uint32_t) y, ends);
    for (; x < m.old && y < m.made && old_kept[x] && new_kept[y]; x++, y++)
      add_blanks(edits, c, &c->old.data[m.first + x], &c->made.data[m.first + y]);
  }
}

static void compare_middle(TextEdits *edits, const Comparison *c, Middle m, const uint32_t ends[2])
{
  int32_t **rows = memory_zeroed(MOST_CHANGES + 1, sizeof *rows);
  int64_t changes = find_path(c, m, rows);
  if (changes < 0) {
    add_lines(edits, c, m.first, m.first + (uint32_t) m.old, m.first, m.first + (uint32_t) m.made,
              ends);
  } else {
    bool *kept = memory_zeroed((size_t) (m.old + m.made) + 1, sizeof *kept);
    mark_kept(m, rows, changes, kept, kept + m.old);
    add_changed(edits, c, m, kept, kept + m.old, ends);
    free(kept);
  }
  for (int64_t d = 0; d <= MOST_CHANGES; d++) free(rows[d]);
  free(rows);
}

void text_edits_find(TextEdits *edits, const char *before, uint32_t before_length,
                     const char *after, uint32_t after_length)
{
  Comparison c = {.before = before, .after = after};
  const uint32_t ends[2] = {before_length, after_length};
  uint32_t first = 0, last = 0;
  cut_lines(&c.old, before, before_length);
  cut_lines(&c.made, after, after_length);
  uint32_t least = c.old.len < c.made.len ? c.old.len : c.made.len;
  while (first < least && equal(&c.old.data[first], &c.made.data[first])) first++;
  while (last < least - first &&
         equal(&c.old.data[c.old.len - 1 - last], &c.made.data[c.made.len - 1 - last]))
    last++;
  Middle m = {first, c.old.len - first - last, c.made.len - first - last};
  if (m.old || m.made) compare_middle(edits, &c, m, ends);
  vec_free(&c.old);
  vec_free(&c.made);
}
