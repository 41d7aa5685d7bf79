#include "report/check/check_impl.h"

#include <assert.h>
#include <stdlib.h>

#include "lts/words.h"
#include "report/width.h"
#include "search/coverage.h"
#include "session/csp/guided.h"

/* Hidden steps and the end of a guiding process are only of interest if there are some. */
static bool is_silent(const Checked *c, uint32_t label)
{
  Lts *lts = c->lts;
  if (c->x->enabled[label] || label < guided_operations_end(c)) return false;
  return lts->is_hidden(lts, label) || lts->is_tick(lts, label);
}

static void add_operations(Report *report, const Checked *c, json_t *coverage)
{
  Lts *lts = c->lts;
  const Exploration *x = c->x;
  json_t *operations = json_object();
  text_printf(&report->out, "%s: number of states where they are enabled\n", words_operations(lts));
  for (uint32_t i = lts->first_operation; i < lts->label_count; i++) {
    if (is_silent(c, i)) continue;
    unsigned long long count = x->enabled[i];
    const char *note = count == 0                                                  ? "  (never)"
                       : count * 1000 < x->states || (count == 1 && x->states > 1) ? "  (rarely)"
                                                                                   : "";
    text_add(&report->out, "  ");
    width_pad(&report->out, lts->label_name(lts, i), 24);
    text_printf(&report->out, " %10llu%s\n", count, note);
    json_object_set_new(operations, lts->label_name(lts, i), json_integer((json_int_t) count));
  }
  json_object_set_new(coverage, "operations", operations);
}

static void add_bound(Lts *lts, json_t *entry, const char *name, uint32_t column, Value v,
                      Text *out)
{
  Text text = {0};
  lts->print_column(lts, &text, column, v);
  text_add(out, text_string(&text));
  json_object_set_new(entry, name, json_report_string(text_string(&text)));
  text_free(&text);
}

static void add_columns(Report *report, Lts *lts, const Exploration *x, json_t *coverage)
{
  json_t *values = json_object();
  ColumnCoverage *columns = coverage_of_columns(lts, x);
  text_add(&report->out, "values: number of distinct values over all states\n");
  for (uint32_t i = 0; i < lts->width; i++) {
    const char *name = lts->column_name(lts, i);
    if (!name) continue;
    json_t *entry = json_object();
    text_printf(&report->out, "  %-24s %10u%s", name, columns[i].values,
                columns[i].more ? "+" : "");
    json_object_set_new(entry, "count", json_integer(columns[i].values));
    json_object_set_new(entry, "more", json_boolean(columns[i].more));
    if (!value_is_none(columns[i].least)) {
      text_add(&report->out, "  from ");
      add_bound(lts, entry, "min", i, columns[i].least, &report->out);
      text_add(&report->out, " to ");
      add_bound(lts, entry, "max", i, columns[i].greatest, &report->out);
    }
    text_add_char(&report->out, '\n');
    json_object_set_new(values, name, entry);
  }
  free(columns);
  json_object_set_new(coverage, "values", values);
}

static void add_depths(Report *report, const Exploration *x, json_t *coverage)
{
  enum { MOST_SHOWN = 40 };
  json_t *depths = json_array();
  for (uint32_t i = 0; i < x->depths.len; i++)
    json_array_append_new(depths, json_integer((json_int_t) x->depths.data[i]));
  json_object_set_new(coverage, "depths", depths);
  if (!x->depths.len) return;
  text_add(&report->out, "states by distance from the initial states:");
  uint64_t counted = 0;
  for (uint32_t i = 0; i < x->depths.len; i++) {
    if (i < MOST_SHOWN) text_printf(&report->out, " %llu", (unsigned long long) x->depths.data[i]);
    counted += x->depths.data[i];
  }
  if (x->depths.len > MOST_SHOWN)
    text_printf(&report->out, " … (%u distances)", (unsigned) x->depths.len);
  if (x->states > counted)
    text_printf(&report->out, ", and %llu (incomplete) at the next",
                (unsigned long long) (x->states - counted));
  text_add_char(&report->out, '\n');
}

void check_add_coverage(Report *report, const Checked *c)
{
  assert(c->x->enabled);
  Lts *lts = c->lts;
  const Exploration *x = c->x;
  json_t *coverage = json_object();
  add_operations(report, c, coverage);
  add_columns(report, lts, x, coverage);
  add_depths(report, x, coverage);
  json_object_set_new(report->fields, "coverage", coverage);
}
