#include "session/csp/csp_check.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "session/csp/csp_check_impl.h"

typedef struct { /* an assertion that is to be run */
  const CspNode *node;
  Span span; /* with the word assert */
  uint32_t index;
  const char *text; /* or NULL: as it is written */
} Chosen;

typedef VEC(Chosen) ChosenList;

/* ------------------------------------------------------------------ choosing */

static bool is_number(const char *text)
{
  size_t length = strspn(text, "0123456789");
  return length > 0 && !text[length];
}

/* The assertion of an ASSERT node. */
static const CspNode *inside(const CspNode *node)
{
  return csp_is(node, CSP_ASSERT) ? node->kids[0] : node;
}

static void choose_node(const CspNode *node, uint32_t index, ChosenList *list)
{
  Chosen chosen = {inside(node), node->span, index, NULL};
  vec_push(list, chosen);
}

static bool choose_number(CspChecked *c, const char *text, ChosenList *list)
{
  uint32_t count = csp_script_assertions(c->script);
  unsigned long number = strtoul(text, NULL, 10);
  if (number == 0 || number > count)
    return session_refuse_setting(c->session, "assert", text, "the script has %u assertion%s",
                                  count, text_plural(count));
  choose_node(csp_script_assertion(c->script, (uint32_t) number - 1), (uint32_t) number, list);
  return true;
}

/* An assertion in full, in the scope of the script. */
static bool choose_text(CspChecked *c, const char *name, const char *text, ChosenList *list)
{
  const Source *source = session_text(c->session, name, text);
  const CspNode *node = csp_script_extra_assertion(c->script, source);
  if (!node) return session_refuse_text(c->session, source);
  choose_node(node, 0, list);
  return true;
}

static bool choose_process(CspChecked *c, const char *process, ChosenList *list)
{
  static const char *const properties[] = {":[deadlock free [F]]", ":[divergence free]"};
  const Source *source = session_text(c->session, "<process>", process);
  c->about_process = true;
  if (!csp_script_expression(c->script, source)) return session_refuse_text(c->session, source);
  for (uint32_t i = 0; i < 2; i++) {
    const char *text = arena_printf(session_arena(c->session), "(%s\n) %s", process, properties[i]);
    if (!choose_text(c, "<process>", text, list)) return false;
    list->data[list->len - 1].text =
        arena_printf(session_arena(c->session), "%s %s", process, properties[i]);
  }
  return true;
}

/* Without assertions the process MAIN is meant. */
static bool choose_main(CspChecked *c, const Source *source, ChosenList *list)
{
  uint32_t mark = diags_mark(session_diags(c->session));
  bool has = csp_script_expression(c->script, session_text(c->session, "<process>", "MAIN"));
  diags_release(session_diags(c->session), mark);
  if (has) return choose_process(c, "MAIN", list);
  text_add(session_hint(c->session),
           "--process P checks a process, --assert 'P [T= Q' an assertion");
  return session_refuse(c->session, "%s has no assertion and no process MAIN", source->name);
}

static bool choose_requested(CspChecked *c, ChosenList *list)
{
  const CspRequest *request = c->request;
  for (uint32_t i = 0; i < request->chosen_count; i++) {
    const char *text = request->chosen[i];
    if (!(is_number(text) ? choose_number(c, text, list) : choose_text(c, "<assert>", text, list)))
      return false;
  }
  return true;
}

static void choose_about_machine(CspChecked *c, ChosenList *list)
{
  for (uint32_t i = 0; i < csp_script_assertions(c->script); i++) {
    const CspNode *node = csp_script_assertion(c->script, i);
    if (csp_script_is_about_machine(c->script, node)) choose_node(node, i + 1, list);
  }
}

static bool choose(CspChecked *c, const Source *source, ChosenList *list)
{
  if (c->request->process) return choose_process(c, c->request->process, list);
  if (!choose_requested(c, list)) return false;
  if (list->len) return true;
  uint32_t count = csp_script_assertions(c->script);
  for (uint32_t i = 0; i < count; i++) choose_node(csp_script_assertion(c->script, i), i + 1, list);
  return count || choose_main(c, source, list);
}

/* ------------------------------------------------------------------- running */

/* The assertion on one line, without comments. */
static const char *text_of(const CspChecked *c, const CspNode *node)
{
  Text text = {0};
  csp_print(&text, node);
  const char *copy = arena_copy(session_arena(c->session), text_string(&text), text.len);
  text_free(&text);
  return copy;
}

static CspResult result_of(const CspChecked *c, Chosen chosen)
{
  CspResult result = csp_result_new();
  result.index = chosen.index;
  result.span = chosen.span;
  result.text = chosen.text ? chosen.text : text_of(c, chosen.node);
  return result;
}

static void run_chosen(CspChecked *c, const ChosenList *list)
{
  const SessionOptions *o = session_options(c->session);
  for (uint32_t i = 0; i < list->len; i++) {
    double now = clock_seconds(), end = c->started + o->time_limit;
    double share = (end > now ? end - now : 0) / (list->len - i);
    CspResult result = result_of(c, list->data[i]);
    if (cancel_asked(o->cancelled)) vec_push(&result.reasons, "interrupted");
    else
      csp_assertion_run(c, list->data[i].node, o->time_limit > 0 ? now + share + 0.001 : 0,
                        &result);
    result.seconds = clock_seconds() - now;
    vec_push(&c->results, result);
  }
}

bool csp_check_run(Session *session, const Source *source, const CspRequest *request, CspChecked *c)
{
  *c = (CspChecked){.session = session, .request = request, .started = clock_seconds()};
  c->script = session_script(session, source);
  if (session_has_errors(session)) return session_refuse_text(session, source);
  ChosenList list = {0};
  bool good = choose(c, source, &list);
  if (good) run_chosen(c, &list);
  vec_free(&list);
  return good;
}

bool csp_check_machine(Session *session, const System *system, bool block_others,
                       const CspRequest *request, CspChecked *c)
{
  *c = (CspChecked){
      .session = session, .script = system->script, .request = request, .started = clock_seconds()};
  ChosenList list = {0};
  bool good = choose_requested(c, &list);
  if (good && !list.len) choose_about_machine(c, &list);
  if (good && list.len) {
    GuideOptions options = {.block_others = block_others};
    c->machine = csp_script_set_machine(c->script, b_machine_lts(system->machine), options);
    good = c->machine || session_refuse_text(session, NULL);
  }
  if (good) run_chosen(c, &list);
  vec_free(&list);
  return good;
}
