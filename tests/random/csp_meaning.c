#include "random/csp_meaning.h"

#include <assert.h>
#include <string.h>

/* ---- cells ---- */

Cell *meanings_cells(const Meanings *m) { return arena_new_array(m->arena, Cell, m->count); }

static uint32_t length_of(const Meanings *m, uint32_t trace)
{
  uint32_t length = 0;
  for (; trace; trace = (trace - 1) / m->events) length++;
  return length;
}

static void join(Cell *a, Cell b)
{
  a->trace |= b.trace;
  a->tick |= b.tick;
  a->diverges |= b.diverges;
  a->refused |= b.refused;
}

/* All behaviours of Q from trace t on, as behaviours from u on. */
static void graft(const Meanings *m, Cell *out, uint32_t u, const Cell *q, uint32_t t)
{
  if (u >= m->count || t >= m->count || !q[t].trace) return;
  join(&out[u], q[t]);
  for (uint32_t e = 0; e < m->events; e++)
    graft(m, out, trace_child(m, u, e), q, trace_child(m, t, e));
}

/* … but what Q does at first is taken only from its first events on. */
static void graft_after(const Meanings *m, Cell *out, uint32_t u, const Cell *q)
{
  for (uint32_t e = 0; e < m->events; e++)
    graft(m, out, trace_child(m, u, e), q, trace_child(m, 0, e));
}

static void spread(const Meanings *m, Cell *cells, uint32_t s, bool diverges)
{
  if (s >= m->count) return;
  diverges |= cells[s].diverges;
  if (diverges) cells[s] = (Cell){true, true, true, m->down[all_events(m) | tick_bit(m)]};
  for (uint32_t e = 0; e < m->events; e++) spread(m, cells, trace_child(m, s, e), diverges);
}

void meaning_close(const Meanings *m, Cell *cells) { spread(m, cells, 0, false); }

/* A process that may end may refuse all but ✓. */
static void close_ends(const Meanings *m, Cell *cells)
{
  for (uint32_t s = 0; s < m->count; s++)
    if (cells[s].tick) cells[s].refused |= m->down[all_events(m)];
}

/* ---- refusals of two ---- */

/* Of X and Y: events of `needs_both` are refused if one refuses them, others if both do. */
static uint16_t refuse_together(const Meanings *m, uint16_t left, uint16_t right,
                                uint32_t needs_both)
{
  uint16_t all = 0;
  for (uint32_t x = 0; x < 16; x++)
    for (uint32_t y = 0; (left >> x & 1) && y < 16; y++)
      if (right >> y & 1) all |= m->down[(x & y) | ((x | y) & needs_both)];
  return all;
}

static Cell both(const Meanings *m, Cell p, Cell q, uint32_t needs_both)
{
  return (Cell){p.trace && q.trace, false, p.diverges || q.diverges,
                refuse_together(m, p.refused, q.refused, needs_both)};
}

/* ---- operators ---- */

typedef struct { /* an operator at work */
  Meanings *m;
  Cell *out;
  const Cell *p, *q;
  uint32_t a, b; /* sets of events */
} Work;

/* Too much of it: then the result is not used. */
static bool is_tired(Meanings *m) { return ++m->effort > m->most; }

static void run(Work *w, uint32_t s, uint16_t refused)
{
  if (s >= w->m->count) return;
  w->out[s] = (Cell){true, false, false, refused};
  for (uint32_t e = 0; e < w->m->events; e++)
    if (w->a >> e & 1) run(w, trace_child(w->m, s, e), refused);
}

static void leaf(Work *w, TermKind kind, uint32_t set)
{
  const Meanings *m = w->m;
  uint32_t all = all_events(m) | tick_bit(m);
  w->a = set;
  w->out[0].trace = true;
  switch (kind) {
  case TERM_STOP: w->out[0].refused = m->down[all]; return;
  case TERM_SKIP: w->out[0].tick = true; return;
  case TERM_DIV: w->out[0].diverges = m->strict; return;
  case TERM_RUN: run(w, 0, m->down[all & ~set]); return;
  default:
    assert(kind == TERM_CHAOS);
    run(w, 0, m->down[all]);
    return;
  }
}

static void external(Work *w)
{
  graft(w->m, w->out, 0, w->p, 0);
  graft(w->m, w->out, 0, w->q, 0);
  w->out[0].refused = refuse_together(w->m, w->p[0].refused, w->q[0].refused, 0);
}

static void internal(Work *w)
{
  graft(w->m, w->out, 0, w->p, 0);
  graft(w->m, w->out, 0, w->q, 0);
}

/* (P |~| STOP) [] Q */
static void sliding(Work *w)
{
  internal(w);
  w->out[0].refused = w->q[0].refused;
}

static void prefix(Work *w, uint32_t event)
{
  w->out[0] =
      (Cell){true, false, false, w->m->down[(all_events(w->m) | tick_bit(w->m)) & ~(1u << event)]};
  graft(w->m, w->out, trace_child(w->m, 0, event), w->p, 0);
}

/* (s, X) of P if it refuses X and ✓; after s ✓ of P all that Q does. */
static void sequence(Work *w)
{
  const Meanings *m = w->m;
  for (uint32_t s = 0; s < m->count; s++) {
    if (!w->p[s].trace) continue;
    Cell before = {true, false, w->p[s].diverges, 0};
    for (uint32_t x = 0; x < 16; x++)
      if (w->p[s].refused >> x & 1 && (x & tick_bit(m))) before.refused |= m->down[x];
    join(&w->out[s], before);
    if (w->p[s].tick) graft(m, w->out, s, w->q, 0);
  }
}

static void interrupt(Work *w)
{
  const Meanings *m = w->m;
  for (uint32_t s = 0; s < m->count; s++) {
    if (!w->p[s].trace) continue;
    Cell here = both(m, w->p[s], w->q[0], 0);
    here.tick = w->p[s].tick || w->q[0].tick;
    join(&w->out[s], here);
    graft_after(m, w->out, s, w->q);
  }
}

/* s of P without events of A; or up to the first of these, and then Q. */
static void exception(Work *w, uint32_t s)
{
  const Meanings *m = w->m;
  if (s >= m->count || !w->p[s].trace) return;
  join(&w->out[s], w->p[s]);
  for (uint32_t e = 0; e < m->events; e++) {
    uint32_t next = trace_child(m, s, e);
    if (!(w->a >> e & 1)) exception(w, next);
    else if (next < m->count && w->p[next].trace) graft(m, w->out, next, w->q, 0);
  }
}

/* u is a way to take s of P and t of Q, together on both alphabets. */
static void parallel(Work *w, uint32_t u, uint32_t s, uint32_t t, bool free)
{
  const Meanings *m = w->m;
  if (u >= m->count || !w->p[s].trace || !w->q[t].trace || is_tired(w->m)) return;
  uint32_t common = w->a & w->b;
  Cell here = both(m, w->p[s], w->q[t], common | tick_bit(m));
  here.tick = w->p[s].tick && w->q[t].tick;
  join(&w->out[u], here);
  for (uint32_t e = 0; e < m->events; e++) {
    uint32_t next = trace_child(m, u, e), left = trace_child(m, s, e), right = trace_child(m, t, e);
    if (common >> e & 1) parallel(w, next, left, right, free);
    else if (free) {
      parallel(w, next, left, t, free);
      parallel(w, next, s, right, free);
    } else if (w->a >> e & 1) parallel(w, next, left, t, free);
    else if (w->b >> e & 1) parallel(w, next, s, right, free);
  }
}

/* What is not in its alphabet a process neither does nor hinders: it refuses it, and the other one
 * decides. */
static Cell *within_alphabet(const Meanings *m, const Cell *p, uint32_t alphabet)
{
  Cell *out = meanings_cells(m);
  uint32_t others = all_events(m) & ~alphabet;
  for (uint32_t s = 0; s < m->count; s++) {
    out[s] = p[s];
    for (uint32_t x = 0; x < 16; x++)
      if (p[s].refused >> x & 1) out[s].refused |= m->down[x | others];
  }
  return out;
}

static void alphabetised(Work *w)
{
  w->p = within_alphabet(w->m, w->p, w->a);
  w->q = within_alphabet(w->m, w->q, w->b);
  parallel(w, 0, 0, 0, false);
}

static void synchronised_choice(Work *w, uint32_t u)
{
  const Meanings *m = w->m;
  if (u >= m->count || !w->p[u].trace || !w->q[u].trace) return;
  Cell here = both(m, w->p[u], w->q[u], w->a);
  here.tick = w->p[u].tick || w->q[u].tick;
  join(&w->out[u], here);
  for (uint32_t e = 0; e < m->events; e++) {
    uint32_t next = trace_child(m, u, e);
    if (w->a >> e & 1) synchronised_choice(w, next);
    else graft(m, w->out, next, w->p, next), graft(m, w->out, next, w->q, next);
  }
}

/* s of P, and t of Q: the events of A in it. */
static void synchronised_interrupt(Work *w, uint32_t s, uint32_t t)
{
  const Meanings *m = w->m;
  if (s >= m->count || !w->p[s].trace || !w->q[t].trace) return;
  Cell here = both(m, w->p[s], w->q[t], w->a);
  here.tick = w->p[s].tick || w->q[t].tick;
  join(&w->out[s], here);
  for (uint32_t e = 0; e < m->events; e++) {
    uint32_t next = trace_child(m, s, e), other = trace_child(m, t, e);
    if (w->a >> e & 1) synchronised_interrupt(w, next, other);
    else synchronised_interrupt(w, next, t), graft(m, w->out, next, w->q, other);
  }
}

/* ---- relations ---- */

typedef uint32_t Relation[WORLD_MOST_EVENTS]; /* by event: images, a mask */

static void take_relation(const World *world, Datum map, Relation relation)
{
  for (uint32_t i = 0; i < WORLD_MOST_EVENTS; i++) relation[i] = 0;
  for (uint32_t i = 0; i < datum_count(world->pool, map); i += 2)
    relation[world_number(datum_part(world->pool, map, i))] =
        world_mask(world, datum_part(world->pool, map, i + 1));
}

/* u is an image of s.  It refuses X if P refuses all events with an image in X. */
static void rename_traces(Work *w, const Relation images, uint32_t u, uint32_t s)
{
  const Meanings *m = w->m;
  if (u >= m->count || !w->p[s].trace || is_tired(w->m)) return;
  Cell here = w->p[s];
  here.refused = 0;
  for (uint32_t x = 0; x < 16; x++) {
    uint32_t before = x & tick_bit(m);
    for (uint32_t e = 0; e < m->events; e++)
      if (images[e] & x) before |= 1u << e;
    if (w->p[s].refused >> before & 1 && x < 2 * tick_bit(m)) here.refused |= (uint16_t) (1u << x);
  }
  join(&w->out[u], here);
  for (uint32_t e = 0; e < m->events; e++)
    for (uint32_t image = 0; image < m->events; image++)
      if (images[e] >> image & 1)
        rename_traces(w, images, trace_child(m, u, image), trace_child(m, s, e));
}

static void renaming(Work *w, Datum map)
{
  Relation images;
  take_relation(w->m->world, map, images);
  for (uint32_t e = 0; e < w->m->events; e++)
    if (!images[e]) images[e] = 1u << e;
  rename_traces(w, images, 0, 0);
}

/* ---- hiding ---- */

static bool is_finite(const Meanings *m, Meaning p)
{
  if (p.bound < 0) return false;
  for (uint32_t s = 0; s < m->count; s++)
    if (p.cells[s].trace && !p.cells[s].diverges && (int) length_of(m, s) == p.bound) return false;
  return true;
}

/* After a trace of a process with `states` states there are infinitely many hidden events in a row
 * iff there are `states` of them; and what is seen with at most n visible events is seen with
 * hidden ones between that come back to no state.  So the operand must be known up to the length
 * states * (n + 2) - 1.  This is where finiteness comes in, which sets of traces know nothing of.
 */
static int bound_of_hidden(const Meanings *m, Meaning p, uint32_t states)
{
  if (is_finite(m, p)) return (int) m->longest;
  if (!states || p.bound < 0) return -1;
  return (p.bound + 1) / (int) states - 2;
}

static void hide_traces(Work *w, uint32_t states, uint32_t u, uint32_t s, uint32_t row)
{
  const Meanings *m = w->m;
  if (s >= m->count || !w->p[s].trace) return;
  Cell here = w->p[s];
  here.refused = 0;
  if (m->strict && states && row >= states) here.diverges = true;
  for (uint32_t x = 0; x < 16; x++)
    if (w->p[s].refused >> x & 1 && (w->a & ~x) == 0) here.refused |= m->down[x];
  join(&w->out[u], here);
  for (uint32_t e = 0; e < m->events; e++) {
    bool hidden = w->a >> e & 1;
    hide_traces(w, states, hidden ? u : trace_child(m, u, e), trace_child(m, s, e),
                hidden ? row + 1 : 0);
  }
}

/* ---- links ---- */

typedef struct {
  Relation ties;
  uint32_t left, right; /* the events that are tied, of P and of Q */
  uint32_t states;      /* 0: it is finite */
} Links;

static uint16_t refuse_linked(const Meanings *m, const Links *l, Cell p, Cell q)
{
  uint16_t all = 0;
  for (uint32_t x = 0; x < 16; x++)
    for (uint32_t y = 0; (p.refused >> x & 1) && y < 16; y++) {
      bool stable = q.refused >> y & 1;
      for (uint32_t e = 0; e < m->events; e++)
        if (!(x >> e & 1) && (l->ties[e] & ~y)) stable = false;
      if (stable) all |= m->down[((x | l->left) & (y | l->right)) | ((x | y) & tick_bit(m))];
    }
  return all;
}

static void link_traces(Work *w, const Links *l, uint32_t u, uint32_t s, uint32_t t, uint32_t row)
{
  const Meanings *m = w->m;
  if (u >= m->count || s >= m->count || t >= m->count) return;
  if (!w->p[s].trace || !w->q[t].trace || is_tired(w->m)) return;
  Cell here = {true, w->p[s].tick && w->q[t].tick, w->p[s].diverges || w->q[t].diverges,
               refuse_linked(m, l, w->p[s], w->q[t])};
  if (m->strict && l->states && row >= l->states) here.diverges = true;
  join(&w->out[u], here);
  if (here.diverges) return; /* all is possible */
  for (uint32_t e = 0; e < m->events; e++) {
    if (!(l->left >> e & 1)) link_traces(w, l, trace_child(m, u, e), trace_child(m, s, e), t, 0);
    if (!(l->right >> e & 1)) link_traces(w, l, trace_child(m, u, e), s, trace_child(m, t, e), 0);
    for (uint32_t other = 0; other < m->events; other++)
      if (l->ties[e] >> other & 1)
        link_traces(w, l, u, trace_child(m, s, e), trace_child(m, t, other), row + 1);
  }
}

static void take_links(const Meanings *m, Datum map, Links *l)
{
  take_relation(m->world, map, l->ties);
  for (uint32_t e = 0; e < m->events; e++) {
    if (l->ties[e]) l->left |= 1u << e;
    l->right |= l->ties[e];
  }
}

/* ---- terms ---- */

enum { MOST_STATES = 40 };

static int least(int a, int b) { return a < b ? a : b; }

static Meaning of_leaf(Meanings *m, TermKind kind, uint32_t set)
{
  Work w = {.m = m, .out = meanings_cells(m)};
  leaf(&w, kind, set);
  return (Meaning){(int) m->longest, w.out};
}

static void two(Work *w, TermKind kind)
{
  switch (kind) {
  case TERM_EXTERNAL: external(w); return;
  case TERM_INTERNAL: internal(w); return;
  case TERM_SLIDING: sliding(w); return;
  case TERM_SEQUENCE: sequence(w); return;
  case TERM_INTERRUPT: interrupt(w); return;
  case TERM_SHARE: w->b = w->a, parallel(w, 0, 0, 0, true); return;
  case TERM_PARALLEL: alphabetised(w); return;
  case TERM_EXCEPTION: exception(w, 0); return;
  case TERM_SYNC_CHOICE: synchronised_choice(w, 0); return;
  default:
    assert(kind == TERM_SYNC_INTERRUPT);
    synchronised_interrupt(w, 0, 0);
    return;
  }
}

static Meaning finished(Meanings *m, int bound, Cell *cells)
{
  close_ends(m, cells);
  if (m->strict) meaning_close(m, cells);
  return (Meaning){m->effort > m->most ? -1 : bound, cells};
}

static Meaning of_two(Meanings *m, TermKind kind, Meaning p, Meaning q, uint32_t a, uint32_t b)
{
  Work w = {m, meanings_cells(m), p.cells, q.cells, a, b};
  two(&w, kind);
  return finished(m, least(p.bound, q.bound), w.out);
}

/* Operands first, first + stride, …, taken together from the left. */
static Meaning of_several(Meanings *m, TermKind kind, Datum term, uint32_t first, uint32_t stride)
{
  Pool *pool = m->world->pool;
  uint32_t count = datum_count(pool, term);
  bool sets = kind == TERM_PARALLEL;
  uint32_t a = sets || first ? world_mask(m->world, datum_part(pool, term, 0)) : 0;
  Meaning all = meaning_of(m, datum_part(pool, term, first));
  for (uint32_t i = first + stride; i < count; i += stride) {
    uint32_t b = sets ? world_mask(m->world, datum_part(pool, term, i - 1)) : 0;
    all = of_two(m, kind, all, meaning_of(m, datum_part(pool, term, i)), a, b);
    if (sets) a |= b;
  }
  return all;
}

static Meaning of_hiding(Meanings *m, Datum process, uint32_t set)
{
  Meaning p = meaning_of(m, process);
  bool finite = is_finite(m, p);
  uint32_t states =
      finite ? 0 : behaviour_states(m->world, world_actual(m->world, process), MOST_STATES);
  Work w = {.m = m, .out = meanings_cells(m), .p = p.cells, .a = set};
  hide_traces(&w, states, 0, 0, 0);
  return finished(m, set ? bound_of_hidden(m, p, states) : p.bound, w.out);
}

static Meaning of_link(Meanings *m, const Datum *parts)
{
  Meaning p = meaning_of(m, parts[0]), q = meaning_of(m, parts[2]);
  Links links = {.states = 0};
  take_links(m, parts[1], &links);
  bool finite = is_finite(m, p) && is_finite(m, q);
  uint32_t left =
      finite ? 0 : behaviour_states(m->world, world_actual(m->world, parts[0]), MOST_STATES);
  links.states =
      finite ? 0 : left * behaviour_states(m->world, world_actual(m->world, parts[2]), MOST_STATES);
  Work w = {.m = m, .out = meanings_cells(m), .p = p.cells, .q = q.cells};
  link_traces(&w, &links, 0, 0, 0, 0);
  int bound = least(bound_of_hidden(m, p, links.states), bound_of_hidden(m, q, links.states));
  return finished(m, links.left ? bound : least(p.bound, q.bound), w.out);
}

static Meaning of_one(Meanings *m, TermKind kind, const Datum *parts)
{
  if (kind == TERM_HIDE) return of_hiding(m, parts[0], world_mask(m->world, parts[1]));
  if (kind == TERM_LINK) return of_link(m, parts);
  Meaning p = meaning_of(m, parts[kind == TERM_EVENT]);
  Work w = {.m = m, .out = meanings_cells(m), .p = p.cells};
  if (kind == TERM_EVENT) prefix(&w, world_number(parts[0]));
  else renaming(&w, parts[1]);
  return finished(m, p.bound, w.out);
}

/* The least of all meanings. */
static Meaning of_nothing(Meanings *m)
{
  Work w = {.m = m, .out = meanings_cells(m)};
  leaf(&w, TERM_DIV, 0);
  return finished(m, (int) m->longest, w.out);
}

Meaning meaning_of(Meanings *m, Datum term)
{
  const Datum *parts = datum_parts(m->world->pool, term);
  TermKind kind = (TermKind) datum_tag(m->world->pool, term);
  if (kind == TERM_CALL) return m->calls[m->strict][datum_int_of(parts[0])];
  switch (kind) {
  case TERM_STOP:
  case TERM_SKIP:
  case TERM_DIV: {
    Meaning p = of_leaf(m, kind, 0);
    return finished(m, p.bound, p.cells);
  }
  case TERM_RUN:
  case TERM_CHAOS: return of_leaf(m, kind, world_mask(m->world, parts[0]));
  case TERM_EXTERNAL:
  case TERM_INTERNAL:
  case TERM_SLIDING:
  case TERM_INTERRUPT:
  case TERM_SEQUENCE: return of_several(m, kind, term, 0, 1);
  case TERM_SHARE:
  case TERM_SYNC_CHOICE: return of_several(m, kind, term, 1, 1);
  case TERM_PARALLEL: return of_several(m, kind, term, 1, 2);
  case TERM_EXCEPTION:
  case TERM_SYNC_INTERRUPT:
    return of_two(m, kind, meaning_of(m, parts[0]), meaning_of(m, parts[2]),
                  world_mask(m->world, parts[1]), 0);
  case TERM_COMPRESS: return meaning_of(m, parts[1]);
  case TERM_CHASE: return meaning_of(m, parts[0]); /* it is deterministic: nothing is chosen */
  default: return of_one(m, kind, parts);
  }
}

/* Calls stand after events: each time that the bodies are put in for them, their meanings are right
 * for traces that are longer by one. */
static void find_calls(Meanings *m, Meaning *calls)
{
  for (uint32_t i = 0; i < WORLD_RECURSIVE; i++) calls[i] = of_nothing(m);
  for (uint32_t length = 0; length <= m->longest; length++) {
    Meaning next[WORLD_RECURSIVE];
    for (uint32_t i = 0; i < WORLD_RECURSIVE; i++) next[i] = meaning_of(m, m->world->bodies[i]);
    memcpy(calls, next, sizeof next);
  }
}

void meanings_begin(Meanings *m, World *world, Arena *arena, uint32_t longest)
{
  *m = (Meanings){.world = world, .arena = arena, .events = world->events, .longest = longest};
  for (uint32_t length = 0, level = 1; length <= longest; length++, level *= m->events)
    m->count += level;
  for (uint32_t x = 0; x < 16; x++)
    for (uint32_t y = 0; y < 16; y++)
      if ((y & ~x) == 0) m->down[x] |= (uint16_t) (1u << y);
  m->most = 30000000;
  for (int strict = 0; strict < 2; strict++) {
    m->strict = strict;
    find_calls(m, m->calls[strict]);
  }
  m->most = 3000000;
  m->effort = 0;
}

/* ---- comparison ---- */

bool cell_equal(Cell a, Cell b)
{
  return a.trace == b.trace && a.tick == b.tick && a.diverges == b.diverges &&
         a.refused == b.refused;
}

uint32_t meaning_difference(const Meanings *m, const Cell *a, const Cell *b, int bound)
{
  for (uint32_t s = 0; s < m->count && (int) length_of(m, s) <= bound; s++)
    if (!cell_equal(a[s], b[s])) return s;
  return UINT32_MAX;
}

bool meaning_within(const Meanings *m, const Cell *a, const Cell *b, int bound)
{
  for (uint32_t s = 0; s < m->count && (int) length_of(m, s) <= bound; s++)
    if (a[s].trace > b[s].trace || a[s].tick > b[s].tick || a[s].diverges > b[s].diverges ||
        (a[s].refused & ~b[s].refused))
      return false;
  return true;
}

static void print_trace(const Meanings *m, Text *text, uint32_t s)
{
  if (!s) return;
  print_trace(m, text, (s - 1) / m->events);
  text_printf(text, "%c", 'a' + (int) ((s - 1) % m->events));
}

void meaning_print(const Meanings *m, Text *text, uint32_t trace, Cell cell)
{
  text_add(text, "after <");
  print_trace(m, text, trace);
  text_printf(text, ">:%s%s%s refuses", cell.trace ? " a trace" : "", cell.tick ? " ends" : "",
              cell.diverges ? " diverges" : "");
  for (uint32_t x = 0; x < 2 * tick_bit(m); x++) {
    if (!(cell.refused >> x & 1)) continue;
    text_add(text, " {");
    for (uint32_t e = 0; e < m->events; e++)
      if (x >> e & 1) text_add_char(text, (char) ('a' + e));
    text_add(text, x & tick_bit(m) ? "✓}" : "}");
  }
}
