#include <stdlib.h>

#include "base/memory.h"
#include "csp/machine/network_impl.h"

enum { WORD_BITS = 61, TAG_BITS_OF_WORD = 3 };

static uint32_t bits_for(uint32_t greatest)
{
  uint32_t bits = 0;
  for (; greatest; greatest >>= 1) bits++;
  return bits;
}

/* Places the fields into words: each into the first one that has room.  A component with one state
 * needs none, and its field is an empty one at the beginning: a full word has no place to name. */
void network_place_fields(Network *n)
{
  uint32_t *used = memory_zeroed(n->members, sizeof *used);
  n->width = 1;
  for (uint32_t i = 0; i < n->members; i++) {
    Field *f = &n->fields[i];
    uint32_t bits = bits_for(member_states(&n->about[i]) - 1), word = 0;
    while (bits && word < n->width && used[word] + bits > WORD_BITS) word++;
    if (word == n->width) n->width++;
    f->word = word;
    f->shift = (bits ? used[word] : 0) + TAG_BITS_OF_WORD;
    f->mask = ((UINT64_C(1) << bits) - 1) << f->shift;
    used[word] += bits;
  }
  free(used);
}

/* -------------------------------------------------------------------- moves */

typedef struct {              /* how an event of one member is used */
  uint32_t event, first, end; /* rules that it leads */
  bool follows;
} EventUse;
typedef VEC(EventUse) EventUses; /* ascending by event */

static int by_use(const void *a, const void *b)
{
  uint32_t x = ((const EventUse *) a)->event, y = ((const EventUse *) b)->event;
  return (x > y) - (x < y);
}

/* Those of rules with masks are all looked up; the others are found by the moves of the leader. */
static void collect_uses(const Network *n, const RuleGroup *g, EventUses *uses)
{
  for (uint32_t i = g->first; i < g->end;) {
    RulePart lead = n->parts[n->rules[i].begin];
    uint32_t first = i;
    for (; i < g->end && n->parts[n->rules[i].begin].event == lead.event; i++)
      for (uint32_t k = g->words ? 0 : 1; k < n->rules[i].firing.count; k++) {
        RulePart p = n->parts[n->rules[i].begin + k];
        vec_push(&uses[p.component], ((EventUse){p.event, 0, 0, true}));
      }
    if (!g->words) vec_push(&uses[lead.component], ((EventUse){lead.event, first, i, false}));
  }
}

static void settle_uses(EventUses *u)
{
  uint32_t kept = 0;
  if (u->len) qsort(u->data, u->len, sizeof *u->data, by_use);
  for (uint32_t i = 0; i < u->len; i++) {
    EventUse *last = kept ? &u->data[kept - 1] : NULL, use = u->data[i];
    if (!last || last->event != use.event) {
      u->data[kept++] = use;
      continue;
    }
    last->follows |= use.follows;
    if (use.end > use.first) last->first = use.first, last->end = use.end;
  }
  u->len = kept;
}

static const EventUse *find_use(const EventUses *u, uint32_t event)
{
  EventUse key = {.event = event};
  return u->len ? bsearch(&key, u->data, u->len, sizeof key, by_use) : NULL;
}

static uint64_t field_bits(const Field *f, uint32_t state) { return (uint64_t) state << f->shift; }

typedef struct {
  VEC(Lead) leads;
  VEC(Follow) follows;
} FieldMoves;

static void add_field_move(FieldMoves *m, const EventUses *uses, const Field *f, Move move)
{
  const EventUse *use = find_use(uses, move.event);
  if (!use) return;
  uint64_t bits = field_bits(f, move.to);
  if (use->end > use->first) vec_push(&m->leads, ((Lead){use->first, use->end, bits}));
  if (use->follows) vec_push(&m->follows, ((Follow){move.event, bits}));
}

static void fill_field(Field *f, const Member *about, const EventUses *uses)
{
  const Component *c = about->leaf->component;
  uint32_t states = member_states(about);
  FieldMoves m = {0};
  f->lead_begin = memory_zeroed((size_t) states + 1, sizeof *f->lead_begin);
  f->follow_begin = memory_zeroed((size_t) states + 1, sizeof *f->follow_begin);
  for (uint32_t s = 0; s < states; s++) {
    if (s < c->states)
      for (uint32_t i = c->begin[s]; i < c->begin[s + 1]; i++)
        add_field_move(&m, uses, f, c->moves[i]);
    for (uint32_t i = 0; i < about->chain; i++)
      if (s == member_done(about, i))
        add_field_move(&m, uses, f, (Move){DONE_EVENT(i + 1), member_done(about, i + 1)});
    f->lead_begin[s + 1] = m.leads.len;
    f->follow_begin[s + 1] = m.follows.len;
  }
  f->leads = m.leads.data;
  f->follows = m.follows.data;
}

enum { MOST_FOUND = 1 << 20 };

static void index_follows(Field *f, const EventUses *uses, uint32_t states)
{
  f->slots = uses->len;
  uint64_t size = (uint64_t) states * f->slots;
  if (size > MOST_FOUND && size > f->follow_begin[states]) return;
  f->found = memory_alloc((size + 1) * sizeof *f->found);
  for (uint64_t i = 0; i < size; i++) f->found[i] = UINT32_MAX;
  for (uint32_t s = 0; s < states; s++)
    for (uint32_t i = f->follow_begin[s + 1]; i-- > f->follow_begin[s];) {
      uint32_t slot = (uint32_t) (find_use(uses, f->follows[i].event) - uses->data);
      f->found[(size_t) s * f->slots + slot] = i;
    }
}

static void find_slots(Network *n, const EventUses *uses)
{
  n->slots = memory_zeroed(n->part_count, sizeof *n->slots);
  for (uint32_t i = 0; i < n->part_count; i++) {
    const EventUses *u = &uses[n->parts[i].component];
    const EventUse *use = find_use(u, n->parts[i].event);
    n->slots[i] = use ? (uint32_t) (use - u->data) : 0;
  }
}

void network_fill_fields(Network *n)
{
  EventUses *uses = memory_zeroed(n->members, sizeof *uses);
  for (uint32_t i = 0; i < n->group_count; i++) collect_uses(n, &n->groups[i], uses);
  for (uint32_t i = 0; i < n->members; i++) {
    settle_uses(&uses[i]);
    fill_field(&n->fields[i], &n->about[i], &uses[i]);
    index_follows(&n->fields[i], &uses[i], member_states(&n->about[i]));
  }
  find_slots(n, uses);
  for (uint32_t i = 0; i < n->members; i++) vec_free(&uses[i]);
  free(uses);
}
