#ifndef BASE_CHILD_H
#define BASE_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/text.h"

/* A process that was started, with pipes.  It leads a process group of its own, so that
 * Ctrl-C does not reach it, and what it starts can be ended with it; it is killed when the
 * thread that started it ends. */
typedef struct Child {
  pid_t id; /* 0: there is none, or it was reaped */
  int in, out, err,
      progress; /* our ends of its pipes, which never wait; -1: there is none, or it was closed */
} Child;

typedef struct ChildStart {
  const char *program;
  const char *const *arguments; /* with the name of the program, ends with NULL */
  int folder;                   /* a descriptor of the folder where it works; negative: this one */
  bool with_input;              /* else its standard input is empty … */
  int input;                    /* … or this descriptor; 0: there is none */
  bool with_progress;           /* a pipe at CHILD_PROGRESS */
  bool holds_interrupts;        /* they wait until it asks for them: signals_note_interruptions */
  int niceness;
} ChildStart;

enum { CHILD_PROGRESS = 3 };

#define CHILD_NONE ((Child){.in = -1, .out = -1, .err = -1, .progress = -1})

/* False, with the reason: it could not be started. */
bool child_start(Child *, const ChildStart *, Text *error);
void child_interrupt(const Child *);
void child_kill(const Child *); /* with its whole group */
/* True: it has ended, now or before; *status as waitpid gives it.  Does not wait. */
bool child_reap(Child *, int *status);
/* Ends it if it still runs, waits for that, and closes the pipes. */
void child_close(Child *);
/* The memory that it has; 0: not known. */
size_t child_memory(const Child *);

typedef enum { CHILD_MORE, CHILD_WAIT, CHILD_END } ChildRead;
/* Adds what is there now, or a part of it.  CHILD_END: no more will come; the end is closed. */
ChildRead child_read(int *end, Text *);
/* Writes as much as goes at once from *from on; false: nobody reads it any more. */
bool child_write(int end, const Text *, size_t *from);
void child_close_end(int *end);

#endif
