#include "cli/probcli/probcli.h"

#include <string.h>

#include "cli/probcli/line.h"
#include "report/width.h"
#include "session/model_settings.h"

/* The table of options: what is understood, what has no effect, what is refused. */

enum { NAME_WIDTH = 34 };

static void add_option(Text *out, const char *name, const char *arguments, const char *meaning)
{
  Text left = {0};
  text_printf(&left, "-%s%s%s", name, *arguments ? " " : "", arguments);
  text_add(out, "  ");
  if (left.len > NAME_WIDTH) text_printf(out, "%s\n  %*s", text_string(&left), NAME_WIDTH, "");
  else width_pad(out, text_string(&left), NAME_WIDTH);
  text_printf(out, " %s\n", meaning);
  text_free(&left);
}

/* The name of the k-th argument. */
static void add_argument(Text *out, const char *names, unsigned k)
{
  for (; k > 1 && *names; k--) names += strcspn(names, " ") + 1;
  text_add_bytes(out, names, strcspn(names, " "));
}

/* Without --alone, which all have. */
static void add_command(Text *out, const char *command)
{
  static const char alone[] = " --alone";
  const char *found = strstr(command, alone);
  text_add_bytes(out, command, found ? (size_t) (found - command) : strlen(command));
  if (found) text_add(out, found + strlen(alone));
}

/* What it is in our own words: `check --max-states=N`. */
static void add_words(Text *out, const ProbcliOption *o)
{
  unsigned action = 0;
  while (action < ACTION_COUNT && !(o->actions & 1u << action)) action++;
  if (action == ACTION_COUNT || (o->role == ROLE_ADDS && !*o->words)) return;
  const char *command = probcli_actions[action].words;
  text_add(out, " (`");
  if (o->role == ROLE_ASKS) add_command(out, command);
  if (o->role == ROLE_ASKS && *o->words) text_add_char(out, ' ');
  for (const char *at = o->words; *at; at++) {
    if (*at == '~') text_add_char(out, ' ');
    else if (*at != '%' && *at != ':') text_add_char(out, *at);
    else if (*at == ':' && at > o->words && at[-1] != ' ') text_add_char(out, ':');
    else if (*at == '%' && *++at == 't') text_add(out, "SECONDS");
    else if (*at == 'f') text_add(out, "FORMULA");
    else if (*at != ':') add_argument(out, o->arguments, (unsigned) (*at - '0'));
  }
  text_add(out, "`)");
}

static void add_role(Text *out, bool (*belongs)(ProbcliRole))
{
  for (unsigned i = 0; i < PROBCLI_COUNT; i++) {
    const ProbcliOption *o = &probcli_options[i];
    if (!belongs(o->role)) continue;
    bool plain = o->role == ROLE_NOTHING || o->role == ROLE_REFUSED;
    Text meaning = {0};
    text_add(&meaning, plain ? o->words : o->meaning);
    if (!plain) add_words(&meaning, o);
    add_option(out, o->name, o->arguments, text_string(&meaning));
    text_free(&meaning);
  }
}

static bool is_understood(ProbcliRole role) { return role != ROLE_NOTHING && role != ROLE_REFUSED; }
static bool is_idle(ProbcliRole role) { return role == ROLE_NOTHING; }
static bool is_refused(ProbcliRole role) { return role == ROLE_REFUSED; }

static void add_preference(void *out, const char *name) { text_printf(out, "  PREF : %s\n", name); }

void probcli_help(Text *out, bool preferences)
{
  text_add(out,
           "usage: probity probcli [OPTION...] [FILE...], or probcli … by a link of this name\n\n"
           "Understands command lines that were written for ProB. The exit code is that of\n"
           "probity: 0 only if everything that was asked for holds.\n\noptions:\n");
  add_role(out, is_understood);
  text_add(out, "\nother names:");
  for (const ProbcliAlias *a = probcli_aliases; a->name; a++)
    if (probcli_options[a->id].role != ROLE_REFUSED)
      text_printf(out, " -%s = -%s%s", a->name, probcli_options[a->id].name, a[1].name ? "," : "");
  text_add(out, "\n\naccepted, without effect:\n");
  add_role(out, is_idle);
  text_add(out, "\nrefused, and what to use instead:\n");
  add_role(out, is_refused);
  if (!preferences) return;
  text_add(out, "\npreferences:\n");
  preference_each(PREFERENCE_NUMBER, add_preference, out);
  text_add(out, "\npreferences without effect:\n");
  preference_each(PREFERENCE_OF_MODELS, add_preference, out);
  preference_each(PREFERENCE_IGNORED, add_preference, out);
}
