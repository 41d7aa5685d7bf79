#include "cli/console/console.h"
#include "cli/signals.h"

enum { FLUSHED_BYTES = 1 << 15 };

void console_begin(Console *c)
{
  scene_begin(&c->scene);
  signals_note_interruption();
}

bool console_is_over(Console *c) { return c->quit || scene_is_over(&c->scene); }

void console_flush_long(Console *c)
{
  if (c->live || c->cli->report.out.len > FLUSHED_BYTES) console_flush(c);
}
