#include "session/session_engine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/external/external.h"
#include "solver/solver.h"

static const Symbol *set_named(const Model *model, const char *name)
{
  for (uint32_t i = 0; model && i < model->sets.len; i++)
    if (!strcmp(model->sets.data[i]->name->text, name)) return model->sets.data[i];
  return NULL;
}

static Engine *with_preferences(Session *session, const Model *model)
{
  const SessionOptions *o = session_options(session);
  Engine *engine =
      engine_new(session_names(session), model, o->preferences.data, o->preferences.len);
  engine->options.strict_wd = o->strict_wd;
  engine->options.reference_only = o->reference_only;
  engine->options.inside = o->inside;
  engine->options.memory_limit = session_memory_limit(session);
  external_install(engine);
  solver_install(engine);
  if (o->for_programs && !o->prints)
    engine->options.output = stderr; /* standard output is the report's */
  if (o->silent) engine->options.output = NULL;
  engine_set_time_limit(engine, o->time_limit);
  return engine;
}

/* `partial`: sets that the model does not have are left out. */
static Engine *with_sizes(Session *session, const Model *model, bool partial)
{
  Engine *engine = with_preferences(session, model);
  const Settings *sizes = &session_options(session)->sizes;
  for (uint32_t i = 0; i < sizes->len; i++) {
    const Setting *s = &sizes->data[i];
    const Symbol *set = set_named(model, s->name);
    if (!set && partial) continue;
    uint64_t size = strtoull(s->value, NULL, 10);
    assert(size > 0);
    if (set && !set->enumerated && engine_set_size(engine, set, size)) continue;
    session_refuse(session,
                   set ? "the size of the set %s is fixed by the model"
                       : "there is no deferred set %s in the model",
                   s->name);
    engine_free(engine);
    return NULL;
  }
  return engine;
}

Engine *session_engine_new(Session *session, const Model *model)
{
  return with_sizes(session, model, false);
}

Engine *session_engine_of_side(Session *session, const Model *model)
{
  Engine *engine = with_sizes(session, model, true);
  if (engine) engine->options.plain_calls = true;
  return engine;
}

bool session_engine_knows_sizes(Session *session, const Model *one, const Model *other)
{
  const Settings *sizes = &session_options(session)->sizes;
  for (uint32_t i = 0; i < sizes->len; i++) {
    const char *name = sizes->data[i].name;
    if (!set_named(one, name) && !set_named(other, name))
      return session_refuse(session, "there is no deferred set %s in the models", name);
  }
  return true;
}
