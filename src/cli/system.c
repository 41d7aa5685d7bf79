#include "cli/system.h"

#include <string.h>

#include "cli/engine_options.h"
#include "cli/event_labels.h"
#include "cli/input.h"
#include "cli/limits.h"
#include "cli/signals.h"
#include "eventb/eventb.h"
#include "lts/aut.h"
#include "lts/b_machine.h"

static bool is_aut(const char *path)
{
  size_t length = strlen(path);
  return length > 4 && !strcmp(path + length - 4, ".aut");
}

/* Ends the command with the mistakes in this text. */
static bool wrong_text(Cli *cli, const Source *source, ExitCode *code)
{
  if (!cli->json) cli->file = source->name;
  *code = cli_finish(cli, VERDICT_ERROR);
  return false;
}

/* False if the text has mistakes, or a usage error was reported: then *code is set. */
static bool open_model(Cli *cli, const Source *source, System *system,
                       Engine *make_engine(Cli *, const Model *), ExitCode *code)
{
  system->model = session_load(cli->session, source);
  if (cli_has_errors(cli)) return wrong_text(cli, source, code);
  system->engine = make_engine(cli, system->model);
  *code = EXIT_CODE_USAGE;
  if (!system->engine) return false;
  system->engine->cancelled = signals_interrupted;
  system->lts = b_machine_new(system->engine);
  return true;
}

static bool open_file(Cli *cli, const char *path, System *system,
                      Engine *make_engine(Cli *, const Model *), ExitCode *code)
{
  *code = EXIT_CODE_USAGE;
  const Source *source = is_aut(path) ? input_read_aut(cli, path) : input_read_file(cli, path);
  if (!source) return false;
  if (!is_aut(path)) return open_model(cli, source, system, make_engine, code);
  system->lts = aut_read(source, session_diags(cli->session));
  return !cli_has_errors(cli) || wrong_text(cli, source, code);
}

bool system_open(Cli *cli, const char *path, System *system, ExitCode *code)
{
  *system = (System){0};
  if (open_file(cli, path, system, engine_with_sizes, code)) return true;
  system_close(system);
  return false;
}

static bool open_refined(Cli *cli, Systems *s, ExitCode *code)
{
  const Machine *main = s->impl.model ? s->impl.model->main : NULL;
  if (main && main->refines)
    return open_model(cli, main->refines->unit->source, &s->spec, engine_from_options, code);
  if (main && main->unit->refined) {
    ParseContext *context = session_context(cli->session);
    const Source *source =
        eventb_component_source(context, main->unit->source, main->unit->refined->text);
    if (source) return open_model(cli, source, &s->spec, engine_from_options, code);
  }
  text_add(&cli->options.hint, cli->command->example);
  *code = cli_usage(cli, "%s refines nothing: the specification must be named", cli->file);
  return false;
}

typedef VEC(const char *) Words;

/* A copy that ends with NULL and lives as long as the session. */
static const char *const *keep_words(Cli *cli, Words *words)
{
  const char **list = arena_new_array(session_arena(cli->session), const char *, words->len + 1);
  if (words->len) memcpy(list, words->data, words->len * sizeof *list);
  vec_free(words);
  return list;
}

/* --hide A,B, and new events: those that refine nothing. */
static const char *const *hidden_names(Cli *cli, const Model *model)
{
  Arena *arena = session_arena(cli->session);
  const OptionValue *value = &cli->options.values[OPT_HIDE];
  Words names = {0};
  bool refines = model && model->main && model->main->refines;
  for (uint32_t i = 0; refines && i < model->operations.len; i++) {
    const Operation *op = model->operations.data[i];
    if (op->event && !op->refines) vec_push(&names, op->symbol->name->text);
  }
  for (uint32_t i = 0; i < value->all.len; i++)
    for (const char *at = value->all.data[i]; *at;) {
      size_t length = strcspn(at, ",");
      vec_push(&names, arena_copy(arena, at, length));
      at += length + (at[length] == ',');
    }
  return keep_words(cli, &names);
}

/* --rename A=B, and events that refine one of another name. */
static const char *const *new_names(Cli *cli, const Model *model)
{
  const OptionValue *value = &cli->options.values[OPT_RENAME];
  Words names = {0};
  for (uint32_t i = 0; i < value->all.len; i++) {
    const char *setting = value->all.data[i], *equals = strchr(setting, '=');
    size_t length = (size_t) (equals - setting);
    vec_push(&names, arena_copy(session_arena(cli->session), setting, length));
    vec_push(&names, equals + 1);
  }
  for (uint32_t i = 0; model && i < model->operations.len; i++) {
    const Operation *op = model->operations.data[i];
    if (!op->event || !op->refines) continue;
    vec_push(&names, op->symbol->name->text);
    vec_push(&names, op->refines->symbol->name->text);
  }
  return keep_words(cli, &names);
}

/* Does the first Event-B machine refine the second one? */
static bool are_events(const Systems *s)
{
  const Model *impl = s->impl.model, *spec = s->spec.model;
  return impl && spec && impl->main->unit->eventb && spec->main->unit->eventb &&
         impl->main->unit->refined == spec->main->name;
}

/* Only one side's constants are looked at at a time, so they must be the same. */
static void require_one_setup(Space *space)
{
  if (states_count(space->setups) > 1)
    space_note(space, "several values of the constants are possible: the two machines may "
                      "use different ones");
}

static void open_event_spaces(Cli *cli, Systems *s, SpaceOptions options)
{
  EventLabels labels = event_labels(session_arena(cli->session), s->impl.model, s->spec.model);
  options.renamed = labels.renamed[1];
  options.arguments = labels.arguments[1];
  s->spec_space = space_new(s->spec.lts, s->alphabet, options);
  options.hidden = labels.hidden;
  options.renamed = labels.renamed[0];
  options.arguments = labels.arguments[0];
  s->impl_space = space_new(s->impl.lts, s->alphabet, options);
  require_one_setup(s->spec_space);
}

static bool has_operation(const System *system, const char *name)
{
  Lts *lts = system->lts;
  for (uint32_t i = lts ? lts->first_operation : 0; lts && i < lts->label_count; i++)
    if (space_label_has_name(lts->label_name(lts, i), name)) return true;
  return false;
}

/* A name that stands for nothing would be a silent mistake. */
static bool names_are_known(Cli *cli, const Systems *s, ExitCode *code)
{
  const char *const *hidden = hidden_names(cli, NULL), *const *renamed = new_names(cli, NULL);
  for (; *hidden; hidden++)
    if (!has_operation(&s->impl, *hidden) && !has_operation(&s->spec, *hidden)) {
      *code = cli_usage(cli, "--hide: there is no operation %s", *hidden);
      return false;
    }
  for (; *renamed; renamed += 2)
    if (!has_operation(&s->impl, *renamed)) {
      *code = cli_usage(cli, "--rename: %s has no operation %s", cli->file, *renamed);
      return false;
    }
  return true;
}

static void open_spaces(Cli *cli, Systems *s)
{
  const Options *o = &cli->options;
  double limit = o->values[OPT_TIME_LIMIT].seconds;
  SpaceOptions options = {.hidden = hidden_names(cli, NULL),
                          .max_states = o->values[OPT_MAX_STATES].number,
                          .memory_limit = limits_memory(o),
                          .cancelled = signals_interrupted,
                          .deadline = limit > 0 ? space_now() + limit : 0};
  s->alphabet = alphabet_new();
  bool given = options_given(o, OPT_HIDE) || options_given(o, OPT_RENAME);
  if (are_events(s) && !given) {
    open_event_spaces(cli, s, options);
    return;
  }
  if (s->spec.lts) s->spec_space = space_new(s->spec.lts, s->alphabet, options);
  options.hidden = hidden_names(cli, s->impl.model);
  options.renamed = new_names(cli, s->impl.model);
  s->impl_space = space_new(s->impl.lts, s->alphabet, options);
}

static void note_model(Cli *cli, const Systems *s)
{
  const Machine *main = s->impl.model ? s->impl.model->main : NULL;
  if (main && main->name) cli->model = main->name->text;
}

bool systems_open_one(Cli *cli, Systems *s, ExitCode *code)
{
  *s = (Systems){0};
  if (cli_argument_count(cli) != 1) {
    text_add(&cli->options.hint, cli->command->example);
    *code = cli_usage(cli, "%s takes one file, but %u are given", cli->command->name,
                      cli_argument_count(cli));
    return false;
  }
  cli->file = cli_argument(cli, 0);
  bool good = open_file(cli, cli->file, &s->impl, engine_from_options, code);
  note_model(cli, s);
  if (good) good = names_are_known(cli, s, code);
  if (good) signals_note_interruption();
  if (good) open_spaces(cli, s);
  else systems_close(s);
  return good;
}

bool systems_open(Cli *cli, Systems *s, ExitCode *code)
{
  *s = (Systems){0};
  uint32_t count = cli_argument_count(cli);
  if (count == 0 || count > 2) {
    text_add(&cli->options.hint, cli->command->example);
    *code = cli_usage(cli, "%s takes an implementation and a specification, but %u files are given",
                      cli->command->name, count);
    return false;
  }
  cli->file = cli_argument(cli, 0);
  session_context(cli->session)->level_only = true;
  bool good = open_file(cli, cli->file, &s->impl, engine_from_options, code);
  note_model(cli, s);
  if (good && count == 2)
    good = open_file(cli, cli_argument(cli, 1), &s->spec, engine_from_options, code);
  else if (good) good = open_refined(cli, s, code);
  if (good) good = names_are_known(cli, s, code);
  if (good) signals_note_interruption();
  if (good) open_spaces(cli, s);
  else systems_close(s);
  return good;
}

void system_close(System *system)
{
  if (system->lts) system->lts->free(system->lts);
  engine_free(system->engine);
  *system = (System){0};
}

void systems_close(Systems *s)
{
  space_free(s->impl_space);
  space_free(s->spec_space);
  alphabet_free(s->alphabet);
  system_close(&s->impl);
  system_close(&s->spec);
  *s = (Systems){0};
}

static bool has_set(const Model *model, const Name *name)
{
  for (uint32_t i = 0; model && i < model->sets.len; i++)
    if (model->sets.data[i]->name == name) return true;
  return false;
}

/* Sets that the other model has, too, are left to it. */
static const char *add_sizes(Text *text, const System *system, const Model *other,
                             const char *before)
{
  for (uint32_t i = 0; system->model && i < system->model->sets.len; i++) {
    const Symbol *set = system->model->sets.data[i];
    if (set->enumerated || has_set(other, set->name)) continue;
    const Shape *shape = engine_element_shape(system->engine, set->type);
    text_printf(text, "%s%s=%llu", before, set->name->text, (unsigned long long) shape->size);
    before = ", ";
  }
  return before;
}

void systems_add_scope(Cli *cli, const Systems *s)
{
  const char *before = add_sizes(&cli->out, &s->impl, NULL, " for ");
  add_sizes(&cli->out, &s->spec, s->impl.model, before);
  text_printf(&cli->out, ", %.2f s", cli_seconds(cli));
}

ExitCode systems_finish(Cli *cli, Verdict verdict)
{
  ExitCode code = cli_finish(cli, verdict);
  return signals_interrupted() ? EXIT_CODE_INTERRUPTED : code;
}

static const char *add_reasons(json_t *list, const Space *space, const char *side, Arena *arena)
{
  const char *first = NULL;
  for (uint32_t i = 0; space && i < space->reasons.len; i++) {
    const char *text = arena_printf(arena, "%s%s", side, space->reasons.data[i]);
    json_array_append_new(list, json_report_string(text));
    if (!first) first = text;
  }
  return first;
}

const char *systems_add_reasons(Cli *cli, const Systems *s)
{
  Arena *arena = session_arena(cli->session);
  json_t *list = json_array();
  const char *first =
      add_reasons(list, s->impl_space, s->spec_space ? "implementation: " : "", arena);
  const char *second = add_reasons(list, s->spec_space, "specification: ", arena);
  json_object_set_new(cli->fields, "reasons", list);
  cli->incomplete = !s->impl_space->complete || (s->spec_space && !s->spec_space->complete);
  return first ? first : second;
}

static void add_warnings(Cli *cli, const Engine *engine)
{
  Diags *diags = session_diags(cli->session);
  for (uint32_t i = 0; engine && i < engine->warnings.len; i++) {
    const Warning *w = &engine->warnings.data[i];
    Diag *d = diag_warning(diags, w->span, "not-well-defined", "%s", w->message);
    if (*w->example) diag_hint(diags, d, "so %s is no solution", w->example);
  }
}

void systems_add_warnings(Cli *cli, const Systems *s)
{
  add_warnings(cli, s->impl.engine);
  add_warnings(cli, s->spec.engine);
}
