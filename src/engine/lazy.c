#include "engine/lazy.h"

/* Of which operators there are lazy sets of the same name: those of some families. */
#define ROW_NONE(kind) 0
#define ROW_LOGIC(kind) 0
#define ROW_COMPARISON(kind) 0
#define ROW_ORDER(kind) 0
#define ROW_QUANTIFIER(kind) 0
#define ROW_TEST(kind) 0
#define ROW_NUMBER(kind) 0
#define ROW_SET(kind) 0
#define ROW_RELATION(kind) 0
#define ROW_SEQUENCE(kind) 0
#define ROW_TREE(kind) 0
#define ROW_RELATION_ARROW(kind) LAZY_##kind
#define ROW_ARROW(kind) LAZY_##kind
#define ROW_POWERSET(kind) LAZY_##kind
#define ROW_SEQUENCE_SET(kind) LAZY_##kind
#define ROW_CONSTANT(kind) 0
#define ROW_GENERIC(kind) 0
#define ROW_COLLECT(kind) 0
#define ROW_STRUCTURE(kind) 0

const uint8_t lazy_kinds[OPERATOR_COUNT] = {
#define OP(kind, ascii, unicode, form, priority, assoc, class, family, ...) ROW_##family(kind),
#include "syntax/operators.def"
#undef OP
};
