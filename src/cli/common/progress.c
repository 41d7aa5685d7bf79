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

/* Nobody waits for who reads it: a line that does not go out at once is not needed. */
static void write_line(const Progress *progress, Text *line)
{
  if (write(progress->file, text_string(line), line->len) < 0) line->len = 0;
  text_free(line);
}

static void write_status(const Progress *progress, const ExploreStatus *status)
{
  double seconds = report_seconds(&progress->cli->report);
  Text line = {0};
  text_printf(&line,
              "{\"seconds\":%.3f,\"states\":%llu,\"explored\":%llu,\"transitions\":%llu,"
              "\"rate\":%.0f,\"bytes\":%zu}\n",
              seconds, (unsigned long long) status->found, (unsigned long long) status->explored,
              (unsigned long long) status->transitions,
              (double) status->explored / (seconds > 0 ? seconds : 1), status->bytes);
  write_line(progress, &line);
}

static void write_count(const Progress *progress, uint32_t done, uint32_t all)
{
  Text line = {0};
  text_printf(&line, "{\"seconds\":%.3f,\"done\":%u,\"all\":%u}\n",
              report_seconds(&progress->cli->report), done, all);
  write_line(progress, &line);
}

void progress_note(void *context, const ExploreStatus *status)
{
  const Progress *progress = context;
  last_words_prepare(progress->cli, status);
  if (progress->shown) show_progress(progress->cli, status);
  if (progress->file >= 0) write_status(progress, status);
}

void progress_count(void *context, uint32_t done, uint32_t all)
{
  const Progress *progress = context;
  last_words_prepare(progress->cli, NULL);
  if (progress->file >= 0) write_count(progress, done, all);
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

Progress progress_of(Cli *cli)
{
  bool file = options_given(&cli->options, OPT_PROGRESS_FD);
  uint64_t number = cli->options.values[OPT_PROGRESS_FD].number;
  return (Progress){cli, wants_progress(cli), file && number < 1024 ? (int) number : -1};
}

void progress_end(const Progress *progress)
{
  if (progress->shown && isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
}
