#include "report/temporal/reason_report.h"

#include "report/json_report.h"
#include "report/width.h"

enum { MARGIN = 9, LINE_WIDTH = 100, MOST_PARTS = 12 };

/* Those that hold, or those that do not; nothing if there are none. */
static void show_parts(const TemporalReason *r, const Fact *facts, uint32_t count, bool holds,
                       uint32_t round, Text *out)
{
  Text part = {0};
  unsigned column = 0;
  uint32_t shown = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (facts[i].holds != holds || shown++ >= MOST_PARTS) continue;
    text_clear(&part);
    meaning_print_spelled(r->meaning, &part, facts[i].what);
    unsigned width = width_of_text(text_string(&part));
    if (column && column + 2 + width > LINE_WIDTH) {
      text_add(out, ";\n");
      text_add_repeated(out, ' ', column = MARGIN + 2);
    } else if (column) text_add(out, "; "), column += 2;
    else {
      size_t begin = out->len;
      text_add_repeated(out, ' ', MARGIN);
      text_add(out, holds ? "holds" : "fails");
      if (round) text_printf(out, " in round %u", round + 1);
      text_add(out, ": ");
      column = (unsigned) (out->len - begin);
    }
    text_add(out, text_string(&part));
    column += width;
  }
  if (shown > MOST_PARTS) text_printf(out, "; and %u more", shown - MOST_PARTS);
  if (shown) text_add_char(out, '\n');
  text_free(&part);
}

void reason_show(const TemporalReason *r, uint32_t position, Text *out)
{
  bool more = true;
  for (uint32_t round = 0; more; round++) {
    uint32_t count;
    const Fact *facts = temporal_reason_at(r, position, round, &count, &more);
    show_parts(r, facts, count, true, round, out);
    show_parts(r, facts, count, false, round, out);
  }
}

static json_t *parts_json(const TemporalReason *r, const Fact *facts, uint32_t count, bool holds)
{
  json_t *list = json_array();
  Text part = {0};
  for (uint32_t i = 0; i < count; i++) {
    if (facts[i].holds != holds) continue;
    text_clear(&part);
    meaning_print_spelled(r->meaning, &part, facts[i].what);
    json_array_append_new(list, json_report_string(text_string(&part)));
  }
  text_free(&part);
  return list;
}

json_t *reason_json(const TemporalReason *r, uint32_t positions)
{
  json_t *list = json_array();
  for (uint32_t position = 0; position < positions; position++) {
    bool more = true;
    for (uint32_t round = 0; more; round++) {
      uint32_t count;
      const Fact *facts = temporal_reason_at(r, position, round, &count, &more);
      if (!count) continue;
      json_t *entry = json_object();
      json_object_set_new(entry, "position", json_integer(position));
      json_object_set_new(entry, "round", json_integer(round + 1));
      json_object_set_new(entry, "holds", parts_json(r, facts, count, true));
      json_object_set_new(entry, "fails", parts_json(r, facts, count, false));
      json_array_append_new(list, entry);
    }
  }
  return list;
}
