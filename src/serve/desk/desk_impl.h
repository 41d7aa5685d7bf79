#ifndef SERVE_DESK_DESK_IMPL_H
#define SERVE_DESK_DESK_IMPL_H

#include <jansson.h>

#include "base/vec.h"
#include "serve/desk/desk.h"
#include "serve/desk/fields.h"
#include "session/scene.h"

/* What the files of this folder share. */

/* A constant or variable, as the rows of the system have it. */
typedef struct {
  uint32_t column;
  const char *name;
  const Symbol *symbol; /* NULL: of no model of B */
  const char *type;     /* its text; "" if there is none */
} DeskColumn;

typedef struct {
  uint32_t id;
  char *expression;
} Watch;

/* A formula that was read before; or one that has mistakes is not kept. */
typedef struct {
  char *text;
  FormulaKind kind;
  const Formula *formula;
} KeptFormula;

typedef struct { /* the step of a transition of the path as JSON */
  const Value *state,
      *before;  /* it led there, from there: if it is another one now, this is void */
  json_t *step; /* NULL: not made yet */
} KeptStep;

/* What was opened: a session and all that is made in it. */
typedef struct {
  Session *session; /* NULL: nothing is open */
  Scene scene;
  VEC(DeskColumn) columns;
  VEC(KeptFormula) formulas;
  VEC(KeptStep) steps;
  json_t *predicates; /* their truth in the present state; NULL: not asked yet */
  uint64_t predicates_turn;
} Opened;

struct Desk {
  DeskHooks hooks;
  Opened open;
  json_t *settings; /* as given to open */
  char *file;
  uint64_t turn; /* new after each change */
  uint64_t seed; /* of random steps */
  VEC(Watch) watches;
  uint32_t last_watch;
  Text message; /* what this request has to say in view.message */

  /* Why the present request is refused. */
  int status; /* 200: it is not */
  const char *kind;
  Text reason, hint;
  json_t *more; /* fields of the error beside those; or NULL */
};

/* One request: reads its fields, ends with fields_end, and adds to the answer.  False: refused. */
#define REQUEST(name, text, where) bool desk_##name(Desk *, Fields *, json_t *answer);
#include "serve/desk/requests.def"
#undef REQUEST

/* The request is refused.  Always false, for return.  Diagnostics of the session go along. */
bool desk_refuse(Desk *, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool desk_refuse_as(Desk *, int status, const char *kind, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool desk_refuse_fields(Desk *, const Fields *);
/* … as the session says, in which there may be mistakes of a text. */
bool desk_refuse_session(Desk *, Session *, const char *what);
/* Adds a field to the error; takes the value over. */
void desk_refuse_with(Desk *, const char *field, json_t *value);

/* The state of `opened` became that of the desk; what was open before is closed. */
void desk_close_opened(Opened *);
bool desk_load(Desk *, const char *file, const json_t *settings, Opened *);

/* Diagnostics of the session as JSON. */
json_t *desk_diagnostics(Session *);
/* A place or null. */
json_t *desk_place(Session *, Span);
/* The beginning of a text, at most so many bytes; *cut: there is more. */
json_t *desk_text_cut(const Text *, size_t most, bool *cut);

json_t *desk_model_json(Desk *);
json_t *desk_view_json(Desk *);
/* Adds the view to the answer; true, for return. */
bool desk_show(Desk *, json_t *answer);

/* Steps as JSON. */
json_t *desk_transition_json(Desk *, uint32_t index);
json_t *desk_history_json(Desk *, uint32_t from, uint32_t count);
json_t *desk_changes_json(Desk *, const Transition *, const Value *before);
void desk_path_changed(Desk *); /* after every step: a new turn */
void desk_path_forgotten(Desk *);

/* Values as JSON. */
typedef struct {
  const char *name;
  const char *type;
  const Shape *shape; /* NULL: not known */
  Value value;
  bool sequence; /* it is printed as one, if it is one */
} NamedValue;

NamedValue desk_column_value(Desk *, const DeskColumn *, const Value *state);
/* At most so many elements of a set (0: all); true: there are more. */
bool desk_print_column(Desk *, Text *, const DeskColumn *, const Value *state, uint32_t most);
const char *desk_value_kind(Desk *, const NamedValue *);
json_t *desk_value_size(Desk *, const NamedValue *);
json_t *desk_column_json(Desk *, const DeskColumn *, const Value *state, const Value *before,
                         size_t most);

static inline Lts *desk_lts(const Desk *d) { return d->open.scene.system.lts; }
static inline Animator *desk_animator(const Desk *d) { return d->open.scene.animator; }
/* The number of the operation of a label in model.operations, or null. */
static inline json_t *desk_operation_number(const Lts *lts, uint32_t label)
{
  return label < lts->first_operation ? json_null() : json_integer(label - lts->first_operation);
}

#endif
