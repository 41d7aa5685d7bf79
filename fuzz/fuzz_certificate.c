/* Feeds arbitrary bytes to the reader of files of certificates, and the steps of what it accepts to
 * the checker: nothing proves a sequent that has a counterexample. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "prove/check/check.h"
#include "session/prove/certificates.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The first is valid, and some seeds are of it; the second is not: x = 0 & y = 0. */
static const char *const predicates[] = {"x : 1..3 & y : x..5 => y + 1 > 1",
                                         "x : 0..3 & y : x..5 => y + 1 > 1"};
enum { VALID, NOT_VALID, PREDICATES };

/* Whatever the last line says: the right hash of those before it, so that they are looked at. */
static void sign(const char *steps, Text *text)
{
  const char *end = steps;
  for (const char *at = strstr(steps, "\nend "); at; at = strstr(at + 1, "\nend ")) end = at + 1;
  text_clear(text);
  text_add_bytes(text, steps, (size_t) (end - steps));
  text_printf(text, "end %016" PRIx64 "\n", XXH3_64bits(text_string(text), text->len));
}

static void check_steps(const Certificates *all, Session *session, int which)
{
  ObligationsList list = {0};
  const Source *source = session_text(session, "p", predicates[which]);
  if (!obligations_of_predicate(session, NULL, source, &list)) abort();
  const Sequent *s = list.data[0]->list.data[0];
  Text text = {0}, error = {0};
  for (uint32_t i = 0; i < all->list.len; i++) {
    const Certificate *c = &all->list.data[i];
    if (!c->steps == !c->prover) abort();
    if (!c->steps) continue;
    sign(c->steps, &text);
    text_clear(&error);
    bool fine = certificate_check(s, c->hypotheses, text_string(&text), &error);
    if (fine && which == NOT_VALID) abort();
    if (!fine && !error.len) abort();
  }
  text_free(&text);
  text_free(&error);
  obligations_free(&list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  Text error = {0};
  Certificates all;
  char *text = malloc(size + 1); /* texts have an end */
  if (!text) abort();
  memcpy(text, data, size);
  text[size] = 0;
  bool fine = certificates_read(&all, text, size, &error);
  if (fine != (error.len == 0)) abort();
  for (int i = 0; i < PREDICATES && fine; i++) {
    Session *session = session_new();
    check_steps(&all, session, i);
    session_free(session);
  }
  certificates_free(&all);
  text_free(&error);
  free(text);
  return 0;
}
