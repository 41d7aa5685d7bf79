#ifndef LSP_PROJECT_ANALYSIS_H
#define LSP_PROJECT_ANALYSIS_H

#include <jansson.h>

#include "lsp/index/index.h"
#include "lsp/text/document.h"
#include "session/edited_text.h"

/* What a document means, with all texts that it refers to: a Session of its own, made of the texts
 * as they are now, and thrown away when one of them changes. */

typedef struct { /* a file that was read, or what a document had in its place */
  const Source *source;
  uint64_t stamp;   /* of the document; 0: it was read from the disk */
  uint32_t mark;    /* bytes of a byte order mark, which the document has and the Source has not */
  LineStarts lines; /* of the Source; empty until they are needed */
} UsedText;

typedef struct Analysis Analysis;
struct Analysis {
  Session *session;
  const Source *source; /* of the document */
  EditedText text;
  VEC(UsedText) used; /* that of the document is the first one */
  uint64_t files;     /* Project.files, when it was made */
  double looked;      /* when the files on the disk were compared last */
  bool outdated;      /* … and one was another one */
  Index *index;       /* analysis_index; NULL: not made yet */
  json_t *problems;   /* project_problems; NULL: not made yet */
};

/* What an editor sees of a span: the text it is in, and from where to where. */
typedef struct {
  const UsedText *used; /* NULL: it is in no file */
  Position begin, end;
} Range;

/* Takes the session over, in which nothing but the text was read. */
Analysis *analysis_new(Session *, const Source *, const Document *, const Documents *);
void analysis_free(Analysis *); /* accepts NULL */
/* Is one of its texts another one now?  Files on the disk are looked at once in a second at most.
 */
bool analysis_is_stale(Analysis *, const Document *, const Documents *);

/* The position in the session of a byte of the document, and back. */
uint32_t analysis_position(const Analysis *, uint32_t offset);
uint32_t analysis_offset(const Analysis *, uint32_t position);

Index *analysis_index(Analysis *);
UsedText *analysis_used(Analysis *, const Source *); /* or NULL */
Range analysis_range(Analysis *, Span, Units);

#endif
