#ifndef SERVE_HTTP_EXCHANGE_H
#define SERVE_HTTP_EXCHANGE_H

#include <stdbool.h>

#include "base/text.h"
#include "serve/page/page.h"

/* One request of HTTP and its answer.  The library behind it is known to daemon.c alone.
 *
 * An exchange is answered once, at once or later; until then it lives.  After that it may be used
 * no more, but for streams: they live until `gone` of the hooks names them. */
typedef struct Exchange Exchange;

const char *exchange_method(const Exchange *);
const char *exchange_path(const Exchange *); /* as it came: nothing was decoded */
/* The first header of this name, or NULL; how many there are. */
const char *exchange_header(const Exchange *, const char *name);
unsigned exchange_headers(const Exchange *, const char *name);
const char *exchange_argument(const Exchange *, const char *name); /* behind ?; or NULL */
const Text *exchange_body(const Exchange *);                       /* once it is complete */
bool exchange_is_crowded(const Exchange *); /* there are more connections than there may be */

/* A header of the answer that only some have; texts are constant. */
void exchange_set_allow(Exchange *, const char *methods);
/* No further request comes by this connection. */
void exchange_close(Exchange *);

/* JSON; takes the text over. */
void exchange_answer(Exchange *, int status, Text *json);
/* A file of the page, or 304 if the client has it. */
void exchange_answer_file(Exchange *, const PageFile *);
/* A text for people; constant. */
void exchange_answer_text(Exchange *, int status, const char *text);

/* The answer is a stream, of what is pushed until it ends. */
void exchange_stream(Exchange *);
void exchange_push(Exchange *, const char *bytes, size_t length);
size_t exchange_waiting(const Exchange *); /* bytes that the client has not taken yet */
void exchange_drop(Exchange *);            /* these are forgotten, but for a line that has begun */
void exchange_end(Exchange *);

#endif
