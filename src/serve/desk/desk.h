#ifndef SERVE_DESK_DESK_H
#define SERVE_DESK_DESK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "session/options.h"

/* A desk: one open model that requests are made of, as docs/serve.md says.  A request is a line, a
 * JSON object with `id`, `request` and the fields of the request; so is its answer, with `id`,
 * `status` and `answer` or `error`.  Before a model is opened only `open`, `diagnose` and `format`
 * mean something. */
typedef struct Desk Desk;

typedef struct {
  /* What every session works with, as far as a request does not say more; `cancelled` is asked
   * whether the present request was interrupted. */
  SessionOptions base;
  void (*begin)(void); /* a request begins: interruptions of earlier ones are forgotten; or NULL */
} DeskHooks;

Desk *desk_new(DeskHooks);
void desk_free(Desk *); /* accepts NULL */

/* Does what the line asks for, and adds the line of the answer. */
void desk_answer(Desk *, const char *line, size_t length, Text *answer);

#endif
