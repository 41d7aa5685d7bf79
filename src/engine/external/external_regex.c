#define PCRE2_CODE_UNIT_WIDTH 8
#include <assert.h>
#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "engine/external/external_impl.h"
#include "syntax/utf8.h"

/* LibraryRegex: ECMAScript syntax as in std::regex, on characters.  PCRE2 does the
 * matching; what only Perl has is rejected first. */

/* ------------------------------------------------------------------- patterns */

/* What is wrong with the escape at `at` (behind the backslash), or NULL. */
static const char *wrong_escape(const char *at, const char *end)
{
  if (at == end) return "the pattern ends with a backslash";
  unsigned char letter = (unsigned char) *at;
  bool is_letter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
  if (is_letter && !strchr("dDsSwWbBxucntrfv", letter)) return "unknown escape sequence";
  return NULL;
}

/* Passes over a class [...]; NULL if it does not end. */
static const char *skip_class(const char *at, const char *end, const char **wrong)
{
  at++;
  if (at < end && *at == '^') at++;
  for (; at < end && *at != ']'; at++) {
    if (*at == '\\') {
      *wrong = wrong_escape(++at, end);
      if (*wrong) return NULL;
    } else if (*at == '[' && at + 1 < end && at[1] && strchr(":.=", at[1])) {
      char kind = at[1];
      for (at += 2; at + 1 < end && !(at[0] == kind && at[1] == ']');) at++;
      if (at + 1 >= end) break;
      at++;
    }
  }
  if (at < end) return at;
  *wrong = "a character class without ]";
  return NULL;
}

/* What is wrong with a pattern that Perl would accept, or NULL. */
static const char *wrong_syntax(const char *at, const char *end)
{
  bool quantified = false; /* behind * + ? or } */
  const char *wrong = NULL;
  for (; at < end && !wrong; at++) {
    bool after = quantified;
    quantified = false;
    switch (*at) {
    case '\\': wrong = wrong_escape(++at, end); break;
    case '[':
      at = skip_class(at, end, &wrong);
      if (!at) return wrong;
      break;
    case '(':
      if (at + 1 < end && at[1] == '*') wrong = "nothing to repeat";
      if (at + 1 < end && at[1] == '?' && (at + 2 == end || !strchr(":=!", at[2])))
        wrong = "one of * ? + { is not preceded by a valid regular expression";
      else if (at + 1 < end && at[1] == '?') at += 2;
      break;
    case '+':
      if (after) wrong = "one of * ? + { is not preceded by a valid regular expression";
      quantified = true;
      break;
    case '?': quantified = !after; break;
    case '*':
    case '}': quantified = true; break;
    default: break;
    }
  }
  return wrong;
}

/* A pattern takes its memory from here, and so does matching. */
static void *take(size_t bytes, void *context)
{
  (void) context;
  return memory_alloc(bytes);
}

static void give_back(void *memory, void *context)
{
  (void) context;
  free(memory);
}

/* NULL, and the reason in `reason`, if it is no regular expression. */
static pcre2_code *compile(const char *pattern, size_t length, bool caseless, char *reason,
                           size_t size)
{
  const char *wrong = wrong_syntax(pattern, pattern + length);
  if (wrong) {
    strncpy(reason, wrong, size - 1);
    reason[size - 1] = '\0';
    return NULL;
  }
  uint32_t options = PCRE2_UTF | PCRE2_UCP | PCRE2_ALT_BSUX | PCRE2_MATCH_UNSET_BACKREF |
                     PCRE2_ALLOW_EMPTY_CLASS | PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_BACKSLASH_C;
  pcre2_general_context *memory = pcre2_general_context_create(take, give_back, NULL);
  pcre2_compile_context *context = pcre2_compile_context_create(memory);
  pcre2_set_newline(context, PCRE2_NEWLINE_ANYCRLF);
  int error;
  PCRE2_SIZE offset;
  pcre2_code *code =
      pcre2_compile((PCRE2_SPTR) pattern, length, options | (caseless ? PCRE2_CASELESS : 0), &error,
                    &offset, context);
  pcre2_compile_context_free(context);
  pcre2_general_context_free(memory);
  if (!code) pcre2_get_error_message(error, (PCRE2_UCHAR *) reason, size);
  return code;
}

/* -------------------------------------------------------------------- matching */

typedef struct {
  ExternalCall *call;
  pcre2_code *code;
  pcre2_match_data *match;
  const char *text;
  size_t length;
} Regex;

/* The pattern is argument `pattern`, the text argument 0; false and *none if the
 * pattern is wrong. */
static bool regex_begin(ExternalCall *c, uint32_t pattern, bool caseless, Regex *x, Value *none)
{
  size_t length;
  char reason[200] = "";
  const char *source = call_string(c, pattern, &length);
  *x = (Regex){.call = c, .code = compile(source, length, caseless, reason, sizeof reason)};
  if (!x->code) {
    *none = call_fault(c, "\"%s\" is not a valid regular expression: %s", source, reason);
    return false;
  }
  x->match = pcre2_match_data_create_from_pattern(x->code, NULL);
  x->text = call_string(c, 0, &x->length);
  return true;
}

static void regex_end(Regex *x)
{
  pcre2_match_data_free(x->match);
  pcre2_code_free(x->code);
}

/* The number of groups + 1 of the first match at or after `from`; 0: none; negative:
 * it could not be found out. */
static int find(Regex *x, size_t from, uint32_t options)
{
  assert(from <= x->length);
  int found = pcre2_match(x->code, (PCRE2_SPTR) x->text, x->length, from,
                          options | PCRE2_NO_UTF_CHECK, x->match, NULL);
  if (found == PCRE2_ERROR_NOMATCH) return 0;
  if (found < 0) engine_unknown(x->call->e, "%s: the match takes too long", x->call->name);
  return found;
}

/* Group i of the match; "" if it took no part. */
static const char *group(const Regex *x, uint32_t i, size_t *length)
{
  const PCRE2_SIZE *ends = pcre2_get_ovector_pointer(x->match);
  *length = 0;
  if (i >= pcre2_get_ovector_count(x->match) || ends[2 * i] == PCRE2_UNSET) return "";
  if (ends[2 * i + 1] > ends[2 * i]) *length = ends[2 * i + 1] - ends[2 * i];
  return x->text + ends[2 * i];
}

static Value group_value(const Regex *x, uint32_t i)
{
  size_t length;
  const char *text = group(x, i, &length);
  return value_string(x->call->s, text, length);
}

/* Where to look for the next match: behind this one, at least one character on. */
static size_t behind(const Regex *x, bool *empty)
{
  const PCRE2_SIZE *ends = pcre2_get_ovector_pointer(x->match);
  assert(ends[1] <= x->length);
  *empty = ends[0] == ends[1];
  if (!*empty || ends[1] >= x->length) return ends[1];
  return ends[1] + utf8_length(x->text + ends[1], x->length - ends[1]);
}

/* --------------------------------------------------------------------- functions */

Value external_is_regex(ExternalCall *c)
{
  size_t length;
  char reason[200];
  const char *pattern = call_string(c, 0, &length);
  pcre2_code *code = compile(pattern, length, false, reason, sizeof reason);
  pcre2_code_free(code);
  return value_bool(code != NULL);
}

static Value matches(ExternalCall *c, bool caseless)
{
  Regex x;
  Value none;
  if (!regex_begin(c, 1, caseless, &x, &none)) return none;
  int found = find(&x, 0, PCRE2_ANCHORED | PCRE2_ENDANCHORED);
  regex_end(&x);
  return found < 0 ? VALUE_UNKNOWN : value_bool(found > 0);
}

Value external_regex_match(ExternalCall *c) { return matches(c, false); }
Value external_regex_imatch(ExternalCall *c) { return matches(c, true); }

/* $0 … $9 and $& are groups, $$ is a dollar. */
static void add_replacement(const Regex *x, const char *by, size_t by_length, Text *out)
{
  for (const char *at = by, *end = by + by_length; at < end; at++) {
    char next = *at == '$' && at + 1 < end ? at[1] : '\0';
    if ((next >= '0' && next <= '9') || next == '&') {
      size_t length;
      const char *text = group(x, next == '&' ? 0 : (uint32_t) (next - '0'), &length);
      text_add_bytes(out, text, length);
      at++;
    } else {
      text_add_char(out, *at);
      at += next == '$';
    }
  }
}

static Value replaced(ExternalCall *c, bool caseless)
{
  Regex x;
  Value none;
  if (!regex_begin(c, 1, caseless, &x, &none)) return none;
  size_t by_length, from = 0, copied = 0;
  const char *by = call_string(c, 2, &by_length);
  Text out = {0};
  int found = 0;
  while (from <= x.length && (found = find(&x, from, 0)) > 0) {
    const PCRE2_SIZE *ends = pcre2_get_ovector_pointer(x.match);
    text_add_bytes(&out, x.text + copied, ends[0] - copied);
    add_replacement(&x, by, by_length, &out);
    copied = ends[1];
    bool empty;
    from = behind(&x, &empty);
    if ((empty && copied >= x.length) || out.len > EXTERNAL_TEXT_LIMIT) break;
  }
  text_add_bytes(&out, x.text + copied, x.length - copied);
  regex_end(&x);
  if (found >= 0 && out.len <= EXTERNAL_TEXT_LIMIT) return call_give_string(c, &out);
  if (found >= 0) engine_unknown(c->e, "a string is too long");
  text_free(&out);
  return VALUE_UNKNOWN;
}

Value external_regex_replace(ExternalCall *c) { return replaced(c, false); }
Value external_regex_ireplace(ExternalCall *c) { return replaced(c, true); }

static Value search_string(ExternalCall *c, bool caseless)
{
  Regex x;
  Value none;
  if (!regex_begin(c, 1, caseless, &x, &none)) return none;
  int found = find(&x, 0, 0);
  Value result = found < 0 ? VALUE_UNKNOWN : found == 0 ? call_text(c, "") : group_value(&x, 0);
  regex_end(&x);
  return result;
}

Value external_regex_search_str(ExternalCall *c) { return search_string(c, false); }
Value external_regex_isearch_str(ExternalCall *c) { return search_string(c, true); }

static Value search_all(ExternalCall *c, bool caseless)
{
  Regex x;
  Value none;
  if (!regex_begin(c, 1, caseless, &x, &none)) return none;
  Values all = {0};
  size_t from = 0;
  int found = 0;
  while (from <= x.length && (found = find(&x, from, 0)) > 0) {
    vec_push(&all, group_value(&x, 0));
    bool empty;
    size_t end = pcre2_get_ovector_pointer(x.match)[1];
    from = behind(&x, &empty);
    if (empty && end >= x.length) break;
  }
  regex_end(&x);
  if (found >= 0) return call_give_sequence(c, &all);
  vec_free(&all);
  return VALUE_UNKNOWN;
}

Value external_regex_search_all(ExternalCall *c) { return search_all(c, false); }
Value external_regex_isearch_all(ExternalCall *c) { return search_all(c, true); }

static int64_t characters(const char *text, size_t length)
{
  int64_t count = 0;
  for (size_t i = 0; i < length; i++) count += ((unsigned char) text[i] & 0xC0) != 0x80;
  return count;
}

static Value search_record(ExternalCall *c, const Regex *x, bool found, int64_t start)
{
  static const char *const names[] = {"length", "position", "string", "submatches"};
  Value values[] = {value_small(-1), value_small(-1), call_text(c, ""), VALUE_EMPTY_SET};
  if (found) {
    size_t length;
    const char *text = group(x, 0, &length);
    Values groups = {0};
    for (uint32_t i = 1; i < pcre2_get_ovector_count(x->match); i++)
      vec_push(&groups, group_value(x, i));
    values[0] = value_int(c->s, characters(text, length));
    values[1] = value_int(c->s, start + characters(x->text, (size_t) (text - x->text)));
    values[2] = value_string(c->s, text, length);
    values[3] = call_give_sequence(c, &groups);
  }
  return call_record(c, c->result, names, values, 4);
}

/* What stands before the start position does not count as text. */
static Value search(ExternalCall *c, bool caseless)
{
  Regex x;
  Value none;
  int64_t start;
  if (!call_small(c, 1, 1, INT64_MAX, &start, &none)) return none;
  if (!regex_begin(c, 2, caseless, &x, &none)) return none;
  int found = 0;
  if (start - 1 <= characters(x.text, x.length)) {
    for (int64_t i = 1; i < start; i++) {
      unsigned bytes = utf8_length(x.text, x.length);
      x.text += bytes;
      x.length -= bytes;
    }
    found = find(&x, 0, 0);
  }
  Value result = found < 0 ? VALUE_UNKNOWN : search_record(c, &x, found > 0, start);
  regex_end(&x);
  return result;
}

Value external_regex_search(ExternalCall *c) { return search(c, false); }
Value external_regex_isearch(ExternalCall *c) { return search(c, true); }
