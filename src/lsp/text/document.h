#ifndef LSP_TEXT_DOCUMENT_H
#define LSP_TEXT_DOCUMENT_H

#include <stdbool.h>

#include "base/text.h"
#include "lsp/text/line_starts.h"

/* A text that the client has opened: its own copy is the truth, whatever the file contains. */
typedef struct {
  char *uri;      /* as the client writes it */
  char *path;     /* of the file, as in the URI; NULL: it is no file */
  char *file;     /* the canonical path; NULL likewise */
  char *language; /* as the client calls it; may be "" */
  int64_t version;
  uint64_t stamp; /* another one for each text that any document had */
  Text text;      /* valid UTF-8 without NUL, at most DOCUMENT_LIMIT bytes */
  LineStarts lines;
  struct Analysis *analysis; /* project/analysis.h: of this text or of an earlier one; or NULL */
} Document;

enum { DOCUMENT_LIMIT = 512 << 20 };

typedef struct {
  VEC(Document *) all; /* in the order in which they were opened */
  uint64_t stamps;
} Documents;

void documents_free(Documents *);
/* A document of that URI takes the place of one that was open. */
Document *documents_open(Documents *, const char *uri, const char *language, int64_t version,
                         const char *text, size_t length);
void documents_close(Documents *, Document *);
Document *documents_find(const Documents *, const char *uri);     /* or NULL */
Document *documents_of_file(const Documents *, const char *file); /* by canonical path; or NULL */

/* The whole text, or what stands in [from, to), is replaced.  False: it would be too long. */
bool documents_set(Documents *, Document *, const char *text, size_t length);
bool documents_change(Documents *, Document *, uint32_t from, uint32_t to, const char *text,
                      size_t length);

static inline uint32_t document_offset(const Document *d, Position p, Units units)
{
  return line_starts_offset(&d->lines, text_string(&d->text), (uint32_t) d->text.len, p, units);
}
static inline Position document_position(const Document *d, uint32_t offset, Units units)
{
  return line_starts_position(&d->lines, text_string(&d->text), (uint32_t) d->text.len, offset,
                              units);
}

/* The canonical path of a file that may be missing, even with its folder.  For free. */
char *document_canonical(const char *path);

#endif
