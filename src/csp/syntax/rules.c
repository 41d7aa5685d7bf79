#include "base/map.h"
#include "csp/syntax/parse_impl.h"

/* Rules that the grammar alone does not express. */

/* ------------------------------------------------------------ annotations */

/* Annotations of a list of declarations by name. */
typedef struct {
  CspParser *p;
  Map types;    /* name → ANNOTATION */
  Map declared; /* names that the list declares */
} Annotations;

static void declare(Annotations *a, const Name *name)
{
  if (name) map_put(&a->declared, name, a);
}

static void declare_pattern(Annotations *a, const CspNode *pattern)
{
  if (pattern->kind == CSP_NAME) declare(a, pattern->name);
  for (uint32_t i = 0; i < pattern->count; i++) declare_pattern(a, pattern->kids[i]);
}

static void declare_names(Annotations *a, const CspNode *names)
{
  for (uint32_t i = 0; i < names->count; i++) declare(a, names->kids[i]->name);
}

static void declare_node(Annotations *a, const CspNode *node)
{
  switch ((CspKind) node->kind) {
  case CSP_BIND: declare_pattern(a, node->kids[0]); break;
  case CSP_NAMETYPE:
  case CSP_FUNCTION: declare(a, node->name); break;
  case CSP_CHANNEL:
  case CSP_EXTERNAL:
  case CSP_TRANSPARENT: declare_names(a, node->kids[0]); break;
  case CSP_DATATYPE:
    declare(a, node->name);
    for (uint32_t i = 0; i < node->count; i++) declare(a, node->kids[i]->name);
    break;
  case CSP_INCLUDE:
    for (uint32_t i = 0; i < node->kids[0]->count; i++) declare_node(a, node->kids[0]->kids[i]);
    break;
  case CSP_TIMED:
    for (uint32_t i = 0; i < node->kids[1]->count; i++) declare_node(a, node->kids[1]->kids[i]);
    break;
  default: break;
  }
}

static void add_annotation(Annotations *a, CspNode *node)
{
  const CspNode *names = node->kids[0];
  for (uint32_t i = 0; i < names->count; i++) {
    const Name *name = names->kids[i]->name;
    const CspNode *first = map_get(&a->types, name);
    if (first) {
      Diag *d = diag_error(a->p->diags, names->kids[i]->span, "declared-twice",
                           "%s has two type annotations", name->text);
      diag_note(a->p->diags, d, first->span, "the first one is here");
    } else {
      map_put(&a->types, name, node);
    }
  }
}

static void check_declared(Annotations *a, const CspNode *names)
{
  for (uint32_t i = 0; i < names->count; i++)
    if (!map_get(&a->declared, names->kids[i]->name))
      diag_error(a->p->diags, names->kids[i]->span, "syntax",
                 "%s has a type annotation, but no declaration beside it",
                 names->kids[i]->name->text);
}

/* The channels of one declaration have one type, so one annotation. */
static void check_channel(Annotations *a, const CspNode *names)
{
  const CspNode *first = NULL;
  for (uint32_t i = 0; i < names->count; i++) {
    const Name *name = names->kids[i]->name;
    const CspNode *own = map_get(&a->types, name);
    if (own && first && own != first) {
      Diag *d = diag_error(a->p->diags, own->span, "syntax",
                           "the channels of one declaration have one type annotation");
      diag_hint(a->p->diags, d, "write a, b :: type, or declare the channels one by one");
      return;
    }
    if (own) first = own;
  }
}

void csp_check_annotations(CspParser *p, const CspNodes *nodes)
{
  Annotations a = {.p = p};
  bool any = false;
  for (uint32_t i = 0; i < nodes->len; i++)
    if (nodes->data[i]->kind == CSP_ANNOTATION) any = true, add_annotation(&a, nodes->data[i]);
  for (uint32_t i = 0; any && i < nodes->len; i++) declare_node(&a, nodes->data[i]);
  for (uint32_t i = 0; any && i < nodes->len; i++) {
    const CspNode *node = nodes->data[i];
    if (node->kind == CSP_ANNOTATION) check_declared(&a, node->kids[0]);
    if (node->kind == CSP_CHANNEL) check_channel(&a, node->kids[0]);
  }
  map_free(&a.types);
  map_free(&a.declared);
}

/* ---------------------------------------------------------- Timed sections */

void csp_check_timed(CspParser *p, const CspNode *node)
{
  const char *what = node->kind == CSP_LINK || node->kind == CSP_EACH_LINK ? "linked parallel"
                     : node->kind == CSP_NONDET_INPUT                      ? "'$'"
                                                                           : NULL;
  if (what)
    diag_error(p->diags, node->span, "syntax", "%s cannot be used in a Timed section", what);
  for (uint32_t i = 0; i < node->count; i++) csp_check_timed(p, node->kids[i]);
}
