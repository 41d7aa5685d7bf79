#include <string.h>

#include "base/nearest.h"
#include "cli/command/commands.h"
#include "cli/input.h"
#include "report/model_text.h"
#include "session/inside.h"
#include "syntax/lexer.h"
#include "syntax/print.h"

/* LINE:COLUMN KIND TEXT, one token per line. */
static bool stage_tokens(Cli *cli, const Input *input, Text *out)
{
  Session *session = cli->report.session;
  TokenList list =
      lex(session_arena(session), session_names(session), session_diags(session), input->source, 0);
  for (uint32_t i = 0; i < list.count; i++) {
    const Token *token = &list.tokens[i];
    Place place = sources_place(session_sources(session), token->span.begin);
    uint32_t length;
    const char *written = sources_text(session_sources(session), token->span, &length);
    text_printf(out, "%u:%u %s", place.line, place.column, token_kind_text(token->kind));
    if (length > 0) text_printf(out, "  %.*s", (int) length, written);
    text_add_char(out, '\n');
  }
  return true;
}

static bool stage_tree(Cli *cli, const Input *input, Text *out)
{
  if (input->is_formula)
    dump_node(out, session_parse_formula(cli->report.session, input->source, input->kind, NULL));
  else dump_unit(out, session_parse(cli->report.session, input->source));
  return true;
}

static bool stage_typed(Cli *cli, const Input *input, Text *out)
{
  if (input->is_formula)
    model_text_typed_node(
        out, session_formula(cli->report.session, NULL, input->source, input->kind)->node);
  else model_text_typed(out, session_load(cli->report.session, input->source));
  return true;
}

static bool stage_model(Cli *cli, const Input *input, Text *out)
{
  model_text_dump(out, session_load(cli->report.session, input->source));
  return true;
}

/* What the evaluators make of it. */
static bool show_inside(Cli *cli, const Input *input, InsideKind kind, Text *out)
{
  Session *session = cli->report.session;
  return input->is_formula ? inside_formula(session, input->source->text, kind, out)
                           : inside_model(session, input->source, kind, out);
}

static bool stage_plan(Cli *cli, const Input *input, Text *out)
{
  return show_inside(cli, input, INSIDE_PLAN, out);
}

static bool stage_code(Cli *cli, const Input *input, Text *out)
{
  return show_inside(cli, input, INSIDE_CODE, out);
}

static bool stage_net(Cli *cli, const Input *input, Text *out)
{
  return show_inside(cli, input, INSIDE_NET, out);
}

static const struct {
  const char *name;
  enum { OF_FILE, OF_VALUE, OF_ANY } of; /* OF_VALUE: also of --expr, --pred; OF_ANY: of --subst */
  bool (*add)(Cli *, const Input *, Text *); /* false: it was refused */
} stages[] = {
    {"tokens", OF_ANY, stage_tokens}, {"tree", OF_ANY, stage_tree},
    {"typed", OF_ANY, stage_typed},   {"model", OF_FILE, stage_model},
    {"plan", OF_VALUE, stage_plan},   {"code", OF_VALUE, stage_code},
    {"net", OF_VALUE, stage_net},
};
enum { STAGE_COUNT = sizeof stages / sizeof *stages };

static ExitCode unknown_stage(Cli *cli, const char *word)
{
  const char *names[STAGE_COUNT + 1] = {0};
  for (size_t i = 0; i < STAGE_COUNT; i++) names[i] = stages[i].name;
  nearest_suggest(&cli->options.hint, word, names);
  if (cli->options.hint.len == 0) text_add(&cli->options.hint, "`probity help dump` lists them");
  return cli_usage(cli, "unknown stage '%s'", word);
}

ExitCode command_dump(Cli *cli)
{
  if (cli_argument_count(cli) == 0) return cli_usage(cli, "dump needs a stage and a file");
  const char *name = cli_argument(cli, 0);
  size_t stage = 0;
  while (stage < STAGE_COUNT && strcmp(stages[stage].name, name) != 0) stage++;
  if (stage == STAGE_COUNT) return unknown_stage(cli, name);
  Input input;
  if (!input_open(cli, 1, &input)) return EXIT_CODE_USAGE;
  if (input.is_formula && stages[stage].of == OF_FILE)
    return cli_usage(cli, "the stage %s needs a file", name);
  if (input.is_formula && stages[stage].of == OF_VALUE && input.kind == FORMULA_SUBST)
    return cli_usage(cli, "the stage %s needs a file, --expr or --pred", name);
  if (!stages[stage].add(cli, &input, &cli->report.out)) return cli_refused_source(cli);
  if (cli->report.out.len > 0 && cli->report.out.data[cli->report.out.len - 1] != '\n')
    text_add_char(&cli->report.out, '\n');
  json_object_set_new(cli->report.fields, "stage", json_string(name));
  json_object_set_new(cli->report.fields, "text",
                      json_report_string(text_string(&cli->report.out)));
  return cli_finish_anyway(cli, VERDICT_PASS);
}
