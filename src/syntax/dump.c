#include <ctype.h>
#include <string.h>

#include "syntax/print.h"

/* Trees as nested lists: (kind "name" child…).  A leaf without a name is its
 * kind alone.  Names of kinds are different for different kinds, so equal texts
 * mean equal trees. */

/* The names of kinds, where that of the operator or node table is taken or would
 * be hard to read. */
static const char *dump_name(NodeKind kind)
{
  switch (kind) {
  case NODE_NEGATE: return "neg";
  case NODE_ID: return "identity";
  case NODE_APPLY: return "apply";
  case NODE_IMAGE: return "image";
  case NODE_FIELD: return "field";
  case NODE_SEQ_EXT: return "sequence-of";
  case NODE_REAL_LIT: return "decimal";
  default: return node_kind_name(kind);
  }
}

static bool is_literal(NodeKind kind)
{
  switch (kind) {
  case NODE_STRING_LIT:
  case NODE_TEMPLATE_TEXT:
  case NODE_TEMPLATE_HOLE:
  case NODE_LABELLED:
  case NODE_DESCRIBED:
  case NODE_FILE_PRAGMA:
  case NODE_DEF_FILE: return true;
  default: return false;
  }
}

/* Letters, digits, and what else may stand in a name without quotes. */
static bool is_word(const char *text)
{
  if (!*text) return false;
  for (; *text; text++)
    if ((unsigned char) *text < 0x80 && !isalnum((unsigned char) *text) && !strchr("_.$+-", *text))
      return false;
  return true;
}

static void add_quoted(Text *out, const char *text)
{
  text_add_char(out, '"');
  for (; *text; text++) {
    unsigned char c = (unsigned char) *text;
    if (c == '"' || c == '\\') text_printf(out, "\\%c", c);
    else if (c == '\n') text_add(out, "\\n");
    else if (c < 0x20 || c == 0x7F) text_printf(out, "\\x%02x", c);
    else text_add_char(out, (char) c);
  }
  text_add_char(out, '"');
}

static void add_head(Text *out, const Node *n)
{
  text_add(out, dump_name(n->kind));
  if (!n->name) return;
  text_add_char(out, ' ');
  if (is_literal(n->kind) || !is_word(n->name->text)) add_quoted(out, n->name->text);
  else text_add_bytes(out, n->name->text, n->name->len);
}

void dump_node(Text *out, const Node *n)
{
  if (!n->name && n->count == 0) {
    text_add(out, dump_name(n->kind));
    return;
  }
  text_add_char(out, '(');
  add_head(out, n);
  for (uint32_t i = 0; i < n->count; i++) {
    text_add_char(out, ' ');
    dump_node(out, n->kids[i]);
  }
  text_add_char(out, ')');
}

/* Are the children of a clause worth a line each? */
static bool has_entries(const Node *clause)
{
  switch (clause->kind) {
  case NODE_CL_SETS:
  case NODE_CL_FREETYPES:
  case NODE_CL_VALUES:
  case NODE_CL_ASSERTIONS:
  case NODE_CL_OPERATIONS:
  case NODE_CL_LOCAL_OPERATIONS:
  case NODE_CL_DEFINITIONS:
  case NODE_CL_EXPRESSIONS:
  case NODE_CL_PREDICATES: return true;
  default: return false;
  }
}

static void dump_clause(Text *out, const Node *clause)
{
  text_add(out, "\n  ");
  const Node *list = clause;
  if (clause->count == 1 && clause->kids[0]->kind == NODE_AND) list = clause->kids[0];
  if (list == clause && !has_entries(clause)) {
    dump_node(out, clause);
    return;
  }
  text_add_char(out, '(');
  add_head(out, clause);
  if (list != clause) text_printf(out, " (%s", dump_name(list->kind));
  for (uint32_t i = 0; i < list->count; i++) {
    text_add(out, "\n    ");
    dump_node(out, list->kids[i]);
  }
  text_add(out, list != clause ? "))" : ")");
}

void dump_unit(Text *out, const Unit *unit)
{
  const Node *root = unit->root;
  if (unit->generated) text_add(out, "(generated)\n");
  if (unit->package) {
    text_add(out, "(package ");
    add_quoted(out, unit->package);
    text_add(out, ")\n");
  }
  for (uint32_t i = 0; i < unit->imports.len; i++) {
    text_add(out, "(import-package ");
    add_quoted(out, unit->imports.data[i]);
    text_add(out, ")\n");
  }
  text_add_char(out, '(');
  add_head(out, root);
  for (uint32_t i = 0; i < root->count; i++) {
    if (node_kind_class(root->kids[i]->kind) == CLASS_CLAUSE) {
      dump_clause(out, root->kids[i]);
    } else {
      text_add_char(out, ' ');
      dump_node(out, root->kids[i]);
    }
  }
  text_add(out, ")\n");
}
