#include "unit/groups.h"

#include <string.h>

#include "syntax/utf8.h"

static void lengths_of_well_formed_characters(void **state)
{
  (void) state;
  assert_int_equal(utf8_length("a", 1), 1);
  assert_int_equal(utf8_length("α", 2), 2);
  assert_int_equal(utf8_length("∪", 3), 3);
  assert_int_equal(utf8_length("𝔹", 4), 4);
  assert_int_equal(utf8_length("∪x", 4), 3);
}

static void broken_characters_have_no_length(void **state)
{
  (void) state;
  assert_int_equal(utf8_length("", 0), 0);
  assert_int_equal(utf8_length("∪", 2), 0);                /* cut off       */
  assert_int_equal(utf8_length("\x80", 1), 0);             /* continuation  */
  assert_int_equal(utf8_length("\xC0\x80", 2), 0);         /* overlong      */
  assert_int_equal(utf8_length("\xED\xA0\x80", 3), 0);     /* surrogate     */
  assert_int_equal(utf8_length("\xF4\x90\x80\x80", 4), 0); /* above U+10FFFF */
  assert_int_equal(utf8_length("\xFF", 1), 0);
}

static void decoding_undoes_encoding(void **state)
{
  (void) state;
  static const uint32_t characters[] = {1,      'a',    0x7F,   0x80,    0x7FF,   0x800,   0x2115,
                                        0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x1D539, 0x10FFFF};
  for (size_t i = 0; i < sizeof characters / sizeof *characters; i++) {
    char bytes[4];
    unsigned written = utf8_put(characters[i], bytes), length = 0;
    assert_int_equal(utf8_length(bytes, written), written);
    assert_int_equal(utf8_decode(bytes, &length), characters[i]);
    assert_int_equal(length, written);
  }
}

static void letters_and_digits(void **state)
{
  (void) state;
  assert_true(utf8_is_letter('a'));
  assert_true(utf8_is_letter('Z'));
  assert_true(utf8_is_letter(0x3B1));  /* α */
  assert_true(utf8_is_letter(0x4E2D)); /* 中 */
  assert_false(utf8_is_letter('_'));
  assert_false(utf8_is_letter('1'));
  assert_false(utf8_is_letter(0x222A)); /* ∪ */
  assert_true(utf8_is_digit('7'));
  assert_true(utf8_is_digit(0x663)); /* Arabic-Indic three */
  assert_false(utf8_is_digit('a'));
}

int test_utf8(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lengths_of_well_formed_characters),
      cmocka_unit_test(broken_characters_have_no_length),
      cmocka_unit_test(decoding_undoes_encoding),
      cmocka_unit_test(letters_and_digits),
  };
  return cmocka_run_group_tests_name("utf8", tests, NULL, NULL);
}
