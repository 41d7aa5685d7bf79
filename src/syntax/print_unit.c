#include "syntax/print_impl.h"

#include <string.h>

/* Whole files: clause keywords at the margin, what they hold indented. */

/* ------------------------------------------------------------------- parts */

/* (x, y), or nothing */
static void put_parameters(Printer *p, const Node *names)
{
  if (names->count == 0) return;
  put(p, "(");
  put_names(p, names);
  put(p, ")");
}

static void put_reference(Printer *p, const Node *n)
{
  if (n->kind == NODE_FILE_PRAGMA) {
    put_reference(p, n->kids[0]);
    put(p, " /*@file ");
    put_string(p, n->name);
    put(p, " */");
  } else if (n->kind == NODE_MACHINE_REF) {
    put_call(p, n->name, n->kids, n->count, n->span.end);
  } else {
    put_declared(p, n);
  }
}

/* S  |  S = {a, b}  |  S = definition */
static void put_set(Printer *p, const Node *n)
{
  switch (n->kind) {
  case NODE_DESCRIBED:
    put_set(p, n->kids[0]);
    put_desc(p, n->name);
    break;
  case NODE_ENUMERATED_SET:
    layout_open(&p->out, GROUP_ALL);
    put_name(p, n->name);
    put(p, " = {");
    put_indent(p);
    put_break(p, 0, n->kids[0]->span.begin);
    put_names(p, n);
    put_break(p, 0, n->span.end);
    put_dedent(p);
    put(p, "}");
    layout_close(&p->out);
    break;
  case NODE_SET_BY_DEF:
    put_name(p, n->name);
    put(p, " = ");
    put_formula(p, n->kids[0], LEVEL_POSTFIX);
    break;
  default: put_declared(p, n); break;
  }
}

/* T(x) = a, c(ARGUMENT) */
static void put_freetype(Printer *p, const Node *n)
{
  layout_open(&p->out, GROUP_FILL);
  put_name(p, n->name);
  put_parameters(p, n->kids[0]);
  put(p, " =");
  put_indent(p);
  for (uint32_t i = 1; i < n->count; i++) {
    const Node *constructor = n->kids[i];
    put_break(p, 1, constructor->span.begin);
    put_call(p, constructor->name, constructor->kids, constructor->count, constructor->span.end);
    if (i + 1 < n->count) put(p, ",");
  }
  put_dedent(p);
  layout_close(&p->out);
}

/* name = E, of the VALUES clause */
static void put_value_entry(Printer *p, const Node *n)
{
  layout_open(&p->out, GROUP_ALL);
  put_name(p, n->name);
  put(p, " =");
  put_right_hand(p, n->kids[0], LEVEL_OPERAND);
  layout_close(&p->out);
}

static void put_operation(Printer *p, const Node *n)
{
  if (n->kids[0]->count) {
    put_names(p, n->kids[0]);
    put(p, p->style.unicode ? " ← " : " <-- ");
  }
  put_name(p, n->name);
  put_parameters(p, n->kids[1]);
  if (n->count > 3) {
    put(p, " ref ");
    put_name(p, n->kids[3]->name);
  }
  put(p, " =");
  put_indent(p);
  put_item_start(p, n->kids[2]->span.begin, GAP_NONE);
  if (n->kids[2]->kind == NODE_SEQUENCE) {
    put(p, "BEGIN");
    put_block(p, n->kids[2]);
    put_line(p);
    put(p, "END");
  } else {
    put_substitution(p, n->kids[2]);
  }
  put_dedent(p);
}

/* Names that stand for themselves: x == a, b, c */
static bool is_bare_list(const Printer *p, const Node *body)
{
  if (!p->unit || body->kind != NODE_COUPLE || !span_known(body->span)) return false;
  for (uint32_t i = 0; i < body->count; i++)
    if (body->kids[i]->kind != NODE_IDENT || strchr(body->kids[i]->name->text, '.')) return false;
  const Source *source = p->unit->source;
  return source->text[body->span.begin - source->base] != '(';
}

/* EXTERNAL_FUNCTION_F == T --> U and the like give types and are no texts to insert. */
static bool declares_external(const Name *name) { return !strncmp(name->text, "EXTERNAL_", 9); }

static void put_definition(Printer *p, const Node *n)
{
  if (n->kind == NODE_DEF_FILE) {
    put_string(p, n->name);
    return;
  }
  if (n->kind != NODE_DEFINITION) {
    put_formula(p, n, LEVEL_FORMULA);
    return;
  }
  const Node *body = n->kids[1];
  layout_open(&p->out, GROUP_ALL);
  put_name(p, n->name);
  put_parameters(p, n->kids[0]);
  put(p, " ==");
  if (is_bare_list(p, body)) {
    put_indent(p);
    put_break(p, 1, body->span.begin);
    put_list(p, body->kids, body->count, LEVEL_OPERAND);
    put_dedent(p);
  } else if (declares_external(n->name)) {
    put_right_hand(p, body, LEVEL_FORMULA);
  } else {
    put_definition_body(p, body);
  }
  layout_close(&p->out);
}

/* ----------------------------------------------------------------- clauses */

typedef void PutItem(Printer *, const Node *);

/* Each on its line. */
static void put_items(Printer *p, const Node *clause, PutItem *put_one, const char *separator,
                      Gap gap)
{
  for (uint32_t i = 0; i < clause->count; i++) {
    const Node *item = clause->kids[i];
    put_item_start(p, item->span.begin, i ? gap : GAP_NONE);
    put_one(p, item);
    if (i + 1 == clause->count) break;
    put(p, separator);
    put_item_end(p, item->span.end, gap != GAP_FORCE);
  }
}

/* As many on each line as fit. */
static void put_filled(Printer *p, const Node *clause, PutItem *put_one, const char *separator)
{
  layout_open(&p->out, GROUP_FILL);
  for (uint32_t i = 0; i < clause->count; i++) {
    const Node *item = clause->kids[i];
    if (i > 0) put_item_break(p, 1, item->span.begin);
    put_one(p, item);
    if (i + 1 == clause->count) break;
    put(p, separator);
    put_item_end(p, item->span.end, true);
  }
  layout_close(&p->out);
}

static void put_predicate(Printer *p, const Node *n)
{
  if (n->kind != NODE_AND) {
    put_item_start(p, n->span.begin, GAP_NONE);
    put_formula(p, n, LEVEL_FORMULA);
    return;
  }
  for (uint32_t i = 0; i < n->count; i++) {
    put_item_start(p, n->kids[i]->span.begin, i ? GAP_KEEP : GAP_NONE);
    if (i > 0) {
      put(p, symbol_of(p, operator_of(NODE_AND)));
      put(p, " ");
    }
    layout_indent(&p->out, i > 0 ? INDENT : 0);
    put_conjunct(p, n, i);
    layout_indent(&p->out, i > 0 ? -INDENT : 0);
    if (i + 1 < n->count) put_item_end(p, n->kids[i]->span.end, true);
  }
}

static void put_assertion(Printer *p, const Node *n) { put_formula(p, n, LEVEL_FORMULA); }

static void put_sets(Printer *p, const Node *clause)
{
  bool all_deferred = true;
  for (uint32_t i = 0; i < clause->count; i++)
    all_deferred &= clause->kids[i]->kind == NODE_DEFERRED_SET;
  if (!all_deferred) {
    put_items(p, clause, put_set, ";", GAP_KEEP);
    return;
  }
  put_item_start(p, clause->kids[0]->span.begin, GAP_NONE);
  put_filled(p, clause, put_set, ";");
}

/* The keyword as it is written, of those that mean the same. */
static const char *keyword_of(const Printer *p, const Node *clause)
{
  static const char *const others[] = {"CONCRETE_CONSTANTS", "ABSTRACT_VARIABLES", "INITIALIZATION",
                                       "EVENTS"};
  if (p->unit && span_known(clause->span)) {
    const Source *source = p->unit->source;
    const char *at = source->text + (clause->span.begin - source->base);
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
      if (!strncmp(at, others[i], strlen(others[i]))) return others[i];
  }
  return node_kind_name(clause->kind);
}

static void put_contents(Printer *p, const Node *n)
{
  switch (n->kind) {
  case NODE_CL_REFINES:
  case NODE_CL_SEES:
  case NODE_CL_USES:
  case NODE_CL_INCLUDES:
  case NODE_CL_EXTENDS:
  case NODE_CL_IMPORTS:
  case NODE_CL_PROMOTES:
    if (n->count) put_item_break(p, 1, n->kids[0]->span.begin);
    put_filled(p, n, put_reference, ",");
    break;
  case NODE_CL_CSP_CONTROLLER:
  case NODE_CL_CONSTANTS:
  case NODE_CL_ABSTRACT_CONSTANTS:
  case NODE_CL_VARIABLES:
  case NODE_CL_CONCRETE_VARIABLES:
    if (n->count) put_item_start(p, n->kids[0]->span.begin, GAP_NONE);
    put_filled(p, n, put_declared, ",");
    break;
  case NODE_CL_SETS: put_sets(p, n); break;
  case NODE_CL_FREETYPES: put_items(p, n, put_freetype, ";", GAP_KEEP); break;
  case NODE_CL_VALUES: put_items(p, n, put_value_entry, ";", GAP_KEEP); break;
  case NODE_CL_ASSERTIONS: put_items(p, n, put_assertion, ";", GAP_KEEP); break;
  case NODE_CL_OPERATIONS:
  case NODE_CL_LOCAL_OPERATIONS: put_items(p, n, put_operation, ";", GAP_FORCE); break;
  case NODE_CL_DEFINITIONS:
  case NODE_CL_EXPRESSIONS:
  case NODE_CL_PREDICATES: put_items(p, n, put_definition, ";", GAP_KEEP); break;
  case NODE_CL_INITIALISATION:
    put_item_start(p, n->kids[0]->span.begin, GAP_NONE);
    put_substitution(p, n->kids[0]);
    break;
  default: /* CONSTRAINTS, PROPERTIES, INVARIANT */ put_predicate(p, n->kids[0]); break;
  }
}

/* `next` is where what follows the clause begins. */
static void put_clause(Printer *p, const Node *n, uint32_t next)
{
  layout_open(&p->out, GROUP_ALL);
  put(p, keyword_of(p, n));
  put_indent(p);
  put_contents(p, n);
  if (n->count) put_clause_end(p, n->span.end, next);
  put_dedent(p);
  layout_close(&p->out);
}

/* ------------------------------------------------------------------- units */

static const char *unit_keyword(const Printer *p, const Node *root)
{
  if (p->unit && p->unit->keyword) return p->unit->keyword;
  switch (root->kind) {
  case NODE_REFINEMENT: return "REFINEMENT";
  case NODE_IMPLEMENTATION: return "IMPLEMENTATION";
  default: return "MACHINE";
  }
}

static void put_clauses(Printer *p, const Node *root, uint32_t end)
{
  for (uint32_t i = 1; i < root->count; i++) {
    const Node *clause = root->kids[i];
    put_item_start(p, clause->span.begin, GAP_KEEP);
    put_clause(p, clause, i + 1 < root->count ? root->kids[i + 1]->span.begin : end);
  }
}

static void put_machine(Printer *p, const Node *root)
{
  uint32_t end = root->span.end > 3 ? root->span.end - 3 : 0; /* where END stands */
  put(p, unit_keyword(p, root));
  put(p, " ");
  if (root->name) put_name(p, root->name);
  put_parameters(p, root->kids[0]);
  p->weaver.done = root->span.begin;
  put_clauses(p, root, end);
  put_item_start(p, end, GAP_KEEP);
  put(p, "END");
}

void put_part(Printer *p, const Node *n)
{
  NodeClass class = node_kind_class(n->kind);
  if (class == CLASS_CLAUSE) {
    put_clause(p, n, n->span.end);
    return;
  }
  switch (n->kind) {
  case NODE_MACHINE:
  case NODE_REFINEMENT:
  case NODE_IMPLEMENTATION: put_machine(p, n); break;
  case NODE_DEFINITION_FILE: put_clauses(p, n, UINT32_MAX); break;
  case NODE_MACHINE_REF:
  case NODE_FILE_PRAGMA: put_reference(p, n); break;
  case NODE_DEFERRED_SET:
  case NODE_ENUMERATED_SET:
  case NODE_SET_BY_DEF: put_set(p, n); break;
  case NODE_FREETYPE: put_freetype(p, n); break;
  case NODE_CONSTRUCTOR: put_call(p, n->name, n->kids, n->count, n->span.end); break;
  case NODE_OPERATION: put_operation(p, n); break;
  case NODE_DEFINITION:
  case NODE_DEF_FILE: put_definition(p, n); break;
  case NODE_BRANCH:
    put_formula(p, n->kids[0], LEVEL_FORMULA);
    put(p, " THEN");
    put_block(p, n->kids[1]);
    break;
  default:
    if (class == CLASS_SUBST) put_substitution(p, n);
    else put_formula(p, n, LEVEL_FORMULA);
    break;
  }
}

/* Pragmas before the machine. */
static void put_pragma(Printer *p, const char *word, const char *argument, Span span)
{
  put_item_start(p, span.begin, GAP_KEEP);
  put(p, "/*@");
  put(p, word);
  put(p, " ");
  put(p, argument);
  put(p, " */");
  p->weaver.done = span.end;
}

static void put_unit(Printer *p, const Unit *unit)
{
  if (!strncmp(unit->source->text, "#!", 2)) {
    layout_add_bytes(&p->out, unit->source->text, strcspn(unit->source->text, "\r\n"));
    layout_end_line(&p->out);
  }
  if (unit->generated) {
    put(p, "/*@generated */");
    layout_end_line(&p->out);
  }
  if (unit->package) put_pragma(p, "package", unit->package, unit->package_span);
  for (uint32_t i = 0; i < unit->imports.len; i++)
    put_pragma(p, "import-package", unit->imports.data[i], unit->import_spans.data[i]);
  put_item_start(p, unit->root->span.begin, GAP_KEEP);
  put_part(p, unit->root);
  put_item_end(p, unit->root->span.end, true);
  put_item_start(p, unit->source->base + unit->source->length, GAP_KEEP);
}

void print_unit(Text *text, const Unit *unit, PrintStyle style)
{
  Printer p;
  printer_init(&p, style);
  p.unit = unit;
  p.weaver.source = unit->source;
  p.weaver.comments = unit->comments;
  p.weaver.comment_count = unit->comment_count;
  put_unit(&p, unit);
  layout_write(&p.out, text, style.width);
  layout_free(&p.out);
}
