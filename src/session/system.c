#include "session/system.h"

#include <assert.h>
#include <string.h>

#include "csp/script.h"
#include "eventb/eventb.h"
#include "lts/aut.h"
#include "lts/facts.h"
#include "model/chain.h"
#include "session/given_constants.h"
#include "session/implied_sizes.h"
#include "session/model_settings.h"
#include "session/session_engine.h"

static bool ends_with(const char *path, const char *end)
{
  size_t length = strlen(path), tail = strlen(end);
  return length > tail && !strcmp(path + length - tail, end);
}

static bool is_facts(const char *path) { return ends_with(path, ".pl"); }

bool system_is_aut(const char *path) { return ends_with(path, ".aut") || is_facts(path); }

static bool load_model(Session *session, const Source *source, SystemKind kind, System *system)
{
  bool side = kind.as == SYSTEM_SIDE, chain = !side && !session_options(session)->alone;
  ModelLevels levels = {.chain = chain, .eventb = kind.level, .lenient = kind.lenient};
  system->model = session_load_levels(session, source, levels);
  if (session_has_errors(session)) return session_refuse_text(session, source);
  if (side) chain_type_parameters(system->model);
  if (!given_constants_add(session, system->model, side))
    return session_has_errors(session) && session_refuse_text(session, source);
  model_settings_warn(session, system->model);
  return true;
}

/* The process has no value, or it was not found in time: there is no system. */
static bool refuse_fault(Session *session, CspScript *script)
{
  const CspFault *fault = evaluator_fault(csp_script_evaluator(script));
  bool wrong = fault->kind == FAULT_EVALUATION;
  if (fault->kind == FAULT_MACHINE) return session_refuse(session, "%s", fault->message);
  return wrong ? session_refuse_value(session, fault->span, fault->message)
               : session_refuse_undecided(session, fault->message);
}

/* A process of a script; NULL: it was refused. */
static const CspNode *open_process(Session *session, const Source *source, const char *name,
                                   CspScript **script)
{
  *script = session_script(session, source);
  if (session_has_errors(session)) return session_refuse_text(session, source), NULL;
  session_limit_script(session, *script);
  uint32_t mark = diags_mark(session_diags(session));
  const Source *text = session_text(session, "<process>", name ? name : "MAIN");
  const CspNode *process = csp_script_expression(*script, text);
  if (process) return process;
  if (name) return session_refuse_text(session, source), NULL;
  diags_release(session_diags(session), mark);
  text_printf(session_hint(session), "%s#P is its process P", source->name);
  return session_refuse(session, "%s has no process MAIN", source->name), NULL;
}

static bool load_process(Session *session, const Source *source, SystemKind kind, System *system)
{
  const CspNode *process = open_process(session, source, kind.process, &system->script);
  if (!process) return false;
  system->lts = csp_script_lts(system->script, process, (CspSystemOptions){.plain = kind.plain});
  return system->lts || refuse_fault(session, system->script);
}

/* The script that the clause CSP_CONTROLLER of the main machine names, beside the machine; false:
 * it is not there.  Whoever explores a machine alone does not want it. */
static bool find_controller(Session *session, const System *system, SystemKind *kind)
{
  const Unit *unit = system->model->main ? system->model->main->unit : NULL;
  const Node *clause = unit ? unit_clause(unit, NODE_CL_CSP_CONTROLLER) : NULL;
  bool wanted = clause && kind->as == SYSTEM_WHOLE && !session_options(session)->alone;
  if (kind->guide || !wanted || !clause->count) return true;
  const char *machine = unit->source->name, *slash = strrchr(machine, '/'), *error = NULL;
  const char *path =
      arena_printf(session_arena(session), "%.*s%s.csp", slash ? (int) (slash + 1 - machine) : 0,
                   machine, clause->kids[0]->name->text);
  kind->guide = session_read(session, path, &error);
  if (kind->guide) return true;
  Diag *d = diag_error(session_diags(session), clause->kids[0]->span, "missing-file",
                       "the script %s that guides the machine cannot be read: %s", path, error);
  diag_hint(session_diags(session), d,
            "--csp FILE names another one, --alone explores the machine without it");
  return session_refuse_text(session, unit->source);
}

static bool has_main(Session *session, CspScript *script)
{
  uint32_t mark = diags_mark(session_diags(session));
  bool has = csp_script_expression(script, session_text(session, "<process>", "MAIN"));
  diags_release(session_diags(session), mark);
  return has;
}

/* Has the script no process that guides, but assertions about the machine? */
static bool only_asserts(Session *session, SystemKind kind, CspScript **script)
{
  *script = session_script(session, kind.guide);
  if (!kind.may_guide_nothing || kind.process || session_has_errors(session)) return false;
  bool asserts = false;
  for (uint32_t i = 0; i < csp_script_assertions(*script); i++)
    asserts |= csp_script_is_about_machine(*script, csp_script_assertion(*script, i));
  return asserts && !has_main(session, *script);
}

/* The machine of the system, guided by a process. */
static bool add_guide(Session *session, SystemKind kind, System *system)
{
  if (only_asserts(session, kind, &system->script)) return true;
  const CspNode *process = open_process(session, kind.guide, kind.process, &system->script);
  if (!process) return false;
  GuideOptions options = {.block_others = kind.block_others};
  /* The system of both prints values as the machine does now. */
  if (kind.as == SYSTEM_WHOLE)
    b_machine_show(system->machine, session_options(session)->for_programs);
  uint32_t before = diags_errors(session_diags(session));
  Lts *both = csp_script_guide(system->script, process, system->lts, options);
  if (both) system->lts = both;
  if (diags_errors(session_diags(session)) != before)
    return session_refuse_text(session, kind.guide);
  return both || refuse_fault(session, system->script);
}

bool system_load(Session *session, const Source *source, SystemKind kind, System *system)
{
  *system = (System){0};
  if (csp_is_source(source)) return load_process(session, source, kind, system);
  if (!system_is_aut(source->name)) return load_model(session, source, kind, system);
  bool facts = is_facts(source->name);
  system->lts = (facts ? facts_read : aut_read)(source, session_diags(session));
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
  if (kind.events) system->engine->options.plain_calls = true;
  system->engine->options.cancelled = session_options(session)->cancelled;
  system->machine = b_machine_new(system->engine);
  system->lts = b_machine_lts(system->machine);
  if (find_controller(session, system, &kind) && (!kind.guide || add_guide(session, kind, system)))
    return true;
  system_close(system);
  return false;
}

bool system_open(Session *session, const Source *source, SystemKind kind, System *system)
{
  return system_load(session, source, kind, system) && system_start(session, kind, system);
}

void system_close(System *system)
{
  Lts *machine = system->machine ? b_machine_lts(system->machine) : NULL;
  if (system->lts && system->lts != machine) system->lts->free(system->lts);
  if (machine) machine->free(machine);
  engine_free(system->engine);
  *system = (System){0};
}

bool system_is_process(const System *system) { return system->script && !system->model; }

const char *system_name(const System *system)
{
  const Machine *main = system->model ? system->model->main : NULL;
  return main && main->name ? main->name->text : NULL;
}

bool system_is_refinement(Session *session, const Source *source)
{
  if (system_is_aut(source->name) || csp_is_source(source) || eventb_is_source(source))
    return false;
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
