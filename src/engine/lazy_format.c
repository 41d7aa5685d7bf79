#include <assert.h>

#include "engine/lazy.h"
#include "syntax/print.h"

/* Lazy sets for people: as the expressions that they are. */

/* Closures in closures are shown as far as that does not take too long: */
enum { MOST_NESTED = 16, MOST_BYTES = 1 << 16 };

typedef struct {
  Engine *e;
  FormatStyle style;
  uint32_t nested; /* values inside of closures that are being printed */
  size_t bytes;    /* of those that were */
} Printer;

static void print_lazy(void *context, Text *out, const Shape *shape, Value v);

static void print_part(Printer *p, Text *out, const Shape *shape, Value v)
{
  value_format(out, p->e->store, shape, v, p->style, print_lazy, p);
}

/* As an operand of any operator: -1 and 1..100 need brackets. */
static void print_operand(Printer *p, Text *out, const Shape *shape, Value v)
{
  Text text = {0};
  print_part(p, &text, shape, v);
  char first = text_string(&text)[0];
  bool brackets = first == '-' || (value_is_node(v, NODE_KIND_INTERVAL) && first != '{');
  text_printf(out, brackets ? "(%s)" : "%s", text_string(&text));
  text_free(&text);
}

/* How the kinds are written: f(S), A op B, or a word alone. */
typedef enum { WORD, PREFIX, INFIX } Notation;

static const struct {
  Notation notation;
  const char *text;
} notations[LAZY_CLOSURE] = {
    [LAZY_INTEGER] = {WORD, "INTEGER"},   [LAZY_STRING] = {WORD, "STRING"},
    [LAZY_REAL] = {WORD, "REAL"},         [LAZY_SUCC] = {WORD, "succ"},
    [LAZY_PRED] = {WORD, "pred"},         [LAZY_POW] = {PREFIX, "POW"},
    [LAZY_POW1] = {PREFIX, "POW1"},       [LAZY_FIN] = {PREFIX, "FIN"},
    [LAZY_FIN1] = {PREFIX, "FIN1"},       [LAZY_SEQ] = {PREFIX, "seq"},
    [LAZY_SEQ1] = {PREFIX, "seq1"},       [LAZY_ISEQ] = {PREFIX, "iseq"},
    [LAZY_ISEQ1] = {PREFIX, "iseq1"},     [LAZY_PERM] = {PREFIX, "perm"},
    [LAZY_TREE] = {PREFIX, "tree"},       [LAZY_BTREE] = {PREFIX, "btree"},
    [LAZY_ID] = {PREFIX, "id"},           [LAZY_CLOSURE1] = {PREFIX, "closure1"},
    [LAZY_RELATION] = {INFIX, "<->"},     [LAZY_PARTIAL_FUN] = {INFIX, "+->"},
    [LAZY_TOTAL_FUN] = {INFIX, "-->"},    [LAZY_PARTIAL_INJ] = {INFIX, ">+>"},
    [LAZY_TOTAL_INJ] = {INFIX, ">->"},    [LAZY_PARTIAL_SURJ] = {INFIX, "+->>"},
    [LAZY_TOTAL_SURJ] = {INFIX, "-->>"},  [LAZY_PARTIAL_BIJ] = {INFIX, ">+>>"},
    [LAZY_TOTAL_BIJ] = {INFIX, ">->>"},   [LAZY_TOTAL_REL] = {INFIX, "<<->"},
    [LAZY_SURJ_REL] = {INFIX, "<->>"},    [LAZY_TOTAL_SURJ_REL] = {INFIX, "<<->>"},
    [LAZY_PRODUCT] = {INFIX, "*"},        [LAZY_UNION] = {INFIX, "\\/"},
    [LAZY_INTERSECTION] = {INFIX, "/\\"}, [LAZY_DIFFERENCE] = {INFIX, "-"},
    [LAZY_OVERRIDE] = {INFIX, "<+"},      [LAZY_DOM_RESTRICT] = {INFIX, "<|"},
    [LAZY_DOM_SUBTRACT] = {INFIX, "<<|"}, [LAZY_RAN_RESTRICT] = {INFIX, "|>"},
    [LAZY_RAN_SUBTRACT] = {INFIX, "|>>"},
};

/* The shapes of the two parts, as set-valued shapes. */
static void part_shapes(Printer *p, LazyKind kind, const Shape *set, const Shape **a,
                        const Shape **b)
{
  ShapeTable *t = p->e->shapes;
  const Shape *element = shape_element(set);
  *a = *b = set;
  assert(set->kind == SHAPE_SET && kind < LAZY_CLOSURE);
  if (lazy_is_powerset(kind)) *a = element;
  else if ((kind >= LAZY_RELATION && kind <= LAZY_PERM) || kind == LAZY_TREE ||
           kind == LAZY_BTREE) {
    const Shape *pair = shape_element(element);
    *a = shape_set(t, pair->args[kind >= LAZY_SEQ ? 1 : 0]);
    *b = shape_set(t, pair->args[1]);
  } else if (kind == LAZY_PRODUCT || kind == LAZY_ID) {
    *a = shape_set(t, element->args[0]);
    *b = shape_set(t, element->args[1]);
  } else if (kind == LAZY_DOM_RESTRICT || kind == LAZY_DOM_SUBTRACT)
    *a = shape_set(t, element->args[0]);
  else if (kind == LAZY_RAN_RESTRICT || kind == LAZY_RAN_SUBTRACT)
    *b = shape_set(t, element->args[1]);
}

static void print_integers(Printer *p, Text *out, LazyKind kind, Value end)
{
  const Shape *integer = shape_integer(p->e->shapes);
  bool zero = value_same(end, value_small(0)), one = value_same(end, value_small(1));
  if (kind == LAZY_FROM && (zero || one)) {
    text_add(out, zero ? "NATURAL" : "NATURAL1");
    return;
  }
  text_add(out, kind == LAZY_FROM ? "{x|x >= " : "{x|x <= ");
  print_part(p, out, integer, end);
  text_add_char(out, '}');
}

static void print_struct(Printer *p, Text *out, const Shape *record, Value v)
{
  text_add(out, "struct(");
  for (uint32_t i = 0; i < record->count; i++) {
    text_printf(out, "%s%s:", i ? "," : "", record->names[i]);
    print_part(p, out, shape_set(p->e->shapes, record->args[i]), lazy_part(p->e->store, v, i));
  }
  text_add_char(out, ')');
}

typedef struct {
  Printer *printer;
  const Closure *closure;
  Value value;
} Inside;

/* The part of a closure that is the value of the node, or UINT32_MAX.  Constants say more as
 * names. */
static uint32_t part_of(const Closure *c, const Node *node)
{
  uint32_t count = c->captured ? c->captured_count : c->node->count;
  bool name = node->kind == NODE_IDENT && node->symbol && node->symbol->kind != SYMBOL_CONSTANT;
  for (uint32_t i = 0; i < count; i++)
    if (c->captured ? name && node->symbol == c->captured[i] : node == c->node->kids[i]) return i;
  return UINT32_MAX;
}

static const char *value_inside(void *context, const Node *node)
{
  Inside *in = context;
  Printer *p = in->printer;
  Engine *e = p->e;
  uint32_t part = part_of(in->closure, node);
  if (part == UINT32_MAX || p->nested == MOST_NESTED || p->bytes > MOST_BYTES) return NULL;
  Text text = {0};
  p->nested++;
  print_operand(p, &text, engine_shape(e, node->type), lazy_part(e->store, in->value, part));
  p->nested--;
  p->bytes += text.len;
  const char *kept = arena_copy(e->scratch, text_string(&text), text.len);
  text_free(&text);
  return kept;
}

/* Names that have values outside of the closure are printed as these. */
static void print_closure(Printer *p, Text *out, Value v, uint32_t number)
{
  assert(number < p->e->closures.len);
  Inside in = {p, p->e->closures.data[number], v};
  PrintStyle style = {.unicode = p->style.unicode, .stand_in = value_inside, .context = &in};
  print_node(out, in.closure->node, style);
}

static void print_operator(Printer *p, Text *out, const Shape *set, Value v, LazyKind kind)
{
  Store *s = p->e->store;
  const Shape *a, *b;
  part_shapes(p, kind, set, &a, &b);
  if (notations[kind].notation == PREFIX) {
    text_printf(out, "%s(", notations[kind].text);
    print_part(p, out, a, lazy_part(s, v, 0));
    text_add_char(out, ')');
    return;
  }
  bool tight = kind == LAZY_PRODUCT || kind == LAZY_DIFFERENCE; /* tighter than an interval */
  text_add_char(out, '(');
  (tight ? print_operand : print_part)(p, out, a, lazy_part(s, v, 0));
  text_printf(out, " %s ", notations[kind].text);
  (tight ? print_operand : print_part)(p, out, b, lazy_part(s, v, 1));
  text_add_char(out, ')');
}

static void print_lazy(void *context, Text *out, const Shape *shape, Value v)
{
  Printer *p = context;
  uint32_t what = lazy_what(p->e->store, v);
  if (what >= LAZY_CLOSURE) print_closure(p, out, v, what - LAZY_CLOSURE);
  else if (what == LAZY_FROM || what == LAZY_UPTO)
    print_integers(p, out, (LazyKind) what, lazy_part(p->e->store, v, 0));
  else if (what == LAZY_STRUCT) print_struct(p, out, shape_element(shape), v);
  else if (what == LAZY_FREETYPE) text_add(out, shape_element(shape)->name);
  else if (what == LAZY_INVERSE) {
    const Shape *pair = shape_element(shape);
    const Shape *turned = shape_pair(p->e->shapes, pair->args[1], pair->args[0]);
    print_part(p, out, shape_set(p->e->shapes, turned), lazy_part(p->e->store, v, 0));
    text_add_char(out, '~');
  } else if (what == LAZY_CONSTRUCTOR) {
    int64_t number = value_small_int(lazy_part(p->e->store, v, 0));
    assert(number >= 0 && number < (int64_t) shape_element(shape)->args[1]->count);
    text_add(out, shape_element(shape)->args[1]->names[number]);
  } else if (!notations[what].text) {
    assert(what == LAZY_PRJ1 || what == LAZY_PRJ2);
    text_add(out, what == LAZY_PRJ1 ? "prj1(…)" : "prj2(…)");
  } else if (notations[what].notation == WORD) text_add(out, notations[what].text);
  else print_operator(p, out, shape, v, (LazyKind) what);
}

void engine_format(Engine *e, Text *out, const Shape *shape, Value v, FormatStyle style)
{
  Printer p = {.e = e, .style = style};
  value_format(out, e->store, shape, v, style, print_lazy, &p);
}
