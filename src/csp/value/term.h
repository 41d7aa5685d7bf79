#ifndef CSP_VALUE_TERM_H
#define CSP_VALUE_TERM_H

#include "csp/value/datum.h"

/* Processes are data of the kind PROCESS: terms whose names, calls, conditions and lets are
 * resolved.  A prefix is suspended: the text (number of its node) with the values of its free
 * local names; so are operands that are not needed yet.
 *
 * In the comments A and B are sets of events, listed or INFINITE; [a b …] are the parts. */
typedef enum {
  TERM_STOP,
  TERM_SKIP,
  TERM_OMEGA, /* after termination                                                */
  TERM_DIV,
  TERM_RUN,            /* [A]                                                              */
  TERM_CHAOS,          /* [A]                                                              */
  TERM_EVENT,          /* [e P]: e -> P, both given; P may be LATER                        */
  TERM_PREFIX,         /* [number of the suspended text (INT), captured values…]           */
  TERM_LATER,          /* the same: a process that is not evaluated yet                    */
  TERM_EXTERNAL,       /* [P…]: external choice of any number                              */
  TERM_INTERNAL,       /* [P…], at least one; operands may be LATER                        */
  TERM_SLIDING,        /* [P Q]; Q may be LATER                                            */
  TERM_INTERRUPT,      /* [P Q]                                                            */
  TERM_SEQUENCE,       /* [P Q]; Q may be LATER                                            */
  TERM_HIDE,           /* [P A]                                                            */
  TERM_RENAME,         /* [P R]: R maps events to sets of events                           */
  TERM_SHARE,          /* [A P…]: all synchronise on A; interleaving: A is empty           */
  TERM_PARALLEL,       /* [A P B Q …]: each with its alphabet                              */
  TERM_LINK,           /* [P R Q]: R maps events of P to sets of events of Q               */
  TERM_EXCEPTION,      /* [P A Q]; Q may be LATER                                          */
  TERM_SYNC_CHOICE,    /* [A P…]                                                          */
  TERM_SYNC_INTERRUPT, /* [P A Q]                                                      */
  TERM_PRIORITISE,     /* [P S]: S is a sequence of sets of events, first the highest      */
  TERM_PRIORITY_ORDER, /* [P E R M]: prioritisepo                                      */
  TERM_CHASE,          /* [P]                                                              */
  TERM_WRONG,          /* [INT]: it has no value, for this reason of the evaluator */
  TERM_MACHINE,        /* [INT]: a machine that is a process, in this state of it     */
  TERM_COMPRESS,       /* [INT: CompressKind; P]: another transition system, the same behaviour */
  TERM_KINDS
} TermKind;

typedef enum {
  COMPRESS_NONE, /* explicate, lazyenumerate: no change */
  COMPRESS_SBISIM,
  COMPRESS_WBISIM,
  COMPRESS_DBISIM,
  COMPRESS_NORMAL,
  COMPRESS_DIAMOND,
  COMPRESS_TAU_LOOP,
  COMPRESS_MODEL,
  COMPRESS_DETER
} CompressKind;

#endif
