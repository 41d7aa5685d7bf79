#ifndef SERVE_DESK_DESK_IMPL_H
#define SERVE_DESK_DESK_IMPL_H

#include <jansson.h>

#include "base/vec.h"
#include "engine/reference/execute/why.h"
#include "report/scene/choice.h"
#include "report/talk/talk.h"
#include "serve/desk/desk.h"
#include "serve/desk/fields.h"
#include "session/scene.h"
#include "session/visb/own_picture.h"
#include "session/trace_file.h"

/* What the files of this folder share. */

/* A constant or variable, as the rows of the system have it. */
typedef struct {
  uint32_t column;
  const char *name;
  const Symbol *symbol; /* NULL: of no model of B */
  const char *type;     /* its text; "" if there is none */
} DeskColumn;

typedef struct { /* a watched expression in a state of the path */
  const Value *state;
  char *text;    /* NULL: it has no value there */
  double number; /* NAN: it is none */
} WatchPoint;

typedef struct {
  uint32_t id;
  char *expression;
  VEC(WatchPoint) points; /* by places of the path, as far as they were asked for */
} Watch;

/* Formulas and choices of steps that were read before, so that the same ones again cost nothing. */
typedef struct {
  char *text;
  FormulaKind kind;
  const Formula *formula;
  const char *type; /* its text; of the session */
} KeptFormula;

typedef struct {
  char *key; /* its parts */
  Choice choice;
} KeptChoice;

typedef struct { /* the step of a transition of the path as JSON */
  const Value *state,
      *before;  /* it led there, from there: if it is another one now, this is void */
  json_t *step; /* NULL: not made yet */
} KeptStep;

/* What was opened: a session and all that is made in it. */
typedef struct {
  Session *session; /* NULL: nothing is open */
  Scene scene;
  Report report; /* takes what is said in answer to lines */
  Talk talk;
  VEC(DeskColumn) columns;
  VEC(KeptFormula) formulas;
  VEC(KeptChoice *) choices;
  VEC(KeptStep) steps;
  json_t *predicates; /* their truth in the present state; NULL: not asked yet */
  uint64_t predicates_turn;
  OwnPicture picture; /* opened when it is asked for */
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

void desk_close_opened(Opened *);
bool desk_load(Desk *, const char *file, const json_t *settings, Opened *);
/* Where machines and definitions are looked for besides the folder of the file. */
void desk_add_path(Session *);
/* It is what is open from now on, where nothing was or what was has been closed. */
void desk_set_opened(Desk *, const Opened *);
json_t *desk_warnings(Opened *); /* what there is to remark on the text and the set-up */

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

/* The path changed: the answer is the new view.  True, for return. */
bool desk_moved(Desk *, json_t *answer);
/* Where the time of the request is over, or it was interrupted: so long for what is to be said
 * then. */
void desk_allow(Desk *);
/* What ended a long request early: "interrupted", "the time limit ended this". */
const char *desk_what_ended(Desk *);

/* Formulas that users give, in the scope of the model and without unknown names.  NULL: refused. */
const Formula *desk_formula(Desk *, const char *text, FormulaKind);
const char *desk_formula_type(Desk *, const Formula *); /* of one of them */
/* The same where that is no reason to refuse the request: the first mistake instead. */
const Formula *desk_formula_or(Desk *, const char *text, FormulaKind, Text *mistake);
/* The transitions that the parts allow; false: refused. */
bool desk_choice(Desk *, ChoiceParts, const Choice **);
void desk_forget_formulas(Opened *);
void desk_names_changed(Desk *); /* users gave them other values */
/* A list of trees. */
json_t *desk_why_json(const Why *);

/* Steps as JSON. */
json_t *desk_transition_json(Desk *, uint32_t index);
json_t *desk_history_json(Desk *, uint32_t from, uint32_t count);
json_t *desk_changes_json(Desk *, const Transition *, const Value *before);
void desk_path_changed(Desk *);   /* after every step: a new turn */
void desk_path_forgotten(Desk *); /* where it begins anew */
/* Transitions that a choice allows, from the given one on, so many of them, with their number. */
json_t *desk_allowed_json(Desk *, const Choice *, uint64_t from, uint64_t count, uint32_t *all);

/* Traces. */
void desk_print_path(Desk *, uint32_t count, Text *); /* of the first transitions of the path */
json_t *desk_follow(Desk *, const TraceFile *);       /* what came of it */

/* Watches. */
json_t *desk_watches_json(Desk *);
void desk_forget_points(Watch *);

/* Values as JSON. */
typedef struct {
  const char *name;
  const char *type;
  const Shape *shape;       /* NULL: not known */
  Value value;              /* may be none */
  bool sequence;            /* it is printed as one, if it is one */
  const DeskColumn *column; /* that it is the value of; or NULL: of a formula */
  const Type *of;           /* NULL: not known */
  bool truth;               /* of a predicate */
} NamedValue;

NamedValue desk_column_value(Desk *, const DeskColumn *, const Value *state);
/* The value of an expression, or of a predicate, in this state.
 * VALUE_FAULT, VALUE_UNKNOWN: engine->fault, engine->cause. */
NamedValue desk_formula_value(Desk *, const char *text, const Formula *, const Value *state);
/* Why it has none. */
const char *desk_no_value(Desk *, Value none);
/* What the fields `name` or `expression` mean in the present state, which is read beside those of
 * the request: it ends the fields.  False: refused. */
bool desk_named(Desk *, Fields *, NamedValue *);

/* At most so many elements of each set (0: all); true: something was left out. */
bool desk_print_value(Desk *, Text *, const NamedValue *, uint32_t most);
bool desk_print_column(Desk *, Text *, const DeskColumn *, const Value *state, uint32_t most);
/* A part of a value, by its shape. */
void desk_print_part(Desk *, Text *, const Shape *, Value, uint32_t most);
const char *desk_value_kind(Desk *, const NamedValue *);
bool desk_is_set(const NamedValue *);      /* whose elements can be walked */
bool desk_is_sequence(const NamedValue *); /* likewise, shown as such */
json_t *desk_value_size(Desk *, const NamedValue *);
/* VALUE of docs/serve.md; `before` is the value that it had before the last step, or none.  The
 * change is taken over. */
json_t *desk_value_json(Desk *, const NamedValue *, Value before, json_t *change, size_t most);
json_t *desk_column_json(Desk *, const DeskColumn *, const Value *state, const Value *before,
                         size_t most);
json_t *desk_looks(Desk *, const NamedValue *); /* which of `table` and `graph` make sense */

static inline Lts *desk_lts(const Desk *d) { return d->open.scene.system.lts; }
static inline Animator *desk_animator(const Desk *d) { return d->open.scene.animator; }
/* The number of the operation of a label in model.operations, or null. */
static inline json_t *desk_operation_number(const Lts *lts, uint32_t label)
{
  return label < lts->first_operation ? json_null() : json_integer(label - lts->first_operation);
}

#endif
