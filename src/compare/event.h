#ifndef COMPARE_EVENT_H
#define COMPARE_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/text.h"

/* Labels as events of CSP: a name and fields, read from the text of the label or of its values. */
typedef enum {
  EVENT_INTEGER,
  EVENT_BOOL,   /* the text is true or false                                         */
  EVENT_WORD,   /* a constant, or a constructor with its arguments; reals and numbers
                   that CSP-M does not have are words, too                           */
  EVENT_STRING, /* the text is its characters                                        */
  EVENT_CHAR,
  EVENT_TUPLE,
  EVENT_SET,
  EVENT_SEQ,
  EVENT_MAP /* key, value, key, value …                                              */
} EventForm;

typedef struct EventValue EventValue;
struct EventValue {
  EventForm form;
  const char *text;
  const EventValue *const *parts;
  uint32_t count;
};

typedef struct {
  const char *name;
  const EventValue *const *fields;
  uint32_t count;
} Event;

/* How a text is to be read. */
typedef struct {
  enum {
    EVENT_OF_B,   /* op(TRUE,(1|->2)) --> {a}; dots belong to names */
    EVENT_OF_CSP, /* op.true.(1,2).{a}                              */
    EVENT_OF_FILE /* one of the two                                 */
  } notation;
  /* How many fields a constructor of a script has; NULL: all that follow it. */
  uint32_t (*arity)(void *context, const char *constructor);
  void *context;
} EventReading;

/* All is the arena's.  What is no value is a word. */
const EventValue *event_value_read(Arena *, const char *text, EventReading);
/* Of a whole label.  What is no event is the name of one without fields. */
Event event_read(Arena *, const char *text, EventReading);

/* Writes names in another way; NULL: as they are. */
typedef struct {
  void (*add)(const void *context, Text *, const char *name);
  const void *context;
} EventSpelling;

/* The form in which values of different systems are compared: {(1,A)}.  Sequences are sets of
 * pairs, strings that are words have no quotes, records are tuples. */
void event_value_add(Text *, const EventValue *, EventSpelling);
/* In quotes of this kind. */
void event_characters_add(Text *, const char *characters, char quote);

#endif
