#ifndef API_SETTINGS_H
#define API_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "base/vec.h"

typedef enum {
#define SETTING(id, name, kind, words, when) SETTING_##id,
#include "api/settings.def"
#undef SETTING
  SETTING_COUNT
} SettingId;

/* What was set so far. */
typedef struct {
  VEC(char *) all;  /* the values that count, in order; they are owned */
  const char *text; /* the last of them, or NULL */
  uint64_t number;  /* NUMBER, POSITIVE, SIZE; 0: not set */
  double seconds;   /* SECONDS; 0: not set */
  bool on;          /* FLAG */
} Given;

typedef struct {
  Given of[SETTING_COUNT];
} GivenSettings;

/* Sets it, or takes back what was set (NULL).  False, with a message, if there is no such setting,
 * if the value does not fit, or if it is too late for it. */
bool settings_set(GivenSettings *, const char *name, const char *value, bool opened, Text *message);
void settings_free(GivenSettings *);

/* Is it this word? */
bool settings_is(const GivenSettings *, SettingId, const char *word);

#endif
