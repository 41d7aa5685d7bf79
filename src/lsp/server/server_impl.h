#ifndef LSP_SERVER_SERVER_IMPL_H
#define LSP_SERVER_SERVER_IMPL_H

#include "lsp/lsp.h"
#include "lsp/server/server.h"
#include "lsp/wire/frames.h"

typedef struct {
  json_t *message;
  bool cancelled;
} Queued;

struct Server {
  Lsp lsp;
  Frames frames;
  VEC(Queued) queue; /* from `first` on */
  uint32_t first;
  bool published; /* all that is known has been told */
  bool ended;
};

/* dispatch.c: does what the message asks for; false: that was `exit`. */
bool dispatch_message(Lsp *, json_t *message);
/* An error as the answer to this request, or to something that is none (NULL). */
void dispatch_complain(Lsp *, const json_t *id, LspError, const char *why);

#endif
