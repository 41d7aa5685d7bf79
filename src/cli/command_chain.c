#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check_report.h"
#include "cli/given_constants.h"
#include "cli/implied_sizes.h"
#include "cli/input.h"
#include "cli/limits.h"
#include "cli/signals.h"
#include "cli/violation.h"
#include "eventb/eventb.h"
#include "lts/b_machine.h"
#include "search/explore.h"

/* A machine of classical B with all its refinements, step by step. */

typedef struct {
  const Source *source;
  const Name *name, *refines; /* refines is NULL: the first one */
  Model *model;               /* NULL: its text is wrong */
  Verdict verdict;
  bool complete;
  uint64_t states, transitions;
  const char *words; /* what was established, or what is wrong */
} Step;

typedef VEC(Step) Steps;
typedef VEC(char *) Paths;

/* ------------------------------------------------------------- the files */

/* What the file declares and refines; false if it is no machine that can be read. */
static bool look_at(Cli *cli, const Source *source, Step *step)
{
  Diags *diags = session_diags(cli->session);
  uint32_t mark = diags_mark(diags);
  const Unit *unit = session_parse(cli->session, source);
  const Node *clause = unit_clause(unit, NODE_CL_REFINES);
  diags_release(diags, mark);
  if (!unit->root->name) return false;
  *step = (Step){.source = source, .name = unit->root->name};
  const Node *ref = clause && clause->count ? clause->kids[0] : NULL;
  while (ref && ref->kind == NODE_FILE_PRAGMA) ref = ref->kids[0];
  if (ref) step->refines = ref->name;
  return true;
}

static bool is_known(const Steps *steps, const Name *name)
{
  for (uint32_t i = 0; i < steps->len; i++)
    if (steps->data[i].name == name) return true;
  return false;
}

enum { LONGEST_CHAIN = 100 }; /* a longer one goes in a circle */

/* The machine and what it refines, the most abstract one first.  What is not found, and circles,
 * are reported when the machine is loaded. */
static void add_refined(Cli *cli, const Step *last, uint32_t depth, Steps *steps)
{
  Step above;
  const char *error, *hint;
  Files *files = session_context(cli->session)->files;
  const Source *source = last->refines ? files_find_machine(files, last->refines->text,
                                                            last->source, NULL, 0, &error, &hint)
                                       : NULL;
  if (source && depth < LONGEST_CHAIN && look_at(cli, source, &above) &&
      above.name == last->refines && above.name != last->name)
    add_refined(cli, &above, depth + 1, steps);
  if (!is_known(steps, last->name)) vec_push(steps, *last);
}

static int by_text(const void *a, const void *b)
{
  return strcmp(*(char *const *) a, *(char *const *) b);
}

/* The refinements and implementations beside the file, in the order of their names. */
static void list_beside(const char *path, Paths *paths)
{
  const char *slash = strrchr(path, '/');
  Text folder = {0};
  if (slash) text_add_bytes(&folder, path, (size_t) (slash - path) + 1);
  DIR *open = opendir(folder.len ? folder.data : ".");
  for (struct dirent *entry; open && (entry = readdir(open));) {
    const char *dot = strrchr(entry->d_name, '.');
    if (!dot || (strcmp(dot, ".ref") != 0 && strcmp(dot, ".imp") != 0)) continue;
    Text whole = {0};
    text_printf(&whole, "%s%s", text_string(&folder), entry->d_name);
    vec_push(paths, whole.data);
  }
  if (open) closedir(open);
  if (paths->len) qsort(paths->data, paths->len, sizeof *paths->data, by_text);
  text_free(&folder);
}

/* Those that refine the last machine, or one that was added for it. */
static void add_refining(Cli *cli, const char *path, Steps *steps)
{
  Paths paths = {0};
  Steps found = {0};
  const char *error;
  list_beside(path, &paths);
  for (uint32_t i = 0; i < paths.len; i++) {
    Step step;
    const Source *source = session_read(cli->session, paths.data[i], &error);
    if (source && look_at(cli, source, &step) && step.refines) vec_push(&found, step);
    free(paths.data[i]);
  }
  for (uint32_t i = steps->len - 1; i < steps->len; i++)
    for (uint32_t k = 0; k < found.len; k++)
      if (found.data[k].refines == steps->data[i].name && !is_known(steps, found.data[k].name))
        vec_push(steps, found.data[k]);
  vec_free(&found);
  vec_free(&paths);
}

/* ------------------------------------------------------------- one step */

static uint32_t gluing_conjuncts(const Model *model)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < model->invariants.len; i++)
    count += model->invariants.data[i].gluing && model->invariants.data[i].machine == model->main;
  return count;
}

static void judge(Step *step, const Checked *c)
{
  const Model *model = c->engine->model;
  const Exploration *x = c->x;
  Text words = {0};
  step->states = x->states;
  step->transitions = x->transitions;
  step->complete = x->complete;
  step->verdict = x->violations.len ? VERDICT_FAIL : x->complete ? VERDICT_PASS : VERDICT_UNKNOWN;
  uint32_t count = gluing_conjuncts(model);
  if (x->violations.len)
    text_printf(&words, "%s: %s", violation_title(&x->violations.data[0]),
                x->violations.data[0].message);
  else if (!x->complete)
    text_printf(&words, "not complete: %s", x->reasons.len ? x->reasons.data[0] : "it was stopped");
  else if (step->refines)
    text_printf(&words, "invariant; refines %s: preconditions, results, %u gluing conjunct%s",
                step->refines->text, count, count == 1 ? "" : "s");
  else text_add(&words, "invariant");
  if (step->verdict == VERDICT_PASS) check_add_scope(c, &words);
  step->words = arena_copy(session_arena(c->cli->session), text_string(&words), words.len);
  text_free(&words);
}

static void load(Cli *cli, Step *step)
{
  uint32_t errors = diags_errors(session_diags(cli->session));
  step->model = session_load_chain(cli->session, step->source);
  bool wrong = diags_errors(session_diags(cli->session)) != errors;
  if (wrong) step->model = NULL;
  step->verdict = wrong ? VERDICT_ERROR : VERDICT_UNKNOWN;
  step->words = wrong ? "the text is wrong" : "not reached";
}

/* Loads all, so that what --let says is known to be about one of them.  False: *code is what the
 * command ends with. */
static bool load_all(Cli *cli, Steps *steps, ExitCode *code)
{
  const Model **models = arena_new_array(session_arena(cli->session), const Model *, steps->len);
  for (uint32_t i = 0; i < steps->len; i++) {
    load(cli, &steps->data[i]);
    models[i] = steps->data[i].model;
  }
  *code = EXIT_CODE_USAGE;
  if (!constants_known(cli, models, steps->len)) return false;
  for (uint32_t i = 0; i < steps->len; i++) {
    if (!steps->data[i].model || constants_give(cli, steps->data[i].model, true)) continue;
    *code = cli_finish(cli, VERDICT_ERROR);
    return false;
  }
  return true;
}

/* False: a usage error was reported. */
static bool check_step(Cli *cli, Step *step)
{
  const Options *o = &cli->options;
  if (!step->model) return true;
  Engine *engine = implied_sizes_engine(cli, step->model);
  if (!engine) return false;
  engine->options.cancelled = signals_interrupted;
  BMachine *machine = b_machine_new(engine);
  Lts *lts = b_machine_lts(machine);
  ExploreOptions options = {.invariant = true,
                            .assertions = true,
                            .max_states = o->values[OPT_MAX_STATES].number,
                            .time_limit = o->values[OPT_TIME_LIMIT].seconds,
                            .memory_limit = limits_memory(o),
                            .cancelled = signals_interrupted};
  Exploration *x = explore(lts, options);
  judge(step, &(Checked){.cli = cli, .lts = lts, .machine = machine, .engine = engine, .x = x});
  exploration_free(x);
  lts->free(lts);
  engine_free(engine);
  return true;
}

/* --------------------------------------------------------------- the table */

static const char *const verdict_words[] = {[VERDICT_PASS] = "PASS",
                                            [VERDICT_FAIL] = "FAIL",
                                            [VERDICT_UNKNOWN] = "UNKNOWN",
                                            [VERDICT_ERROR] = "ERROR"};

static int severity(Verdict v)
{
  return v == VERDICT_ERROR ? 3 : v == VERDICT_FAIL ? 2 : v == VERDICT_UNKNOWN ? 1 : 0;
}

static Verdict worst(const Steps *steps)
{
  Verdict all = VERDICT_PASS;
  for (uint32_t i = 0; i < steps->len; i++)
    if (severity(steps->data[i].verdict) > severity(all)) all = steps->data[i].verdict;
  return all;
}

static void add_row(Cli *cli, const Step *step, int width)
{
  text_printf(&cli->out, "%-*s  %-7s %10llu %12llu  %s\n", width, step->name->text,
              verdict_words[step->verdict], (unsigned long long) step->states,
              (unsigned long long) step->transitions, step->words);
}

static json_t *row_json(const Step *step)
{
  static const char *const words[] = {[VERDICT_PASS] = "pass",
                                      [VERDICT_FAIL] = "fail",
                                      [VERDICT_UNKNOWN] = "unknown",
                                      [VERDICT_ERROR] = "error"};
  json_t *row = json_object();
  json_object_set_new(row, "model", json_report_string(step->name->text));
  json_object_set_new(row, "file", json_report_string(step->source->name));
  json_object_set_new(row, "refines",
                      step->refines ? json_report_string(step->refines->text) : json_null());
  json_object_set_new(row, "verdict", json_string(words[step->verdict]));
  json_object_set_new(row, "states", json_integer((json_int_t) step->states));
  json_object_set_new(row, "transitions", json_integer((json_int_t) step->transitions));
  json_object_set_new(row, "message", json_report_string(step->words));
  json_object_set_new(row, "complete", json_boolean(step->complete));
  return row;
}

/* FAIL 5 machines: 2 FAIL, 3 PASS */
static void add_summary(Cli *cli, const Steps *steps, Verdict all)
{
  static const Verdict order[] = {VERDICT_ERROR, VERDICT_FAIL, VERDICT_UNKNOWN, VERDICT_PASS};
  text_printf(&cli->out, "%s %u machine%s", verdict_words[all], steps->len,
              steps->len == 1 ? "" : "s");
  const char *before = ": ";
  for (unsigned k = 0; k < sizeof order / sizeof *order; k++) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < steps->len; i++) count += steps->data[i].verdict == order[k];
    if (!count) continue;
    text_printf(&cli->out, "%s%u %s", before, count, verdict_words[order[k]]);
    before = ", ";
  }
  text_printf(&cli->out, ", %.2f s\n", cli_seconds(cli));
}

/* Which command shows the trace of a step that fails. */
static void add_commands(Cli *cli, const Steps *steps)
{
  const OptionValue *lets = &cli->options.values[OPT_LET];
  for (uint32_t i = 0; i < steps->len; i++) {
    const Step *step = &steps->data[i];
    if (step->verdict != VERDICT_FAIL) continue;
    text_printf(&cli->out, "how %s fails: probity check --no-deadlock %s", step->name->text,
                strcmp(step->source->name, "<stdin>") ? step->source->name : "-");
    for (uint32_t k = 0; k < lets->all.len; k++)
      text_printf(&cli->out, " --let %s", lets->all.data[k]);
    text_add_char(&cli->out, '\n');
  }
}

static ExitCode report(Cli *cli, const Steps *steps)
{
  int width = 7;
  bool complete = true;
  json_t *rows = json_array();
  Verdict verdict = worst(steps);
  for (uint32_t i = 0; i < steps->len; i++)
    if ((int) steps->data[i].name->len > width) width = (int) steps->data[i].name->len;
  text_printf(&cli->out, "%-*s  %-7s %10s %12s\n", width, "machine", "verdict", "states",
              "transitions");
  for (uint32_t i = 0; i < steps->len; i++) {
    add_row(cli, &steps->data[i], width);
    json_array_append_new(rows, row_json(&steps->data[i]));
    complete &= steps->data[i].complete;
  }
  json_object_set_new(cli->fields, "steps", rows);
  cli->incomplete = !complete;
  add_commands(cli, steps);
  add_summary(cli, steps, verdict);
  ExitCode code = cli_finish_anyway(cli, verdict);
  return signals_interrupted() ? EXIT_CODE_INTERRUPTED : code;
}

ExitCode command_chain(Cli *cli)
{
  Input input;
  Step last;
  Steps steps = {0};
  if (!input_open(cli, 0, &input)) return EXIT_CODE_USAGE;
  if (input.is_formula || eventb_is_source(input.source) || !look_at(cli, input.source, &last)) {
    text_add(&cli->options.hint, cli->command->example);
    return cli_usage(cli, "chain is for machines of classical B");
  }
  cli->model = last.name->text;
  add_refined(cli, &last, 0, &steps);
  add_refining(cli, input.path ? input.path : "", &steps); /* standard input: beside us */
  signals_note_interruption();
  ExitCode code;
  bool good = load_all(cli, &steps, &code);
  for (uint32_t i = 0; i < steps.len && good && !signals_interrupted(); i++)
    if (!check_step(cli, &steps.data[i])) good = false, code = EXIT_CODE_USAGE;
  if (good) code = report(cli, &steps);
  vec_free(&steps);
  return code;
}
