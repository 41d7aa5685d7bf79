#include "random/sequent_truth.h"

#include <stdio.h>
#include <string.h>

#include "engine/external/external.h"

enum { MOST_CANDIDATES = 40000 };

const Formula *sequent_formula(const RandomSequent *s, const char *text)
{
  Diags *diags = session_diags(s->session);
  const Formula *formula = session_formula(
      s->session, s->model, session_text(s->session, "p", text), FORMULA_EXPR_OR_PRED);
  bool fine = diags_errors(diags) == 0;
  if (!fine && s->tells_mistakes)
    printf("%s\n  %s\n", text, diags_count(diags) ? diags_get(diags, 0)->message : "?");
  diags_release(diags, 0);
  return fine ? formula : NULL;
}

const Node *sequent_typed_value(const RandomSequent *s, const Type *type, const char *value)
{
  Text text = {0};
  text_add(&text, "value__ : ");
  type_print(&text, type);
  text_printf(&text, " & value__ = %s", value);
  const Formula *both = sequent_formula(s, text_string(&text));
  text_free(&text);
  return both ? node_bare(node_bare(both->node)->kids[1])->kids[1] : NULL;
}

static unsigned asked;
static bool too_long(void *context)
{
  (void) context;
  return ++asked > 200;
}

void sequent_trial_open(SequentTrial *t, const RandomSequent *s, const SequentConjuncts *c,
                        Sizes sizes)
{
  *t = (SequentTrial){.sequent = s,
                      .conjuncts = c,
                      .engine = engine_new(session_names(s->session), s->model, NULL, 0)};
  for (uint32_t i = 0; i < s->model->sets.len; i++)
    if (!s->model->sets.data[i]->enumerated)
      engine_set_size(t->engine, s->model->sets.data[i],
                      strcmp(s->model->sets.data[i]->name->text, "E") ? sizes.d : sizes.e);
  external_install(t->engine);
  t->engine->options.strict_wd = true;
  t->engine->options.cancelled = (Cancel){.asked = too_long};
  t->engine->options.lazy_limit = 3000;
  t->engine->options.expansion_limit = 20000;
  t->reference = reference_new(t->engine);
  asked = 0;
}

void sequent_trial_renew(SequentTrial *t)
{
  t->engine->options.strict_wd = true;
  asked = 0;
}

void sequent_trial_close(SequentTrial *t)
{
  reference_free(t->reference);
  engine_free(t->engine);
}

Candidate sequent_candidate(SequentTrial *t)
{
  Candidate result = IS_ONE;
  const SequentConjuncts *c = t->conjuncts;
  t->engine->warnings.len = 0; /* what a quantifier passes by because it is not well-defined */
  for (uint32_t i = 0; i < c->count; i++) {
    Truth truth = reference_truth(t->reference, c->list[i]);
    if (truth == TRUTH_UNKNOWN) result = IS_NOT_KNOWN;
    else if (truth != (i + 1 < c->count ? TRUTH_TRUE : TRUTH_FALSE)) return IS_NONE;
    if (!c->defined[i]) continue;
    truth = reference_truth(t->reference, c->defined[i]);
    if (truth == TRUTH_UNKNOWN) result = IS_NOT_KNOWN;
    else if (truth != TRUTH_TRUE) return IS_NONE;
  }
  if (t->engine->warnings.len) return IS_NOT_KNOWN;
  return result;
}

/* A set of all values that are tried: of d1 and d2, all of their type. */
static const Formula *domain_of(const RandomSequent *s, const Symbol *symbol)
{
  for (uint32_t i = 0; s->problem && i < s->problem->count; i++)
    if (!strcmp(s->problem->names[i].name.name, symbol->name->text))
      return sequent_formula(s, s->problem->names[i].domain);
  for (uint32_t i = 0; s->law_names && i < s->law_names->count; i++)
    if (!strcmp(s->law_names->list[i].name, symbol->name->text))
      return sequent_formula(s, text_string(&s->law_names->list[i].domain));
  Text text = {0};
  type_print(&text, symbol->type);
  const Formula *all = sequent_formula(s, text_string(&text));
  text_free(&text);
  return all;
}

static void try_values(SequentTrial *t, uint32_t name);

static void try_value(SequentTrial *t, uint32_t name, Value v)
{
  reference_bind(t->reference, t->sequent->formula->free.data[name], v);
  try_values(t, name + 1);
  reference_unbind(t->reference, 1);
}

/* Sets need not be finite: also that of all values, which no domain has. */
static void try_infinite(SequentTrial *t, uint32_t name)
{
  const Type *type = t->sequent->formula->free.data[name]->type;
  if (type->kind != TYPE_POW) return;
  Text text = {0};
  type_print(&text, type->args[0]);
  const Formula *all = sequent_formula(t->sequent, text_string(&text));
  Value v = all ? reference_value(t->reference, all->node) : VALUE_FAULT;
  if (!value_is_none(v) && value_tag(v) == TAG_LAZY) try_value(t, name, v);
  text_free(&text);
}

static void try_values(SequentTrial *t, uint32_t name)
{
  const RandomSequent *s = t->sequent;
  if (t->found || t->engine->expired) return;
  if (name == s->formula->free.len) {
    if (++t->candidates > MOST_CANDIDATES) t->engine->expired = true;
    Candidate c = sequent_candidate(t);
    t->found |= c == IS_ONE;
    t->unknown |= c == IS_NOT_KNOWN;
    return;
  }
  const Symbol *symbol = s->formula->free.data[name];
  const Formula *domain = domain_of(s, symbol);
  const Shape *shape = engine_shape(t->engine, symbol->type);
  Value set =
      domain && !domain->free.len ? reference_value(t->reference, domain->node) : VALUE_FAULT;
  if (value_is_none(set) || value_tag(set) == TAG_LAZY ||
      engine_element_shape(t->engine, domain->node->type) != shape) {
    t->unknown = true;
    return;
  }
  SetIter it = set_iter(t->engine->store, shape, set);
  for (Value v; set_next(&it, &v);) try_value(t, name, v);
  try_infinite(t, name);
}

Candidate sequent_by_definition(const RandomSequent *s, const SequentConjuncts *c, Sizes sizes)
{
  SequentTrial t;
  sequent_trial_open(&t, s, c, sizes);
  try_values(&t, 0);
  Candidate result = t.found ? IS_ONE : t.unknown || t.engine->expired ? IS_NOT_KNOWN : IS_NONE;
  sequent_trial_close(&t);
  return result;
}
