#include "unit/groups.h"

#include <stdlib.h>
#include <string.h>

#include "session/prove/proof_cache.h"

static const Fingerprint one = {"00112233445566778899aabbccddeeff"},
                         two = {"ffeeddccbbaa99887766554433221100"};

/* One sequent is proved, another one has a counterexample. */
static void fill(ProofCache *c)
{
  Proof proved = {.status = PROOF_PROVED, .why = "3 steps", .method = "own"};
  Proof disproved = {.status = PROOF_DISPROVED, .why = "0 > 1"};
  Counterexample *x = &disproved.counterexample;
  x->violated = "x > 1";
  vec_push(&x->values, ((ShownValue){"x", "0", ROLE_BEFORE, true}));
  proof_cache_keep(c, &one, &proved);
  proof_cache_keep(c, &two, &disproved);
  proof_free(&disproved);
}

static void print(Text *text)
{
  ProofCache *c = proof_cache_new();
  fill(c);
  proof_cache_print(c, text);
  proof_cache_free(c);
}

/* What a file with this text says of the first sequent is that it is proved, or nothing; of the
 * other one, that x = 0 is a counterexample, or nothing. */
static bool says_no_more(const char *text, size_t length, bool *read)
{
  Text error = {0};
  ProofCache *c = proof_cache_new();
  *read = proof_cache_read(c, text, length, &error);
  bool fine = *read || error.len > 0;
  Proof p;
  if (proof_cache_find(c, &one, &p)) {
    fine = fine && p.status == PROOF_PROVED && !strcmp(p.method, "own");
    proof_free(&p);
  }
  if (proof_cache_find(c, &two, &p)) {
    fine = fine && p.status == PROOF_DISPROVED && p.counterexample.values.len == 1 &&
           !strcmp(p.counterexample.values.data[0].value, "0");
    proof_free(&p);
  }
  proof_cache_free(c);
  text_free(&error);
  return fine;
}

static void finds_what_was_kept(void **state)
{
  (void) state;
  Text text = {0}, error = {0};
  print(&text);
  ProofCache *c = proof_cache_new();
  assert_true(proof_cache_read(c, text.data, text.len, &error));
  Proof p;
  assert_true(proof_cache_find(c, &one, &p));
  proof_free(&p);
  assert_true(proof_cache_find(c, &two, &p));
  proof_free(&p);
  Fingerprint other = one;
  other.text[5] = 'a';
  assert_false(proof_cache_find(c, &other, &p));
  proof_cache_free(c);
  text_free(&text);
}

static void truncated_files_are_none(void **state)
{
  (void) state;
  Text text = {0};
  bool read;
  print(&text);
  for (size_t length = 0; length + 2 < text.len; length++) {
    assert_true(says_no_more(text.data, length, &read));
    assert_false(read);
  }
  text_free(&text);
}

static void damage_is_noticed(void **state)
{
  (void) state;
  Text text = {0};
  bool read;
  print(&text);
  for (size_t i = 0; i < text.len; i++)
    for (const char *other = "\"x01{},: \n\\"; *other; other++) {
      char before = text.data[i];
      text.data[i] = *other;
      if (!says_no_more(text.data, text.len, &read)) fail_msg("byte %zu: %s", i, text.data);
      text.data[i] = before;
    }
  text_free(&text);
}

/* Longer by a word, or of another sequent. */
static void replace(Text *text, const char *old, const char *new)
{
  Text result = {0};
  const char *at = strstr(text->data, old);
  assert_non_null(at);
  text_add_bytes(&result, text->data, (size_t) (at - text->data));
  text_add(&result, new);
  text_add(&result, at + strlen(old));
  text_free(text);
  *text = result;
}

static void forged_entries_are_none(void **state)
{
  (void) state;
  static const char *const changes[][2] = {{"\"disproved\"", "\"proved\""},
                                           {"\"value\": \"0\"", "\"value\": \"7\""},
                                           {"\"method\": \"own\"", "\"method\": \"Z3\""},
                                           {"\"x > 1\"", "\"x > 2\""},
                                           {"00112233445566778899aabbccddeeff", "0"},
                                           {"\"seal\"", "\"sael\""}};
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    Text text = {0};
    bool read;
    print(&text);
    replace(&text, changes[i][0], changes[i][1]);
    if (!says_no_more(text.data, text.len, &read)) fail_msg("%s", text.data);
    assert_true(read);
    text_free(&text);
  }
  Text text = {0};
  bool read;
  print(&text);
  replace(&text, two.text, "unknown");
  replace(&text, one.text, two.text); /* the proof of another one */
  assert_true(says_no_more(text.data, text.len, &read));
  text_free(&text);
}

static void other_versions_are_forgotten(void **state)
{
  (void) state;
  Text text = {0}, error = {0};
  print(&text);
  replace(&text, "\"proof_cache\": \"", "\"proof_cache\": \"0.");
  ProofCache *c = proof_cache_new();
  assert_true(proof_cache_read(c, text.data, text.len, &error));
  Proof p;
  assert_false(proof_cache_find(c, &one, &p));
  proof_cache_free(c);
  text_free(&text);
}

int test_proof_cache(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_what_was_kept), cmocka_unit_test(truncated_files_are_none),
      cmocka_unit_test(damage_is_noticed), cmocka_unit_test(forged_entries_are_none),
      cmocka_unit_test(other_versions_are_forgotten)};
  return cmocka_run_group_tests_name("proof_cache", tests, NULL, NULL);
}
