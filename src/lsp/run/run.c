#define _GNU_SOURCE /* memfd_create */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/memory.h"
#include "lsp/run/run_impl.h"
#include "lsp/text/uri.h"
#include "report/json_report.h"

enum {
  AT_ONCE_LIMIT = 8,
  NICENESS = 5,             /* who types does not wait for them */
  REPORT_LIMIT = 256 << 20, /* bytes */
  END_MILLISECONDS = 1000   /* from the end of its output to its own */
};

const char *run_word(RunKind kind)
{
  static const char *const words[] = {"check", "prove", "animate"};
  return words[kind];
}

static void run_free(Run *run)
{
  const int ends[] = {run->child.out, run->child.err, run->child.progress};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (ends[i] >= 0) lsp_unwatch(run->lsp, ends[i]);
  child_close(&run->child);
  text_free(&run->out);
  text_free(&run->err);
  text_free(&run->progress);
  json_decref(run->id);
  json_decref(run->token);
  free(run->uri);
  free(run->key);
  free(run->label);
  free(run);
}

void runs_free(Lsp *lsp)
{
  for (uint32_t i = 0; i < lsp->runs.len; i++) run_free(lsp->runs.data[i]);
  vec_free(&lsp->runs);
}

static void forget(Run *run)
{
  Lsp *lsp = run->lsp;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < lsp->runs.len; i++)
    if (lsp->runs.data[i] != run) lsp->runs.data[kept++] = lsp->runs.data[i];
  lsp->runs.len = kept;
  run_free(run);
}

/* ---- what the client is told */

static void tell_progress(const Run *run, json_t *value)
{
  if (run->token)
    lsp_notify(run->lsp, "$/progress",
               json_pack("{s:O, s:o}", "token", run->token, "value", value));
  else json_decref(value);
}

static void end_progress(Run *run, const char *message)
{
  tell_progress(run,
                json_pack("{s:s, s:o}", "kind", "end", "message", json_report_string(message)));
  json_decref(run->token);
  run->token = NULL;
}

json_t *run_outcome(const Run *run, const char *verdict, const char *summary)
{
  Text text = {0};
  text_printf(&text, "%s: %s", run->label, summary);
  json_t *outcome = json_pack("{s:s, s:o}", "verdict", verdict, "summary",
                              json_report_string(text_string(&text)));
  text_free(&text);
  return outcome;
}

static void show(const Run *run, const char *verdict, const char *summary)
{
  enum { WARNING = 2, INFORMATION = 3 };
  if (run->lsp->quiet || !strcmp(verdict, "cancelled")) return;
  int type = strcmp(verdict, "pass") != 0 ? WARNING : INFORMATION;
  lsp_notify(run->lsp, "window/showMessage",
             json_pack("{s:i, s:o}", "type", type, "message", json_report_string(summary)));
}

void run_answer(Run *run, json_t *outcome)
{
  const char *summary = json_string_value(json_object_get(outcome, "summary"));
  const char *verdict = json_string_value(json_object_get(outcome, "verdict"));
  if (run->id) {
    end_progress(run, summary ? summary : "");
    if (summary) show(run, verdict, summary);
    json_t *id = run->id;
    run->id = NULL;
    lsp_answer(run->lsp, id, outcome);
  } else {
    json_decref(outcome);
  }
}

/* Its answer is not wanted any more. */
static void stop(Run *run)
{
  run->stopped = true;
  child_kill(&run->child);
  if (run->id) run_answer(run, run_outcome(run, "cancelled", "cancelled"));
}

static void cancel(Lsp *lsp, void *owner)
{
  (void) lsp;
  stop(owner);
}

void runs_cancel(Lsp *lsp, const json_t *token)
{
  for (uint32_t i = 0; i < lsp->runs.len; i++)
    if (lsp->runs.data[i]->token && json_equal(lsp->runs.data[i]->token, token))
      stop(lsp->runs.data[i]);
}

/* ---- while it runs */

static const json_int_t *number(const json_t *object, const char *name, json_int_t *value)
{
  const json_t *field = json_object_get(object, name);
  *value = json_integer_value(field);
  return json_is_integer(field) ? value : NULL;
}

static void tell_line(const Run *run, const char *line, size_t length)
{
  json_t *status = json_loadb(line, length, 0, NULL);
  json_int_t states, explored, done, all;
  Text text = {0};
  if (number(status, "states", &states) && number(status, "explored", &explored))
    text_printf(&text, "%lld states, %lld to explore", (long long) states,
                (long long) (states - explored));
  else if (number(status, "done", &done) && number(status, "all", &all))
    text_printf(&text, "%lld of %lld", (long long) done, (long long) all);
  if (text.len)
    tell_progress(run, json_pack("{s:s, s:s}", "kind", "report", "message", text_string(&text)));
  text_free(&text);
  json_decref(status);
}

/* Only the last of several lines that came at once is of interest. */
static void tell_last_line(Run *run)
{
  Text *p = &run->progress;
  const char *end = p->len ? memrchr(p->data, '\n', p->len) : NULL;
  if (!end) return;
  const char *before = memrchr(p->data, '\n', (size_t) (end - p->data));
  const char *line = before ? before + 1 : p->data;
  tell_line(run, line, (size_t) (end - line));
  size_t used = (size_t) (end + 1 - p->data);
  memmove(p->data, p->data + used, p->len - used + 1);
  p->len -= used;
}

static void read_end(Run *run, int *end, Text *text)
{
  int descriptor = *end;
  if (descriptor < 0) return;
  ChildRead read;
  do read = child_read(end, text);
  while (read == CHILD_MORE);
  if (read == CHILD_END) lsp_unwatch(run->lsp, descriptor);
}

/* All its pipes are closed, so it is ending. */
static void finish(Run *run)
{
  int status = -1;
  bool ended = child_reap(&run->child, &status);
  for (int i = 0; !ended && i < END_MILLISECONDS; i++) {
    poll(NULL, 0, 1);
    ended = child_reap(&run->child, &status);
  }
  if (run->id) run_report(run, ended ? status : -1);
  forget(run);
}

static void ready(Lsp *lsp, void *owner)
{
  Run *run = owner;
  Child *c = &run->child;
  read_end(run, &c->out, &run->out);
  read_end(run, &c->err, &run->err);
  read_end(run, &c->progress, &run->progress);
  tell_last_line(run);
  if (run->kind == RUN_ANIMATE && run->id) run_page(run);
  if (run->out.len > REPORT_LIMIT) {
    child_kill(c);
    text_free(&run->out);
  }
  if (c->out < 0 && c->err < 0 && c->progress < 0) finish(run);
  (void) lsp;
}

/* ---- beginning */

/* {path: text} of all that is open; the descriptor of a file in memory.  -1 with errno. */
static int texts_of(const Project *p)
{
  json_t *texts = json_object();
  for (uint32_t i = 0; i < p->documents.all.len; i++) {
    const Document *d = p->documents.all.data[i];
    if (!d->file) continue;
    json_object_set_new(texts, d->file, json_stringn(text_string(&d->text), d->text.len));
  }
  char *all = json_dumps(texts, JSON_COMPACT);
  json_decref(texts);
  if (!all) memory_exhausted();
  int file = memfd_create("texts", MFD_CLOEXEC);
  size_t length = strlen(all), at = 0;
  for (ssize_t n; file >= 0 && at < length; at += (size_t) n)
    if ((n = write(file, all + at, length - at)) <= 0) break;
  free(all);
  if (file >= 0 && (at < length || lseek(file, 0, SEEK_SET) != 0)) {
    close(file);
    file = -1;
  }
  return file;
}

/* A process that checks or proves, for programs and without any help of others' files. */
static bool start(Run *run, const char *operand, Text *error)
{
  const ProjectHooks *hooks = &run->lsp->project.hooks;
  VEC(const char *) words = {0};
  bool page = run->kind == RUN_ANIMATE;
  int texts = page ? 0 : texts_of(&run->lsp->project);
  if (texts < 0) {
    text_printf(error, "cannot pass the texts on: %s", strerror(errno));
    return false;
  }
  static const char *const usual[] = {"--format=json", "--evidence", "--progress-fd=3",
                                      "--texts=/dev/stdin"};
  vec_push(&words, "probity");
  vec_push(&words, page ? "serve" : run_word(run->kind));
  for (size_t i = 0; !page && i < sizeof usual / sizeof *usual; i++) vec_push(&words, usual[i]);
  for (const char *const *word = hooks->words; !page && *word; word++) vec_push(&words, *word);
  vec_push(&words, "--");
  vec_push(&words, operand);
  vec_push(&words, NULL);
  ChildStart begin = {.program = hooks->program,
                      .arguments = words.data,
                      .folder = -1,
                      .input = texts,
                      .with_progress = !page,
                      .niceness = NICENESS};
  bool good = child_start(&run->child, &begin, error);
  if (texts > 0) close(texts);
  vec_free(&words);
  return good;
}

static void watch(Run *run)
{
  const int ends[] = {run->child.out, run->child.err, run->child.progress};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (ends[i] >= 0) lsp_watch(run->lsp, (LspWatch){ends[i], ready, run});
}

static char *joined(const char *first, const char *between, const char *second)
{
  Text text = {0};
  text_printf(&text, "%s%s%s", first, second ? between : "", second ? second : "");
  return text.data;
}

static char *key_of(const RunWish *wish)
{
  char *about = joined(wish->uri, "/", wish->part), *key = joined(run_word(wish->kind), " ", about);
  free(about);
  return key;
}

static Run *run_new(LspRequest *r, const RunWish *wish, const char *path)
{
  const char *slash = strrchr(path, '/');
  Run *run = memory_zeroed(1, sizeof *run);
  run->lsp = r->lsp;
  run->kind = wish->kind;
  run->child = CHILD_NONE;
  run->uri = joined(wish->uri, "", NULL);
  run->key = key_of(wish);
  run->label = joined(slash ? slash + 1 : path, "/", wish->part);
  return run;
}

static void begin_progress(Run *run, LspRequest *r)
{
  const json_t *token = json_object_get(r->params, "workDoneToken");
  if (json_is_string(token) || json_is_integer(token)) {
    run->token = json_deep_copy(token);
  } else if (lsp_can(r->lsp, "window.workDoneProgress")) {
    run->token = json_sprintf("probity-%llu", (unsigned long long) r->lsp->requests + 1);
    lsp_ask(r->lsp, "window/workDoneProgress/create", json_pack("{s:O}", "token", run->token));
  }
  Text title = {0};
  text_printf(&title, "%s %s", run_word(run->kind), run->label);
  tell_progress(run, json_pack("{s:s, s:o, s:b}", "kind", "begin", "title",
                               json_report_string(text_string(&title)), "cancellable", true));
  text_free(&title);
}

/* What does the same already is about an earlier text, or nobody waits for it. */
static void stop_others(Lsp *lsp, const char *key)
{
  for (uint32_t i = 0; i < lsp->runs.len; i++)
    if (lsp->runs.data[i]->id && !strcmp(lsp->runs.data[i]->key, key)) stop(lsp->runs.data[i]);
}

/* A page that is there is shown again. */
static bool show_again(LspRequest *r, const char *key)
{
  for (uint32_t i = 0; i < r->lsp->runs.len; i++) {
    Run *run = r->lsp->runs.data[i];
    bool there = run->kind == RUN_ANIMATE && !run->id && !run->stopped && run->child.out >= 0;
    if (!there || strcmp(run->key, key) != 0) continue;
    run->id = lsp_answer_later(r, cancel, run);
    run_page(run);
    return true;
  }
  return false;
}

static void begin(LspRequest *r, const RunWish *wish, const char *path)
{
  Run *run = run_new(r, wish, path);
  char *operand = joined(path, "/", wish->part);
  Text error = {0};
  stop_others(r->lsp, run->key);
  if (start(run, operand, &error)) {
    vec_push(&r->lsp->runs, run);
    run->id = lsp_answer_later(r, cancel, run);
    watch(run);
    begin_progress(run, r);
  } else {
    lsp_refuse(r, LSP_REQUEST_FAILED, "%s", text_string(&error));
    run_free(run);
  }
  text_free(&error);
  free(operand);
}

void run_begin(LspRequest *r, RunWish wish)
{
  char *path = uri_path(wish.uri), *key = key_of(&wish);
  uint32_t busy = 0;
  for (uint32_t i = 0; i < r->lsp->runs.len; i++) busy += r->lsp->runs.data[i]->id != NULL;
  if (!r->project->hooks.program)
    lsp_refuse(r, LSP_REQUEST_FAILED, "this server starts no processes");
  else if (!path)
    lsp_refuse(r, LSP_REQUEST_FAILED, "a text that is no file cannot be run: save it first");
  else if (busy >= AT_ONCE_LIMIT)
    lsp_refuse(r, LSP_REQUEST_FAILED, "%u commands are running already", busy);
  else if (!show_again(r, key)) begin(r, &wish, path);
  free(key);
  free(path);
}
