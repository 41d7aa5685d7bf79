#ifndef SERVE_HTTP_GUARD_H
#define SERVE_HTTP_GUARD_H

#include <stdbool.h>

/* Who may ask: whoever has the token, and no page of others. */

enum { GUARD_TOKEN_SIZE = 33 }; /* 128 bits in hexadecimal digits */

/* False with errno: the system gives no random bytes. */
bool guard_make_token(char token[GUARD_TOKEN_SIZE]);

/* The header Authorization (or NULL) is `Bearer TOKEN`; takes the same time whatever is wrong. */
bool guard_token_is_right(const char *token, const char *header);

/* Host is 127.0.0.1:PORT or localhost:PORT. */
bool guard_host_is_ours(unsigned port, const char *host);
/* The same with http:// before it; NULL, no Origin, is fine. */
bool guard_origin_is_ours(unsigned port, const char *origin);
/* What browsers say in Sec-Fetch-Site; NULL is fine. */
bool guard_site_is_ours(const char *site);

#endif
