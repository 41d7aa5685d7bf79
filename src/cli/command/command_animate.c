#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command/commands.h"
#include "cli/console/console.h"
#include "cli/output.h"
#include "cli/signals.h"
#include "report/violation.h"
#include "lts/print.h"
#include "lts/words.h"
#include "report/trace.h"

/* How an animation that nobody watches ends. */
typedef struct {
  Console c;
  const LtsPredicate *violated; /* the first, or NULL */
  Text fault;                   /* or an operation that is wrong or not well-defined: why */
  bool claim;                   /* it is wrong */
  uint32_t violated_after;
  VEC(uint32_t) choices; /* for programs: how many steps were enabled before each that was taken */
  const char *cut;       /* why random steps ended early although more were possible, or NULL */
  uint64_t left;         /* so many of them were left */
} Animation;

static bool is_noted(const Animation *a) { return a->violated || a->fault.len; }

static void note_violation(Animation *a)
{
  const Animator *animator = a->c.scene.animator;
  if (is_noted(a)) return;
  a->violated = console_violated(&a->c);
  a->violated_after = animator_steps(animator);
  for (uint32_t i = 0; !is_noted(a) && i < animator->troubles.len; i++) {
    const Trouble *t = &animator->troubles.data[i];
    if (t->kind != TROUBLE_FAULT) continue;
    lts_print_call(&a->fault, animator->lts, t->label, t->arguments, NULL);
    text_printf(&a->fault, ": %s", t->message);
    a->claim = t->claim;
  }
}

/* A random step, or the first one; false: nothing is enabled. */
static bool take_one(Animation *a, bool first)
{
  Scene *scene = &a->c.scene;
  uint32_t enabled = scene->animator->enabled.len;
  if (!enabled) return false;
  if (a->c.cli->report.json) vec_push(&a->choices, enabled);
  if (first) animator_take(scene->animator, 0);
  else scene_step_randomly(scene, &a->c.seed);
  return true;
}

/* --random N or --execute N: from the start, or from where a trace or script has led. */
static void walk(Animation *a, uint64_t count, bool first)
{
  assert(a->c.animates && a->c.scene.animator);
  Console *c = &a->c;
  Animator *animator = c->scene.animator;
  uint32_t from = animator->at;
  console_begin(c);
  while (!animator_running(animator) && take_one(a, first)) continue;
  console_show_steps(c, from);
  note_violation(a);
  uint64_t i = 0;
  for (; i < count && !console_is_over(c) && take_one(a, first); i++) {
    console_show_step(c);
    note_violation(a);
    console_flush_long(c);
    if (c->cli->report.json) text_clear(&c->cli->report.out); /* which has no use for it */
  }
  a->left = count - i;
  if (i == count) return;
  if (signals_interrupted()) a->cut = "the run was interrupted";
  else if (c->scene.bench.engine->full) a->cut = "the memory limit was reached";
  else if (c->scene.bench.engine->expired) a->cut = "the time limit was reached";
  else if (!animator_is_stuck(animator) && animator->troubles.len)
    a->cut = animator->troubles.data[0].message;
}

static bool run_script(Animation *a, const char *path)
{
  Console *c = &a->c;
  FILE *stream = strcmp(path, "-") ? fopen(path, "r") : stdin;
  if (!stream) {
    cli_usage(c->cli, "cannot read %s: %s", path, strerror(errno));
    return false;
  }
  c->script = strcmp(path, "-") ? path : "<stdin>";
  uint32_t from = c->scene.animator->at;
  animator_start(c->scene.animator);
  console_show_steps(c, from);
  console_run(c, stream, true);
  if (stream != stdin) fclose(stream);
  return true;
}

/* Violations on the way count, too. */
static void look_back(Animation *a)
{
  Animator *animator = a->c.scene.animator;
  uint32_t end = animator->at;
  animator_go(animator, 0);
  do note_violation(a);
  while (animator->at < end && !is_noted(a) && !console_is_over(&a->c) &&
         animator_forward(animator));
  animator_go(animator, end);
}

static void add_trace(Animation *a)
{
  const Animator *animator = a->c.scene.animator;
  if (!a->c.cli->report.json) return;
  json_t *trace = json_array();
  bool listed = !options_given(&a->c.cli->options, OPT_NO_STEPS);
  for (uint32_t i = 0; i < animator->at && listed; i++)
    json_array_append_new(trace, trace_step_json(animator->lts, &animator->path.data[i]));
  json_object_set_new(a->c.cli->report.fields, "trace", trace);
  json_object_set_new(a->c.cli->report.fields, "steps", json_integer(animator_steps(animator)));
  json_object_set_new(a->c.cli->report.fields, "enabled", json_integer(animator->enabled.len));
  const Model *model = a->c.scene.system.model;
  if (model)
    json_object_set_new(a->c.cli->report.fields, "properties", json_integer(model->properties.len));
  json_t *choices = json_array();
  for (uint32_t i = 0; i < a->choices.len; i++)
    json_array_append_new(choices, json_integer(a->choices.data[i]));
  if (a->choices.len) json_object_set_new(a->c.cli->report.fields, "choices", choices);
  else json_decref(choices);
}

/* --trace FILE; false: a usage error was reported. */
static bool save_trace(Animation *a)
{
  const char *path = options_text(&a->c.cli->options, OPT_TRACE);
  Text text = {0}, error = {0};
  if (!path) return true;
  console_add_trace(&a->c, &text);
  bool good = cli_write_trace(a->c.cli, path, &text, &error);
  if (!good) cli_usage(a->c.cli, "%s", text_string(&error));
  text_free(&text);
  text_free(&error);
  return good;
}

/* --html FILE; false: a usage error was reported. */
static bool save_page(Animation *a)
{
  const char *path = options_text(&a->c.cli->options, OPT_HTML);
  Text error = {0};
  if (!path) return true;
  console_begin(&a->c);
  bool good = console_write_page(&a->c, path, &error);
  if (!good) cli_usage(a->c.cli, "%s", text_string(&error));
  text_free(&error);
  return good;
}

static void add_violation(const Animation *a, const char *kind, const char *message)
{
  json_t *list = json_array(), *entry = json_object();
  json_object_set_new(entry, "kind", json_string(kind));
  json_object_set_new(entry, "message", json_report_string(message));
  json_object_set_new(entry, "steps", json_integer(a->violated_after));
  json_array_append_new(list, entry);
  json_object_set_new(a->c.cli->report.fields, "violations", list);
}

static void print_violation(const Animation *a, Text *out)
{
  const LtsPredicate *violated = a->violated;
  const char *kind = !violated ? violation_title_of_step(text_string(&a->fault), a->claim)
                     : violated->kind == PREDICATE_ASSERTION ? "assertion"
                                                             : "invariant";
  const char *message = violated ? violated->text : text_string(&a->fault);
  text_printf(out, "FAIL %s after %u step%s (%s)\n", kind, a->violated_after,
              text_plural(a->violated_after), message);
  add_violation(a, violated ? kind : a->claim ? "obligation" : "well-definedness", message);
}

/* There is no set-up of constants, or no initial state. */
static void print_no_start(const Animation *a, Text *out)
{
  const char *message = animator_state(a->c.scene.animator)
                            ? "there is no initial state for these constants"
                            : words_no_start(a->c.scene.system.lts);
  bool setup = !animator_state(a->c.scene.animator) && !a->c.scene.system.lts->unconditional;
  text_printf(out, "FAIL %s\n", message);
  add_violation(a, setup ? "setup" : "initialisation", message);
}

/* Fewer steps than were asked for. */
static void print_cut(const Animation *a, uint32_t steps, Text *out)
{
  text_printf(out, "UNKNOWN %u step%s, but %llu more were requested: %s\n", steps,
              text_plural(steps), (unsigned long long) a->left, a->cut);
  json_array_append_new(json_object_get(a->c.cli->report.fields, "reasons"),
                        json_report_string(a->cut));
}

/* Random steps that ended since nothing is possible any more. */
static void print_early_end(const Animation *a, Text *out)
{
  const char *why = words_stuck(a->c.scene.system.lts);
  text_printf(out, ", but %llu more were requested: %s", (unsigned long long) a->left, why);
  json_array_append_new(json_object_get(a->c.cli->report.fields, "reasons"),
                        json_report_string(why));
}

static ExitCode finish(Animation *a)
{
  Console *c = &a->c;
  Text *out = &c->cli->report.out;
  uint32_t steps = animator_steps(c->scene.animator);
  bool running = animator_running(c->scene.animator);
  Verdict verdict = VERDICT_PASS;
  add_trace(a);
  c->cli->report.incomplete = true; /* one way of many */
  if (c->failed) {
    verdict = c->unsure ? VERDICT_UNKNOWN : VERDICT_FAIL;
    text_printf(out, "%s stopped after %u step%s\n", c->unsure ? "UNKNOWN" : "FAIL", steps,
                text_plural(steps));
  } else if (is_noted(a)) {
    verdict = VERDICT_FAIL;
    print_violation(a, out);
  } else if (!running && animator_is_stuck(c->scene.animator)) {
    verdict = VERDICT_FAIL;
    print_no_start(a, out);
  } else if (!running && !c->scene.animator->enabled.len) {
    verdict = VERDICT_UNKNOWN;
    text_printf(out, "UNKNOWN no initial state was found: %s\n",
                c->scene.animator->troubles.len ? c->scene.animator->troubles.data[0].message : "");
  } else if (a->cut) {
    verdict = VERDICT_UNKNOWN;
    print_cut(a, steps, out);
  } else {
    text_printf(out, "OK %u step%s", steps, text_plural(steps));
    if (a->left) print_early_end(a, out);
    text_add_char(out, '\n');
  }
  return cli_finish_run(c->cli, verdict);
}

/* --replay FILE; false: a usage error was reported. */
static bool replay(Animation *a, const char *path, bool *good)
{
  Text error = {0};
  TraceFile *file = console_read_trace(&a->c, path, &error);
  if (file) *good = console_follow(&a->c, file, path);
  else cli_usage(a->c.cli, "%s", text_string(&error));
  trace_file_free(file);
  text_free(&error);
  return file != NULL;
}

static ExitCode run_unattended(Animation *a)
{
  const Options *o = &a->c.cli->options;
  const char *script = options_text(o, OPT_SCRIPT), *trace = options_text(o, OPT_REPLAY);
  bool random = options_given(o, OPT_RANDOM), execute = options_given(o, OPT_EXECUTE);
  json_object_set_new(a->c.cli->report.fields, "reasons", json_array());
  if (!script && !trace && !random && !execute) script = "-";
  bool good = true;
  if (trace && !replay(a, trace, &good)) return EXIT_CODE_USAGE;
  if (good && random) walk(a, o->values[OPT_RANDOM].number, false);
  if (good && execute) walk(a, o->values[OPT_EXECUTE].number, true);
  if (good && script && !run_script(a, script)) return EXIT_CODE_USAGE;
  if (!a->c.failed && (trace || script)) look_back(a);
  return save_trace(a) && save_page(a) ? finish(a) : EXIT_CODE_USAGE;
}

static ExitCode run_attended(Animation *a)
{
  a->c.live = true;
  animator_start(a->c.scene.animator);
  console_show_steps(&a->c, 0);
  console_flush(&a->c);
  cli_tell_diags(a->c.cli);
  console_run(&a->c, stdin, false);
  return a->c.code;
}

ExitCode command_animate(Cli *cli)
{
  const Options *o = &cli->options;
  if (cli_argument_count(cli) != 1) {
    text_add(&cli->options.hint, cli->command->example);
    return cli_usage(cli, "animate takes one file, but %u were given", cli_argument_count(cli));
  }
  cli->report.file = cli_argument(cli, 0);
  bool unattended = options_given(o, OPT_SCRIPT) || options_given(o, OPT_REPLAY) ||
                    options_given(o, OPT_RANDOM) || options_given(o, OPT_EXECUTE) ||
                    options_given(o, OPT_HTML) || cli->report.json || !isatty(STDIN_FILENO) ||
                    !isatty(STDOUT_FILENO);
  bool from_standard = !options_given(o, OPT_REPLAY) && !options_given(o, OPT_RANDOM) &&
                       !options_given(o, OPT_EXECUTE);
  const char *script = options_text(o, OPT_SCRIPT);
  if (!strcmp(cli->report.file, "-") && (script ? !strcmp(script, "-") : from_standard))
    return cli_usage(cli, "standard input cannot be both the model and the script");
  Animation a = {0};
  ExitCode code;
  if (!console_open(&a.c, cli, cli->report.file, true, &code)) return code;
  const char *visb = options_text(o, OPT_VISB);
  if (visb) own_picture_use(console_own_picture(&a.c), visb);
  code = unattended ? run_unattended(&a) : run_attended(&a);
  console_close(&a.c);
  text_free(&a.fault);
  vec_free(&a.choices);
  return code;
}
