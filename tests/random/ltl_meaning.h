#ifndef RANDOM_LTL_MEANING_H
#define RANDOM_LTL_MEANING_H

#include "base/arena.h"
#include "base/text.h"
#include "random/generate.h"
#include "temporal/automaton/ltl.h"

/* The meaning of formulas of LTL with past by definition: position by position, on words that end
 * or repeat themselves.  Slow, and obviously right. */

/* As users write them, before anything is simplified. */
typedef enum {
  MEANS_TRUE,
  MEANS_ATOM,
  MEANS_NOT,
  MEANS_AND,
  MEANS_OR,
  MEANS_IMPLIES,
  MEANS_NEXT,
  MEANS_FINALLY,
  MEANS_GLOBALLY,
  MEANS_UNTIL,
  MEANS_WEAK_UNTIL,
  MEANS_RELEASE,
  MEANS_YESTERDAY,
  MEANS_ONCE,
  MEANS_HISTORICALLY,
  MEANS_SINCE,
  MEANS_TRIGGER,
  MEANS_KINDS
} FormKind;

typedef struct Form Form;
struct Form {
  FormKind kind;
  uint32_t atom, past; /* past: how many operators of the past are inside of each other */
  const Form *a, *b;
};

typedef struct {   /* letters 0 … count - 1 */
  uint32_t count;  /* at least one */
  uint32_t loop;   /* after the last one comes this one again; = count: it ends */
  uint32_t *atoms; /* by position: which atoms are true */
} Word;

const Form *form_new(Arena *, FormKind, uint32_t atom, const Form *a, const Form *b);
const Form *form_random(Arena *, Random *, uint32_t atoms, uint32_t size, bool past);
void form_print(Text *, const Form *);
Ltl form_ltl(LtlTable *, const Form *);
/* Does it hold at the first position? */
bool form_holds(const Form *, const Word *);

#endif
