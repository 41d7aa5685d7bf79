#include "random/csp_world.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* A term of another pool. */
static Datum copy_term(World *world, const Pool *from, Datum d)
{
  if (!datum_is_node(d)) return d;
  Datum parts[8];
  uint32_t count = datum_count(from, d);
  for (uint32_t i = 0; i < count; i++) parts[i] = copy_term(world, from, datum_part(from, d, i));
  return pool_node(world->pool, datum_kind(d), datum_tag(from, d), parts, count);
}

Datum world_actual(World *world, Datum d)
{
  if (!datum_is(d, DATUM_PROCESS)) return d;
  Datum parts[8];
  uint32_t count = datum_count(world->pool, d), tag = datum_tag(world->pool, d);
  if (tag == TERM_CALL) return world->actual[datum_int_of(datum_part(world->pool, d, 0))];
  for (uint32_t i = 0; i < count; i++)
    parts[i] = world_actual(world, datum_part(world->pool, d, i));
  return pool_node(world->pool, DATUM_PROCESS, tag, parts, count);
}

static const char script_text[] =
    "channel a, b, c\n"
    "external chase, deter, prioritise, prioritisepo\n"
    "transparent explicate, sbisim, wbisim, dbisim, normal, diamond, tau_loop_factor, "
    "model_compress\n";

static const char *const compressions[] = {[COMPRESS_NONE] = "explicate",
                                           [COMPRESS_SBISIM] = "sbisim",
                                           [COMPRESS_WBISIM] = "wbisim",
                                           [COMPRESS_DBISIM] = "dbisim",
                                           [COMPRESS_NORMAL] = "normal",
                                           [COMPRESS_DIAMOND] = "diamond",
                                           [COMPRESS_TAU_LOOP] = "tau_loop_factor",
                                           [COMPRESS_MODEL] = "model_compress",
                                           [COMPRESS_DETER] = "deter"};
enum { COMPRESSIONS = COMPRESS_DETER }; /* those that change nothing */

static Datum recursive_body(World *, int size, bool guarded);

static void open_script(World *world)
{
  Text text = {0};
  Sources *sources = sources_new();
  world->context = (CspParseContext){arena_new(), names_new(), sources, diags_new(sources), NULL};
  text_add(&text, script_text);
  for (uint32_t i = 0; i < WORLD_RECURSIVE; i++) {
    text_printf(&text, "X%u = ", i);
    world_print(world, &text, world->bodies[i]);
    text_add(&text, "\n");
  }
  world->script = csp_script_open(&world->context,
                                  sources_add(sources, "world.csp", text_string(&text), text.len));
  if (diags_errors(world->context.diags)) abort();
  text_free(&text);
}

/* The bodies are made in a pool of their own first: the script has one only when it is open. */
World *world_new(uint32_t events, uint64_t seed)
{
  World *world = memory_zeroed(1, sizeof *world);
  Pool *pool = world->pool = pool_new();
  world->seed = seed;
  world->events = events;
  for (uint32_t i = 0; i < WORLD_RECURSIVE; i++)
    world->bodies[i] = recursive_body(world, 2 + (int) i, false);
  open_script(world);
  world->evaluator = csp_script_evaluator(world->script);
  world->pool = evaluator_pool(world->evaluator);
  world->stepper = stepper_new(world->evaluator);
  for (uint32_t i = 0; i < WORLD_MOST_EVENTS; i++)
    if (!datum_same(world_read(world, (const char *[]){"a", "b", "c"}[i]), world_event(i))) abort();
  for (uint32_t i = 0; i < WORLD_RECURSIVE; i++) {
    world->bodies[i] = copy_term(world, pool, world->bodies[i]);
    world->actual[i] = world_read(world, (const char *[]){"X0", "X1", "X2"}[i]);
  }
  pool_free(pool);
  return world;
}

void world_free(World *world)
{
  if (!world) return;
  stepper_free(world->stepper);
  csp_script_free(world->script);
  diags_free(world->context.diags);
  names_free(world->context.names);
  arena_free(world->context.arena);
  sources_free(world->context.sources);
  free(world);
}

Datum world_read(World *world, const char *text)
{
  const Source *source = sources_add(world->context.sources, "text", text, strlen(text));
  const CspNode *tree = csp_script_expression(world->script, source);
  if (!tree) abort();
  return evaluator_value(world->evaluator, tree);
}

Datum world_event(uint32_t i) { return datum_name(i); }
uint32_t world_number(Datum event) { return datum_number(event); }

Datum world_set(World *world, uint32_t mask)
{
  Datum events[WORLD_MOST_EVENTS];
  uint32_t count = 0;
  for (uint32_t i = 0; i < WORLD_MOST_EVENTS; i++)
    if (mask >> i & 1) events[count++] = world_event(i);
  return datum_set(world->pool, events, count);
}

uint32_t world_mask(const World *world, Datum set)
{
  uint32_t mask = 0;
  for (uint32_t i = 0; i < datum_count(world->pool, set); i++)
    mask |= 1u << world_number(datum_part(world->pool, set, i));
  return mask;
}

uint32_t world_random(World *world, uint32_t below)
{
  world->seed = world->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t) (world->seed >> 33) % below;
}

Datum world_term(World *world, TermKind kind, const Datum *parts, uint32_t count)
{
  return pool_node(world->pool, DATUM_PROCESS, kind, parts, count);
}

/* ---- random processes ---- */

static uint32_t random_mask(World *world) { return world_random(world, 1u << world->events); }
static Datum random_set(World *world) { return world_set(world, random_mask(world)); }
static Datum random_event(World *world) { return world_event(world_random(world, world->events)); }

Datum world_relation(World *world)
{
  Datum pairs[2 * WORLD_MOST_EVENTS];
  uint32_t keys = 0;
  for (uint32_t i = 0; i < world->events; i++) {
    uint32_t mask = world_random(world, 2) ? random_mask(world) : 0;
    if (!mask) continue;
    pairs[2 * keys] = world_event(i);
    pairs[2 * keys++ + 1] = world_set(world, mask);
  }
  return datum_map(world->pool, pairs, keys);
}

static Datum random_call(World *world)
{
  return WORLD_TERM(world, TERM_CALL, datum_int(world_random(world, WORLD_RECURSIVE)));
}

static Datum leaf(World *world)
{
  if (world->calls && !world_random(world, 5)) return random_call(world);
  switch (world_random(world, 12)) {
  case 0:
  case 1:
  case 2: return world_term(world, TERM_STOP, NULL, 0);
  case 3: return WORLD_TERM(world, TERM_RUN, random_set(world));
  case 4: return WORLD_TERM(world, TERM_CHAOS, random_set(world));
  case 5:
    return world_random(world, 3) ? world_term(world, TERM_STOP, NULL, 0)
                                  : world_term(world, TERM_DIV, NULL, 0);
  default: return world_term(world, TERM_SKIP, NULL, 0);
  }
}

/* Two or three operands, perhaps each with a set before it, and `first` before all. */
static Datum several(World *world, TermKind kind, int size, bool shared)
{
  Datum parts[7];
  uint32_t used = 0, operands = 2 + (size > 3 && !world_random(world, 4));
  if (shared) parts[used++] = random_set(world);
  for (uint32_t i = 0; i < operands; i++) {
    if (kind == TERM_PARALLEL) parts[used++] = random_set(world);
    parts[used++] = world_process(world, size / (int) operands);
  }
  return world_term(world, kind, parts, used);
}

static Datum combination(World *world, int size)
{
  int half = size / 2;
  switch (world_random(world, 16)) {
  case 0: return several(world, TERM_EXTERNAL, size, false);
  case 1: return several(world, TERM_INTERNAL, size, false);
  case 2: return several(world, TERM_SHARE, size, true);
  case 3: return several(world, TERM_PARALLEL, size, false);
  case 4: return several(world, TERM_SYNC_CHOICE, size, true);
  case 5: return several(world, TERM_EXTERNAL, size, false);
  case 6:
  case 7:
  case 8: {
    Datum process = world_process(world, size);
    return WORLD_TERM(world, TERM_HIDE, process, random_set(world));
  }
  case 9: {
    Datum process = world_process(world, size);
    return WORLD_TERM(world, TERM_RENAME, process, world_relation(world));
  }
  default: break;
  }
  Datum left = world_process(world, half), right = world_process(world, half);
  switch (world_random(world, 7)) {
  case 0: return WORLD_TERM(world, TERM_SLIDING, left, right);
  case 1: return WORLD_TERM(world, TERM_INTERRUPT, left, right);
  case 2: return WORLD_TERM(world, TERM_LINK, left, world_relation(world), right);
  case 3: return WORLD_TERM(world, TERM_EXCEPTION, left, random_set(world), right);
  case 4: return WORLD_TERM(world, TERM_SYNC_INTERRUPT, left, random_set(world), right);
  default: return WORLD_TERM(world, TERM_SEQUENCE, left, right);
  }
}

/* Operators that are about steps. */
static Datum prioritised(World *world, int size)
{
  Datum inside = world_process(world, size), a = random_set(world), b = random_set(world);
  Datum event = random_event(world), other = random_event(world), pair[2] = {event, other};
  if (world_random(world, 2)) {
    Datum sets[2] = {a, datum_set_diff(world->pool, b, a)};
    return WORLD_TERM(world, TERM_PRIORITISE, inside, datum_seq(world->pool, sets, 2));
  }
  Datum tuple = datum_tuple(world->pool, pair, 2),
        all = world_set(world, (1u << world->events) - 1);
  Datum order = datum_set(world->pool, &tuple, !datum_same(event, other));
  Datum greatest = datum_set_diff(world->pool, a, datum_set(world->pool, &other, 1));
  return WORLD_TERM(world, TERM_PRIORITY_ORDER, inside, all, order, greatest);
}

static Datum chased(World *world, int size)
{
  Datum inside = world_process(world, size);
  bool deter = world_random(world, 2);
  if (!world->is_deterministic(world, inside, world->deterministic_context)) return inside;
  return deter ? WORLD_TERM(world, TERM_COMPRESS, datum_int(COMPRESS_DETER), inside)
               : WORLD_TERM(world, TERM_CHASE, inside);
}

Datum world_process(World *world, int size)
{
  if (size <= 0) return leaf(world);
  if (world->priorities && !world_random(world, 6)) return prioritised(world, size);
  if (world->is_deterministic && !world_random(world, 6)) return chased(world, size);
  if (world->compress && !world_random(world, 8)) {
    Datum kind = datum_int(world_random(world, COMPRESSIONS)), inside = world_process(world, size);
    return WORLD_TERM(world, TERM_COMPRESS, kind, inside);
  }
  if (world_random(world, 5) < 2) {
    Datum after = world_process(world, size - 1);
    return WORLD_TERM(world, TERM_EVENT, random_event(world), after);
  }
  return combination(world, size - 1);
}

/* Calls stand after an event, in places where nothing waits for their end. */
static Datum recursive_body(World *world, int size, bool guarded)
{
  if (guarded && !world_random(world, 3)) return random_call(world);
  if (size <= 0) return leaf(world);
  if (world_random(world, 2)) {
    Datum after = recursive_body(world, size - 1, true);
    return WORLD_TERM(world, TERM_EVENT, random_event(world), after);
  }
  Datum first = recursive_body(world, size / 2, guarded),
        last = recursive_body(world, size / 2, guarded);
  Datum before = world_process(world, 2);
  switch (world_random(world, 6)) {
  case 0: return WORLD_TERM(world, TERM_INTERNAL, first, last);
  case 1: return WORLD_TERM(world, TERM_SLIDING, first, last);
  case 2: return WORLD_TERM(world, TERM_SEQUENCE, before, last);
  case 3: return WORLD_TERM(world, TERM_EXCEPTION, before, random_set(world), last);
  case 4: return WORLD_TERM(world, TERM_INTERRUPT, before, last);
  default: return WORLD_TERM(world, TERM_EXTERNAL, first, last);
  }
}

/* ---- as text ---- */

static void print_set(const World *world, Text *text, Datum set)
{
  text_add(text, "{");
  for (uint32_t i = 0; i < datum_count(world->pool, set); i++)
    text_printf(text, "%s%c", i ? "," : "",
                'a' + (int) world_number(datum_part(world->pool, set, i)));
  text_add(text, "}");
}

static void print_relation(const World *world, Text *text, Datum map, const char *arrow)
{
  bool first = true;
  for (uint32_t i = 0; i < datum_count(world->pool, map); i += 2) {
    Datum from = datum_part(world->pool, map, i), set = datum_part(world->pool, map, i + 1);
    for (uint32_t k = 0; k < datum_count(world->pool, set); k++, first = false)
      text_printf(text, "%s%c %s %c", first ? "" : ", ", 'a' + (int) world_number(from), arrow,
                  'a' + (int) world_number(datum_part(world->pool, set, k)));
  }
}

static void print_operands(const World *world, Text *text, Datum term, uint32_t first,
                           const char *between)
{
  for (uint32_t i = first; i < datum_count(world->pool, term); i++) {
    if (i > first) text_printf(text, " %s ", between);
    world_print(world, text, datum_part(world->pool, term, i));
  }
}

/* P op {…} op' Q, for a set at part `at`. */
static void print_with_set(const World *world, Text *text, Datum term, const char *open,
                           const char *close)
{
  Datum kind = datum_part(world->pool, term, 0);
  bool before = datum_is(kind, DATUM_SET); /* [A P…], else [P A Q] */
  uint32_t count = datum_count(world->pool, term);
  for (uint32_t i = before; i < count; i += before ? 1 : 2) {
    if (i > before) {
      text_printf(text, " %s", open);
      print_set(world, text, datum_part(world->pool, term, before ? 0 : 1));
      text_printf(text, "%s ", close);
    }
    world_print(world, text, datum_part(world->pool, term, i));
  }
}

/* The operators of CSP-M are binary: ((A P || B Q) || C R). */
static void print_parallel(const World *world, Text *text, Datum term, uint32_t count)
{
  uint32_t last = count - 2, all = 0;
  Datum set = datum_part(world->pool, term, last),
        process = datum_part(world->pool, term, last + 1);
  for (uint32_t i = 0; i < last; i += 2) all |= world_mask(world, datum_part(world->pool, term, i));
  if (last > 2) text_add(text, "(");
  if (last > 2) print_parallel(world, text, term, last);
  else world_print(world, text, datum_part(world->pool, term, 1));
  if (last > 2) text_add(text, ")");
  text_add(text, " [");
  print_set(world, text, world_set((World *) world, all));
  text_add(text, " || ");
  print_set(world, text, set);
  text_add(text, "] ");
  world_print(world, text, process);
}

static void print_chosen(const World *world, Text *text, Datum term, TermKind kind)
{
  const Datum *parts = datum_parts(world->pool, term);
  text_add(text, kind == TERM_CHASE        ? "chase("
                 : kind == TERM_PRIORITISE ? "prioritise("
                                           : "prioritisepo(");
  world_print(world, text, parts[0]);
  if (kind == TERM_PRIORITISE) {
    text_add(text, ", <");
    print_set(world, text, datum_part(world->pool, parts[1], 0));
    text_add(text, ", ");
    print_set(world, text, datum_part(world->pool, parts[1], 1));
    text_add(text, ">");
  } else if (kind == TERM_PRIORITY_ORDER) {
    text_add(text, ", ");
    print_set(world, text, parts[1]);
    text_add(text, ", {");
    for (uint32_t i = 0; i < datum_count(world->pool, parts[2]); i++) {
      const Datum *pair = datum_parts(world->pool, datum_part(world->pool, parts[2], i));
      text_printf(text, "(%c, %c)", 'a' + (int) world_number(pair[0]),
                  'a' + (int) world_number(pair[1]));
    }
    text_add(text, "}, ");
    print_set(world, text, parts[3]);
  }
  text_add(text, ")");
}

static void print_others(const World *world, Text *text, Datum term, TermKind kind)
{
  const Datum *parts = datum_parts(world->pool, term);
  switch (kind) {
  case TERM_EVENT:
    text_printf(text, "%c -> ", 'a' + (int) world_number(parts[0]));
    world_print(world, text, parts[1]);
    return;
  case TERM_HIDE:
    world_print(world, text, parts[0]);
    text_add(text, " \\ ");
    print_set(world, text, parts[1]);
    return;
  case TERM_RENAME:
    world_print(world, text, parts[0]);
    if (!datum_count(world->pool, parts[1])) return;
    text_add(text, "[[");
    print_relation(world, text, parts[1], "<-");
    text_add(text, "]]");
    return;
  case TERM_LINK:
    world_print(world, text, parts[0]);
    text_add(text, datum_count(world->pool, parts[1]) ? " [" : " ||| ");
    print_relation(world, text, parts[1], "<->");
    if (datum_count(world->pool, parts[1])) text_add(text, "] ");
    world_print(world, text, parts[2]);
    return;
  case TERM_CHASE:
  case TERM_PRIORITISE:
  case TERM_PRIORITY_ORDER: print_chosen(world, text, term, kind); return;
  case TERM_COMPRESS:
    text_add(text, compressions[datum_int_of(parts[0])]);
    text_add(text, "(");
    world_print(world, text, parts[1]);
    text_add(text, ")");
    return;
  case TERM_PARALLEL: print_parallel(world, text, term, datum_count(world->pool, term)); return;
  default: abort();
  }
}

static void print_inner(const World *world, Text *text, Datum term, TermKind kind)
{
  switch (kind) {
  case TERM_EXTERNAL: print_operands(world, text, term, 0, "[]"); return;
  case TERM_INTERNAL: print_operands(world, text, term, 0, "|~|"); return;
  case TERM_SLIDING: print_operands(world, text, term, 0, "[>"); return;
  case TERM_INTERRUPT: print_operands(world, text, term, 0, "/\\"); return;
  case TERM_SEQUENCE: print_operands(world, text, term, 0, ";"); return;
  case TERM_SHARE: print_with_set(world, text, term, "[|", "|]"); return;
  case TERM_EXCEPTION: print_with_set(world, text, term, "[|", "|>"); return;
  case TERM_SYNC_CHOICE: print_with_set(world, text, term, "[+", "+]"); return;
  case TERM_SYNC_INTERRUPT: print_with_set(world, text, term, "/+", "+\\"); return;
  default: print_others(world, text, term, kind); return;
  }
}

void world_print(const World *world, Text *text, Datum term)
{
  TermKind kind = (TermKind) datum_tag(world->pool, term);
  switch (kind) {
  case TERM_STOP: text_add(text, "STOP"); return;
  case TERM_SKIP: text_add(text, "SKIP"); return;
  case TERM_OMEGA: text_add(text, "Ω"); return;
  case TERM_DIV: text_add(text, "DIV"); return;
  case TERM_RUN:
  case TERM_CHAOS:
    text_add(text, kind == TERM_RUN ? "RUN(" : "CHAOS(");
    print_set(world, text, datum_part(world->pool, term, 0));
    text_add(text, ")");
    return;
  default: break;
  }
  if (kind == TERM_CALL) {
    text_printf(text, "X%d", (int) datum_int_of(datum_part(world->pool, term, 0)));
    return;
  }
  text_add(text, "(");
  print_inner(world, text, term, kind);
  text_add(text, ")");
}
