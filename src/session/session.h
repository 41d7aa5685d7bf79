#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include <stdio.h>

#include "base/arena.h"
#include "base/names.h"
#include "base/text.h"
#include "model/model.h"
#include "session/options.h"
#include "session/verdict.h"
#include "syntax/diag.h"
#include "syntax/parser.h"
#include "syntax/source.h"
#include "syntax/tree.h"
#include "temporal/notation/formula.h"

/* A session owns all that comes from one user's request: the texts read, their
 * names, the trees and models made of them, and the diagnostics.  Everything it
 * gives out lives until session_free.  Sessions are independent of each other;
 * one session is used by one thread at a time, on a large stack (stack.h). */
typedef struct Session Session;
typedef struct CspScript CspScript; /* csp/script.h */

Session *session_new(void);
void session_free(Session *); /* accepts NULL */

/* How it works; set before anything is opened. */
void session_set_options(Session *, SessionOptions);
const SessionOptions *session_options(const Session *);
/* Bytes that the process may have: the limit that was set, or else what there is, so that nobody
 * else ends the program. */
size_t session_memory_limit(const Session *);
/* Threads, where so many are asked for; 0: as many as there are cores. */
uint32_t session_threads(uint32_t asked);

/* When the time limit is reached, if what is asked for begins now; 0: there is none. */
double session_deadline(const Session *);

/* Why something could not be opened or begun.  Either a text has mistakes, which are in the
 * diagnostics; or what was asked for does not exist or does not fit, which the message says; or the
 * text is right, and what it describes could not be computed. */
typedef struct {
  Verdict verdict;      /* UNKNOWN: not within the limits; FAIL: it has no value; ERROR: others */
  Span span;            /* FAIL: where */
  bool wrong_text;      /* there are mistakes in a text … */
  const Source *source; /* … in this one, or NULL: in several, or it has no name */
  Text setting;         /* what the message is about: "let x"; may be empty */
  Text message, hint;   /* the hint may be empty */
} Refusal;

const Refusal *session_refusal(const Session *); /* the last one */
/* These set it.  They are always false, for return. */
bool session_refuse(Session *, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool session_refuse_setting(Session *, const char *setting, const char *name, const char *format,
                            ...) __attribute__((format(printf, 4, 5)));
bool session_refuse_text(Session *, const Source *); /* or NULL */
/* Adds to the next refusal: call it before. */
Text *session_hint(Session *);
/* The text is right, but not decided within the limits, for this reason; always false. */
bool session_refuse_undecided(Session *, const char *reason);
/* The text is right, but what stands there has no value; always false. */
bool session_refuse_value(Session *, Span, const char *reason);
/* Are there errors in the texts read so far? */
bool session_has_errors(const Session *);

/* Folders in which machines and definition files are looked for, in order. */
void session_add_folder(Session *, const char *folder);
void session_add_path(Session *, const char *colon_separated);

/* Texts that take the place of files (syntax/source.h); before anything is read. */
void session_lay_over(Session *, Overlay);

/* Texts.  NULL and *error (a message to show, owned by the session) if it
 * cannot be read; what is wrong inside a text is a matter of diagnostics. */
const Source *session_read(Session *, const char *path, const char **error);
const Source *session_read_stream(Session *, FILE *, const char *name, const char **error);
const Source *session_text(Session *, const char *name, const char *text);
/* A text as if it stood in that file, before the file is read. */
const Source *session_text_of_file(Session *, const char *path, const char *text);

/* Stages.  None gives NULL; mistakes are in the diagnostics. */
Unit *session_parse(Session *, const Source *);
Node *session_parse_formula(Session *, const Source *, FormulaKind, const Unit *scope);
Model *session_load(Session *, const Source *main);
/* The same; a refinement of classical B with what it refines (model/chain.h). */
Model *session_load_chain(Session *, const Source *main);
/* The same for what is said of a chain of refinements. */
Model *session_load_levels(Session *, const Source *main, ModelLevels);
/* Takes over a model that was made of its texts. */
void session_keep_model(Session *, Model *);
Formula *session_formula(Session *, Model *scope, const Source *, FormulaKind);
Formula *session_formula_as(Session *, Model *scope, const Source *, const FormulaDemand *);

/* A formula of temporal logic: its notation alone, with the definitions of a unit, if there is
 * one; or resolved and typed in the scope of a model, or of nothing (NULL): then NULL if there are
 * mistakes. */
Temporal *session_parse_temporal(Session *, const Source *, TemporalLogic, const Unit *scope);
Temporal *session_temporal(Session *, Model *scope, const Source *, TemporalLogic);
/* A fairness assumption by itself, likewise: "WF(a) & SF(b)". */
Temporal *session_assumption(Session *, Model *scope, const Source *);

/* A script of CSP-M; the same again for the same text. */
CspScript *session_script(Session *, const Source *);
/* The same, for those who show what it means (csp_script_open_lenient). */
CspScript *session_lenient_script(Session *, const Source *);
/* What is evaluated in it from now on may take as long as the options say. */
void session_limit_script(Session *, CspScript *);
/* The same, read anew: mistakes of types are errors, not warnings. */
CspScript *session_typed_script(Session *, const Source *);

Diags *session_diags(Session *);
Sources *session_sources(Session *);
Names *session_names(Session *);
Arena *session_arena(Session *);
ParseContext *session_context(Session *);

#endif
