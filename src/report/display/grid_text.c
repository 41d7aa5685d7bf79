#include "report/display/grid_text.h"

#include "base/memory.h"
#include "report/width.h"

enum { WIDEST_CELL = 40, LONG_GAP = 3 }; /* more empty rows than that are left out */

/* What stands in the cell, without line ends; long texts are cut. */
static void cell_text(Text *text, const Cell *cell)
{
  Text clean = {0};
  if (cell->kind == CELL_EMPTY) {
    text_add(text, "·");
    return;
  }
  width_add_clean(&clean, cell->text);
  if (width_of_text(text_string(&clean)) <= WIDEST_CELL) text_add(text, text_string(&clean));
  else {
    size_t end = WIDEST_CELL - 1; /* bytes: no less than cells */
    while (end && ((unsigned char) clean.data[end] & 0xC0) == 0x80) end--;
    text_add_bytes(text, clean.data, end);
    text_add(text, "…");
  }
  text_free(&clean);
}

static void add_head(Text *text, int64_t number) { text_printf(text, "%lld", (long long) number); }

/* The text of a cell, or of the head of a column or a row: -1. */
static void part(Text *text, const Grid *g, int64_t row, int64_t column)
{
  text_clear(text);
  if (row < 0 && column < 0) return;
  if (row < 0) add_head(text, g->column + column);
  else if (column < 0) add_head(text, g->row + row);
  else cell_text(text, grid_cell(g, (uint32_t) row, (uint32_t) column));
}

static unsigned width_of_column(const Grid *g, int64_t column)
{
  Text text = {0};
  unsigned width = 0;
  for (int64_t row = -1; row < g->rows; row++) {
    part(&text, g, row, column);
    unsigned w = width_of_text(text_string(&text));
    if (w > width) width = w;
  }
  text_free(&text);
  return width;
}

static void add_row(Text *out, const Grid *g, int64_t row, const unsigned *widths)
{
  Text text = {0};
  size_t begin = out->len;
  for (int64_t column = -1; column < g->columns; column++) {
    part(&text, g, row, column);
    unsigned width = width_of_text(text_string(&text)), room = widths[column + 1];
    unsigned blanks = width < room ? room - width : 0;
    unsigned before = column < 0 || row < 0 || g->justify == JUSTIFY_RIGHT ? blanks
                      : g->justify == JUSTIFY_LEFT                         ? 0
                                                                           : blanks / 2;
    if (column >= 0) text_add(out, column ? " " : "  ");
    text_add_repeated(out, ' ', before);
    text_add(out, text_string(&text));
    text_add_repeated(out, ' ', blanks - before);
  }
  while (out->len > begin && out->data[out->len - 1] == ' ') out->data[--out->len] = '\0';
  text_add_char(out, '\n');
  text_free(&text);
}

static void add_images(Text *out, const Grid *g)
{
  for (uint32_t i = 0; i < g->images.len; i++) {
    const GridImage *image = &g->images.data[i];
    text_printf(out, "%s%u = ", i ? ", " : "images: ", image->number);
    width_add_clean(out, image->file);
  }
  if (g->images.len) text_add_char(out, '\n');
}

/* So many rows from this one on show nothing. */
static uint32_t empty_rows(const Grid *g, uint32_t row)
{
  uint32_t count = 0;
  for (; row + count < g->rows; count++)
    for (uint32_t column = 0; column < g->columns; column++)
      if (grid_cell(g, row + count, column)->kind != CELL_EMPTY) return count;
  return count;
}

void grid_text(Text *out, const Grid *g)
{
  unsigned *widths = calloc((size_t) g->columns + 1, sizeof *widths);
  if (!widths) memory_exhausted();
  for (int64_t column = -1; column < g->columns; column++)
    widths[column + 1] = width_of_column(g, column);
  add_row(out, g, -1, widths);
  for (uint32_t row = 0; row < g->rows; row++) {
    uint32_t empty = empty_rows(g, row);
    add_row(out, g, row, widths);
    if (empty <= LONG_GAP) continue;
    text_add(out, "…\n");
    row += empty - 1;
  }
  free(widths);
  add_images(out, g);
}
