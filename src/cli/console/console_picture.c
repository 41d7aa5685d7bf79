#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/console/console.h"
#include "lts/print.h"
#include "report/display/grid_text.h"
#include "report/display/visb_lines.h"
#include "session/display/click.h"

/* The model's own picture of its states. */

OwnPicture *console_own_picture(Console *c)
{
  if (!c->picture.scene) own_picture_open(&c->picture, &c->scene);
  return &c->picture;
}

static void show_troubles(Console *c, const DisplayTroubles *troubles)
{
  if (!troubles->len) return;
  console_flush(c);
  trouble_tell(troubles, session_diags(c->cli->report.session));
  cli_tell_diags(c->cli);
}

static void show_grid(Console *c, Display *d)
{
  Grid g;
  grid_make(&g, d);
  if (g.rows) grid_text(&c->cli->report.out, &g);
  else text_add(&c->cli->report.out, "the picture is empty\n");
  show_troubles(c, &d->troubles);
  show_troubles(c, &g.troubles);
  grid_free(&g);
}

/* What is wrong with the files and definitions is said once. */
static void show_opening(Console *c, Visb *v)
{
  show_troubles(c, &v->troubles);
  v->troubles.len = 0;
}

static void show_visb(Console *c, Visb *v)
{
  VisbState state;
  visb_state_make(&state, v);
  visb_lines(&c->cli->report.out, v, &state);
  show_opening(c, v);
  show_troubles(c, &state.troubles);
  visb_state_free(&state);
}

bool console_picture(Console *c, const char *arguments)
{
  OwnPicture *p = console_own_picture(c);
  if (!animator_running(c->scene.animator))
    return console_complain(c, "there is no picture before the initialisation");
  if (*arguments) own_picture_use(p, arguments);
  if (own_picture_is_empty(p))
    return console_complain(
        c, "the model has no picture: no definition ANIMATION_FUNCTION or VISB_JSON_FILE");
  Visb *v = own_picture_visb(p);
  if (!display_is_empty(&p->grid)) show_grid(c, &p->grid);
  if (v) show_visb(c, v);
  return true;
}

/* ROW COLUMN [ROW COLUMN]; the number of places, or 0. */
static uint32_t read_places(const char *text, int64_t places[4])
{
  for (uint32_t count = 0;; count++) {
    while (*text == ' ' || *text == ',') text++;
    if (!*text) return count == 2 || count == 4 ? count : 0;
    char *end;
    errno = 0;
    long long n = strtoll(text, &end, 10);
    if (count == 4 || end == text || errno || n > INT32_MAX || n < INT32_MIN) return 0;
    places[count ^ 1] = n; /* the model wants the column first */
    text = end;
  }
}

static void list_steps(Console *c, const ClickSteps *steps)
{
  const Animator *a = c->scene.animator;
  for (uint32_t i = 0; i < steps->steps.len; i++) {
    uint32_t index = steps->steps.data[i];
    text_printf(&c->cli->report.out, "%4u  ", index + 1);
    lts_print_transition(&c->cli->report.out, a->lts, &a->enabled.data[index], NULL);
    text_add_char(&c->cli->report.out, '\n');
  }
}

/* Takes the step, or shows which there are. */
static bool take_one(Console *c, const ClickSteps *steps)
{
  char number[16];
  if (steps->steps.len == 1) {
    snprintf(number, sizeof number, "%u", steps->steps.data[0] + 1);
    return console_step(c, number);
  }
  list_steps(c, steps);
  return steps->steps.len ||
         console_complain(c, "a click there does nothing in this state%s",
                          steps->incomplete ? ", as far as could be computed" : "");
}

static bool click_cell(Console *c, const int64_t places[4], uint32_t count)
{
  Display *d = &console_own_picture(c)->grid;
  const DisplayClick *click = count == 4 ? &d->drag : &d->click;
  if (!click->formula) {
    show_troubles(c, &d->troubles);
    return console_complain(c, "the model has no definition %s",
                            count == 4 ? "ANIMATION_CLICK(x,y,x2,y2)"
                                       : "ANIMATION_RIGHT_CLICK(x,y)");
  }
  ClickSteps steps;
  click_find(d, click, places, &steps);
  bool good = take_one(c, &steps);
  click_free(&steps);
  return good;
}

static bool click_element(Console *c, Visb *v, const char *id)
{
  show_opening(c, v);
  if (!visb_is_clickable(v, id))
    return console_complain(c, "a click on '%s' does nothing: there is no event of this element",
                            id);
  ClickSteps steps;
  DisplayTroubles troubles = {.arena = v->arena};
  visb_click(v, id, &steps, &troubles);
  show_troubles(c, &troubles);
  bool good = take_one(c, &steps);
  click_free(&steps);
  vec_free(&troubles);
  return good;
}

bool console_click(Console *c, const char *arguments)
{
  int64_t places[4];
  uint32_t count = read_places(arguments, places);
  Visb *v = own_picture_visb(console_own_picture(c));
  if (v && *arguments && (!count || visb_is_clickable(v, arguments)))
    return click_element(c, v, arguments);
  if (count) return click_cell(c, places, count);
  return console_complain(
      c, "where? :click ROW COLUMN, :click ROW COLUMN ROW COLUMN, or :click ID of a VisB picture");
}
