/* Feeds arbitrary text to the parser of CSP-M.  A script that is accepted is formatted, in a wide
 * and in a narrow layout, and read again: the tree must be the same, and formatting once more must
 * change nothing.  Its expressions are printed on one line and read again, too.  Needs a large
 * stack: see tools/fuzz.sh. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csp/syntax/parser.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct {
  CspParseContext context;
  const Source *source;
  const CspNode *tree;
} Reading;

static Reading read_text(const char *text, size_t length, bool expression)
{
  Reading r = {0};
  r.context.arena = arena_new();
  r.context.names = names_new();
  r.context.sources = sources_new();
  r.context.diags = diags_new(r.context.sources);
  r.source = sources_add(r.context.sources, "input.csp", text, length);
  r.tree =
      expression ? csp_parse_expression(&r.context, r.source) : csp_parse(&r.context, r.source);
  return r;
}

static bool accepted(const Reading *r) { return diags_errors(r->context.diags) == 0; }

static void drop(Reading *r)
{
  diags_free(r->context.diags);
  sources_free(r->context.sources);
  names_free(r->context.names);
  arena_free(r->context.arena);
}

/* Names of two readings are different pointers, so texts of the trees are compared. */
static void compare(const CspNode *tree, const Reading *again, const Text *printed)
{
  Text before = {0}, after = {0};
  csp_dump(&before, tree);
  csp_dump(&after, again->tree);
  if (!accepted(again) || strcmp(text_string(&before), text_string(&after)) != 0) {
    fprintf(stderr, "printed as\n%s\nwhich is %s; the tree was\n%s\nand is now\n%s\n",
            text_string(printed), accepted(again) ? "accepted" : "rejected", text_string(&before),
            text_string(&after));
    abort();
  }
  text_free(&before);
  text_free(&after);
}

static void check_format(const Reading *r, unsigned width)
{
  Text printed = {0}, twice = {0};
  csp_format(&printed, r->tree, r->source, width);
  Reading again = read_text(text_string(&printed), printed.len, false);
  compare(r->tree, &again, &printed);
  csp_format(&twice, again.tree, again.source, width);
  if (strcmp(text_string(&printed), text_string(&twice)) != 0) {
    fprintf(stderr, "formatted as\n%s\nand then as\n%s\n", text_string(&printed),
            text_string(&twice));
    abort();
  }
  text_free(&printed);
  text_free(&twice);
  drop(&again);
}

/* Declarations of let need lines of their own. */
static bool has_let(const CspNode *node)
{
  if (node->kind == CSP_LET) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (has_let(node->kids[i])) return true;
  return false;
}

static void check_print(const CspNode *node)
{
  if (node->kind == CSP_BIND && !has_let(node)) {
    Text printed = {0};
    csp_print(&printed, node->kids[1]);
    Reading again = read_text(text_string(&printed), printed.len, true);
    compare(node->kids[1], &again, &printed);
    text_free(&printed);
    drop(&again);
  }
  for (uint32_t i = 0; i < node->count; i++) check_print(node->kids[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  Reading r = read_text((const char *) data, size, false);
  if (accepted(&r)) {
    check_format(&r, 100);
    check_format(&r, 20);
    check_print(r.tree);
  }
  drop(&r);
  return 0;
}
