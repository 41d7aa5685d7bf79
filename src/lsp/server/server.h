#ifndef LSP_SERVER_SERVER_H
#define LSP_SERVER_SERVER_H

#include "lsp/project/project.h"

/* The loop of the language server.  Messages are taken in the order in which they come, but all
 * that have come are read first: so a request that was cancelled meanwhile is not begun.  Documents
 * are analysed when no message waits. */
typedef struct Server Server;

Server *server_new(ProjectHooks);
void server_free(Server *); /* accepts NULL */

void server_receive(Server *, const char *bytes, size_t length); /* from the client */
/* Does one thing: answers a message or analyses a document.  False: there is nothing to do. */
bool server_step(Server *);
Text *server_output(Server *);         /* for the client; who has written it clears it */
bool server_has_ended(const Server *); /* the client said `exit` */

/* Serves a client until it says `exit` or `in` ends.  Neither is closed.  False: the client has not
 * asked for a shutdown before. */
bool server_run(ProjectHooks, int in, int out);

#endif
