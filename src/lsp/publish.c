#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lsp/lsp.h"
#include "lsp/project/outcomes.h"

/* What documents have to say of the texts that they refer to comes together here: a text is shown
 * with all that is wrong with it, by itself or where another one uses it. */

static bool contains(const json_t *list, const json_t *value)
{
  size_t i;
  const json_t *one;
  json_array_foreach((json_t *) list, i, one) if (json_equal(one, value)) return true;
  return false;
}

/* Texts that were changed since are left to their own analysis. */
static bool is_outdated(const Project *p, const char *uri, const Analysis *a)
{
  const Document *d = documents_find(&p->documents, uri);
  for (uint32_t i = 0; d && i < a->used.len; i++)
    if (a->used.data[i].stamp == d->stamp) return false;
  return d != NULL;
}

static void add_list(json_t *all, const char *uri, const json_t *list)
{
  json_t *known = json_object_get(all, uri), *one;
  if (!known) json_object_set_new(all, uri, known = json_array());
  size_t i;
  json_array_foreach((json_t *) list, i, one)
  {
    if (!contains(known, one)) json_array_append(known, one);
  }
}

static void add(json_t *all, const Project *p, Analysis *a, ProblemStyle style)
{
  json_t *list;
  const char *uri;
  json_object_foreach(project_problems(p, a, style), uri, list)
  {
    if (!is_outdated(p, uri, a)) add_list(all, uri, list);
  }
}

/* What checking and proving found. */
static void add_outcomes(json_t *all, Project *p)
{
  const json_t *problems;
  json_t *list;
  const char *uri;
  outcomes_sweep(p);
  for (uint32_t i = 0; (problems = outcomes_problems(p, i)); i++)
    json_object_foreach((json_t *) problems, uri, list) add_list(all, uri, list);
}

static int by_number(const json_t *a, const json_t *b)
{
  json_int_t x = json_integer_value(a), y = json_integer_value(b);
  return (x > y) - (x < y);
}

static int by_place(const void *a, const void *b)
{
  const json_t *x = *(json_t *const *) a, *y = *(json_t *const *) b;
  const json_t *from = json_object_get(json_object_get(x, "range"), "start");
  const json_t *to = json_object_get(json_object_get(y, "range"), "start");
  int order = by_number(json_object_get(from, "line"), json_object_get(to, "line"));
  if (!order)
    order = by_number(json_object_get(from, "character"), json_object_get(to, "character"));
  if (!order) order = by_number(json_object_get(x, "severity"), json_object_get(y, "severity"));
  return order ? order
               : strcmp(json_string_value(json_object_get(x, "message")),
                        json_string_value(json_object_get(y, "message")));
}

/* By their places, whichever text was analysed first. */
static void sort(json_t *list)
{
  size_t count = json_array_size(list);
  json_t **all = memory_zeroed(count, sizeof *all);
  for (size_t i = 0; i < count; i++) all[i] = json_incref(json_array_get(list, i));
  if (count) qsort(all, count, sizeof *all, by_place);
  for (size_t i = 0; i < count; i++) json_array_set_new(list, i, all[i]);
  free(all);
}

/* {uri: [diagnostic]} of all that is known now. */
static json_t *all_problems(Lsp *lsp)
{
  ProblemStyle style = {lsp_can(lsp, "textDocument.publishDiagnostics.relatedInformation")};
  const Documents *documents = &lsp->project.documents;
  json_t *all = json_object();
  for (uint32_t i = 0; i < documents->all.len; i++)
    if (documents->all.data[i]->analysis)
      add(all, &lsp->project, documents->all.data[i]->analysis, style);
  add_outcomes(all, &lsp->project);
  json_t *list;
  const char *uri;
  json_object_foreach(all, uri, list) sort(list);
  return all;
}

/* Tells it, unless the client was told the same before. */
static void tell(Lsp *lsp, const char *uri, json_t *list)
{
  const Document *d = documents_find(&lsp->project.documents, uri);
  json_t *params = json_pack("{s:s, s:O}", "uri", uri, "diagnostics", list);
  if (d) json_object_set_new(params, "version", json_integer(d->version));
  bool known = json_equal(params, json_object_get(lsp->published, uri));
  if (!known) lsp_notify(lsp, "textDocument/publishDiagnostics", json_incref(params));
  if (d || json_array_size(list)) json_object_set(lsp->published, uri, params);
  else json_object_del(lsp->published, uri);
  json_decref(params);
}

/* Of texts that were changed since nothing is known just now: they keep what was said of them. */
static bool is_open_and_stale(const Lsp *lsp, const char *uri)
{
  const Document *d = documents_find(&lsp->project.documents, uri);
  return d && project_is_stale(&lsp->project, d);
}

void lsp_publish(Lsp *lsp)
{
  json_t *all = all_problems(lsp), *list, *nothing = json_array(), *gone = json_array();
  const char *uri;
  size_t i;
  json_object_foreach(lsp->published, uri, list)
  {
    if (!json_object_get(all, uri) && !is_open_and_stale(lsp, uri))
      json_array_append_new(gone, json_string(uri));
  }
  json_array_foreach(gone, i, list) tell(lsp, json_string_value(list), nothing);
  json_object_foreach(all, uri, list)
  {
    bool told = json_object_get(lsp->published, uri);
    bool wanted = told || json_array_size(list) || documents_find(&lsp->project.documents, uri);
    if (wanted && !is_open_and_stale(lsp, uri)) tell(lsp, uri, list);
  }
  json_decref(gone);
  json_decref(nothing);
  json_decref(all);
}
