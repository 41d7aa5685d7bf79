#ifndef LSP_ASSIST_SITE_H
#define LSP_ASSIST_SITE_H

#include "base/text.h"
#include "lsp/index/words.h"

/* What may be written at a place, as far as the words before it say so.  Unfinished texts are the
 * rule here, so nothing relies on trees. */
typedef enum {
  SITE_NOWHERE,   /* nothing to offer: a comment, a string, a name that is being declared */
  SITE_TEXT,      /* the beginning of a text */
  SITE_UNIT_NAME, /* the name of the machine or component itself */
  SITE_CLAUSE,    /* another clause or part, or the end */
  SITE_MACHINE,   /* another machine or component */
  SITE_OPERATION, /* an operation or event of another machine: promoted, refined */
  SITE_HEADER,    /* an operation or event begins */
  SITE_STATEMENT, /* a substitution or an action */
  SITE_OPERAND,   /* an expression or a predicate */
  SITE_OPERATOR,  /* behind an operand: an operator, or a keyword that goes on */
  SITE_PROPERTY   /* of CSP-M: what an assertion says of a process, behind :[ */
} SiteKind;

/* The text in which the hole stands for what is being written.  The second attempt leaves out what
 * comes behind it, up to where reading can go on. */
enum { SITE_ATTEMPTS = 2 };
typedef struct {
  SiteKind kind;
  Span span;        /* the word that is being written, perhaps empty */
  bool signs;       /* it consists of signs: an operator */
  bool first;       /* SITE_OPERAND: a statement may stand there, too */
  bool parts;       /* SITE_OPERATOR, SITE_MACHINE: another clause or part may follow */
  const char *next; /* keywords that may follow, with blanks between them; or NULL */
  Text attempts[SITE_ATTEMPTS];
} Site;

/* No name of any text. */
#define SITE_HOLE "hole_that_is_being_written"

/* The position is one of the text of the words. */
void site_find(Site *, const Words *, uint32_t position);
void site_free(Site *);

#endif
