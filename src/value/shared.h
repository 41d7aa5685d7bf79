#ifndef VALUE_SHARED_H
#define VALUE_SHARED_H

#include "value/store.h"

/* Values that several stores have in common.  A Shared numbers contents: equal values
 * get equal numbers, whatever store they come from.  It only grows, and any number of
 * threads may use it at once, each through a view of its own, which belongs to one
 * store and remembers what it has translated.
 *
 * A node is kept with the shared numbers of its parts, so that parts are kept once.
 * Numbers depend on the order of arrival; nothing that people see may. */
typedef struct Shared Shared;
typedef struct SharedView SharedView;

#define SHARED_LIMIT (UINT32_C(1) << 31) /* numbers are below */
enum { SHARED_LAZY = -1, SHARED_FULL = -2 };

Shared *shared_new(void);
void shared_free(Shared *); /* accepts NULL; after its views */
size_t shared_bytes(Shared *);
/* Asserts that every content is found, once, in debug builds. */
void shared_check(Shared *);

SharedView *shared_view_new(Shared *, Store *);
void shared_view_free(SharedView *); /* accepts NULL */
size_t shared_view_bytes(const SharedView *);

/* Lazy sets are understood by one store only.  A view that pins takes them as words of
 * its store: it must be the only view, and its store must never be released. */
void shared_view_pin(SharedView *);
bool shared_view_has_pinned(const SharedView *); /* it took one */

/* The number of a value; SHARED_LAZY: it holds a lazy set; SHARED_FULL: no more room. */
int64_t shared_export(SharedView *, Value);
Value shared_import(SharedView *, uint32_t number);

/* After a release of the store to this mark: what it had translated since is forgotten. */
void shared_view_forget(SharedView *, StoreMark);

#endif
