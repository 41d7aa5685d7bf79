#ifndef LSP_PROJECT_WORKSPACE_H
#define LSP_PROJECT_WORKSPACE_H

#include "lsp/project/project.h"

/* The texts of the workspace: what is open, and the files of models and scripts below the folders
 * of the workspace and beside what is open. */

typedef struct {                /* a name that a text declares for others */
  const char *name, *container; /* the latter may be NULL */
  DeclKind kind;
  Position begin, end;
} OutlineEntry;

typedef struct WorkspaceFile WorkspaceFile;
struct WorkspaceFile {
  char *path; /* as the client would name it */
  char *file; /* canonical */
  int64_t modified;
  uint64_t stamp; /* of the document that is open; 0: it is as on the disk */
  bool there;     /* it was found when files were listed last */
  /* made when they are asked for, and kept as long as the text */
  Arena *arena;        /* of them */
  const char **refers; /* stems of files that it may refer to: M for M.mch; ends with NULL */
  OutlineEntry *outline;
  uint32_t outline_count;
};

typedef struct Workspace {
  VEC(WorkspaceFile *) all; /* by canonical path */
} Workspace;

void workspace_forget(Project *); /* frees all that is known of them */
/* Looks again which files there are. */
const Workspace *workspace_list(Project *);
/* The text as it is now, NULL: it cannot be read.  For free. */
char *workspace_text(const Project *, const WorkspaceFile *, size_t *length);
/* "M" for folder/M.mch. */
char *workspace_stem_of(const char *path); /* for free */
/* outline.c: fill in what is known of the text, unless it is known already. */
void workspace_find_references(Project *, WorkspaceFile *);
void workspace_find_outline(Project *, WorkspaceFile *);

#endif
