/* Feeds arbitrary bytes to the reader of trace files, and what it accepts to the replay
 * on a small model. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/external/external.h"
#include "lts/b_machine.h"
#include "session/replay.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char model_text[] =
    "MACHINE m SETS P CONSTANTS c PROPERTIES c : 1..2 VARIABLES n, who\n"
    "INVARIANT n : 0..5 & who : P +-> 0..5 INITIALISATION n := 0 || who := {}\n"
    "OPERATIONS jump = SELECT n < 5 THEN n :: {n + 1, n + 2} END;\n"
    "r <-- join(p, k) = PRE p : P & k : 0..c THEN who(p) := k || r := n END END";

static void replay(const TraceFile *file)
{
  Session *session = session_new();
  Model *model = session_load(session, session_text(session, "m.mch", model_text));
  Engine *engine = engine_new(session_names(session), model, NULL, 0);
  external_install(engine);
  engine_set_time_limit(engine, 0.5);
  BMachine *machine = b_machine_new(engine);
  Lts *lts = b_machine_lts(machine);
  Animator *animator = animator_new(lts, NULL);
  Bench bench;
  bench_open(&bench, session, model, engine);
  Replay result;
  bool good = replay_trace(&result, animator, &bench, machine, file);
  if (good && result.done != result.steps) abort();
  replay_free(&result);
  bench_close(&bench);
  animator_free(animator);
  lts->free(lts);
  engine_free(engine);
  session_free(session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  enum { MOST_STEPS = 20 };
  Text error = {0};
  TraceFile *file = trace_file_read((const char *) data, size, &error);
  if (!file != (error.len > 0)) abort();
  if (file && file->steps.len <= MOST_STEPS) replay(file);
  trace_file_free(file);
  text_free(&error);
  return 0;
}
