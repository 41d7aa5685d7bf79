#ifndef SYNTAX_PRINT_IMPL_H
#define SYNTAX_PRINT_IMPL_H

/* Inside the printer: the state and the functions its files share. */

#include "syntax/layout.h"
#include "syntax/print.h"
#include "syntax/weave.h"

/* Levels at which formulas are printed: what binds less tightly is bracketed.
 * They are those at which the parser reads the same places. */
enum {
  LEVEL_COMPOSITION = 20, /* `;` and `||` too            */
  LEVEL_FORMULA = 30,     /* any predicate or expression */
  LEVEL_OPERAND = 111,    /* an expression on one side of something */
  LEVEL_POSTFIX = 230,
  LEVEL_ATOM = 250
};

enum { INDENT = 2 };

typedef struct {
  Layout out;
  PrintStyle style;
  uint32_t fresh;         /* number of layout items at a place where a line begins if any does */
  const Unit *unit;       /* that is printed as a whole, with its comments; or NULL */
  Weaver weaver;          /* into `out` */
  uint64_t reserved[128]; /* by first character: the lengths of reserved words */
} Printer;

/* print.c */
void printer_init(Printer *, PrintStyle);
void put(Printer *, const char *text);
void put_name(Printer *, const Name *);
void put_string(Printer *, const Name *);
/* A name before a '(': those of soft functions must not be taken for them. */
void put_called_name(Printer *, const Name *);
void put_desc(Printer *, const Name *);
void put_indent(Printer *);
void put_dedent(Printer *);
/* Ends the line between substitutions; a blank where everything is on one line. */
void put_line(Printer *);

/* Comments, see weave.h. */
static inline void put_item_start(Printer *p, uint32_t begin, Gap gap)
{
  weave_item_start(&p->weaver, begin, gap);
}
static inline void put_item_break(Printer *p, unsigned blanks, uint32_t begin)
{
  weave_item_break(&p->weaver, blanks, begin);
}
static inline void put_item_end(Printer *p, uint32_t end, bool own)
{
  weave_item_end(&p->weaver, end, own);
}
static inline void put_clause_end(Printer *p, uint32_t end, uint32_t next)
{
  weave_clause_end(&p->weaver, end, next);
}
static inline void put_break(Printer *p, unsigned blanks, uint32_t limit)
{
  weave_break(&p->weaver, blanks, limit);
}
/* The same before the last part of what is not on one line: its own further lines
 * need no indentation. */
static inline void put_last_break(Printer *p, unsigned blanks, uint32_t limit)
{
  put_break(p, blanks, limit);
  p->fresh = p->out.items.len;
}

/* print_level.c */
bool print_is_infix(const Node *);
bool print_is_connective(NodeKind); /* &, or, =>, <=> */
/* How tightly the node binds: it needs no brackets in places up to this level. */
int print_level_of(const Node *);
int print_operand_level(const Operator *, uint32_t index); /* of an operand's place */
/* Brackets of an operand that the grammar does not need but people do.  Not in very high
 * trees: the parser limits how deeply brackets are nested. */
bool print_helpful_brackets(NodeKind outer, uint32_t index, const Node *operand);

/* print_expr.c */
const char *symbol_of(const Printer *, const Operator *); /* in the style asked for */
void put_formula(Printer *, const Node *, int level);
void put_bracketed(Printer *, const Node *);
void put_operand(Printer *, const Operator *, uint32_t index, const Node *);
/* Operand i of a conjunction, with the brackets it needs. */
void put_conjunct(Printer *, const Node *conjunction, uint32_t i);
/* A declared name, with its description. */
void put_declared(Printer *, const Node *);
/* The children separated by commas. */
void put_names(Printer *, const Node *names);
/* The parts separated by commas, broken where lines are full. */
void put_list(Printer *, Node *const *parts, uint32_t count, int level);
/* What follows a `=` or `:=`: behind it if it fits, or else on the next line. */
void put_right_hand(Printer *, const Node *, int level);
/* What a definition stands for, behind its `==`.  Operators are bracketed, since other
 * tools put the text in where the definition is used. */
void put_definition_body(Printer *, const Node *);
/* name, or name(a, b). */
void put_call(Printer *, const Name *, Node *const *arguments, uint32_t count, uint32_t end);

/* print_forms.c */
void put_binder(Printer *, const Node *);
void put_comprehension(Printer *, const Node *);
void put_image_set(Printer *, const Node *);
void put_if(Printer *, const Node *);
void put_let(Printer *, const Node *);
void put_weakest_pre(Printer *, const Node *);
void put_labelled(Printer *, const Node *);
void put_symbolic(Printer *, const Node *);
void put_template(Printer *, const Node *);

/* print_subst.c */
void put_substitution(Printer *, const Node *);
/* On lines of its own, indented. */
void put_block(Printer *, const Node *);

/* print_unit.c */
void put_part(Printer *, const Node *); /* anything: a clause, an operation, a formula … */

#endif
