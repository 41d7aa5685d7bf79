#include "cli/probcli/plan.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "report/width.h"
#include "session/model_settings.h"
#include "session/system.h"

bool probcli_is_process(const char *file)
{
  static const char *const endings[] = {".csp", ".cspm", ".fdr2", ".fdr3"};
  const char *dot = strrchr(file, '.');
  for (unsigned i = 0; dot && i < sizeof endings / sizeof *endings; i++)
    if (!strcmp(dot, endings[i])) return true;
  return system_is_aut(file);
}

/* ------------------------------------------------------------ preferences */

static bool fail(ProbcliPlan *plan, const char *before, const char *word, const char *after)
{
  text_add(&plan->error, before);
  width_add_clean(&plan->error, word);
  text_add(&plan->error, after);
  return false;
}

static void set(ProbcliPlan *plan, const char *name, const char *value)
{
  vec_push(&plan->settings, arena_printf(plan->arena, "--pref=%s=%s", name, value));
}

static void note(ProbcliPlan *plan, const char *what, const char *why)
{
  vec_push(&plan->unused, arena_printf(plan->arena, "%s: %s", what, why));
}

static bool is_integer(const char *text)
{
  text += *text == '-';
  return *text && !text[strspn(text, "0123456789")];
}

/* -p NAME VALUE; names are written in both cases. */
static bool take_preference(ProbcliPlan *plan, const ProbcliGiven *given)
{
  const char *value = given->arguments[1];
  size_t length = strlen(given->arguments[0]);
  char *name = arena_copy(plan->arena, given->arguments[0], length);
  for (char *at = name; *at; at++) *at = (char) toupper((unsigned char) *at);
  if (!strcmp(name, "NDJSON_ERROR_LOG_FILE")) {
    plan->error_log = value;
    return true;
  }
  switch (preference_kind(name)) {
  case PREFERENCE_NUMBER:
    if (!is_integer(value)) {
      fail(plan, "-p ", name, ": '");
      return fail(plan, "", value, "' is not a whole number");
    }
    set(plan, name, value);
    return true;
  case PREFERENCE_OF_MODELS:
    note(plan, arena_printf(plan->arena, "-p %s", name),
         "it has an effect as a definition SET_PREF_… of a machine only");
    return true;
  case PREFERENCE_IGNORED:
    note(plan, arena_printf(plan->arena, "-p %s", name), "this preference has no effect here");
    return true;
  case PREFERENCE_UNKNOWN: break;
  }
  preference_suggest(&plan->hint, name);
  return fail(plan, "unknown preference ", given->arguments[0], "");
}

static bool take_group(ProbcliPlan *plan, const ProbcliGiven *given)
{
  const char *group = given->arguments[0], *chosen = given->arguments[1];
  if (!strcmp(group, "integer") && !strcmp(chosen, "int32")) {
    set(plan, "MAXINT", "2147483647");
    set(plan, "MININT", "-2147483648");
    return true;
  }
  static const char *const idle[] = {"model_check", "time_out", "dot_colors", NULL};
  for (unsigned i = 0; idle[i]; i++) {
    if (strcmp(group, idle[i]) != 0) continue;
    note(plan, arena_printf(plan->arena, "-pref_group %s %s", group, chosen),
         "nothing is limited here");
    return true;
  }
  text_add(&plan->hint, "the groups are integer, model_check, time_out and dot_colors");
  return fail(plan, "unknown group of preferences ", group, "");
}

/* ------------------------------------------------------------------ words */

/* The argument as seconds; it is in milliseconds. */
static const char *seconds_of(ProbcliPlan *plan, const char *milliseconds)
{
  return arena_printf(plan->arena, "%.3f", strtod(milliseconds, NULL) / 1000);
}

/* The text of a file, which is read again each time; probcli_plan has found that it can be. */
static bool add_file(Text *text, const char *path)
{
  char bytes[4096];
  FILE *stream = fopen(path, "r");
  if (!stream) return false;
  for (size_t count; (count = fread(bytes, 1, sizeof bytes, stream)) > 0;)
    text_add_bytes(text, bytes, count);
  bool good = !ferror(stream);
  fclose(stream);
  while (text->len && isspace((unsigned char) text->data[text->len - 1]))
    text->data[--text->len] = '\0';
  return good;
}

/* A word of a template: %1 is the first argument. */
static const char *expand_word(ProbcliPlan *plan, const char *word, size_t length,
                               const ProbcliGiven *given)
{
  Text text = {0};
  for (size_t i = 0; i < length; i++) {
    if (word[i] != '%') text_add_char(&text, word[i] == '~' ? ' ' : word[i]);
    else if (word[++i] == 't') text_add(&text, seconds_of(plan, given->arguments[0]));
    else if (word[i] == 'f') add_file(&text, given->arguments[0]);
    else text_add(&text, given->arguments[word[i] - '1']);
  }
  const char *copy = arena_copy(plan->arena, text_string(&text), text.len);
  text_free(&text);
  return copy;
}

/* ---------------------------------------------------------------- choices */

/* What an option is, if its first argument decides that. */
typedef struct {
  const char *word;
  uint32_t actions;
  const char *words;
} Choice;

static const Choice modes[] = {{"bf", AT_CHECK, "--bfs"},
                               {"df", AT_CHECK, "--dfs"},
                               {"mixed", AT_CHECK, "--mixed"},
                               {"random", AT_CHECK, "--random"},
                               {"hash", AT_CHECK, ""},
                               {"heuristic", AT_CHECK, ""},
                               {"out_degree_hash", AT_CHECK, ""},
                               {NULL, 0, NULL}};
static const Choice algorithms[] = {
    {"bmc", AT_PATHS, "--bmc=10"}, {"kinduction", AT_PATHS, "--induction=5"}, {NULL, 0, NULL}};
static const Choice pictures[] = {{"state_space", AT_SPACE, ""},
                                  {"state_space_sfdp", AT_SPACE, ""},
                                  {"history", 0, ""},
                                  {"current_state", 0, ""},
                                  {NULL, 0, NULL}};
static const Choice diagrams[] = {{"transition_diagram", AT_DIAGRAM, "--project=%2"},
                                  {NULL, 0, NULL}};
static const Choice tables[] = {{"quick_operation_coverage", AT_CHECK, "--coverage"},
                                {"variable_coverage", AT_CHECK, "--coverage"},
                                {NULL, 0, NULL}};
static const Choice histories[] = {{"show_init", 0, ""}, {"show_states", 0, ""}, {NULL, 0, NULL}};
static const Choice traces[] = {{"json", AT_REPLAY, "--replay=%2"}, {NULL, 0, NULL}};

static const Choice *choices_of(ProbcliId id)
{
  switch (id) {
  case PROBCLI_MC_MODE: return modes;
  case PROBCLI_SYMBOLIC: return algorithms;
  case PROBCLI_DOT: return pictures;
  case PROBCLI_DOTEXPR: return diagrams;
  case PROBCLI_CSV: return tables;
  case PROBCLI_TRACE_REPLAY: return traces;
  case PROBCLI_HISTORY_OPTION: return histories;
  default: return NULL;
  }
}

static const Choice *chosen(const ProbcliGiven *given)
{
  const Choice *choice = choices_of(given->id);
  while (choice && choice->word && strcmp(choice->word, given->arguments[0]) != 0) choice++;
  return choice;
}

static const char *words_of(const ProbcliGiven *given)
{
  const Choice *choice = chosen(given);
  return choice ? choice->words : probcli_options[given->id].words;
}

static uint32_t actions_of(const ProbcliGiven *given)
{
  const Choice *choice = chosen(given);
  return choice ? choice->actions : probcli_options[given->id].actions;
}

static bool refuse_choice(ProbcliPlan *plan, const ProbcliGiven *given)
{
  const char *names[12] = {0};
  const Choice *choices = choices_of(given->id);
  fail(plan, "", given->spelling, ": '");
  fail(plan, "", given->arguments[0], "' is not one of");
  for (unsigned i = 0; choices[i].word; i++) {
    names[i] = choices[i].word;
    text_printf(&plan->error, "%s %s", i ? "," : "", names[i]);
  }
  nearest_suggest(&plan->hint, given->arguments[0], names);
  return false;
}

/* ------------------------------------------------------------------- plan */

static bool can_read(ProbcliPlan *plan, const ProbcliGiven *given)
{
  Text text = {0};
  errno = 0;
  bool good = add_file(&text, given->arguments[0]);
  text_free(&text);
  if (good) return true;
  fail(plan, "cannot read ", given->arguments[0], ": ");
  return fail(plan, "", strerror(errno), "");
}

static bool take(ProbcliPlan *plan, const ProbcliGiven *given)
{
  const ProbcliOption *option = &probcli_options[given->id];
  const Choice *choice = chosen(given);
  if (choice && !choice->word) return refuse_choice(plan, given);
  if (given->id == PROBCLI_PREF) return take_preference(plan, given);
  if (given->id == PROBCLI_PREF_GROUP) return take_group(plan, given);
  if (given->id == PROBCLI_EVAL_FILE && !can_read(plan, given)) return false;
  if (option->role == ROLE_NOTHING) note(plan, given->spelling, option->words);
  if (option->role == ROLE_ASKS) plan->asked |= actions_of(given);
  return true;
}

bool probcli_plan(ProbcliPlan *plan, const ProbcliLine *line)
{
  *plan = (ProbcliPlan){.arena = arena_new(), .line = line};
  for (uint32_t i = 0; i < line->given.len; i++)
    if (!take(plan, &line->given.data[i])) return false;
  if (probcli_given(line, PROBCLI_VISB) && !(plan->asked & AT_STEPS)) plan->asked |= AT_INIT;
  return true;
}

void probcli_plan_free(ProbcliPlan *plan)
{
  vec_free(&plan->settings);
  vec_free(&plan->unused);
  text_free(&plan->error);
  text_free(&plan->hint);
  if (plan->arena) arena_free(plan->arena);
  *plan = (ProbcliPlan){0};
}

/* --------------------------------------------------------------- requests */

/* What a machine has and a process has not. */
static bool suits(const char *word, bool process)
{
  static const char *const of_machines[] = {"--alone",        "--keep-going", "--no-invariant",
                                            "--no-deadlock",  "--no-goal",    "--coverage",
                                            "--no-assertions"};
  for (size_t i = 0; process && i < sizeof of_machines / sizeof *of_machines; i++)
    if (!strcmp(word, of_machines[i])) return false;
  return true;
}

static void add_options(ProbcliPlan *plan, ProbcliRequest *request, const char *words,
                        const ProbcliGiven *given, bool process)
{
  for (size_t length; *words; words += length + (words[length] == ' ')) {
    length = strcspn(words, " ");
    const char *word = expand_word(plan, words, length, given);
    if (suits(word, process)) vec_push(&request->words, word);
  }
}

static bool asks_for(const ProbcliGiven *given, ProbcliAction action)
{
  return probcli_options[given->id].role == ROLE_ASKS && actions_of(given) & 1u << action;
}

/* Is anything made of the single steps? */
static bool wants_steps(const ProbcliLine *line)
{
  static const ProbcliId users[] = {PROBCLI_HISTORY,   PROBCLI_STATE,         PROBCLI_DOT,
                                    PROBCLI_DET_CHECK, PROBCLI_DET_CONSTANTS, PROBCLI_LOG};
  for (size_t i = 0; i < sizeof users / sizeof *users; i++)
    if (probcli_given(line, users[i])) return true;
  return false;
}

/* What other options add to this request. */
static void add_settings(ProbcliPlan *plan, ProbcliRequest *request, bool process)
{
  uint32_t at = 1u << request->action;
  for (uint32_t i = 0; i < plan->line->given.len; i++) {
    const ProbcliGiven *given = &plan->line->given.data[i];
    bool adds = probcli_options[given->id].role == ROLE_ADDS && actions_of(given) & at;
    if (adds && !(process && given->id == PROBCLI_CARD))
      add_options(plan, request, words_of(given), given, process);
  }
  for (uint32_t i = 0; i < plan->settings.len && !process && !(at & AT_PRINT); i++)
    vec_push(&request->words, plan->settings.data[i]);
  if (at & AT_STEPS && !wants_steps(plan->line)) vec_push(&request->words, "--no-steps");
  if (at & AT_SPACE) {
    const ProbcliGiven *most = probcli_given(plan->line, PROBCLI_MC);
    vec_push(&request->words, arena_printf(plan->arena, "--max-states=%s",
                                           most ? most->arguments[0] : "18446744073709551615"));
  }
  if (at & AT_CHECK && process && !probcli_given(plan->line, PROBCLI_CSP_MAIN))
    vec_push(&request->words, "--process=MAIN");
}

/* The file, then the operands that were among the words. */
static void add_operands(ProbcliPlan *plan, ProbcliRequest *request, const char *file)
{
  VEC(const char *) operands = {0};
  uint32_t kept = 0;
  for (uint32_t i = 0; i < request->words.len; i++) {
    const char *word = request->words.data[i];
    if (*word == ':') vec_push(&operands, word + 1);
    else request->words.data[kept++] = word;
  }
  request->words.len = kept;
  bool in = probcli_actions[request->action].in;
  if (file && in) vec_push(&request->words, arena_printf(plan->arena, "--in=%s", file));
  vec_push(&request->words, "--");
  if (file && !in) vec_push(&request->words, file);
  for (uint32_t i = 0; i < operands.len; i++) vec_push(&request->words, operands.data[i]);
  vec_free(&operands);
}

/* A request for the action; `of` asks for it, or, if it is NULL, whatever does. */
static void add_request(ProbcliPlan *plan, ProbcliRequests *requests, ProbcliAction action,
                        const ProbcliGiven *of, const char *file)
{
  ProbcliRequest request = {.action = action, .of = of};
  bool process = file && probcli_is_process(file);
  add_options(plan, &request, probcli_actions[action].words, NULL, process);
  for (uint32_t i = 0; i < plan->line->given.len; i++) {
    const ProbcliGiven *given = &plan->line->given.data[i];
    if (of ? of == given : asks_for(given, action))
      add_options(plan, &request, words_of(given), given, process);
  }
  add_settings(plan, &request, process);
  add_operands(plan, &request, file);
  vec_push(requests, request);
}

void probcli_requests(ProbcliPlan *plan, const char *file, ProbcliRequests *requests)
{
  for (ProbcliAction action = 0; action < ACTION_COUNT; action++) {
    if (!(plan->asked & 1u << action)) continue;
    if (!probcli_actions[action].each) {
      add_request(plan, requests, action, NULL, file);
      continue;
    }
    for (uint32_t i = 0; i < plan->line->given.len; i++) {
      const ProbcliGiven *given = &plan->line->given.data[i];
      if (asks_for(given, action)) add_request(plan, requests, action, given, file);
    }
  }
}

void probcli_requests_free(ProbcliRequests *requests)
{
  for (uint32_t i = 0; i < requests->len; i++) vec_free(&requests->data[i].words);
  vec_free(requests);
}
