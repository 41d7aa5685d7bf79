#include "syntax/tree.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

Node *node_new(Arena *arena, NodeKind kind, Span span, const Name *name, uint32_t count)
{
  Node *node = arena_alloc(arena, sizeof *node + count * sizeof *node->kids);
  node->kind = (uint16_t) kind;
  node->height = 1;
  node->count = count;
  node->span = span;
  node->name = name;
  return node;
}

void node_set(Node *node, uint32_t i, Node *kid)
{
  assert(i < node->count);
  node->kids[i] = kid;
  if (kid->height >= node->height) node->height = (uint16_t) (kid->height + 1);
}

Node *node_leaf(Arena *arena, NodeKind kind, Span span, const Name *name)
{
  return node_new(arena, kind, span, name, 0);
}

Node *node_unary(Arena *arena, NodeKind kind, Span span, Node *kid)
{
  Node *node = node_new(arena, kind, span, NULL, 1);
  node_set(node, 0, kid);
  return node;
}

Node *node_binary(Arena *arena, NodeKind kind, Span span, Node *left, Node *right)
{
  Node *node = node_new(arena, kind, span, NULL, 2);
  node_set(node, 0, left);
  node_set(node, 1, right);
  return node;
}

Node *node_list(Arena *arena, NodeKind kind, Span span, const Name *name, Node *const *kids,
                uint32_t count)
{
  Node *node = node_new(arena, kind, span, name, count);
  for (uint32_t i = 0; i < count; i++) node_set(node, i, kids[i]);
  return node;
}

bool node_equal(const Node *a, const Node *b)
{
  if (a->kind != b->kind || a->count != b->count || a->name != b->name) return false;
  for (uint32_t i = 0; i < a->count; i++)
    if (!node_equal(a->kids[i], b->kids[i])) return false;
  return true;
}

const Node *node_bare(const Node *node)
{
  while (node->kind == NODE_EXPANSION || node->kind == NODE_DESCRIBED ||
         node->kind == NODE_LABELLED)
    node = node->kids[0];
  return node;
}

static const Operator operators[] = {
#define OP(kind, ascii, unicode, form, priority, assoc, class, family, wd, fast, solved, scheme, \
           help) \
  {NODE_##kind,   ascii,           unicode,   FORM_##form, priority, ASSOC_##assoc, \
   CLASS_##class, FAMILY_##family, OP_##fast, OP_##solved, scheme,   help},
#include "syntax/operators.def"
#undef OP
};

static const struct {
  const char *name;
  NodeClass class;
} others[] = {
#define NODE(kind, dump, class) {dump, CLASS_##class},
#include "syntax/nodes.def"
#undef NODE
};

const uint8_t node_families[NODE_KINDS] = {
#define OP(kind, ascii, unicode, form, priority, assoc, class, family, ...) FAMILY_##family,
#include "syntax/operators.def"
#undef OP
};

const uint8_t node_wds[NODE_KINDS] = {
#define OP(kind, ascii, unicode, form, priority, assoc, class, family, wd, ...) WD_##wd,
#include "syntax/operators.def"
#undef OP
    [NODE_NAMES] = WD_TOTAL,       [NODE_LIST] = WD_TOTAL,          [NODE_EXPANSION] = WD_TOTAL,
    [NODE_LABELLED] = WD_TOTAL,    [NODE_DESCRIBED] = WD_TOTAL,     [NODE_IDENT] = WD_TOTAL,
    [NODE_INTEGER_LIT] = WD_TOTAL, [NODE_STRING_LIT] = WD_TOTAL,    [NODE_COUPLE] = WD_TOTAL,
    [NODE_EMPTY_SET] = WD_TOTAL,   [NODE_EMPTY_SEQ] = WD_TOTAL,     [NODE_SET_EXT] = WD_TOTAL,
    [NODE_SEQ_EXT] = WD_TOTAL,     [NODE_COMPREHENSION] = WD_TOTAL, [NODE_IMAGE_SET] = WD_TOTAL,
    [NODE_REC] = WD_TOTAL,         [NODE_STRUCT] = WD_TOTAL,        [NODE_ENTRY] = WD_TOTAL,
    [NODE_IF_EXPR] = WD_TOTAL,     [NODE_IF_PRED] = WD_TOTAL,
};
static_assert(FAMILY_NONE == 0, "what is no operator is in no family");

const Operator *operator_of(NodeKind kind)
{
  assert(kind <= NODE_LAST_OPERATOR);
  return &operators[kind];
}

void operators_offer(Nearest *nearest)
{
  for (unsigned kind = 0; kind <= NODE_LAST_OPERATOR; kind++) {
    const Operator *op = operator_of((NodeKind) kind);
    bool word = op->form == FORM_FUNC || op->form == FORM_ATOM || op->form == FORM_SOFT;
    if (word && op->class == CLASS_EXPR && isalpha((unsigned char) op->ascii[0]))
      nearest_offer(nearest, op->ascii);
  }
}

NodeClass node_kind_class(NodeKind kind)
{
  if (kind <= NODE_LAST_OPERATOR) return operators[kind].class;
  return others[kind - NODE_LAST_OPERATOR - 1].class;
}

const char *node_kind_name(NodeKind kind)
{
  if (kind <= NODE_LAST_OPERATOR) return operators[kind].ascii;
  return others[kind - NODE_LAST_OPERATOR - 1].name;
}

void unit_free(Unit *unit)
{
  vec_free(&unit->definitions);
  vec_free(&unit->imports);
  vec_free(&unit->import_spans);
  map_free(&unit->definition_of);
}

Node *unit_clause(const Unit *unit, NodeKind kind)
{
  for (uint32_t i = 0; i < unit->root->count; i++)
    if (unit->root->kids[i]->kind == kind) return unit->root->kids[i];
  return NULL;
}

bool definition_is_temporal(const char *name)
{
  return !strncmp(name, "ASSERT_LTL", 10) || !strncmp(name, "ASSERT_CTL", 10);
}
