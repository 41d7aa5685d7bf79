#include "api/request.h"
#include "csp/script.h"
#include "report/check/check_report.h"
#include "report/csp/csp_report.h"
#include "session/csp/csp_check.h"

/* What the command `check` does. */

static SearchOrder order_of(const Request *r)
{
  return request_is_on(r, SETTING_DFS)     ? ORDER_DEPTH
         : request_is_on(r, SETTING_MIXED) ? ORDER_MIXED
         : request_is_on(r, SETTING_WALKS) ? ORDER_RANDOM
                                           : ORDER_BREADTH;
}

static CheckPredicates predicates_of(const Request *r, SettingId id)
{
  const Given *given = &r->m->given.of[id];
  return (CheckPredicates){(const char *const *) given->all.data, given->all.len};
}

static CheckRequest check_request(const Request *r)
{
  ExploreOptions explore = {
      .order = order_of(r),
      .caching = settings_is(&r->m->given, SETTING_CACHE, "never")    ? CACHE_NEVER
                 : settings_is(&r->m->given, SETTING_CACHE, "always") ? CACHE_ALWAYS
                                                                      : CACHE_WHERE_IT_PAYS,
      .seed = r->m->given.of[SETTING_SEED].number,
      .invariant = !request_is_on(r, SETTING_NO_INVARIANT),
      .deadlock = !request_is_on(r, SETTING_NO_DEADLOCK),
      .assertions = !request_is_on(r, SETTING_NO_ASSERTIONS),
      .goal = !request_is_on(r, SETTING_NO_GOAL),
      .keep_going = request_is_on(r, SETTING_KEEP_GOING),
      .no_wd = request_is_on(r, SETTING_NO_WD),
      .strict_wd = request_is_on(r, SETTING_STRICT_WD)};
  return (CheckRequest){.explore = explore,
                        .jobs = (uint32_t) r->m->given.of[SETTING_JOBS].number,
                        .invariants = predicates_of(r, SETTING_INVARIANT),
                        .goals = predicates_of(r, SETTING_GOAL)};
}

static CspRequest csp_request(const Request *r)
{
  const Given *chosen = &r->m->given.of[SETTING_ASSERT];
  return (CspRequest){.chosen = (const char *const *) chosen->all.data,
                      .chosen_count = chosen->all.len,
                      .process = r->m->given.of[SETTING_PROCESS].text,
                      .plain = request_is_on(r, SETTING_NO_COMPRESSION),
                      .jobs = (uint32_t) r->m->given.of[SETTING_JOBS].number};
}

/* The machine, and what the script that guides it asserts. */
static probity_code check_machine(Request *r, const SystemText *text, const System *system)
{
  CheckRequest request = check_request(r);
  CspRequest asserted = csp_request(r);
  CheckStyle style = {.coverage = request_is_on(r, SETTING_COVERAGE)};
  CspChecked assertions = {0};
  Checked c;
  Text also = {0};
  if (!check_run(r->session, system, &request, &c)) return request_refused(r);
  bool good = !system->script ||
              csp_check_machine(r->session, system, text->block_others, &asserted, &assertions);
  if (good && assertions.results.len) {
    style.also_verdict = csp_report_part(&r->report, &assertions, NULL, &also);
    style.also = text_string(&also);
  }
  probity_code code =
      good ? request_finish(r, check_report(&r->report, &c, &style)) : request_refused(r);
  text_free(&also);
  csp_check_close(&assertions);
  check_close(&c);
  return code;
}

static probity_code check_script(Request *r, const Source *source)
{
  CspRequest request = csp_request(r);
  CspChecked c;
  bool good = csp_check_run(r->session, source, &request, &c);
  probity_code code =
      good ? request_finish(r, csp_report(&r->report, &c, NULL)) : request_refused(r);
  csp_check_close(&c);
  return code;
}

static probity_code check_transitions(Request *r, const System *system)
{
  CspRequest request = csp_request(r);
  CspChecked c;
  csp_check_system(r->session, system->lts, &request, &c);
  probity_code code = request_finish(r, csp_report(&r->report, &c, NULL));
  csp_check_close(&c);
  return code;
}

static probity_code check_text(Request *r, SystemText text)
{
  SystemKind kind =
      system_text_kind(text, (SystemKind){.as = SYSTEM_WHOLE, .may_guide_nothing = true});
  System system;
  if (csp_is_source(text.source)) return check_script(r, text.source);
  if (!system_open(r->session, text.source, kind, &system)) return request_refused(r);
  r->report.model = system_name(&system);
  probity_code code =
      system.machine ? check_machine(r, &text, &system) : check_transitions(r, &system);
  system_close(&system);
  return code;
}

static probity_code check(probity_model *m, void *data)
{
  if (!m->path) return handle_say(m, PROBITY_MISUSE, "no model is open");
  Request r = request_begin(m, data, "check");
  SystemText text = handle_text(m, r.session, m->path);
  return request_end(&r, text.source ? check_text(&r, text) : PROBITY_CANNOT_READ);
}

probity_code probity_check(probity_model *m, probity_verdict *verdict, const char **report)
{
  if (verdict) *verdict = PROBITY_UNDECIDED;
  if (report) *report = NULL;
  return handle_call(m, check, &(VerdictCall){.verdict = verdict, .report = report});
}
