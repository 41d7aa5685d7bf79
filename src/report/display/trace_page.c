#include "report/display/trace_page.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/memory.h"
#include "lts/print.h"
#include "report/display/picture_json.h"
#include "report/display/player_files.h"
#include "report/json_report.h"
#include "report/trace.h"

static const char *player_file(const char *name)
{
  for (unsigned i = 0; i < player_file_count; i++)
    if (!strcmp(player_files[i].name, name)) return player_files[i].text;
  assert(false); /* the build embeds both */
  return "";
}

/* ----------------------------------------------------------------------- the data */

/* What the state is, as a picture; what did not change since the step before is left out. */
static void add_picture(json_t *step, OwnPicture *p, json_t **grid)
{
  json_t *now = picture_grid_json(p);
  if (!*grid || !json_equal(now, *grid)) {
    json_object_set(step, "grid", now);
    json_decref(*grid);
    *grid = json_incref(now);
  }
  json_decref(now);
  if (own_picture_visb(p)) json_object_set_new(step, "values", picture_values_json(p));
}

/* The last of the steps so far. */
static json_t *step_json(OwnPicture *p, json_t **grid)
{
  const Animator *a = p->scene->animator;
  Lts *lts = p->scene->system.lts;
  const Transition *t = &a->path.data[a->at - 1];
  Text text = {0}, changes = {0};
  lts_print_transition(&text, lts, t, NULL);
  trace_print_state(&changes, lts, t->state, animator_before(a));
  json_t *step = json_object();
  json_object_set_new(step, "text", json_report_string(text_string(&text)));
  json_object_set_new(step, "changes", json_report_string(text_string(&changes)));
  if (animator_running(a)) add_picture(step, p, grid);
  text_free(&text);
  text_free(&changes);
  return step;
}

/* NULL: the limits were reached. */
static json_t *data_json(OwnPicture *p, const char *title)
{
  Scene *s = p->scene;
  Animator *a = s->animator;
  uint32_t end = a->at;
  json_t *data = json_object(), *steps = json_array(), *grid = NULL;
  bool good = true;
  for (uint32_t i = 1; i <= end && good; i++) {
    animator_look(a, i);
    json_array_append_new(steps, step_json(p, &grid));
    good = !scene_is_over(s);
  }
  animator_look(a, end);
  json_decref(grid);
  json_object_set_new(data, "title", json_report_string(title));
  json_object_set_new(data, "program", json_string("probity " PROBITY_VERSION));
  json_object_set_new(data, "steps", steps);
  json_object_set_new(data, "svg", picture_svg_json(p));
  json_object_set_new(data, "images", picture_images_json(p, true));
  picture_warn_of_images(p);
  if (!good) json_decref(data);
  return good ? data : NULL;
}

/* JSON in an element of HTML: no character of it can end that. */
static void add_data(Text *out, const json_t *data)
{
  char *text = json_dumps(data, JSON_COMPACT | JSON_ENSURE_ASCII);
  if (!text) memory_exhausted();
  for (const char *at = text;;) {
    size_t length = strcspn(at, "<>&");
    text_add_bytes(out, at, length);
    at += length;
    if (!*at) break;
    text_printf(out, "\\u%04x", (unsigned) *at++);
  }
  free(text);
}

/* ----------------------------------------------------------------------- the page */

static unsigned digit(char c) { return (unsigned) (c <= '9' ? c - '0' : c - 'a' + 10); }

/* 'sha256-…' of an embedded file, as a policy names it. */
static void add_sum(Text *out, const char *name)
{
  enum { BYTES = 32 };
  unsigned char sum[BYTES];
  const char *digits = player_file(name);
  for (unsigned i = 0; i < BYTES; i++)
    sum[i] = (unsigned char) (digit(digits[2 * i]) << 4 | digit(digits[2 * i + 1]));
  text_add(out, "'sha256-");
  base64_add(out, sum, BYTES);
  text_add(out, "'");
}

static void add_escaped(Text *out, const char *text)
{
  for (; *text; text++) switch (*text) {
    case '&': text_add(out, "&amp;"); break;
    case '<': text_add(out, "&lt;"); break;
    case '>': text_add(out, "&gt;"); break;
    default: text_add_char(out, *text);
    }
}

bool trace_page(Text *out, OwnPicture *p, const char *title)
{
  json_t *data = data_json(p, title);
  if (!data) return false;
  text_add(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                "img-src data:; script-src ");
  add_sum(out, "player.js.sum");
  text_add(out, "; style-src ");
  add_sum(out, "player.css.sum");
  text_add(out, "; base-uri 'none'; form-action 'none'\">\n"
                "<meta name=\"viewport\" content=\"width=device-width\">\n"
                "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
  add_escaped(out, title);
  text_printf(out, "</title>\n<style>%s</style>\n</head>\n<body>\n", player_file("player.css"));
  text_add(out, "<noscript>This page needs JavaScript.</noscript>\n"
                "<script type=\"application/json\" id=\"data\">");
  add_data(out, data);
  text_printf(out, "</script>\n<script type=\"module\">%s</script>\n</body>\n</html>\n",
              player_file("player.js"));
  json_decref(data);
  return true;
}
