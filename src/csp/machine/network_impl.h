#ifndef CSP_MACHINE_NETWORK_IMPL_H
#define CSP_MACHINE_NETWORK_IMPL_H

#include "csp/machine/network.h"

/* What the files of the network share. */

typedef struct {       /* a move that leads rules */
  uint32_t first, end; /* of Network.rules */
  uint64_t bits;       /* of the state after it, where they belong in the word */
} Lead;

typedef struct { /* a move that others may need */
  uint32_t event;
  uint64_t bits;
} Follow;

typedef struct {
  uint32_t word, shift;
  uint64_t mask;
  uint32_t *lead_begin, *follow_begin; /* by state, and one more */
  Lead *leads;
  Follow *follows; /* of a state ascending by event */
  /* The first of follows by state and slot of the event, UINT32_MAX: there is none.  NULL: there
   * are too many. */
  uint32_t slots, *found;
} Field;

typedef struct {
  Firing firing;  /* of its parts the first one leads, those that fail most often come first */
  uint32_t begin; /* of the parts in Network.parts */
  uint32_t chase;
  double share; /* of the states of the leader in which it is tried */
} NetworkRule;

/* The rules that one member leads, all of one chase or of none.  Those that are possible are found
 * by its moves, or, if there are many, by masks: for each member that has to do with them and its
 * states, a bit for each rule that it permits. */
typedef struct {
  uint32_t member, chase;
  uint32_t first, end; /* of Network.rules */
  uint32_t words;      /* of a mask; 0: by moves */
  uint32_t partner_count, *partners;
  uint64_t **masks; /* by partner: [state][word] */
} RuleGroup;

struct Network {
  uint32_t width, members, rule_count, part_count, group_count, most_parts;
  Field *fields;        /* by member */
  NetworkRule *rules;   /* by the leader and its event */
  RuleGroup *groups;    /* those of no chase first, then those of the first chase … */
  uint32_t free_groups; /* of no chase */
  Chase *chases;
  uint32_t chase_count;
  Priorities priorities;
  RulePart *parts;
  uint32_t *slots; /* by part: of its event in the field */
  Member *about;
  bool has_faults, ends;
};

static inline uint32_t field_state(const Field *f, const Value *row)
{
  return (uint32_t) ((row[f->word].word & f->mask) >> f->shift);
}

static inline uint32_t member_states(const Member *m)
{
  return m->leaf->component->states + m->chain;
}

/* The state of a member after i of its DONE_EVENTs. */
static inline uint32_t member_done(const Member *m, uint32_t i)
{
  return i == 0 ? m->leaf->component->omega : m->leaf->component->states + i - 1;
}

typedef struct { /* the moves of a part that fit */
  const Follow *at, *first, *end;
  const Field *field;
} Choice;

struct NetworkHand {
  const Network *network;
  Value *row;
  Choice *choices;
  struct Chaser *chaser;   /* NULL: there is no chase */
  struct Ranking *ranking; /* NULL: there are no priorities */
};

/* ---- network.c: the transitions by the rules of a group; the row of the hand is as `row` before
 * and after */
void network_take_group(NetworkHand *, const RuleGroup *, const Value *row, NetworkSink *);

/* The transitions without regard to priorities. */
void network_take_all(NetworkHand *, const Value *row, NetworkSink *);

/* ---- network_priority.c */
struct Ranking *ranking_new(const Network *);
void ranking_free(struct Ranking *); /* accepts NULL */
void ranking_next(NetworkHand *, const Value *row, NetworkSink *);

/* ---- network_chase.c */
struct Chaser *chaser_new(const Network *, const Limits *);
void chaser_begin(struct Chaser *);                /* it has not been time to stop */
const char *chaser_stopped(const struct Chaser *); /* NULL: it took all steps */
void chaser_free(struct Chaser *);                 /* accepts NULL */
void chaser_first(struct Chaser *, Value *row);
/* The transitions of a row that was followed. */
void chaser_next(NetworkHand *, const Value *row, NetworkSink *);

/* ---- network_rules.c: rules, parts and groups, without masks */
void network_take_rules(Network *, const NetworkPlan *);
/* ---- network_fields.c: where states are packed, and their moves */
void network_place_fields(Network *);
void network_fill_fields(Network *);
/* ---- network_masks.c */
void network_choose_masks(Network *); /* which groups have them */
void network_fill_masks(Network *);   /* when the fields are filled */

#endif
