#include "cli/command/commands.h"
#include "cli/input.h"
#include "report/diag_text.h"
#include "syntax/print.h"

/* Descends into descriptions, which wrap what they describe. */
static const Node *described(const Node *node)
{
  while (node && node->kind == NODE_DESCRIBED && node->count > 0) node = node->kids[0];
  return node;
}

static const char *unit_word(const Unit *unit)
{
  switch (unit->root->kind) {
  case NODE_MACHINE: return "machine";
  case NODE_REFINEMENT: return "refinement";
  case NODE_IMPLEMENTATION: return "implementation";
  case NODE_DEFINITION_FILE: return "definition file";
  default: return "text";
  }
}

static uint32_t count_clauses(const Unit *unit)
{
  return unit->root->count > 0 ? unit->root->count - 1 : 0; /* the first child: parameters */
}

static uint32_t count_operations(const Unit *unit)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < unit->root->count; i++) {
    const Node *clause = described(unit->root->kids[i]);
    if (clause->kind == NODE_CL_OPERATIONS || clause->kind == NODE_CL_LOCAL_OPERATIONS)
      count += clause->count;
  }
  return count;
}

static uint32_t count_own_definitions(const Unit *unit)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < unit->definitions.len; i++)
    if (!unit->definitions.data[i]->imported) count++;
  return count;
}

/* OK lift.mch: machine Lift, 7 clauses, 5 operations */
static void add_summary(Cli *cli, const Unit *unit)
{
  text_printf(&cli->report.out, "OK %s: %s", cli->report.file, unit_word(unit));
  if (unit->root->kind == NODE_DEFINITION_FILE) {
    text_add(&cli->report.out, ", ");
    diag_text_count(&cli->report.out, count_own_definitions(unit), "definition");
  } else {
    text_printf(&cli->report.out, " %s, ", cli->report.model ? cli->report.model : "?");
    diag_text_count(&cli->report.out, count_clauses(unit), "clause");
    text_add(&cli->report.out, ", ");
    diag_text_count(&cli->report.out, count_operations(unit), "operation");
  }
  text_add_char(&cli->report.out, '\n');
}

static void add_fields(Cli *cli, const Unit *unit)
{
  json_object_set_new(cli->report.fields, "kind", json_string(unit_word(unit)));
  json_object_set_new(cli->report.fields, "clauses", json_integer(count_clauses(unit)));
  json_object_set_new(cli->report.fields, "operations", json_integer(count_operations(unit)));
  json_object_set_new(cli->report.fields, "definitions", json_integer(count_own_definitions(unit)));
}

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
  if (cli->report.json) add_fields(cli, unit);
  else if (!dump && !options_given(&cli->options, OPT_QUIET)) add_summary(cli, unit);
  if (dump && !cli_has_errors(cli)) {
    Text tree = {0};
    dump_unit(&tree, unit);
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
  return input.is_formula ? parse_one_formula(cli, &input) : parse_file(cli, &input);
}
