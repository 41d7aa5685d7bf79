#include "cli/system.h"

#include <string.h>

#include "compare/seen.h"
#include "base/clock.h"
#include "cli/correspondence.h"
#include "cli/engine_options.h"
#include "cli/implied_sizes.h"
#include "cli/given_constants.h"
#include "cli/input.h"
#include "cli/limits.h"
#include "cli/model_settings.h"
#include "cli/signals.h"
#include "cli/unbounded.h"
#include "cli/views.h"
#include "engine/set_size.h"
#include "engine/symmetry.h"
#include "eventb/eventb.h"
#include "lts/aut.h"
#include "lts/b_machine.h"
#include "lts/print.h"
#include "report/trace.h"
#include "model/chain.h"

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

typedef Engine *MakeEngine(Cli *, const Model *);

/* False if the text has mistakes, or a usage error was reported: then *code is set.
 * `level` tells which machine of a chain of Event-B is meant. */
static bool open_model(Cli *cli, const Source *source, System *system, MakeEngine *make_engine,
                       EventbLevel level, ExitCode *code)
{
  bool chain = system->whole && !options_given(&cli->options, OPT_ALONE);
  ModelLevels levels = {.chain = chain, .eventb = level};
  system->model = session_load_levels(cli->session, source, levels);
  if (cli_has_errors(cli)) return wrong_text(cli, source, code);
  if (make_engine == engine_of_side) chain_type_parameters(system->model);
  *code = EXIT_CODE_USAGE;
  if (!constants_give(cli, system->model, make_engine == engine_of_side))
    return cli_has_errors(cli) && wrong_text(cli, source, code);
  model_settings_warn(cli, system->model);
  system->engine = make_engine(cli, system->model);
  if (!system->engine) return false;
  system->engine->options.cancelled = signals_interrupted;
  system->machine = b_machine_new(system->engine);
  system->lts = b_machine_lts(system->machine);
  return true;
}

static bool open_file(Cli *cli, const char *path, System *system, MakeEngine *make_engine,
                      EventbLevel level, ExitCode *code)
{
  *code = EXIT_CODE_USAGE;
  const Source *source = is_aut(path) ? input_read_aut(cli, path) : input_read_file(cli, path);
  if (!source) return false;
  if (!is_aut(path)) return open_model(cli, source, system, make_engine, level, code);
  system->lts = aut_read(source, session_diags(cli->session));
  return !cli_has_errors(cli) || wrong_text(cli, source, code);
}

bool system_open(Cli *cli, const char *path, System *system, ExitCode *code)
{
  *system = (System){.whole = true};
  if (open_file(cli, path, system, implied_sizes_engine, EVENTB_LEVEL_ALL, code)) return true;
  system_close(system);
  return false;
}

bool system_is_refinement(Cli *cli)
{
  const char *path = cli_argument_count(cli) ? cli_argument(cli, 0) : ".aut";
  const char *error;
  const Source *source = is_aut(path) ? NULL : session_read(cli->session, path, &error);
  if (!source || eventb_is_source(source)) return false;
  uint32_t mark = diags_mark(session_diags(cli->session));
  const Unit *unit = session_parse(cli->session, source);
  diags_release(session_diags(cli->session), mark);
  return unit_clause(unit, NODE_CL_REFINES);
}

/* A specification that is named must be what is refined. */
static bool is_refined(Cli *cli, const Model *model, ExitCode *code)
{
  if (cli_argument_count(cli) < 2) return true;
  const Source *source = input_read_file(cli, cli_argument(cli, 1));
  *code = EXIT_CODE_USAGE;
  if (!source) return false;
  const Unit *unit = session_parse(cli->session, source);
  if (unit->root->name == model->main->refines->name) return true;
  *code = cli_usage(cli, "%s does not refine %s", model->main->name->text, cli_argument(cli, 1));
  return false;
}

bool system_open_chain(Cli *cli, System *system, ExitCode *code)
{
  *system = (System){0};
  *code = EXIT_CODE_USAGE;
  if (!system_is_refinement(cli) || cli_argument_count(cli) > 2) {
    text_add(&cli->options.hint, cli->command->example);
    *code = cli_usage(cli, "this is for a refinement of classical B and what it refines");
    return false;
  }
  cli->file = cli_argument(cli, 0);
  if (!system_open(cli, cli->file, system, code)) return false;
  cli->model = system->model->main->name->text;
  if (is_refined(cli, system->model, code)) return true;
  system_close(system);
  return false;
}

static bool open_refined(Cli *cli, Systems *s, ExitCode *code)
{
  const Machine *main = s->impl.model ? s->impl.model->main : NULL;
  if (main && main->refines)
    return open_model(cli, main->refines->unit->source, &s->spec, engine_of_side, EVENTB_LEVEL_ALL,
                      code);
  if (main && main->unit->refines)
    return open_model(cli, main->unit->source, &s->spec, engine_of_side, EVENTB_LEVEL_REFINED,
                      code);
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

/* --hide A,B */
static const char *const *hidden_names(Cli *cli)
{
  Arena *arena = session_arena(cli->session);
  const OptionValue *value = &cli->options.values[OPT_HIDE];
  Words names = {0};
  for (uint32_t i = 0; i < value->all.len; i++)
    for (const char *at = value->all.data[i]; *at;) {
      size_t length = strcspn(at, ",");
      vec_push(&names, arena_copy(arena, at, length));
      at += length + (at[length] == ',');
    }
  return keep_words(cli, &names);
}

/* --rename A=B */
static const char *const *new_names(Cli *cli)
{
  const OptionValue *value = &cli->options.values[OPT_RENAME];
  Words names = {0};
  for (uint32_t i = 0; i < value->all.len; i++) {
    const char *setting = value->all.data[i], *equals = strchr(setting, '=');
    size_t length = (size_t) (equals - setting);
    vec_push(&names, arena_copy(session_arena(cli->session), setting, length));
    vec_push(&names, equals + 1);
  }
  return keep_words(cli, &names);
}

static const Symbol *set_named(const Model *model, const Name *name)
{
  for (uint32_t i = 0; i < model->sets.len; i++)
    if (model->sets.data[i]->name == name) return model->sets.data[i];
  return NULL;
}

/* Of constants that differ only by names of elements of deferred sets, one setting is enough
 * for the implementation; the specification must have all, or the same.  Beside (or in) a
 * file of transitions the names of elements are only texts: then all settings count. */
static void share_setups(const Systems *s)
{
  if (s->impl.model && s->spec.model)
    s->spec.engine->options.every_setup = !symmetry_agrees(s->impl.engine, s->spec.engine);
  else if (s->impl.model) s->impl.engine->options.every_setup = true;
  else if (s->spec.model) s->spec.engine->options.every_setup = true;
}

/* MININT and MAXINT that one model says are those of both. */
static void share_bounds(Cli *cli, const Systems *s)
{
  if (!s->impl.model || !s->spec.model) return;
  if (!engine_share_bounds(s->impl.engine, s->spec.engine))
    diag_warning(session_diags(cli->session), SPAN_NONE, "bounds",
                 "the models have different preferences for MAXINT or MININT");
}

/* Gives a deferred set of both models the same size: what one of them says. */
static bool share_size(const Systems *s, const Symbol *set, const Symbol *other)
{
  SetSize mine = set_size(s->impl.engine, set), its = set_size(s->spec.engine, other);
  if (!mine.guessed && !its.guessed && mine.size != its.size) return false;
  bool take_its = mine.guessed && (!its.guessed || its.size > mine.size);
  uint64_t size = take_its ? its.size : mine.size;
  return engine_set_size(s->impl.engine, set, size) && engine_set_size(s->spec.engine, other, size);
}

/* Sets of both models must have the same elements.  NULL, or what is wrong with one. */
static const char *share_sets(Cli *cli, const Systems *s)
{
  if (!s->impl.model || !s->spec.model) return NULL;
  Arena *arena = session_arena(cli->session);
  const char *wrong = NULL;
  for (uint32_t i = 0; i < s->impl.model->sets.len; i++) {
    const Symbol *set = s->impl.model->sets.data[i];
    const Symbol *other = set_named(s->spec.model, set->name);
    if (!other || (set->enumerated && other->enumerated)) continue;
    if (set->enumerated || other->enumerated)
      wrong =
          arena_printf(arena, "the set %s is listed in one of the models only", set->name->text);
    else if (!share_size(s, set, other))
      wrong = arena_printf(arena, "the set %s has another size here", set->name->text);
  }
  return wrong;
}

/* The style of values for people; texts that are compared do not have it. */
static FormatStyle shown_style(const Cli *cli, const System *system)
{
  FormatStyle compared = system->lts->style;
  if (system->machine) b_machine_show(system->machine, cli->json);
  FormatStyle shown = system->lts->style;
  system->lts->style = compared;
  return shown;
}

void system_print_state(Text *text, const Space *space, const Value *row, const Value *before)
{
  FormatStyle compared = space->lts->style;
  space->lts->style = space->shown;
  trace_print_state(text, space->lts, row, before);
  space->lts->style = compared;
}

void system_print_transition(Text *text, const Space *space, const Transition *t)
{
  FormatStyle compared = space->lts->style;
  Lts *lts = space->lts;
  uint32_t results, count = lts->label_arguments(lts, t->label, &results);
  uint32_t own = seen_own_arguments(space, t->label);
  lts->style = space->shown;
  if (own == count) lts_print_transition(text, lts, t, NULL);
  else text_add(text, lts->label_name(lts, t->label));
  for (uint32_t i = 0; own < count && i < own; i++) {
    text_add(text, i ? "," : "(");
    lts->print_argument(lts, text, t->label, i, t->arguments[i]);
    if (i + 1 == own) text_add_char(text, ')');
  }
  lts->style = compared;
}

static void open_spaces(Cli *cli, Systems *s)
{
  const Options *o = &cli->options;
  double limit = o->values[OPT_TIME_LIMIT].seconds;
  SpaceOptions options = {.hidden = hidden_names(cli),
                          .max_states = o->values[OPT_MAX_STATES].number,
                          .memory_limit = limits_memory(o),
                          .cancelled = signals_interrupted,
                          .deadline = limit > 0 ? clock_seconds() + limit : 0};
  s->alphabet = alphabet_new();
  share_bounds(cli, s);
  if (s->spec.lts) implied_sizes_take(cli, s->impl.engine, s->spec.engine);
  const char *wrong = share_sets(cli, s);
  share_setups(s);
  if (s->spec.lts) s->spec_space = space_new(s->spec.lts, s->alphabet, options);
  if (wrong) space_doubt(s->spec_space, wrong);
  options.renamed = new_names(cli);
  options.views = views_find(session_arena(cli->session), s->impl.model, s->spec.model,
                             s->spec_space, options.renamed, &options.view_count);
  s->impl_space = space_new(s->impl.lts, s->alphabet, options);
  s->impl_space->shown = shown_style(cli, &s->impl);
  if (s->spec_space) s->spec_space->shown = shown_style(cli, &s->spec);
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
  s->impl.whole = true;
  bool good = open_file(cli, cli->file, &s->impl, implied_sizes_engine, EVENTB_LEVEL_ALL, code);
  note_model(cli, s);
  if (good) good = correspondence_check(cli, s, hidden_names(cli), new_names(cli), code);
  if (good) signals_note_interruption();
  if (good) open_spaces(cli, s);
  else systems_close(s);
  return good;
}

static const Name *refined_by(const System *system)
{
  return system->model ? system->model->main->unit->refines : NULL;
}

/* A machine of Event-B that is compared with another model than the one it refines has no
 * parameters but its own. */
static bool open_again(Cli *cli, Systems *s, ExitCode *code)
{
  const Name *refined = refined_by(&s->impl);
  if (!refined || !s->spec.model || s->spec.model->main->name == refined) return true;
  system_close(&s->impl);
  return open_file(cli, cli->file, &s->impl, engine_of_side, EVENTB_LEVEL_OWN, code);
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
  bool good = open_file(cli, cli->file, &s->impl, engine_of_side, EVENTB_LEVEL_REFINING, code);
  note_model(cli, s);
  if (good && count == 2)
    good = open_file(cli, cli_argument(cli, 1), &s->spec, engine_of_side, EVENTB_LEVEL_OWN, code) &&
           open_again(cli, s, code);
  else if (good) good = open_refined(cli, s, code);
  if (good) good = correspondence_check(cli, s, hidden_names(cli), new_names(cli), code);
  if (good) signals_note_interruption();
  if (good) open_spaces(cli, s);
  else systems_close(s);
  if (good) correspondence_warn(cli, s);
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

bool systems_are_refinement(const Systems *s)
{
  const Model *impl = s->impl.model, *spec = s->spec.model;
  return impl && spec && impl->main->refines && impl->main->refines->name == spec->main->name;
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
  before = add_sizes(&cli->out, &s->spec, s->impl.model, before);
  constants_add_given(cli, &cli->out, before);
  text_printf(&cli->out, ", %.2f s", cli_seconds(cli));
}

ExitCode systems_finish(Cli *cli, Verdict verdict)
{
  ExitCode code = cli_finish(cli, verdict);
  return signals_interrupted() ? EXIT_CODE_INTERRUPTED : code;
}

static UnboundedNames unbounded_names(Cli *cli, const System *system, const Space *space)
{
  return (UnboundedNames){.cli = cli,
                          .engine = system->engine,
                          .reasons = space->reasons.data,
                          .reason_count = space->reasons.len,
                          .does = "compares them",
                          .lts = space->lts,
                          .row = space->initial.len ? states_row(space->states, 0) : NULL};
}

static void add_reasons(Cli *cli, json_t *list, const System *system, const Space *space,
                        const char *side)
{
  uint32_t count = space ? space->reasons.len : 0;
  const char *const *reasons = space ? space->reasons.data : NULL;
  UnboundedNames names = space ? unbounded_names(cli, system, space) : (UnboundedNames){0};
  if (space && system->engine) reasons = unbounded_reasons(&names, &count);
  for (uint32_t i = 0; i < count; i++)
    json_array_append_new(list, json_report_string(arena_printf(session_arena(cli->session), "%s%s",
                                                                side, reasons[i])));
}

/* Constants of both are told once. */
void systems_tell_unbounded(Cli *cli, const Systems *s)
{
  json_t *list = json_array();
  const System *sides[] = {&s->impl, &s->spec};
  const Space *spaces[] = {s->impl_space, s->spec_space};
  for (uint32_t i = 0; i < 2; i++) {
    if (!sides[i]->engine) continue;
    UnboundedNames names = unbounded_names(cli, sides[i], spaces[i]);
    names.told = list;
    json_t *more = unbounded_tell(&names);
    json_array_extend(list, more);
    json_decref(more);
  }
  json_object_set_new(cli->fields, "unbounded", list);
}

const char *systems_add_reasons(Cli *cli, const Systems *s)
{
  enum { MOST_REASONS = 3 };
  Arena *arena = session_arena(cli->session);
  json_t *list = json_array();
  const char *text = NULL;
  add_reasons(cli, list, &s->impl, s->impl_space, s->spec_space ? "implementation: " : "");
  add_reasons(cli, list, &s->spec, s->spec_space, "specification: ");
  for (size_t i = 0; i < json_array_size(list) && i <= MOST_REASONS; i++) {
    const char *reason = i < MOST_REASONS ? json_string_value(json_array_get(list, i)) : "…";
    text = text ? arena_printf(arena, "%s; %s", text, reason) : reason;
  }
  json_object_set_new(cli->fields, "reasons", list);
  cli->incomplete = !s->impl_space->complete || (s->spec_space && !s->spec_space->complete);
  return text;
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

bool systems_can_begin(Cli *cli, Systems *s, ExitCode *code)
{
  if (s->impl_space->initial.len || !s->impl_space->complete) return true;
  systems_add_reasons(cli, s);
  systems_add_warnings(cli, s);
  text_add(&cli->out, "FAIL the implementation has no initial state");
  systems_add_scope(cli, s);
  text_add_char(&cli->out, '\n');
  *code = systems_finish(cli, VERDICT_FAIL);
  return false;
}
