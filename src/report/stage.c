#include "report/stage.h"

#include <assert.h>
#include <string.h>

#include "csp/script.h"
#include "csp/syntax/lexer.h"
#include "report/model_text.h"
#include "session/inside.h"
#include "session/script_text.h"
#include "syntax/lexer.h"
#include "syntax/print.h"

static void add_token(Session *session, Text *out, Span span, const char *kind)
{
  Place place = sources_place(session_sources(session), span.begin);
  uint32_t length;
  const char *written = sources_text(session_sources(session), span, &length);
  text_printf(out, "%u:%u %s", place.line, place.column, kind);
  if (length > 0) text_printf(out, "  %.*s", (int) length, written);
  text_add_char(out, '\n');
}

static void script_tokens(Session *session, const Source *source, Text *out)
{
  CspTokens list =
      csp_lex(session_arena(session), session_names(session), session_diags(session), source);
  for (uint32_t i = 0; i < list.count; i++)
    add_token(session, out, list.tokens[i].span, csp_token_text(list.tokens[i].kind));
}

/* LINE:COLUMN KIND TEXT, one token per line. */
static bool stage_tokens(Session *session, const StageInput *input, Text *out)
{
  if (csp_is_source(input->source)) return script_tokens(session, input->source, out), true;
  TokenList list =
      lex(session_arena(session), session_names(session), session_diags(session), input->source, 0);
  for (uint32_t i = 0; i < list.count; i++)
    add_token(session, out, list.tokens[i].span, token_kind_text(list.tokens[i].kind));
  return true;
}

static bool stage_tree(Session *session, const StageInput *input, Text *out)
{
  if (csp_is_source(input->source)) csp_dump(out, script_parse(session, input->source));
  else if (input->is_formula)
    dump_node(out, session_parse_formula(session, input->source, input->kind, NULL));
  else dump_unit(out, session_parse(session, input->source));
  return true;
}

static bool stage_typed(Session *session, const StageInput *input, Text *out)
{
  if (input->is_formula)
    model_text_typed_node(out, session_formula(session, NULL, input->source, input->kind)->node);
  else model_text_typed(out, session_load(session, input->source));
  return true;
}

static bool stage_model(Session *session, const StageInput *input, Text *out)
{
  model_text_dump(out, session_load(session, input->source));
  return true;
}

/* What the evaluators make of it. */
static bool show_inside(Session *session, const StageInput *input, InsideKind kind, Text *out)
{
  return input->is_formula ? inside_formula(session, input->source->text, kind, out)
                           : inside_model(session, input->source, kind, out);
}

static bool stage_plan(Session *session, const StageInput *input, Text *out)
{
  return show_inside(session, input, INSIDE_PLAN, out);
}

static bool stage_code(Session *session, const StageInput *input, Text *out)
{
  return show_inside(session, input, INSIDE_CODE, out);
}

static bool stage_net(Session *session, const StageInput *input, Text *out)
{
  return show_inside(session, input, INSIDE_NET, out);
}

const Stage stage_table[] = {
    {"tokens", STAGE_OF_ANY, stage_tokens}, {"tree", STAGE_OF_ANY, stage_tree},
    {"typed", STAGE_OF_ANY, stage_typed},   {"model", STAGE_OF_FILE, stage_model},
    {"plan", STAGE_OF_VALUE, stage_plan},   {"code", STAGE_OF_VALUE, stage_code},
    {"net", STAGE_OF_VALUE, stage_net},     {0},
};

const Stage *stage_find(const char *name)
{
  for (const Stage *stage = stage_table; stage->name; stage++)
    if (!strcmp(stage->name, name)) return stage;
  return NULL;
}

bool stage_takes(const Stage *stage, const StageInput *input)
{
  if (csp_is_source(input->source)) return stage->add == stage_tokens || stage->add == stage_tree;
  if (!input->is_formula || stage->of == STAGE_OF_ANY) return true;
  return stage->of == STAGE_OF_VALUE && input->kind != FORMULA_SUBST;
}

bool stage_report(Report *report, const Stage *stage, const StageInput *input)
{
  Text *out = &report->out;
  assert(stage_takes(stage, input));
  if (!stage->add(report->session, input, out)) return false;
  if (out->len > 0 && out->data[out->len - 1] != '\n') text_add_char(out, '\n');
  json_object_set_new(report->fields, "stage", json_string(stage->name));
  json_object_set_new(report->fields, "text", json_report_string(text_string(out)));
  return true;
}
