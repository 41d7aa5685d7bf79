#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "engine/external/external_impl.h"
#include "syntax/print.h"

/* LibraryMeta and the clock: what is known about the tool, the project, the state. */

Value external_needs_history(ExternalCall *c)
{
  return engine_unknown(c->e, "%s depends on earlier calls, which are not recorded", c->name);
}

Value external_needs_states(ExternalCall *c)
{
  return engine_unknown(c->e, "%s needs the state space, which is not stored here", c->name);
}

/* A fault that lists the fields there are, separated by blanks. */
static Value no_field(ExternalCall *c, uint32_t argument, const char *known)
{
  return call_fault(c, "unknown field \"%s\"; known fields: %s", call_string(c, argument, NULL),
                    known);
}

/* ------------------------------------------------------------------------ time */

/* A part of the (local) time; false if there is no such part. */
static bool time_part(const char *part, time_t seconds, int64_t *out)
{
  struct tm t;
  if (!localtime_r(&seconds, &t)) return false;
  if (!strcmp(part, "now")) *out = seconds;
  else if (!strcmp(part, "year")) *out = t.tm_year + 1900;
  else if (!strcmp(part, "month")) *out = t.tm_mon + 1;
  else if (!strcmp(part, "day")) *out = t.tm_mday;
  else if (!strcmp(part, "hour")) *out = t.tm_hour;
  else if (!strcmp(part, "min")) *out = t.tm_min;
  else if (!strcmp(part, "sec")) *out = t.tm_sec;
  else return false;
  return true;
}

static const char TIME_PARTS[] = "now, year, month, day, hour, min, sec";

Value external_time(ExternalCall *c)
{
  int64_t n;
  if (!time_part(call_string(c, 0, NULL), time(NULL), &n)) return no_field(c, 0, TIME_PARTS);
  return value_int(c->s, n);
}

Value external_timestamp_info(ExternalCall *c)
{
  int64_t seconds, n;
  Value none;
  int64_t most = INT64_C(1) << 40;
  if (!call_limited(c, 1, most, &seconds, &none) || !call_small(c, 1, 0, most, &seconds, &none))
    return none;
  if (!time_part(call_string(c, 0, NULL), (time_t) seconds, &n)) return no_field(c, 0, TIME_PARTS);
  return value_int(c->s, n);
}

Value external_timestamp(ExternalCall *c)
{
  static const int64_t low[] = {1970, 1, 1, 0, 0, 0}, high[] = {9999, 12, 31, 23, 59, 61};
  int64_t n[6];
  Value none;
  for (uint32_t i = 0; i < 6; i++)
    if (!call_small(c, i, low[i], high[i], &n[i], &none)) return none;
  struct tm t = {.tm_year = (int) n[0] - 1900,
                 .tm_mon = (int) n[1] - 1,
                 .tm_mday = (int) n[2],
                 .tm_hour = (int) n[3],
                 .tm_min = (int) n[4],
                 .tm_sec = (int) n[5],
                 .tm_isdst = -1};
  return value_int(c->s, mktime(&t));
}

static int64_t clock_milliseconds(clockid_t clock)
{
  struct timespec t = {0};
  clock_gettime(clock, &t);
  return (int64_t) t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

Value external_walltime(ExternalCall *c)
{
  return value_int(c->s, clock_milliseconds(CLOCK_MONOTONIC));
}

Value external_runtime(ExternalCall *c)
{
  return value_int(c->s, clock_milliseconds(CLOCK_PROCESS_CPUTIME_ID));
}

Value external_sleep(ExternalCall *c)
{
  int64_t n;
  Value none;
  if (!call_small(c, 0, 0, 3600000, &n, &none)) return none;
  struct timespec t = {.tv_sec = n / 1000, .tv_nsec = n % 1000 * 1000000};
  nanosleep(&t, NULL);
  return VALUE_TRUE;
}

/* -------------------------------------------------------------------- the tool */

Value external_argc(ExternalCall *c)
{
  (void) c;
  return value_small(0);
}

Value external_argv(ExternalCall *c) { return call_fault(c, "the program has no arguments"); }

Value external_info(ExternalCall *c)
{
  if (call_is_text(c, 0, "prob-version")) return call_text(c, PROBITY_VERSION);
  if (call_is_text(c, 0, "parser-version")) return call_text(c, PROBITY_VERSION);
  if (!call_is_text(c, 0, "current-time"))
    return no_field(c, 0, "current-time, parser-version, prob-version");
  time_t now = time(NULL);
  struct tm t = {0};
  localtime_r(&now, &t);
  Text text = {0};
  text_printf(&text, "%d/%d/%d - %dh%02d %02ds", t.tm_mday, t.tm_mon + 1, t.tm_year + 1900,
              t.tm_hour, t.tm_min, t.tm_sec);
  return call_give_string(c, &text);
}

Value external_statistics(ExternalCall *c)
{
  static const char *const states[] = {"states", "transitions", "processed-states",
                                       "current-state-id"};
  for (size_t i = 0; i < sizeof states / sizeof *states; i++)
    if (call_is_text(c, 0, states[i])) return external_needs_states(c);
  if (call_is_text(c, 0, "now-timestamp")) return value_int(c->s, time(NULL));
  if (call_is_text(c, 0, "prolog-runtime")) return external_runtime(c);
  if (call_is_text(c, 0, "prolog-walltime")) return external_walltime(c);
  if (call_is_text(c, 0, "prolog-memory-bytes-used")) {
    struct rusage usage = {0};
    getrusage(RUSAGE_SELF, &usage);
    return value_int(c->s, (int64_t) usage.ru_maxrss * 1024);
  }
  return no_field(c, 0,
                  "current-state-id, now-timestamp, processed-states, "
                  "prolog-memory-bytes-used, prolog-runtime, prolog-walltime, states, transitions");
}

/* ----------------------------------------------------------------- preferences */

static const struct {
  const char *name, *value;
} defaults[] = {
    {"MAXINT", "3"},
    {"MININT", "-1"},
    {"DEFAULT_SETSIZE", "2"},
    {"MAX_INITIALISATIONS", "4"},
    {"MAX_OPERATIONS", "10"},
    {"TIME_OUT", "2500"},
    {"SHOW_EVENTB_ANY_VALUES", "false"},
    {"SYMBOLIC", "false"},
    {"CLPFD", "true"},
    {"SMT", "false"},
    {"CHR", "false"},
    {"KODKOD_SYMMETRY", "0"},
    {"KODKOD_MAX_NR_SOLS", "22"},
    {"KODKOD_SAT_SOLVER", "sat4j"},
    {"KODKOD_ONLY_FULL", "true"},
    {"ALLOW_SIMULTANEOUS_ASSIGNMENTS", "false"},
    {"USE_RECORD_CONSTRUCTION", "true"},
    {"RANDOMISE_ENUMERATION_ORDER", "false"},
    {"PROOF_INFO", "true"},
    {"STATIC_SYMMETRY_DETECTION", "true"},
    {"DISPROVER_MODE", "false"},
    {"STATIC_ORDERING", "false"},
    {"MAX_DISPLAY_SET", "100"},
    {"TRY_FIND_ABORT", "false"},
    {"ALLOW_LOCAL_OPERATION_CALLS", "false"},
    {"REQUIRE_OUTPUT_ASSIGNMENT", "false"},
    {"IGNORE_PRJ_TYPES", "false"},
    {"EXPAND_FORALL_UPTO", "100"},
    {"TRACE_INFO", "false"},
    {"TK_CUSTOM_STATE_VIEW_PADDING", "0"},
    {"MEMO", "false"},
};

Value external_get_pref_default(ExternalCall *c)
{
  for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++)
    if (call_is_text(c, 0, defaults[i].name)) return call_text(c, defaults[i].value);
  return call_fault(c, "unknown preference \"%s\"", call_string(c, 0, NULL));
}

/* The preference that the model sets, or NULL. */
static const Node *setting(const ExternalCall *c)
{
  const Map *settings = c->e->model ? &c->e->model->settings : NULL;
  for (uint32_t i = 0; settings && i < settings->capacity; i++) {
    const Name *name = settings->keys[i];
    if (name && !strncmp(name->text, "SET_PREF_", 9) && call_is_text(c, 0, name->text + 9))
      return settings->values[i];
  }
  return NULL;
}

Value external_get_pref(ExternalCall *c)
{
  Text out = {0};
  const Shape *integer = shape_integer(c->e->shapes);
  if (call_is_text(c, 0, "MAXINT"))
    engine_format(c->e, &out, integer, c->e->maxint, (FormatStyle){0});
  else if (call_is_text(c, 0, "MININT"))
    engine_format(c->e, &out, integer, c->e->minint, (FormatStyle){0});
  else if (call_is_text(c, 0, "DEFAULT_SETSIZE"))
    text_printf(&out, "%llu", (unsigned long long) c->e->options.default_set_size);
  else {
    const Node *node = setting(c);
    while (node && node->kind == NODE_EXPANSION) node = node->kids[0];
    if (!node) return external_get_pref_default(c);
    if (node->kind == NODE_TRUE || node->kind == NODE_FALSE)
      text_add(&out, node->kind == NODE_TRUE ? "true" : "false");
    else if (node->kind == NODE_STRING_LIT) text_add(&out, node->name->text);
    else print_node(&out, node, (PrintStyle){0});
  }
  return call_give_string(c, &out);
}
