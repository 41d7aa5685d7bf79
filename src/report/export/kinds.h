#ifndef REPORT_EXPORT_KINDS_H
#define REPORT_EXPORT_KINDS_H

#include "base/names.h"
#include "base/vec.h"
#include "compare/event.h"

/* What the values of events have in common: in CSP-M every field of a channel has one type.  Kinds
 * are found by unification: values of one field are of one kind, and so are all uses of a word. */
typedef enum {
  KIND_OPEN, /* nothing is known */
  KIND_INTEGER,
  KIND_BOOL,
  KIND_CHAR,
  KIND_WORDS, /* constants and constructors: a datatype */
  KIND_TUPLE,
  KIND_EMPTY, /* a set, sequence or map without elements */
  KIND_SET,
  KIND_SEQ,
  KIND_MAP,
  KIND_MIXED /* values of files that fit into no type of CSP-M: each is a constant */
} KindForm;

typedef struct Kind Kind;
struct Kind {
  Kind *same; /* what it was found to be; NULL: itself */
  KindForm form;
  Kind **parts; /* of TUPLE, SET, SEQ, MAP */
  uint32_t count;
  bool sequence;    /* of EMPTY: it is a sequence */
  const char *name; /* of WORDS: the datatype, if it has one; later: as it is written */
};

/* The values of a field, as they are written in the script. */
typedef struct {
  Kind *kind;
  Names *texts;      /* each once; NULL: there are none */
  Text list;         /* all of them */
  int64_t low, high; /* of integers */
} Field;

typedef struct {
  const char *name;    /* in the model, or the text of a MIXED value */
  const char *written; /* in the script */
  Kind *kind;
  Field *fields;
  uint32_t count;
} Constructor;

typedef struct {
  Arena *arena;
  Names *keys;                     /* of constructors: name and number of fields */
  VEC(Constructor *) constructors; /* by key */
} Kinds;

Kind *kind_find(Kind *);
Kind *kind_new(Kinds *, KindForm, uint32_t count);
void kinds_unify(Kinds *, Kind *, Kind *);
Kind *kind_of_value(Kinds *, const EventValue *);
/* The constructor of that many fields, new if there is none. */
Constructor *kinds_constructor(Kinds *, const char *name, uint32_t fields);
/* The constant that a value of a MIXED kind is. */
Constructor *kinds_constant(Kinds *, Kind *, const EventValue *);

#endif
