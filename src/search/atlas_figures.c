#include "search/atlas_impl.h"

/* What an atlas and its forks have found so far, for whoever asks. */

uint32_t atlas_initial_count(const Atlas *g) { return g->c->initial.len; }
StateId atlas_initial(const Atlas *g, uint32_t i) { return g->c->initial.data[i]; }
double atlas_begin_seconds(const Atlas *g) { return g->c->begin_seconds; }

static uint64_t word_of(const Atlas *g, StateId id)
{
  return atomic_load(state_table_word(g->c->table, id));
}

StateId atlas_setup_of(const Atlas *g, StateId id) { return (StateId) (word_of(g, id) >> 32); }
uint32_t atlas_label_of(const Atlas *g, StateId id) { return word_of(g, id) & WORD_LABEL; }
bool atlas_is_initial(const Atlas *g, StateId id) { return word_of(g, id) & WORD_INITIAL; }

bool atlas_begins_surely(const Atlas *g) { return !g->c->begins_partial && !g->c->begins_faulty; }

typedef struct {
  uint64_t states, transitions, outside, expanded;
} Figures;

static Figures figures(const Atlas *g)
{
  Figures all = {0};
  for (uint32_t i = 0; i < g->c->members.len; i++) {
    const Atlas *m = g->c->members.data[i];
    all.states += m->states;
    all.transitions += m->transitions;
    all.outside += m->outside;
    all.expanded += m->expanded;
  }
  return all;
}

Lts *atlas_lts(const Atlas *g) { return g->lts; }
uint64_t atlas_states(const Atlas *g) { return figures(g).states; }
uint64_t atlas_transitions(const Atlas *g) { return figures(g).transitions; }
uint64_t atlas_outside(const Atlas *g) { return figures(g).outside; }
uint64_t atlas_expanded(const Atlas *g) { return figures(g).expanded; }
bool atlas_stopped(const Atlas *g)
{
  return atomic_load_explicit(&g->c->stopped, memory_order_relaxed);
}
bool atlas_is_full(const Atlas *g) { return atomic_load(&g->c->full); }
void atlas_lift_deadline(Atlas *g) { g->c->options.deadline = 0; }
bool atlas_needs_one_thread(const Atlas *g) { return atomic_load(&g->c->divided); }
uint32_t atlas_reasons(const Atlas *g) { return g->c->reasons.len; }
const char *atlas_reason(const Atlas *g, uint32_t i) { return g->c->reasons.data[i]; }

size_t atlas_bytes(const Atlas *g)
{
  size_t bytes = state_table_bytes(g->c->table) + shared_bytes(g->c->shared);
  for (uint32_t i = 0; i < g->c->members.len; i++)
    bytes += coder_bytes(g->c->members.data[i]->coder);
  return bytes;
}
