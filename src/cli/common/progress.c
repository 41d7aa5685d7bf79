#include "cli/common/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/last_words.h"

/* Redrawn in place on a terminal, a line each time otherwise. */
static void show_progress(const Cli *cli, const ExploreStatus *status)
{
  double seconds = report_seconds(&cli->report);
  bool terminal = isatty(STDERR_FILENO);
  uint64_t left = status->found > status->explored ? status->found - status->explored : 0;
  fprintf(stderr, "%s%llu states, %llu to explore, %llu transitions, %.0f states/s, %zu MB%s",
          terminal ? "\r\033[K" : "", (unsigned long long) status->found, (unsigned long long) left,
          (unsigned long long) status->transitions, (double) status->explored / seconds,
          status->bytes >> 20, terminal ? "" : "\n");
  fflush(stderr);
}

void progress_note(void *context, const ExploreStatus *status)
{
  const Progress *progress = context;
  last_words_prepare(progress->cli, status);
  if (progress->shown) show_progress(progress->cli, status);
}

void progress_count(void *context, uint32_t done, uint32_t all)
{
  const Progress *progress = context;
  last_words_prepare(progress->cli, NULL);
  if (!progress->shown) return;
  bool terminal = isatty(STDERR_FILENO);
  fprintf(stderr, "%s%u of %u, %.1f s%s", terminal ? "\r\033[K" : "", done, all,
          report_seconds(&progress->cli->report), terminal ? "" : "\n");
  fflush(stderr);
}

static bool wants_progress(const Cli *cli)
{
  if (options_given(&cli->options, OPT_QUIET)) return false;
  return isatty(STDERR_FILENO) || options_given(&cli->options, OPT_VERBOSE);
}

Progress progress_of(Cli *cli) { return (Progress){cli, wants_progress(cli)}; }

void progress_end(const Progress *progress)
{
  if (progress->shown && isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
}
