#include <assert.h>

#include "csp/eval/evaluator_impl.h"

/* Processes as terms (value/term.h). */

Datum term(Evaluator *e, uint32_t kind, const Datum *parts, uint32_t count)
{
  return pool_node(e->pool, DATUM_PROCESS, kind, parts, count);
}

Datum term_stop(Evaluator *e) { return term(e, TERM_STOP, NULL, 0); }

Datum eval_process(Evaluator *e, const CspNode *n, Datum *frame)
{
  Datum value = eval(e, n, frame);
  if (datum_is_fault(value) || datum_is(value, DATUM_PROCESS)) return value;
  return evaluator_raise(e, FAULT_EVALUATION, n->span, "a process is needed here");
}

/* ---------------------------------------------------------------------- time */

Datum tock_event(const Evaluator *e) { return datum_name(e->frames->tock->number); }

static Datum tock_set(Evaluator *e)
{
  Datum tock = tock_event(e);
  return datum_set(e->pool, &tock, 1);
}

Datum with_tock(Evaluator *e, Datum set) { return datum_set_union(e->pool, set, tock_set(e)); }

Datum tock_stop(Evaluator *e)
{
  Datum tocks_only = tock_set(e);
  return term(e, TERM_RUN, &tocks_only, 1);
}

/* tock for ever, until ✓ interrupts it. */
Datum tock_skip(Evaluator *e)
{
  Datum parts[] = {tock_stop(e), term(e, TERM_SKIP, NULL, 0)};
  return term(e, TERM_INTERRUPT, parts, 2);
}

Datum tocks(Evaluator *e, int64_t n, Datum p)
{
  for (; n > 0 && !evaluator_stops(e); n--) {
    Datum parts[] = {tock_event(e), p};
    p = term(e, TERM_EVENT, parts, 2);
  }
  return evaluator_stops(e) ? DATUM_FAULT : p;
}

/* ----------------------------------------------------------------- operators */

static bool two(Evaluator *e, const CspNode *a, const CspNode *b, Datum *frame, Datum out[2])
{
  out[0] = eval_process(e, a, frame);
  if (datum_is_fault(out[0])) return false;
  out[1] = eval_process(e, b, frame);
  return !datum_is_fault(out[1]);
}

/* P op Q, where timed versions do tock together. */
static Datum synchronised(Evaluator *e, const CspNode *n, Datum *frame, uint32_t plain,
                          uint32_t timed)
{
  Datum p[2];
  if (!two(e, n->kids[0], n->kids[1], frame, p)) return DATUM_FAULT;
  if (!n->number) return term(e, plain, p, 2);
  Datum with_set[] = {tock_set(e), p[0], p[1]}, between[] = {p[0], with_set[0], p[1]};
  return term(e, timed, timed == TERM_SYNC_INTERRUPT ? between : with_set, 3);
}

static Datum choice_later(Evaluator *e, const CspNode *n, Datum *frame, uint32_t kind)
{
  Datum p[2];
  p[0] =
      kind == TERM_INTERNAL ? eval_later(e, n->kids[0], frame) : eval_process(e, n->kids[0], frame);
  if (datum_is_fault(p[0])) return DATUM_FAULT;
  p[1] = eval_later(e, n->kids[1], frame);
  return datum_is_fault(p[1]) ? DATUM_FAULT : term(e, kind, p, 2);
}

static Datum interleave(Evaluator *e, const CspNode *n, Datum *frame)
{
  Datum parts[3] = {n->number ? tock_set(e) : datum_set(e->pool, NULL, 0)};
  return two(e, n->kids[0], n->kids[1], frame, parts + 1) ? term(e, TERM_SHARE, parts, 3)
                                                          : DATUM_FAULT;
}

/* A set of events; in a timed section with tock. */
static Datum event_set(Evaluator *e, const CspNode *n, Datum *frame, bool timed)
{
  Datum set = eval_listed(e, n, frame);
  return timed && !datum_is_fault(set) ? with_tock(e, set) : set;
}

/* [P A Q] as the term [A P Q] or [P A Q]. */
static Datum with_set(Evaluator *e, const CspNode *n, Datum *frame, uint32_t kind, bool set_first)
{
  Datum p = eval_process(e, n->kids[0], frame);
  if (datum_is_fault(p)) return p;
  Datum a = event_set(e, n->kids[1], frame, n->number);
  if (datum_is_fault(a)) return a;
  Datum q = kind == TERM_EXCEPTION ? eval_later(e, n->kids[2], frame)
                                   : eval_process(e, n->kids[2], frame);
  if (datum_is_fault(q)) return q;
  Datum parts[] = {set_first ? a : p, set_first ? p : a, q};
  return term(e, kind, parts, 3);
}

static Datum parallel(Evaluator *e, const CspNode *n, Datum *frame)
{
  Datum p = eval_process(e, n->kids[0], frame);
  if (datum_is_fault(p)) return p;
  Datum a = event_set(e, n->kids[1], frame, n->number);
  if (datum_is_fault(a)) return a;
  Datum b = event_set(e, n->kids[2], frame, n->number);
  if (datum_is_fault(b)) return b;
  Datum q = eval_process(e, n->kids[3], frame);
  if (datum_is_fault(q)) return q;
  Datum parts[] = {a, p, b, q};
  return term(e, TERM_PARALLEL, parts, 4);
}

static Datum hide(Evaluator *e, const CspNode *n, Datum *frame)
{
  Datum parts[2] = {eval_process(e, n->kids[0], frame)};
  if (datum_is_fault(parts[0])) return DATUM_FAULT;
  parts[1] = eval_listed(e, n->kids[1], frame);
  if (datum_is_fault(parts[1])) return DATUM_FAULT;
  if (csp_is(n, CSP_PROJECT)) {
    Datum events = evaluator_events(e);
    if (datum_is_fault(events)) return DATUM_FAULT;
    parts[1] = datum_set_diff(e->pool, events, parts[1]);
  }
  return term(e, TERM_HIDE, parts, 2);
}

static Datum guard(Evaluator *e, const CspNode *n, Datum *frame)
{
  bool holds;
  if (!eval_condition(e, n->kids[0], frame, &holds)) return DATUM_FAULT;
  if (holds) return eval_process(e, n->kids[1], frame);
  return n->number ? tock_stop(e) : term_stop(e);
}

static Datum renamed(Evaluator *e, const CspNode *n, Datum *frame)
{
  Datum parts[2] = {eval_process(e, n->kids[0], frame)};
  if (datum_is_fault(parts[0])) return DATUM_FAULT;
  parts[1] = eval_renaming(e, n->kids[1], frame);
  return datum_is_fault(parts[1]) ? DATUM_FAULT : term(e, TERM_RENAME, parts, 2);
}

static Datum linked(Evaluator *e, const CspNode *n, Datum *frame)
{
  Datum p = eval_process(e, n->kids[0], frame);
  if (datum_is_fault(p)) return p;
  Datum links = eval_renaming(e, n->kids[1], frame);
  if (datum_is_fault(links)) return links;
  Datum q = eval_process(e, n->kids[2], frame);
  if (datum_is_fault(q)) return q;
  Datum parts[] = {p, links, q};
  return term(e, TERM_LINK, parts, 3);
}

/* ---------------------------------------------------------------- replicated */

typedef struct {
  const CspNode *node;
  Data parts;
} Replicated;

/* The body, with its set or ties before it. */
static bool add_replica(Evaluator *e, Datum *frame, void *context)
{
  Replicated *r = context;
  const CspNode *n = r->node, *body = n->kids[n->count - 1];
  Datum extra = MEMO_ABSENT, p;
  if (csp_is(n, CSP_EACH_PARALLEL)) extra = event_set(e, n->kids[1], frame, n->number);
  else if (csp_is(n, CSP_EACH_LINK)) extra = eval_renaming(e, n->kids[1], frame);
  if (datum_is_fault(extra)) return false;
  if (csp_is(n, CSP_EACH_INTERNAL_CHOICE)) p = eval_later(e, body, frame);
  else if (csp_is(n, CSP_EACH_SEQUENCE)) p = evaluator_now(e, eval_later(e, body, frame));
  else p = eval_process(e, body, frame);
  if (datum_is_fault(p)) return false;
  if (!datum_same(extra, MEMO_ABSENT)) vec_push(&r->parts, extra);
  vec_push(&r->parts, p);
  return true;
}

/* P1 ; (P2 ; …) */
static Datum fold_sequence(Evaluator *e, const Data *parts)
{
  Datum p = parts->data[parts->len - 1];
  for (uint32_t i = parts->len - 1; i-- > 0;) {
    Datum both[] = {parts->data[i], p};
    p = term(e, TERM_SEQUENCE, both, 2);
  }
  return p;
}

/* R1 P1 R2 P2 …: P1 [R1] (P2 [R2] …) */
static Datum fold_links(Evaluator *e, const Data *parts)
{
  Datum p = parts->data[parts->len - 1];
  for (uint32_t i = parts->len - 2; i >= 2; i -= 2) {
    Datum three[] = {parts->data[i - 1], parts->data[i - 2], p};
    p = term(e, TERM_LINK, three, 3);
  }
  return p;
}

static Datum empty_replica(Evaluator *e, const CspNode *n)
{
  switch ((CspKind) n->kind) {
  case CSP_EACH_EXTERNAL_CHOICE:
  case CSP_EACH_SYNC_CHOICE: return n->number ? tock_stop(e) : term_stop(e);
  case CSP_EACH_INTERNAL_CHOICE:
    return evaluator_raise(e, FAULT_EVALUATION, n->span, "an internal choice of no process");
  case CSP_EACH_LINK:
    return evaluator_raise(e, FAULT_EVALUATION, n->span, "a linked parallel of no process");
  default: return n->number ? tock_skip(e) : term(e, TERM_SKIP, NULL, 0);
  }
}

static Datum make_replica(Evaluator *e, const CspNode *n, Data *parts)
{
  Datum only = parts->data[parts->len - 1];
  switch ((CspKind) n->kind) {
  case CSP_EACH_INTERNAL_CHOICE: return term(e, TERM_INTERNAL, parts->data, parts->len);
  case CSP_EACH_EXTERNAL_CHOICE:
    if (!n->number) return parts->len == 1 ? only : term(e, TERM_EXTERNAL, parts->data, parts->len);
    break;
  case CSP_EACH_SEQUENCE: return fold_sequence(e, parts);
  case CSP_EACH_LINK: return fold_links(e, parts);
  case CSP_EACH_PARALLEL: return term(e, TERM_PARALLEL, parts->data, parts->len);
  default: break;
  }
  if (parts->len == 1) return only;
  return MEMO_ABSENT;
}

/* Those with one set for all, which comes first. */
static Datum make_with_set(Evaluator *e, const CspNode *n, Datum *frame, const Data *parts)
{
  bool choice = csp_is(n, CSP_EACH_SYNC_CHOICE) || csp_is(n, CSP_EACH_EXTERNAL_CHOICE);
  bool plain = csp_is(n, CSP_EACH_INTERLEAVE) || csp_is(n, CSP_EACH_EXTERNAL_CHOICE);
  Datum set = plain ? (n->number ? tock_set(e) : datum_set(e->pool, NULL, 0))
                    : event_set(e, n->kids[1], frame, n->number);
  if (datum_is_fault(set)) return set;
  Data all = {0};
  vec_push(&all, set);
  for (uint32_t i = 0; i < parts->len; i++) vec_push(&all, parts->data[i]);
  Datum result = term(e, choice ? TERM_SYNC_CHOICE : TERM_SHARE, all.data, all.len);
  vec_free(&all);
  return result;
}

static Datum replicated(Evaluator *e, const CspNode *n, Datum *frame)
{
  Replicated r = {.node = n};
  Datum result = DATUM_FAULT;
  if (eval_statements(e, n->kids[0], 0, frame, add_replica, &r)) {
    result = r.parts.len ? make_replica(e, n, &r.parts) : empty_replica(e, n);
    if (datum_same(result, MEMO_ABSENT)) result = make_with_set(e, n, frame, &r.parts);
  }
  vec_free(&r.parts);
  return result;
}

Datum eval_process_node(Evaluator *e, const CspNode *n, Datum *frame)
{
  switch ((CspKind) n->kind) {
  case CSP_PREFIX: return eval_prefix(e, n, frame);
  case CSP_GUARD: return guard(e, n, frame);
  case CSP_EXTERNAL_CHOICE: return synchronised(e, n, frame, TERM_EXTERNAL, TERM_SYNC_CHOICE);
  case CSP_INTERNAL_CHOICE: return choice_later(e, n, frame, TERM_INTERNAL);
  case CSP_SLIDING: return choice_later(e, n, frame, TERM_SLIDING);
  case CSP_SEQUENCE: return choice_later(e, n, frame, TERM_SEQUENCE);
  case CSP_INTERRUPT: return synchronised(e, n, frame, TERM_INTERRUPT, TERM_SYNC_INTERRUPT);
  case CSP_HIDE:
  case CSP_PROJECT: return hide(e, n, frame);
  case CSP_INTERLEAVE: return interleave(e, n, frame);
  case CSP_SHARE: return with_set(e, n, frame, TERM_SHARE, true);
  case CSP_SYNC_CHOICE: return with_set(e, n, frame, TERM_SYNC_CHOICE, true);
  case CSP_EXCEPTION: return with_set(e, n, frame, TERM_EXCEPTION, false);
  case CSP_SYNC_INTERRUPT: return with_set(e, n, frame, TERM_SYNC_INTERRUPT, false);
  case CSP_PARALLEL: return parallel(e, n, frame);
  case CSP_LINK: return linked(e, n, frame);
  case CSP_RENAME: return renamed(e, n, frame);
  case CSP_EACH_EXTERNAL_CHOICE:
  case CSP_EACH_INTERNAL_CHOICE:
  case CSP_EACH_INTERLEAVE:
  case CSP_EACH_SEQUENCE:
  case CSP_EACH_SHARE:
  case CSP_EACH_PARALLEL:
  case CSP_EACH_LINK:
  case CSP_EACH_SYNC_CHOICE: return replicated(e, n, frame);
  default: return evaluator_raise(e, FAULT_EVALUATION, n->span, "this has no value");
  }
}
