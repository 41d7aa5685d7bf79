#include "syntax/layout.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The document is a flat array of items.  A first pass, from the end, finds for
 * each group how wide it is on one line, together with the words that follow it
 * up to the next break (they would have to go on the same line); likewise for
 * each break what follows it up to the next break of its group.  A second pass
 * writes: every decision looks at one number only. */
enum {
  ITEM_WORD,
  ITEM_RAW,
  ITEM_BREAK,
  ITEM_END,
  ITEM_BLANK,
  ITEM_OPEN_ALL,
  ITEM_OPEN_FILL,
  ITEM_CLOSE,
  ITEM_INDENT,
  ITEM_COMMENT
};

enum { ENDLESS = 1u << 30, TAB = 8 };

void layout_free(Layout *l)
{
  text_free(&l->chars);
  vec_free(&l->items);
}

/* The number of characters in valid UTF-8. */
static uint32_t width_of(const char *bytes, size_t length)
{
  uint32_t n = 0;
  for (size_t i = 0; i < length; i++) n += ((unsigned char) bytes[i] & 0xC0) != 0x80;
  return n;
}

static LayoutItem *push(Layout *l, uint8_t kind)
{
  LayoutItem item = {.kind = kind, .start = (uint32_t) l->chars.len};
  vec_push(&l->items, item);
  return &l->items.data[l->items.len - 1];
}

static void push_chars(Layout *l, uint8_t kind, const char *bytes, size_t length)
{
  LayoutItem *item = push(l, kind);
  item->length = (uint32_t) length;
  item->width = width_of(bytes, length);
  text_add_bytes(&l->chars, bytes, length);
  l->open = true;
}

void layout_add_bytes(Layout *l, const char *bytes, size_t length)
{
  LayoutItem *last = l->items.len ? &l->items.data[l->items.len - 1] : NULL;
  if (!last || last->kind != ITEM_WORD) {
    push_chars(l, ITEM_WORD, bytes, length);
    return;
  }
  last->length += (uint32_t) length;
  last->width += width_of(bytes, length);
  text_add_bytes(&l->chars, bytes, length);
}

void layout_add(Layout *l, const char *string) { layout_add_bytes(l, string, strlen(string)); }

void layout_add_raw(Layout *l, const char *bytes, size_t length)
{
  push_chars(l, ITEM_RAW, bytes, length);
}

void layout_break(Layout *l, unsigned blanks) { push(l, ITEM_BREAK)->spaces = (uint16_t) blanks; }

void layout_end_line(Layout *l)
{
  push(l, ITEM_END);
  l->open = false;
}

void layout_blank_line(Layout *l)
{
  push(l, ITEM_BLANK);
  l->open = false;
}

void layout_open(Layout *l, GroupKind kind)
{
  push(l, kind == GROUP_ALL ? ITEM_OPEN_ALL : ITEM_OPEN_FILL);
}

void layout_close(Layout *l) { push(l, ITEM_CLOSE); }

/* The columns are kept in `length`, as a two's complement number. */
void layout_indent(Layout *l, int columns) { push(l, ITEM_INDENT)->length = (uint32_t) columns; }

void layout_comment(Layout *l, const char *bytes, size_t length, unsigned column)
{
  push_chars(l, ITEM_COMMENT, bytes, length);
  l->items.data[l->items.len - 1].width = column;
  l->items.data[l->items.len - 1].spaces = 0;
}

void layout_aligned_comment(Layout *l, const char *bytes, size_t length, unsigned column)
{
  layout_comment(l, bytes, length, column);
  l->items.data[l->items.len - 1].spaces = 1;
}

/* ------------------------------------------------------------- first pass */

typedef struct {
  uint32_t flat;  /* width from here to the end of the group, on one line         */
  uint32_t chunk; /* width from here to the next break of the group, or to its end */
  uint32_t tail;  /* width from the end of the group to the next break             */
  bool last;      /* no break of the group follows                                 */
} Frame;

typedef VEC(Frame) Frames;

static uint32_t plus(uint32_t a, uint32_t b) { return a + b < ENDLESS ? a + b : ENDLESS; }

static void widen(Frames *frames, uint32_t by)
{
  Frame *top = &frames->data[frames->len - 1];
  top->flat = plus(top->flat, by);
  top->chunk = plus(top->chunk, by);
}

/* A break that takes `blanks` columns on one line; gives what must fit behind it. */
static uint32_t measure_break(Frames *frames, uint32_t blanks)
{
  Frame *top = &frames->data[frames->len - 1];
  uint32_t width = plus(blanks, plus(top->chunk, top->last ? top->tail : 0));
  top->flat = plus(top->flat, blanks);
  top->chunk = 0;
  top->last = false;
  return width;
}

static void measure(Layout *l)
{
  Frames frames = {0};
  vec_push(&frames, ((Frame){.last = true}));
  uint32_t rest = 0; /* width from here to the next break of any group */
  for (uint32_t i = l->items.len; i-- > 0;) {
    LayoutItem *item = &l->items.data[i];
    switch (item->kind) {
    case ITEM_WORD:
    case ITEM_RAW:
      widen(&frames, item->width);
      rest = plus(rest, item->width);
      break;
    case ITEM_BREAK:
      item->width = measure_break(&frames, item->spaces);
      rest = 0;
      break;
    case ITEM_END:
    case ITEM_BLANK:
    case ITEM_COMMENT: /* ends its line, and needs no room */
      measure_break(&frames, ENDLESS);
      rest = 0;
      break;
    case ITEM_CLOSE: vec_push(&frames, ((Frame){.tail = rest, .last = true})); break;
    case ITEM_OPEN_ALL:
    case ITEM_OPEN_FILL: {
      assert(frames.len > 1);
      Frame group = frames.data[--frames.len];
      item->width = plus(group.flat, group.tail);
      widen(&frames, group.flat);
      break;
    }
    default: break; /* an indentation */
    }
  }
  assert(frames.len == 1);
  vec_free(&frames);
}

/* ------------------------------------------------------------ second pass */

typedef enum { MODE_FLAT, MODE_BREAK, MODE_FILL } Mode;

typedef struct {
  const Layout *layout;
  Text *out;
  uint32_t width, column;
  uint32_t blanks; /* before the next word, if it stays on the line */
  int indent;
  bool fresh;  /* nothing is on the line yet, not even its indentation */
  bool closed; /* a comment ended the line: nothing may follow on it   */
  bool begun;  /* something has been written                           */
  VEC(uint8_t) modes;
} Writer;

static uint32_t margin(const Writer *w) { return w->indent > 0 ? (uint32_t) w->indent : 0; }

static void new_line(Writer *w)
{
  w->blanks = 0;
  if (w->fresh) return;
  text_add_char(w->out, '\n');
  w->fresh = true;
  w->closed = false;
}

/* Sets the line up for more characters. */
static void start(Writer *w)
{
  if (w->closed) new_line(w);
  if (w->fresh) w->column = 0, w->blanks = margin(w);
  text_add_repeated(w->out, ' ', w->blanks);
  w->column += w->blanks;
  w->blanks = 0;
  w->fresh = false;
  w->begun = true;
}

static void write_word(Writer *w, const LayoutItem *item)
{
  start(w);
  text_add_bytes(w->out, w->layout->chars.data + item->start, item->length);
  w->column += item->width;
}

static void write_raw(Writer *w, const LayoutItem *item)
{
  write_word(w, item);
  const char *bytes = w->layout->chars.data + item->start;
  for (uint32_t n = 0; n < item->length; n++)
    if (bytes[item->length - 1 - n] == '\n') {
      w->column = width_of(bytes + item->length - n, n);
      return;
    }
}

static void blanks_or_line(Writer *w, const LayoutItem *item)
{
  if (w->fresh) return;
  Mode mode = (Mode) w->modes.data[w->modes.len - 1];
  bool fits = !w->width || w->column + w->blanks + item->width <= w->width;
  if (w->closed || mode == MODE_BREAK || (mode == MODE_FILL && !fits)) {
    new_line(w);
    return;
  }
  w->blanks += item->spaces;
}

static void open_group(Writer *w, const LayoutItem *item)
{
  uint32_t column = w->fresh ? margin(w) : w->column + w->blanks;
  bool fits = item->width < ENDLESS && (!w->width || column + item->width <= w->width);
  Mode mode = item->kind == ITEM_OPEN_ALL ? MODE_BREAK : MODE_FILL;
  if (fits || w->modes.data[w->modes.len - 1] == MODE_FLAT) mode = MODE_FLAT;
  vec_push(&w->modes, (uint8_t) mode);
}

/* The end of the line that begins at `at`; *next is where the next one begins. */
static const char *line_end(const char *at, const char *end, const char **next)
{
  while (at < end && *at != '\n' && *at != '\r') at++;
  *next = at == end ? end : at + 1 < end && at[0] == '\r' && at[1] == '\n' ? at + 2 : at + 1;
  return at;
}

/* The column of the first character of the line at *at that is no blank. */
static int skip_blanks(const char **at, const char *end)
{
  int column = 0;
  for (; *at < end && (**at == ' ' || **at == '\t'); ++*at)
    column += **at == '\t' ? TAB - column % TAB : 1;
  return column;
}

/* Does every line begin at `column` or to the right of it? */
static bool is_indented(const char *at, const char *end, int column)
{
  for (const char *next; at < end; at = next) {
    int here = skip_blanks(&at, end);
    if (line_end(at, end, &next) > at && here < column) return false;
  }
  return true;
}

/* The later lines of a comment, moved to the right by `shift`. */
static void write_moved(Writer *w, const char *at, const char *end, int shift)
{
  for (const char *next; at < end; at = next) {
    int column = skip_blanks(&at, end) + shift;
    const char *stop = line_end(at, end, &next);
    while (stop > at && (stop[-1] == ' ' || stop[-1] == '\t')) stop--;
    text_add_char(w->out, '\n');
    w->column = stop > at && column > 0 ? (uint32_t) column : 0;
    text_add_repeated(w->out, ' ', w->column);
    text_add_bytes(w->out, at, (size_t) (stop - at));
    w->column += width_of(at, (size_t) (stop - at));
  }
}

static void write_comment(Writer *w, const LayoutItem *item)
{
  w->closed = false; /* a comment may follow another one */
  if (!w->fresh) w->blanks = 1;
  bool keeps_column = item->spaces && (!w->width || item->width < w->width);
  if (!w->fresh && keeps_column && item->width > w->column) w->blanks = item->width - w->column;
  start(w);
  const char *at = w->layout->chars.data + item->start, *end = at + item->length;
  const char *next, *stop = line_end(at, end, &next);
  while (stop > at && (stop[-1] == ' ' || stop[-1] == '\t')) stop--;
  text_add_bytes(w->out, at, (size_t) (stop - at));
  bool moves = is_indented(next, end, (int) item->width);
  int shift = moves ? (int) w->column - (int) item->width : 0;
  w->column += width_of(at, (size_t) (stop - at));
  write_moved(w, next, end, shift);
  w->closed = true;
}

static void write_item(Writer *w, const LayoutItem *item)
{
  switch (item->kind) {
  case ITEM_WORD: write_word(w, item); break;
  case ITEM_RAW: write_raw(w, item); break;
  case ITEM_BREAK: blanks_or_line(w, item); break;
  case ITEM_END: new_line(w); break;
  case ITEM_BLANK:
    new_line(w);
    if (w->begun && w->out->len > 1 && w->out->data[w->out->len - 2] != '\n')
      text_add_char(w->out, '\n');
    break;
  case ITEM_OPEN_ALL:
  case ITEM_OPEN_FILL: open_group(w, item); break;
  case ITEM_CLOSE: w->modes.len--; break;
  case ITEM_INDENT: w->indent += (int) item->length; break;
  case ITEM_COMMENT: write_comment(w, item); break;
  }
}

void layout_write(Layout *l, Text *out, unsigned width)
{
  measure(l);
  Writer w = {.layout = l, .out = out, .width = width, .fresh = true};
  vec_push(&w.modes, MODE_BREAK);
  for (uint32_t i = 0; i < l->items.len; i++) write_item(&w, &l->items.data[i]);
  vec_free(&w.modes);
}
