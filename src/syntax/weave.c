#include "syntax/weave.h"

#include <string.h>

/* Comments are no part of the tree.  They are printed, in order, when the item
 * behind them starts or the item before them ends; those inside of a formula
 * move to the end of its line.  Every comment ends its line.
 *
 * Printing must be stable: a printed text, read and printed again, must not
 * change.  So where a comment goes depends on two things only that printing
 * preserves: between which items it stands, and whether there is something
 * before it on its line. */

/* ---------------------------------------------------------- the source text */

static const char *text_at(const Weaver *w, uint32_t position)
{
  return w->source->text + (position - w->source->base);
}

static uint32_t source_end(const Weaver *w) { return w->source->base + w->source->length; }

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\v'; }
static bool is_line_end(char c) { return c == '\n' || c == '\r'; }

/* The pending comment number i, if it begins before `limit`. */
static const Comment *pending(const Weaver *w, uint32_t i, uint32_t limit)
{
  if (!w->source || i >= w->comment_count) return NULL;
  const Comment *c = &w->comments[i];
  return c->span.begin < limit ? c : NULL;
}

/* Does comment i follow the one before it on the same line? */
static bool is_joined(const Weaver *w, uint32_t i)
{
  if (i == 0) return false;
  const char *at = text_at(w, w->comments[i - 1].span.end);
  const char *begin = text_at(w, w->comments[i].span.begin);
  while (at < begin && is_blank(*at)) at++;
  return at == begin;
}

static bool has_text_before(const Weaver *w, uint32_t i)
{
  const char *start = w->source->text, *at = text_at(w, w->comments[i].span.begin);
  while (at > start && is_blank(at[-1])) at--;
  return at > start && !is_line_end(at[-1]);
}

static bool has_text_after(const Weaver *w, uint32_t i)
{
  const char *at = text_at(w, w->comments[i].span.end);
  while (is_blank(*at)) at++;
  return *at && !is_line_end(*at);
}

/* Comments that follow each other on a line have their place together. */
static CommentPlace place_of(Weaver *w, uint32_t i)
{
  if (i < w->row_begin || w->row_end <= i) {
    uint32_t first = i, last = i;
    while (is_joined(w, first)) first--;
    while (last + 1 < w->comment_count && is_joined(w, last + 1)) last++;
    w->row_begin = first;
    w->row_end = last + 1;
    w->row_place = !has_text_before(w, first) ? PLACE_OWN
                   : has_text_after(w, last)  ? PLACE_INSIDE
                                              : PLACE_BEHIND;
  }
  return w->row_place;
}

/* Only blanks, line ends and closing brackets (spans do not include those)? */
static bool is_gap(const Weaver *w, uint32_t from, uint32_t to)
{
  if (from == 0) return false;
  const char *at = text_at(w, from), *end = text_at(w, to);
  while (at < end && (is_blank(*at) || is_line_end(*at) || *at == ')')) at++;
  return at >= end;
}

/* Is there an empty line between the two positions? */
static bool has_empty_line(const Weaver *w, uint32_t from, uint32_t to)
{
  if (from == 0) return false;
  unsigned ends = 0;
  for (const char *at = text_at(w, from), *end = text_at(w, to); at < end; at++) {
    if (*at == '\r' && at[1] == '\n') continue;
    if (is_line_end(*at)) ends++;
    else if (!is_blank(*at)) ends = 0;
    if (ends == 2) return true;
  }
  return false;
}

/* The column of a position, from 0.  Positions mostly ascend, so the line is not
 * walked from its start each time. */
static unsigned column_of(Weaver *w, uint32_t position)
{
  if (position < w->column_position || w->column_position == 0) {
    uint32_t base = w->source->base;
    uint32_t start = position;
    while (start > base && !is_line_end(*text_at(w, start - 1))) start--;
    w->column_position = start;
    w->column = 0;
  }
  for (; w->column_position < position; w->column_position++) {
    char c = *text_at(w, w->column_position);
    if (is_line_end(c)) w->column = 0;
    else if (c == '\t') w->column += 8 - w->column % 8;
    else w->column += ((unsigned char) c & 0xC0) != 0x80;
  }
  return w->column;
}

/* ----------------------------------------------------------------- printing */

static void end_line(Weaver *w, uint32_t position, Gap gap)
{
  bool empty = gap == GAP_FORCE || (gap == GAP_KEEP && has_empty_line(w, w->done, position));
  if (empty) layout_blank_line(w->out);
  else layout_end_line(w->out);
}

/* More than one blank before a comment is there to align it. */
static bool is_aligned(const Weaver *w, const Comment *c)
{
  const char *start = w->source->text, *at = text_at(w, c->span.begin);
  return at - start > 2 && (at[-1] == '\t' || (at[-1] == ' ' && is_blank(at[-2])));
}

/* Prints the next comment behind what is on the line. */
static void put_comment(Weaver *w)
{
  const Comment *c = &w->comments[w->next++];
  const char *text = text_at(w, c->span.begin);
  uint32_t length = c->span.end - c->span.begin;
  unsigned column = column_of(w, c->span.begin);
  if (is_aligned(w, c)) layout_aligned_comment(w->out, text, length, column);
  else layout_comment(w->out, text, length, column);
  if (c->to_line_end) layout_end_line(w->out);
  if (c->span.end > w->done) w->done = c->span.end;
}

void weave_item_start(Weaver *w, uint32_t begin, Gap gap)
{
  if (!w->source) {
    if (gap == GAP_FORCE) layout_blank_line(w->out);
    else if (w->one_line) layout_break(w->out, 1);
    else layout_end_line(w->out);
    return;
  }
  if (gap == GAP_NONE) w->done = 0;
  bool joined = false;
  while (pending(w, w->next, begin)) {
    uint32_t at = w->comments[w->next].span.begin;
    CommentPlace place = place_of(w, w->next);
    bool own = place == PLACE_OWN || (place == PLACE_INSIDE && !is_gap(w, w->done, at));
    if ((own || !w->out->open) && !(joined && w->out->open && is_joined(w, w->next))) {
      end_line(w, at, gap);
      gap = GAP_KEEP;
    }
    put_comment(w);
    joined = true;
  }
  end_line(w, begin, begin < source_end(w) ? gap : GAP_NONE);
}

void weave_item_break(Weaver *w, unsigned blanks, uint32_t begin)
{
  if (pending(w, w->next, begin)) weave_item_start(w, begin, GAP_KEEP);
  else layout_break(w->out, blanks);
}

void weave_item_end(Weaver *w, uint32_t end, bool own)
{
  if (!w->source || end == 0) return;
  bool any = false;
  for (; pending(w, w->next, end) && (own || w->out->open); any = true) {
    if (!w->out->open ||
        (place_of(w, w->next) == PLACE_OWN && own && !(any && is_joined(w, w->next))))
      layout_end_line(w->out);
    put_comment(w);
  }
  if (w->done < end) w->done = end;
  const Comment *c;
  for (; (c = pending(w, w->next, UINT32_MAX)) && is_gap(w, w->done, c->span.begin); any = true) {
    bool joined = any && w->out->open && is_joined(w, w->next);
    bool alone = !w->out->open || place_of(w, w->next) == PLACE_OWN;
    if (!joined && alone && !own) break;
    if (!joined && alone) end_line(w, c->span.begin, GAP_KEEP);
    put_comment(w);
  }
}

void weave_clause_end(Weaver *w, uint32_t end, uint32_t next)
{
  if (!w->source) return;
  weave_item_end(w, end, false);
  unsigned outer = next < source_end(w) ? column_of(w, next) : 0;
  bool any = false;
  while (pending(w, w->next, next)) {
    uint32_t at = w->comments[w->next].span.begin;
    bool joined = any && w->out->open && is_joined(w, w->next);
    bool alone = !w->out->open || place_of(w, w->next) == PLACE_OWN;
    if (!joined && alone && at > end && column_of(w, at) <= outer) break;
    if (!joined && alone) end_line(w, at, GAP_KEEP);
    put_comment(w);
    any = true;
  }
}

void weave_break(Weaver *w, unsigned blanks, uint32_t limit)
{
  if (!pending(w, w->next, limit)) {
    layout_break(w->out, blanks);
    return;
  }
  if (w->inside < w->next) w->inside = w->next;
  while (pending(w, w->inside, limit) && place_of(w, w->inside) == PLACE_INSIDE) w->inside++;
  if (!pending(w, w->inside, limit)) {
    layout_break(w->out, blanks);
    return;
  }
  for (bool any = false; pending(w, w->next, limit); any = true) {
    bool joined = any && w->out->open && is_joined(w, w->next);
    if (!joined && place_of(w, w->next) == PLACE_OWN) layout_end_line(w->out);
    put_comment(w);
  }
  layout_end_line(w->out);
}
