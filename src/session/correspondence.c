#include "session/correspondence.h"

#include <string.h>

#include "base/nearest.h"
#include "compare/seen.h"
#include "session/given_constants.h"
#include "session/session_engine.h"

/* -------------------------------------------------------------------- names */

static bool has_operation(const System *system, const char *name, Nearest *nearest)
{
  Lts *lts = system->lts;
  for (uint32_t i = lts ? lts->first_operation : 0; lts && i < lts->label_count; i++) {
    if (seen_has_name(lts->label_name(lts, i), name)) return true;
    nearest_offer(nearest, lts->label_name(lts, i));
  }
  return false;
}

static bool unknown(Session *session, const char *setting, const char *message,
                    const Nearest *nearest)
{
  if (nearest->best) text_printf(session_hint(session), "did you mean %s?", nearest->best);
  return session_refuse_setting(session, setting, NULL, "%s", message);
}

/* Is the name renamed once more later in the list? */
static bool is_renamed_again(const char *const *renamed)
{
  for (const char *const *r = renamed + 2; *r; r += 2)
    if (!strcmp(*r, *renamed)) return true;
  return false;
}

static bool check_hidden(Session *session, const Systems *s, const char *const *hidden)
{
  for (; *hidden; hidden++) {
    Nearest nearest = nearest_to(*hidden);
    if (!has_operation(&s->impl, *hidden, &nearest) && !has_operation(&s->spec, *hidden, &nearest))
      return unknown(session, "hide",
                     arena_printf(session_arena(session), "there is no operation %s", *hidden),
                     &nearest);
  }
  return true;
}

static bool check_renamed(Session *session, const Systems *s, const char *const *renamed)
{
  for (; *renamed; renamed += 2) {
    Nearest nearest = nearest_to(*renamed);
    if (!has_operation(&s->impl, *renamed, &nearest))
      return unknown(
          session, "rename",
          arena_printf(session_arena(session), "%s has no operation %s", s->file, *renamed),
          &nearest);
    if (is_renamed_again(renamed))
      return session_refuse_setting(session, "rename", NULL, "%s has two new names", *renamed);
  }
  return true;
}

bool correspondence_check(Session *session, const Systems *s, const SystemsView *view)
{
  return check_hidden(session, s, view->hidden) && check_renamed(session, s, view->renamed) &&
         session_engine_knows_sizes(session, s->impl.model, s->spec.model) &&
         given_constants_known(session, (const Model *[]){s->impl.model, s->spec.model}, 2);
}

/* ----------------------------------------------------------------- warnings */

static const Name *refined_by(const Model *model)
{
  if (!model) return NULL;
  return model->main->refines ? model->main->refines->name : model->main->unit->refines;
}

/* Does the specification refine the implementation? */
static bool are_swapped(const Systems *s)
{
  return s->impl.model && s->spec.model && s->impl.model->main->name != s->spec.model->main->name &&
         refined_by(s->spec.model) == s->impl.model->main->name &&
         refined_by(s->impl.model) != s->spec.model->main->name;
}

/* The labels of a file of transitions may be events c.1: c is what others call them. */
static void add_channels(const System *system, Names *names)
{
  Lts *lts = system->lts;
  bool file = !system->model && !system->script;
  for (uint32_t i = lts->first_operation; file && i < lts->label_count; i++) {
    const char *name = lts->label_name(lts, i);
    names_intern(names, name, strcspn(name, ".( "));
  }
}

/* Is something seen of both, but nothing under the same name? */
static bool have_nothing_in_common(const Systems *s)
{
  Names *names = names_new(), *of_spec = names_new();
  seen_names(s->impl_space, names);
  seen_names(s->spec_space, of_spec);
  add_channels(&s->impl, names);
  add_channels(&s->spec, of_spec);
  uint32_t impl = names_count(names), spec = names_count(of_spec);
  seen_names(s->spec_space, names);
  add_channels(&s->spec, names);
  bool nothing = impl > 0 && spec > 0 && names_count(names) == impl + spec;
  names_free(names);
  names_free(of_spec);
  return nothing;
}

/* New names that the specification does not have. */
static void warn_about_names(const Systems *s, const char *const *renamed, Diags *diags)
{
  for (; *renamed; renamed += 2) {
    Nearest nearest = nearest_to(renamed[1]);
    if (has_operation(&s->spec, renamed[1], &nearest)) continue;
    Diag *d = diag_warning(diags, SPAN_NONE, "no-common-operation",
                           "the specification has no operation %s, to which %s is renamed",
                           renamed[1], renamed[0]);
    if (nearest.best) diag_hint(diags, d, "did you mean %s?", nearest.best);
  }
}

void correspondence_warn(Session *session, const Systems *s)
{
  Diags *diags = session_diags(session);
  warn_about_names(s, s->impl_space->options.renamed, diags);
  if (are_swapped(s)) {
    const char *spec = s->spec.model->main->name->text, *impl = s->impl.model->main->name->text;
    diag_warning(diags, SPAN_NONE, "order", "%s refines %s: the implementation comes first", spec,
                 impl);
  }
  if (have_nothing_in_common(s))
    diag_warning(diags, SPAN_NONE, "no-common-operation",
                 "the two systems have no operation name in common (--rename A=B, --hide A)");
}
