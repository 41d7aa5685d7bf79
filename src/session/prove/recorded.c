#include "session/prove/recorded.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "eventb/read/xml.h"

/* Rodin's confidence in a proof: from 501 to 1000 it is discharged, from 101 reviewed. */
enum { CONFIDENCE_REVIEWED = 101, CONFIDENCE_DISCHARGED = 501 };

static bool is_true(const XmlElement *e, const char *attribute)
{
  const char *value = xml_attribute(e, attribute);
  return value && !strcmp(value, "true");
}

static const char *status_of(const XmlElement *e)
{
  const char *confidence = xml_attribute(e, "confidence");
  long value = confidence ? strtol(confidence, NULL, 10) : 0;
  if (is_true(e, "psBroken")) return "out of date";
  if (value >= CONFIDENCE_DISCHARGED)
    return is_true(e, "psManual") ? "discharged by hand" : "discharged";
  return value >= CONFIDENCE_REVIEWED ? "reviewed" : "open";
}

static const char *file_beside(Session *session, const char *path)
{
  const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
  size_t length = dot ? (size_t) (dot - path) : strlen(path);
  return arena_printf(session_arena(session), "%.*s.bps", (int) length, path);
}

void recorded_open(Recorded *r, Session *session, const Obligations *of)
{
  *r = (Recorded){0};
  const char *path = of->path ? file_beside(session, of->path) : NULL, *error = NULL;
  if (!path || access(path, R_OK) != 0) return;
  const Source *source = session_read(session, path, &error);
  XmlElement *root =
      source ? xml_read(session_arena(session), session_diags(session), source) : NULL;
  for (XmlElement *e = root ? root->first : NULL; e; e = e->next) {
    const char *name = xml_attribute(e, "name");
    if (strcmp(e->name, "psStatus") != 0 || !name) continue;
    const char *status = status_of(e);
    map_put(&r->statuses, names_intern_string(session_names(session), name), (void *) status);
  }
}

void recorded_close(Recorded *r) { map_free(&r->statuses); }

const char *recorded_status(const Recorded *r, Session *session, const char *name)
{
  return map_get(&r->statuses, names_intern_string(session_names(session), name));
}
