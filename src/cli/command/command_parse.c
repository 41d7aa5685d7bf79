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

static ExitCode parse_one_formula(Cli *cli, const Input *input)
{
  const Unit *scope = NULL;
  const char *in = options_text(&cli->options, OPT_IN);
  if (in) {
    const Source *source = input_read_file(cli, in);
    if (!source) return EXIT_CODE_USAGE;
    scope = session_parse(cli->report.session, source);
  }
  const Node *node = session_parse_formula(cli->report.session, input->source, input->kind, scope);
  const char *kind = input_kind_text(input->kind);
  bool dump = options_given(&cli->options, OPT_DUMP);
  json_object_set_new(cli->report.fields, "kind", json_string(kind));
  if (!dump && !options_given(&cli->options, OPT_QUIET))
    text_printf(&cli->report.out, "OK %s\n", kind);
  if (dump && !cli_has_errors(cli)) {
    Text tree = {0};
    dump_node(&tree, node);
    if (tree.len > 0 && tree.data[tree.len - 1] != '\n') text_add_char(&tree, '\n');
    add_tree(cli, &tree);
    text_free(&tree);
  }
  return cli_finish(cli, VERDICT_PASS);
}

ExitCode command_parse(Cli *cli)
{
  Input input;
  if (!input_open(cli, 0, &input)) return EXIT_CODE_USAGE;
  if (input.is_formula) return parse_one_formula(cli, &input);
  return csp_is_source(input.source) ? parse_script(cli, &input) : parse_file(cli, &input);
}
