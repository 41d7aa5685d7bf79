#include "session/model_settings.h"

#include <string.h>

#include "base/nearest.h"
#include "syntax/print.h"

#define PREFIX "SET_PREF_"

/* Preferences that have an effect here: numbers, and what only models say. */
enum { NUMBERS = 3 };
static const char *const heeded[] = {"MAXINT",
                                     "MININT",
                                     "DEFAULT_SETSIZE",
                                     "SYMBOLIC",
                                     "SHOW_EVENTB_ANY_VALUES",
                                     "ALLOW_SIMULTANEOUS_ASSIGNMENTS",
                                     "ALLOW_LOCAL_OPERATION_CALLS",
                                     NULL};

/* Preferences of ProB that models set: limits that are not needed here, its solvers, what it
 * displays. */
static const char *const ignored[] = {"MAX_OPERATIONS",
                                      "MAX_INITIALISATIONS",
                                      "TIME_OUT",
                                      "CLPFD",
                                      "SMT",
                                      "SMT_SUPPORTED_INTERPRETER",
                                      "CHR",
                                      "CSE",
                                      "CSE_PRED",
                                      "CSE_SUBST",
                                      "COMPRESSION",
                                      "DATA_VALIDATION",
                                      "DISPROVER_MODE",
                                      "DOT",
                                      "DOUBLE_EVALUATION",
                                      "ENUMERATE_INFINITE_TYPES",
                                      "ENUMERATE_RANDOMISE",
                                      "EXPAND_CLOSURES_FOR_STATE",
                                      "EXPAND_FORALL_UPTO",
                                      "FORGET_STATE_SPACE",
                                      "IGNORE_HASH_COLLISIONS",
                                      "IGNORE_PRJ_TYPES",
                                      "JAVA_PATH",
                                      "KODKOD",
                                      "KODKOD_MAX_NR_SOLS",
                                      "KODKOD_ONLY_FULL",
                                      "KODKOD_RAISE_WARNINGS",
                                      "KODKOD_SAT_SOLVER",
                                      "KODKOD_SYMMETRY",
                                      "LIFT_EXISTS",
                                      "LTSMIN",
                                      "MAX_DISPLAY_SET",
                                      "MEMO",
                                      "MEMOIZE_FUNCTIONS",
                                      "NDJSON_ERROR_LOG_FILE",
                                      "NUMBER_OF_ANIMATED_ABSTRACTIONS",
                                      "NUMBER_OF_SKIPPED_INITIALISATION",
                                      "OPERATION_REUSE",
                                      "OPTIMIZE_AST",
                                      "PARTITION_PREDICATES",
                                      "PARTITION_PREDICATES_INLINE_EQUALITIES",
                                      "PERFORMANCE_INFO",
                                      "PGE",
                                      "POR",
                                      "PP_SEQUENCES",
                                      "PROOF_INFO",
                                      "RANDOMISE_ENUMERATION_ORDER",
                                      "RANDOMISE_OPERATION_ORDER",
                                      "RAISE_ABORT_IMMEDIATELY",
                                      "RECURSIVE",
                                      "REPL_CACHE_PARSING",
                                      "REQUIRE_OUTPUT_ASSIGNMENT",
                                      "SAFETY_MODEL_CHECK",
                                      "SHOW_FULL_ERROR_SPAN",
                                      "SHOW_INITIALISATION_ARGUMENTS",
                                      "SOLVER_FOR_PROPERTIES",
                                      "SOLVER_STRENGTH",
                                      "STATIC_ORDERING",
                                      "STATIC_SYMMETRY_DETECTION",
                                      "STORE_DETAILED_TRANSITION_INFOS",
                                      "STRICT_CLASH_CHECKING",
                                      "STRICT_RAISE_WARNINGS",
                                      "STRING_AS_SEQUENCE",
                                      "SYMMETRY_MODE",
                                      "TLC_WORKERS",
                                      "TRACE_INFO",
                                      "TRACE_UPON_ERROR",
                                      "TRY_FIND_ABORT",
                                      "TYPE_CHECK_DEFINITIONS",
                                      "UNICODE",
                                      "USE_IGNORE_PRAGMAS",
                                      "USE_LARGE_JVM",
                                      "USE_LARGE_JVM_FOR_PARSER",
                                      "USE_RECORD_CONSTRUCTION",
                                      "USE_SCOPE_DEFINITION",
                                      "USE_STATIC_ORDERING",
                                      "VISB",
                                      "WARN_WHEN_EXPANDING_INFINITE_CLOSURES",
                                      "WARN_IF_DEFINITION_HIDES_VARIABLE",
                                      "WD_ANALYSIS_FOR_ANIMATION",
                                      NULL};

static bool is_listed(const char *const *names, const char *name)
{
  for (; *names; names++)
    if (!strcmp(*names, name)) return true;
  return false;
}

static bool begins(const char *text, const char *with)
{
  return !strncmp(text, with, strlen(with));
}

/* The preference that a definition sets, or NULL. */
static const char *preference_of(const Definition *def)
{
  return begins(def->name->text, PREFIX) ? def->name->text + strlen(PREFIX) : NULL;
}

/* How they look: fonts, colours, pictures. */
static bool is_display(const char *name) { return begins(name, "TK_") || begins(name, "DOT_"); }

static bool has_no_effect(const Definition *def)
{
  const char *name = preference_of(def);
  if (name) return is_listed(ignored, name) || is_display(name);
  return begins(def->name->text, "HEURISTIC_FUNCTION") ||
         begins(def->name->text, "FORCE_SYMMETRY") || begins(def->name->text, "MAX_OPERATIONS_");
}

PreferenceKind preference_kind(const char *name)
{
  for (unsigned i = 0; i < NUMBERS; i++)
    if (!strcmp(heeded[i], name)) return PREFERENCE_NUMBER;
  if (is_listed(heeded, name)) return PREFERENCE_OF_MODELS;
  return is_listed(ignored, name) || is_display(name) ? PREFERENCE_IGNORED : PREFERENCE_UNKNOWN;
}

void preference_suggest(Text *hint, const char *name)
{
  nearest_suggest(hint, name, heeded);
  if (!hint->len) nearest_suggest(hint, name, ignored);
}

void preference_each(PreferenceKind kind, void (*each)(void *, const char *), void *context)
{
  for (unsigned i = 0; heeded[i]; i++)
    if (preference_kind(heeded[i]) == kind) each(context, heeded[i]);
  for (unsigned i = 0; ignored[i] && kind == PREFERENCE_IGNORED; i++) each(context, ignored[i]);
}

static void warn_unknown(Session *session, const Definition *def)
{
  Diags *diags = session_diags(session);
  const char *name = preference_of(def);
  Diag *diag = diag_warning(diags, def->node->span, "unknown-setting",
                            "unknown preference %s: this has no effect", name);
  Text hint = {0};
  preference_suggest(&hint, name);
  if (hint.len) diag_hint(diags, diag, "%s", text_string(&hint));
  text_free(&hint);
}

/* One warning for all. */
static void warn_ignored(Session *session, const Unit *unit)
{
  Text names = {0};
  const Definition *first = NULL;
  uint32_t count = 0;
  for (uint32_t i = 0; i < unit->definitions.len; i++) {
    const Definition *def = unit->definitions.data[i];
    if (!has_no_effect(def)) continue;
    if (!first) first = def;
    text_printf(&names, "%s%s", count++ ? ", " : "", def->name->text);
  }
  if (first)
    diag_warning(session_diags(session), first->node->span, "unknown-setting",
                 "%s %s no effect here", text_string(&names), count == 1 ? "has" : "have");
  text_free(&names);
}

static void warn_main(Session *session, const Unit *unit)
{
  for (uint32_t i = 0; i < unit->definitions.len; i++) {
    const Definition *def = unit->definitions.data[i];
    const char *name = preference_of(def);
    if (name && !is_listed(heeded, name) && !has_no_effect(def)) warn_unknown(session, def);
  }
  warn_ignored(session, unit);
}

/* Do the options say it? */
static bool is_given(const Session *session, const char *name)
{
  const Settings *given = &session_options(session)->preferences;
  for (uint32_t i = 0; i < given->len; i++)
    if (!strcmp(given->data[i].name, name)) return true;
  return false;
}

/* Preferences are those of the main machine: who sets MAXINT elsewhere is told so, unless the main
 * machine says the same.  (ALLOW_LOCAL_OPERATION_CALLS counts where it stands.) */
static void warn_other(Session *session, const Unit *main, const Unit *unit)
{
  Diags *diags = session_diags(session);
  for (uint32_t i = 0; i < unit->definitions.len; i++) {
    const Definition *def = unit->definitions.data[i];
    const char *name = preference_of(def);
    if (!name || !is_listed(heeded, name) || !strcmp(name, "ALLOW_LOCAL_OPERATION_CALLS")) continue;
    if (is_given(session, name)) continue;
    const Definition *own = map_get(&main->definition_of, def->name);
    if (own && node_equal(own->node->kids[1], def->node->kids[1])) continue;
    Diag *diag = diag_warning(diags, def->node->span, "unknown-setting",
                              "%s has no effect here: only preferences of the main machine count",
                              def->name->text);
    Text value = {0};
    print_node(&value, def->node->kids[1], (PrintStyle){0});
    if (!own &&
        (!strcmp(name, "MAXINT") || !strcmp(name, "MININT") || !strcmp(name, "DEFAULT_SETSIZE")))
      diag_hint(diags, diag, "use --pref %s=%s instead", name, text_string(&value));
    text_free(&value);
  }
}

void model_settings_warn(Session *session, const Model *model)
{
  if (!model->main || !model->main->unit) return;
  const Unit *main = model->main->unit;
  warn_main(session, main);
  for (uint32_t i = 0; i < model->units.len; i++)
    if (model->units.data[i] != main) warn_other(session, main, model->units.data[i]);
}
