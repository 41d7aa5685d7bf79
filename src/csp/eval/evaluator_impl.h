#ifndef CSP_EVAL_EVALUATOR_IMPL_H
#define CSP_EVAL_EVALUATOR_IMPL_H

#include "csp/eval/evaluator.h"
#include "csp/eval/frame.h"

/* Words that were computed, by the word of what they are the value of. */
typedef struct {
  uint64_t *keys; /* 0: free */
  Datum *values;
  uint32_t capacity, count;
} Memo;

#define MEMO_ABSENT ((Datum){DATUM_NONE | 1 << 4})
#define MEMO_BUSY ((Datum){DATUM_NONE | 2 << 4}) /* it is being computed */
Datum memo_get(const Memo *, uint64_t key);
void memo_put(Memo *, uint64_t key, Datum);
void memo_free(Memo *);

/* What is known of a channel or constructor: the sets of its fields. */
typedef struct {
  enum { FIELDS_UNKNOWN, FIELDS_BUSY, FIELDS_KNOWN } stage;
  const Datum *sets;
  uint32_t count;
} Fields;

struct Evaluator {
  Pool *pool;
  const CspResolved *resolved;
  CspFrames *frames;
  Datum *globals; /* by number: the value, MEMO_ABSENT or MEMO_BUSY */
  Fields *fields; /* by number of a DATUM_NAME */
  Memo calls;     /* of named functions, by the function with its arguments */
  Memo names; /* of processes: the call (FUNCTION) or definition (INT, of named) that gave it first
               */
  VEC(const Name *) named;
  Memo members;                   /* of instances, by a promise of the name (promise_of) */
  Memo sets;                      /* of datatypes and nametypes, by the number of the declaration */
  Datum surroundings;             /* events that open channels can do, or MEMO_ABSENT */
  Datum events;                   /* all of them, or MEMO_ABSENT */
  Arena *stack;                   /* of frames */
  Arena *arena;                   /* of messages, fields */
  VEC(const CspNode *) functions; /* FUNCTION and LAMBDA nodes, by tag - BUILTIN_COUNT */
  Memo function_tags;             /* by the address of the node: INT */
  CspFault fault;
  VEC(CspFault) postponed; /* each once … */
  Memo postponed_numbers;  /* … by its place and message: INT */
  Limits limits;
  MachineProcess *machine; /* or NULL */
  Effort effort;           /* by these limits */
  uint32_t depth;
};

typedef VEC(Datum) Data;

/* ---- the walk ---- */
Datum eval(Evaluator *, const CspNode *, Datum *frame);
/* Is the condition true?  False, too, after a fault. */
bool eval_condition(Evaluator *, const CspNode *, Datum *frame, bool *out);
Datum eval_process_node(Evaluator *, const CspNode *, Datum *frame);
/* A process; anything else is a fault. */
Datum eval_process(Evaluator *, const CspNode *, Datum *frame);
/* A set that is listed; an infinite one is a fault at the node. */
Datum eval_listed(Evaluator *, const CspNode *, Datum *frame);

/* Calls `each` for all ways to satisfy the statements from `at` on, with the names bound in the
 * frame.  False: fault, or `each` gave false. */
typedef bool EachBinding(Evaluator *, Datum *frame, void *context);
bool eval_statements(Evaluator *, const CspNode *statements, uint32_t at, Datum *frame,
                     EachBinding *, void *context);

/* ---- definitions and calls ---- */
Datum eval_global(Evaluator *, const CspSymbol *);
/* The name `number` of the instance of a let. */
Datum eval_member(Evaluator *, Datum instance, uint32_t number);
Datum eval_name(Evaluator *, const CspNode *, Datum *frame);
Datum eval_call(Evaluator *, Datum function, const Datum *arguments, uint32_t count, Span);
uint32_t function_tag(Evaluator *, const CspNode *);
const char *evaluator_function_name(const Evaluator *, Datum); /* NULL: it has none */
/* A row of slots for the frame; released with frames_release to the mark. */
Datum *frame_new(Evaluator *, const CspFrame *);
/* The captured values of a frame, as parts of what is suspended; false: fault. */
bool frame_capture(Evaluator *, const CspFrame *, const Datum *outer, Data *);
void frame_restore(const CspFrame *, Datum *frame, const Datum *captured);
/* An operand that may wait. */
Datum eval_later(Evaluator *, const CspNode *, Datum *frame);

/* ---- patterns ---- */
bool match(Evaluator *, const CspNode *pattern, Datum, Datum *frame);
/* How many complete fields a pattern stands for, at least. */
uint32_t pattern_width(const CspNode *pattern);
/* The pattern as one of a chain of dots: its i-th link. */
uint32_t dotted_length(const CspNode *);
const CspNode *dotted_link(const CspNode *, uint32_t i);

/* ---- channels and constructors ---- */
const Fields *fields_of(Evaluator *, uint32_t name); /* NULL: fault */
uint32_t field_arity(Evaluator *, uint32_t name);    /* how many fields it has; no fault */
/* The end of the complete field that begins at part `from` of these; may exceed count if the last
 * one is not complete. */
uint32_t field_end(Evaluator *, const Datum *parts, uint32_t count, uint32_t from);
/* All continuations of a value: sequences of parts that make it complete.  Each is a DOT or single
 * datum; DATUM_SEQ of none if it is complete.  False: fault. */
bool extensions_of(Evaluator *, Datum value, Data *suffixes, Span);
/* The values of the next complete field behind these parts. */
bool next_fields(Evaluator *, const Datum *parts, uint32_t count, Data *values, Span);
bool is_complete(Evaluator *, Datum value);
/* Is it what its channel or constructor allows, as far as it goes?  False: fault. */
bool check_dotted(Evaluator *, Datum value, Span);
Datum eval_productions(Evaluator *, Datum value, Span);
Datum datatype_set(Evaluator *, const CspSymbol *);
/* The datatype or subtype of an INFINITE_DATATYPE. */
const CspSymbol *datatype_of(const Evaluator *, Datum set);
/* Has the subtype, whose declaration this is, a value that is these parts, or begins with them? */
bool subtype_admits(Evaluator *, const CspNode *subtype, const Datum *parts, uint32_t count);
/* Has the set of a field an element that begins with these parts, and is longer? */
bool may_begin(Evaluator *, Datum set, const Datum *parts, uint32_t count);
Datum eval_type(Evaluator *, const CspNode *type, Datum *frame); /* as a set of values */

/* ---- sets, listed or not ---- */
bool set_holds(Evaluator *, Datum set, Datum element);
/* Are all elements of one set in the other?  Where that is not known, there is a fault. */
bool set_within(Evaluator *, Datum part, Datum whole, Span);
bool need_listed(Evaluator *, Datum set, Span);
Datum eval_powerset(Evaluator *, Datum set, Span);
bool data_may_grow(Evaluator *, uint64_t count, Span);

Datum eval_builtin(Evaluator *, CspBuiltin, const Datum *arguments, uint32_t count, Span);
Datum eval_builtin_name(Evaluator *, const CspNode *);
/* What the network functions of the library make: buffers, watchdogs. */
Datum builtin_map(Evaluator *, CspBuiltin, const Datum *arguments, Span);
Datum builtin_maps(Evaluator *, const Datum *arguments, Span);        /* Map(K, V) */
Datum builtin_wants(Evaluator *, CspBuiltin, const char *what, Span); /* a fault */
Datum builtin_relation(Evaluator *, CspBuiltin, const Datum *arguments, Span);
Datum builtin_process(Evaluator *, CspBuiltin, const Datum *arguments, Span);

/* ---- processes ---- */
Datum term(Evaluator *, uint32_t kind, const Datum *parts, uint32_t count);
Datum term_stop(Evaluator *);
Datum tock_event(const Evaluator *);
Datum tock_stop(Evaluator *);               /* waits for ever */
Datum tock_skip(Evaluator *);               /* terminates when it likes */
Datum tocks(Evaluator *, int64_t, Datum p); /* so many, then the process */
Datum with_tock(Evaluator *, Datum set);
Datum eval_machine(Evaluator *, Span); /* MACHINE */
Datum eval_prefix(Evaluator *, const CspNode *, Datum *frame);
Datum eval_renaming(Evaluator *, const CspNode *pairs, Datum *frame);

#endif
