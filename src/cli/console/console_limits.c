#include "base/clock.h"
#include "base/memory.h"
#include "cli/console/console.h"
#include "cli/signals.h"

enum { STEPS_BETWEEN_LOOKS = 256, FLUSHED_BYTES = 1 << 15 };

void console_begin(Console *c)
{
  double seconds = c->cli->options.values[OPT_TIME_LIMIT].seconds;
  engine_set_time_limit(c->bench.engine, seconds);
  c->bench.engine->expired = c->bench.engine->full = false;
  c->memory_limit = session_memory_limit(c->cli->report.session);
  if (c->system.script) session_limit_script(c->cli->report.session, c->system.script);
  signals_note_interruption();
}

bool console_is_over(Console *c)
{
  Engine *e = c->bench.engine;
  if (e->options.deadline > 0 && clock_seconds() > e->options.deadline) e->expired = true;
  if (c->looks++ % STEPS_BETWEEN_LOOKS == 0 && c->memory_limit &&
      memory_resident() > c->memory_limit)
    e->expired = e->full = true;
  return e->expired || c->quit || signals_interrupted();
}

void console_flush_long(Console *c)
{
  if (c->live || c->cli->report.out.len > FLUSHED_BYTES) console_flush(c);
}
