#ifndef LSP_ASSIST_SKETCH_H
#define LSP_ASSIST_SKETCH_H

#include "lsp/assist/site.h"
#include "lsp/index/index.h"
#include "lsp/project/project.h"
#include "model/type.h"

/* A text with a hole where something is being written, read as far as it can be: so the hole gets a
 * type like everything else, that which what will stand there must have. */
typedef struct {
  Session *session;
  const Source *source;
  EditedText text;
  Index *index;
  uint32_t position;         /* of the hole */
  bool found;                /* it is in the trees, too */
  bool predicate;            /* … where a predicate must stand */
  const Type *type;          /* … where an expression of this type must; NULL: nothing is known */
  const Type *record;        /* the name of a field is missing, of values of this type; or NULL */
  const struct CspType *csp; /* the type in a script */
} Sketch;

void sketch_make(Sketch *, Project *, const Document *, const Site *);
void sketch_free(Sketch *);

/* Can a value of the second type stand where the first is asked for?  What is not known fits. */
bool type_fits(const Type *wanted, const Type *given);

#endif
