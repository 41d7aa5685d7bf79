#include "serve/http/serve.h"

#if PROBITY_HTTP

#include "serve/http/server_impl.h"

bool serve_run(const ServeOptions *options, Text *error, Text *hint)
{
  Server *s = server_open(options, error, hint);
  if (!s) return false;
  server_announce(s);
  while (server_turn(s, 3600)) continue;
  server_close(s);
  return true;
}

#else

bool serve_run(const ServeOptions *options, Text *error, Text *hint)
{
  (void) options;
  text_add(error, "this program was built without libmicrohttpd, so it cannot serve");
  text_add(hint, "on Debian: apt install libmicrohttpd-dev, and build it again");
  return false;
}

#endif
