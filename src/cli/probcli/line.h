#ifndef CLI_PROBCLI_LINE_H
#define CLI_PROBCLI_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "base/vec.h"

/* A command line of ProB's probcli, as it is written: options in any order, with one dash or two,
 * and `_` or `-` inside of their names; what is no option is a file. */

typedef enum {
#define ACTION(id, words, file, each) ACTION_##id,
#include "cli/probcli/actions.def"
#undef ACTION
  ACTION_COUNT
} ProbcliAction;

/* Sets of actions. */
enum {
#define ACTION(id, words, file, each) AT_##id = 1 << ACTION_##id,
#include "cli/probcli/actions.def"
#undef ACTION
  AT_STEPS = AT_INIT | AT_WALK | AT_EXECUTE | AT_REPLAY,
  AT_GUIDED = AT_STEPS | AT_CHECK | AT_TEMPORAL | AT_ASSERTIONS | AT_SPACE | AT_DIAGRAM,
  AT_SIZED = AT_GUIDED | AT_TESTS | AT_TYPES | AT_PROPERTIES | AT_REFINE | AT_EVAL,
  AT_LIMITED = AT_STEPS | AT_CHECK | AT_PATHS | AT_CBC | AT_WD | AT_DEADLOCK | AT_THEOREMS |
               AT_TEMPORAL | AT_ASSERTIONS | AT_CSP | AT_REFINE | AT_SPACE | AT_DIAGRAM | AT_TESTS
};

typedef struct {
  const char *words; /* the command of probity, and options that it always has */
  bool in;           /* the model is named by --in */
  bool each;         /* every option that asks for it is a request of its own */
} ProbcliActionEntry;

extern const ProbcliActionEntry probcli_actions[ACTION_COUNT];

typedef enum {
#define PROBCLI(id, name, arguments, role, actions, words, meaning) PROBCLI_##id,
#include "cli/probcli/options.def"
#undef PROBCLI
  PROBCLI_COUNT
} ProbcliId;

typedef enum { ROLE_ASKS, ROLE_ADDS, ROLE_OWN, ROLE_NOTHING, ROLE_REFUSED } ProbcliRole;

typedef struct { /* see options.def */
  const char *name, *arguments;
  ProbcliRole role;
  uint32_t actions;
  const char *words, *meaning;
} ProbcliOption;

extern const ProbcliOption probcli_options[PROBCLI_COUNT];

/* Further names, as `-c` for `-coverage`; ends with a NULL name. */
typedef struct {
  const char *name;
  ProbcliId id;
} ProbcliAlias;

extern const ProbcliAlias probcli_aliases[];

enum { PROBCLI_MOST_ARGUMENTS = 4 };

typedef struct {
  ProbcliId id;
  const char *spelling; /* as it was typed */
  const char *arguments[PROBCLI_MOST_ARGUMENTS];
} ProbcliGiven;

/* Texts are those of the command line, which must stay. */
typedef struct {
  VEC(ProbcliGiven) given; /* in order */
  VEC(const char *) files;
  Text error, hint; /* the first mistake */
} ProbcliLine;

/* False: there is a mistake, an option that is refused among them. */
bool probcli_read(ProbcliLine *, int count, char **arguments);
void probcli_line_free(ProbcliLine *);

/* The last one of this kind, or NULL. */
const ProbcliGiven *probcli_given(const ProbcliLine *, ProbcliId);

#endif
