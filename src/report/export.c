#include "report/export.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"

const char *export_misread(Space *s)
{
  for (uint32_t i = 1; i < alphabet_count(s->alphabet); i++) {
    const char *text = alphabet_text(s->alphabet, i);
    if (!strcmp(text, "i") || !strcmp(text, "tau")) return text;
  }
  return NULL;
}

/* ---------------------------------------------------------------- Aldebaran */

void export_aut(Text *text, Space *s)
{
  uint32_t count = states_count(s->states), first = s->initial.data[0];
  bool root = s->initial.len > 1; /* its number comes after all others */
  uint64_t edges = s->edge_count + (root ? s->initial.len : 0);
  text_printf(text, "des (%u, %llu, %u)\n", root ? count : first, (unsigned long long) edges,
              count + root);
  for (uint32_t i = 0; i < s->initial.len && root; i++)
    text_printf(text, "(%u, i, %u)\n", count, s->initial.data[i]);
  for (StateId state = 0; state < count; state++) {
    EdgeRange r = space_edges(s, state);
    for (uint32_t i = r.begin; i < r.end; i++) {
      Edge edge = s->edges.data[i];
      if (edge.action == ACTION_TAU) text_printf(text, "(%u, i, %u)\n", state, edge.to);
      else if (alphabet_is_tick(s->alphabet, edge.action))
        text_printf(text, "(%u, tick, %u)\n", state, edge.to);
      else
        text_printf(text, "(%u, \"%s\", %u)\n", state, alphabet_text(s->alphabet, edge.action),
                    edge.to);
    }
  }
}

/* -------------------------------------------------------------------- CSP-M */

typedef struct {
  Space *space;
  Names *names;          /* of channels that are taken */
  const char **channels; /* by action; NULL: not used */
  Arena *arena;
} CspWriter;

/* Words of CSP-M, functions and processes that are built in, also of its tools. */
static const char *const csp_words[] = {"and",
                                        "assert",
                                        "Bool",
                                        "card",
                                        "channel",
                                        "CHAOS",
                                        "Char",
                                        "chase",
                                        "chase_nocache",
                                        "compress",
                                        "concat",
                                        "datatype",
                                        "deter",
                                        "diamond",
                                        "diff",
                                        "DIV",
                                        "elem",
                                        "else",
                                        "empty",
                                        "emptyMap",
                                        "endmodule",
                                        "error",
                                        "Events",
                                        "explicate",
                                        "exports",
                                        "extensions",
                                        "external",
                                        "failure_watchdog",
                                        "false",
                                        "head",
                                        "if",
                                        "include",
                                        "instance",
                                        "Int",
                                        "Inter",
                                        "inter",
                                        "lazyenumerate",
                                        "lazynorm",
                                        "length",
                                        "let",
                                        "loop",
                                        "Map",
                                        "mapDelete",
                                        "mapFromList",
                                        "mapLookup",
                                        "mapMember",
                                        "mapToList",
                                        "mapUpdate",
                                        "mapUpdateMultiple",
                                        "member",
                                        "model_compress",
                                        "module",
                                        "mtransclose",
                                        "nametype",
                                        "normal",
                                        "not",
                                        "null",
                                        "or",
                                        "print",
                                        "prioritise",
                                        "prioritise_nocache",
                                        "prioritisepo",
                                        "priority",
                                        "Proc",
                                        "productions",
                                        "prune",
                                        "relational_image",
                                        "relational_inverse_image",
                                        "RUN",
                                        "sbisim",
                                        "Seq",
                                        "seq",
                                        "Set",
                                        "set",
                                        "show",
                                        "SKIP",
                                        "STOP",
                                        "subtype",
                                        "tail",
                                        "tau",
                                        "tau_loop_factor",
                                        "then",
                                        "timed",
                                        "timed_priority",
                                        "tock",
                                        "trace_watchdog",
                                        "transparent",
                                        "transpose",
                                        "true",
                                        "type",
                                        "Union",
                                        "union",
                                        "WAIT",
                                        "wbisim",
                                        "within"};

static bool is_reserved(const char *name)
{
  for (unsigned i = 0; i < sizeof csp_words / sizeof *csp_words; i++)
    if (!strcmp(csp_words[i], name)) return true;
  if (!strcmp(name, "Root") || !strcmp(name, "System")) return true; /* names of processes here */
  return name[0] == 'N' && isdigit((unsigned char) name[1]);         /* likewise */
}

/* new(PROC1) --> 2 becomes new_PROC1_2; a number is added to names that are taken. */
static const char *channel_name(CspWriter *w, const char *action)
{
  Text text = {0};
  bool gap = false;
  for (const char *c = action; *c; c++) {
    bool sign = !isalnum((unsigned char) *c) && *c != '_';
    if (sign) gap |= text.len > 0;
    else {
      if (gap) text_add_char(&text, '_');
      gap = false;
      text_add_char(&text, *c);
    }
    if (*c == '-' && isdigit((unsigned char) c[1])) text_add(&text, text.len ? "_minus" : "minus");
  }
  if (text.len == 0 || !isalpha((unsigned char) text.data[0]) || is_reserved(text.data)) {
    Text safe = {0};
    text_printf(&safe, "op_%s", text_string(&text));
    text_free(&text);
    text = safe;
  }
  size_t length = text.len;
  for (uint32_t number = 2; names_find(w->names, text_string(&text), text.len); number++) {
    text.len = length;
    text_printf(&text, "_%u", number);
  }
  const char *name = names_intern(w->names, text_string(&text), text.len)->text;
  text_free(&text);
  return name;
}

static void find_channels(CspWriter *w)
{
  Space *s = w->space;
  w->channels = arena_new_array(w->arena, const char *, alphabet_count(s->alphabet));
  for (StateId state = 0; state < states_count(s->states); state++) {
    EdgeRange r = space_edges(s, state);
    for (uint32_t i = r.begin; i < r.end; i++) {
      uint32_t action = s->edges.data[i].action;
      if (action == ACTION_TAU) w->channels[action] = "tau";
      else if (alphabet_is_tick(s->alphabet, action)) continue;
      else if (!w->channels[action])
        w->channels[action] = channel_name(w, alphabet_text(s->alphabet, action));
    }
  }
}

static void print_process(Text *text, const CspWriter *w, StateId state)
{
  Space *s = w->space;
  EdgeRange r = space_edges(s, state);
  text_printf(text, "N%u =", state);
  for (uint32_t i = r.begin; i < r.end; i++) {
    Edge edge = s->edges.data[i];
    text_add(text, i > r.begin ? " [] " : " ");
    if (alphabet_is_tick(s->alphabet, edge.action)) text_add(text, "SKIP");
    else text_printf(text, "%s -> N%u", w->channels[edge.action], edge.to);
  }
  text_add(text, r.begin == r.end ? " STOP\n" : "\n");
}

void export_csp(Text *text, Space *s)
{
  CspWriter w = {.space = s, .names = names_new(), .arena = arena_new()};
  find_channels(&w);
  for (uint32_t i = 0; i < alphabet_count(s->alphabet); i++)
    if (w.channels[i])
      text_printf(text, "channel %s -- %s\n", w.channels[i], alphabet_text(s->alphabet, i));
  text_add(text, "\nRoot =");
  for (uint32_t i = 0; i < s->initial.len; i++)
    text_printf(text, "%s N%u", i ? " |~|" : "", s->initial.data[i]);
  text_add_char(text, '\n');
  for (StateId state = 0; state < states_count(s->states); state++) print_process(text, &w, state);
  text_add(text, "\nSystem = Root");
  text_add(text, w.channels[ACTION_TAU] ? " \\ {tau}\n" : "\n");
  names_free(w.names);
  arena_free(w.arena);
}

void export_report(Report *report, Space *space, bool csp)
{
  if (csp) export_csp(&report->out, space);
  else export_aut(&report->out, space);
  if (!report->json) return;
  json_object_set_new(report->fields, "form", json_report_string(csp ? "csp" : "aut"));
  json_object_set_new(report->fields, "text", json_report_string(text_string(&report->out)));
}
