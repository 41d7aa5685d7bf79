#ifndef LSP_PROJECT_USES_H
#define LSP_PROJECT_USES_H

#include "lsp/project/workspace.h"

/* Every place of a name, in all texts of the workspace that can see what it means. */

typedef struct {
  const char *file; /* canonical; the URI of what is no file.  Of Uses.arena */
  json_t *uri;      /* owned */
  Position begin, end;
  uint32_t from, to; /* the same in bytes of the text, as the Session has it */
  MentionRole role;
} Use;

typedef struct {
  uint32_t text, from; /* the number of the text among those of the session, the place in it */
  uint32_t thing;      /* names with one number mean one thing */
} UsedName;

/* A text that was analysed, with all that it refers to. */
typedef struct {
  const char *name; /* its path, or how the session calls it */
  uint32_t errors, count;
  UsedName *names; /* ascending */
} UseRoot;

typedef struct {
  Arena *arena;
  const Name *name; /* as it is declared; of the analysis of the document */
  const Decl *decl; /* likewise */
  VEC(Use) all;     /* by text, ascending; each once */
  VEC(UseRoot) roots;
} Uses;

/* Of the name at this place of the document; false: there is none whose meaning is known. */
bool uses_find(Project *, Document *, uint32_t at, Uses *);
void uses_free(Uses *);

/* Would all names mean the same if those that were found got the name `name`?  False, with *why:
 * what would be wrong. */
bool uses_would_stay(Project *, const Uses *, const char *name, Text *why);

#endif
