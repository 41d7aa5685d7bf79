/* Runs the assertions of arbitrary scripts: names, types, evaluation, networks, search, reports.
 * With and without compressions and reductions their verdicts must be the same, as far as both are
 * known.  Needs a large stack: see tools/fuzz.sh. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/csp/csp_report.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_ASSERTIONS = 40 };

typedef struct {
  Verdict all[MOST_ASSERTIONS];
  uint32_t count;
} Verdicts;

static void check(const char *text, bool plain, Verdicts *verdicts)
{
  Session *session = session_new();
  session_set_options(
      session,
      (SessionOptions){.max_states = 300, .time_limit = 0.3, .memory_limit = (size_t) 3 << 30});
  Report report;
  report_open(&report, session, plain);
  CspRequest request = {.plain = plain, .jobs = 1};
  CspChecked c;
  if (csp_check_run(session, session_text(session, "input.csp", text), &request, &c))
    csp_report(&report, &c, NULL);
  verdicts->count = c.results.len < MOST_ASSERTIONS ? c.results.len : MOST_ASSERTIONS;
  for (uint32_t i = 0; i < verdicts->count; i++) verdicts->all[i] = c.results.data[i].verdict;
  csp_check_close(&c);
  report_close(&report);
  session_free(session);
}

/* A chase may choose one way in a network and another one in terms, if that matters. */
static bool may_differ(const char *text) { return strstr(text, "chase") || strstr(text, "deter"); }

static bool is_decided(Verdict v) { return v == VERDICT_PASS || v == VERDICT_FAIL; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  Text text = {0};
  Verdicts fast, plain;
  text_add_bytes(&text, (const char *) data, size);
  if (strstr(text_string(&text), "include")) { /* other files are no part of the input */
    text_free(&text);
    return 0;
  }
  check(text_string(&text), false, &fast);
  check(text_string(&text), true, &plain);
  for (uint32_t i = 0; i < fast.count && i < plain.count; i++) {
    bool both = is_decided(fast.all[i]) && is_decided(plain.all[i]);
    if (!both || fast.all[i] == plain.all[i] || may_differ(text_string(&text))) continue;
    fprintf(stderr, "assertion %u: %s with compressions, %s without\n", i + 1,
            fast.all[i] == VERDICT_PASS ? "PASS" : "FAIL",
            plain.all[i] == VERDICT_PASS ? "PASS" : "FAIL");
    abort();
  }
  text_free(&text);
  return 0;
}
