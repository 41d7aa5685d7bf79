#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/console/console.h"
#include "lts/print.h"
#include "report/display/grid_text.h"
#include "session/display/click.h"

/* The model's own picture of its states. */

static Display *display_of(Console *c)
{
  if (!c->display.scene) display_open(&c->display, &c->scene);
  return &c->display;
}

static void show_troubles(Console *c, const DisplayTroubles *troubles)
{
  if (!troubles->len) return;
  console_flush(c);
  trouble_tell(troubles, session_diags(c->cli->report.session));
  cli_tell_diags(c->cli);
}

bool console_picture(Console *c, const char *arguments)
{
  (void) arguments;
  Display *d = display_of(c);
  Grid g;
  if (display_is_empty(d))
    return console_complain(c, "the model has no picture: no definition ANIMATION_FUNCTION");
  if (!animator_running(c->scene.animator))
    return console_complain(c, "there is no picture before the initialisation");
  grid_make(&g, d);
  if (g.rows) grid_text(&c->cli->report.out, &g);
  else text_add(&c->cli->report.out, "the picture is empty\n");
  show_troubles(c, &d->troubles);
  show_troubles(c, &g.troubles);
  grid_free(&g);
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

bool console_click(Console *c, const char *arguments)
{
  Display *d = display_of(c);
  int64_t places[4];
  uint32_t count = read_places(arguments, places);
  const DisplayClick *click = count == 4 ? &d->drag : &d->click;
  if (!count)
    return console_complain(c, "which cell? :click ROW COLUMN, or :click ROW COLUMN ROW COLUMN");
  if (!click->formula) {
    show_troubles(c, &d->troubles);
    return console_complain(c, "the model has no definition %s",
                            count == 4 ? "ANIMATION_CLICK(x,y,x2,y2)"
                                       : "ANIMATION_RIGHT_CLICK(x,y)");
  }
  ClickSteps steps;
  char number[16];
  click_find(d, click, places, &steps);
  bool good = steps.steps.len > 0;
  if (steps.steps.len == 1) {
    snprintf(number, sizeof number, "%u", steps.steps.data[0] + 1);
    good = console_step(c, number);
  } else if (good) list_steps(c, &steps);
  else
    console_complain(c, "a click there does nothing in this state%s",
                     steps.incomplete ? ", as far as could be computed" : "");
  click_free(&steps);
  return good;
}
