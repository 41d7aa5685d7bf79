#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

/* An Arena owns everything allocated from it; nothing in it is freed alone.
 * One arena per lifetime: a loaded model, one evaluation, one report. */
typedef struct Arena Arena;

/* A point in an arena's history, to which it can be rolled back. */
typedef struct {
  void *block;
  size_t used;
} ArenaMark;

Arena *arena_new(void);
void arena_free(Arena *); /* accepts NULL */

/* Zeroed, aligned for any type, never NULL: running out of memory aborts. */
void *arena_alloc(Arena *, size_t bytes);
char *arena_copy(Arena *, const char *text, size_t length); /* NUL-terminated copy */
char *arena_printf(Arena *, const char *format, ...) __attribute__((format(printf, 2, 3)));

ArenaMark arena_mark(const Arena *);
void arena_release(Arena *, ArenaMark); /* frees all that was allocated since */
size_t arena_bytes(const Arena *);      /* memory held, for statistics        */

#define arena_new_array(arena, type, n) ((type *) arena_alloc((arena), (size_t) (n) * sizeof(type)))

#endif
