#include "cli/command/commands.h"
#include "cli/input.h"
#include "csp/script.h"
#include "report/script_report.h"
#include "report/unit_report.h"
#include "session/script_text.h"
#include "syntax/print.h"

static void add_tree(Cli *cli, const Text *tree)
{
  if (!cli->report.json) text_add(&cli->report.out, text_string(tree));
  else json_object_set_new(cli->report.fields, "tree", json_report_string(text_string(tree)));
}

static ExitCode parse_file(Cli *cli, const Input *input)
{
  const Unit *unit = session_parse(cli->report.session, input->source);
  if (unit->root->name) cli->report.model = unit->root->name->text;
  input_warn_ending(cli, input, unit);
  bool dump = options_given(&cli->options, OPT_DUMP);
  if (cli->report.json) unit_report_fields(&cli->report, unit);
  else if (!dump && !options_given(&cli->options, OPT_QUIET))
    unit_report_summary(&cli->report, unit);
  if (dump && !cli_has_errors(cli)) {
    Text tree = {0};
    dump_unit(&tree, unit);
    add_tree(cli, &tree);
    text_free(&tree);
  }
  return cli_finish(cli, VERDICT_PASS);
}

static ExitCode parse_script(Cli *cli, const Input *input)
{
  const CspNode *script = script_parse(cli->report.session, input->source);
  bool dump = options_given(&cli->options, OPT_DUMP);
  if (cli->report.json) script_report_fields(&cli->report, script);
  else if (!dump && !options_given(&cli->options, OPT_QUIET))
    script_report_summary(&cli->report, script);
  if (dump && !cli_has_errors(cli)) {
    Text tree = {0};
    csp_dump(&tree, script);
    text_add_char(&tree, '\n');
    add_tree(cli, &tree);
    text_free(&tree);
  }
  return cli_finish(cli, VERDICT_PASS);
}

static ExitCode finish_formula(Cli *cli, const char *kind, Text *tree)
{
  bool dump = options_given(&cli->options, OPT_DUMP);
  json_object_set_new(cli->report.fields, "kind", json_string(kind));
  if (!dump && !options_given(&cli->options, OPT_QUIET))
    text_printf(&cli->report.out, "OK %s\n", kind);
  if (tree->len > 0 && tree->data[tree->len - 1] != '\n') text_add_char(tree, '\n');
  if (dump && !cli_has_errors(cli)) add_tree(cli, tree);
  text_free(tree);
  return cli_finish(cli, VERDICT_PASS);
}

/* An expression in the notation of the script; what its names mean is not asked. */
static ExitCode parse_script_expression(Cli *cli, const Input *input)
{
  if (input->kind == FORMULA_SUBST) return cli_usage(cli, "a script has no substitutions");
  CspParseContext context = script_context(cli->report.session);
  Text tree = {0};
  csp_dump(&tree, csp_parse_expression(&context, input->source));
  return finish_formula(cli, "expression", &tree);
}

static ExitCode parse_one_formula(Cli *cli, const Input *input)
{
  const Unit *scope = NULL;
  const char *in = options_text(&cli->options, OPT_IN);
  if (in) {
    const Source *source = input_read_file(cli, in);
    if (!source) return EXIT_CODE_USAGE;
    if (csp_is_source(source)) return parse_script_expression(cli, input);
    scope = session_parse(cli->report.session, source);
  }
  Session *session = cli->report.session;
  Text tree = {0};
  if (input->is_temporal)
    temporal_dump(&tree, session_parse_temporal(session, input->source, input->logic, scope));
  else dump_node(&tree, session_parse_formula(session, input->source, input->kind, scope));
  return finish_formula(cli, input_kind_text(input), &tree);
}

ExitCode command_parse(Cli *cli)
{
  Input input;
  if (!input_open(cli, 0, &input)) return EXIT_CODE_USAGE;
  if (input.is_formula) return parse_one_formula(cli, &input);
  return csp_is_source(input.source) ? parse_script(cli, &input) : parse_file(cli, &input);
}
