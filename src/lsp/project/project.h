#ifndef LSP_PROJECT_PROJECT_H
#define LSP_PROJECT_PROJECT_H

#include <jansson.h>

#include "lsp/project/analysis.h"

/* The documents that are open, what they mean, and how clients are told of places in them. */
typedef struct {
  /* Makes a new session work as the command line asks for. */
  void (*prepare)(void *owner, Session *);
  void *owner;
  const char *program;      /* what runs commands; NULL: none are run */
  const char *const *words; /* options for them; ends with NULL */
} ProjectHooks;

typedef struct Outcome Outcome; /* outcomes.h */

typedef struct {
  ProjectHooks hooks;
  Documents documents;
  Units units;
  uint64_t files;              /* another number whenever files may have come or gone */
  VEC(char *) folders;         /* of the workspace */
  struct Workspace *workspace; /* workspace.h; NULL: not asked for yet */
  VEC(Outcome *) outcomes;
} Project;

void project_free(Project *);

Document *project_open(Project *, const char *uri, const char *language, int64_t version,
                       const char *text, size_t length);
void project_close(Project *, Document *);
/* What the document means as it is now; never NULL.  It lives until one of its texts changes. */
Analysis *project_analysis(Project *, Document *);
bool project_is_stale(const Project *, const Document *);
/* A session in which the document has this text, which is read already; for session_free. */
Session *project_session(Project *, const Document *, const char *text, const Source **);
/* A folder whose files belong to the workspace, or do so no more. */
void project_add_folder(Project *, const char *uri);
void project_remove_folder(Project *, const char *uri);

/* What is open takes the place of files. */
Overlay project_overlay(Project *);
/* What a text means that need not be open, with these texts in the place of files; the caller's to
 * free.  NULL: it cannot be read. */
Analysis *project_analysis_of_file(Project *, const char *path, Overlay);
Analysis *project_analysis_of_text(Project *, const char *name, const char *text, Overlay);

/* ---- places in JSON */

json_t *project_position_json(Position);
json_t *project_range_json(const Range *);
/* The URI by which the client knows the text. */
json_t *project_uri_json(const Project *, const UsedText *);
/* {uri, range}; null: the span is in no file. */
json_t *project_location_json(const Project *, Analysis *, Span);
/* From a request; false: it is none. */
bool project_read_position(const json_t *, Position *);

/* ---- project/problems.c: diagnostics */

typedef struct {
  bool related; /* the client shows further places of a diagnostic */
} ProblemStyle;

/* Diagnostics by the URIs of the texts that they are about, {uri: [diagnostic]}; that of the
 * document is always there.  It belongs to the analysis. */
json_t *project_problems(const Project *, Analysis *, ProblemStyle);

#endif
