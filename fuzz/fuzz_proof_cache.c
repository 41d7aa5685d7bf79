/* Feeds arbitrary bytes to the reader of caches of proofs: what is found there is a proof or a
 * counterexample, and stands there when the cache is written and read again. */
#include <stdlib.h>
#include <string.h>

#include "session/prove/proof_cache.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Of the seeds: the first is proved there, the second has a counterexample. */
static const Fingerprint known[] = {{"37fee26faadb6e1f730c97c6dbc8bdde"},
                                    {"1cbd81f0908659f27af8eb7b5eaf9bde"}};
enum { KNOWN = 2 };

static int status_in(const ProofCache *c, int which)
{
  Proof p = {0};
  if (!proof_cache_find(c, &known[which], &p)) return -1;
  ProofStatus status = p.status;
  if (status != (which == 0 ? PROOF_PROVED : PROOF_DISPROVED)) abort();
  proof_free(&p);
  return (int) status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  Text error = {0}, text = {0};
  ProofCache *first = proof_cache_new(), *second = proof_cache_new();
  bool fine = proof_cache_read(first, (const char *) data, size, &error);
  if (fine != (error.len == 0)) abort();
  proof_cache_print(first, &text);
  if (!proof_cache_read(second, text_string(&text), text.len, &error)) abort();
  for (int i = 0; i < KNOWN; i++)
    if (status_in(first, i) != status_in(second, i)) abort();
  proof_cache_free(first);
  proof_cache_free(second);
  text_free(&error);
  text_free(&text);
  return 0;
}
