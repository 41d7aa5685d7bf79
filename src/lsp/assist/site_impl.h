#ifndef LSP_ASSIST_SITE_IMPL_H
#define LSP_ASSIST_SITE_IMPL_H

#include "lsp/assist/site.h"

/* What the notations share: site_b.c, site_eventb.c, site_csp.c. */

/* A bracket or construct that is open, with what would close it; `$` stands for the hole. */
typedef struct {
  uint16_t closer; /* the raw kind of the closing bracket; 0: a construct */
  uint16_t stage;  /* of a construct */
  bool formula;    /* a construct among operands: IF … THEN … ELSE … END */
} SiteOpen;

typedef VEC(SiteOpen) SiteStack;

/* The last word that ends before the place, comments left out; NULL: there is none. */
const Word *site_before(const Words *, uint32_t position);
/* The first word that begins behind the place, comments left out; `count` if there is none. */
uint32_t site_behind(const Words *, uint32_t position);
uint32_t site_next(const Words *, uint32_t i); /* the same behind a word */
static inline bool site_is_keyword(const Word *word, uint16_t raw)
{
  return word && word->kind == WORD_KEYWORD && word->raw == raw;
}

/* Adds the text up to the word that is being written, then the hole. */
void site_begin(const Site *, const Words *, Text *);
/* Adds the text with each `$` as the hole. */
void site_add_closing(Text *, const char *text);
/* Adds the text from that position on. */
void site_add_rest(const Words *, uint32_t position, Text *);

void site_b(Site *, const Words *);
void site_eventb(Site *, const Words *);
void site_csp(Site *, const Words *);

#endif
