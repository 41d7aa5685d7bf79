#ifndef SYNTAX_DIAG_H
#define SYNTAX_DIAG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "syntax/source.h"

/* What is wrong with the user's text.  Diagnostics are collected, never thrown:
 * the code that finds a mistake records it and goes on. */
typedef enum {
  DIAG_ERROR,
  DIAG_VIOLATION, /* the text is right, but what it describes has not the property in this place */
  DIAG_WARNING
} Severity;
const char *severity_word(Severity); /* "error", "violation", "warning" */

typedef struct DiagNote DiagNote;
struct DiagNote { /* a second place: "opened here", "first declared here" */
  const DiagNote *next;
  Span span;
  const char *text;
};

typedef struct DiagEdit DiagEdit;
struct DiagEdit { /* this text in the place of that one; an empty span: before its position */
  const DiagEdit *next;
  Span span;
  const char *text;
};

typedef struct DiagFix DiagFix;
struct DiagFix { /* one way to mend the text: all of its edits, which do not overlap */
  const DiagFix *next;
  const char *title; /* what it does: "write & instead of &&" */
  DiagEdit *edits;   /* in order */
};

typedef struct {
  Severity severity;
  const char *code; /* stable, e.g. "syntax", "unknown-name", "type-mismatch" */
  const char *message;
  Span span;        /* SPAN_NONE: the environment, e.g. a missing file */
  const char *hint; /* what to write instead, or NULL */
  DiagNote *notes;  /* in order */
  DiagFix *fixes;   /* what the hint says, as edits; in order, the likeliest first */
} Diag;

typedef struct Diags Diags;

Diags *diags_new(Sources *);
void diags_free(Diags *); /* accepts NULL */

/* Records a diagnostic.  The result may be given hints and notes and stays
 * valid until the next call.  Never NULL: beyond the limit of diagnostics it
 * is a scratch one that is not shown (but counted). */
Diag *diag_error(Diags *, Span, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
Diag *diag_warning(Diags *, Span, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
Diag *diag_violation(Diags *, Span, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void diag_hint(Diags *, Diag *, const char *format, ...) __attribute__((format(printf, 3, 4)));
void diag_note(Diags *, Diag *, Span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Adds a way to mend it, so far without edits, and an edit to the way that was added last.
 * diag_replace does both: this text in the place of that one, with a title that says so.  Texts
 * are copied.  A span that is nowhere adds nothing. */
void diag_fix(Diags *, Diag *, const char *title, ...) __attribute__((format(printf, 3, 4)));
void diag_edit(Diags *, Diag *, Span, const char *text);
void diag_replace(Diags *, Diag *, Span, const char *text);
/* The same for what stands around a piece of text: card( and ). */
void diag_enclose(Diags *, Diag *, Span, const char *before, const char *behind);
/* The hint "did you mean NAME?", and the fix that writes that. */
void diag_suggest(Diags *, Diag *, Span, const char *name);

uint32_t diags_count(const Diags *);
const Diag *diags_get(const Diags *, uint32_t index); /* in order of recording */
uint32_t diags_errors(const Diags *);                 /* all, shown or not     */
uint32_t diags_dropped(const Diags *);                /* beyond the limit      */
Sources *diags_sources(const Diags *);
Arena *diags_arena(Diags *); /* for texts that live as long as the diagnostics */

/* For trying one reading of a text and then another: a mark remembers how many
 * diagnostics there are; releasing to it forgets the later ones. */
uint32_t diags_mark(const Diags *);
void diags_release(Diags *, uint32_t mark);
/* The last diagnostic takes the place of the warnings that begin where it does, with their hint,
 * notes and fixes. */
void diags_absorb_warnings(Diags *);
/* Sorts by position, so that one run reads from top to bottom; removes repetitions. */
void diags_sort(Diags *);

#endif
