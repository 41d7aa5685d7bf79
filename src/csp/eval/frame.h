#ifndef CSP_EVAL_FRAME_H
#define CSP_EVAL_FRAME_H

#include "csp/names/resolve.h"

/* Where local names have their values.  What is evaluated by itself, now or later, has a frame: a
 * row of slots, some of which are filled with captured values of the frame around it.
 *
 *   CLAUSE, BIND of the script or a let     when its name is asked for, or called
 *   LAMBDA                                  when it is called
 *   LET                                     its slots are what its definitions capture
 *   PREFIX                                  when its events are asked for
 *   CspNode.later                           when the operand becomes the process
 *
 * After analysis CspNode.number of a NAME is its slot.  A name of a LET is found behind its
 * instance in that slot; ~slot (negative): the slot has the value itself. */
typedef struct {
  uint32_t from, to; /* slots; from FRAME_SELF: the instance of the LET itself */
  bool force;        /* the value of a name of the instance in `from`: number */
  uint32_t number;
  const Name *name; /* of what was captured, for people; NULL: an instance of a LET */
} CspCapture;

#define FRAME_SELF UINT32_MAX

typedef struct CspFrame CspFrame;
struct CspFrame {
  const CspNode *node;
  uint32_t number; /* of all frames: the text of suspended processes, the tag of instances */
  uint32_t size;   /* slots */
  uint32_t own;    /* LET: the slot of its instance in the frame around it */
  CspCapture *captures;
  uint32_t capture_count;
  const CspNode *timed; /* PREFIX: the section that it is in, or NULL */
};

typedef struct {
  Arena *arena;
  VEC(CspFrame *) frames; /* by number */
  uint32_t globals;       /* names of the script and of modules, numbered from 0 */
  const CspSymbol *tock;
} CspFrames;

/* Frames of all that is in the script. */
CspFrames *csp_frames_new(const CspResolved *);
void csp_frames_free(CspFrames *); /* accepts NULL */
/* Of an expression or assertion that was resolved in the scope of the script: CspNode.later, which
 * captures nothing. */
void csp_frames_add(CspFrames *, CspNode *);

#endif
