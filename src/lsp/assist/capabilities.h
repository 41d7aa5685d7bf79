#ifndef LSP_ASSIST_CAPABILITIES_H
#define LSP_ASSIST_CAPABILITIES_H

#include <jansson.h>

/* Adds what this folder can do to what the server says of itself. */
void assist_capabilities(json_t *);

#endif
