#include <assert.h>
#include <string.h>

#include "lts/print.h"
#include "temporal/meaning/meaning_impl.h"
#include "value/format.h"

/* The truth of atoms in states and of steps. */

static void note_doubt(Meaning *m, const char *message, Span span)
{
  m->doubt = message ? arena_copy(m->arena, message, strlen(message)) : "it cannot be computed";
  m->doubt_span = span;
}

/* ---------------------------------------------------------------------- values */

static void bind(Meaning *m, const Bounds *b)
{
  for (uint32_t i = 0; i < b->count; i++)
    reference_bind(m->reference, b->names[i].symbol, b->names[i].value);
}

/* The value of an expression in a state; none: it is not known, and noted. */
static Value value_in(Meaning *m, const Formula *f, const Bounds *bounds, const Value *row)
{
  Engine *e = b_machine_engine(m->machine);
  b_machine_enter(m->machine, row);
  engine_forget(e);
  bind(m, bounds);
  Value v = reference_value(m->reference, f->node);
  reference_unbind(m->reference, bounds->count);
  if (!value_is_none(v)) return v;
  bool fault = value_same(v, VALUE_FAULT);
  note_doubt(m, fault ? e->fault.message : e->cause, fault ? e->fault.span : f->node->span);
  return v;
}

static Truth same_value(Meaning *m, const Type *type, Value a, Value b)
{
  if (value_same(a, b)) return TRUTH_TRUE;
  Engine *e = b_machine_engine(m->machine);
  return reference_equal(m->reference, engine_shape(e, type), a, b);
}

/* -------------------------------------------------------------------- patterns */

static bool is_label(const Meaning *m, const TemporalPattern *p, uint32_t label)
{
  Lts *lts = m->lts;
  if (label < lts->first_operation) return false;
  bool own = label < b_machine_lts(m->machine)->label_count;
  return own && p->operation && b_machine_operation(m->machine, label) == p->operation;
}

/* Arguments are evaluated where the step begins. */
static Truth is_step_of(Meaning *m, const TemporalPattern *p, const Bounds *bounds,
                        const Situation *here, const AtlasEdge *e)
{
  if (!m->machine) {
    bool is = e->label >= m->lts->first_operation &&
              m->is_event(m->event_context, p, e->label, e->arguments);
    return is ? TRUTH_TRUE : TRUTH_FALSE;
  }
  if (!is_label(m, p, e->label)) return TRUTH_FALSE;
  Truth all = TRUTH_TRUE;
  for (uint32_t i = 0; i < p->count && all != TRUTH_FALSE; i++) {
    const Formula *f = p->arguments[i] ? p->arguments[i]->formula : NULL;
    if (!f) continue;
    Value v = value_in(m, f, bounds, here->row);
    Truth t = value_is_none(v) ? TRUTH_UNKNOWN : same_value(m, f->node->type, v, e->arguments[i]);
    if (t != TRUTH_TRUE) all = t;
  }
  return all;
}

static Truth is_possible(Meaning *m, const TemporalPattern *p, const Bounds *bounds,
                         const Situation *here)
{
  bool sure = !here->edges.partial && !here->edges.faulty;
  Truth any = sure ? TRUTH_FALSE : TRUTH_UNKNOWN;
  for (uint32_t i = 0; i < here->edges.all && any != TRUTH_TRUE; i++) {
    Truth t = is_step_of(m, p, bounds, here, &here->edges.edges[i]);
    if (t != TRUTH_FALSE) any = t;
  }
  return any;
}

/* Is the number of patterns that are possible in low … high? */
static Truth count_possible(Meaning *m, const MeantAtom *a, const Situation *here, uint32_t low,
                            uint32_t high)
{
  uint32_t sure = 0, perhaps = 0;
  for (uint32_t i = 0; i < a->tree->pattern_count; i++) {
    Truth t = is_possible(m, a->tree->patterns[i], &a->bounds, here);
    sure += t == TRUTH_TRUE;
    perhaps += t != TRUTH_FALSE;
  }
  if (sure > high || perhaps < low) return TRUTH_FALSE;
  return sure >= low && perhaps <= high ? TRUTH_TRUE : TRUTH_UNKNOWN;
}

/* ---------------------------------------------------------------------- states */

static Truth has_no_step(const Situation *here)
{
  if (here->edges.count) return TRUTH_FALSE;
  bool sure = !here->edges.partial && !here->edges.leaves && !here->edges.faulty;
  return sure ? TRUTH_TRUE : TRUTH_UNKNOWN;
}

static Truth stays_here(const Situation *here)
{
  for (uint32_t i = 0; i < here->edges.count; i++)
    if (here->edges.edges[i].to != here->id) return TRUTH_FALSE;
  if (here->edges.leaves) return TRUTH_FALSE;
  return here->edges.partial || here->edges.faulty ? TRUTH_UNKNOWN : TRUTH_TRUE;
}

/* Are there two steps of one operation with the same arguments and different results? */
static Truth has_open_results(Meaning *m, const Situation *here)
{
  for (uint32_t i = 0; i < here->edges.all; i++)
    for (uint32_t k = 0; k < i; k++) {
      const AtlasEdge *a = &here->edges.edges[i], *b = &here->edges.edges[k];
      uint32_t results = 0, count = m->lts->label_arguments(m->lts, a->label, &results);
      bool same = a->label == b->label && results &&
                  !memcmp(a->arguments, b->arguments, count * sizeof(Value));
      if (same && memcmp(a->arguments + count, b->arguments + count, results * sizeof(Value)))
        return TRUTH_TRUE;
    }
  return here->edges.partial ? TRUTH_UNKNOWN : TRUTH_FALSE;
}

static Truth has_error(const Situation *here)
{
  if (here->edges.faulty) return TRUTH_TRUE;
  return here->edges.partial ? TRUTH_UNKNOWN : TRUTH_FALSE;
}

static Truth is_initial(const Meaning *m, StateId id)
{
  return m->atlas && atlas_is_initial(m->atlas, id) ? TRUTH_TRUE : TRUTH_FALSE;
}

static Truth predicate_in(Meaning *m, const MeantAtom *a, const Node *node, const Value *row)
{
  Trouble why = {0};
  Truth t;
  if (a->predicate != NO_PREDICATE) t = m->lts->holds(m->lts, a->predicate, row, &why);
  else {
    Symbol **names = arena_new_array(m->arena, Symbol *, a->bounds.count + 1);
    Value *values = arena_new_array(m->arena, Value, a->bounds.count + 1);
    for (uint32_t i = 0; i < a->bounds.count; i++)
      names[i] = a->bounds.names[i].symbol, values[i] = a->bounds.names[i].value;
    t = b_machine_truth(m->machine, node, row, names, values, a->bounds.count, &why);
  }
  if (t == TRUTH_FAULT || t == TRUTH_UNKNOWN) note_doubt(m, why.message, why.span);
  return t;
}

static Truth of_state(Meaning *m, const MeantAtom *a, const Situation *here)
{
  if (a->kind == ATOM_ENABLED) return is_possible(m, a->pattern, &a->bounds, here);
  const Temporal *t = a->tree;
  ArenaMark mark = arena_mark(m->arena);
  Truth truth;
  switch (t->kind) {
  case TEMPORAL_DEADLOCK:
    return t->pattern_count ? count_possible(m, a, here, 0, 0) : has_no_step(here);
  case TEMPORAL_DETERMINISTIC: return count_possible(m, a, here, 0, 1);
  case TEMPORAL_CONTROLLER: return count_possible(m, a, here, 1, 1);
  case TEMPORAL_SINK: return stays_here(here);
  case TEMPORAL_DET_OUTPUT: return has_open_results(m, here);
  case TEMPORAL_STATE_ERROR: return has_error(here);
  case TEMPORAL_CURRENT: return is_initial(m, here->id);
  case TEMPORAL_GOAL: return predicate_in(m, a, t->goal, here->row);
  default:
    assert(t->kind == TEMPORAL_PREDICATE);
    truth = predicate_in(m, a, t->part->formula->node, here->row);
    if (truth <= TRUTH_TRUE) arena_release(m->arena, mark); /* else the doubt is kept there */
    return truth;
  }
}

/* ----------------------------------------------------------------------- steps */

static const Value *row_after(Meaning *m, const AtlasEdge *e)
{
  if (m->after_of != e->to) atlas_copy_row(m->atlas, e->to, m->after);
  m->after_of = e->to;
  return m->after;
}

static Truth compare_step(Meaning *m, const MeantAtom *a, const Situation *here, const AtlasEdge *e)
{
  const Formula *f = a->tree->part->formula;
  Value before = value_in(m, f, &a->bounds, here->row);
  Value after = value_is_none(before) ? before : value_in(m, f, &a->bounds, row_after(m, e));
  if (value_is_none(after)) return TRUTH_UNKNOWN;
  if (a->tree->kind == TEMPORAL_UNCHANGED || a->tree->kind == TEMPORAL_CHANGED) {
    Truth same = same_value(m, f->node->type, before, after);
    if (same > TRUTH_TRUE || a->tree->kind == TEMPORAL_UNCHANGED) return same;
    return same == TRUTH_TRUE ? TRUTH_FALSE : TRUTH_TRUE;
  }
  int order = value_compare(m->lts->store, after, before);
  bool good = a->tree->kind == TEMPORAL_INCREASING ? order > 0 : order < 0;
  return good ? TRUTH_TRUE : TRUTH_FALSE;
}

/* The predicate in the state after the step, x$0 being names with the values before it. */
static Truth relates_step(Meaning *m, const MeantAtom *a, const Situation *here, const AtlasEdge *e)
{
  uint32_t count = a->old_count + a->bounds.count;
  Symbol **names = arena_new_array(m->arena, Symbol *, count + 1);
  Value *values = arena_new_array(m->arena, Value, count + 1);
  for (uint32_t i = 0; i < a->bounds.count; i++)
    names[i] = a->bounds.names[i].symbol, values[i] = a->bounds.names[i].value;
  for (uint32_t i = 0; i < a->old_count; i++) {
    uint32_t at = a->bounds.count + i;
    names[at] = a->old_names[i];
    values[at] = here->row[m->lts->constants + a->old_of[i]->index];
  }
  Trouble why = {0};
  Truth t = b_machine_truth(m->machine, a->step_text, row_after(m, e), names, values, count, &why);
  if (t > TRUTH_TRUE) note_doubt(m, why.message, why.span);
  return t;
}

static Truth of_step(Meaning *m, const MeantAtom *a, const Situation *here, const AtlasEdge *e)
{
  if (a->kind == ATOM_TAKEN) return is_step_of(m, a->pattern, &a->bounds, here, e);
  return a->tree->kind == TEMPORAL_BEFORE_AFTER ? relates_step(m, a, here, e)
                                                : compare_step(m, a, here, e);
}

static Meaning *meaning_of(Atoms *atoms) { return (Meaning *) atoms; }

static void tell_state(Atoms *atoms, const Situation *here, const bool *asked, Letter letter)
{
  Meaning *m = meaning_of(atoms);
  m->after_of = NO_STATE;
  for (uint32_t i = 0; i < atoms->count; i++)
    if (asked[i] && !atoms->of_step[i]) letter[i] = (uint8_t) of_state(m, &m->all.data[i], here);
}

static void tell_step(Atoms *atoms, const Situation *here, const AtlasEdge *e, const bool *asked,
                      Letter letter)
{
  Meaning *m = meaning_of(atoms);
  for (uint32_t i = 0; i < atoms->count; i++)
    if (asked[i] && atoms->of_step[i]) letter[i] = (uint8_t) of_step(m, &m->all.data[i], here, e);
}

void atoms_install(Meaning *m)
{
  m->atoms.tell_state = tell_state;
  m->atoms.tell_step = tell_step;
}

/* ---------------------------------------------------------------------- keeping */

static bool is_of_step(const MeantAtom *a)
{
  if (a->kind != ATOM_OF_TREE) return a->kind == ATOM_TAKEN;
  TemporalKind k = a->tree->kind;
  return k == TEMPORAL_UNCHANGED || k == TEMPORAL_CHANGED || k == TEMPORAL_INCREASING ||
         k == TEMPORAL_DECREASING || k == TEMPORAL_BEFORE_AFTER;
}

static void print_pattern(Text *text, const TemporalPattern *p)
{
  text_add(text, p->name->text);
  for (uint32_t i = 0; i < p->count; i++) {
    const TemporalPart *part = p->arguments[i];
    text_add(text, i ? "," : "(");
    if (!part) text_add(text, "_");
    else
      text_add_bytes(text, part->source->text + (part->span.begin - part->source->base),
                     part->span.end - part->span.begin);
  }
  if (p->count) text_add(text, ")");
}

void meaning_print_atom(Meaning *m, Text *text, uint32_t atom)
{
  const MeantAtom *a = &m->all.data[atom];
  if (a->kind == ATOM_OF_TREE) temporal_print(text, a->tree, (PrintStyle){0});
  else {
    text_add(text, a->kind == ATOM_ENABLED ? "e(" : "[");
    print_pattern(text, a->pattern);
    text_add(text, a->kind == ATOM_ENABLED ? ")" : "]");
  }
  for (uint32_t i = 0; i < a->bounds.count; i++) {
    const Bound *b = &a->bounds.names[i];
    Engine *e = b_machine_engine(m->machine);
    text_printf(text, "%s%s = ", i ? ", " : " with ", b->symbol->name->text);
    value_format(text, m->lts->store, engine_shape(e, b->symbol->type), b->value, m->lts->style,
                 NULL, NULL);
  }
}

/* What it says, as words: the text, and the values of names as they are. */
static uint32_t key_of(Meaning *m, const MeantAtom *a)
{
  Text text = {0};
  text_printf(&text, "%d", (int) a->kind);
  if (a->kind == ATOM_OF_TREE) temporal_print(&text, a->tree, (PrintStyle){0});
  else print_pattern(&text, a->pattern);
  VEC(uint64_t) words = {0};
  for (uint32_t i = 0; i < a->bounds.count; i++) {
    vec_push(&words, (uint64_t) (uintptr_t) a->bounds.names[i].symbol);
    vec_push(&words, a->bounds.names[i].value.word);
  }
  for (size_t i = 0; i < text.len; i += 8) {
    uint64_t word = 0;
    memcpy(&word, text.data + i, text.len - i < 8 ? text.len - i : 8);
    vec_push(&words, word);
  }
  uint32_t key = signatures_add(&m->keys, words.data, words.len);
  vec_free(&words);
  text_free(&text);
  return key;
}

uint32_t atom_add(Meaning *m, MeantAtom a)
{
  uint32_t key = key_of(m, &a);
  if (key < m->all.len) return key;
  if (a.kind == ATOM_OF_TREE && a.tree->kind == TEMPORAL_BEFORE_AFTER) atom_prepare_step(m, &a);
  vec_push(&m->all, a);
  vec_push(&m->of_step, is_of_step(&a));
  m->atoms.count = m->all.len;
  m->atoms.of_step = m->of_step.data;
  return key;
}
