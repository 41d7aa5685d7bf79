#ifndef SESSION_DISPLAY_GRID_H
#define SESSION_DISPLAY_GRID_H

#include "session/display/display.h"

/* The picture of one state: layers are evaluated from the bottom up, and a cell shows what the
 * highest layer says that has it.  Values are read by their type, so that {} is a layer, too:
 *
 *   (row |-> column) |-> v     row |-> (column |-> v)     row |-> a function of columns
 *   column |-> v               v: one cell
 *
 * Rows and columns are numbers, or elements of sets by their place in the set, from 1. */
typedef enum { CELL_EMPTY, CELL_IMAGE, CELL_TEXT } CellKind;

typedef struct {
  CellKind kind;
  uint32_t image;   /* CELL_IMAGE: index in Grid.images */
  const char *text; /* what it shows; of an image, the number or name that it stands for */
} Cell;

typedef struct {
  uint32_t number;
  const char *file; /* as the model names it: relative to the folder of the main machine */
} GridImage;

enum { GRID_MOST_CELLS = 40000, GRID_MOST_LINES = 1000 };

typedef struct {
  Arena *arena;
  int64_t row, column;    /* of the first cell */
  uint32_t rows, columns; /* 0: there is no picture */
  Cell *cells;            /* rows * columns, row by row */
  VEC(GridImage) images;
  DisplayJustify justify;
  uint64_t cut; /* cells that the model gives beyond the limits */
  DisplayTroubles troubles;
} Grid;

/* In the state that the scene is in.  Before the initialisation there is no picture. */
void grid_make(Grid *, Display *);
void grid_free(Grid *);

static inline const Cell *grid_cell(const Grid *g, uint32_t row, uint32_t column)
{
  return &g->cells[(size_t) row * g->columns + column];
}

#endif
