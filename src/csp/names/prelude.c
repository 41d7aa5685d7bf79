#include "csp/names/prelude.h"

const char csp_prelude[] = "loop'(P) = P ; loop'(P)\n"
                           "BUFFER'(n, S) =\n"
                           "  let\n"
                           "    B(s) = #s < n & ([] (x, y) : S @ x -> B(s ^ <y>))\n"
                           "        [] #s > 0 & head(s) -> B(tail(s))\n"
                           "  within\n"
                           "    if n < 1 then error(\"a buffer has room for one event at least\")\n"
                           "    else if card({y | (x, y) <- S}) < card(S) then\n"
                           "      error(\"two inputs of a buffer have the same output\")\n"
                           "    else B(<>)\n";

const char *csp_prelude_name(CspBuiltin b)
{
  return b == BUILTIN_LOOP ? "loop'" : b == BUILTIN_BUFFER ? "BUFFER'" : NULL;
}
