#include "session/systems.h"

#include <assert.h>

#include "engine/set_size.h"
#include "engine/symmetry.h"
#include "lts/b_machine.h"
#include "session/correspondence.h"
#include "session/events.h"
#include "session/implied_sizes.h"
#include "session/views.h"

/* --------------------------------------------------------------------- opening */

static const SystemKind whole = {.as = SYSTEM_WHOLE};
static const SystemKind implementation = {.as = SYSTEM_SIDE, .level = EVENTB_LEVEL_REFINING};
static const SystemKind side = {.as = SYSTEM_SIDE, .level = EVENTB_LEVEL_OWN};
static const SystemKind refined = {.as = SYSTEM_SIDE, .level = EVENTB_LEVEL_REFINED};

static bool open_as(Session *session, SystemText text, SystemKind kind, System *system)
{
  return system_open(session, text.source, system_text_kind(text, kind), system);
}

bool systems_open_one(Session *session, SystemText text, Systems *s)
{
  SystemKind kind = whole;
  kind.events = s->events;
  s->text = text;
  return open_as(session, text, kind, &s->impl);
}

bool systems_open_impl(Session *session, SystemText text, Systems *s)
{
  s->text = text;
  return open_as(session, text, implementation, &s->impl);
}

static const Name *refined_by(const System *system)
{
  return system->model ? system->model->main->unit->refines : NULL;
}

/* A machine of Event-B that is compared with another model than the one it refines, or with a
 * process, has no parameters but its own. */
static bool open_again(Session *session, Systems *s)
{
  const Name *name = refined_by(&s->impl);
  const Model *spec = s->spec.model;
  bool process = system_is_process(&s->spec);
  if (!name || (!spec && !process) || (spec && spec->main->name == name)) return true;
  system_close(&s->impl);
  return open_as(session, s->text, side, &s->impl);
}

bool systems_open_spec(Session *session, SystemText text, Systems *s)
{
  return open_as(session, text, side, &s->spec) && open_again(session, s);
}

bool systems_has_refined(const Systems *s)
{
  const Machine *main = s->impl.model ? s->impl.model->main : NULL;
  return main && (main->refines || main->unit->refines);
}

bool systems_open_refined(Session *session, Systems *s)
{
  assert(systems_has_refined(s));
  const Machine *main = s->impl.model->main;
  if (main->refines)
    return system_open(session, main->refines->unit->source, (SystemKind){.as = SYSTEM_SIDE},
                       &s->spec);
  return system_open(session, main->unit->source, refined, &s->spec);
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

/* ------------------------------------------------------------- what both share */

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
static void share_bounds(Session *session, const Systems *s)
{
  if (!s->impl.model || !s->spec.model) return;
  if (!engine_share_bounds(s->impl.engine, s->spec.engine))
    diag_warning(session_diags(session), SPAN_NONE, "bounds",
                 "the models set MAXINT or MININT differently");
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
static const char *share_sets(Session *session, const Systems *s)
{
  if (!s->impl.model || !s->spec.model) return NULL;
  Arena *arena = session_arena(session);
  const char *wrong = NULL;
  for (uint32_t i = 0; i < s->impl.model->sets.len; i++) {
    const Symbol *set = s->impl.model->sets.data[i];
    const Symbol *other = set_named(s->spec.model, set->name);
    if (!other || (set->enumerated && other->enumerated)) continue;
    if (set->enumerated || other->enumerated)
      wrong = arena_printf(arena, "the set %s is enumerated in only one of the models",
                           set->name->text);
    else if (!share_size(s, set, other))
      wrong = arena_printf(arena, "the set %s has a different size here", set->name->text);
  }
  return wrong;
}

/* --------------------------------------------------------------- what is seen */

/* The style of values for people; texts that are compared do not have it. */
static FormatStyle shown_style(const Session *session, const System *system)
{
  Lts *lts = system->machine ? b_machine_lts(system->machine) : system->lts;
  FormatStyle compared = lts->style;
  if (system->machine) b_machine_show(system->machine, session_options(session)->for_programs);
  FormatStyle shown = lts->style;
  shown.unicode |= system_is_process(system); /* τ and ✓ */
  lts->style = compared;
  return shown;
}

bool systems_fit(Session *session, const Systems *s, const SystemsView *view)
{
  return correspondence_check(session, s, view);
}

void systems_see(Session *session, Systems *s, const SystemsView *view)
{
  assert(s->impl.lts && !s->alphabet);
  const SessionOptions *o = session_options(session);
  SpaceOptions options = {.hidden = view->hidden,
                          .max_states = o->max_states,
                          .memory_limit = session_memory_limit(session),
                          .cancelled = o->cancelled,
                          .deadline = session_deadline(session)};
  SpaceOptions of_spec = options;
  if (s->spec.lts) {
    events_see(session, &s->impl, &s->spec, view->alphabet, &options);
    events_see(session, &s->spec, &s->impl, view->alphabet, &of_spec);
  }
  if (s->events) events_read(session, &s->impl, &options);
  s->alphabet = alphabet_new();
  share_bounds(session, s);
  if (s->spec.lts) implied_sizes_take(session, s->impl.engine, s->spec.engine);
  const char *wrong = share_sets(session, s);
  share_setups(s);
  if (s->spec.lts) s->spec_space = space_new(s->spec.lts, s->alphabet, of_spec);
  if (wrong) space_doubt(s->spec_space, wrong);
  options.renamed = view->renamed;
  if (!options.dotted)
    options.views = views_find(session_arena(session), s->impl.model, s->spec.model, s->spec_space,
                               options.renamed, &options.view_count);
  s->impl_space = space_new(s->impl.lts, s->alphabet, options);
  s->impl_space->shown = shown_style(session, &s->impl);
  if (!s->spec_space) return;
  s->spec_space->shown = shown_style(session, &s->spec);
  correspondence_warn(session, s);
}

bool systems_explore(Systems *s)
{
  assert(s->impl_space && s->spec_space);
  space_explore_complete(s->spec_space);
  if (s->spec_space->complete) space_explore_complete(s->impl_space);
  return s->spec_space->complete && s->impl_space->complete;
}

Gluing *systems_check_gluing(Systems *s, GluingInvariant *invariant, bool nonblocking)
{
  if (!s->impl_space->complete || !s->spec_space->complete) return NULL;
  return gluing_check(s->impl_space, s->spec_space, nonblocking, gluing_invariant_holds, invariant);
}

bool systems_are_refinement(const Systems *s)
{
  const Model *impl = s->impl.model, *spec = s->spec.model;
  return impl && spec && impl->main->refines && impl->main->refines->name == spec->main->name;
}
