#include "prove/refute/show.h"

#include <string.h>

#include "eventb/notation/print_formula.h"
#include "model/model_print.h"
#include "prove/refute/copy.h"
#include "syntax/print.h"

static const char *kept(Arena *arena, Text *text)
{
  const char *copy = arena_copy(arena, text_string(text), text->len);
  text_free(text);
  return copy;
}

static const char *value_text(Trial *s, Arena *arena, const Type *type, Value v)
{
  Text text = {0};
  engine_format(s->engine, &text, engine_shape(s->engine, type), v, (FormatStyle){0});
  return kept(arena, &text);
}

/* ----------------------------------------------------------------------- sets */

void show_sets(Trial *s, const Symbol *const *sets, uint32_t count, Arena *arena,
               ShownValues *shown)
{
  for (uint32_t i = 0; i < count; i++) {
    const Shape *shape = engine_element_shape(s->engine, sets[i]->type);
    Text text = {0};
    for (uint64_t k = 0; k < shape->size; k++) {
      text_add(&text, k ? "," : "{");
      engine_format(s->engine, &text, shape, value_atom(k), (FormatStyle){0});
    }
    text_add(&text, "}");
    ShownValue v = {.name = sets[i]->name->text, .value = kept(arena, &text), .relevant = true};
    vec_push(shown, v);
  }
}

/* ---------------------------------------------------------------------- values */

static bool is_known(const Trial *s, const StageName *n, Value *v)
{
  return reference_lookup(s->reference, n->symbol, v) && !value_is_none(*v);
}

/* Is the name in the goal, or said of one that is there by a hypothesis with few names? */
static bool is_relevant(const Stage *s, const Symbol *name)
{
  enum { FEW = 4 };
  if (node_mentions(s->goal, name)) return true;
  for (uint32_t i = 0; i < s->premises.len; i++) {
    uint32_t count = 0;
    bool goal = false;
    if (!node_mentions(s->premises.data[i], name)) continue;
    for (uint32_t k = 0; k < s->names.len && count <= FEW; k++) {
      const Symbol *other = s->names.data[k].symbol;
      if (!node_mentions(s->premises.data[i], other)) continue;
      count++;
      goal = goal || node_mentions(s->goal, other);
    }
    if (goal && count <= FEW) return true;
  }
  return false;
}

static bool is_variable(const Model *model, const char *text, size_t length)
{
  for (uint32_t i = 0; i < model->variables.len; i++) {
    const Name *name = model->variables.data[i]->name;
    if (strlen(name->text) == length && !memcmp(name->text, text, length)) return true;
  }
  return false;
}

/* The value of x after a step is that of x, though x' may be its name in formulas. */
static const char *name_text(const Obligations *all, Arena *arena, const Name *name,
                             SequentRole role)
{
  size_t length = strlen(name->text);
  bool primed = role == ROLE_AFTER && length > 1 && name->text[length - 1] == '\'';
  if (!primed || !is_variable(all->model, name->text, length - 1)) return name->text;
  return arena_copy(arena, name->text, length - 1);
}

/* Names of bound variables of the goal are shown like parameters. */
static void show_names(Trial *s, const Obligations *all, Arena *arena, ShownValues *shown)
{
  for (uint32_t i = 0; i < s->stage->names.len; i++) {
    const StageName *n = &s->stage->names.data[i];
    Value v;
    if (!is_known(s, n, &v)) continue;
    bool relevant = !n->of || is_relevant(s->stage, n->symbol);
    SequentRole role = n->of ? n->of->role : ROLE_PARAMETER;
    vec_push(shown, ((ShownValue){.name = name_text(all, arena, n->symbol->name, role),
                                  .value = value_text(s, arena, n->symbol->type, v),
                                  .role = role,
                                  .relevant = relevant}));
  }
}

static void show_after(Trial *s, Arena *arena, ShownValues *shown)
{
  const Sequent *q = s->stage->sequent;
  for (uint32_t i = 0; i < q->after_count; i++) {
    const Node *value = s->stage->after[i];
    Value v = reference_value(s->reference, value);
    if (value_is_none(v)) continue;
    vec_push(shown, ((ShownValue){.name = q->after[i].variable->text,
                                  .value = value_text(s, arena, value->type, v),
                                  .role = ROLE_AFTER,
                                  .relevant = true}));
  }
}

/* The place of a name in the declarations; those that are not there are behind them. */
static uint32_t rank_of(const Model *model, const ShownValue *v)
{
  const Symbols *declared = v->role == ROLE_CONSTANT ? &model->constants : &model->variables;
  for (uint32_t i = 0; v->role != ROLE_PARAMETER && i < declared->len; i++)
    if (!strcmp(declared->data[i]->name->text, v->name)) return i;
  return UINT32_MAX;
}

/* By role, then in the order of the declarations; parameters stay as they are. */
static void put_in_order(const Model *model, ShownValues *shown)
{
  for (uint32_t i = 1; i < shown->len; i++) {
    ShownValue v = shown->data[i];
    uint32_t rank = rank_of(model, &v), at = i;
    for (; at > 0; at--) {
      const ShownValue *before = &shown->data[at - 1];
      if (before->role < v.role) break;
      if (before->role == v.role && rank_of(model, before) <= rank) break;
      shown->data[at] = *before;
    }
    shown->data[at] = v;
  }
}

/* Who sees what a variable becomes wants to know what it was. */
static void note_changed(ShownValues *shown)
{
  for (uint32_t i = 0; i < shown->len; i++) {
    const ShownValue *after = &shown->data[i];
    if (after->role != ROLE_AFTER || !after->relevant) continue;
    for (uint32_t k = 0; k < shown->len; k++) {
      ShownValue *v = &shown->data[k];
      if (v->role == ROLE_BEFORE && !strcmp(v->name, after->name)) v->relevant = true;
    }
  }
}

/* ------------------------------------------------------------- what is violated */

typedef struct {
  Trial *trial;
  Arena *arena;
} Instance;

/* The value in the place of a name, as far as it is short. */
static const char *value_of_name(void *context, const Node *node)
{
  enum { SHORT = 40 };
  const Instance *in = context;
  Value v;
  if (node->kind != NODE_IDENT || !node->symbol || node->symbol->kind != SYMBOL_FREE ||
      !reference_lookup(in->trial->reference, node->symbol, &v) || value_is_none(v))
    return symbol_stand_in(NULL, node);
  const char *text = value_text(in->trial, in->arena, node->symbol->type, v);
  if (strlen(text) > SHORT) return symbol_stand_in(NULL, node);
  return *text == '-' ? arena_printf(in->arena, "(%s)", text) : text;
}

static const char *instance_text(Trial *s, Arena *arena, const Node *part)
{
  Text text = {0};
  Instance in = {s, arena};
  print_node(&text, part,
             (PrintStyle){.unlabelled = true, .stand_in = value_of_name, .context = &in});
  return kept(arena, &text);
}

static const char *formula_text(const Obligations *all, Arena *arena, const Node *part)
{
  Text text = {0};
  if (all->eventb && eventb_can_print(part)) eventb_print_formula(&text, part, true);
  else print_node(&text, part, (PrintStyle){.unlabelled = true, .stand_in = symbol_stand_in});
  return kept(arena, &text);
}

void show_counterexample(Trial *s, const StageCase *c, const Obligations *all, Arena *arena,
                         Counterexample *x)
{
  x->found = true;
  show_sets(s, (const Symbol *const *) s->stage->sets.data, s->stage->sets.len, arena, &x->sets);
  show_names(s, all, arena, &x->values);
  show_after(s, arena, &x->values);
  put_in_order(all->model, &x->values);
  note_changed(&x->values);
  x->violated = formula_text(all, arena, c->part);
  x->instance = instance_text(s, arena, c->part);
}
