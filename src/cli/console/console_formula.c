#include <stdlib.h>

#include "cli/console/console.h"

/* Questions about the state that the model is in, answered by report/talk. */

static bool told(Console *c, bool answered) { return answered || console_refused(c); }

bool console_answer(Console *c, const char *formula)
{
  return told(c, talk_answer(&c->talk, formula));
}

bool console_expect(Console *c, const char *arguments)
{
  return told(c, talk_expect(&c->talk, arguments));
}

bool console_state(Console *c, const char *arguments)
{
  return told(c, talk_state(&c->talk, arguments));
}

#define TALK(name, arguments, help) \
  bool console_##name(Console *c, const char *text) { return told(c, talk_##name(&c->talk, text)); }
#include "report/talk/talk.def"
#undef TALK

/* ------------------------------------------------------------------ printing */

bool console_full(Console *c, const char *arguments)
{
  (void) arguments;
  if (!c->talk.last_type) return console_complain(c, "there is no value to show");
  uint32_t most = c->scene.bench.style.most;
  c->scene.bench.style.most = 0;
  bench_print(&c->scene.bench, &c->cli->report.out, c->talk.last_type, c->talk.last);
  text_add_char(&c->cli->report.out, '\n');
  c->scene.bench.style.most = most;
  return true;
}

bool console_fold(Console *c, const char *arguments)
{
  char *end;
  unsigned long most = strtoul(arguments, &end, 10);
  if (*arguments && (*end || *arguments == '-' || most > 1000000))
    return console_complain(c, "usage: :fold N, where N is a number of elements");
  if (*arguments) c->scene.bench.style.most = (uint32_t) most;
  if (c->scene.bench.style.most)
    text_printf(&c->cli->report.out, "%u elements of long sets are shown\n",
                c->scene.bench.style.most);
  else text_add(&c->cli->report.out, "sets are shown in full\n");
  return true;
}

bool console_unicode(Console *c, const char *arguments)
{
  (void) arguments;
  console_write_unicode(c, true);
  return true;
}

bool console_ascii(Console *c, const char *arguments)
{
  (void) arguments;
  console_write_unicode(c, false);
  return true;
}
