#ifndef ENGINE_EXTERNAL_XML_H
#define ENGINE_EXTERNAL_XML_H

#include "engine/external/external_impl.h"
#include "syntax/utf8.h"

/* Documents as sequences of records, one per element, in the order of the document. */
typedef struct {
  ExternalCall *call; /* its result is the sequence */
  Values items;
} Document;

/* Adds an element inside the element `parent` (0: the root); frees the vectors of
 * pairs.  The recId of the new element. */
uint32_t document_add(Document *, uint32_t parent, const char *element, Values *attributes,
                      Values *meta);
Value document_pair(ExternalCall *, const char *key, const char *text);
Value document_give(Document *); /* frees the vector */

#endif
