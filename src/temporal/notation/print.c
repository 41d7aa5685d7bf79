#include <string.h>

#include "syntax/print.h"
#include "temporal/notation/shape_impl.h"

/* How a formula is printed and dumped: both walk the tree in the same way. */

/* Names that may be definitions are ERROR nodes where no definitions are known. */
static bool is_complete(const Node *node)
{
  if (node->kind == NODE_ERROR) return false;
  for (uint32_t i = 0; i < node->count; i++)
    if (!is_complete(node->kids[i])) return false;
  return true;
}

/* The text as it is written, on one line unless a comment ends with its line. */
static void add_source(Text *text, const TemporalPart *part)
{
  bool comment = strstr(part->source->text, "//") != NULL;
  uint32_t from = part->span.begin - part->source->base, to = part->span.end - part->source->base;
  if (to > part->source->length) to = part->source->length;
  for (uint32_t i = from; i < to; i++) {
    char c = part->source->text[i];
    text_add_char(text, (c == '\n' || c == '\r') && !comment ? ' ' : c);
  }
}

/* A text that defines patterns, without the blanks around it. */
static void add_written(Text *text, const char *written)
{
  const char *end = written + strlen(written);
  const char *begin = lexeme_skip_blanks(written, end);
  while (end > begin && strchr(" \t\r\n", end[-1])) end--;
  text_add_bytes(text, begin, (size_t) (end - begin));
}

/* ----------------------------------------------------------------- printing */

typedef struct {
  Text *text;
  PrintStyle style;
} Printer;

static void print_part(Printer *p, const TemporalPart *part)
{
  if (part->node && is_complete(part->node)) print_node(p->text, part->node, p->style);
  else add_source(p->text, part);
}

static void print_braces(Printer *p, const TemporalPart *part)
{
  text_add_char(p->text, '{');
  print_part(p, part);
  text_add_char(p->text, '}');
}

/* A comma, or a tuple without brackets, would end the argument. */
static void print_pattern(Printer *p, const TemporalPattern *pattern)
{
  text_add(p->text, pattern->name->text);
  for (uint32_t i = 0; i < pattern->count; i++) {
    text_add(p->text, i ? ", " : "(");
    if (pattern->arguments[i]) print_part(p, pattern->arguments[i]);
    else text_add_char(p->text, '_');
  }
  if (pattern->count) text_add_char(p->text, ')');
}

static void print_patterns(Printer *p, const Temporal *t, const char *open, const char *close)
{
  text_add(p->text, open);
  for (uint32_t i = 0; i < t->pattern_count; i++) {
    if (i) text_add(p->text, ", ");
    print_pattern(p, t->patterns[i]);
  }
  text_add(p->text, close);
}

static void print_at(Printer *, const Temporal *, TemporalLevel);

/* The operand of a word: a blank stands between them, or brackets. */
static void print_operand(Printer *p, const Temporal *kid)
{
  if (temporal_info(kid->kind)->level >= TLEVEL_UNARY) text_add_char(p->text, ' ');
  print_at(p, kid, TLEVEL_UNARY);
}

static void print_infix(Printer *p, const Temporal *t, TemporalLevel left, TemporalLevel right)
{
  const char *word = t->kind == TEMPORAL_ASSUMING ? "=>" : temporal_info(t->kind)->word;
  print_at(p, t->kids[0], left);
  text_printf(p->text, " %s ", word);
  print_at(p, t->kids[1], right);
}

static void print_term(Printer *p, const ShapeTerm *t)
{
  if (t->type == SHAPE_VAR) print_at(p, t->formula, TLEVEL_WHOLE);
  else if (t->type == SHAPE_NUM) text_printf(p->text, "%u", t->number);
  else {
    text_add_char(p->text, '(');
    for (uint32_t i = 0; i < t->count; i++) {
      if (i) text_add(p->text, ", ");
      print_at(p, t->items[i], TLEVEL_WHOLE);
    }
    if (t->without) {
      text_add(p->text, " without ");
      print_term(p, t->without);
    }
    text_add_char(p->text, ')');
  }
}

/* Only those of texts without variables are printed. */
static void print_call(Printer *p, const ShapeCall *call)
{
  text_printf(p->text, "%s(", call->name->text);
  for (uint32_t i = 0; i < call->count; i++) {
    if (i) text_add(p->text, ", ");
    print_term(p, call->arguments[i]);
  }
  text_add_char(p->text, ')');
}

static void print_bare(Printer *p, const Temporal *t)
{
  const TemporalInfo *info = temporal_info(t->kind);
  TemporalLevel above = info->level + 1;
  switch (info->form) {
  case TFORM_CONSTANT: text_add(p->text, info->word); break;
  case TFORM_STATE: print_braces(p, t->part); break;
  case TFORM_CHANGE:
    text_printf(p->text, "%s(", info->word);
    print_braces(p, t->part);
    text_add_char(p->text, ')');
    break;
  case TFORM_STEP: print_patterns(p, t, "[", "]"); break;
  case TFORM_PATTERN:
  case TFORM_PATTERNS:
    text_add(p->text, info->word);
    if (t->pattern_count) print_patterns(p, t, "(", ")");
    break;
  case TFORM_PREFIX:
    text_add(p->text, info->word);
    print_operand(p, t->kids[0]);
    break;
  case TFORM_INFIX:
    print_infix(p, t, t->kind == TEMPORAL_EQUIVALENT ? above : info->level, above);
    break;
  case TFORM_ASSUMING: print_infix(p, t, TLEVEL_CHAIN, TLEVEL_WHOLE); break;
  case TFORM_QUANTIFIER:
    text_printf(p->text, "%s%s.(", info->word, t->variable->text);
    print_braces(p, t->part);
    text_add(p->text, t->kind == TEMPORAL_FORALL ? " => " : " & ");
    print_at(p, t->kids[0], TLEVEL_WHOLE);
    text_add_char(p->text, ')');
    break;
  case TFORM_STEP_TO:
    print_patterns(p, t, "EX[", "]");
    print_operand(p, t->kids[0]);
    break;
  case TFORM_EU:
    text_add_char(p->text, 'E');
    print_operand(p, t->kids[0]);
    text_add(p->text, " U");
    print_operand(p, t->kids[1]);
    break;
  case TFORM_CALL: print_call(p, t->call); break;
  case TFORM_VARIABLE: text_add(p->text, t->variable->text); break;
  }
}

static void print_at(Printer *p, const Temporal *t, TemporalLevel level)
{
  if (t->written && t->written->tree) t = t->written->tree;
  bool brackets = temporal_info(t->kind)->level < level;
  if (brackets) text_add_char(p->text, '(');
  print_bare(p, t);
  if (brackets) text_add_char(p->text, ')');
}

void temporal_print(Text *text, const Temporal *t, PrintStyle style)
{
  style.width = 0;
  if (t->written && !t->written->tree) add_written(text, t->written->text);
  else print_at(&(Printer){text, style}, t, TLEVEL_WHOLE);
}

/* ------------------------------------------------------------------ dumping */

static void dump_part(Text *text, const TemporalPart *part)
{
  if (part && part->node && is_complete(part->node)) {
    dump_node(text, part->node);
    return;
  }
  text_add(text, "\"");
  if (part) add_source(text, part);
  text_add(text, "\"");
}

static void dump_pattern(Text *text, const TemporalPattern *pattern)
{
  text_printf(text, " (op %s", pattern->name->text);
  for (uint32_t i = 0; i < pattern->count; i++) {
    text_add_char(text, ' ');
    if (pattern->arguments[i]) dump_part(text, pattern->arguments[i]);
    else text_add_char(text, '_');
  }
  text_add_char(text, ')');
}

void temporal_dump(Text *text, const Temporal *t)
{
  text_printf(text, "(%s", temporal_info(t->kind)->word);
  if (t->variable) text_printf(text, " %s", t->variable->text);
  if (t->part) {
    text_add_char(text, ' ');
    dump_part(text, t->part);
  }
  for (uint32_t i = 0; i < t->pattern_count; i++) dump_pattern(text, t->patterns[i]);
  for (uint32_t i = 0; i < t->count; i++) {
    text_add_char(text, ' ');
    temporal_dump(text, t->kids[i]);
  }
  text_add_char(text, ')');
}
