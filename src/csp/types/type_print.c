#include "base/vec.h"
#include "csp/types/type_impl.h"

/* Types in the notation of annotations.  Variables without a name are called a, b, c … in the order
 * of their first use. */
typedef struct {
  Text *out;
  size_t limit; /* bytes of *out after which it is cut off */
  Arena *arena;
  VEC(const CspType *) variables;
} Printer;

enum { WHOLE_LIMIT = 4000 };

static void print(Printer *, CspType *, bool operand);

static bool is_taken(const Printer *p, const char *name)
{
  for (uint32_t i = 0; i < p->variables.len; i++) {
    const Name *other = p->variables.data[i]->name;
    if (other && other->len == 1 && other->text[0] == name[0]) return true;
  }
  return false;
}

/* The i-th name that no variable of an annotation has. */
static void print_letter(Printer *p, uint32_t i)
{
  char name[2] = "a";
  for (; name[0] < 'z'; name[0]++)
    if (!is_taken(p, name) && i-- == 0) break;
  if (name[0] < 'z') text_add(p->out, name);
  else text_printf(p->out, "t%u", i);
}

static void print_variable(Printer *p, const CspType *v)
{
  uint32_t i = 0;
  while (i < p->variables.len && p->variables.data[i] != v) i++;
  if (i == p->variables.len) vec_push(&p->variables, v);
  if (v->name) {
    text_add(p->out, v->name->text);
    return;
  }
  uint32_t nameless = 0;
  for (uint32_t k = 0; k < i; k++) nameless += !p->variables.data[k]->name;
  print_letter(p, nameless);
}

static void print_list(Printer *p, CspType *const *items, uint32_t count, const char *between,
                       bool operand)
{
  for (uint32_t i = 0; i < count; i++) {
    if (i) text_add(p->out, between);
    print(p, items[i], operand);
  }
}

static void print_dotable(Printer *p, CspType *t)
{
  CspType *result;
  TypeList values = csp_type_values(p->arena, t, &result);
  for (uint32_t i = 0; i < values.count; i++) {
    CspType *value = csp_type_resolve(values.at[i]);
    print(p, value, true);
    text_add(p->out, type_is_star(value) ? " =>* " : " => ");
  }
  print(p, result, true);
}

static void print_inside(Printer *p, CspType *t)
{
  switch ((CspTypeKind) t->kind) {
  case CSPT_UNKNOWN: text_add(p->out, "?"); break;
  case CSPT_INT: text_add(p->out, "Int"); break;
  case CSPT_BOOL: text_add(p->out, "Bool"); break;
  case CSPT_CHAR: text_add(p->out, "Char"); break;
  case CSPT_PROC: text_add(p->out, "Proc"); break;
  case CSPT_EVENT: text_add(p->out, "Event"); break;
  case CSPT_DATATYPE: text_add(p->out, t->symbol->name->text); break;
  case CSPT_VAR: print_variable(p, t); break;
  case CSPT_SET:
    text_add_char(p->out, '{');
    print(p, t->args[0], false);
    text_add_char(p->out, '}');
    break;
  case CSPT_SEQ:
    text_add_char(p->out, '<');
    print(p, t->args[0], false);
    text_add_char(p->out, '>');
    break;
  case CSPT_TUPLE:
    text_add_char(p->out, '(');
    print_list(p, t->args, t->count, ", ", false);
    text_add_char(p->out, ')');
    break;
  case CSPT_FUNCTION:
    text_add_char(p->out, '(');
    print_list(p, t->args, t->count - 1, ", ", false);
    text_add(p->out, ") -> ");
    print(p, t->args[t->count - 1], false);
    break;
  case CSPT_MAP:
    text_add(p->out, "(| ");
    print_list(p, t->args, 2, " => ", true);
    text_add(p->out, " |)");
    break;
  case CSPT_DOT: {
    TypeList l = csp_type_flatten(p->arena, t);
    if (l.count == 0) text_add(p->out, "nothing");
    print_list(p, l.at, l.count, ".", true);
    break;
  }
  case CSPT_DOTABLE: print_dotable(p, t); break;
  }
}

/* An operand of `.` and `=>` is bracketed unless it is one word. */
static void print(Printer *p, CspType *t, bool operand)
{
  if (p->out->len > p->limit) {
    text_add(p->out, "…");
    return;
  }
  t = csp_type_resolve(t);
  bool bracket = operand && (type_is(t, CSPT_FUNCTION) || type_is(t, CSPT_DOTABLE));
  if (bracket) text_add_char(p->out, '(');
  print_inside(p, t);
  if (bracket) text_add_char(p->out, ')');
}

static const char *const LIMIT_NAMES[] = {"Set", "Eq", "Ord", "Complete", "Yieldable"};

/* Of Set, Eq and Ord only the strongest is said. */
static uint8_t said_limits(uint8_t limits)
{
  if (limits & CSP_LIMIT_ORD) limits &= (uint8_t) ~(CSP_LIMIT_EQ | CSP_LIMIT_SET);
  if (limits & CSP_LIMIT_EQ) limits &= (uint8_t) ~CSP_LIMIT_SET;
  return limits;
}

static void print_limits(Printer *p, Text *out)
{
  uint32_t n = 0;
  Text list = {0};
  p->out = &list;
  for (uint32_t i = 0; i < p->variables.len; i++) {
    const CspType *v = p->variables.data[i];
    uint8_t limits = said_limits(v->limits);
    for (uint32_t bit = 0; bit < 5; bit++) {
      if (!(limits & 1u << bit)) continue;
      if (n++) text_add(&list, ", ");
      text_printf(&list, "%s ", LIMIT_NAMES[bit]);
      print_variable(p, v);
    }
  }
  if (n == 1) text_printf(out, "%s => ", text_string(&list));
  else if (n) text_printf(out, "(%s) => ", text_string(&list));
  text_free(&list);
}

static void print_whole(Text *out, const CspType *t, size_t limit, bool limits)
{
  Text type = {0};
  Printer p = {.out = &type, .limit = limit, .arena = arena_new()};
  print(&p, (CspType *) (uintptr_t) t, false);
  if (limits) print_limits(&p, out);
  text_add(out, text_string(&type));
  text_free(&type);
  vec_free(&p.variables);
  arena_free(p.arena);
}

void csp_type_print(Text *out, const CspType *t) { print_whole(out, t, WHOLE_LIMIT, true); }

void csp_type_print_cut(Text *out, const CspType *t, size_t limit)
{
  print_whole(out, t, limit, false);
}
