#ifndef LSP_LSP_H
#define LSP_LSP_H

#include <jansson.h>

#include "base/vec.h"
#include "lsp/project/project.h"

/* The language server: what its methods share.  It is one thread (server/server.c): messages are
 * taken in order, and texts are analysed when a request needs that, or when there is nothing else
 * to do.  So a method sees the documents as they are now, and needs no locks. */

typedef enum { LSP_NEW, LSP_READY, LSP_SHUT_DOWN } LspState;

/* Codes of JSON-RPC and LSP. */
typedef enum {
  LSP_PARSE_ERROR = -32700,
  LSP_INVALID_REQUEST = -32600,
  LSP_METHOD_NOT_FOUND = -32601,
  LSP_INVALID_PARAMS = -32602,
  LSP_INTERNAL_ERROR = -32603,
  LSP_NOT_INITIALIZED = -32002,
  LSP_REQUEST_FAILED = -32803,
  LSP_REQUEST_CANCELLED = -32800
} LspError;

/* Something that the server waits for beside the client: the output of a child, say. */
typedef struct Lsp Lsp;
typedef struct Run Run;
typedef struct {
  int descriptor;
  void (*ready)(Lsp *, void *owner); /* it can be read */
  void *owner;
} LspWatch;

/* A request that is answered later. */
typedef struct {
  json_t *id;
  bool cancelled;
  void (*cancel)(Lsp *, void *owner); /* the client does so; or NULL */
  void *owner;
} LspLate;

struct Lsp {
  Project project;
  LspState state;
  json_t *capabilities; /* of the client; an object */
  json_t *published;    /* {uri: params}: what the client was told of texts, and is so still */
  VEC(LspLate) late;
  VEC(LspWatch) watches;
  VEC(Run *) runs; /* commands at work (lsp/run/run.h) */
  json_t *tokens;  /* {uri: semantic tokens}: those that the client was told of last */
  uint64_t token_results;
  bool quiet;        /* the client tells results itself */
  Text out;          /* what is still to be written */
  uint64_t requests; /* of the server so far: their ids */
};

typedef struct {
  Lsp *lsp;
  Project *project;
  const json_t *id;     /* NULL: a notification, which has no answer */
  const json_t *params; /* an object */
  Document *document;   /* that params.textDocument names, or NULL */
  uint32_t at;          /* the place of params.position, in bytes of its text */
  /* the answer */
  bool later;
  int error; /* 0: none */
  Text why;
} LspRequest;

#define REQUEST(name, text, where) json_t *lsp_##name(LspRequest *);
#define NOTIFICATION(name, text, where) void lsp_##name(LspRequest *);
#include "lsp/methods.def"

/* The request fails.  Always NULL, for return. */
json_t *lsp_refuse(LspRequest *, LspError, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The request is answered later, by lsp_answer with its id, which is the caller's to give back.  If
 * it is cancelled before, `cancel` is called once, and it is to be answered soon.  What the method
 * gives back is not used. */
json_t *lsp_answer_later(LspRequest *, void (*cancel)(Lsp *, void *owner), void *owner);
/* Takes both over. */
void lsp_answer(Lsp *, json_t *id, json_t *result);

/* What the document of the request means now. */
static inline Analysis *lsp_analysis(LspRequest *r)
{
  return project_analysis(r->project, r->document);
}

/* The client is told, or asked (its answer is not waited for); takes the params over. */
void lsp_notify(Lsp *, const char *method, json_t *params);
void lsp_ask(Lsp *, const char *method, json_t *params);
/* Can the client do that?  "textDocument.hover.contentFormat": false if it says nothing. */
const json_t *lsp_capability(const Lsp *, const char *path); /* or NULL */
bool lsp_can(const Lsp *, const char *path);
bool lsp_lists(const Lsp *, const char *path, const char *word); /* … is it one of a list there? */

/* Where something is watched, it is until the descriptor is given up. */
void lsp_watch(Lsp *, LspWatch);
void lsp_unwatch(Lsp *, int descriptor);

/* publish.c: tells the client what is wrong in all texts of what is open, as far as that is known
 * and it was not told before. */
void lsp_publish(Lsp *);

#endif
