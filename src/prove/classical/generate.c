#include "prove/classical/generate.h"

#include <stdarg.h>
#include <stdio.h>

#include "prove/classical/generate_impl.h"

const char *generator_name(Generator *g, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  char *text = arena_alloc(g->build.arena, (size_t) length + 1);
  va_start(arguments, format);
  vsnprintf(text, (size_t) length + 1, format, arguments);
  va_end(arguments);
  return text;
}

void generator_add(Generator *g, Sketch *d, const char *name, const char *kind, Node *goal)
{
  Sequent *s = sketch_finish(d, name, kind, goal);
  s->component = g->model->main->name->text;
  vec_push(&g->all->list, s);
}

void generator_add_result(Generator *g, Calculus *c, const char *name, const char *kind, Node *goal)
{
  generator_add(g, c->sketch, name, kind, goal);
  g->all->list.data[g->all->list.len - 1]->unsupported = c->unsupported;
}

/* What all obligations assume of constants and sets. */
static void generate_stated(Generator *g)
{
  Sketch d;
  sketch_open(&d, &g->build, g->model);
  scope_properties(g, &d, NULL);
  Sequent *s = sketch_finish(&d, "properties", "FALSE", build_truth(&g->build, false));
  s->component = g->model->main->name->text;
  g->all->stated = s;
  sketch_close(&d);
}

Obligations *classical_obligations(Arena *arena, Names *names, Model *model, bool deadlock)
{
  Obligations *all = arena_alloc(arena, sizeof *all);
  *all = (Obligations){.arena = arena, .model = model};
  Generator g = {.build = {arena, model->types, names}, .model = model, .all = all};
  generate_stated(&g);
  generate_values(&g);
  generate_clauses(&g);
  if (model->chain) generate_refinement(&g);
  else generate_machine(&g);
  if (deadlock) generate_deadlock(&g);
  return all;
}
