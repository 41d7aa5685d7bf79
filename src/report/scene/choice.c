#include "report/scene/choice.h"

#include <assert.h>
#include <string.h>

#include "base/nearest.h"
#include "csp/guide/guide.h"
#include "lts/b_machine.h"
#include "lts/print.h"
#include "lts/words.h"
#include "report/trace.h"
#include "syntax/inspect.h"
#include "model/unknown_name.h"

size_t choice_name_length(const char *text)
{
  size_t length = 0;
  for (; text[length]; length++) {
    char c = text[length];
    bool part = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                c == '_' || c == '.' || (unsigned char) c >= 0x80;
    if (!part) break;
  }
  return length;
}

/* Is c.1 an event of channel c here? */
static bool has_events(const Scene *s)
{
  return s->system.lts->print_label || guide_is(s->system.lts);
}

static uint32_t label_called(const Scene *s, const char *name, size_t length)
{
  Lts *lts = s->system.lts;
  for (uint32_t i = 0; i < lts->label_count; i++) {
    const char *known = lts->label_name(lts, i);
    if (strlen(known) == length && !memcmp(known, name, length)) return i;
  }
  return ANY_LABEL;
}

uint32_t choice_label(const Scene *s, const char *name, size_t length)
{
  Lts *lts = s->system.lts;
  const char *dot = has_events(s) ? memchr(name, '.', length) : NULL;
  uint32_t label = label_called(s, name, length);
  if (label != ANY_LABEL) return label;
  if (dot) return label_called(s, name, (size_t) (dot - name));
  /* τ and ✓ in ASCII */
  for (uint32_t i = lts->first_operation; lts->print_label && i < lts->label_count; i++) {
    if (length == 3 && !memcmp(name, "tau", 3) && lts->is_hidden(lts, i)) return i;
    if (length == 4 && !memcmp(name, "tick", 4) && lts->is_tick(lts, i)) return i;
  }
  return ANY_LABEL;
}

/* An operation of the machine, so that arguments are formulas; NULL: there is none. */
static const Operation *operation_of(const Scene *s, uint32_t label)
{
  return s->system.model ? b_machine_operation(s->system.machine, label) : NULL;
}

bool choice_is_variable(const Scene *s, const char *line)
{
  size_t length = choice_name_length(line);
  uint32_t label = choice_label(s, line, length);
  if (line[length] || label == ANY_LABEL || !guide_is(s->system.lts)) return false;
  for (uint32_t i = 0; i < s->system.lts->width; i++) {
    const char *name = s->system.lts->column_name(s->system.lts, i);
    if (name && !strcmp(name, line)) return true;
  }
  return false;
}

bool choice_is_step(const Scene *s, const char *line)
{
  line += strspn(line, " \t");
  size_t length = choice_name_length(line);
  return length && choice_label(s, line, length) != ANY_LABEL && !choice_is_variable(s, line);
}

static bool is_word(const char *text, const char *word)
{
  size_t length = strlen(word);
  return !strncmp(text, word, length) && (text[length] == ' ' || text[length] == '\t');
}

/* A predicate in which the parameters and results of the operation may be used; NULL if
 * there are mistakes, which are in the diagnostics. */
static const Formula *read_predicate(Scene *s, uint32_t label, const char *text)
{
  const Operation *op = label == ANY_LABEL ? NULL : operation_of(s, label);
  Diags *diags = session_diags(s->session);
  uint32_t known = s->model->known.len;
  for (uint32_t i = 0; op && i < op->parameter_count; i++)
    vec_push(&s->model->known, op->parameters[i]);
  for (uint32_t i = 0; op && i < op->result_count; i++) vec_push(&s->model->known, op->results[i]);
  uint32_t mark = diags_mark(diags);
  const Formula *f = bench_formula(&s->bench, "<input>", text, FORMULA_PRED);
  bool unknown = f && unknown_name_report(session_diags(s->session), s->model, f, mark);
  s->model->known.len = known;
  return unknown ? NULL : f;
}

/* The predicate for this label, or for all those where it means something. */
static bool read_where(Scene *s, Choice *choice, const char *text)
{
  Lts *lts = s->system.lts;
  Diags *diags = session_diags(s->session);
  choice->where = arena_new_array(session_arena(s->session), const Formula *, lts->label_count + 1);
  bool some = false;
  for (uint32_t i = 0; i < lts->label_count; i++) {
    if (choice->label != ANY_LABEL && choice->label != i) continue;
    uint32_t mark = diags_mark(diags);
    choice->where[i] = read_predicate(s, i, text);
    some |= choice->where[i] != NULL;
    if (choice->label == ANY_LABEL) diags_release(diags, mark);
  }
  if (some) return true;
  if (choice->label == ANY_LABEL) read_predicate(s, ANY_LABEL, text);
  return session_refuse_text(s->session, NULL);
}

/* (first |-> second …) */
static void add_tuple(Text *text, Symbol **names, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    text_printf(text, "%s%s", i ? " |-> " : "(", names[i]->name->text);
  text_add_char(text, ')');
}

/* NAME(arguments) as a predicate about the parameters. */
static bool read_arguments(Scene *s, Choice *choice, const char *arguments, size_t length)
{
  assert(choice->label != ANY_LABEL && *arguments == '(');
  const Operation *op = operation_of(s, choice->label);
  if (!op || !op->parameter_count)
    return session_refuse(s->session, "%s has no arguments",
                          s->system.lts->label_name(s->system.lts, choice->label));
  Text text = {0};
  add_tuple(&text, op->parameters, op->parameter_count);
  text_printf(&text, " = %.*s", (int) length, arguments);
  choice->given = read_predicate(s, choice->label, text_string(&text));
  bool good = choice->given || session_refuse_text(s->session, NULL);
  text_clear(&text);
  for (uint32_t i = 0; i < op->parameter_count; i++)
    text_printf(&text, "%s%s", i ? ", " : "", op->parameters[i]->name->text);
  if (!good)
    session_refuse(s->session, "usage: %s(%s)", op->symbol->name->text, text_string(&text));
  text_free(&text);
  return good;
}

/* --> results as a predicate about them. */
static bool read_results(Scene *s, Choice *choice, const char *results, size_t length)
{
  assert(choice->label != ANY_LABEL);
  const Operation *op = operation_of(s, choice->label);
  if (!op || !op->result_count)
    return session_refuse(s->session, "%s has no results",
                          s->system.lts->label_name(s->system.lts, choice->label));
  Text text = {0};
  add_tuple(&text, op->results, op->result_count);
  text_printf(&text, " = (%.*s)", (int) length, results);
  choice->gives = read_predicate(s, choice->label, text_string(&text));
  text_free(&text);
  return choice->gives || session_refuse_text(s->session, NULL);
}

/* The length of the text up to the given end outside of brackets and strings, or all of it; an
 * end of ')' is the bracket that closes the one at the beginning. */
static size_t length_until(const char *text, char end)
{
  size_t i = 0;
  int depth = 0;
  for (bool quoted = false; text[i]; i++) {
    if (text[i] == '"') quoted = !quoted;
    if (quoted) continue;
    if (strchr("([{", text[i])) depth++;
    if (strchr(")]}", text[i])) depth--;
    if (depth <= 0 && text[i] == end) return end == ')' ? i + 1 : i;
  }
  return i;
}

static const char *skip_blanks(const char *text) { return text + strspn(text, " \t"); }

/* (arguments) --> results: change, as far as they are there; the rest of the text in *end. */
static bool read_call(Scene *s, Choice *choice, const char *text, const char **end)
{
  if (*text == '(') {
    size_t length = length_until(text, ')');
    if (!read_arguments(s, choice, text, length)) return false;
    text = skip_blanks(text + length);
  }
  if (!strncmp(text, "-->", 3)) {
    size_t length = length_until(text, ':');
    if (!read_results(s, choice, text + 3, length - 3)) return false;
    text += length;
  }
  if (*text == ':') choice->listed = skip_blanks(text + 1);
  *end = choice->listed ? "" : text;
  return true;
}

/* Is the first word a keyword here, and not the name of an operation? */
static bool is_condition(const Scene *s, const char *text)
{
  if (!is_word(text, "where") && !is_word(text, "after")) return false;
  bool called = !strncmp(skip_blanks(text + 5), "-->", 3);
  return !called || choice_label(s, text, 5) == ANY_LABEL;
}

static bool complain_of_name(Scene *s, const char *text, size_t length)
{
  Lts *lts = s->system.lts;
  const char *name = arena_copy(session_arena(s->session), text, length ? length : strlen(text));
  Nearest nearest = nearest_to(name);
  for (uint32_t i = lts->first_operation; i < lts->label_count; i++)
    nearest_offer(&nearest, lts->label_name(lts, i));
  if (nearest.best)
    return session_refuse(s->session, "the model has no %s %s; did you mean %s?",
                          words_operation(lts), name, nearest.best);
  return session_refuse(s->session, "the model has no %s %s", words_operation(lts), name);
}

bool choice_read(Scene *s, const char *text, Choice *choice)
{
  *choice = (Choice){.label = ANY_LABEL};
  text = skip_blanks(text);
  if (*text && !is_condition(s, text)) {
    size_t length = choice_name_length(text);
    choice->label = choice_label(s, text, length);
    if (choice->label == ANY_LABEL) return complain_of_name(s, text, length);
    bool event =
        has_events(s) && memchr(text, '.', length) && label_called(s, text, length) == ANY_LABEL;
    if (event || (text[length] == '(' && !operation_of(s, choice->label))) {
      choice->called = text;
      return true;
    }
    if (!read_call(s, choice, skip_blanks(text + length), &text)) return false;
  }
  if (*text == '\0') return true;
  bool where = is_word(text, "where");
  if ((!where && !is_word(text, "after")) || choice->given || choice->gives)
    return session_refuse(s->session, "expected where P or after P, not: %s", text);
  text = skip_blanks(text + 5);
  if (where) return read_where(s, choice, text);
  choice->after = read_predicate(s, ANY_LABEL, text);
  return choice->after || session_refuse_text(s->session, NULL);
}

/* An operation of the machine takes values, an event is its text. */
static bool compose_call(Scene *s, const char *name, const char *arguments, Choice *choice)
{
  Arena *arena = session_arena(s->session);
  if (!operation_of(s, choice->label)) {
    bool dotted = s->system.lts->print_label;
    choice->called = arena_printf(arena, dotted ? "%s.%s" : "%s(%s)", name, arguments);
    return true;
  }
  /* Brackets that close more than they open would make another predicate of it. */
  const Source *source = session_text(s->session, "<input>", arguments);
  session_parse_formula(s->session, source, FORMULA_EXPR, s->model->main->unit);
  if (session_has_errors(s->session)) return session_refuse_text(s->session, NULL);
  const char *call = arena_printf(arena, "(%s)", arguments);
  return read_arguments(s, choice, call, strlen(call));
}

bool choice_compose(Scene *s, ChoiceParts parts, Choice *choice)
{
  *choice = (Choice){.label = ANY_LABEL};
  if (parts.name) choice->label = choice_label(s, parts.name, strlen(parts.name));
  if (parts.name && choice->label == ANY_LABEL)
    return complain_of_name(s, parts.name, strlen(parts.name));
  if (parts.arguments && !parts.name)
    return session_refuse(s->session, "whose arguments? the name of the %s is missing",
                          words_operation(s->system.lts));
  if (parts.arguments && !compose_call(s, parts.name, parts.arguments, choice)) return false;
  if (parts.where && !read_where(s, choice, parts.where)) return false;
  if (!parts.after) return true;
  choice->after = read_predicate(s, ANY_LABEL, parts.after);
  return choice->after || session_refuse_text(s->session, NULL);
}

static bool satisfies_where(Scene *s, const Transition *t, const Formula *f)
{
  const Operation *op = operation_of(s, t->label);
  uint32_t count = op ? op->parameter_count + op->result_count : 0;
  Reference *r = s->bench.reference;
  scene_enter(s);
  for (uint32_t i = 0; i < count; i++)
    reference_bind(
        r, i < op->parameter_count ? op->parameters[i] : op->results[i - op->parameter_count],
        t->arguments[i]);
  Truth truth = reference_truth(r, f->node);
  reference_unbind(r, count);
  return truth == TRUTH_TRUE;
}

static bool is_listed_so(Scene *s, const Transition *t, const char *change)
{
  Text text = {0};
  trace_print_state(&text, s->system.lts, t->state, animator_state(s->animator));
  bool same = !strcmp(text_string(&text), change);
  text_free(&text);
  return same;
}

bool choice_allows(Scene *s, const Choice *choice, const Transition *t)
{
  assert(t->label < s->system.lts->label_count);
  if (choice->label != ANY_LABEL && choice->label != t->label) return false;
  if (choice->called) {
    Text text = {0};
    bool guided = guide_is(s->system.lts) && !strchr(choice->called, '(');
    if (guided) guide_print_event(s->system.lts, &text, t);
    else lts_print_transition(&text, s->system.lts, t, NULL);
    size_t length = strlen(choice->called);
    bool same = !strncmp(text_string(&text), choice->called, length);
    if (same && (guided || s->system.lts->print_label))
      same = strchr(".", text_string(&text)[length]);
    text_free(&text);
    return same;
  }
  if (choice->given && !satisfies_where(s, t, choice->given)) return false;
  if (choice->where && !(choice->where[t->label] && satisfies_where(s, t, choice->where[t->label])))
    return false;
  if (choice->gives && !satisfies_where(s, t, choice->gives)) return false;
  if (choice->listed && !is_listed_so(s, t, choice->listed)) return false;
  if (!choice->after) return true;
  if (s->system.model) b_machine_enter(s->system.machine, t->state);
  return reference_truth(s->bench.reference, choice->after->node) == TRUTH_TRUE;
}

typedef struct {
  Scene *scene;
  uint32_t label;
  const Node *where;
} Wanted;

/* The names that users gave values to, and elements of deferred sets, may be used. */
static void find_wanted(void *context, Sink *sink)
{
  const Wanted *w = context;
  const Scene *s = w->scene;
  VEC(Symbol *) names = {0};
  VEC(Value) values = {0};
  for (uint32_t i = 0; i < s->bench.known.len; i++) {
    vec_push(&names, (Symbol *) s->bench.known.data[i].symbol);
    vec_push(&values, s->bench.known.data[i].value);
  }
  b_machine_choose(s->system.machine, animator_state(s->animator), w->label, w->where, names.data,
                   values.data, names.len, sink);
  vec_free(&names);
  vec_free(&values);
}

void choice_seek(Scene *s, const Choice *choice)
{
  if (choice->label == ANY_LABEL || guide_is(s->system.lts)) return;
  const Operation *op = operation_of(s, choice->label);
  const Formula *f = choice->given   ? choice->given
                     : choice->where ? choice->where[choice->label]
                                     : NULL;
  if (!f || !op || !op->parameter_count || !animator_running(s->animator)) return;
  bool open = animator_is_incomplete(s->animator);
  if (!open || node_mentions_one_of(f->node, op->results, op->result_count)) return;
  Wanted wanted = {s, choice->label, f->node};
  animator_add(s->animator, find_wanted, &wanted);
}

bool choice_step_randomly(Scene *s, const Choice *choice, uint64_t *seed)
{
  VEC(uint32_t) fitting = {0};
  for (uint32_t i = 0; i < s->animator->enabled.len; i++)
    if (choice_allows(s, choice, &s->animator->enabled.data[i])) vec_push(&fitting, i);
  bool some = fitting.len > 0;
  if (some) animator_take(s->animator, fitting.data[animator_random(seed, fitting.len)]);
  vec_free(&fitting);
  return some;
}
