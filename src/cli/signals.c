#include "cli/signals.h"

#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/exit_codes.h"

/* Handlers call nothing but write, clock_gettime and _exit, which are safe in them. */
static void say(const char *text)
{
  if (write(STDERR_FILENO, text, strlen(text)) < 0) return;
}

/* The one thing a handler can tell the rest of the program.  0: an interruption ends it at
 * once; 1: it is only noted; from 2 on: it was noted, at this time; LIVES: all are only noted, and
 * LIVES_NOTED: one was.  What comes at the same time
 * means the same: one Ctrl-C reaches a program twice if a wrapper around it passes signals on. */
static volatile sig_atomic_t attention;

enum { LIVES = -1, LIVES_NOTED = -2, SAME_TIME = 500 }; /* the last: milliseconds */

static sig_atomic_t noted_now(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (sig_atomic_t) (2 + (now.tv_sec % 1000000) * 1000 + now.tv_nsec / 1000000);
}

/* 1 + a descriptor that an interruption writes a byte to, and does nothing else; 0: there is none.
 * Who waits for several things at once cannot ask whether there was one. */
static volatile sig_atomic_t bell;

static void on_interrupt(int signal_number)
{
  if (bell > 0) {
    if (write(bell - 1, "", 1) < 0) return; /* full of those that nobody has read yet */
    return;
  }
  if (attention < 0 && signal_number == SIGINT) {
    attention = LIVES_NOTED;
    return;
  }
  sig_atomic_t now = noted_now();
  if (attention >= 2 && now >= attention && now - attention < SAME_TIME) return;
  if (attention == 1) {
    attention = now;
    return;
  }
  say("\nprobity: interrupted\n");
  _exit(EXIT_CODE_INTERRUPTED);
}

/* The report of a run that ends for want of memory; read by the handler only. */
static const char *volatile last_words;

void signals_last_words(const char *report) { last_words = report; }

static void say_last_words(const char *what)
{
  const char *report = last_words;
  say("probity: error: ");
  say(what);
  say("\n");
  if (report && write(STDOUT_FILENO, report, strlen(report)) < 0) _exit(EXIT_CODE_USAGE);
  _exit(EXIT_CODE_UNKNOWN);
}

static void on_crash(int signal_number, siginfo_t *info, void *context)
{
  (void) context;
  if (signal_number == SIGABRT && info->si_code == SI_QUEUE && info->si_pid == getpid())
    say_last_words(info->si_value.sival_ptr); /* memory_give_up */
  say("\nprobity: internal error (");
  switch (signal_number) {
  case SIGABRT: say("aborted"); break;
  case SIGSEGV: say("invalid memory access"); break;
  case SIGBUS: say("bus error"); break;
  case SIGFPE: say("arithmetic error"); break;
  default: say("illegal instruction"); break;
  }
  say("). This is a bug of probity, whatever the input:\n"
      "please report it together with the command and the files that led to it.\n");
  _exit(EXIT_CODE_INTERNAL);
}

/* Whatever is handled already, by a sanitizer say, stays as it is. */
static void handle(int signal_number, struct sigaction ours)
{
  struct sigaction before;
  if (sigaction(signal_number, NULL, &before) != 0 || before.sa_handler != SIG_DFL) return;
  sigemptyset(&ours.sa_mask);
  ours.sa_flags |= SA_ONSTACK;
  sigaction(signal_number, &ours, NULL);
}

void signals_note_interruption(void) { attention = 1; }

void signals_note_interruptions(void)
{
  sigset_t interrupt;
  attention = LIVES;
  sigemptyset(&interrupt);
  sigaddset(&interrupt, SIGINT);
  pthread_sigmask(SIG_UNBLOCK, &interrupt, NULL);
}

void signals_ring(int descriptor) { bell = descriptor + 1; }

bool signals_interrupted(void) { return attention >= 2 || attention == LIVES_NOTED; }

static bool is_interrupted(void *context)
{
  (void) context;
  return signals_interrupted();
}

Cancel signals_cancel(void) { return (Cancel){.asked = is_interrupted}; }

void signals_install(void)
{
  static const int crashes[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
    handle(crashes[i], (struct sigaction){.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO});
  static const int interruptions[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < sizeof interruptions / sizeof *interruptions; i++)
    handle(interruptions[i], (struct sigaction){.sa_handler = on_interrupt});
  signal(SIGPIPE, SIG_IGN);
}
