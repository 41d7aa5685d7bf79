#include "unit/groups.h"

#include <string.h>

#include "syntax/diag.h"
#include "syntax/utf8.h"

typedef struct {
  Sources *sources;
  Diags *diags;
  uint32_t base; /* of a text to point into */
} Fixture;

static int set_up(void **state)
{
  static Fixture fixture;
  fixture.sources = sources_new();
  fixture.diags = diags_new(fixture.sources);
  fixture.base = sources_add(fixture.sources, "test", "x : NAT & y : 1..3", 18)->base;
  *state = &fixture;
  return 0;
}

static int tear_down(void **state)
{
  Fixture *f = *state;
  diags_free(f->diags);
  sources_free(f->sources);
  return 0;
}

static Span at(const Fixture *f, uint32_t offset)
{
  return (Span){f->base + offset, f->base + offset + 1};
}

static void diagnostics_are_kept_in_order(void **state)
{
  Fixture *f = *state;
  diag_error(f->diags, at(f, 4), "type-mismatch", "%s and %s", "INTEGER", "BOOL");
  diag_warning(f->diags, at(f, 0), "unused", "never used");
  assert_int_equal(diags_count(f->diags), 2);
  assert_int_equal(diags_errors(f->diags), 1);
  const Diag *first = diags_get(f->diags, 0);
  assert_string_equal(first->message, "INTEGER and BOOL");
  assert_string_equal(first->code, "type-mismatch");
  assert_int_equal(first->severity, DIAG_ERROR);
  assert_int_equal(diags_get(f->diags, 1)->severity, DIAG_WARNING);
}

static void fixes_are_ways_with_edits(void **state)
{
  Fixture *f = *state;
  Diag *diag = diag_error(f->diags, at(f, 4), "unknown-name", "unknown");
  diag_suggest(f->diags, diag, (Span){f->base + 4, f->base + 7}, "NATURAL");
  diag_replace(f->diags, diag, (Span){f->base + 4, f->base + 4}, "m.");
  diag_replace(f->diags, diag, (Span){f->base + 4, f->base + 8}, "");
  diag_enclose(f->diags, diag, (Span){f->base + 10, f->base + 18}, "bool(", ")");
  diag_replace(f->diags, diag, SPAN_NONE, "nowhere");
  const DiagFix *fix = diags_get(f->diags, 0)->fixes;
  assert_string_equal(diags_get(f->diags, 0)->hint, "did you mean NATURAL?");
  assert_string_equal(fix->title, "write NATURAL instead of NAT");
  assert_string_equal(fix->edits->text, "NATURAL");
  assert_int_equal(fix->edits->span.end, f->base + 7);
  assert_null(fix->edits->next);
  assert_string_equal((fix = fix->next)->title, "insert m.");
  assert_string_equal((fix = fix->next)->title, "remove NAT");
  assert_string_equal((fix = fix->next)->title, "write bool(y : 1..3)");
  assert_int_equal(fix->edits->span.end, f->base + 10);
  assert_string_equal(fix->edits->next->text, ")");
  assert_int_equal(fix->edits->next->span.begin, f->base + 18);
  assert_null(fix->next);
}

static void hints_and_notes(void **state)
{
  Fixture *f = *state;
  Diag *diag = diag_error(f->diags, at(f, 0), "unknown-name", "unknown");
  diag_hint(f->diags, diag, "write %s", "y");
  diag_note(f->diags, diag, at(f, 4), "first");
  diag_note(f->diags, diag, at(f, 10), "second");
  const Diag *kept = diags_get(f->diags, 0);
  assert_string_equal(kept->hint, "write y");
  assert_string_equal(kept->notes->text, "first");
  assert_string_equal(kept->notes->next->text, "second");
  assert_null(kept->notes->next->next);
}

static void sorting_orders_and_removes_repetitions(void **state)
{
  Fixture *f = *state;
  diag_error(f->diags, at(f, 10), "syntax", "late");
  diag_error(f->diags, at(f, 0), "syntax", "early");
  diag_error(f->diags, at(f, 10), "syntax", "late");
  diag_error(f->diags, at(f, 10), "syntax", "later");
  diags_sort(f->diags);
  assert_int_equal(diags_count(f->diags), 3);
  assert_string_equal(diags_get(f->diags, 0)->message, "early");
  assert_string_equal(diags_get(f->diags, 1)->message, "late");
  assert_string_equal(diags_get(f->diags, 2)->message, "later");
}

static void release_forgets_what_came_after(void **state)
{
  Fixture *f = *state;
  diag_error(f->diags, at(f, 0), "syntax", "kept");
  uint32_t mark = diags_mark(f->diags);
  diag_error(f->diags, at(f, 1), "syntax", "tried");
  diag_warning(f->diags, at(f, 2), "syntax", "tried");
  diags_release(f->diags, mark);
  assert_int_equal(diags_count(f->diags), 1);
  assert_int_equal(diags_errors(f->diags), 1);
  assert_string_equal(diags_get(f->diags, 0)->message, "kept");
}

static void too_many_are_counted_only(void **state)
{
  Fixture *f = *state;
  for (int i = 0; i < 1000; i++)
    diag_hint(f->diags, diag_error(f->diags, at(f, 0), "syntax", "%d", i), "hint");
  assert_int_equal(diags_errors(f->diags), 1000);
  assert_int_equal(diags_count(f->diags) + diags_dropped(f->diags), 1000);
  assert_true(diags_count(f->diags) < 1000);
}

static void release_beyond_the_limit_keeps_the_counts_right(void **state)
{
  Fixture *f = *state;
  for (int i = 0; i < 1000; i++) diag_error(f->diags, at(f, 0), "syntax", "%d", i);
  uint32_t mark = diags_mark(f->diags);
  diag_error(f->diags, at(f, 1), "syntax", "tried");
  for (int i = 0; i < 5; i++) diag_warning(f->diags, at(f, 1), "unused", "tried");
  diags_release(f->diags, mark);
  assert_int_equal(diags_errors(f->diags), 1000);
  assert_int_equal(diags_count(f->diags) + diags_dropped(f->diags), 1000);
}

static void long_messages_stay_valid_utf8(void **state)
{
  Fixture *f = *state;
  char text[9001], shift[4] = "";
  for (int i = 0; i < 3000; i++) memcpy(text + 3 * i, "∪", 3);
  text[9000] = '\0';
  for (int i = 0; i < 3; i++) { /* wherever a character may be cut */
    shift[i] = '-';
    const char *message = diag_error(f->diags, at(f, 0), "syntax", "%s%s", shift, text)->message;
    for (size_t k = 0, length = strlen(message); k < length;) {
      unsigned step = utf8_length(message + k, length - k);
      assert_true(step > 0);
      k += step;
    }
  }
}

int test_diag(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(diagnostics_are_kept_in_order),
      TEST(hints_and_notes),
      TEST(fixes_are_ways_with_edits),
      TEST(sorting_orders_and_removes_repetitions),
      TEST(release_forgets_what_came_after),
      TEST(too_many_are_counted_only),
      TEST(release_beyond_the_limit_keeps_the_counts_right),
      TEST(long_messages_stay_valid_utf8),
  };
#undef TEST
  return cmocka_run_group_tests_name("diag", tests, NULL, NULL);
}
