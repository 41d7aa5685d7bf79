#include "solver/term_show.h"

#include "solver/net/net_show.h"

enum { MOST_ELEMENTS = 40 };

static void add_set(Text *out, const Problem *p, const Term *t)
{
  const Element *elements = t->open ? t->open->data : t->elements;
  uint32_t count = t->open ? t->open->len : t->count;
  text_add(out, t->open ? "at least {" : "{");
  for (uint32_t i = 0; i < count && i < MOST_ELEMENTS; i++) {
    if (i) text_add(out, ", ");
    term_show(out, p, elements[i].term);
    if (lit_is_true(p->net, elements[i].in)) continue;
    text_add(out, " if ");
    net_show_literal(out, p->net, elements[i].in);
  }
  if (count > MOST_ELEMENTS) text_printf(out, ", … %u more", count - MOST_ELEMENTS);
  text_add(out, "}");
}

void term_show(Text *out, const Problem *p, const Term *t)
{
  switch (t->kind) {
  case TERM_CONST: text_add(out, engine_text(p->e, t->shape, t->value)); break;
  case TERM_CELL: net_show_cell(out, p->net, t->cell); break;
  case TERM_TUPLE:
    text_add(out, "(");
    for (uint32_t i = 0; i < t->count; i++) {
      if (i) text_add(out, ", ");
      term_show(out, p, t->kids[i]);
    }
    text_add(out, ")");
    break;
  case TERM_SET: add_set(out, p, t); break;
  }
}
