#ifndef LSP_INDEX_INDEX_H
#define LSP_INDEX_INDEX_H

#include "lsp/index/words.h"

/* Which name stands where, and what it means: of all texts of a session, in every notation.  It is
 * made of the syntax trees and of the tables of names that loading makes, so that it says the same
 * as the program; where there are mistakes, what is known. */

typedef enum {
#define DECL(kind, word, symbol) DECL_##kind,
#include "lsp/index/decls.def"
#undef DECL
  DECL_KINDS
} DeclKind;

typedef struct Decl Decl;
struct Decl {
  DeclKind kind;
  const Name *name;
  Span span;         /* the name, where it is declared; SPAN_NONE: nowhere (built-in names) */
  Span whole;        /* the declaration */
  Span scope;        /* where a local name means this; SPAN_NONE: it is not local */
  const Decl *owner; /* the machine, set or operation that it belongs to, or NULL */
  Decl *same;        /* another declaration of the same thing, as in a refinement; or NULL */
  const struct Symbol *symbol; /* of B and Event-B; NULL: not known */
  const struct CspSymbol *csp; /* of CSP-M */
  uint32_t number;             /* index_decl gives it by that */
};

typedef enum { MENTION_DECLARED, MENTION_READ, MENTION_WRITTEN, MENTION_CALLED } MentionRole;

typedef struct {
  Span span; /* of the name alone, without prefixes; with its back-quotes */
  Decl *decl;
  MentionRole role;
} Mention;

typedef struct Index Index;

/* Never NULL.  It lives as long as the session and makes nothing that others see. */
Index *index_new(Session *, const Source *root, const EditedText *);
void index_free(Index *); /* accepts NULL */

/* All that are declared, in the order of their places: first of the main text. */
uint32_t index_decls(const Index *);
Decl *index_decl(const Index *, uint32_t i);
/* All places, ascending; in the body of a definition a name may mean several things. */
uint32_t index_mentions(const Index *);
const Mention *index_mention(const Index *, uint32_t i);
/* The name that stands there or ends there; NULL: none whose meaning is known. */
const Mention *index_at(const Index *, uint32_t position);
/* Do both declare the same thing?  Where that comes from: of all declarations of one thing the
 * same. */
bool index_same(const Decl *, const Decl *);
const Decl *index_root(const Decl *);

/* Names that mean something at this place, the nearest first; each once. */
typedef VEC(const Decl *) DeclList;
void index_visible(Index *, uint32_t position, DeclList *);

/* The words of a text of the session. */
const Words *index_words(Index *, const Source *);

/* "variable", "operation", … */
const char *decl_word(DeclKind);
int decl_symbol_kind(DeclKind); /* SymbolKind of LSP */
/* What it is in the model, with its type, also of local names; NULL: not known. */
const struct Symbol *index_symbol(Index *, const Decl *);
/* Adds `name : TYPE`, or how an operation or definition is called; false: nothing is known. */
bool index_describe(Index *, const Decl *, Text *);
/* Adds what the comment above says, or that behind it on its line; false: there is none. */
bool index_comment(Index *, const Decl *, Text *);

#endif
