#include "session/settings.h"

#include <string.h>

#include "base/nearest.h"

/* The preferences that the engine knows; the value of each is a whole number. */
static const char *const preferences[] = {"MAXINT", "MININT", "DEFAULT_SETSIZE", NULL};

static bool is_listed(const char *const *names, const char *name)
{
  for (; *names; names++)
    if (!strcmp(*names, name)) return true;
  return false;
}

static bool is_number(const char *text)
{
  if (*text == '-') text++;
  return *text && text[strspn(text, "0123456789")] == '\0';
}

const Setting *settings_wrong(const Settings *given)
{
  for (uint32_t i = 0; i < given->len; i++)
    if (is_listed(preferences, given->data[i].name) && !is_number(given->data[i].value))
      return &given->data[i];
  return NULL;
}

static void warn_preference(Session *session, const char *name)
{
  Diags *diags = session_diags(session);
  Diag *diag = diag_warning(diags, SPAN_NONE, "unknown-setting", "unknown preference %s", name);
  Text hint = {0};
  nearest_suggest(&hint, name, preferences);
  if (hint.len == 0) text_add(&hint, "the preferences are MAXINT, MININT and DEFAULT_SETSIZE");
  diag_hint(diags, diag, "%s", text_string(&hint));
  text_free(&hint);
}

void settings_warn(Session *session)
{
  const Settings *given = &session_options(session)->preferences;
  for (uint32_t i = 0; i < given->len; i++)
    if (!is_listed(preferences, given->data[i].name)) warn_preference(session, given->data[i].name);
}

static bool has_deferred_set(const Model *model, const char *name)
{
  for (uint32_t i = 0; i < model->sets.len; i++)
    if (!strcmp(model->sets.data[i]->name->text, name)) return !model->sets.data[i]->enumerated;
  return false;
}

void settings_warn_sets(Session *session, const Model *model)
{
  Diags *diags = session_diags(session);
  const Settings *given = &session_options(session)->sizes;
  for (uint32_t i = 0; i < given->len; i++) {
    const char *name = given->data[i].name;
    if (has_deferred_set(model, name)) continue;
    const char *names[65] = {0};
    for (uint32_t k = 0, count = 0; k < model->sets.len && count < 64; k++)
      if (!model->sets.data[k]->enumerated) names[count++] = model->sets.data[k]->name->text;
    Diag *diag = diag_warning(diags, SPAN_NONE, "unknown-setting",
                              "there is no deferred set %s in the model", name);
    Text hint = {0};
    nearest_suggest(&hint, name, names);
    if (hint.len > 0) diag_hint(diags, diag, "%s", text_string(&hint));
    text_free(&hint);
  }
}
