#ifndef REPORT_EXPORT_WRITER_H
#define REPORT_EXPORT_WRITER_H

#include "report/export/kinds.h"
#include "session/systems.h"

/* What is known of a script while it is written. */
typedef struct {
  const char *name;    /* of the operation */
  const char *written; /* in the script    */
  Field *fields;
  uint32_t count;
} Channel;

typedef struct {
  const char *name, *values;
} Nametype;

typedef struct {
  const Systems *systems;
  Space *space;
  Arena *arena;
  Kinds kinds;
  Names *keys; /* of channels: name and number of fields */
  VEC(Channel *) channels;
  Names *used;              /* names of the script … */
  VEC(const char *) listed; /* … in a list           */
  Names *sets;              /* values of nametypes */
  VEC(Nametype) nametypes;
  VEC(const Shape *) shapes; /* of arguments and results, and what they consist of */
  Event *events;             /* by action; name is NULL: it does not happen */
  const char **texts;        /* by action: the event as it is written */
  const char *hidden;        /* the channel of hidden steps; NULL: there are none */
} Writer;

/* writer_events.c: which events there are, and of which kinds their fields are. */
void writer_find_events(Writer *);
Channel *writer_channel(Writer *, const char *name, uint32_t fields);
/* writer_hints.c: what the model says of its operations; then, of its types. */
void writer_find_channels(Writer *);
void writer_find_datatypes(Writer *);
/* writer_names.c: names that are not used yet.  Those of a script may stand for others
 * (event_name.h), which the list says. */
const char *writer_name(Writer *, const char *name, const char *const *names);
const char *writer_free_name(Writer *, const char *name); /* a number behind it if need be */
const char *writer_process_name(const Writer *);          /* a number behind it gives a free name */
const char *writer_constructor(Writer *, Constructor *);  /* as it is written */
/* writer_values.c */
void writer_add_value(Writer *, Text *, const EventValue *, Kind *);
/* The value is one of the field. */
void writer_add_field(Writer *, Text *, const EventValue *, Field *);
/* writer_types.c: declarations of all channels and their types, when all values are known. */
void writer_add_declarations(Writer *, Text *);

#endif
