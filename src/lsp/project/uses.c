#define _GNU_SOURCE /* memmem */
#include "lsp/project/uses.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lsp/project/use_root.h"

/* A declaration is known by its place, since each text that is analysed has declarations of its
 * own. */
typedef struct {
  const char *file;
  uint32_t from;
} Origin;

typedef struct {
  Project *project;
  Uses *uses;
  VEC(Origin) origins;       /* of the thing that is looked for */
  VEC(const char *) covered; /* files that were seen in an analysis */
} Search;

/* ---- one analysis */

static const char *file_of(const Search *s, const Source *source)
{
  const char *name = source->path ? source->path : source->name;
  return arena_copy(s->uses->arena, name, strlen(name));
}

static bool is_origin(const Search *s, const char *file, uint32_t from)
{
  for (uint32_t i = 0; i < s->origins.len; i++)
    if (s->origins.data[i].from == from && !strcmp(s->origins.data[i].file, file)) return true;
  return false;
}

static const Source *source_of(Analysis *a, uint32_t position)
{
  return sources_at(session_sources(a->session), position);
}

static bool is_sought(const Search *s, Analysis *a, const Decl *d)
{
  const Source *source = span_known(d->span) ? source_of(a, d->span.begin) : NULL;
  const char *file = !source ? NULL : source->path ? source->path : source->name;
  return file && is_origin(s, file, d->span.begin - source->base);
}

static void add_origin(Search *s, Analysis *a, const Decl *d)
{
  if (!span_known(d->span) || is_sought(s, a, d)) return;
  const Source *source = source_of(a, d->span.begin);
  vec_push(&s->origins, ((Origin){file_of(s, source), d->span.begin - source->base}));
}

static void add_use(Search *s, Analysis *a, const Mention *m)
{
  const Source *source = source_of(a, m->span.begin);
  Range range = analysis_range(a, m->span, s->project->units);
  if (!source || !range.used) return;
  vec_push(&s->uses->all, ((Use){.file = file_of(s, source),
                                 .uri = project_uri_json(s->project, range.used),
                                 .begin = range.begin,
                                 .end = range.end,
                                 .from = m->span.begin - source->base,
                                 .to = m->span.end - source->base,
                                 .role = m->role}));
}

static void cover(Search *s, Analysis *a)
{
  for (uint32_t i = 0; i < a->used.len; i++)
    if (a->used.data[i].source->path) vec_push(&s->covered, file_of(s, a->used.data[i].source));
}

/* The declarations that mean the thing here, by their numbers; all are its origins from now on. */
static bool *sought_here(Search *s, Analysis *a)
{
  Index *ix = analysis_index(a);
  uint32_t count = index_decls(ix);
  bool *sought = memory_zeroed(count, sizeof *sought);
  VEC(const Decl *) found = {0};
  for (uint32_t i = 0; i < count; i++) {
    const Decl *d = index_decl(ix, i);
    if (!strcmp(d->name->text, s->uses->name->text) && is_sought(s, a, d)) vec_push(&found, d);
  }
  for (uint32_t k = 0; k < found.len; k++)
    for (uint32_t i = 0; i < count; i++)
      if (!sought[i] && index_same(index_decl(ix, i), found.data[k])) {
        sought[i] = true;
        add_origin(s, a, index_decl(ix, i));
      }
  vec_free(&found);
  return sought;
}

static void search_in(Search *s, Analysis *a, const char *file)
{
  Index *ix = analysis_index(a);
  bool *sought = sought_here(s, a);
  for (uint32_t i = 0; i < index_mentions(ix); i++) {
    const Mention *m = index_mention(ix, i);
    if (sought[m->decl->number]) add_use(s, a, m);
  }
  free(sought);
  cover(s, a);
  vec_push(&s->uses->roots, use_root(a, file, s->uses->arena));
}

/* ---- which texts are analysed */

typedef struct {
  WorkspaceFile *file;
  uint32_t depth; /* references between it and where the thing is declared */
} Candidate;

typedef VEC(Candidate) Candidates;

static bool refers_to(const WorkspaceFile *f, const char *stem)
{
  for (const char **at = f->refers; at && *at; at++)
    if (!strcmp(*at, stem)) return true;
  return false;
}

static bool is_candidate(const Candidates *list, const WorkspaceFile *f)
{
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i].file == f) return true;
  return false;
}

/* Who refers to a file of the thing, directly or not. */
static void find_candidates(Search *s, const Workspace *files, Candidates *list)
{
  for (uint32_t i = 0; i < files->all.len; i++)
    for (uint32_t k = 0; k < s->origins.len; k++)
      if (!strcmp(files->all.data[i]->file, s->origins.data[k].file) &&
          !is_candidate(list, files->all.data[i]))
        vec_push(list, ((Candidate){files->all.data[i], 0}));
  for (uint32_t at = 0; at < list->len; at++) {
    char *stem = workspace_stem_of(list->data[at].file->file);
    for (uint32_t i = 0; i < files->all.len; i++) {
      WorkspaceFile *f = files->all.data[i];
      if (is_candidate(list, f)) continue;
      workspace_find_references(s->project, f);
      if (refers_to(f, stem)) vec_push(list, ((Candidate){f, list->data[at].depth + 1}));
    }
    free(stem);
  }
}

static bool contains_name(const Project *p, const WorkspaceFile *f, const Name *name)
{
  size_t length;
  char *text = workspace_text(p, f, &length);
  bool found = text && memmem(text, length, name->text, name->len);
  free(text);
  return found;
}

static bool is_covered(const Search *s, const char *file)
{
  for (uint32_t i = 0; i < s->covered.len; i++)
    if (!strcmp(s->covered.data[i], file)) return true;
  return false;
}

static int farthest_first(const void *a, const void *b)
{
  const Candidate *x = a, *y = b;
  return (x->depth < y->depth) - (x->depth > y->depth);
}

/* A text that is far away has those in between with it. */
static void search_workspace(Search *s)
{
  Candidates list = {0};
  find_candidates(s, workspace_list(s->project), &list);
  if (list.len) qsort(list.data, list.len, sizeof *list.data, farthest_first);
  for (uint32_t i = 0; i < list.len; i++) {
    WorkspaceFile *f = list.data[i].file;
    if (is_covered(s, f->file) || !contains_name(s->project, f, s->uses->name)) continue;
    Analysis *a = project_analysis_of_file(s->project, f->path, project_overlay(s->project));
    if (!a) continue;
    search_in(s, a, arena_copy(s->uses->arena, f->path, strlen(f->path)));
    analysis_free(a);
  }
  vec_free(&list);
}

/* ---- the whole */

static int by_place(const void *a, const void *b)
{
  const Use *x = a, *y = b;
  int file = strcmp(x->file, y->file);
  if (file) return file;
  return (x->from > y->from) - (x->from < y->from);
}

static void sort_uses(Uses *uses)
{
  uint32_t kept = 0;
  if (uses->all.len) qsort(uses->all.data, uses->all.len, sizeof *uses->all.data, by_place);
  for (uint32_t i = 0; i < uses->all.len; i++) {
    Use *u = &uses->all.data[i];
    if (kept && by_place(&uses->all.data[kept - 1], u) == 0) json_decref(u->uri);
    else uses->all.data[kept++] = *u;
  }
  uses->all.len = kept;
}

/* Parameters of operations and events have their names in refinements, too. */
static bool is_local(const Decl *d)
{
  bool part = d->owner && (d->owner->kind == DECL_OPERATION || d->owner->kind == DECL_EVENT);
  return span_known(d->scope) && !part;
}

bool uses_find(Project *p, Document *d, uint32_t at, Uses *uses)
{
  Analysis *a = project_analysis(p, d);
  const Mention *m = index_at(analysis_index(a), analysis_position(a, at));
  *uses = (Uses){0};
  if (!m) return false;
  uses->arena = arena_new();
  uses->name = m->decl->name;
  uses->decl = m->decl;
  Search s = {.project = p, .uses = uses};
  bool somewhere = span_known(m->decl->span);
  if (somewhere) add_origin(&s, a, m->decl);
  if (!somewhere) {
    for (uint32_t i = 0; i < index_mentions(analysis_index(a)); i++)
      if (index_same(index_mention(analysis_index(a), i)->decl, m->decl))
        add_use(&s, a, index_mention(analysis_index(a), i));
  } else {
    const char *name = a->source->name;
    search_in(&s, a, arena_copy(uses->arena, name, strlen(name)));
    if (!is_local(m->decl)) search_workspace(&s);
  }
  sort_uses(uses);
  vec_free(&s.origins);
  vec_free(&s.covered);
  return true;
}

void uses_free(Uses *uses)
{
  for (uint32_t i = 0; i < uses->all.len; i++) json_decref(uses->all.data[i].uri);
  vec_free(&uses->all);
  vec_free(&uses->roots);
  if (uses->arena) arena_free(uses->arena);
  *uses = (Uses){0};
}
