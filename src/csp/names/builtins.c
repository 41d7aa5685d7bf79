#include "csp/names/symbol.h"

typedef struct {
  const char *name, *type;
  BuiltinAccess access;
} Builtin;

static const Builtin TABLE[BUILTIN_COUNT] = {
#define BUILTIN(id, name, access, type) {name, type, BUILTIN_##access},
#include "csp/names/builtins.def"
#undef BUILTIN
};

const char *builtin_name(CspBuiltin b) { return TABLE[b].name; }
const char *builtin_type(CspBuiltin b) { return TABLE[b].type; }
BuiltinAccess builtin_access(CspBuiltin b) { return TABLE[b].access; }
