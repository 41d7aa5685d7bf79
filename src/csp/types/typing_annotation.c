#include <ctype.h>
#include <string.h>

#include "base/nearest.h"
#include "csp/types/typing.h"

/* Types that are written down: n :: type, and those of built-in names. */

typedef struct {
  Typing *typing;
  TypeName *own; /* variables of this annotation */
  bool broken;
} Reader;

static CspType *read_type(Reader *, const CspNode *);

static void complain(Reader *r, const CspNode *n, const char *message)
{
  typing_mistake(r->typing, n->span, "type-syntax", "%s", message);
  r->broken = true;
}

/* --------------------------------------------------------------- variables */

static CspType *find_variable(const Reader *r, const Name *name)
{
  for (const TypeName *n = r->own; n; n = n->outer)
    if (n->name == name) return n->type;
  for (const TypeName *n = r->typing->names; n; n = n->outer)
    if (n->name == name) return n->type;
  return NULL;
}

static const struct {
  const char *name;
  CspTypeKind kind;
} PLAIN[] = {{"Int", CSPT_INT},
             {"Bool", CSPT_BOOL},
             {"Char", CSPT_CHAR},
             {"Proc", CSPT_PROC},
             {"Event", CSPT_EVENT}};
enum { PLAIN_COUNT = sizeof PLAIN / sizeof *PLAIN };

static bool is_plain(const CspNode *n, CspTypeKind *kind)
{
  for (uint32_t i = 0; i < PLAIN_COUNT; i++)
    if (!strcmp(PLAIN[i].name, n->name->text)) {
      *kind = PLAIN[i].kind;
      return true;
    }
  return false;
}

static bool is_variable(const CspNode *n)
{
  CspTypeKind kind;
  return csp_is(n, CSP_NAME) && !n->symbol && !is_plain(n, &kind);
}

static CspType *variable(Reader *r, const CspNode *n)
{
  CspType *v = find_variable(r, n->name);
  if (v) return v;
  v = csp_type_new(r->typing->arena, CSPT_VAR, 0);
  v->level = CSP_LEVEL_GENERIC;
  v->name = n->name;
  TypeName *own = arena_new_array(r->typing->arena, TypeName, 1);
  *own = (TypeName){r->own, n->name, v};
  r->own = own;
  if (!isupper((unsigned char) n->name->text[0])) return v;
  Nearest nearest = nearest_to(n->name->text);
  for (uint32_t i = 0; i < PLAIN_COUNT; i++) nearest_offer(&nearest, PLAIN[i].name);
  Diag *d =
      typing_mistake(r->typing, n->span, "unknown-name", "there is no type %s", n->name->text);
  if (nearest.best) diag_suggest(r->typing->context->diags, d, n->span, nearest.best);
  else diag_hint(r->typing->context->diags, d, "type variables begin with a small letter");
  r->broken = true;
  return v;
}

/* Variables behind => can be what something becomes; those before =>* stand for lists. */
static void find_roles(Reader *r, const CspNode *n)
{
  bool extendable = csp_is(n, CSP_TYPE_EXTENDABLE);
  if (extendable && !is_variable(n->kids[0]))
    complain(r, n->kids[0], "a type variable is expected before =>*");
  else if (extendable) {
    CspType *star = variable(r, n->kids[0]);
    if (star->rigid && !star->star)
      complain(r, n->kids[0],
               "this type variable is that of an outer annotation, where it does "
               "not stand before =>*");
    if (!star->rigid) star->star = true;
  }
  if ((extendable || csp_is(n, CSP_TYPE_DOTABLE)) && is_variable(n->kids[1])) {
    CspType *result = variable(r, n->kids[1]);
    if (!result->rigid) result->limits |= CSP_LIMIT_YIELD;
  }
  for (uint32_t i = 0; i < n->count; i++) find_roles(r, n->kids[i]);
}

static const struct {
  const char *name;
  unsigned limits;
} LIMITS[] = {{"Set", CSP_LIMIT_SET},
              {"Eq", CSP_LIMIT_EQ | CSP_LIMIT_SET},
              {"Ord", CSP_LIMIT_ORD | CSP_LIMIT_EQ | CSP_LIMIT_SET},
              {"Complete", CSP_LIMIT_COMPLETE},
              {"Inputable", CSP_LIMIT_COMPLETE},
              {"Yieldable", CSP_LIMIT_YIELD}};

static void read_constraint(Reader *r, const CspNode *n)
{
  const CspNode *name = n->kids[0];
  CspType *v = is_variable(name) ? find_variable(r, name->name) : NULL;
  if (!v) {
    complain(r, name,
             is_variable(name) ? "this variable is not in the type"
                               : "constraints are about type variables");
    return;
  }
  for (uint32_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++) {
    if (strcmp(LIMITS[i].name, n->name->text)) continue;
    if (!v->rigid) v->limits |= (uint8_t) LIMITS[i].limits;
    else if ((v->limits & LIMITS[i].limits) != LIMITS[i].limits)
      complain(r, n, "the outer annotation of this variable does not say so");
  }
}

/* ------------------------------------------------------------------- types */

static CspType *read_name(Reader *r, const CspNode *n)
{
  CspTypeKind kind;
  if (is_plain(n, &kind)) return typing_plain(kind);
  if (!n->symbol) return variable(r, n);
  const CspType *set = typing_info(r->typing, n->symbol)->scheme.type;
  if (set && type_is(csp_type_resolve(set), CSPT_SET)) return csp_type_resolve(set)->args[0];
  return typing_plain(CSPT_UNKNOWN);
}

static CspType *read_parts(Reader *r, CspTypeKind kind, const CspNode *n)
{
  CspType *t = csp_type_new(r->typing->arena, kind, n->count);
  for (uint32_t i = 0; i < n->count; i++) t->args[i] = read_type(r, n->kids[i]);
  return t;
}

static CspType *read_function(Reader *r, const CspNode *n)
{
  const CspNode *arguments = n->kids[0];
  CspType *t = csp_type_new(r->typing->arena, CSPT_FUNCTION, arguments->count + 1);
  for (uint32_t i = 0; i < arguments->count; i++) t->args[i] = read_type(r, arguments->kids[i]);
  t->args[arguments->count] = read_type(r, n->kids[1]);
  return t;
}

static CspType *read_type(Reader *r, const CspNode *n)
{
  switch ((CspKind) n->kind) {
  case CSP_NAME: return read_name(r, n);
  case CSP_SET: return read_parts(r, CSPT_SET, n);
  case CSP_SEQ: return read_parts(r, CSPT_SEQ, n);
  case CSP_TUPLE: return read_parts(r, CSPT_TUPLE, n);
  case CSP_DOT: return read_parts(r, CSPT_DOT, n);
  case CSP_TYPE_MAP: return read_parts(r, CSPT_MAP, n);
  case CSP_TYPE_DOTABLE:
  case CSP_TYPE_EXTENDABLE: return read_parts(r, CSPT_DOTABLE, n);
  case CSP_TYPE_FUNCTION: return read_function(r, n);
  case CSP_TYPE_LIMITED: {
    CspType *t = read_type(r, n->kids[n->count - 1]);
    for (uint32_t i = 0; i + 1 < n->count; i++) read_constraint(r, n->kids[i]);
    return t;
  }
  default: r->broken = true; return typing_plain(CSPT_UNKNOWN);
  }
}

CspType *typing_annotation(Typing *t, CspNode *type)
{
  Reader r = {.typing = t};
  find_roles(&r, type);
  CspType *read = read_type(&r, type);
  return r.broken ? typing_plain(CSPT_UNKNOWN) : read;
}

/* ------------------------------------------------------------------- scope */

static void open_names(Typing *t, CspType *generic)
{
  generic = csp_type_resolve(generic);
  if (type_is(generic, CSPT_VAR)) {
    if (generic->level != CSP_LEVEL_GENERIC || !generic->name) return;
    TypeName *name = arena_new_array(t->arena, TypeName, 1);
    *name = (TypeName){t->names, generic->name, generic->copy};
    t->names = name;
  } else if (!type_is(generic, CSPT_DATATYPE)) {
    for (uint32_t i = 0; i < generic->count; i++) open_names(t, generic->args[i]);
  }
}

CspType *typing_enter(Typing *t, CspType *generic)
{
  CspType *rigid = csp_unify_rigid(&t->unifier, generic);
  open_names(t, generic);
  return rigid;
}

/* ---------------------------------------------------------- built-in names */

static void read_builtins(Typing *t)
{
  static const char *const SOURCE = "built-in types";
  t->builtins = arena_new_array(t->arena, CspType *, BUILTIN_COUNT);
  const Source *source = sources_find(t->context->sources, SOURCE);
  if (!source) {
    Text text = {0};
    for (uint32_t i = 0; i < BUILTIN_COUNT; i++)
      text_printf(&text, "b%u :: %s\nb%u = 0\n", i, builtin_type((CspBuiltin) i), i);
    source = sources_add(t->context->sources, SOURCE, text_string(&text), text.len);
    text_free(&text);
  }
  const CspNode *script = csp_parse(t->context, source);
  const TypeName *names = t->names;
  t->names = NULL;
  for (uint32_t i = 0; i < BUILTIN_COUNT; i++)
    t->builtins[i] = typing_annotation(t, script->kids[2 * i]->kids[1]);
  t->names = names;
}

CspType *typing_builtin(Typing *t, CspBuiltin b)
{
  if (!t->builtins) read_builtins(t);
  return csp_unify_instance(&t->unifier, t->builtins[b]);
}
