#include "random/term_text.h"

#include <inttypes.h>
#include <string.h>

#include "model/type.h"
#include "prove/term/make.h"

typedef struct {
  const Bank *bank;
  Text *out;
  uint32_t depth; /* so many names are bound: v0, v1 … */
  bool unsupported;
} Printer;

static void term(Printer *, Term);

static void sort_text(Printer *p, Sort s)
{
  const SortData *d = sort_of(p->bank, s);
  switch (d->kind) {
  case SORT_INTEGER: text_add(p->out, "INTEGER"); break;
  case SORT_BOOL: text_add(p->out, "BOOL"); break;
  case SORT_GIVEN: text_add(p->out, ((const Symbol *) d->origin)->name->text); break;
  case SORT_POW:
    text_add(p->out, "POW(");
    sort_text(p, d->a);
    text_add(p->out, ")");
    break;
  case SORT_PAIR:
    text_add(p->out, "(");
    sort_text(p, d->a);
    text_add(p->out, "*");
    sort_text(p, d->b);
    text_add(p->out, ")");
    break;
  case SORT_OTHER: type_print(p->out, d->origin); break;
  default: p->unsupported = true;
  }
}

static void list(Printer *p, Term t, const char *between)
{
  for (uint32_t i = 0; i < term_count(p->bank, t); i++) {
    if (i) text_add(p->out, between);
    term(p, term_kid(p->bank, t, i));
  }
}

static void names(Printer *p, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) text_printf(p->out, "%sv%u", i ? "," : "", p->depth + i);
}

static void types(Printer *p, Term binder, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) {
    text_printf(p->out, "%sv%u : ", i ? " & " : "", p->depth + i);
    sort_text(p, make_binder_sort(p->bank, binder, i));
  }
}

static void negation(Printer *p, Term t)
{
  const Bank *b = p->bank;
  if (term_op(b, t) == NODE_NOT) {
    term(p, term_kid(b, t, 0));
    return;
  }
  text_add(p->out, "not(");
  term(p, t);
  text_add(p->out, ")");
}

/* What evaluators can enumerate: conditions first. */
static void quantified(Printer *p, Term forall, bool negated)
{
  const Bank *b = p->bank;
  uint32_t count = (uint32_t) term_payload(b, forall);
  Term body = term_kid(b, forall, count);
  text_add(p->out, negated ? "#(" : "!(");
  names(p, count);
  text_add(p->out, ").(");
  types(p, forall, count);
  p->depth += count;
  Term all = term_op(b, body) == NODE_NOT ? term_kid(b, body, 0) : 0;
  bool clause = all && term_op(b, all) == NODE_AND;
  if (negated) {
    text_add(p->out, " & ");
    negation(p, body);
  } else {
    uint32_t last = clause ? term_count(b, all) - 1 : 0;
    for (uint32_t i = 0; i < last; i++) {
      text_add(p->out, " & ");
      term(p, term_kid(b, all, i));
    }
    text_add(p->out, " => ");
    if (clause) negation(p, term_kid(b, all, last));
    else term(p, body);
  }
  p->depth -= count;
  text_add(p->out, ")");
}

/* {x . P | E}, SIGMA(x).(P | E) … */
static void collection(Printer *p, Term t, const char *word)
{
  const Bank *b = p->bank;
  uint32_t count = (uint32_t) term_payload(b, t);
  text_add(p->out, word);
  text_add(p->out, *word == '{' ? "" : "(");
  names(p, count);
  text_add(p->out, *word == '{' ? " . (" : ").(");
  types(p, t, count);
  p->depth += count;
  text_add(p->out, " & ");
  term(p, term_kid(b, t, count));
  text_add(p->out, *word == '{' ? ") | " : " | ");
  term(p, term_kid(b, t, count + 1));
  p->depth -= count;
  text_add(p->out, *word == '{' ? "}" : ")");
}

static void sum(Printer *p, Term t)
{
  text_printf(p->out, "(%" PRId64, term_payload(p->bank, term_kid(p->bank, t, 0)));
  for (uint32_t i = 1; i < term_count(p->bank, t); i += 2) {
    text_printf(p->out, " + (%" PRId64 ")*", term_payload(p->bank, term_kid(p->bank, t, i)));
    term(p, term_kid(p->bank, t, i + 1));
  }
  text_add(p->out, ")");
}

static void string(Printer *p, const char *text)
{
  p->unsupported |= strpbrk(text, "\\\"\n\t\r'") != NULL;
  text_printf(p->out, "\"%s\"", text);
}

static void function(Printer *p, Term t, const char *word)
{
  text_printf(p->out, "%s(", word);
  list(p, t, ",");
  text_add(p->out, ")");
}

static void postfix(Printer *p, Term t)
{
  static const char *const ends[][2] = {{"[", "]"}, {"(", ")"}};
  uint32_t op = term_op(p->bank, t);
  text_add(p->out, "(");
  term(p, term_kid(p->bank, t, 0));
  text_add(p->out, ")");
  if (op == NODE_INVERSE) text_add(p->out, "~");
  else if (op == NODE_FIELD)
    text_printf(p->out, "'%s", p->bank->names.data[term_payload(p->bank, t)]->text);
  else {
    text_add(p->out, ends[op == NODE_APPLY][0]);
    term(p, term_kid(p->bank, t, 1));
    text_add(p->out, ends[op == NODE_APPLY][1]);
  }
}

static void operator(Printer *p, Term t)
{
  uint32_t op = term_op(p->bank, t);
  if (op > NODE_LAST_OPERATOR) {
    p->unsupported = true;
    return;
  }
  const Operator *o = operator_of((NodeKind) op);
  switch (o->form) {
  case FORM_INFIX: {
    Text between = {0};
    const char *word = op == NODE_CARTESIAN ? "*" : op == NODE_SET_MINUS ? "-" : o->ascii;
    text_printf(&between, " %s ", word);
    text_add(p->out, "(");
    list(p, t, text_string(&between));
    text_add(p->out, ")");
    text_free(&between);
    break;
  }
  case FORM_POSTFIX: postfix(p, t); break;
  case FORM_ATOM: text_add(p->out, o->ascii); break;
  case FORM_BINDER: p->unsupported = true; break;
  default: function(p, t, o->ascii);
  }
}

static void term(Printer *p, Term t)
{
  const Bank *b = p->bank;
  int64_t payload = term_payload(b, t);
  switch (term_op(b, t)) {
  case NODE_NOT: {
    Term kid = term_kid(b, t, 0);
    if (term_op(b, kid) == NODE_FORALL) quantified(p, kid, true);
    else negation(p, kid);
    break;
  }
  case NODE_FORALL: quantified(p, t, false); break;
  case NODE_IMAGE_SET: collection(p, t, "{"); break;
  case NODE_SIGMA: collection(p, t, "SIGMA"); break;
  case NODE_PRODUCT: collection(p, t, "PI"); break;
  case NODE_QUANT_UNION: collection(p, t, "UNION"); break;
  case NODE_QUANT_INTER: collection(p, t, "INTER"); break;
  case NODE_IDENT: text_add(p->out, b->symbols.data[payload]->name->text); break;
  case NODE_INTEGER_LIT: text_printf(p->out, "(%" PRId64 ")", payload); break;
  case OP_BIG: text_add(p->out, b->names.data[payload]->text); break;
  case NODE_STRING_LIT: string(p, b->names.data[payload]->text); break;
  case OP_BOUND: text_printf(p->out, "v%u", p->depth - 1 - (uint32_t) payload); break;
  case OP_FST: function(p, t, "prj1"); break;
  case OP_SND: function(p, t, "prj2"); break;
  case OP_SUM: sum(p, t); break;
  case OP_TYPE_SET: sort_text(p, sort_element(b, term_sort(b, t))); break;
  case NODE_EMPTY_SET:
    text_add(p->out, "({} ⦂ ");
    sort_text(p, term_sort(b, t));
    text_add(p->out, ")");
    break;
  case NODE_SET_EXT:
    text_add(p->out, "{");
    list(p, t, ",");
    text_add(p->out, "}");
    break;
  case NODE_IF_EXPR:
    text_add(p->out, "(IF ");
    term(p, term_kid(b, t, 0));
    text_add(p->out, " THEN ");
    term(p, term_kid(b, t, 1));
    text_add(p->out, " ELSE ");
    term(p, term_kid(b, t, 2));
    text_add(p->out, " END)");
    break;
  default: operator(p, t);
  }
}

bool term_text(const Bank *b, Term t, Text *out)
{
  Printer p = {.bank = b, .out = out};
  term(&p, t);
  return !p.unsupported;
}
