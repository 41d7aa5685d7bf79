#include "cli/console/console.h"
#include "session/temporal/until.h"

/* No way was found. */
static bool reject(Console *c, const Until *until, const char *formula)
{
  if (until->result == UNTIL_UNKNOWN) {
    c->unsure = true;
    return console_complain(c, "undecided whether there is a way: %s", until->why);
  }
  if (until->endless)
    return console_complain(c, "no way from here is enough to make this true, whatever follows: %s",
                            formula);
  return console_complain(c, "no way from here leads there: %s", formula);
}

bool console_until(Console *c, const char *arguments)
{
  if (*arguments == '\0') return console_complain(c, "usage: :until FORMULA, such as :until {P}");
  Session *session = c->cli->report.session;
  uint32_t from = c->scene.animator->at;
  Until until = until_go(&c->scene.bench, &c->scene.system, c->scene.animator,
                         session_text(session, "<input>", arguments));
  if (until.result == UNTIL_REFUSED) return console_wrong_text(c);
  if (until.result != UNTIL_REACHED) return reject(c, &until, arguments);
  if (!until.taken) text_add(&c->cli->report.out, "this holds here\n");
  else console_show_steps(c, from);
  return true;
}
