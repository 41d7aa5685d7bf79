#ifndef SYNTAX_SOURCE_H
#define SYNTAX_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* All texts read in a session share one numbering of positions: each source
 * occupies a range of it.  So a Span is eight bytes and needs no file name.
 * Position 0 is never used: the span {0,0} means "nowhere". */
typedef struct {
  uint32_t begin, end; /* end is exclusive */
} Span;

#define SPAN_NONE ((Span){0, 0})

static inline bool span_known(Span s) { return s.begin != 0; }
static inline bool span_equal(Span a, Span b) { return a.begin == b.begin && a.end == b.end; }
static inline Span span_join(Span a, Span b)
{
  return (Span){a.begin, b.end > a.begin ? b.end : a.end};
}

typedef struct {
  const char *name; /* the path as given by the user or found by lookup        */
  const char *file; /* in places for people: the same, but the whole file of a part  */
  const char *path; /* canonical absolute path, or NULL for a text without file */
  const char *text; /* valid UTF-8, NUL-terminated; BOM dropped                 */
  uint32_t base;    /* position of text[0]                                      */
  uint32_t length;
  int64_t modified; /* when the file was changed last, before it was read; nanoseconds */
  /* line starts, filled on demand */
  uint32_t *lines;
  uint32_t line_count;
} Source;

typedef struct Sources Sources;

/* A position for people: lines and columns count from 1, columns in characters. */
typedef struct {
  const Source *source; /* NULL for SPAN_NONE */
  uint32_t line, column;
} Place;

Sources *sources_new(void);
void sources_free(Sources *); /* accepts NULL */

/* From now on only files below this folder are read: a canonical path, which is copied. */
void sources_confine(Sources *, const char *folder);
const char *sources_folder(const Sources *); /* or NULL */

/* Reads a file; NULL and *error (a message to show, owned by Sources) if it
 * cannot be read.  A file that was read before is returned again. */
Source *sources_read(Sources *, const char *path, const char **error);
/* A text that stands for the file of that path, which need not be there: whoever reads the file
 * gets it.  Before the file is read. */
Source *sources_replace(Sources *, const char *path, const char *text, size_t length);
/* Texts that take the place of files, which need not be there: those of an editor that were not
 * saved yet.  `find` gives the text of the file with that canonical path, which is copied; NULL:
 * the file is as it is. */
typedef struct {
  const char *(*find)(void *owner, const char *path, size_t *length);
  void *owner;
} Overlay;
void sources_lay_over(Sources *, Overlay);
/* The canonical path of a file that may be missing. */
const char *sources_canonical(Sources *, const char *path);
/* Is there a file of that path, not a folder or a device? */
bool sources_has_file(Sources *, const char *path);
/* Adds a text that is in memory; copies it. */
Source *sources_add(Sources *, const char *name, const char *text, size_t length);

/* A part of a text as a text by itself, at the same positions.  It belongs to the arena and is no
 * text of the Sources. */
Source *source_part(Arena *, const Source *, Span);
/* The same of a part whose text is another one, not longer: where escapes were resolved. */
Source *source_part_as(Arena *, const Source *, Span, const char *text);

/* A file that was changed or removed after it was read, or NULL. */
const Source *sources_changed(const Sources *);

/* The text of that name that was added before, or NULL. */
const Source *sources_find(const Sources *, const char *name);

/* A file, or a stream, whose bytes were read. */
typedef struct {
  const char *name; /* as that of a Source */
  size_t bytes;
  uint8_t sha256[32];
} InputFile;

/* Notes that these bytes were read; for files sources_read has done it. */
void sources_note(Sources *, const char *name, const void *bytes, size_t length);
/* The same for a file that others read, such as an archive. */
void sources_note_file(Sources *, const char *path);
/* The i-th, in the order of reading; NULL if there are not so many. */
const InputFile *sources_input(const Sources *, uint32_t i);

/* The i-th text, counted from 0; NULL if there are not so many. */
const Source *sources_number(const Sources *, uint32_t i);

const Source *sources_at(const Sources *, uint32_t position);
Place sources_place(Sources *, uint32_t position);
/* The text of a line without its end; *length in bytes. */
const char *sources_line(Sources *, const Source *, uint32_t line, uint32_t *length);
const char *sources_text(const Sources *, Span, uint32_t *length);
/* The first place inside of the span where that text stands; SPAN_NONE: it is nowhere there. */
Span sources_find_text(const Sources *, Span, const char *text);

#endif
