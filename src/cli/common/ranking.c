#include "cli/common/ranking.h"

/* From good to bad. */
static const ExitCode ranking[] = {EXIT_CODE_PASS, EXIT_CODE_INTERRUPTED, EXIT_CODE_UNKNOWN,
                                   EXIT_CODE_FAIL, EXIT_CODE_WRONG_TEXT,  EXIT_CODE_USAGE,
                                   EXIT_CODE_PIPE, EXIT_CODE_INTERNAL};
enum { RANKS = sizeof ranking / sizeof *ranking };

/* Codes that are none of ours are those of signals, and as bad as it gets. */
static unsigned rank_of(ExitCode code)
{
  unsigned rank = 0;
  while (rank + 1 < RANKS && ranking[rank] != code) rank++;
  return rank;
}

ExitCode ranking_worse(ExitCode a, ExitCode b)
{
  ExitCode worse = rank_of(a) < rank_of(b) ? b : a;
  return ranking[rank_of(worse)];
}

Verdict ranking_verdict(ExitCode code)
{
  return code == EXIT_CODE_PASS                                       ? VERDICT_PASS
         : code == EXIT_CODE_FAIL                                     ? VERDICT_FAIL
         : code == EXIT_CODE_UNKNOWN || code == EXIT_CODE_INTERRUPTED ? VERDICT_UNKNOWN
                                                                      : VERDICT_ERROR;
}

const char *ranking_word(ExitCode code)
{
  switch (ranking_verdict(code)) {
  case VERDICT_PASS: return "PASS";
  case VERDICT_FAIL: return "FAIL";
  case VERDICT_UNKNOWN: return "UNKNOWN";
  case VERDICT_ERROR: return "ERROR";
  }
  return "ERROR";
}

void tally_add(Tally *tally, ExitCode code)
{
  switch (code) {
  case EXIT_CODE_PASS: tally->passed++; break;
  case EXIT_CODE_INTERRUPTED:
  case EXIT_CODE_UNKNOWN: tally->unknown++; break;
  case EXIT_CODE_FAIL: tally->failed++; break;
  case EXIT_CODE_WRONG_TEXT: tally->wrong++; break;
  default: tally->not_checked++;
  }
  tally->worst = ranking_worse(tally->worst, code);
}

void tally_missing(Tally *tally, bool interrupted)
{
  tally->missing++;
  tally->worst = ranking_worse(tally->worst, interrupted ? EXIT_CODE_INTERRUPTED : EXIT_CODE_USAGE);
}

void tally_print(Text *out, const Tally *tally, const char *what)
{
  const struct {
    uint32_t count;
    const char *word;
  } parts[] = {{tally->not_checked, "not checked"},
               {tally->wrong, "ERROR"},
               {tally->failed, "FAIL"},
               {tally->unknown, "UNKNOWN"},
               {tally->passed, "PASS"},
               {tally->missing, "not started"}};
  uint32_t all = 0;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) all += parts[i].count;
  text_printf(out, "%s %u %s%s:", ranking_word(tally->worst), all, what, text_plural(all));
  const char *before = " ";
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (!parts[i].count) continue;
    text_printf(out, "%s%u %s", before, parts[i].count, parts[i].word);
    before = ", ";
  }
  text_add_char(out, '\n');
}
