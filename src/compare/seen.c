#include "compare/seen.h"

#include <string.h>

#define ARROW " --> " /* between a call and its results */

bool seen_has_name(const char *label, const char *name)
{
  size_t length = strlen(name);
  if (strncmp(label, name, length) != 0) return false;
  return !label[length] || label[length] == '(' || !strncmp(label + length, ARROW, strlen(ARROW));
}

/* The next view of the label from number *at on, which moves behind it; or NULL. */
static const SpaceView *next_view(const Space *s, uint32_t label, uint32_t *at)
{
  const char *name = s->lts->label_name(s->lts, label);
  while (*at < s->options.view_count)
    if (!strcmp(s->options.views[(*at)++].label, name)) return &s->options.views[*at - 1];
  return NULL;
}

static void print_seen_name(Text *text, const Space *s, uint32_t label, const SpaceView *view)
{
  const char *name = view ? view->name : s->lts->label_name(s->lts, label);
  for (const char *const *r = s->options.renamed; !view && r && *r; r += 2)
    if (seen_has_name(name, *r)) {
      text_printf(text, "%s%s", r[1], name + strlen(*r));
      return;
    }
  text_add(text, name);
}

static bool is_named_hidden(const Space *s, const char *name)
{
  for (const char *const *h = s->options.hidden; h && *h; h++) {
    size_t length = strlen(*h);
    if (seen_has_name(name, *h)) return true;
    if (s->options.dotted && !strncmp(name, *h, length) && name[length] == '.') return true;
  }
  return false;
}

/* Is it hidden by its own name, or by the one under which it is seen? */
static bool is_hidden(const Space *s, uint32_t label, const SpaceView *view)
{
  if (view && !view->name) return true;
  if (s->lts->is_hidden && s->lts->is_hidden(s->lts, label)) return true;
  Text seen = {0};
  print_seen_name(&seen, s, label, view);
  bool hidden = is_named_hidden(s, s->lts->label_name(s->lts, label)) ||
                is_named_hidden(s, text_string(&seen));
  text_free(&seen);
  return hidden;
}

/* The name under which a label is seen by one of its views, without arguments. */
static void add_seen_name(const Space *s, uint32_t label, const SpaceView *view, Names *names)
{
  Text text = {0};
  print_seen_name(&text, s, label, view);
  names_intern(names, text_string(&text), strcspn(text_string(&text), "( "));
  text_free(&text);
}

void seen_names(const Space *s, Names *names)
{
  for (uint32_t i = s->lts->first_operation; i < s->lts->label_count; i++) {
    uint32_t at = 0;
    const SpaceView *view = next_view(s, i, &at);
    if (is_hidden(s, i, view)) continue;
    do {
      add_seen_name(s, i, view, names);
      if (view) view = next_view(s, i, &at);
    } while (view);
  }
}

static void print_values(Text *text, Lts *lts, uint32_t label, const uint64_t *values,
                         uint32_t from, uint32_t to)
{
  for (uint32_t i = from; i < to; i++) {
    if (i > from) text_add_char(text, ',');
    lts->print_argument(lts, text, label, i, value_of_word(values[i]));
  }
}

/* Labels of files may have results in their text: "op(1) --> 2", as they are exported.
 * The length of what stands before; all of it if there are none. */
static size_t call_length_of(const char *text)
{
  bool quoted = false;
  for (const char *c = text; *c; c++) {
    if (quoted && c[0] == '\\' && c[1]) {
      c++;
      continue;
    }
    quoted ^= *c == '"';
    if (!quoted && c > text && !strncmp(c, ARROW, strlen(ARROW))) return (size_t) (c - text);
  }
  return strlen(text);
}

/* The arguments that are seen of a label. */
static uint32_t print_seen_arguments(Text *text, const Space *s, uint32_t label,
                                     const SpaceView *view, const uint64_t *values, uint32_t count)
{
  Lts *lts = s->lts;
  if (!view || !view->arguments) {
    print_values(text, lts, label, values, 0, count);
    return count;
  }
  for (uint32_t i = 0; i < view->count; i++) {
    if (i) text_add_char(text, ',');
    for (uint32_t j = 0; j < count; j++)
      if (!strcmp(lts->argument_name(lts, label, j), view->arguments[i])) {
        lts->print_argument(lts, text, label, j, value_of_word(values[j]));
        break;
      }
  }
  return view->count;
}

void seen_doubt_lazy(Space *s, Value v)
{
  if (s->lts->store && !value_is_none(v) && value_holds_lazy(s->lts->store, v))
    space_blur(s, "values that cannot be enumerated cannot be compared");
}

void seen_add_name(Text *text, const Space *s, uint32_t label)
{
  print_seen_name(text, s, label, NULL);
}

void seen_add_whole(Text *text, const Space *s, uint32_t label, const Value *values)
{
  Lts *lts = s->lts;
  Text own = {0};
  lts->print_label(lts, &own, label, values);
  const char *name = lts->label_name(lts, label);
  size_t length = strlen(name), begins = !strncmp(text_string(&own), name, length);
  if (begins) print_seen_name(text, s, label, NULL);
  text_add(text, text_string(&own) + (begins ? length : 0));
  text_free(&own);
}

static uint32_t whole_action(Space *s, uint32_t label)
{
  Text text = {0};
  seen_add_whole(&text, s, label, s->call + 1);
  uint32_t action = alphabet_add(s->alphabet, text_string(&text), text.len, text.len);
  text_free(&text);
  return action;
}

/* op.1.A: what the label is as an event, with as many fields as the channel of that name has. */
static uint32_t event_action(Space *s, uint32_t label)
{
  Text text = {0};
  ArenaMark mark = arena_mark(s->arena);
  Event event = seen_event(s, s->arena, label, s->call + 1, (FormatStyle){0});
  seen_event_add(&text, s, &event);
  arena_release(s->arena, mark);
  uint32_t action = alphabet_add(s->alphabet, text_string(&text), text.len, text.len);
  text_free(&text);
  return action;
}

static uint32_t action_by_view(Space *s, uint32_t label, const SpaceView *view,
                               const uint64_t *values)
{
  Lts *lts = s->lts;
  uint32_t results, arguments = lts->label_arguments(lts, label, &results);
  if (is_hidden(s, label, view)) return ACTION_TAU;
  if (lts->is_tick && lts->is_tick(lts, label)) return alphabet_add_tick(s->alphabet);
  for (uint32_t i = 0; i < lts->label_width; i++) s->call[i + 1] = value_of_word(values[i]);
  if (lts->print_label && !s->options.dotted) return whole_action(s, label);
  if (lts->print_label) return event_action(s, label);
  for (uint32_t i = 0; i < arguments + results; i++) seen_doubt_lazy(s, value_of_word(values[i]));
  if (s->options.dotted && !view) return event_action(s, label);
  Text text = {0}, seen = {0};
  print_seen_name(&text, s, label, view);
  if (print_seen_arguments(&seen, s, label, view, values, arguments))
    text_printf(&text, "(%s)", text_string(&seen));
  text_free(&seen);
  size_t call_length = arguments ? text.len : call_length_of(text_string(&text));
  if (results) {
    text_add(&text, ARROW);
    print_values(&text, lts, label, values, arguments, arguments + results);
  }
  uint32_t action = alphabet_add(s->alphabet, text_string(&text), text.len, call_length);
  text_free(&text);
  return action;
}

/* By all views of the label: several are a choice. */
static uint32_t new_action(Space *s, uint32_t label, const uint64_t *values)
{
  uint32_t at = 0, hidden = 0;
  const SpaceView *view = next_view(s, label, &at);
  if (!view) return action_by_view(s, label, NULL, values);
  VEC(uint32_t) actions = {0};
  for (; view; view = next_view(s, label, &at)) {
    vec_push(&actions, action_by_view(s, label, view, values));
    hidden += actions.data[actions.len - 1] == ACTION_TAU;
  }
  if (hidden > 0 && hidden < actions.len)
    space_blur(s, "an event refines both hidden and visible events");
  uint32_t action =
      hidden ? ACTION_TAU : alphabet_add_choice(s->alphabet, actions.data, actions.len);
  vec_free(&actions);
  return action;
}

uint32_t seen_action(Space *s, uint32_t label, const uint64_t *values)
{
  bool fresh;
  s->call[0] = value_of_word(label);
  for (uint32_t i = 0; i < s->lts->label_width; i++) s->call[i + 1] = value_of_word(values[i]);
  uint32_t number = states_add(s->calls, s->call, NO_STATE, label, &fresh);
  if (number == NO_STATE) return new_action(s, label, values);
  if (fresh) vec_push(&s->actions, new_action(s, label, values));
  return s->actions.data[number];
}

/* ------------------------------------------------------------------- for people */

uint32_t seen_own_arguments(const Space *s, uint32_t label)
{
  uint32_t at = 0, results, count = s->lts->label_arguments(s->lts, label, &results);
  const SpaceView *view = next_view(s, label, &at);
  return view && view->own < count ? view->own : count;
}

bool seen_otherwise(const Space *s, uint32_t label)
{
  uint32_t at = 0, own = seen_own_arguments(s, label);
  const SpaceView *view = next_view(s, label, &at);
  Text seen = {0};
  if (view && !view->name) return false;
  print_seen_name(&seen, s, label, view);
  bool differs = strcmp(text_string(&seen), s->lts->label_name(s->lts, label)) != 0;
  text_free(&seen);
  if (differs || !view || !view->arguments) return differs;
  for (uint32_t i = 0; i < view->count && i < own && !differs; i++)
    differs = strcmp(view->arguments[i], s->lts->argument_name(s->lts, label, i)) != 0;
  return differs || view->count != own;
}

/* Prints the call with this number, unless it is seen in another way. */
static bool print_call_of(Text *text, Space *s, uint32_t number)
{
  Lts *lts = s->lts;
  uint32_t label = states_label(s->calls, number), at = 0, results;
  const Value *values = states_row(s->calls, number) + 1;
  if (next_view(s, label, &at) || s->options.dotted) return false;
  uint32_t arguments = lts->label_arguments(lts, label, &results);
  FormatStyle compared = lts->style;
  lts->style = s->shown;
  if (lts->print_label) seen_add_whole(text, s, label, values);
  else print_seen_name(text, s, label, NULL);
  for (uint32_t i = 0; i < arguments + results && !lts->print_label; i++) {
    text_add(text, i == arguments ? ARROW : i ? "," : "(");
    lts->print_argument(lts, text, label, i, values[i]);
    if (i + 1 == arguments) text_add_char(text, ')');
  }
  lts->style = compared;
  return true;
}

void seen_print(Text *text, Space *const *spaces, uint32_t count, uint32_t action)
{
  for (uint32_t k = 0; k < count; k++)
    for (uint32_t i = 0; spaces[k] && i < spaces[k]->actions.len; i++)
      if (spaces[k]->actions.data[i] == action && print_call_of(text, spaces[k], i)) return;
  text_add(text, alphabet_text(spaces[0]->alphabet, action));
}
