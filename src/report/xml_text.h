#ifndef REPORT_XML_TEXT_H
#define REPORT_XML_TEXT_H

#include <stdbool.h>

#include "base/text.h"

/* A text inside of XML; what XML does not allow is replaced.  Of attributes also line ends are
 * written as references, else they become spaces. */
void xml_text_add(Text *, const char *text, bool attribute);
/* ` name="value"` */
void xml_text_add_attribute(Text *, const char *name, const char *value);

#endif
