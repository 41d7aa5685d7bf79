#include "session/display/definitions.h"

#include <stdlib.h>
#include <string.h>

/* The number behind a prefix: 3 of ANIMATION_IMG3.  -1: there is none. */
static int64_t number_behind(const char *name, const char *prefix)
{
  enum { MOST_DIGITS = 9 };
  size_t length = strlen(prefix);
  if (strncmp(name, prefix, length) != 0) return -1;
  const char *digits = name + length;
  size_t count = strspn(digits, "0123456789");
  if (count == 0 || count > MOST_DIGITS || digits[count]) return -1;
  return strtol(digits, NULL, 10);
}

const Formula *display_read_expression(Scene *s, DisplayTroubles *troubles, const Definition *def)
{
  if (def->node->kids[0]->count) {
    trouble_add(troubles, def->node->span, "the definition %s must have no parameters",
                def->name->text);
    return NULL;
  }
  if (def->kind == DEF_PRED || def->kind == DEF_SUBST) {
    trouble_add(troubles, def->node->span, "the definition %s must be an expression",
                def->name->text);
    return NULL;
  }
  Diags *diags = session_diags(s->session);
  uint32_t mark = diags_mark(diags);
  const Formula *f = bench_formula(&s->bench, "<picture>", def->name->text, FORMULA_EXPR);
  trouble_take(troubles, diags, mark, NULL);
  return f;
}

/* ------------------------------------------------------------------- labels */

static void read_label(Display *d, const Definition *def, int64_t number, bool image)
{
  const Formula *f = display_read_expression(d->scene, &d->troubles, def);
  if (!f) return;
  if (f->node->type->kind != TYPE_STRING) {
    trouble_add(&d->troubles, def->node->span,
                image ? "%s must be the name of a file, as a string"
                      : "%s must be a text, as a string",
                def->name->text);
    return;
  }
  DisplayLabel label = {(uint32_t) number, f};
  if (image) vec_push(&d->images, label);
  else vec_push(&d->texts, label);
}

static void read_justify(Display *d, const Definition *def, const Formula **to)
{
  const Formula *f = display_read_expression(d->scene, &d->troubles, def);
  if (f && f->node->type->kind == TYPE_BOOL) *to = f;
  else if (f)
    trouble_add(&d->troubles, def->node->span, "%s must be TRUE or FALSE", def->name->text);
}

/* ------------------------------------------------------------------- clicks */

static Symbol *new_place(Display *d, const Name *name)
{
  Symbol *symbol = arena_alloc(session_arena(d->scene->session), sizeof *symbol);
  symbol->kind = SYMBOL_LOCAL;
  symbol->name = name;
  symbol->type = type_integer(d->scene->model->types);
  return symbol;
}

/* The call of the definition, with its parameters as names that have values. */
static void read_click(Display *d, const Definition *def, uint32_t count, DisplayClick *click)
{
  Model *model = d->scene->model;
  const Node *parameters = def->node->kids[0];
  if (parameters->count != count) {
    trouble_add(&d->troubles, def->node->span,
                "%s must have %u parameters: columns and rows, as in %s", def->name->text, count,
                count == 2 ? "(x,y)" : "(x,y,x2,y2)");
    return;
  }
  Text call = {0};
  uint32_t known = model->known.len;
  for (uint32_t i = 0; i < count; i++) {
    click->places[i] = new_place(d, parameters->kids[i]->name);
    vec_push(&model->known, click->places[i]);
    text_printf(&call, "%s%s", i ? "," : "", parameters->kids[i]->name->text);
  }
  Text text = {0};
  text_printf(&text, "%s(%s)", def->name->text, text_string(&call));
  uint32_t mark = diags_mark(session_diags(d->scene->session));
  const Source *source = session_text(d->scene->session, "<picture>", text_string(&text));
  const FormulaDemand demand = {.kind = FORMULA_SUBST, .own_calls = true};
  click->formula = session_formula_as(d->scene->session, model, source, &demand);
  if (diags_mark(session_diags(d->scene->session)) != mark) click->formula = NULL;
  else if (click->formula->free.len) {
    trouble_add(&d->troubles, click->formula->free.data[0]->span, "%s is not known",
                click->formula->free.data[0]->name->text);
    click->formula = NULL;
  }
  trouble_take(&d->troubles, session_diags(d->scene->session), mark, NULL);
  click->place_count = count;
  model->known.len = known;
  text_free(&text);
  text_free(&call);
}

/* -------------------------------------------------------------------- layers */

static void add_layer(Display *d, const Definition *def)
{
  const Formula *f = display_read_expression(d->scene, &d->troubles, def);
  if (f) vec_push(&d->layers, ((DisplayFormula){def->name->text, def->node->span, f}));
}

typedef struct {
  int64_t number;
  const Definition *def;
} Numbered;

static int by_number(const void *a, const void *b)
{
  int64_t x = ((const Numbered *) a)->number, y = ((const Numbered *) b)->number;
  return (x > y) - (x < y);
}

/* Names that only look like those of a picture; what other tools take and we do not need is known.
 */
static bool is_misnamed(const char *name)
{
  static const char *const known[] = {"ANIMATION_STR_JUSTIFY_LEFT",
                                      "ANIMATION_STR_JUSTIFY_RIGHT",
                                      "ANIMATION_RIGHT_CLICK",
                                      "ANIMATION_CLICK",
                                      "ANIMATION_FUNCTION",
                                      "ANIMATION_FUNCTION_DEFAULT",
                                      "ANIMATION_STR",
                                      "ANIMATION_MINWIDTH",
                                      "ANIMATION_MINHEIGHT",
                                      "ANIMATION_EXPAND"};
  static const char *const numbered[] = {"ANIMATION_FUNCTION", "ANIMATION_IMG", "ANIMATION_STR"};
  if (strncmp(name, "ANIMATION_", strlen("ANIMATION_")) != 0) return false;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(name, known[i])) return false;
  for (size_t i = 0; i < sizeof numbered / sizeof *numbered; i++)
    if (number_behind(name, numbered[i]) >= 0) return false;
  return true;
}

/* The default, then the function without a number, then those with numbers. */
static void read_layers(Display *d, const Unit *unit)
{
  VEC(Numbered) layers = {0};
  for (uint32_t i = 0; i < unit->definitions.len; i++) {
    const Definition *def = unit->definitions.data[i];
    const char *name = def->name->text;
    int64_t number = number_behind(name, "ANIMATION_FUNCTION");
    if (!strcmp(name, "ANIMATION_FUNCTION_DEFAULT")) number = -2;
    else if (number < 0 && strcmp(name, "ANIMATION_FUNCTION") != 0) continue;
    vec_push(&layers, ((Numbered){number, def}));
  }
  if (layers.len) qsort(layers.data, layers.len, sizeof *layers.data, by_number);
  for (uint32_t i = 0; i < layers.len; i++) add_layer(d, layers.data[i].def);
  vec_free(&layers);
}

static void read_other(Display *d, const Definition *def)
{
  const char *name = def->name->text;
  int64_t image = number_behind(name, "ANIMATION_IMG"), text = number_behind(name, "ANIMATION_STR");
  if (image >= 0 || text >= 0) read_label(d, def, image >= 0 ? image : text, image >= 0);
  else if (!strcmp(name, "ANIMATION_STR_JUSTIFY_LEFT")) read_justify(d, def, &d->left);
  else if (!strcmp(name, "ANIMATION_STR_JUSTIFY_RIGHT")) read_justify(d, def, &d->right);
  else if (!strcmp(name, "ANIMATION_RIGHT_CLICK")) read_click(d, def, 2, &d->click);
  else if (!strcmp(name, "ANIMATION_CLICK")) read_click(d, def, 4, &d->drag);
}

void display_read_definitions(Display *d)
{
  const Unit *unit = d->scene->system.model->main->unit;
  read_layers(d, unit);
  if (!d->layers.len) return;
  for (uint32_t i = 0; i < unit->definitions.len; i++) {
    const Definition *def = unit->definitions.data[i];
    if (def->kind != DEF_BROKEN) read_other(d, def);
    if (is_misnamed(def->name->text))
      trouble_add(&d->troubles, def->node->span, "%s is no definition of a picture",
                  def->name->text);
  }
}
