#include "lsp/project/project.h"

#include <stdlib.h>
#include <string.h>

#include "lsp/project/outcomes.h"
#include "lsp/project/workspace.h"
#include "lsp/text/uri.h"
#include "report/json_report.h"

void project_free(Project *p)
{
  for (uint32_t i = 0; i < p->documents.all.len; i++)
    analysis_free(p->documents.all.data[i]->analysis);
  documents_free(&p->documents);
  for (uint32_t i = 0; i < p->folders.len; i++) free(p->folders.data[i]);
  vec_free(&p->folders);
  workspace_forget(p);
  outcomes_free(p);
}

static void remove_path(Project *p, const char *path)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < p->folders.len; i++)
    if (!strcmp(p->folders.data[i], path)) free(p->folders.data[i]);
    else p->folders.data[kept++] = p->folders.data[i];
  p->folders.len = kept;
}

void project_add_folder(Project *p, const char *uri)
{
  char *path = uri_path(uri);
  if (!path) return;
  for (size_t length = strlen(path); length > 1 && path[length - 1] == '/';) path[--length] = '\0';
  remove_path(p, path);
  vec_push(&p->folders, path);
}

void project_remove_folder(Project *p, const char *uri)
{
  char *path = uri_path(uri);
  if (path) remove_path(p, path);
  free(path);
}

Document *project_open(Project *p, const char *uri, const char *language, int64_t version,
                       const char *text, size_t length)
{
  Document *before = documents_find(&p->documents, uri);
  if (before) project_close(p, before);
  p->files++;
  return documents_open(&p->documents, uri, language, version, text, length);
}

void project_close(Project *p, Document *d)
{
  analysis_free(d->analysis);
  documents_close(&p->documents, d);
  p->files++;
}

/* ---- what documents mean */

static const char *text_of_document(void *owner, const char *path, size_t *length)
{
  const Project *p = owner;
  const Document *d = documents_of_file(&p->documents, path);
  if (!d) return NULL;
  *length = d->text.len;
  return text_string(&d->text);
}

/* A text that is no file has the notation that its language says. */
static const char *ending_of(const char *language)
{
  static const struct {
    const char *language, *ending;
  } endings[] = {{"eventb", ".eventb"},   {"event-b", ".eventb"}, {"csp", ".csp"},
                 {"cspm", ".csp"},        {"b", ".mch"},          {"classicalb", ".mch"},
                 {"classical-b", ".mch"}, {"bmethod", ".mch"}};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (!strcmp(language, endings[i].language)) return endings[i].ending;
  return "";
}

static const Source *read_document(Session *session, const Document *d, const char *text)
{
  if (d->path) return session_text_of_file(session, d->path, text);
  const char *ending = ending_of(d->language);
  return session_text(session, arena_printf(session_arena(session), "%s%s", d->uri, ending), text);
}

bool project_is_stale(const Project *p, const Document *d)
{
  Analysis *a = d->analysis;
  return !a || a->files != p->files || analysis_is_stale(a, d, &p->documents);
}

Overlay project_overlay(Project *p) { return (Overlay){text_of_document, p}; }

static Session *new_session(Project *p, Overlay overlay)
{
  Session *session = session_new();
  if (p->hooks.prepare) p->hooks.prepare(p->hooks.owner, session);
  session_lay_over(session, overlay);
  return session;
}

Session *project_session(Project *p, const Document *d, const char *text, const Source **source)
{
  Session *session = new_session(p, project_overlay(p));
  *source = read_document(session, d, text);
  return session;
}

Analysis *project_analysis(Project *p, Document *d)
{
  if (!project_is_stale(p, d)) return d->analysis;
  const Source *source;
  analysis_free(d->analysis);
  Session *session = project_session(p, d, text_string(&d->text), &source);
  d->analysis = analysis_new(session, source, d, &p->documents);
  d->analysis->files = p->files;
  return d->analysis;
}

Analysis *project_analysis_of_file(Project *p, const char *path, Overlay overlay)
{
  const char *error;
  Session *session = new_session(p, overlay);
  const Source *source = session_read(session, path, &error);
  if (source) return analysis_new(session, source, NULL, &p->documents);
  session_free(session);
  return NULL;
}

Analysis *project_analysis_of_text(Project *p, const char *name, const char *text, Overlay overlay)
{
  Session *session = new_session(p, overlay);
  return analysis_new(session, session_text(session, name, text), NULL, &p->documents);
}

/* ---- places */

json_t *project_position_json(Position p)
{
  return json_pack("{s:I, s:I}", "line", (json_int_t) p.line, "character",
                   (json_int_t) p.character);
}

json_t *project_range_json(const Range *r)
{
  return json_pack("{s:o, s:o}", "start", project_position_json(r->begin), "end",
                   project_position_json(r->end));
}

json_t *project_uri_json(const Project *p, const UsedText *used)
{
  const Source *source = used->source;
  const Document *d = source->path ? documents_of_file(&p->documents, source->path) : NULL;
  for (uint32_t i = 0; !d && used->stamp && i < p->documents.all.len; i++)
    if (p->documents.all.data[i]->stamp == used->stamp) d = p->documents.all.data[i];
  if (d) return json_report_string(d->uri);
  Text uri = {0};
  uri_of_path(&uri, source->name[0] == '/' ? source->name : source->path);
  json_t *result = json_report_string(text_string(&uri));
  text_free(&uri);
  return result;
}

json_t *project_location_json(const Project *p, Analysis *a, Span span)
{
  Range range = analysis_range(a, span, p->units);
  if (!range.used) return json_null();
  return json_pack("{s:o, s:o}", "uri", project_uri_json(p, range.used), "range",
                   project_range_json(&range));
}

bool project_read_position(const json_t *json, Position *p)
{
  const json_t *line = json_object_get(json, "line"), *at = json_object_get(json, "character");
  json_int_t l = json_integer_value(line), c = json_integer_value(at);
  if (!json_is_integer(line) || !json_is_integer(at) || l < 0 || c < 0) return false;
  *p = (Position){l < UINT32_MAX ? (uint32_t) l : UINT32_MAX - 1,
                  c < UINT32_MAX ? (uint32_t) c : UINT32_MAX};
  return true;
}
