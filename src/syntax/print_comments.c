#include "syntax/print_impl.h"

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

static const char *text_at(const Printer *p, uint32_t position)
{
  return p->unit->source->text + (position - p->unit->source->base);
}

static uint32_t source_end(const Printer *p)
{
  return p->unit->source->base + p->unit->source->length;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\v'; }
static bool is_line_end(char c) { return c == '\n' || c == '\r'; }

/* The pending comment number i, if it begins before `limit`. */
static const Comment *pending(const Printer *p, uint32_t i, uint32_t limit)
{
  if (!p->unit || i >= p->unit->comment_count) return NULL;
  const Comment *c = &p->unit->comments[i];
  return c->span.begin < limit ? c : NULL;
}

/* Does comment i follow the one before it on the same line? */
static bool is_joined(const Printer *p, uint32_t i)
{
  if (i == 0) return false;
  const char *at = text_at(p, p->unit->comments[i - 1].span.end);
  const char *begin = text_at(p, p->unit->comments[i].span.begin);
  while (at < begin && is_blank(*at)) at++;
  return at == begin;
}

static bool has_text_before(const Printer *p, uint32_t i)
{
  const char *start = p->unit->source->text, *at = text_at(p, p->unit->comments[i].span.begin);
  while (at > start && is_blank(at[-1])) at--;
  return at > start && !is_line_end(at[-1]);
}

static bool has_text_after(const Printer *p, uint32_t i)
{
  const char *at = text_at(p, p->unit->comments[i].span.end);
  while (is_blank(*at)) at++;
  return *at && !is_line_end(*at);
}

/* Comments that follow each other on a line have their place together. */
static CommentPlace place_of(Printer *p, uint32_t i)
{
  if (i < p->row_begin || p->row_end <= i) {
    uint32_t first = i, last = i;
    while (is_joined(p, first)) first--;
    while (last + 1 < p->unit->comment_count && is_joined(p, last + 1)) last++;
    p->row_begin = first;
    p->row_end = last + 1;
    p->row_place = !has_text_before(p, first) ? PLACE_OWN
                   : has_text_after(p, last)  ? PLACE_INSIDE
                                              : PLACE_BEHIND;
  }
  return p->row_place;
}

/* Only blanks, line ends and closing brackets (spans do not include those)? */
static bool is_gap(const Printer *p, uint32_t from, uint32_t to)
{
  if (from == 0) return false;
  const char *at = text_at(p, from), *end = text_at(p, to);
  while (at < end && (is_blank(*at) || is_line_end(*at) || *at == ')')) at++;
  return at >= end;
}

/* Is there an empty line between the two positions? */
static bool has_empty_line(const Printer *p, uint32_t from, uint32_t to)
{
  if (from == 0) return false;
  unsigned ends = 0;
  for (const char *at = text_at(p, from), *end = text_at(p, to); at < end; at++) {
    if (*at == '\r' && at[1] == '\n') continue;
    if (is_line_end(*at)) ends++;
    else if (!is_blank(*at)) ends = 0;
    if (ends == 2) return true;
  }
  return false;
}

/* The column of a position, from 0.  Positions mostly ascend, so the line is not
 * walked from its start each time. */
static unsigned column_of(Printer *p, uint32_t position)
{
  if (position < p->column_position || p->column_position == 0) {
    uint32_t base = p->unit->source->base;
    uint32_t start = position;
    while (start > base && !is_line_end(*text_at(p, start - 1))) start--;
    p->column_position = start;
    p->column = 0;
  }
  for (; p->column_position < position; p->column_position++) {
    char c = *text_at(p, p->column_position);
    if (is_line_end(c)) p->column = 0;
    else if (c == '\t') p->column += 8 - p->column % 8;
    else p->column += ((unsigned char) c & 0xC0) != 0x80;
  }
  return p->column;
}

/* ----------------------------------------------------------------- printing */

static void end_line(Printer *p, uint32_t position, Gap gap)
{
  bool empty = gap == GAP_FORCE || (gap == GAP_KEEP && has_empty_line(p, p->done, position));
  if (empty) layout_blank_line(&p->out);
  else layout_end_line(&p->out);
}

/* More than one blank before a comment is there to align it. */
static bool is_aligned(const Printer *p, const Comment *c)
{
  const char *start = p->unit->source->text, *at = text_at(p, c->span.begin);
  return at - start > 2 && (at[-1] == '\t' || (at[-1] == ' ' && is_blank(at[-2])));
}

/* Prints the next comment behind what is on the line. */
static void put_comment(Printer *p)
{
  const Comment *c = &p->unit->comments[p->next++];
  const char *text = text_at(p, c->span.begin);
  uint32_t length = c->span.end - c->span.begin;
  unsigned column = column_of(p, c->span.begin);
  if (is_aligned(p, c)) layout_aligned_comment(&p->out, text, length, column);
  else layout_comment(&p->out, text, length, column);
  if (c->to_line_end) layout_end_line(&p->out);
  if (c->span.end > p->done) p->done = c->span.end;
}

void put_item_start(Printer *p, uint32_t begin, Gap gap)
{
  if (!p->unit) {
    if (gap == GAP_FORCE) layout_blank_line(&p->out);
    else put_line(p);
    return;
  }
  if (gap == GAP_NONE) p->done = 0;
  bool joined = false;
  while (pending(p, p->next, begin)) {
    uint32_t at = p->unit->comments[p->next].span.begin;
    CommentPlace place = place_of(p, p->next);
    bool own = place == PLACE_OWN || (place == PLACE_INSIDE && !is_gap(p, p->done, at));
    if ((own || !p->out.open) && !(joined && p->out.open && is_joined(p, p->next))) {
      end_line(p, at, gap);
      gap = GAP_KEEP;
    }
    put_comment(p);
    joined = true;
  }
  end_line(p, begin, begin < source_end(p) ? gap : GAP_NONE);
}

void put_item_break(Printer *p, unsigned blanks, uint32_t begin)
{
  if (pending(p, p->next, begin)) put_item_start(p, begin, GAP_KEEP);
  else layout_break(&p->out, blanks);
}

void put_item_end(Printer *p, uint32_t end, bool own)
{
  if (!p->unit || end == 0) return;
  bool any = false;
  for (; pending(p, p->next, end) && (own || p->out.open); any = true) {
    if (!p->out.open ||
        (place_of(p, p->next) == PLACE_OWN && own && !(any && is_joined(p, p->next))))
      layout_end_line(&p->out);
    put_comment(p);
  }
  if (p->done < end) p->done = end;
  const Comment *c;
  for (; (c = pending(p, p->next, UINT32_MAX)) && is_gap(p, p->done, c->span.begin); any = true) {
    bool joined = any && p->out.open && is_joined(p, p->next);
    bool alone = !p->out.open || place_of(p, p->next) == PLACE_OWN;
    if (!joined && alone && !own) break;
    if (!joined && alone) end_line(p, c->span.begin, GAP_KEEP);
    put_comment(p);
  }
}

void put_clause_end(Printer *p, uint32_t end, uint32_t next)
{
  if (!p->unit) return;
  put_item_end(p, end, false);
  unsigned outer = next < source_end(p) ? column_of(p, next) : 0;
  bool any = false;
  while (pending(p, p->next, next)) {
    uint32_t at = p->unit->comments[p->next].span.begin;
    bool joined = any && p->out.open && is_joined(p, p->next);
    bool alone = !p->out.open || place_of(p, p->next) == PLACE_OWN;
    if (!joined && alone && at > end && column_of(p, at) <= outer) break;
    if (!joined && alone) end_line(p, at, GAP_KEEP);
    put_comment(p);
    any = true;
  }
}

void put_break(Printer *p, unsigned blanks, uint32_t limit)
{
  if (!pending(p, p->next, limit)) {
    layout_break(&p->out, blanks);
    return;
  }
  if (p->inside < p->next) p->inside = p->next;
  while (pending(p, p->inside, limit) && place_of(p, p->inside) == PLACE_INSIDE) p->inside++;
  if (!pending(p, p->inside, limit)) {
    layout_break(&p->out, blanks);
    return;
  }
  for (bool any = false; pending(p, p->next, limit); any = true) {
    bool joined = any && p->out.open && is_joined(p, p->next);
    if (!joined && place_of(p, p->next) == PLACE_OWN) layout_end_line(&p->out);
    put_comment(p);
  }
  layout_end_line(&p->out);
}

void put_last_break(Printer *p, unsigned blanks, uint32_t limit)
{
  put_break(p, blanks, limit);
  p->fresh = p->out.items.len;
}
