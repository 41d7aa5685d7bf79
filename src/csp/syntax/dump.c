
#include "csp/syntax/tree.h"

/* Trees as nested lists: (kind "name" number child…), one declaration a line. */

static void add_quoted(Text *out, const char *text, uint32_t length)
{
  text_add_char(out, '"');
  for (uint32_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char) text[i];
    if (c == '"' || c == '\\') text_printf(out, "\\%c", c);
    else if (c == '\n') text_add(out, "\\n");
    else if (c < 0x20 || c == 0x7F) text_printf(out, "\\x%02x", c);
    else text_add_char(out, (char) c);
  }
  text_add_char(out, '"');
}

static bool has_number(const CspNode *n)
{
  switch ((CspKind) n->kind) {
  case CSP_INT:
  case CSP_CHAR:
  case CSP_REFINES:
  case CSP_DEADLOCK_FREE:
  case CSP_DIVERGENCE_FREE:
  case CSP_DETERMINISTIC:
  case CSP_HAS_TRACE:
  case CSP_TEMPORAL: return true;
  default: return false;
  }
}

/* Do the children stand on lines of their own? */
static bool is_list(const CspNode *n)
{
  switch ((CspKind) n->kind) {
  case CSP_SCRIPT:
  case CSP_DECLARATIONS:
  case CSP_MODULE:
  case CSP_TIMED:
  case CSP_INCLUDE: return true;
  default: return false;
  }
}

static void add_node(Text *out, const CspNode *n, unsigned indent)
{
  const char *kind = csp_kind_name(n->kind);
  bool alone = !n->name && n->count == 0 && !has_number(n);
  if (!alone) text_add_char(out, '(');
  text_add(out, kind);
  if (n->name && n->kind == CSP_NAME) text_printf(out, " %s", n->name->text);
  else if (n->name) text_add_char(out, ' '), add_quoted(out, n->name->text, n->name->len);
  if (has_number(n)) text_add_char(out, ' '), text_add_integer(out, n->number);
  for (uint32_t i = 0; i < n->count; i++) {
    bool line = is_list(n);
    text_add_char(out, line ? '\n' : ' ');
    if (line) text_add_repeated(out, ' ', indent + 2);
    add_node(out, n->kids[i], line ? indent + 2 : indent);
  }
  if (!alone) text_add_char(out, ')');
}

void csp_dump(Text *out, const CspNode *node) { add_node(out, node, 0); }
