#ifndef LSP_ASSIST_OFFERS_H
#define LSP_ASSIST_OFFERS_H

#include "lsp/assist/sketch.h"
#include "lsp/lsp.h"

/* The items of a completion. */

typedef enum {            /* how well it fits: the first ones first */
               RANK_BEST, /* a local name of the type that is asked for */
               RANK_FITS, /* of that type */
               RANK_NEAR, /* it gives that type when it is applied */
               RANK_OPEN, /* nothing is known of the types */
               RANK_WORD, /* a keyword */
               RANK_OTHER /* of another type */
} OfferRank;

typedef enum { /* CompletionItemKind of LSP */
               OFFER_METHOD = 2,
               OFFER_FUNCTION = 3,
               OFFER_FIELD = 5,
               OFFER_VARIABLE = 6,
               OFFER_CLASS = 7,
               OFFER_MODULE = 9,
               OFFER_VALUE = 12,
               OFFER_ENUM = 13,
               OFFER_KEYWORD = 14,
               OFFER_SNIPPET = 15,
               OFFER_MEMBER = 20,
               OFFER_CONSTANT = 21,
               OFFER_EVENT = 23,
               OFFER_OPERATOR = 24,
               OFFER_TYPE = 25
} OfferKind;

typedef struct {
  const LspRequest *request;
  const Site *site;
  TextKind notation;
  Sketch *sketch; /* NULL: nothing of what the text means is needed */
  char *prefix;   /* what is written already; owned */
  json_t *range;  /* of that, in the document */
  bool snippets;  /* the client knows them */
  bool symbols;   /* the text is written in symbols */
  json_t *list;
} Offers;

typedef struct {
  const char *label;
  const char *insert; /* with ${1:x} if `snippet`; NULL: the label */
  const char *filter; /* what people type; NULL: the label */
  const char *detail; /* or NULL */
  OfferKind kind;
  OfferRank rank;
  bool snippet;
} Offer;

/* Adds it, if it may be what is being written. */
void offer(Offers *, const Offer *);

void offer_names(Offers *);      /* offer_names.c: by scope and expected type */
void offer_fields(Offers *);     /* of the record before the place */
void offer_operators(Offers *);  /* offer_words.c: words and, for signs, symbols */
void offer_keywords(Offers *);   /* with snippets */
void offer_machines(Offers *);   /* offer_files.c */
void offer_unit_name(Offers *);  /* the name that the file has */
void offer_operations(Offers *); /* operations of other machines that are promoted or refined */

#endif
