#include "random/csp_law.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  World *world;
  const LawNames *names;
  const char *text, *at;
} Reader;

static _Noreturn void wrong(const Reader *r)
{
  fprintf(stderr, "a law is wrong at `%s` in `%s`\n", r->at, r->text);
  exit(2);
}

static void skip_blanks(Reader *r)
{
  while (*r->at == ' ') r->at++;
}

static bool take(Reader *r, const char *word)
{
  skip_blanks(r);
  size_t length = strlen(word);
  if (strncmp(r->at, word, length) != 0) return false;
  if (isalpha((unsigned char) word[length - 1]) && isalpha((unsigned char) r->at[length]))
    return false;
  r->at += length;
  return true;
}

static void need(Reader *r, const char *word)
{
  if (!take(r, word)) wrong(r);
}

static uint32_t read_event(Reader *r)
{
  for (uint32_t i = 0; i < 3; i++)
    if (take(r, (const char *[]){"e", "f", "g"}[i])) return r->names->event[i];
  wrong(r);
}

/* set ::= A | B | Events | {events} | union(set, set) | inter(…) | diff(…) */
static uint32_t read_set(Reader *r)
{
  if (take(r, "A")) return r->names->set[0];
  if (take(r, "B")) return r->names->set[1];
  if (take(r, "Events")) return (1u << r->world->events) - 1;
  if (take(r, "{")) {
    uint32_t mask = 0;
    while (!take(r, "}")) {
      mask |= 1u << read_event(r);
      take(r, ",");
    }
    return mask;
  }
  int which = take(r, "union(") ? 0 : take(r, "inter(") ? 1 : take(r, "diff(") ? 2 : 3;
  if (which == 3) wrong(r);
  uint32_t left = read_set(r);
  need(r, ",");
  uint32_t right = read_set(r);
  need(r, ")");
  return which == 0 ? left | right : which == 1 ? left & right : left & ~right;
}

/* e <- f, g <- h up to `end`: a map from events to sets. */
static Datum read_relation(Reader *r, const char *arrow, const char *end)
{
  uint32_t images[WORLD_MOST_EVENTS] = {0}, keys = 0;
  Datum pairs[2 * WORLD_MOST_EVENTS];
  while (!take(r, end)) {
    uint32_t from = read_event(r);
    need(r, arrow);
    images[from] |= 1u << read_event(r);
    take(r, ",");
  }
  for (uint32_t i = 0; i < WORLD_MOST_EVENTS; i++) {
    if (!images[i]) continue;
    pairs[2 * keys] = world_event(i);
    pairs[2 * keys++ + 1] = world_set(r->world, images[i]);
  }
  return datum_map(r->world->pool, pairs, keys);
}

static Datum read_process(Reader *);

/* prioritise(P, <A, B>) without the first word. */
static Datum read_prioritised(Reader *r)
{
  Datum sets[4], process = read_process(r);
  uint32_t count = 0;
  need(r, ",");
  need(r, "<");
  while (!take(r, ">")) {
    if (count == 4) wrong(r);
    sets[count++] = world_set(r->world, read_set(r));
    take(r, ",");
  }
  need(r, ")");
  return WORLD_TERM(r->world, TERM_PRIORITISE, process, datum_seq(r->world->pool, sets, count));
}

static Datum read_primary(Reader *r)
{
  World *world = r->world;
  if (take(r, "prioritise(")) return read_prioritised(r);
  if (take(r, "chase(") || take(r, "(")) {
    bool chased = r->at - 6 >= r->text && !strncmp(r->at - 6, "chase(", 6);
    Datum process = read_process(r);
    need(r, ")");
    return chased ? WORLD_TERM(world, TERM_CHASE, process) : process;
  }
  if (take(r, "STOP")) return world_term(world, TERM_STOP, NULL, 0);
  if (take(r, "SKIP")) return world_term(world, TERM_SKIP, NULL, 0);
  if (take(r, "DIV")) return world_term(world, TERM_DIV, NULL, 0);
  bool run = take(r, "RUN(");
  if (run || take(r, "CHAOS(")) {
    Datum set = world_set(world, read_set(r));
    need(r, ")");
    return WORLD_TERM(world, run ? TERM_RUN : TERM_CHAOS, set);
  }
  for (uint32_t i = 0; i < 3; i++)
    if (take(r, (const char *[]){"P", "Q", "R"}[i])) return r->names->process[i];
  wrong(r);
}

/* e -> e -> P[[e <- f]] */
static Datum read_prefix(Reader *r)
{
  skip_blanks(r);
  if (strchr("efg", *r->at) && r->at[1] == ' ') {
    Datum event = world_event(read_event(r));
    need(r, "->");
    Datum after = read_prefix(r);
    return WORLD_TERM(r->world, TERM_EVENT, event, after);
  }
  Datum process = read_primary(r);
  while (take(r, "[["))
    process = WORLD_TERM(r->world, TERM_RENAME, process, read_relation(r, "<-", "]]"));
  return process;
}

/* Operators with nothing or a set inside.  Longer ones come first. */
static const struct {
  const char *open, *close; /* close is NULL: no set */
  TermKind kind;
} operators[] = {
    {"|||", NULL, TERM_SHARE},      {"|~|", NULL, TERM_INTERNAL},      {"[]", NULL, TERM_EXTERNAL},
    {"[>", NULL, TERM_SLIDING},     {"/\\", NULL, TERM_INTERRUPT},     {";", NULL, TERM_SEQUENCE},
    {"\\", "", TERM_HIDE},          {"[|", "|]", TERM_SHARE},          {"[|", "|>", TERM_EXCEPTION},
    {"[+", "+]", TERM_SYNC_CHOICE}, {"/+", "+\\", TERM_SYNC_INTERRUPT}};

/* Is the next operator this one?  Then *set is what is inside. */
static bool take_operator(Reader *r, size_t i, uint32_t *set)
{
  const char *before = r->at;
  *set = 0;
  if (!take(r, operators[i].open)) return false;
  if (!operators[i].close) return true;
  *set = read_set(r);
  if (!operators[i].close[0] || take(r, operators[i].close)) return true;
  r->at = before;
  return false;
}

/* P op Q op R: one term for operators of any number of operands. */
static Datum read_operands(Reader *r, Datum left, size_t op, uint32_t set)
{
  World *world = r->world;
  TermKind kind = operators[op].kind;
  Datum parts[8] = {world_set(world, set), left}, inside = parts[0];
  uint32_t count = 2, again;
  switch (kind) {
  case TERM_HIDE: return WORLD_TERM(world, kind, left, inside);
  case TERM_EXCEPTION:
  case TERM_SYNC_INTERRUPT: return WORLD_TERM(world, kind, left, inside, read_prefix(r));
  case TERM_SLIDING:
  case TERM_INTERRUPT:
  case TERM_SEQUENCE: return WORLD_TERM(world, kind, left, read_prefix(r));
  default: break;
  }
  do {
    if (count == 8) wrong(r);
    parts[count++] = read_prefix(r);
  } while (take_operator(r, op, &again));
  if (kind == TERM_SHARE || kind == TERM_SYNC_CHOICE) return world_term(world, kind, parts, count);
  return world_term(world, kind, parts + 1, count - 1);
}

static Datum read_process(Reader *r)
{
  World *world = r->world;
  Datum left = read_prefix(r);
  uint32_t set;
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    if (take_operator(r, i, &set)) return read_operands(r, left, i, set);
  if (!take(r, "[")) return left;
  skip_blanks(r);
  if (strchr("efg", *r->at)) {
    Datum ties = read_relation(r, "<->", "]");
    return WORLD_TERM(world, TERM_LINK, left, ties, read_prefix(r));
  }
  Datum a = world_set(world, read_set(r));
  need(r, "||");
  Datum b = world_set(world, read_set(r));
  need(r, "]");
  return WORLD_TERM(world, TERM_PARALLEL, a, left, b, read_prefix(r));
}

Datum law_process(World *world, const LawNames *names, const char *text)
{
  Reader reader = {world, names, text, text};
  Datum process = read_process(&reader);
  skip_blanks(&reader);
  if (*reader.at) wrong(&reader);
  return process;
}
