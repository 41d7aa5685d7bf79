#include <string.h>

#include "csp/syntax/parse_impl.h"

/* ----------------------------------------------------------------- models */

static const struct {
  const char *letters;
  CspModel model;
} models[] = {{"T", CSP_TRACES},
              {"F", CSP_FAILURES},
              {"FD", CSP_FAILURES_DIVERGENCES},
              {"R", CSP_REFUSALS},
              {"RD", CSP_REFUSALS_DIVERGENCES},
              {"V", CSP_REVIVALS},
              {"VD", CSP_REVIVALS_DIVERGENCES}};

static CspModel model_called(const char *letters)
{
  for (unsigned i = 0; i < sizeof models / sizeof *models; i++)
    if (!strcmp(models[i].letters, letters)) return models[i].model;
  return CSP_NO_MODEL;
}

bool csp_is_model(const char *letters) { return model_called(letters) != CSP_NO_MODEL; }

static CspModel read_model(CspParser *p, const CspToken *token)
{
  CspModel model = token->name ? model_called(token->name->text) : CSP_NO_MODEL;
  if (model != CSP_NO_MODEL) return model;
  Diag *d = csp_syntax_error(p, token->span, "unknown semantic model %s",
                             token->name ? token->name->text : csp_token_quoted(p, token));
  if (d) diag_hint(p->diags, d, "there are T, F, FD, R, RD, V, VD");
  return CSP_NO_MODEL;
}

const char *csp_model_letters(CspModel model)
{
  for (unsigned i = 0; i < sizeof models / sizeof *models; i++)
    if (models[i].model == model) return models[i].letters;
  return NULL;
}

/* ------------------------------------------------------------- properties */

/* What is written between :[ and ]. */
typedef struct {
  Span span;
  char words[64];   /* with blanks between them; cut if long */
  const Name *mode; /* in its inner brackets, or NULL */
  CspModel model;   /* if that is one: CSP_NO_MODEL otherwise */
  bool colon;       /* ends with ]: */
} Property;

static void read_mode(CspParser *p, Property *property)
{
  Span opened = csp_peek(p)->span;
  if (!csp_accept(p, CSP_TOKEN_LEFT_BRACKET)) return;
  const CspToken *token = csp_peek(p);
  bool reduce = strstr(property->words, "reduce") != NULL;
  if (token->kind != CSP_TOKEN_NAME) csp_unexpected(p, "a semantic model");
  else if (!reduce) property->model = read_model(p, token);
  property->mode = token->name;
  if (!p->panic) csp_advance(p);
  csp_expect_close(p, CSP_TOKEN_RIGHT_BRACKET, opened);
}

/* ":[" word { ["-"] word } [ "[" model "]" ] "]" [ ":" ] */
static Property read_property(CspParser *p)
{
  Property property = {.model = CSP_NO_MODEL};
  Span opened = csp_advance(p)->span;
  size_t length = 0;
  while (csp_at(p, CSP_TOKEN_NAME) || (length > 0 && csp_at(p, CSP_TOKEN_MINUS))) {
    const CspToken *token = csp_advance(p);
    if (token->kind == CSP_TOKEN_MINUS) continue;
    if (length + token->name->len + 2 > sizeof property.words) continue;
    if (length > 0) property.words[length++] = ' ';
    memcpy(property.words + length, token->name->text, token->name->len + 1);
    length += token->name->len;
  }
  if (length == 0) csp_unexpected(p, "a property, as 'deadlock free'");
  read_mode(p, &property);
  csp_expect_close(p, CSP_TOKEN_RIGHT_BRACKET, opened);
  property.span = csp_since(p, opened.begin);
  property.colon = !p->panic && csp_accept(p, CSP_TOKEN_COLON);
  return property;
}

static CspKind kind_of(const Property *property)
{
  static const struct {
    const char *words;
    CspKind kind;
  } known[] = {{"deadlock free", CSP_DEADLOCK_FREE},
               {"divergence free", CSP_DIVERGENCE_FREE},
               {"livelock free", CSP_DIVERGENCE_FREE},
               {"deterministic", CSP_DETERMINISTIC},
               {"has trace", CSP_HAS_TRACE},
               {"tau priority", CSP_TAU_PRIORITY},
               {"tau priority over", CSP_TAU_PRIORITY},
               {"partial order reduce", CSP_PARTIAL_ORDER},
               {"symmetry reduce", CSP_SYMMETRY}};
  for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(known[i].words, property->words)) return known[i].kind;
  return CSP_ERROR;
}

static bool is_option(CspKind kind)
{
  return kind == CSP_TAU_PRIORITY || kind == CSP_PARTIAL_ORDER || kind == CSP_SYMMETRY;
}

/* Options and properties are written alike, but stand in different places. */
static void report_misplaced(CspParser *p, const Property *property, bool option)
{
  Diag *d = csp_syntax_error(p, property->span,
                             option ? "a property where an option is expected"
                                    : "an option where a property is expected");
  if (d)
    diag_hint(p->diags, d,
              option ? "a property is an assertion of its own: assert P :[deadlock free]"
                     : "options stand at the end: assert P [T= Q :[tau priority over]: {tock}");
}

static void report_unknown(CspParser *p, const Property *property, bool option)
{
  CspKind kind = kind_of(property);
  if (kind != CSP_ERROR && is_option(kind) != option) {
    report_misplaced(p, property, option);
    return;
  }
  Diag *d = csp_syntax_error(p, property->span, option ? "unknown option" : "unknown property");
  if (d)
    diag_hint(p->diags, d,
              option ? "there are :[tau priority over]: S, :[partial order reduce], "
                       ":[symmetry reduce]"
                     : "there are deadlock free, divergence free, livelock free, deterministic, "
                       "has trace");
}

static void want_colon(CspParser *p, const Property *property)
{
  if (property->colon || p->panic) return;
  csp_syntax_error(p, property->span, "':' and a set of events are missing behind this");
}

/* ---------------------------------------------------------------- options */

static bool known_mode(const Name *mode)
{
  return !strcmp(mode->text, "precise") || !strcmp(mode->text, "hybrid") ||
         !strcmp(mode->text, "fast");
}

static CspNode *option(CspParser *p)
{
  Property property = read_property(p);
  uint32_t begin = property.span.begin;
  if (p->panic) return csp_error_node(p);
  CspNodes sets = {0};
  switch (kind_of(&property)) {
  case CSP_TAU_PRIORITY:
    want_colon(p, &property);
    vec_push(&sets, csp_expression(p, CSP_LEVEL_ANY));
    return csp_make_list(p, CSP_TAU_PRIORITY, begin, NULL, &sets);
  case CSP_PARTIAL_ORDER:
    if (property.mode && !known_mode(property.mode))
      csp_syntax_error(p, property.span, "the modes of this are precise, hybrid and fast");
    return csp_make(p, CSP_PARTIAL_ORDER, begin, property.mode, 0);
  case CSP_SYMMETRY:
    if (property.colon) csp_list(p, &sets);
    return csp_make_list(p, CSP_SYMMETRY, begin, NULL, &sets);
  default: report_unknown(p, &property, true); return csp_error_node(p);
  }
}

/* Adds the options that come next, each at most once. */
static void options(CspParser *p, CspNodes *nodes)
{
  bool seen[CSP_KINDS] = {false};
  while (!p->panic && csp_at(p, CSP_TOKEN_PROPERTY)) {
    CspNode *node = option(p);
    if (seen[node->kind]) csp_syntax_error(p, node->span, "this option is given twice");
    seen[node->kind] = true;
    vec_push(nodes, node);
  }
}

/* ------------------------------------------------------------- assertions */

static CspNode *finish(CspParser *p, uint32_t begin, CspKind kind, CspModel model, CspNodes *nodes)
{
  options(p, nodes);
  CspNode *node = csp_make_list(p, kind, begin, NULL, nodes);
  node->number = model;
  return node;
}

/* process "[T=" process { option } */
static CspNode *refines(CspParser *p, uint32_t begin, CspNode *specification)
{
  CspModel model = read_model(p, csp_peek(p));
  csp_advance(p);
  CspNodes nodes = {0};
  vec_push(&nodes, specification);
  vec_push(&nodes, csp_expression(p, CSP_LEVEL_ANY));
  return finish(p, begin, CSP_REFINES, model, &nodes);
}

/* process ":[" property "]" [ [ ":" ] trace ] { option } */
static CspNode *has_property(CspParser *p, uint32_t begin, CspNode *process)
{
  Property property = read_property(p);
  if (p->panic) return csp_error_node(p);
  CspKind kind = kind_of(&property);
  CspNodes nodes = {0};
  vec_push(&nodes, process);
  switch (kind) {
  case CSP_HAS_TRACE: vec_push(&nodes, csp_expression(p, CSP_LEVEL_ANY)); break;
  case CSP_DEADLOCK_FREE:
  case CSP_DIVERGENCE_FREE:
  case CSP_DETERMINISTIC: break;
  default:
    report_unknown(p, &property, false);
    vec_free(&nodes);
    return csp_error_node(p);
  }
  return finish(p, begin, kind, property.model, &nodes);
}

/* process "|=" ("LTL" | "CTL") ":" string */
static CspNode *temporal(CspParser *p, uint32_t begin, CspNode *process)
{
  csp_advance(p);
  bool ctl = csp_at_word(p, "CTL");
  if (!ctl && !csp_at_word(p, "LTL")) csp_unexpected(p, "LTL or CTL");
  else csp_advance(p), csp_expect(p, CSP_TOKEN_COLON, "before the formula");
  const CspToken *formula = csp_peek(p);
  if (!csp_expect(p, CSP_TOKEN_STRING, "with the formula")) return csp_error_node(p);
  CspNode *node = csp_make(p, CSP_TEMPORAL, begin, formula->name, 1, process);
  node->number = ctl;
  return node;
}

/* A pragma is about MAIN. */
CspNode *csp_pragma(CspParser *p, const CspComment *pragma)
{
  const Name *name = names_intern_string(p->context->names, "MAIN");
  CspNode *main = csp_node(p->arena, CSP_NAME, pragma->span, name, 0);
  CspNode *formula = csp_node(p->arena, CSP_TEMPORAL, pragma->span, pragma->formula, 1);
  formula->number = pragma->logic;
  csp_node_set(formula, 0, main);
  CspNode *assertion = csp_node(p->arena, CSP_ASSERT, pragma->span, NULL, 1);
  csp_node_set(assertion, 0, formula);
  return assertion;
}

static bool is_claim(CspTokenKind kind)
{
  return kind == CSP_TOKEN_REFINED || kind == CSP_TOKEN_PROPERTY || kind == CSP_TOKEN_MODELS;
}

/* Does this "not" belong to the assertion?  In a bare expression it binds more tightly.  The signs
 * of claims stand nowhere but in assertions. */
static bool negates_claim(const CspParser *p)
{
  if (!csp_at(p, CSP_TOKEN_NOT)) return false;
  for (uint32_t i = 1;; i++) {
    CspTokenKind kind = csp_peek_at(p, i)->kind;
    if (is_claim(kind)) return true;
    if (kind == CSP_TOKEN_END || kind == CSP_TOKEN_ASSERT) return false;
  }
}

/* [ "not" ] process claim, or a condition */
CspNode *csp_assertion(CspParser *p)
{
  if (negates_claim(p)) {
    uint32_t begin = csp_advance(p)->span.begin;
    if (csp_at(p, CSP_TOKEN_NOT))
      csp_syntax_error(p, csp_peek(p)->span, "an assertion has at most one 'not'");
    CspNode *negated = csp_assertion(p);
    return csp_make(p, CSP_NOT_ASSERT, begin, NULL, 1, negated);
  }
  uint32_t begin = csp_peek(p)->span.begin;
  CspNode *first = csp_expression(p, CSP_LEVEL_ANY);
  if (p->panic) return first;
  switch ((CspTokenKind) csp_peek(p)->kind) {
  case CSP_TOKEN_REFINED: return refines(p, begin, first);
  case CSP_TOKEN_PROPERTY: return has_property(p, begin, first);
  case CSP_TOKEN_MODELS: return temporal(p, begin, first);
  default: return csp_make(p, CSP_HOLDS, begin, NULL, 1, first);
  }
}
