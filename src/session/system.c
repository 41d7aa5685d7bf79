#include "session/system.h"

#include <assert.h>
#include <string.h>

#include "eventb/eventb.h"
#include "lts/aut.h"
#include "model/chain.h"
#include "session/given_constants.h"
#include "session/implied_sizes.h"
#include "session/model_settings.h"
#include "session/session_engine.h"

bool system_is_aut(const char *path)
{
  size_t length = strlen(path);
  return length > 4 && !strcmp(path + length - 4, ".aut");
}

static bool load_model(Session *session, const Source *source, SystemKind kind, System *system)
{
  bool side = kind.as == SYSTEM_SIDE, chain = !side && !session_options(session)->alone;
  ModelLevels levels = {.chain = chain, .eventb = kind.level};
  system->model = session_load_levels(session, source, levels);
  if (session_has_errors(session)) return session_refuse_text(session, source);
  if (side) chain_type_parameters(system->model);
  if (!given_constants_add(session, system->model, side))
    return session_has_errors(session) && session_refuse_text(session, source);
  model_settings_warn(session, system->model);
  return true;
}

bool system_load(Session *session, const Source *source, SystemKind kind, System *system)
{
  *system = (System){0};
  if (!system_is_aut(source->name)) return load_model(session, source, kind, system);
  system->lts = aut_read(source, session_diags(session));
  if (!session_has_errors(session)) return true;
  system_close(system);
  return session_refuse_text(session, source);
}

bool system_start(Session *session, SystemKind kind, System *system)
{
  if (system->lts) return true; /* there is nothing to run */
  assert(system->model && !system->engine);
  system->engine = kind.as == SYSTEM_SIDE ? session_engine_of_side(session, system->model)
                                          : implied_sizes_engine(session, system->model);
  if (!system->engine) return false;
  system->engine->options.cancelled = session_options(session)->cancelled;
  system->machine = b_machine_new(system->engine);
  system->lts = b_machine_lts(system->machine);
  return true;
}

bool system_open(Session *session, const Source *source, SystemKind kind, System *system)
{
  return system_load(session, source, kind, system) && system_start(session, kind, system);
}

void system_close(System *system)
{
  if (system->lts) system->lts->free(system->lts);
  engine_free(system->engine);
  *system = (System){0};
}

const char *system_name(const System *system)
{
  const Machine *main = system->model ? system->model->main : NULL;
  return main && main->name ? main->name->text : NULL;
}

bool system_is_refinement(Session *session, const Source *source)
{
  if (system_is_aut(source->name) || eventb_is_source(source)) return false;
  uint32_t mark = diags_mark(session_diags(session));
  const Unit *unit = session_parse(session, source);
  diags_release(session_diags(session), mark);
  return unit_clause(unit, NODE_CL_REFINES);
}

bool system_refines(Session *session, const System *system, const Source *source)
{
  assert(system->model->main->refines);
  return session_parse(session, source)->root->name == system->model->main->refines->name;
}
