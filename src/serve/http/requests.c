#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "serve/http/server_impl.h"

/* From a request of HTTP to a request of the interface. */

static const struct {
  const char *name;
  void (*run)(Server *, Exchange *, Fields *);
} own[] = {
#define REQUEST(name, function) {name, function},
#include "serve/http/requests.def"
#undef REQUEST
};

static const char *const desk_requests[] = {
#define REQUEST(name, text, where) text,
#include "serve/desk/requests.def"
#undef REQUEST
};

static bool is_desk_request(const char *name)
{
  for (size_t i = 0; i < sizeof desk_requests / sizeof *desk_requests; i++)
    if (!strcmp(desk_requests[i], name)) return true;
  return false;
}

void requests_run(Server *s, Exchange *e, const char *name, json_t *body)
{
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    if (strcmp(own[i].name, name) != 0) continue;
    Fields fields = fields_in(body);
    own[i].run(s, e, &fields);
    fields_free(&fields);
    return;
  }
  if (!strcmp(name, "open")) desks_open(s, e, body);
  else if (!strcmp(name, "diagnose") || !strcmp(name, "format")) desks_scratch(s, e, name, body);
  else if (is_desk_request(name)) desks_pass(s, e, name, body);
  else answer_error(e, 404, "missing", "there is no request '%.100s'", name);
}

/* ------------------------------------------------------------------- headers */

static const char api[] = "/api/";

static bool is_api(const char *path) { return !strncmp(path, api, sizeof api - 1); }
static bool is_events(const char *path) { return !strcmp(path, "/api/events"); }

/* Headers that must not stand there twice: who reads another one than we do would see another
 * request. */
static bool is_ambiguous(const Exchange *e)
{
  static const char *const once[] = {"Host",         "Origin",         "Authorization",
                                     "Content-Type", "Content-Length", "Transfer-Encoding"};
  for (size_t i = 0; i < sizeof once / sizeof *once; i++)
    if (exchange_headers(e, once[i]) > 1) return true;
  return exchange_header(e, "Content-Length") && exchange_header(e, "Transfer-Encoding");
}

/* Somebody follows a link to the page, in a window of its own: that gives nothing away, and is how
 * --open begins. */
static bool is_visit(const Exchange *e)
{
  const char *mode = exchange_header(e, "Sec-Fetch-Mode"),
             *to = exchange_header(e, "Sec-Fetch-Dest");
  return !is_api(exchange_path(e)) && mode && !strcmp(mode, "navigate") && to &&
         !strcmp(to, "document");
}

static bool check_origin(const Server *s, Exchange *e)
{
  const char *site = exchange_header(e, "Sec-Fetch-Site");
  if (!guard_host_is_ours(s->port, exchange_header(e, "Host")))
    answer_error(e, 403, "origin", "this server has another name");
  else if (!guard_origin_is_ours(s->port, exchange_header(e, "Origin")) ||
           (!guard_site_is_ours(site) && !is_visit(e)))
    answer_error(e, 403, "origin", "another page may not use this server");
  else return true;
  return false;
}

static bool check_method(Exchange *e, const char *wanted, const char *other)
{
  const char *method = exchange_method(e);
  if (!strcmp(method, wanted) || (other && !strcmp(method, other))) return true;
  exchange_set_allow(e, other ? "GET, HEAD" : wanted);
  answer_error(e, 405, "request", "this is asked for with %s", wanted);
  return false;
}

static bool check_body(Exchange *e)
{
  static const char json[] = "application/json";
  const char *type = exchange_header(e, "Content-Type");
  const char *length = exchange_header(e, "Content-Length");
  size_t name = type ? strcspn(type, "; \t") : 0;
  if (name != sizeof json - 1 || strncasecmp(type, json, name) != 0)
    answer_error(e, 400, "request", "the body of a request is %s", json);
  else if (length && strlen(length) > 7 &&
           (strlen(length) > 15 || strtoull(length, NULL, 10) > BODY_LIMIT))
    answer_error(e, 413, "large", "the body is larger than %d MiB", BODY_LIMIT >> 20);
  else return true;
  return false;
}

static bool check(Server *s, Exchange *e)
{
  const char *path = exchange_path(e);
  if (is_ambiguous(e)) {
    answer_error(e, 400, "request", "a header stands there twice");
    return false;
  }
  if (exchange_is_crowded(e)) {
    answer_error(e, 429, "many", "there are more than %d connections", CONNECTION_LIMIT);
    return false;
  }
  if (!check_origin(s, e)) return false;
  if (!is_api(path)) return check_method(e, "GET", "HEAD");
  if (!guard_token_is_right(s->token, exchange_header(e, "Authorization"))) {
    answer_error(e, 401, "token", "the token is missing or wrong");
    return false;
  }
  return is_events(path) ? check_method(e, "GET", NULL)
                         : check_method(e, "POST", NULL) && check_body(e);
}

void requests_check(Server *s, Exchange *e)
{
  if (!check(s, e)) exchange_close(e);
}

/* ----------------------------------------------------------------- the whole */

static void answer_page(Exchange *e, const char *path)
{
  const PageFile *file = page_file(path + 1);
  if (file && page_is_built()) exchange_answer_file(e, file);
  else if (!strcmp(path, "/"))
    exchange_answer_text(e, 200,
                         "This program was built without its page, for want of Node.js.\n"
                         "Its interface is there: see docs/serve.md.\n");
  else answer_error(e, 404, "missing", "there is no such page");
}

static void answer_request(Server *s, Exchange *e, const char *name)
{
  const Text *bytes = exchange_body(e);
  json_error_t problem;
  json_t *body = json_loadb(text_string(bytes), bytes->len, JSON_REJECT_DUPLICATES, &problem);
  if (json_is_object(body)) requests_run(s, e, name, body);
  else
    answer_error(e, 400, "request", "the body is no JSON object: %s",
                 body ? "it is another value" : problem.text);
  json_decref(body);
}

void requests_finish(Server *s, Exchange *e)
{
  const char *path = exchange_path(e);
  if (!is_api(path)) answer_page(e, path);
  else if (is_events(path)) streams_open(s, e);
  else answer_request(s, e, path + sizeof api - 1);
}
