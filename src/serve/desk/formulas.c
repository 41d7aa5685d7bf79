#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "model/unknown_name.h"
#include "serve/desk/desk_impl.h"

/* Formulas that users give, each read once. */

static char *copy(const char *text)
{
  char *kept = strdup(text);
  if (!kept) memory_exhausted();
  return kept;
}

static const char *type_text(Desk *d, const Type *type)
{
  Text text = {0};
  if (!type) return "predicate";
  type_print_cut(&text, type, 1000);
  const char *kept = arena_copy(session_arena(d->open.session), text_string(&text), text.len);
  text_free(&text);
  return kept;
}

const char *desk_formula_type(Desk *d, const Formula *f)
{
  for (uint32_t i = 0; i < d->open.formulas.len; i++)
    if (d->open.formulas.data[i].formula == f) return d->open.formulas.data[i].type;
  return type_text(d, f->node->type);
}

/* NULL: there are mistakes, which are in the diagnostics. */
static const Formula *find_formula(Desk *d, const char *text, FormulaKind kind)
{
  Opened *o = &d->open;
  for (uint32_t i = 0; i < o->formulas.len; i++)
    if (o->formulas.data[i].kind == kind && !strcmp(o->formulas.data[i].text, text))
      return o->formulas.data[i].formula;
  Diags *diags = session_diags(o->session);
  uint32_t mark = diags_mark(diags);
  const Formula *f = bench_formula(&o->scene.bench, "<input>", text, kind);
  if (!f || unknown_name_report(diags, o->scene.model, f, mark)) return NULL;
  vec_push(&o->formulas, ((KeptFormula){copy(text), kind, f, type_text(d, f->node->type)}));
  return f;
}

const Formula *desk_formula(Desk *d, const char *text, FormulaKind kind)
{
  Session *session = d->open.session;
  if (!text[strspn(text, " \t\n")]) return desk_refuse(d, "a formula is missing"), NULL;
  const Formula *f = find_formula(d, text, kind);
  if (f) return f;
  session_refuse_text(session, NULL);
  desk_refuse_session(d, session, "the formula");
  return NULL;
}

const Formula *desk_formula_or(Desk *d, const char *text, FormulaKind kind, Text *mistake)
{
  Diags *diags = session_diags(d->open.session);
  uint32_t mark = diags_mark(diags);
  const Formula *f = find_formula(d, text, kind);
  for (uint32_t i = mark; !f && i < diags_count(diags) && !mistake->len; i++)
    if (diags_get(diags, i)->severity == DIAG_ERROR)
      text_add(mistake, diags_get(diags, i)->message);
  diags_release(diags, mark);
  return f;
}

static bool is_blank(const char *text) { return !text || !text[strspn(text, " \t\n")]; }

static void add_part(Text *key, const char *part)
{
  text_printf(key, "%zu:%s;", part ? strlen(part) : 0, part ? part : "");
}

bool desk_choice(Desk *d, ChoiceParts parts, const Choice **choice)
{
  Opened *o = &d->open;
  Text key = {0};
  if (is_blank(parts.arguments)) parts.arguments = NULL;
  if (is_blank(parts.where)) parts.where = NULL;
  if (is_blank(parts.after)) parts.after = NULL;
  add_part(&key, parts.name);
  add_part(&key, parts.arguments);
  add_part(&key, parts.where);
  add_part(&key, parts.after);
  *choice = NULL;
  for (uint32_t i = 0; i < o->choices.len && !*choice; i++)
    if (!strcmp(o->choices.data[i]->key, text_string(&key))) *choice = &o->choices.data[i]->choice;
  if (*choice) return text_free(&key), true;
  KeptChoice *made = memory_zeroed(1, sizeof *made);
  if (!choice_compose(&o->scene, parts, &made->choice)) {
    free(made);
    text_free(&key);
    return desk_refuse_session(d, o->session, "the formula");
  }
  made->key = key.data;
  vec_push(&o->choices, made);
  *choice = &made->choice;
  return true;
}

void desk_forget_formulas(Opened *o)
{
  for (uint32_t i = 0; i < o->formulas.len; i++) free(o->formulas.data[i].text);
  for (uint32_t i = 0; i < o->choices.len; i++) {
    free(o->choices.data[i]->key);
    free(o->choices.data[i]);
  }
  o->formulas.len = 0;
  o->choices.len = 0;
}

void desk_names_changed(Desk *d)
{
  desk_forget_formulas(&d->open);
  for (uint32_t i = 0; i < d->watches.len; i++) desk_forget_points(&d->watches.data[i]);
}
