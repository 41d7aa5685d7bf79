#include <string.h>

#include "base/nearest.h"
#include "cli/command/commands.h"
#include "cli/input.h"
#include "report/model_text.h"
#include "syntax/lexer.h"
#include "syntax/print.h"

/* LINE:COLUMN KIND TEXT, one token per line. */
static void stage_tokens(Cli *cli, const Input *input, Text *out)
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
}

static void stage_tree(Cli *cli, const Input *input, Text *out)
{
  if (input->is_formula)
    dump_node(out, session_parse_formula(cli->report.session, input->source, input->kind, NULL));
  else dump_unit(out, session_parse(cli->report.session, input->source));
}

static void stage_typed(Cli *cli, const Input *input, Text *out)
{
  if (input->is_formula)
    model_text_typed_node(
        out, session_formula(cli->report.session, NULL, input->source, input->kind)->node);
  else model_text_typed(out, session_load(cli->report.session, input->source));
}

static void stage_model(Cli *cli, const Input *input, Text *out)
{
  model_text_dump(out, session_load(cli->report.session, input->source));
}

static const struct {
  const char *name;
  bool formulas; /* whether it makes sense for a formula */
  void (*add)(Cli *, const Input *, Text *);
} stages[] = {
    {"tokens", true, stage_tokens},
    {"tree", true, stage_tree},
    {"typed", true, stage_typed},
    {"model", false, stage_model},
};
enum { STAGE_COUNT = sizeof stages / sizeof *stages };

static ExitCode unknown_stage(Cli *cli, const char *word)
{
  const char *names[STAGE_COUNT + 1] = {0};
  for (size_t i = 0; i < STAGE_COUNT; i++) names[i] = stages[i].name;
  nearest_suggest(&cli->options.hint, word, names);
  if (cli->options.hint.len == 0) text_add(&cli->options.hint, "`probity help dump` lists them");
  return cli_usage(cli, "there is no stage '%s'", word);
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
  if (input.is_formula && !stages[stage].formulas)
    return cli_usage(cli, "the stage %s needs a file", name);
  stages[stage].add(cli, &input, &cli->report.out);
  if (cli->report.out.len > 0 && cli->report.out.data[cli->report.out.len - 1] != '\n')
    text_add_char(&cli->report.out, '\n');
  json_object_set_new(cli->report.fields, "stage", json_string(name));
  json_object_set_new(cli->report.fields, "text",
                      json_report_string(text_string(&cli->report.out)));
  return cli_finish_anyway(cli, VERDICT_PASS);
}
