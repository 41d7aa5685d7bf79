#ifndef LSP_ASSIST_SEMANTIC_TOKENS_H
#define LSP_ASSIST_SEMANTIC_TOKENS_H

#include <jansson.h>

/* What the numbers in semantic tokens mean. */
json_t *semantic_legend(void);

#endif
