#ifndef EVENTB_READ_XML_H
#define EVENTB_READ_XML_H

#include "base/arena.h"
#include "base/vec.h"
#include "syntax/diag.h"

/* The elements of an XML file with their attributes.  Rodin's files have no text
 * between elements that means anything, so it is dropped. */
typedef struct {
  const char *name, *value;
} XmlAttribute;

typedef struct XmlElement XmlElement;
struct XmlElement {
  const char *name; /* without what comes before its last dot: "invariant" */
  XmlAttribute *attributes;
  uint32_t attribute_count;
  XmlElement *next, *first, *last; /* brothers and children, in order */
  Span span;                       /* its start tag */
};

/* NULL, with a diagnostic, if the text is no XML, is nested too deeply, or declares a
 * document type (whose entities could be anything). */
XmlElement *xml_read(Arena *, Diags *, const Source *);

/* The value of org.eventb.core.NAME, org.eventb.theory.core.NAME or plain NAME; NULL if there is
 * none. */
const char *xml_attribute(const XmlElement *, const char *name);

#endif
