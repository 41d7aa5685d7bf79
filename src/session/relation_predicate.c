#include "session/relation_predicate.h"

#include <assert.h>
#include <string.h>

#include "compare/gluing/listing.h"
#include "compare/gluing/gluing_invariant.h"

enum { PAIRS_CONFIRMED = 20000 };

/* Does the predicate, as a text that is read again, hold on all pairs?  Where the
 * implementation is no refinement there is nobody to ask. */
static bool is_confirmed(Session *session, RelationPredicate *p, const char *predicate)
{
  const Systems *s = p->systems;
  Model *model = s->impl.model;
  GluingInvariant *g =
      model && model->main->refines ? gluing_invariant_new(s->impl_space, s->spec_space) : NULL;
  if (!g) return true;
  bool good = gluing_invariant_set(g, *session_context(session), model,
                                   session_text(session, "the predicate", predicate));
  for (uint32_t i = 0; i < p->pairs.len && i < PAIRS_CONFIRMED && good; i++)
    good = gluing_invariant_holds(g, p->pairs.data[i].a, p->pairs.data[i].c) == TRUTH_TRUE;
  gluing_invariant_free(g);
  return good;
}

/* Variables of one name are one variable in B, so that no predicate can speak of two
 * values.  Where they differ, a smaller simulation in which they are equal will do. */
static void make_equal(RelationPredicate *p, SimulateOptions options)
{
  const Systems *s = p->systems;
  options.fits = joint_rows_twins_equal;
  options.context = p->glue->table;
  options.play = false;
  Simulation *x = simulate(s->impl_space, s->spec_space, options);
  bool found = x->outcome == SIMULATION_HOLDS;
  glue_free(p->glue);
  vec_free(&p->pairs);
  if (found) p->pairs = joint_pairs(x, s->impl_space, s->spec_space, options.upward);
  simulation_free(x);
  p->glue = found ? glue_find(s->impl_space, s->spec_space, &p->pairs) : NULL;
}

static bool print_list(const RelationPredicate *p, Text *text, const char *between)
{
  const char *comma = strchr(between, '\n') ? ",\n    " : ", ";
  return listing_print(text, p->systems->impl_space, p->systems->spec_space, &p->pairs, comma);
}

void relation_predicate_print(const RelationPredicate *p, Text *text, const char *between)
{
  assert(p->found && p->glue);
  if (p->listed) print_list(p, text, between);
  else glue_print(text, p->glue, between);
}

/* Where the facts leave other pairs, a list of the pairs is better, if it is short: with them
 * the facts may be no simulation. */
static bool prefers_list(Session *session, RelationPredicate *p)
{
  Text text = {0};
  bool good = !p->glue->exact && print_list(p, &text, " & ") &&
              is_confirmed(session, p, text_string(&text));
  text_free(&text);
  return good;
}

static bool facts_hold(Session *session, RelationPredicate *p)
{
  Text text = {0};
  glue_print(&text, p->glue, " & ");
  bool good = (p->glue->exact || p->glue->facts.len) &&
              is_confirmed(session, p, text.len ? text.data : RELATION_PREDICATE_TRUE);
  text_free(&text);
  return good;
}

RelationPredicate relation_predicate_find(Session *session, const Related *r)
{
  assert(r->x && r->x->outcome == SIMULATION_HOLDS);
  Systems *s = r->systems;
  RelationPredicate p = {.systems = s};
  p.pairs = joint_pairs(r->x, s->impl_space, s->spec_space, r->options.upward);
  p.all = !s->impl_space->stopped && !s->spec_space->stopped;
  if (p.all) p.glue = glue_find(s->impl_space, s->spec_space, &p.pairs);
  if (p.glue && p.glue->differs) make_equal(&p, r->options);
  p.listed = p.glue && prefers_list(session, &p);
  p.found = p.listed || (p.glue && facts_hold(session, &p));
  return p;
}

void relation_predicate_free(RelationPredicate *p)
{
  glue_free(p->glue);
  vec_free(&p->pairs);
  *p = (RelationPredicate){0};
}
