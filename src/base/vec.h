#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* A growable array.  VEC(int) v = {0};  vec_push(&v, 7);  vec_free(&v); */
#define VEC(type) \
  struct { \
    type *data; \
    uint32_t len, cap; \
  }

#define vec_push(v, x) \
  do { \
    if ((v)->len == (v)->cap) (v)->data = vec_grow((v)->data, &(v)->cap, sizeof *(v)->data); \
    (v)->data[(v)->len++] = (x); \
  } while (0)

#define vec_free(v) (free((v)->data), (v)->data = NULL, (v)->len = (v)->cap = 0)

/* Gives back the memory behind the last element. */
#define vec_trim(v) ((v)->data = vec_cut((v)->data, &(v)->cap, (v)->len, sizeof *(v)->data))

/* Doubles the capacity; never NULL: see memory_exhausted. */
void *vec_grow(void *data, uint32_t *capacity, size_t element_size);
/* Makes the capacity this length. */
void *vec_cut(void *data, uint32_t *capacity, uint32_t length, size_t element_size);

#endif
