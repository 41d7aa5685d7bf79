#include "engine/reference/execute/why.h"

#include <assert.h>
#include <string.h>

#include "engine/reference/closure/closure.h"
#include "engine/reference/execute/why_impl.h"
#include "model/model_print.h"

/* Parts are evaluated again at every level, by the interpreter itself: an
 * explanation can be expensive, but never disagree with the answer. */

/* ---------------------------------------------------------------- building */

static const char *cut_text(Explainer *x, Text *text)
{
  size_t length = text->len < WHY_LONGEST ? text->len : WHY_LONGEST;
  while (length > 0 && length < text->len && ((unsigned char) text->data[length] & 0xC0) == 0x80)
    length--;
  const char *kept = arena_printf(x->arena, "%.*s%s", (int) length, text_string(text),
                                  length < text->len ? "…" : "");
  text_free(text);
  return kept;
}

static const char *formula_text(Explainer *x, const Node *node)
{
  Text text = {0};
  model_print_formula(&text, x->r->e->model, node, x->style.unicode);
  return cut_text(x, &text);
}

const char *why_value_text(Explainer *x, const Shape *shape, Value v)
{
  Text text = {0};
  FormatStyle style = x->style;
  if (!style.most) style.most = 30;
  engine_format(x->r->e, &text, shape, v, style);
  bool folded = shape->kind == SHAPE_SET && !is_lazy(v) && set_card(x->r->s, v) > style.most;
  const char *kept = cut_text(x, &text);
  if (!folded) return kept;
  return arena_printf(x->arena, "%s (%llu elements)", kept,
                      (unsigned long long) set_card(x->r->s, v));
}

static Why *new_part(Explainer *x, WhyKind kind, const Node *node)
{
  Why *why = arena_alloc(x->arena, sizeof *why);
  why->kind = kind;
  if (node) why->span = node->span;
  if (node) why->formula = formula_text(x, node);
  return why;
}

static void add_part(Why *parent, Why *part)
{
  Why **end = &parent->parts;
  while (*end) end = &(*end)->next;
  *end = part;
}

void why_note(Explainer *x, Why *parent, const char *text)
{
  Why *note = new_part(x, WHY_NOTE, NULL);
  note->text = text;
  add_part(parent, note);
}

/* False when the tree is large enough. */
static bool has_room(Explainer *x, Why *parent)
{
  assert(x->left <= WHY_MOST && x->depth <= WHY_DEEPEST);
  if (x->left > 0 && x->depth < WHY_DEEPEST) return x->left--, true;
  if (!x->cut) why_note(x, parent, "…");
  x->cut = true;
  return false;
}

static const char *reason_of(Explainer *x, Truth t)
{
  const Engine *e = x->r->e;
  const char *reason = t == TRUTH_FAULT ? e->fault.message : t == TRUTH_UNKNOWN ? e->cause : NULL;
  return reason ? arena_copy(x->arena, reason, strlen(reason)) : NULL;
}

/* ------------------------------------------------------------- expressions */

/* What depends on MAXINT or MININT, with their values; NULL for anything else. */
static const char *bounded_text(Explainer *x, const Node *node)
{
  const Engine *e = x->r->e;
  const Shape *integer = shape_integer(e->shapes);
  const char *low = why_value_text(x, integer, e->minint);
  const char *high = why_value_text(x, integer, e->maxint);
  switch ((NodeKind) node->kind) {
  case NODE_MAXINT: return arena_printf(x->arena, "%s (--pref MAXINT=N)", high);
  case NODE_MININT: return arena_printf(x->arena, "%s (--pref MININT=N)", low);
  case NODE_NAT:
  case NODE_NAT1:
    return arena_printf(x->arena, "%d..%s, since MAXINT is %s here (--pref MAXINT=N)",
                        node->kind == NODE_NAT1, high, high);
  case NODE_INT:
    return arena_printf(x->arena, "%s..%s, MININT..MAXINT here (--pref MININT=N, --pref MAXINT=N)",
                        low, high);
  default: return NULL;
  }
}

/* Names and literals that say what they are. */
static bool is_obvious(const Node *node)
{
  node = node_bare(node);
  if (node->kind == NODE_IDENT)
    return node->symbol->kind != SYMBOL_CONSTANT && node->symbol->kind != SYMBOL_VARIABLE &&
           node->symbol->kind != SYMBOL_LOCAL && node->symbol->kind != SYMBOL_FREE;
  if (node->count == 0)
    return node->kind != NODE_OLD_VALUE && node->kind != NODE_NAT && node->kind != NODE_NAT1 &&
           node->kind != NODE_INT && node->kind != NODE_MAXINT && node->kind != NODE_MININT;
  if (node->kind != NODE_SET_EXT && node->kind != NODE_SEQ_EXT && node->kind != NODE_INTERVAL &&
      node->kind != NODE_MAPLET && node->kind != NODE_NEGATE && node->kind != NODE_POW)
    return false;
  for (uint32_t i = 0; i < node->count; i++)
    if (!is_obvious(node->kids[i])) return false;
  return true;
}

/* Sets of sets: their value says less than those of their operands. */
static bool is_family(const Node *node)
{
  NodeKind kind = node->kind;
  return kind_is_arrow(kind) || node_family(kind) == FAMILY_POWERSET ||
         node_family(kind) == FAMILY_SEQUENCE_SET || kind == NODE_CARTESIAN;
}

static bool is_binder(const Node *node)
{
  return node->count > 0 && node->kids[0]->kind == NODE_NAMES;
}

/* Has the comparison that is being explained this part already? */
static bool is_shown(const Why *leaf, const char *formula)
{
  for (const Why *part = leaf->parts; part; part = part->next) {
    if (part->kind == WHY_VALUE && !strcmp(part->formula, formula)) return true;
    if (is_shown(part, formula)) return true;
  }
  return false;
}

static void explain_expression(Explainer *x, Why *leaf, Why *parent, const Node *node);

static void explain_kids(Explainer *x, Why *leaf, Why *parent, const Node *node)
{
  if (node->height > WHY_HIGHEST) return;
  for (uint32_t i = 0; i < node->count; i++) {
    const Node *kid = node->kids[i];
    if (kid->type && kid->kind != NODE_NAMES) explain_expression(x, leaf, parent, kid);
    else explain_kids(x, leaf, parent, kid);
  }
}

/* The names with values that the body of a binder uses; its own have none here. */
static void explain_names(Explainer *x, Why *leaf, Why *parent, const Node *node)
{
  Value v;
  if (node->height > WHY_HIGHEST) return;
  if (node->kind == NODE_IDENT && node->symbol &&
      (node->symbol->kind == SYMBOL_CONSTANT || node->symbol->kind == SYMBOL_VARIABLE ||
       reference_lookup(x->r, node->symbol, &v)))
    explain_expression(x, leaf, parent, node);
  for (uint32_t i = 0; i < node->count; i++) explain_names(x, leaf, parent, node->kids[i]);
}

static void explain_expression(Explainer *x, Why *leaf, Why *parent, const Node *node)
{
  node = node_bare(node);
  if (is_obvious(node)) return;
  if (is_family(node)) {
    explain_kids(x, leaf, parent, node);
    return;
  }
  const char *formula = formula_text(x, node);
  if (is_shown(leaf, formula) || !has_room(x, parent)) return;
  Why *part = new_part(x, WHY_VALUE, node);
  Value v = ref_eval(x->r, node);
  part->truth = value_is_none(v) ? truth_of_none(v) : TRUTH_TRUE;
  const char *bounded = bounded_text(x, node);
  part->text = bounded            ? bounded
               : value_is_none(v) ? reason_of(x, part->truth)
                                  : why_value_text(x, ref_shape(x->r, node), v);
  if (part->text && !strcmp(part->text, formula)) return; /* an element of a deferred set */
  add_part(parent, part);
  x->depth++;
  if (is_binder(node)) explain_names(x, leaf, part, node);
  else if (node->kind != NODE_IDENT) explain_kids(x, leaf, part, node);
  x->depth--;
}

/* -------------------------------------------------------------- predicates */

static Truth explain(Explainer *x, Why *parent, const Node *node);

/* The parts that are like the whole; how many others there are. */
static void explain_connected(Explainer *x, Why *why, const Node *node, Truth t)
{
  bool decided = (node->kind == NODE_AND) == (t == TRUTH_FALSE) || t == TRUTH_FAULT;
  uint32_t others = 0;
  for (uint32_t i = 0; i < node->count; i++) {
    Truth kid = decided ? ref_truth(x->r, node->kids[i]) : t;
    if (kid == t) explain(x, why, node->kids[i]);
    else others++;
  }
  if (!others) return;
  why_note(x, why,
           arena_printf(x->arena, "(%u other%s %s)", others, others == 1 ? " is" : "s are",
                        t == TRUTH_FALSE  ? "not FALSE"
                        : t == TRUTH_TRUE ? "not TRUE"
                                          : "not the reason"));
}

static void explain_implication(Explainer *x, Why *why, const Node *node, Truth t)
{
  Truth left = ref_truth(x->r, node->kids[0]);
  if (t != TRUTH_TRUE || left != TRUTH_TRUE) explain(x, why, node->kids[0]);
  if (t != TRUTH_TRUE || left == TRUTH_TRUE) explain(x, why, node->kids[1]);
}

typedef struct { /* an instance of a quantifier to be found */
  Explainer *x;
  Why *why;
  const Node *names;
  const Node *body; /* is explained for the first instance for which it is `wanted`, … */
  Truth wanted;
  bool refuted; /* … or for which it is not TRUE */
  const char *word;
  bool found;
} Instance;

static const char *instance_text(Instance *in)
{
  Explainer *x = in->x;
  Text text = {0};
  for (uint32_t i = 0; i < in->names->count; i++) {
    const Symbol *symbol = node_bare(in->names->kids[i])->symbol;
    Value v;
    if (!reference_lookup(x->r, symbol, &v)) continue;
    text_printf(&text, "%s%s = %s", text.len ? ", " : in->word, symbol->name->text,
                why_value_text(x, engine_shape(x->r->e, symbol->type), v));
  }
  return cut_text(x, &text);
}

static bool take_instance(void *context, Reference *r)
{
  Instance *in = context;
  Truth t = in->body ? ref_truth(r, in->body) : in->wanted;
  if (in->refuted ? t == TRUTH_TRUE : t != in->wanted) return true;
  in->found = true;
  why_note(in->x, in->why, instance_text(in));
  if (in->body) explain(in->x, in->why, in->body);
  return false;
}

static bool find_instance(Instance *in, const Node *predicate)
{
  Reference *r = in->x->r;
  reference_solve(r, ref_bound_names(r, in->names), in->names->count, predicate, WINDOWS_WIDE,
                  take_instance, in);
  return in->found;
}

/* A conjunction as its conjuncts. */
static const Node *const *conjuncts(const Node **node, uint32_t *count)
{
  const Node *bare = node_bare(*node);
  *count = bare->kind == NODE_AND ? bare->count : 1;
  if (bare->kind == NODE_AND) return (const Node *const *) bare->kids;
  *node = bare;
  return node;
}

/* Nothing satisfies all conjuncts: an example for as many as possible, and the next
 * one, which it does not satisfy. */
static void explain_no_witness(Explainer *x, Why *why, const Node *node)
{
  uint32_t count;
  const Node *predicate = node->kids[1];
  const Node *const *parts = conjuncts(&predicate, &count);
  for (uint32_t kept = count; kept-- > 1;) {
    Node *some = node_new(x->r->e->scratch, NODE_AND, node->span, NULL, kept);
    for (uint32_t i = 0; i < kept; i++) node_set(some, i, (Node *) parts[i]);
    Instance in = {.x = x, .why = why, .names = node->kids[0], .body = parts[kept]};
    in.refuted = true;
    in.word = "not for ";
    if (find_instance(&in, some)) return;
  }
}

static void explain_quantifier(Explainer *x, Why *why, const Node *node, Truth t)
{
  const Node *body = node_bare(node->kids[1]);
  if (node->kind == NODE_EXISTS && t == TRUTH_TRUE) {
    Instance in = {.x = x, .why = why, .names = node->kids[0], .wanted = t, .word = "for "};
    find_instance(&in, body);
  } else if (node->kind == NODE_EXISTS && t == TRUTH_FALSE) explain_no_witness(x, why, node);
  else if (node->kind == NODE_FORALL && t != TRUTH_TRUE && body->kind == NODE_IMPLIES) {
    Instance in = {.x = x, .why = why, .names = node->kids[0], .wanted = t, .word = "for "};
    in.body = body->kids[1];
    find_instance(&in, body->kids[0]);
  }
  if (!why->parts) explain_names(x, why, why, node);
}

static void explain_let(Explainer *x, Why *why, const Node *node)
{
  Value none;
  uint32_t bound = ref_bind_let(x->r, node, &none);
  explain_names(x, why, why, node->kids[0]);
  if (!value_is_none(none)) explain(x, why, node->kids[2]);
  reference_unbind(x->r, bound);
}

static void explain_parts(Explainer *x, Why *why, const Node *node, Truth t)
{
  switch ((NodeKind) node->kind) {
  case NODE_AND:
  case NODE_OR: explain_connected(x, why, node, t); break;
  case NODE_IMPLIES: explain_implication(x, why, node, t); break;
  case NODE_IFF:
  case NODE_IF_PRED:
    for (uint32_t i = 0; i < node->count; i++) explain(x, why, node->kids[i]);
    break;
  case NODE_NOT: explain(x, why, node->kids[0]); break;
  case NODE_FORALL:
  case NODE_EXISTS: explain_quantifier(x, why, node, t); break;
  case NODE_LET_PRED: explain_let(x, why, node); break;
  case NODE_WEAKEST_PRE: explain_names(x, why, why, node); break;
  default:
    why_comparison(x, why, node, t);
    explain_kids(x, why, why, node);
    break;
  }
}

static Truth explain(Explainer *x, Why *parent, const Node *node)
{
  node = node_bare(node);
  if (!has_room(x, parent)) return TRUTH_UNKNOWN;
  Why *why = new_part(x, WHY_TRUTH, node);
  why->truth = ref_truth(x->r, node);
  why->text = reason_of(x, why->truth);
  add_part(parent, why);
  x->depth++;
  explain_parts(x, why, node, why->truth);
  x->depth--;
  return why->truth;
}

const Why *why_tree(Reference *r, Arena *arena, const Node *predicate, FormatStyle style)
{
  Engine *e = r->e;
  Fault fault = e->fault;
  const char *cause = e->cause;
  uint32_t warnings = e->warnings.len;
  Explainer x = {.r = r, .arena = arena, .style = style, .left = WHY_MOST};
  Why top = {0};
  explain(&x, &top, predicate);
  e->fault = fault;
  e->cause = cause;
  e->warnings.len = warnings;
  return top.parts;
}

const Why *why_tree_free(Reference *r, Arena *arena, Symbol *const *names, uint32_t count,
                         const Node *predicate, FormatStyle style)
{
  if (count == 0) return why_tree(r, arena, predicate, style);
  Arena *lasting = r->e->arena; /* code of the formula may be kept */
  Node *list = node_new(lasting, NODE_NAMES, predicate->span, NULL, count);
  for (uint32_t i = 0; i < count; i++) {
    Node *name = node_leaf(lasting, NODE_IDENT, predicate->span, names[i]->name);
    name->symbol = names[i];
    name->type = names[i]->type;
    node_set(list, i, name);
  }
  Node *exists = node_binary(lasting, NODE_EXISTS, predicate->span, list, (Node *) predicate);
  return why_tree(r, arena, exists, style);
}

/* ---------------------------------------------------------------- printing */

static void print_line(Text *text, const Why *why)
{
  static const char *const words[] = {[TRUTH_FALSE] = "FALSE  ",
                                      [TRUTH_TRUE] = "TRUE   ",
                                      [TRUTH_UNKNOWN] = "UNKNOWN  ",
                                      [TRUTH_FAULT] = "NOT WELL-DEFINED  "};
  if (why->kind == WHY_NOTE) text_add(text, why->text);
  else if (why->kind == WHY_TRUTH) text_printf(text, "%s%s", words[why->truth], why->formula);
  else if (why->truth == TRUTH_TRUE) text_printf(text, "%s = %s", why->formula, why->text);
  else text_printf(text, "%s has no value: %s", why->formula, why->text ? why->text : "");
}

void why_print(Text *text, const Why *why, unsigned margin)
{
  for (; why; why = why->next) {
    text_add_repeated(text, ' ', margin);
    print_line(text, why);
    text_add_char(text, '\n');
    why_print(text, why->parts, margin + 2);
  }
}
