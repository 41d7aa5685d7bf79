#include <assert.h>

#include "base/memory.h"
#include "csp/eval/frame.h"

/* A frame in the making. */
typedef struct {
  const void *key; /* a LOCAL symbol, a LET, or a DEFINED symbol captured by value */
  uint32_t slot;
} Held;

typedef struct Builder Builder;
struct Builder {
  CspFrames *frames;
  CspFrame *frame;
  Builder *outer;
  const CspNode *let;   /* of the frame of a LET */
  const CspNode *timed; /* the section that is being walked */
  bool suspends;        /* data of a LET are captured by value: they decide which state it is */
  VEC(Held) held;
  VEC(CspCapture) captures;
};

static void walk(Builder *, CspNode *);
static void walk_declarations(Builder *, const CspNode *declarations);

/* ------------------------------------------------------------------ building */

static CspFrame *begin(Builder *b, CspFrames *frames, Builder *outer, const CspNode *node)
{
  CspFrame *f = arena_new_array(frames->arena, CspFrame, 1);
  f->node = node;
  f->number = frames->frames.len;
  vec_push(&frames->frames, f);
  *b = (Builder){.frames = frames, .frame = f, .outer = outer};
  if (outer) b->timed = outer->timed;
  f->timed = b->timed;
  return f;
}

static void end(Builder *b)
{
  CspFrame *f = b->frame;
  f->capture_count = b->captures.len;
  f->captures = arena_new_array(b->frames->arena, CspCapture, b->captures.len + 1);
  for (uint32_t i = 0; i < b->captures.len; i++) f->captures[i] = b->captures.data[i];
  vec_free(&b->captures);
  vec_free(&b->held);
}

static uint32_t hold(Builder *b, const void *key)
{
  uint32_t slot = b->frame->size++;
  Held h = {key, slot};
  vec_push(&b->held, h);
  return slot;
}

static const Held *find_held(const Builder *b, const void *key)
{
  for (uint32_t i = b->held.len; i-- > 0;)
    if (b->held.data[i].key == key) return &b->held.data[i];
  return NULL;
}

static uint32_t capture(Builder *b, const void *key, CspCapture c)
{
  c.to = hold(b, key);
  vec_push(&b->captures, c);
  return c.to;
}

/* ---------------------------------------------------------- slots of names */

static uint32_t slot_of_local(Builder *b, const CspSymbol *symbol)
{
  const Held *held = find_held(b, symbol);
  if (held) return held->slot;
  assert(b->outer);
  CspCapture c = {.from = slot_of_local(b->outer, symbol), .name = symbol->name};
  return capture(b, symbol, c);
}

typedef struct {
  uint32_t slot;
  bool value; /* the slot has the value of the name; else the instance of its LET */
} Where;

static Where where_defined(Builder *b, const CspSymbol *symbol)
{
  if (b->let == symbol->let) return (Where){FRAME_SELF, false};
  const Held *held = find_held(b, symbol);
  if (held) return (Where){held->slot, true};
  held = find_held(b, symbol->let);
  if (held) return (Where){held->slot, false};
  assert(b->outer);
  Where outer = where_defined(b->outer, symbol);
  bool value = outer.value || (b->suspends && symbol->data);
  CspCapture c = {.from = outer.slot, .name = value ? symbol->name : NULL};
  if (!outer.value && b->suspends && symbol->data) {
    c.force = true;
    c.number = symbol->number;
    return (Where){capture(b, symbol, c), true};
  }
  return (Where){capture(b, outer.value ? (const void *) symbol : symbol->let, c), outer.value};
}

static void walk_name(Builder *b, CspNode *n)
{
  const CspSymbol *symbol = n->symbol;
  if (!symbol) return;
  if (symbol->kind == CSP_SYMBOL_LOCAL && !symbol->template) {
    n->number = slot_of_local(b, symbol);
  } else if (symbol->kind == CSP_SYMBOL_DEFINED && symbol->let) {
    Where at = where_defined(b, symbol);
    n->number = at.value ? ~(int64_t) at.slot : (int64_t) at.slot;
  } else if (symbol->kind == CSP_SYMBOL_BUILTIN) {
    n->number = b->timed != NULL;
  }
}

/* Names that the pattern binds get slots in this frame. */
static void walk_pattern(Builder *b, CspNode *p)
{
  bool binds = csp_is(p, CSP_NAME) && p->symbol;
  if (binds && (p->symbol->kind == CSP_SYMBOL_LOCAL || p->symbol->kind == CSP_SYMBOL_DEFINED))
    p->number = hold(b, p->symbol->kind == CSP_SYMBOL_LOCAL ? (const void *) p->symbol : p);
  else if (csp_is(p, CSP_NAME)) walk_name(b, p);
  for (uint32_t i = 0; i < p->count; i++) walk_pattern(b, p->kids[i]);
}

/* --------------------------------------------------------------- constructs */

static void walk_statements(Builder *b, CspNode *statements)
{
  for (uint32_t i = 0; i < statements->count; i++) {
    CspNode *s = statements->kids[i];
    if (!csp_is(s, CSP_GENERATOR)) {
      walk(b, s);
      continue;
    }
    walk(b, s->kids[1]);
    walk_pattern(b, s->kids[0]);
  }
}

static void walk_prefix(Builder *outer, CspNode *n)
{
  Builder b;
  n->frame = begin(&b, outer->frames, outer, n);
  b.suspends = true;
  walk(&b, n->kids[0]);
  for (uint32_t i = 1; i + 1 < n->count; i++) {
    CspNode *field = n->kids[i];
    if (csp_is(field, CSP_OUTPUT)) {
      walk(&b, field->kids[0]);
      continue;
    }
    walk(&b, field->kids[1]);
    walk_pattern(&b, field->kids[0]);
  }
  walk(&b, n->kids[n->count - 1]);
  end(&b);
}

/* What is a prefix or an internal choice is not worth being suspended: it evaluates nothing. */
static void walk_later(Builder *outer, CspNode *n)
{
  if (csp_is(n, CSP_PREFIX) || csp_is(n, CSP_INTERNAL_CHOICE)) {
    walk(outer, n);
    return;
  }
  Builder b;
  n->later = begin(&b, outer->frames, outer, n);
  b.suspends = true;
  walk(&b, n);
  end(&b);
}

static void walk_lambda(Builder *outer, CspNode *n)
{
  Builder b;
  n->frame = begin(&b, outer->frames, outer, n);
  for (uint32_t i = 0; i < n->kids[0]->count; i++) walk_pattern(&b, n->kids[0]->kids[i]);
  walk(&b, n->kids[1]);
  end(&b);
}

static void walk_let(Builder *outer, CspNode *n)
{
  Builder b;
  n->frame = begin(&b, outer->frames, outer, n);
  b.let = n;
  walk_declarations(&b, n->kids[0]);
  end(&b);
  n->frame->own = hold(outer, n);
  walk(outer, n->kids[1]);
}

static void walk_clause(Builder *outer, CspFrames *frames, CspNode *clause)
{
  Builder b;
  clause->frame = begin(&b, frames, outer, clause);
  for (uint32_t i = 0; i + 1 < clause->count; i++)
    for (uint32_t j = 0; j < clause->kids[i]->count; j++)
      walk_pattern(&b, clause->kids[i]->kids[j]);
  walk(&b, clause->kids[clause->count - 1]);
  end(&b);
}

static void walk_bind(Builder *outer, CspFrames *frames, CspNode *bind)
{
  Builder b;
  bind->frame = begin(&b, frames, outer, bind);
  walk(&b, bind->kids[1]);
  walk_pattern(&b, bind->kids[0]);
  end(&b);
}

/* An expression outside of all definitions: of a channel, a datatype, an assertion. */
static CspFrame *walk_alone(Builder *outer, CspFrames *frames, CspNode *n)
{
  Builder b;
  CspFrame *frame = begin(&b, frames, outer, n);
  walk(&b, n);
  end(&b);
  assert(frame->capture_count == 0 || outer);
  return frame;
}

/* The expressions of an assertion have a frame each. */
static void walk_assertion(Builder *outer, CspFrames *frames, CspNode *n)
{
  switch ((CspKind) n->kind) {
  case CSP_NOT_ASSERT:
  case CSP_REFINES:
  case CSP_DEADLOCK_FREE:
  case CSP_DIVERGENCE_FREE:
  case CSP_DETERMINISTIC:
  case CSP_HAS_TRACE:
  case CSP_TEMPORAL:
  case CSP_HOLDS:
  case CSP_TAU_PRIORITY:
  case CSP_PARTIAL_ORDER:
  case CSP_SYMMETRY:
    for (uint32_t i = 0; i < n->count; i++) walk_assertion(outer, frames, n->kids[i]);
    break;
  default: n->later = walk_alone(outer, frames, n);
  }
}

static void walk_declaration(Builder *outer, CspNode *d)
{
  CspFrames *frames = outer->frames;
  const CspNode *timed = outer->timed;
  switch ((CspKind) d->kind) {
  case CSP_BIND: walk_bind(outer, frames, d); break;
  case CSP_FUNCTION:
    for (uint32_t i = 0; i < d->count; i++) walk_clause(outer, frames, d->kids[i]);
    break;
  case CSP_CHANNEL: d->kids[1]->later = walk_alone(outer, frames, d->kids[1]); break;
  case CSP_DATATYPE:
  case CSP_SUBTYPE:
    for (uint32_t i = 0; i < d->count; i++)
      d->kids[i]->kids[0]->later = walk_alone(outer, frames, d->kids[i]->kids[0]);
    break;
  case CSP_ASSERT: walk_assertion(outer, frames, d->kids[0]); break;
  case CSP_NAMETYPE:
  case CSP_PRINT: d->kids[0]->later = walk_alone(outer, frames, d->kids[0]); break;
  case CSP_MODULE:
    if (!csp_is(d->kids[0], CSP_ABSENT)) break;
    walk_declarations(outer, d->kids[1]);
    walk_declarations(outer, d->kids[2]);
    break;
  case CSP_INSTANCE:
    if (!csp_is(d->kids[2], CSP_ABSENT)) walk_declarations(outer, d->kids[2]);
    break;
  case CSP_TIMED:
    d->kids[0]->later = walk_alone(outer, frames, d->kids[0]);
    outer->timed = d;
    walk_declarations(outer, d->kids[1]);
    outer->timed = timed;
    break;
  case CSP_INCLUDE: walk_declarations(outer, d->kids[0]); break;
  default: break;
  }
}

static void walk_declarations(Builder *outer, const CspNode *declarations)
{
  for (uint32_t i = 0; i < declarations->count; i++) walk_declaration(outer, declarations->kids[i]);
}

static void walk(Builder *b, CspNode *n)
{
  switch ((CspKind) n->kind) {
  case CSP_NAME: walk_name(b, n); return;
  case CSP_PREFIX: walk_prefix(b, n); return;
  case CSP_LAMBDA: walk_lambda(b, n); return;
  case CSP_LET: walk_let(b, n); return;
  case CSP_STATEMENTS: walk_statements(b, n); return;
  case CSP_EXTERNAL_CHOICE:
  case CSP_INTERRUPT:
  case CSP_INTERLEAVE:
  case CSP_SHARE:
  case CSP_PARALLEL:
  case CSP_SYNC_CHOICE:
  case CSP_SYNC_INTERRUPT:
  case CSP_GUARD:
  case CSP_EACH_EXTERNAL_CHOICE:
  case CSP_EACH_INTERLEAVE:
  case CSP_EACH_SHARE:
  case CSP_EACH_PARALLEL:
  case CSP_EACH_SYNC_CHOICE: n->number = b->timed != NULL; break;
  case CSP_INTERNAL_CHOICE:
    walk_later(b, n->kids[0]);
    walk_later(b, n->kids[1]);
    return;
  case CSP_SEQUENCE:
  case CSP_SLIDING:
    walk(b, n->kids[0]);
    walk_later(b, n->kids[1]);
    return;
  case CSP_EXCEPTION:
    walk(b, n->kids[0]);
    walk(b, n->kids[1]);
    walk_later(b, n->kids[2]);
    return;
  case CSP_EACH_SEQUENCE: n->number = b->timed != NULL; /* fall through */
  case CSP_EACH_INTERNAL_CHOICE:
    walk(b, n->kids[0]);
    walk_later(b, n->kids[1]);
    return;
  default: break;
  }
  for (uint32_t i = 0; i < n->count; i++) walk(b, n->kids[i]);
}

/* ------------------------------------------------------------------- scripts */

CspFrames *csp_frames_new(const CspResolved *resolved)
{
  CspFrames *frames = memory_zeroed(1, sizeof *frames);
  frames->arena = arena_new();
  frames->tock = resolved->tock;
  for (uint32_t i = 0; i < resolved->symbols.len; i++) {
    CspSymbol *symbol = resolved->symbols.data[i];
    if (symbol->kind == CSP_SYMBOL_DEFINED && !symbol->let) symbol->number = frames->globals++;
  }
  Builder top = {.frames = frames};
  if (resolved->prelude) walk_declarations(&top, resolved->prelude);
  walk_declarations(&top, resolved->script);
  return frames;
}

void csp_frames_free(CspFrames *frames)
{
  if (!frames) return;
  vec_free(&frames->frames);
  arena_free(frames->arena);
  free(frames);
}

void csp_frames_add(CspFrames *frames, CspNode *n) { walk_assertion(NULL, frames, n); }
