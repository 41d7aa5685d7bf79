#ifndef CSP_TYPES_TYPE_H
#define CSP_TYPES_TYPE_H

#include "base/text.h"
#include "csp/names/symbol.h"

/* Types of CSP-M.  A dotted value is flat: the type of a.b.c is a list of types, and what may be
 * dotted with more values is a DOTABLE, from the types of these to the type of the whole:
 *
 *   c of `channel c : Int.Bool`     DOTABLE [Int Bool -> Event]     printed Int => Bool => Event
 *   c.1                             DOTABLE [Bool -> Event]
 *   c.1.true                        EVENT
 *
 * A variable stands for a type, a dotted list with at least one element included; a STAR variable
 * stands for a list of any length, the empty one included.  What can be extended by any number of
 * values, a =>* b, is a DOTABLE [*a -> b]. */
typedef enum {
  CSPT_UNKNOWN, /* something wrong, of which there is a message: fits everything */
  CSPT_INT,
  CSPT_BOOL,
  CSPT_CHAR,
  CSPT_PROC,
  CSPT_EVENT,
  CSPT_DATATYPE, /* symbol; [types of its constructors]: one term for each datatype */
  CSPT_SET,      /* [element]          */
  CSPT_SEQ,      /* [element]          */
  CSPT_TUPLE,    /* [a b …]            */
  CSPT_FUNCTION, /* [arguments… result] */
  CSPT_MAP,      /* [key value]        */
  CSPT_DOT,      /* [a b …]: a list, perhaps one that can still be reduced */
  CSPT_DOTABLE,  /* [values… result]   */
  CSPT_VAR
} CspTypeKind;

/* What may be asked of a type.  An ordered type has equality, and one with equality may be in sets.
 */
typedef enum {
  CSP_LIMIT_SET = 1,      /* sets of it can be made: no functions             */
  CSP_LIMIT_EQ = 2,       /* neither functions nor processes                  */
  CSP_LIMIT_ORD = 4,      /* has an order: numbers, sequences, sets …         */
  CSP_LIMIT_COMPLETE = 8, /* no DOTABLE                                       */
  CSP_LIMIT_YIELD = 16    /* what a DOTABLE can become: an event or of a datatype */
} CspLimit;

typedef struct CspType CspType;
struct CspType {
  uint8_t kind;   /* CspTypeKind */
  uint8_t limits; /* VAR, DATATYPE: CspLimit's that it must satisfy */
  bool star;      /* VAR: stands for a list */
  bool rigid;     /* VAR: of an annotation; stands for itself alone */
  uint32_t count;
  uint32_t level;    /* VAR: how deep it was made; CSP_LEVEL_GENERIC: replaced at each use */
  uint32_t stamp;    /* of the last copy, and… */
  CspType *copy;     /* …what replaced it there */
  CspType *link;     /* VAR: what it is found equal to, or NULL */
  CspSymbol *symbol; /* DATATYPE */
  const Name *name;  /* VAR: in an annotation, else NULL */
  CspType *args[];
};

#define CSP_LEVEL_GENERIC UINT32_MAX

/* The type of a symbol.  Of a definition of the script its variables are generic. */
typedef struct CspScheme CspScheme;
struct CspScheme {
  CspType *type;
};

/* The type itself, or what a variable was found equal to.  A list of one is its element, and a
 * DOTABLE without values its result. */
CspType *csp_type_resolve(const CspType *);

/* In the notation of annotations: (Set a) => ({a}) -> Int. */
void csp_type_print(Text *, const CspType *);
/* The same in about so many bytes and without constraints, for messages. */
void csp_type_print_cut(Text *, const CspType *, size_t limit);

/* Do its values hold neither processes nor functions?  False for what is not known. */
bool csp_type_is_data(const CspType *);

#endif
