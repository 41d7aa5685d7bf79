#include "csp/eval/evaluator_impl.h"

/* Values as CSP-M text. */

static void print(const Evaluator *, Text *, Datum, unsigned depth);

static void print_all(const Evaluator *e, Text *text, Datum d, const char *open, const char *close,
                      unsigned depth)
{
  text_add(text, open);
  for (uint32_t i = 0; i < datum_count(e->pool, d); i++) {
    if (i) text_add(text, ",");
    print(e, text, datum_part(e->pool, d, i), depth);
  }
  text_add(text, close);
}

static void print_character(Text *text, uint32_t c, char quote)
{
  if (c == '\n') text_add(text, "\\n");
  else if (c == '\t') text_add(text, "\\t");
  else if (c == '\r') text_add(text, "\\r");
  else if (c == '\\' || c == (uint32_t) quote) text_printf(text, "\\%c", (char) c);
  else if (c < 0x80) text_printf(text, "%c", (char) c);
  else if (c < 0x800) text_printf(text, "%c%c", (char) (0xC0 | c >> 6), (char) (0x80 | (c & 63)));
  else
    text_printf(text, "%c%c%c", (char) (0xE0 | c >> 12), (char) (0x80 | (c >> 6 & 63)),
                (char) (0x80 | (c & 63)));
}

static void print_seq(const Evaluator *e, Text *text, Datum d, unsigned depth)
{
  uint32_t count = datum_count(e->pool, d);
  if (!count || !datum_is(datum_part(e->pool, d, 0), DATUM_CHAR)) {
    print_all(e, text, d, "<", ">", depth);
    return;
  }
  text_add(text, "\"");
  for (uint32_t i = 0; i < count; i++)
    print_character(text, datum_number(datum_part(e->pool, d, i)), '"');
  text_add(text, "\"");
}

static void print_map(const Evaluator *e, Text *text, Datum d, unsigned depth)
{
  text_add(text, "(|");
  for (uint32_t i = 0; i < datum_count(e->pool, d); i += 2) {
    text_add(text, i ? ", " : " ");
    print(e, text, datum_part(e->pool, d, i), depth);
    text_add(text, " => ");
    print(e, text, datum_part(e->pool, d, i + 1), depth);
  }
  text_add(text, " |)");
}

static void print_infinite(const Evaluator *e, Text *text, Datum d, unsigned depth)
{
  switch ((InfiniteKind) datum_tag(e->pool, d)) {
  case INFINITE_INTEGERS: text_add(text, "Int"); break;
  case INFINITE_CHARS: text_add(text, "Char"); break;
  case INFINITE_PROCESSES: text_add(text, "Proc"); break;
  case INFINITE_FROM: print_all(e, text, d, "{", "..}", depth); break;
  case INFINITE_SEQ_FROM: print_all(e, text, d, "<", "..>", depth); break;
  case INFINITE_SEQS: print_all(e, text, d, "Seq(", ")", depth); break;
  case INFINITE_SETS: print_all(e, text, d, "Set(", ")", depth); break;
  case INFINITE_MAPS: print_all(e, text, d, "Map(", ")", depth); break;
  case INFINITE_DATATYPE:
    text_add(text, e->resolved->symbols.data[datum_int_of(datum_part(e->pool, d, 0))]->name->text);
    break;
  default: print_all(e, text, d, "(", ")", depth);
  }
}

static void print_function(const Evaluator *e, Text *text, Datum d, unsigned depth)
{
  uint32_t tag = datum_tag(e->pool, d);
  const char *name =
      tag < BUILTIN_COUNT ? builtin_name((CspBuiltin) tag) : evaluator_function_name(e, d);
  text_add(text, name ? name : "a function");
  (void) depth;
}

/* ------------------------------------------------------------------ processes */

/* The text of a suspended process, and the values of its free names: n - 1 -> P [n = 3]. */
static void print_suspended(const Evaluator *e, Text *text, Datum d, unsigned depth)
{
  const Datum *parts = datum_parts(e->pool, d);
  const CspFrame *f = e->frames->frames.data[datum_int_of(parts[0])];
  csp_print(text, f->node);
  const char *before = " [";
  for (uint32_t i = 0; i < f->capture_count; i++) {
    if (!f->captures[i].name) continue;
    text_printf(text, "%s%s = ", before, f->captures[i].name->text);
    print(e, text, parts[1 + i], depth);
    before = ", ";
  }
  if (*before == ',') text_add(text, "]");
}

/* An operand, in brackets unless it is a word. */
static void print_operand(const Evaluator *e, Text *text, Datum d, unsigned depth)
{
  bool named = !datum_same(memo_get(&e->names, d.word), MEMO_ABSENT);
  bool word = datum_is(d, DATUM_PROCESS) && (named || !datum_count(e->pool, d));
  if (!word && datum_is(d, DATUM_PROCESS)) text_add(text, "(");
  print(e, text, d, depth);
  if (!word && datum_is(d, DATUM_PROCESS)) text_add(text, ")");
}

static void print_joined(const Evaluator *e, Text *text, Datum d, uint32_t from, uint32_t step,
                         const char *operator, unsigned depth)
{
  for (uint32_t i = from; i < datum_count(e->pool, d); i += step) {
    if (i > from) text_printf(text, " %s ", operator);
    print_operand(e, text, datum_part(e->pool, d, i), depth);
  }
}

/* name(P): what a function of the script has made. */
static void print_applied(const Evaluator *e, Text *text, Datum d, const char *name, uint32_t i,
                          unsigned depth)
{
  text_printf(text, "%s(", name);
  print(e, text, datum_part(e->pool, d, i), depth);
  text_add(text, ")");
}

/* P(1, 2) or P, if that gave the process; a function of a let has its instance before the
 * arguments. */
static bool print_named(const Evaluator *e, Text *text, Datum d, unsigned depth)
{
  Datum name = memo_get(&e->names, d.word);
  if (datum_is(name, DATUM_INT)) text_add(text, e->named.data[datum_int_of(name)]->text);
  if (!datum_is(name, DATUM_FUNCTION)) return datum_is(name, DATUM_INT);
  const char *before = "(";
  text_add(text, evaluator_function_name(e, name));
  for (uint32_t i = 0; i < datum_count(e->pool, name); i++) {
    Datum argument = datum_part(e->pool, name, i);
    if (datum_is(argument, DATUM_INSTANCE)) continue;
    text_add(text, before);
    print(e, text, argument, depth);
    before = ", ";
  }
  text_add(text, *before == ',' ? ")" : "()");
  return true;
}

static void print_process(const Evaluator *e, Text *text, Datum d, unsigned depth)
{
  if (print_named(e, text, d, depth)) return;
  switch ((TermKind) datum_tag(e->pool, d)) {
  case TERM_STOP: text_add(text, "STOP"); break;
  case TERM_SKIP: text_add(text, "SKIP"); break;
  case TERM_OMEGA: text_add(text, "Ω"); break;
  case TERM_DIV: text_add(text, "DIV"); break;
  case TERM_WRONG: text_add(text, "error"); break;
  case TERM_RUN: print_applied(e, text, d, "RUN", 0, depth); break;
  case TERM_CHAOS: print_applied(e, text, d, "CHAOS", 0, depth); break;
  case TERM_PREFIX:
  case TERM_LATER: print_suspended(e, text, d, depth); break;
  case TERM_EVENT: print_joined(e, text, d, 0, 1, "->", depth); break;
  case TERM_EXTERNAL: print_joined(e, text, d, 0, 1, "[]", depth); break;
  case TERM_INTERNAL: print_joined(e, text, d, 0, 1, "|~|", depth); break;
  case TERM_SLIDING: print_joined(e, text, d, 0, 1, "[>", depth); break;
  case TERM_INTERRUPT: print_joined(e, text, d, 0, 1, "/\\", depth); break;
  case TERM_SEQUENCE: print_joined(e, text, d, 0, 1, ";", depth); break;
  case TERM_HIDE: print_joined(e, text, d, 0, 1, "\\", depth); break;
  case TERM_RENAME:
    print_operand(e, text, datum_part(e->pool, d, 0), depth);
    text_add(text, "[[…]]");
    break;
  case TERM_SHARE:
    print_joined(e, text, d, 1, 1,
                 datum_count(e->pool, datum_part(e->pool, d, 0)) ? "[|…|]" : "|||", depth);
    break;
  case TERM_PARALLEL: print_joined(e, text, d, 1, 2, "[…||…]", depth); break;
  case TERM_LINK: print_joined(e, text, d, 0, 2, "[…<->…]", depth); break;
  case TERM_EXCEPTION: print_joined(e, text, d, 0, 2, "[|…|>", depth); break;
  case TERM_SYNC_CHOICE: print_joined(e, text, d, 1, 1, "[+…+]", depth); break;
  case TERM_SYNC_INTERRUPT: print_joined(e, text, d, 0, 2, "/+…+\\", depth); break;
  case TERM_PRIORITISE:
  case TERM_PRIORITY_ORDER: print_applied(e, text, d, "prioritise", 0, depth); break;
  case TERM_CHASE: print_applied(e, text, d, "chase", 0, depth); break;
  case TERM_COMPRESS: print(e, text, datum_part(e->pool, d, 1), depth); break;
  case TERM_MACHINE: text_add(text, "MACHINE"); break;
  case TERM_KINDS: break;
  }
}

static void print(const Evaluator *e, Text *text, Datum d, unsigned depth)
{
  if (depth > 200) {
    text_add(text, "...");
    return;
  }
  depth++;
  switch (datum_kind(d)) {
  case DATUM_NONE: text_add(text, "no value"); break;
  case DATUM_INT: text_printf(text, "%lld", (long long) datum_int_of(d)); break;
  case DATUM_BOOL: text_add(text, datum_is_true(d) ? "true" : "false"); break;
  case DATUM_CHAR:
    text_add(text, "'");
    print_character(text, datum_number(d), '\'');
    text_add(text, "'");
    break;
  case DATUM_NAME:
    text_add(text, e->resolved->channels_and_constructors.data[datum_number(d)]->name->text);
    break;
  case DATUM_DOT:
    for (uint32_t i = 0; i < datum_count(e->pool, d); i++) {
      if (i) text_add(text, ".");
      print(e, text, datum_part(e->pool, d, i), depth);
    }
    break;
  case DATUM_TUPLE: print_all(e, text, d, "(", ")", depth); break;
  case DATUM_SEQ: print_seq(e, text, d, depth); break;
  case DATUM_SET: print_all(e, text, d, "{", "}", depth); break;
  case DATUM_MAP: print_map(e, text, d, depth); break;
  case DATUM_INFINITE: print_infinite(e, text, d, depth); break;
  case DATUM_FUNCTION: print_function(e, text, d, depth); break;
  case DATUM_INSTANCE: text_add(text, "…"); break;
  case DATUM_PROCESS: print_process(e, text, d, depth); break;
  }
}

void evaluator_print(const Evaluator *e, Text *text, Datum d) { print(e, text, d, 0); }
