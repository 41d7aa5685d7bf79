#include "cli/last_words.h"

#include <assert.h>

#include "cli/signals.h"

static void add_counts(json_t *report, const ExploreStatus *status)
{
  json_object_set_new(report, "states", json_integer((json_int_t) status->found));
  json_object_set_new(report, "transitions", json_integer((json_int_t) status->transitions));
}

void last_words_prepare(Cli *cli, const ExploreStatus *status)
{
  assert(cli->report.session);
  /* The text in use stays as it is while the other one is made. */
  cli->last_words_used = !cli->last_words_used;
  Text *text = &cli->last_words[cli->last_words_used];
  text_clear(text);
  if (cli->report.json) {
    json_t *report = report_json(&cli->report, VERDICT_UNKNOWN);
    json_report_add_reason(report, "out of memory");
    if (status) add_counts(report, status);
    exchange_print(text, report, cli->form);
    json_decref(report);
  } else {
    text_add(text, "UNKNOWN out of memory");
    if (status)
      text_printf(text, " (%llu states, %llu transitions, not complete)",
                  (unsigned long long) status->found, (unsigned long long) status->transitions);
    text_add(text, "\n");
  }
  signals_last_words(text_string(text));
}
