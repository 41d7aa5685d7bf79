#include "engine/code/show/show_impl.h"

/* Trees of code and of statements. */

static void add_level(Text *out, const Code *code)
{
  if (code->level == LEVEL_CONSTANTS) text_add(out, "constants");
  else if (code->level == LEVEL_STATE) text_add(out, "state");
  else if (code->level == LEVEL_COUNT - 1) text_add(out, "always");
  else text_printf(out, "loop %u", code->level - LEVEL_LOOP + 1);
}

static bool has_parts(const Code *code)
{
  return code->a || code->b || code->count || code->plan || code->lets;
}

static void add_heading(Text *out, const char *word, unsigned margin)
{
  show_margin(out, margin);
  text_printf(out, "%s\n", word);
}

void show_code(Text *out, const Code *code, unsigned margin)
{
  bool memo = code->memo != NULL;
  const Code *shown = memo ? code->a : code; /* a memo stands around what it keeps */
  show_margin(out, margin);
  text_add(out, node_kind_name(shown->node->kind));
  text_add(out, "  [");
  add_level(out, shown);
  if (memo) text_add(out, ", memo");
  if (shown->slow) text_add(out, ", reference interpreter");
  text_add(out, "]");
  if (!has_parts(shown)) {
    text_add(out, "  ");
    show_formula(out, shown->node);
  }
  text_add_char(out, '\n');
  if (shown->plan) {
    add_heading(out, "plan", margin + 2);
    show_plan(out, shown->plan, margin + 4);
  }
  for (uint32_t i = 0; i < lets_count(shown->lets); i++)
    show_code(out, lets_value(shown->lets, i), margin + 2);
  if (shown->a) show_code(out, shown->a, margin + 2);
  if (shown->b) show_code(out, shown->b, margin + 2);
  for (uint32_t i = 0; i < shown->count; i++) show_code(out, shown->kids[i], margin + 2);
}

static void add_statement(Text *out, const Statement *s, unsigned margin)
{
  show_margin(out, margin);
  text_add(out, node_kind_name(s->node->kind));
  if (s->run == statement_straight_loop) text_add(out, "  [one outcome a turn]");
  for (uint32_t i = 0; i < s->target_count; i++)
    if (s->targets[i]->symbol)
      text_printf(out, "%s%s", i ? ", " : "  ", s->targets[i]->symbol->name->text);
  text_add_char(out, '\n');
  if (s->plan) {
    add_heading(out, "plan", margin + 2);
    show_plan(out, s->plan, margin + 4);
  }
  for (uint32_t i = 0; i < lets_count(s->lets); i++)
    show_code(out, lets_value(s->lets, i), margin + 2);
  for (uint32_t i = 0; i < s->code_count; i++) show_code(out, s->codes[i], margin + 2);
  for (uint32_t i = 0; i < s->count; i++) add_statement(out, s->parts[i], margin + 2);
}

void show_routine_code(Text *out, const Routine *routine, unsigned margin)
{
  if (routine->plan) {
    add_heading(out, "plan of the parameters", margin);
    show_plan(out, routine->plan, margin + 2);
  }
  if (routine->guard) {
    add_heading(out, "guard", margin);
    show_code(out, routine->guard, margin + 2);
  }
  add_heading(out, "body", margin);
  add_statement(out, routine->body, margin + 2);
}
