#include <stdlib.h>
#include <string.h>

#include "lsp/project/use_root.h"

/* A name may be changed if all names mean the same afterwards: the texts are changed on trial, read
 * again, and compared name by name. */

typedef struct {
  const char *file;      /* as in Use */
  uint32_t first, count; /* its uses */
  Text text;             /* changed */
} Changed;

typedef struct {
  Project *project;
  const Uses *uses;
  const char *name;
  VEC(Changed) texts;
} Trial;

/* ---- the changed texts */

static Changed *changed(Trial *t, const char *file)
{
  for (uint32_t i = 0; i < t->texts.len; i++)
    if (!strcmp(t->texts.data[i].file, file)) return &t->texts.data[i];
  return NULL;
}

static void change(Trial *t, Changed *c, const Source *source)
{
  uint32_t at = 0;
  for (uint32_t i = c->first; i < c->first + c->count; i++) {
    const Use *u = &t->uses->all.data[i];
    if (u->from < at || u->to > source->length) continue;
    text_add_bytes(&c->text, source->text + at, u->from - at);
    text_add(&c->text, t->name);
    at = u->to;
  }
  text_add_bytes(&c->text, source->text + at, source->length - at);
}

/* The text as sessions have it, without what they leave out. */
static void read_and_change(Trial *t, Changed *c)
{
  Sources *sources = sources_new();
  const char *error;
  sources_lay_over(sources, project_overlay(t->project));
  const Source *source = NULL;
  for (uint32_t i = 0; i < t->project->documents.all.len && *c->file != '/'; i++) {
    const Document *d = t->project->documents.all.data[i];
    if (strncmp(c->file, d->uri, strlen(d->uri)) != 0) continue;
    source = sources_add(sources, c->file, text_string(&d->text), d->text.len);
  }
  if (*c->file == '/') source = sources_read(sources, c->file, &error);
  if (source) change(t, c, source);
  sources_free(sources);
}

static void change_all(Trial *t)
{
  for (uint32_t i = 0; i < t->uses->all.len; i++) {
    const char *file = t->uses->all.data[i].file;
    Changed *c = changed(t, file);
    if (c) c->count++;
    else vec_push(&t->texts, ((Changed){.file = file, .first = i, .count = 1}));
  }
  for (uint32_t i = 0; i < t->texts.len; i++) read_and_change(t, &t->texts.data[i]);
}

static const char *find_text(void *owner, const char *path, size_t *length)
{
  Trial *t = owner;
  const Changed *c = changed(t, path);
  Overlay usual = project_overlay(t->project);
  if (!c) return usual.find(usual.owner, path, length);
  *length = c->text.len;
  return text_string(&c->text);
}

/* ---- comparing */

/* Where a place of the text is after the change. */
static uint32_t moved(Trial *t, const char *file, uint32_t from)
{
  const Changed *c = changed(t, file);
  size_t length = strlen(t->name);
  uint32_t result = from;
  for (uint32_t i = c ? c->first : 0; c && i < c->first + c->count; i++) {
    const Use *u = &t->uses->all.data[i];
    if (u->from >= from) break;
    result += (uint32_t) length - (u->to - u->from);
  }
  return result;
}

static void say_place(Text *why, Sources *sources, uint32_t position)
{
  Place place = sources_place(sources, position);
  if (!place.source) return;
  const char *slash = strrchr(place.source->file, '/');
  text_printf(why, " (%s:%u)", slash ? slash + 1 : place.source->file, place.line);
}

static bool has_more_errors(const UseRoot *before, Analysis *a, Text *why)
{
  const Diags *diags = session_diags(a->session);
  if (diags_errors(diags) <= before->errors) return false;
  for (uint32_t i = 0; i < diags_count(diags); i++) {
    const Diag *diag = diags_get(diags, i);
    if (diag->severity != DIAG_ERROR) continue;
    text_add(why, diag->message);
    say_place(why, session_sources(a->session), diag->span.begin);
    break;
  }
  return true;
}

static bool is_same(Trial *t, const UseRoot *before, Analysis *a, Text *why)
{
  if (has_more_errors(before, a, why)) return false;
  UseRoot after = use_root(a, before->name, t->uses->arena);
  Sources *sources = session_sources(a->session);
  for (uint32_t i = 0; i < before->count || i < after.count; i++) {
    const UsedName *x = &before->names[i], *y = &after.names[i];
    const Source *source = i < after.count ? sources_number(sources, y->text) : NULL;
    const char *file = !source ? NULL : source->path ? source->path : source->name;
    bool same = i < before->count && i < after.count && x->text == y->text &&
                x->thing == y->thing && moved(t, file, x->from) == y->from;
    if (same) continue;
    text_add(why, "a name would mean something else");
    if (source) say_place(why, sources, source->base + y->from);
    return false;
  }
  return true;
}

static bool root_would_stay(Trial *t, const UseRoot *root, Text *why)
{
  Overlay overlay = {find_text, t};
  const Changed *c = changed(t, root->name);
  Analysis *a = *root->name == '/'
                    ? project_analysis_of_file(t->project, root->name, overlay)
                    : project_analysis_of_text(t->project, root->name,
                                               c ? text_string(&c->text) : "", overlay);
  bool same = !a || is_same(t, root, a, why);
  analysis_free(a);
  return same;
}

bool uses_would_stay(Project *p, const Uses *uses, const char *name, Text *why)
{
  Trial t = {.project = p, .uses = uses, .name = name};
  bool stays = true;
  change_all(&t);
  for (uint32_t i = 0; stays && i < uses->roots.len; i++)
    stays = root_would_stay(&t, &uses->roots.data[i], why);
  for (uint32_t i = 0; i < t.texts.len; i++) text_free(&t.texts.data[i].text);
  vec_free(&t.texts);
  return stays;
}
