#include <string.h>

#include "eventb/notation/math_lexer.h"
#include "eventb/notation/print_formula.h"

typedef struct {
  Text *text;
  bool unicode;
} ComponentPrinter;

static void indent(ComponentPrinter *p, unsigned columns)
{
  text_add_repeated(p->text, ' ', columns);
}

/* Without blanks at its end. */
static size_t trimmed(const char *text, size_t length)
{
  while (length && strchr(" \t\r\n", text[length - 1])) length--;
  return length;
}

/* The comment of what follows, each of its lines by itself. */
static void print_comment(ComponentPrinter *p, const char *comment, unsigned columns)
{
  if (!comment) return;
  size_t rest = trimmed(comment, strlen(comment));
  for (bool more = true; more;) {
    size_t line = strcspn(comment, "\r\n"), length = trimmed(comment, line < rest ? line : rest);
    indent(p, columns);
    text_add(p->text, length ? "// " : "//");
    text_add_bytes(p->text, comment, length);
    text_add_char(p->text, '\n');
    more = line < rest;
    if (more && comment[line] == '\r' && comment[line + 1] == '\n') line++;
    if (more) comment += line + 1, rest -= line + 1;
  }
}

/* A name as it can be read again: in back-quotes if it is no plain word. */
static void print_name(ComponentPrinter *p, const Name *name)
{
  const char *quote = eventb_is_plain_name(name->text) ? "" : "`";
  text_printf(p->text, "%s%s%s", quote, name->text, quote);
}

static void print_names(ComponentPrinter *p, const char *word, const EventbNames *names,
                        unsigned columns)
{
  if (names->len == 0) return;
  indent(p, columns);
  text_add(p->text, word);
  bool comments = false;
  for (uint32_t i = 0; i < names->len; i++) comments |= names->data[i].comment != NULL;
  if (comments) text_add_char(p->text, '\n');
  for (uint32_t i = 0; i < names->len; i++) {
    if (comments) print_comment(p, names->data[i].comment, columns + 2);
    if (comments) indent(p, columns + 2);
    else text_add_char(p->text, ' ');
    print_name(p, names->data[i].name);
    if (comments) text_add_char(p->text, '\n');
  }
  if (!comments) text_add_char(p->text, '\n');
}

/* Would be read as something else if it stood there as it is. */
static bool needs_quotes(const char *label)
{
  size_t length = strlen(label);
  if (length == 0 || *label == '`' || label[length - 1] == ':') return true;
  while (*label && !eventb_space(label)) label++;
  return *label;
}

static void print_label(ComponentPrinter *p, const Name *label, const char *kind, uint32_t number)
{
  if (!label) text_printf(p->text, "@%s%u ", kind, number + 1);
  else if (!needs_quotes(label->text)) text_printf(p->text, "@%s ", label->text);
  else {
    text_add(p->text, "@`");
    for (const char *c = label->text; *c; c++) text_add_char(p->text, *c == '`' ? '\'' : *c);
    text_add(p->text, "` ");
  }
}

static void print_formulas(ComponentPrinter *p, const char *word, const char *kind,
                           const EventbFormulas *formulas, unsigned columns)
{
  if (formulas->len == 0) return;
  indent(p, columns);
  text_printf(p->text, "%s\n", word);
  for (uint32_t i = 0; i < formulas->len; i++) {
    const EventbFormula *formula = &formulas->data[i];
    print_comment(p, formula->comment, columns + 2);
    indent(p, columns + 2);
    if (formula->theorem) text_add(p->text, "theorem ");
    print_label(p, formula->label, kind, i);
    eventb_print_formula(p->text, formula->formula, p->unicode);
    text_add_char(p->text, '\n');
  }
}

static void print_event(ComponentPrinter *p, const EventbEvent *event)
{
  static const char *const status[] = {"", "convergent ", "anticipated "};
  text_add_char(p->text, '\n');
  print_comment(p, event->comment, 2);
  indent(p, 2);
  text_printf(p->text, "%sevent ", status[event->status]);
  print_name(p, event->name);
  if (event->extended) text_add(p->text, " extends");
  else if (event->refines.len) text_add(p->text, " refines");
  if (event->extended && eventb_is_initialisation(event))
    text_printf(p->text, " %s", event->name->text);
  for (uint32_t i = 0; i < event->refines.len; i++) {
    text_add_char(p->text, ' ');
    print_name(p, event->refines.data[i].name);
  }
  text_add_char(p->text, '\n');
  print_names(p, "any", &event->parameters, 4);
  print_formulas(p, "where", "grd", &event->guards, 4);
  print_formulas(p, "with", "wit", &event->witnesses, 4);
  if (event->actions.len) {
    indent(p, 4);
    text_add(p->text, "then\n");
  }
  for (uint32_t i = 0; i < event->actions.len; i++) {
    const EventbAction *action = &event->actions.data[i];
    print_comment(p, action->comment, 6);
    indent(p, 6);
    print_label(p, action->label, "act", i);
    eventb_print_formula(p->text, action->node, p->unicode);
    text_add_char(p->text, '\n');
  }
  indent(p, 2);
  text_add(p->text, "end\n");
}

static void print_head(ComponentPrinter *p, const char *word, const EventbNames *names)
{
  if (names->len) text_printf(p->text, " %s", word);
  for (uint32_t i = 0; i < names->len; i++) {
    text_add_char(p->text, ' ');
    print_name(p, names->data[i].name);
  }
}

static void print_variants(ComponentPrinter *p, const EventbFormulas *variants)
{
  for (uint32_t i = 0; i < variants->len; i++) {
    const EventbFormula *variant = &variants->data[i];
    print_comment(p, variant->comment, 0);
    text_add(p->text, "variant ");
    if (variant->label) print_label(p, variant->label, "", i);
    eventb_print_formula(p->text, variant->formula, p->unicode);
    text_add_char(p->text, '\n');
  }
}

void eventb_print_component(Text *text, const EventbComponent *c, bool unicode)
{
  ComponentPrinter p = {text, unicode};
  print_comment(&p, c->comment, 0);
  text_add(text, c->is_context ? "context " : "machine ");
  print_name(&p, c->name);
  print_head(&p, "refines", &c->refines);
  print_head(&p, c->is_context ? "extends" : "sees", &c->uses);
  text_add_char(text, '\n');
  print_names(&p, "sets", &c->sets, 0);
  print_names(&p, "constants", &c->constants, 0);
  print_formulas(&p, "axioms", "axm", &c->axioms, 0);
  print_names(&p, "variables", &c->variables, 0);
  print_formulas(&p, "invariants", "inv", &c->invariants, 0);
  print_variants(&p, &c->variants);
  if (c->events.len) text_add(text, "events\n");
  for (uint32_t i = 0; i < c->events.len; i++) print_event(&p, c->events.data[i]);
  text_add(text, c->events.len ? "\nend\n" : "end\n");
}
