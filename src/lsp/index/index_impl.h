#ifndef LSP_INDEX_INDEX_IMPL_H
#define LSP_INDEX_INDEX_IMPL_H

#include "lsp/index/index.h"

/* What the makers of an index share. */

/* From a number that is not 0 to a thing: positions, addresses. */
typedef struct {
  uint64_t *keys;
  void **things;
  uint32_t capacity, count;
} NumberMap;

void *number_get(const NumberMap *, uint64_t key); /* or NULL */
void number_put(NumberMap *, uint64_t key, void *thing);
void number_free(NumberMap *);

struct Index {
  Session *session;
  const Source *root;
  EditedText text;
  VEC(Decl *) decls;
  VEC(Mention) mentions;
  NumberMap at; /* where a name is declared -> Decl */
  NumberMap
      things; /* where a Symbol says that it is declared -> Decl, where that is another place */
  VEC(Words *) words;
  bool typed; /* locals have their symbols */
};

/* The declaration at this place, made if it is the first time. */
Decl *index_declare(Index *, DeclKind, const Name *, Span name, Span whole, const Decl *owner);
/* The same of a name that means this only inside of `scope`. */
Decl *index_declare_local(Index *, DeclKind, const Name *, Span name, Span scope,
                          const Decl *owner);
void index_mention_add(Index *, Span, Decl *, MentionRole); /* the Decl may be NULL: nothing */
/* Both are the same thing, which comes from the second one.  They may be NULL. */
void index_unite(Decl *, Decl *);
/* The place of a name in a span of any text of the session. */
Span index_find_name(Index *, Span, const Name *);
/* The first and the last name of a composed one, a.b.c. */
typedef struct {
  Span prefix; /* SPAN_NONE: there is none */
  Span name;
} ComposedPlace;
ComposedPlace index_find_composed(Index *, Span, const Name *);

/* b_index.c, eventb_index.c, csp_index.c: everything of a notation. */
void index_b(Index *);
void index_eventb(Index *);
void index_csp(Index *);

#endif
