#ifndef CSP_SYNTAX_PRINT_IMPL_H
#define CSP_SYNTAX_PRINT_IMPL_H

/* Inside the printer: the state and the functions its files share. */

#include "csp/syntax/operators.h"
#include "csp/syntax/parser.h"
#include "syntax/weave.h"

typedef struct {
  Layout out;
  Weaver weaver;        /* into `out` */
  const Source *source; /* of the script that is printed as a whole; or NULL */
  bool in_sequence;     /* between < and >, outside of other brackets */
  bool last;            /* nothing follows before the next closing bracket or separator */
} CspPrinter;

enum { CSP_INDENT = 2 };

/* print.c: pieces */
void csp_put(CspPrinter *, const char *text);
void csp_put_name(CspPrinter *, const Name *);
void csp_put_string(CspPrinter *, const Name *);
void csp_put_char(CspPrinter *, int64_t character);
void csp_put_indent(CspPrinter *);
void csp_put_dedent(CspPrinter *);
/* A line may end here, before what begins there; comments that stood here are printed. */
void csp_put_break(CspPrinter *, unsigned blanks, const CspNode *next);
/* A line ends here; where everything is on one line, there is a blank. */
void csp_put_line(CspPrinter *);

/* What is inside of brackets does not know what is around. */
typedef struct {
  bool in_sequence, last;
} CspAround;
CspAround csp_put_open(CspPrinter *, const char *bracket, const CspNode *first);
void csp_put_close(CspPrinter *, const char *bracket, CspAround);

/* print_level.c */
CspLevel csp_print_level(const CspNode *);
bool csp_is_open(const CspNode *); /* goes as far to the right as possible */
bool csp_needs_brackets(const CspPrinter *, const CspNode *, CspLevel);
/* Would an opening bracket and this make another token together? */
bool csp_needs_blank(const CspPrinter *, const CspNode *first);

/* print_expr.c */
void csp_put_expression(CspPrinter *, const CspNode *, CspLevel);
/* An operand that something follows (last: false), or that may end with what is around. */
void csp_put_operand(CspPrinter *, const CspNode *, CspLevel, bool last);
void csp_put_list(CspPrinter *, CspNode *const *nodes, uint32_t count); /* with commas */
void csp_put_arguments(CspPrinter *, const CspNode *arguments);         /* in brackets */
/* What follows a sign: behind it if it fits, or else on the next line. */
void csp_put_body(CspPrinter *, const CspNode *);

/* print_process.c */
bool csp_put_process(CspPrinter *, const CspNode *); /* false: it is no process operator */
void csp_put_statements(CspPrinter *, const CspNode *statements, const char *sign);
void csp_put_pairs(CspPrinter *, const CspNode *pairs, const char *sign);

/* print_decl.c */
void csp_put_declarations(CspPrinter *, const CspNode *list);
bool csp_put_declaration(CspPrinter *, const CspNode *); /* false: it is no declaration */

/* print_assert.c */
bool csp_put_assertion(CspPrinter *, const CspNode *); /* false: it is no assertion */

/* print_type.c */
void csp_put_type(CspPrinter *, const CspNode *);
bool csp_put_part(CspPrinter *, const CspNode *); /* parts of types; false: it is none */

#endif
