#include "unit/groups.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "lsp/text/edits.h"

/* What the edits make of the first text. */
static void check(const char *before, const char *after)
{
  TextEdits edits = {0};
  Text made = {0};
  uint32_t at = 0;
  text_edits_find(&edits, before, (uint32_t) strlen(before), after, (uint32_t) strlen(after));
  for (uint32_t i = 0; i < edits.len; i++) {
    TextEdit e = edits.data[i];
    assert_true(e.begin >= at && e.end >= e.begin && e.to >= e.from);
    assert_true((before[e.begin] & 0xC0) != 0x80 && (before[e.end] & 0xC0) != 0x80);
    assert_true((after[e.from] & 0xC0) != 0x80 && (after[e.to] & 0xC0) != 0x80);
    text_add_bytes(&made, before + at, e.begin - at);
    text_add_bytes(&made, after + e.from, e.to - e.from);
    at = e.end;
  }
  text_add(&made, before + at);
  assert_string_equal(text_string(&made), after);
  text_free(&made);
  vec_free(&edits);
}

static void edits_make_the_other_text(void **state)
{
  static const char *const texts[] = {"",
                                      "a",
                                      "a\n",
                                      "a\nb\nc\n",
                                      "a\n\nb\nc",
                                      "x ∈ S\n",
                                      "x ∉ S\n",
                                      "x : S &\ny : T\n",
                                      "x:S  &\n  y :T\n",
                                      "y : T\nx : S &\n"};
  (void) state;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) check(texts[i], texts[k]);
}

static void add_random(Text *text, unsigned lines)
{
  static const char *const pieces[] = {"x", "≔", " ", "∈", "∉", "skip", ""};
  for (unsigned i = 0; i < lines; i++) {
    for (int k = rand() % 3; k >= 0; k--)
      text_add(text, pieces[(size_t) rand() % (sizeof pieces / sizeof *pieces)]);
    text_add_char(text, '\n');
  }
}

static void random_texts(void **state)
{
  (void) state;
  srand(1);
  for (int run = 0; run < 300; run++) {
    Text before = {0}, after = {0};
    add_random(&before, (unsigned) rand() % 40);
    add_random(&after, (unsigned) rand() % 40);
    check(text_string(&before), text_string(&after));
    text_free(&before);
    text_free(&after);
  }
}

/* A line that is put in is one edit; so is a blank. */
static void edits_are_small(void **state)
{
  static const char before[] = "MACHINE M\nVARIABLES x\nEND\n";
  static const char after[] = "MACHINE M\nSETS S\nVARIABLES  x\nEND\n";
  TextEdits edits = {0};
  (void) state;
  text_edits_find(&edits, before, sizeof before - 1, after, sizeof after - 1);
  uint32_t changed = 0;
  for (uint32_t i = 0; i < edits.len; i++)
    changed += edits.data[i].end - edits.data[i].begin + edits.data[i].to - edits.data[i].from;
  assert_true(changed <= strlen("SETS S\n") + 1);
  vec_free(&edits);
}

/* Where too much differs, all of it is replaced. */
static void texts_that_have_nothing_in_common(void **state)
{
  Text before = {0}, after = {0};
  (void) state;
  for (int i = 0; i < 4000; i++) {
    text_printf(&before, "before %d\n", i);
    text_printf(&after, "after %d\n", i);
  }
  check(text_string(&before), text_string(&after));
  text_free(&before);
  text_free(&after);
}

int test_text_edits(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(edits_make_the_other_text),
      cmocka_unit_test(random_texts),
      cmocka_unit_test(edits_are_small),
      cmocka_unit_test(texts_that_have_nothing_in_common),
  };
  return cmocka_run_group_tests_name("text_edits", tests, NULL, NULL);
}
