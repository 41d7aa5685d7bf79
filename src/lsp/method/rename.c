#include <stdlib.h>
#include <string.h>

#include "csp/syntax/lexer.h"
#include "eventb/notation/math_lexer.h"
#include "lsp/method/rename_impl.h"
#include "lsp/project/uses.h"
#include "lsp/text/uri.h"
#include "report/json_report.h"
#include "syntax/lexer.h"

/* A name and all that are the same thing get another name, in all texts of the workspace.  It is
 * refused if anything would mean something else then. */

static bool is_bundled(Analysis *a, Span span)
{
  const Source *source = sources_at(session_sources(a->session), span.begin);
  return !source || !analysis_used(a, source);
}

const char *rename_refusal(Analysis *a, const Decl *d)
{
  if (d->kind == DECL_BUILTIN || !span_known(d->span)) return "it belongs to the language";
  if (is_bundled(a, d->span)) return "it belongs to the libraries that are built in";
  if (d->kind == DECL_EVENT && !strcmp(d->name->text, "INITIALISATION"))
    return "it belongs to the language";
  return NULL;
}

/* ---- the new name */

static bool is_reserved(TextKind notation, const char *name)
{
  switch (notation) {
  case TEXT_EVENTB: return eventb_is_reserved(name);
  case TEXT_SCRIPT: return csp_word_is_reserved(name);
  default: return word_is_reserved(name);
  }
}

/* Is the text one name in this notation? */
static bool is_name(TextKind notation, const char *name)
{
  Session *session = session_new();
  const char *file = notation == TEXT_EVENTB   ? "x.eventb"
                     : notation == TEXT_SCRIPT ? "x.csp"
                                               : "x.mch";
  const Source *source = session_text(session, file, name);
  Words words = words_of(session, source);
  Span whole = {source->base, source->base + source->length};
  bool one =
      words.count == 1 && words.at[0].kind == WORD_NAME && span_equal(words.at[0].span, whole);
  session_free(session);
  return one;
}

static bool fits(LspRequest *r, Analysis *a, const char *name)
{
  TextKind notation = index_words(analysis_index(a), a->source)->notation;
  if (!name || !*name) return lsp_refuse(r, LSP_INVALID_PARAMS, "no newName"), false;
  if (is_name(notation, name)) return true;
  const char *what = is_reserved(notation, name) ? "a reserved word" : "no name";
  return lsp_refuse(r, LSP_REQUEST_FAILED, "%s is %s", name, what), false;
}

/* ---- edits */

static json_t *edit_json(const Use *u, const char *name)
{
  Range range = {.begin = u->begin, .end = u->end};
  return json_pack("{s:o, s:o}", "range", project_range_json(&range), "newText",
                   json_report_string(name));
}

/* {uri: [edit]} */
static json_t *edits_json(const Uses *uses, const char *name)
{
  json_t *all = json_object();
  for (uint32_t i = 0; i < uses->all.len; i++) {
    const char *uri = json_string_value(uses->all.data[i].uri);
    json_t *list = json_object_get(all, uri);
    if (!list) json_object_set_new(all, uri, list = json_array());
    json_array_append_new(list, edit_json(&uses->all.data[i], name));
  }
  return all;
}

/* The same with versions, so that a text that was changed since is not spoilt. */
static json_t *document_changes(const Project *p, json_t *edits)
{
  json_t *all = json_array(), *list;
  const char *uri;
  json_object_foreach(edits, uri, list)
  {
    const Document *d = documents_find(&p->documents, uri);
    json_t *version = d ? json_integer(d->version) : json_null();
    json_array_append_new(all, json_pack("{s:{s:s, s:o}, s:O}", "textDocument", "uri", uri,
                                         "version", version, "edits", list));
  }
  return all;
}

/* ---- files */

/* The file that has the name of the machine; NULL: it has another name. */
static const char *file_of_machine(Analysis *a, const Decl *d)
{
  bool named = d->kind == DECL_MACHINE || d->kind == DECL_CONTEXT;
  const Source *source = named ? sources_at(session_sources(a->session), d->span.begin) : NULL;
  if (!source || !source->path) return NULL;
  char *stem = workspace_stem_of(source->name);
  bool same = !strcmp(stem, d->name->text);
  free(stem);
  return same ? source->name : NULL;
}

static void add_path(Text *path, const char *file, const char *name)
{
  const char *slash = strrchr(file, '/'), *dot = strrchr(file, '.');
  text_add_bytes(path, file, (size_t) (slash + 1 - file));
  text_printf(path, "%s%s", name, dot);
}

static bool can_rename_files(const Lsp *lsp)
{
  return lsp_can(lsp, "workspace.workspaceEdit.documentChanges") &&
         lsp_lists(lsp, "workspace.workspaceEdit.resourceOperations", "rename");
}

/* The last of the changes: the file gets the new name, too. */
static json_t *rename_file(const Project *p, const char *file, const char *name)
{
  Text from = {0}, path = {0}, to = {0};
  char *canonical = document_canonical(file);
  const Document *d = documents_of_file(&p->documents, canonical);
  free(canonical);
  add_path(&path, file, name);
  if (d) text_add(&from, d->uri);
  else uri_of_path(&from, file);
  uri_of_path(&to, path.data);
  json_t *json =
      json_pack("{s:s, s:s, s:s}", "kind", "rename", "oldUri", from.data, "newUri", to.data);
  text_free(&from);
  text_free(&path);
  text_free(&to);
  return json;
}

static bool is_taken(const char *file, const char *name)
{
  Text path = {0};
  Sources *sources = sources_new();
  add_path(&path, file, name);
  bool taken = sources_has_file(sources, path.data);
  sources_free(sources);
  text_free(&path);
  return taken;
}

/* ---- the whole */

static json_t *workspace_edit(LspRequest *r, const Uses *uses, const char *name, const char *file)
{
  json_t *edits = edits_json(uses, name);
  if (!lsp_can(r->lsp, "workspace.workspaceEdit.documentChanges"))
    return json_pack("{s:o}", "changes", edits);
  json_t *changes = document_changes(r->project, edits);
  if (file) json_array_append_new(changes, rename_file(r->project, file, name));
  json_decref(edits);
  return json_pack("{s:o}", "documentChanges", changes);
}

static json_t *refuse_change(LspRequest *r, const Uses *uses, const char *name)
{
  Text why = {0};
  if (!uses_would_stay(r->project, uses, name, &why))
    lsp_refuse(r, LSP_REQUEST_FAILED, "%s cannot be called %s: %s", uses->name->text, name,
               text_string(&why));
  text_free(&why);
  return NULL;
}

static json_t *rename_uses(LspRequest *r, Analysis *a, const Uses *uses, const char *name)
{
  const char *file = file_of_machine(a, uses->decl);
  if (file && !can_rename_files(r->lsp))
    return lsp_refuse(r, LSP_REQUEST_FAILED,
                      "the file of %s would have to be renamed, too, which the editor cannot do",
                      uses->name->text);
  if (file && is_taken(file, name))
    return lsp_refuse(r, LSP_REQUEST_FAILED, "there is a file for %s already", name);
  if (!file) refuse_change(r, uses, name);
  return r->error ? NULL : workspace_edit(r, uses, name, file);
}

json_t *lsp_rename(LspRequest *r)
{
  Uses uses;
  Analysis *a = lsp_analysis(r);
  const char *name = json_string_value(json_object_get(r->params, "newName"));
  if (!fits(r, a, name)) return NULL;
  if (!uses_find(r->project, r->document, r->at, &uses))
    return lsp_refuse(r, LSP_REQUEST_FAILED, "no name is here that could be changed");
  const char *reason = rename_refusal(a, uses.decl);
  json_t *result = NULL;
  if (reason)
    lsp_refuse(r, LSP_REQUEST_FAILED, "%s cannot be renamed: %s", uses.name->text, reason);
  else result = rename_uses(r, a, &uses, name);
  uses_free(&uses);
  return result;
}
