#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#include "engine/external/external_impl.h"

/* LibraryCSV: rows of fields separated by commas.  A field in double quotes may
 * contain commas, line ends and doubled quotes. */

typedef VEC(char *) Fields;

typedef struct {
  const char *at, *end;
  uint32_t line; /* of `at` */
  Fields fields; /* of the current row */
  uint32_t row_line;
} Csv;

static void drop_fields(Csv *csv)
{
  for (uint32_t i = 0; i < csv->fields.len; i++) free(csv->fields.data[i]);
  csv->fields.len = 0;
}

static void end_field(Csv *csv, Text *field)
{
  char *copy = strdup(text_string(field));
  if (!copy) memory_exhausted();
  vec_push(&csv->fields, copy);
  text_clear(field);
}

/* Behind the opening quote; up to the closing one. */
static void quoted(Csv *csv, Text *field)
{
  for (; csv->at < csv->end; csv->at++) {
    if (*csv->at == '"' && (csv->at + 1 == csv->end || csv->at[1] != '"')) {
      csv->at++;
      return;
    }
    if (*csv->at == '"') csv->at++;
    if (*csv->at == '\n') csv->line++;
    text_add_char(field, *csv->at);
  }
}

/* Reads a row that is not empty; false at the end. */
static bool next_row(Csv *csv)
{
  Text field = {0};
  drop_fields(csv);
  while (csv->at < csv->end && (*csv->at == '\n' || *csv->at == '\r'))
    csv->line += *csv->at++ == '\n';
  csv->row_line = csv->line;
  if (csv->at == csv->end) return false;
  while (csv->at < csv->end && *csv->at != '\n') {
    char next = *csv->at++;
    if (next == '"' && field.len == 0) quoted(csv, &field);
    else if (next == ',') end_field(csv, &field);
    else if (next != '\r') text_add_char(&field, next);
  }
  end_field(csv, &field);
  text_free(&field);
  return true;
}

static bool csv_begin(ExternalCall *c, Text *text, Csv *csv, Value *none)
{
  if (!call_read_file(c, call_string(c, 0, NULL), text, none)) return false;
  text_repair_utf8(text);
  const char *start = text_string(text);
  if (!strncmp(start, "\xEF\xBB\xBF", 3)) start += 3;
  *csv = (Csv){.at = start, .end = text_string(text) + text->len, .line = 1};
  return true;
}

static void csv_end(Csv *csv, Text *text)
{
  drop_fields(csv);
  vec_free(&csv->fields);
  text_free(text);
}

/* ------------------------------------------------------------------ conversion */

static char *trimmed(char *text)
{
  while (isspace((unsigned char) *text)) text++;
  for (size_t n = strlen(text); n > 0 && isspace((unsigned char) text[n - 1]);) text[--n] = '\0';
  return text;
}

static bool convert_scalar(ExternalCall *c, const Shape *shape, char *field, Value *out)
{
  NumberText number;
  char *end;
  if (shape->kind == SHAPE_STRING) return *out = call_text(c, field), true;
  field = trimmed(field);
  bool numeric = number_text_read(field, strlen(field), &number);
  switch (shape->kind) {
  case SHAPE_INTEGER:
    if (!numeric || number.fraction) return false;
    *out = call_integer(c, &number);
    return true;
  case SHAPE_REAL: {
    double x = strtod(field, &end);
    if (end == field || *end || strlen(field) != strspn(field, "+-0123456789.eE")) return false;
    *out = call_give_real(c, x);
    return !value_is_none(*out);
  }
  case SHAPE_BOOL:
    if (!strcmp(field, "true")) return *out = VALUE_TRUE, true;
    if (!strcmp(field, "false")) return *out = VALUE_FALSE, true;
    return call_element(shape, field, out);
  default: return call_element(shape, field, out);
  }
}

/* Takes the fields of the row from *column on for a value of the shape. */
static bool convert(ExternalCall *c, Csv *csv, const Shape *shape, uint32_t *column, Value *out)
{
  if (shape->kind == SHAPE_PAIR) {
    Value first, second;
    if (!convert(c, csv, shape->args[0], column, &first) ||
        !convert(c, csv, shape->args[1], column, &second))
      return false;
    *out = value_pair(c->s, first, second);
    return true;
  }
  if (*column >= csv->fields.len) {
    call_fault(c, "line %u has only %u column%s", csv->row_line, csv->fields.len,
               text_plural(csv->fields.len));
    return false;
  }
  char *field = csv->fields.data[*column];
  if (convert_scalar(c, shape, field, out)) {
    ++*column;
    return true;
  }
  call_fault(c, "line %u, column %u: \"%s\" does not have the expected type", csv->row_line,
             *column + 1, field);
  return false;
}

/* The rows of the file as values of the shape. */
static bool read_rows(ExternalCall *c, const Shape *row, Values *rows, Value *none)
{
  if (!c->node->type->closed) {
    *none = call_fault(c, "the type of the result is unknown");
    return false;
  }
  bool skip = c->count > 1 && value_is_true(c->args[1]);
  bool more = c->count > 2 && value_is_true(c->args[2]), right = true;
  Text text = {0};
  Csv csv;
  if (!csv_begin(c, &text, &csv, none)) return false;
  if (skip) next_row(&csv);
  while (right && next_row(&csv)) {
    uint32_t column = 0;
    Value value = VALUE_UNDEFINED;
    right = convert(c, &csv, row, &column, &value);
    if (right && !more && column < csv.fields.len) {
      call_fault(c, "line %u has %u column%s instead of %u", csv.row_line, csv.fields.len,
                 text_plural(csv.fields.len), column);
      right = false;
    }
    vec_push(rows, value);
  }
  csv_end(&csv, &text);
  if (right) return true;
  vec_free(rows);
  *none = VALUE_FAULT;
  return false;
}

Value external_read_csv(ExternalCall *c)
{
  Values rows = {0};
  Value none;
  const Shape *row = shape_element(c->result);
  return read_rows(c, row, &rows, &none) ? ref_build(c->r, row, &rows) : none;
}

Value external_read_csv_sequence(ExternalCall *c)
{
  Values rows = {0};
  Value none;
  const Shape *row = shape_element(c->result)->args[1];
  return read_rows(c, row, &rows, &none) ? call_give_sequence(c, &rows) : none;
}

/* A function from the names of the columns to the fields that are not empty. */
static Value row_function(ExternalCall *c, const Values *names, const Csv *csv)
{
  const Shape *pair = shape_element(shape_element(c->result)->args[1]);
  Values pairs = {0};
  for (uint32_t i = 0; i < csv->fields.len && i < names->len; i++)
    if (*csv->fields.data[i])
      vec_push(&pairs, value_pair(c->s, names->data[i], call_text(c, csv->fields.data[i])));
  return ref_build(c->r, pair, &pairs);
}

Value external_read_csv_strings(ExternalCall *c)
{
  Text text = {0};
  Csv csv;
  Values names = {0}, rows = {0};
  Value none;
  if (!csv_begin(c, &text, &csv, &none)) return none;
  if (next_row(&csv))
    for (uint32_t i = 0; i < csv.fields.len; i++)
      vec_push(&names, call_text(c, trimmed(csv.fields.data[i])));
  while (next_row(&csv)) vec_push(&rows, row_function(c, &names, &csv));
  csv_end(&csv, &text);
  vec_free(&names);
  return call_give_sequence(c, &rows);
}
