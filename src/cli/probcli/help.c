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

static void add_role(Text *out, bool (*belongs)(ProbcliRole))
{
  for (unsigned i = 0; i < PROBCLI_COUNT; i++) {
    const ProbcliOption *o = &probcli_options[i];
    if (!belongs(o->role)) continue;
    bool plain = o->role == ROLE_NOTHING || o->role == ROLE_REFUSED;
    add_option(out, o->name, o->arguments, plain ? o->words : o->meaning);
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
