#include <string.h>
#include <xxhash.h>

#include "base/base64.h"
#include "base/memory.h"
#include "report/display/picture_json.h"
#include "report/display/trace_page.h"
#include "report/json_report.h"
#include "serve/desk/desk_impl.h"

/* The model's own picture of the present state, and clicks on it. */

enum { MOST_CHOICES = 200 };

static OwnPicture *picture_of(Desk *d)
{
  OwnPicture *p = &d->open.picture;
  if (p->scene) return p;
  own_picture_open(p, &d->open.scene);
  const char *visb = json_string_value(json_object_get(d->settings, "visb"));
  if (visb && *visb) own_picture_use(p, visb);
  return p;
}

/* ----------------------------------------------------------------------- showing */

/* A text that is another one for another picture. */
static json_t *version_of(const json_t *svg)
{
  char *text = json_dumps(svg, JSON_COMPACT | JSON_SORT_KEYS);
  if (!text) memory_exhausted();
  XXH64_hash_t sum = XXH3_64bits(text, strlen(text));
  free(text);
  return json_sprintf("%016llx", (unsigned long long) sum);
}

/* What stays the same of a picture in SVG is given only to those who do not have it. */
static json_t *svg_json(OwnPicture *p, const char *have)
{
  json_t *svg = picture_svg_json(p);
  if (json_is_null(svg)) return svg;
  json_t *version = version_of(svg);
  if (have && !strcmp(have, json_string_value(version))) json_object_clear(svg);
  json_object_set_new(svg, "version", version);
  return svg;
}

static json_t *picture_json(Desk *d, OwnPicture *p, const char *have)
{
  json_t *picture = json_object();
  json_object_set_new(picture, "turn", json_integer((json_int_t) d->turn));
  json_object_set_new(picture, "grid", picture_grid_json(p));
  json_object_set_new(picture, "svg", svg_json(p, have));
  json_object_set_new(picture, "values", picture_values_json(p));
  json_object_set_new(picture, "images", picture_images_json(p, false));
  picture_warn_of_images(p);
  json_object_set_new(picture, "diagnostics", desk_diagnostics(d->open.session));
  return picture;
}

bool desk_picture(Desk *d, Fields *f, json_t *answer)
{
  const char *have = fields_text_maybe(f, "have");
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  OwnPicture *p = picture_of(d);
  bool none = own_picture_is_empty(p);
  json_object_set_new(answer, "picture", none ? json_null() : picture_json(d, p, have));
  return true;
}

bool desk_image(Desk *d, Fields *f, json_t *answer)
{
  const char *file = fields_text(f, "file");
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  OwnPicture *p = picture_of(d);
  uint32_t index = images_known(&p->images, file);
  if (index == UINT32_MAX)
    return desk_refuse_as(d, 404, "missing", "no picture has shown the image %.200s", file);
  const PictureImage *image = &p->images.list.data[index];
  if (!image->type)
    return desk_refuse_as(d, 404, "missing", "the image %s cannot be shown: %s", file,
                          image->problem);
  Text data = {0};
  base64_add(&data, image->bytes, image->size);
  json_object_set_new(answer, "type", json_string(image->type));
  json_object_set_new(answer, "data", json_string(text_string(&data)));
  text_free(&data);
  return true;
}

bool desk_trace_page(Desk *d, Fields *f, json_t *answer)
{
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  const char *name = system_name(&d->open.scene.system);
  Text page = {0};
  bool good = trace_page(&page, picture_of(d), name ? name : d->file);
  if (good) json_object_set_new(answer, "text", json_report_string(text_string(&page)));
  else desk_refuse(d, "there is no page: %s", desk_what_ended(d));
  text_free(&page);
  desk_allow(d);
  return good;
}

/* ----------------------------------------------------------------------- clicking */

/* [row, column]; false: it is none. */
static bool read_cell(const json_t *list, int64_t *row, int64_t *column)
{
  const json_t *first = json_array_get(list, 0), *second = json_array_get(list, 1);
  if (json_array_size(list) != 2 || !json_is_integer(first) || !json_is_integer(second))
    return false;
  *row = json_integer_value(first);
  *column = json_integer_value(second);
  return *row >= INT32_MIN && *row <= INT32_MAX && *column >= INT32_MIN && *column <= INT32_MAX;
}

static bool find_by_cell(Desk *d, const json_t *cell, const json_t *to, ClickSteps *steps)
{
  Display *grid = &picture_of(d)->grid;
  const DisplayClick *click = to ? &grid->drag : &grid->click;
  int64_t places[4]; /* the model wants the column first */
  if (!read_cell(cell, &places[1], &places[0]) || (to && !read_cell(to, &places[3], &places[2])))
    return desk_refuse_as(d, 400, "request", "a cell must be a list of its row and its column");
  if (!click->formula)
    return desk_refuse(d, "the model has no definition %s",
                       to ? "ANIMATION_CLICK(x,y,x2,y2)" : "ANIMATION_RIGHT_CLICK(x,y)");
  click_find(grid, click, places, steps);
  return true;
}

static bool find_by_id(Desk *d, const char *id, ClickSteps *steps)
{
  Visb *v = own_picture_visb(picture_of(d));
  if (!v || !visb_is_clickable(v, id))
    return desk_refuse(d, "a click on '%.100s' does nothing: there is no event of this element",
                       id);
  DisplayTroubles troubles = {.arena = v->arena};
  visb_click(v, id, steps, &troubles);
  bool wrong = troubles.len && !steps->steps.len;
  if (wrong) desk_refuse(d, "%s", troubles.data[0].message);
  vec_free(&troubles);
  return !wrong;
}

/* Takes the only step, or gives those that there are. */
static bool take(Desk *d, const ClickSteps *steps, json_t *answer)
{
  uint32_t count = steps->steps.len;
  if (count == 0)
    return desk_refuse(d, "a click there does nothing in this state%s",
                       steps->incomplete ? ", as far as could be computed" : "");
  if (count == 1) {
    animator_take(desk_animator(d), steps->steps.data[0]);
    animator_start(desk_animator(d));
    return desk_moved(d, answer);
  }
  json_t *choices = json_array();
  for (uint32_t i = 0; i < count && i < MOST_CHOICES; i++)
    json_array_append_new(choices, desk_transition_json(d, steps->steps.data[i]));
  json_object_set_new(answer, "choices", choices);
  json_object_set_new(answer, "count", json_integer(count));
  json_object_set_new(answer, "turn", json_integer((json_int_t) d->turn));
  return true;
}

bool desk_click(Desk *d, Fields *f, json_t *answer)
{
  const char *id = fields_text_maybe(f, "element");
  const json_t *cell = fields_list_maybe(f, "cell"), *to = fields_list_maybe(f, "to");
  uint64_t turn = fields_number_or(f, "turn", INT64_MAX, UINT64_MAX);
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  if (!id == !cell)
    return desk_refuse_as(d, 400, "request", "either 'element' or 'cell' must be given");
  if (turn != UINT64_MAX && turn != d->turn)
    return desk_refuse_as(d, 409, "changed", "the state has changed meanwhile: look again");
  if (!animator_running(desk_animator(d)))
    return desk_refuse(d, "there is no picture before the initialisation");
  ClickSteps steps = {0};
  bool good = id ? find_by_id(d, id, &steps) : find_by_cell(d, cell, to, &steps);
  good = good && take(d, &steps, answer);
  click_free(&steps);
  return good;
}
