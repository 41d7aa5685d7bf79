#include "report/diag_text.h"

#include <string.h>

#include "report/colour.h"
#include "report/width.h"
#include "syntax/utf8.h"

/* Tabs are shown as blanks up to the next multiple of TAB; the line number and
 * its bar take GUTTER cells. */
enum { TAB = 4, GUTTER = 8, NARROWEST = 20 };

/* Where the source line is cut: cells begin … end are shown, of `total`. */
typedef struct {
  uint32_t begin, end, total;
} Window;

/* A part of one line, in cells. */
typedef struct {
  uint32_t begin, end;
} Stretch;

static bool is_control(uint32_t character)
{
  return character < ' ' || (character >= 0x7F && character < 0xA0);
}

/* The cells that a character takes if it starts in cell `at`. */
static uint32_t cells_of(uint32_t character, uint32_t at)
{
  if (character == '\t') return TAB - at % TAB;
  if (is_control(character)) return 1;
  return width_of_character(character);
}

/* The cell in which the byte at `offset` starts. */
static uint32_t cell_at(const char *line, uint32_t offset)
{
  uint32_t cell = 0;
  unsigned step;
  for (uint32_t i = 0; i < offset; i += step) cell += cells_of(utf8_decode(line + i, &step), cell);
  return cell;
}

/* All of the line if it fits, else a part that shows the beginning of the
 * marked stretch with something before it. */
static Window choose_window(uint32_t total, Stretch marked, uint32_t room)
{
  if (marked.end > total) total = marked.end;
  if (total <= room) return (Window){0, total, total};
  uint32_t wanted = marked.end - marked.begin < room / 2 ? marked.end : marked.begin + room / 2;
  uint32_t begin = 0;
  if (wanted >= room) begin = marked.begin > room / 3 ? marked.begin - room / 3 : 0;
  if (begin > total - room) begin = total - room;
  return (Window){begin, begin + room, total};
}

static void add_character(Text *out, const char *at, unsigned bytes, uint32_t character,
                          uint32_t cells)
{
  if (character == '\t') text_add_repeated(out, ' ', cells);
  else if (is_control(character)) text_add(out, "\uFFFD");
  else text_add_bytes(out, at, bytes);
}

/* The visible part of a line; a cut side has … in its last cell. */
static void add_line(Text *out, const char *line, uint32_t length, Window window)
{
  uint32_t first = window.begin + (window.begin > 0);
  uint32_t last = window.end - (window.end < window.total);
  if (window.begin > 0) text_add(out, "…");
  uint32_t cell = 0;
  unsigned step;
  for (uint32_t i = 0; i < length; i += step) {
    uint32_t character = utf8_decode(line + i, &step), cells = cells_of(character, cell);
    uint32_t from = cell > first ? cell : first, to = cell + cells < last ? cell + cells : last;
    if (cell >= first && cell + cells <= last) add_character(out, line + i, step, character, cells);
    else if (from < to) text_add_repeated(out, ' ', to - from);
    cell += cells;
    if (cell > window.end) break;
  }
  if (window.end < window.total) text_add(out, "…");
}

static void trim_end(Text *out)
{
  while (out->len > 0 && out->data[out->len - 1] == ' ') out->data[--out->len] = '\0';
}

static void add_marks(Text *out, Stretch marked, Window window, bool colour, Colour of)
{
  uint32_t end = marked.end < window.end ? marked.end : window.end;
  colour_begin(out, colour, COLOUR_GUTTER);
  text_add(out, "      |");
  colour_end(out, colour);
  text_add_repeated(out, ' ', marked.begin - window.begin + 1);
  colour_begin(out, colour, of);
  text_add_char(out, '^');
  if (end > marked.begin + 1) text_add_repeated(out, '~', end - marked.begin - 1);
  colour_end(out, colour);
  text_add_char(out, '\n');
}

/* Where the span lies in its first line; at least one cell. */
static Stretch stretch_of(const char *line, uint32_t length, uint32_t offset, uint32_t bytes)
{
  if (offset > length) offset = length;
  uint32_t end = bytes < length - offset ? offset + bytes : length;
  while (end > offset && (line[end - 1] == ' ' || line[end - 1] == '\t')) end--;
  Stretch marked = {cell_at(line, offset), cell_at(line, end)};
  if (marked.end <= marked.begin) marked.end = marked.begin + 1;
  return marked;
}

/* The source line of a span with the span underlined in it. */
static void add_snippet(Text *out, Sources *sources, Span span, DiagTextStyle style, Colour of)
{
  Place place = sources_place(sources, span.begin);
  uint32_t length;
  const char *line = sources_line(sources, place.source, place.line, &length);
  uint32_t offset = span.begin - place.source->base - (uint32_t) (line - place.source->text);
  uint32_t bytes = span.end > span.begin ? span.end - span.begin : 0;
  Stretch marked = stretch_of(line, length, offset, bytes);
  uint32_t width = style.width ? style.width : DIAG_TEXT_WIDTH;
  uint32_t room = width > GUTTER + NARROWEST ? width - GUTTER : NARROWEST;
  Window window = choose_window(cell_at(line, length), marked, room);

  colour_begin(out, style.colour, COLOUR_GUTTER);
  text_printf(out, "%5u |", place.line);
  colour_end(out, style.colour);
  text_add_char(out, ' ');
  add_line(out, line, length, window);
  trim_end(out);
  text_add_char(out, '\n');
  add_marks(out, marked, window, style.colour, of);
}

static void add_head(Text *out, Place place, const char *word, Colour of, DiagTextStyle style)
{
  colour_begin(out, style.colour, COLOUR_PLACE);
  if (place.source) {
    width_add_clean(out, place.source->file);
    text_printf(out, ":%u:%u: ", place.line, place.column);
  } else {
    text_add(out, "probity: ");
  }
  colour_end(out, style.colour);
  colour_begin(out, style.colour, of);
  text_printf(out, "%s: ", word);
  colour_end(out, style.colour);
}

static void add_note(Text *out, Sources *sources, const DiagNote *note, Place *shown,
                     DiagTextStyle style)
{
  text_add(out, "  ");
  Place place = sources_place(sources, note->span.begin);
  if (place.source) {
    add_head(out, place, "note", COLOUR_NOTE, style);
  } else {
    colour_begin(out, style.colour, COLOUR_NOTE);
    text_add(out, "note: ");
    colour_end(out, style.colour);
  }
  width_add_clean(out, note->text);
  text_add_char(out, '\n');
  if (place.source && (place.source != shown->source || place.line != shown->line)) {
    add_snippet(out, sources, note->span, style, COLOUR_NOTE);
    *shown = place;
  }
}

static void add_diag(Text *out, Sources *sources, const Diag *diag, DiagTextStyle style)
{
  Colour of = diag->severity == DIAG_WARNING ? COLOUR_WARNING : COLOUR_ERROR;
  Place place = sources_place(sources, diag->span.begin), shown = place;
  add_head(out, place, severity_word(diag->severity), of, style);
  width_add_clean(out, diag->message);
  colour_begin(out, style.colour, COLOUR_FAINT);
  text_printf(out, " [%s]", diag->code);
  colour_end(out, style.colour);
  text_add_char(out, '\n');
  if (place.source) add_snippet(out, sources, diag->span, style, of);
  for (const DiagNote *note = diag->notes; note; note = note->next)
    add_note(out, sources, note, &shown, style);
  if (!diag->hint) return;
  text_add(out, "  ");
  colour_begin(out, style.colour, COLOUR_HINT);
  text_add(out, "hint: ");
  colour_end(out, style.colour);
  width_add_clean(out, diag->hint);
  text_add_char(out, '\n');
}

void diag_text_print(Text *out, const Diags *diags, DiagTextStyle style)
{
  for (uint32_t i = 0; i < diags_count(diags); i++) {
    const Diag *diag = diags_get(diags, i);
    if (diag->severity != DIAG_ERROR && style.errors_only) continue;
    add_diag(out, diags_sources(diags), diag, style);
  }
}

static uint32_t count_shown(const Diags *diags, Severity severity)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < diags_count(diags); i++)
    if (diags_get(diags, i)->severity == severity) count++;
  return count;
}

uint32_t diag_text_errors(const Diags *diags)
{
  uint32_t most = count_shown(diags, DIAG_ERROR) + diags_dropped(diags), all = diags_errors(diags);
  return most < all ? most : all; /* repetitions are counted in `all` only */
}

void diag_text_count(Text *out, uint32_t number, const char *word)
{
  text_printf(out, "%u %s%s", number, word, text_plural(number));
}

void diag_text_summary(Text *out, const Diags *diags, DiagTextStyle style)
{
  uint32_t dropped = diags_dropped(diags), kinds = 0;
  for (Severity severity = DIAG_ERROR; severity <= DIAG_WARNING; severity++) {
    uint32_t count = count_shown(diags, severity);
    if (count == 0 || (style.errors_only && severity != DIAG_ERROR)) continue;
    if (kinds++ > 0) text_add(out, ", ");
    diag_text_count(out, count, severity_word(severity));
  }
  if (kinds == 0) return;
  if (dropped > 0) text_printf(out, ", %u more not shown", dropped);
  text_add_char(out, '\n');
}
