#include "base/narrow.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

static void put(Narrow *n, uint32_t place, uint32_t x)
{
  if (n->width == 1) ((uint8_t *) n->data)[place] = (uint8_t) x;
  else if (n->width == 2) ((uint16_t *) n->data)[place] = (uint16_t) x;
  else ((uint32_t *) n->data)[place] = x;
}

static uint32_t width_for(uint32_t x) { return x <= UINT8_MAX ? 1 : x <= UINT16_MAX ? 2 : 4; }

static void widen(Narrow *n, uint32_t width)
{
  Narrow wide = {memory_zeroed(n->cap, width), n->len, n->cap, width};
  for (uint32_t i = 0; i < n->len; i++) put(&wide, i, narrow_get(n, i));
  free(n->data);
  *n = wide;
}

void narrow_set(Narrow *n, uint32_t place, uint32_t x)
{
  assert(place < n->len);
  if (width_for(x) > n->width) widen(n, width_for(x));
  put(n, place, x);
}

void narrow_push(Narrow *n, uint32_t x)
{
  if (!n->width) n->width = 1;
  if (n->len == n->cap) n->data = vec_grow(n->data, &n->cap, n->width);
  n->len++;
  narrow_set(n, n->len - 1, x);
}

void narrow_drop(Narrow *n, uint32_t count)
{
  assert(count <= n->len);
  n->len -= count;
  if (n->len)
    memmove(n->data, (char *) n->data + (size_t) count * n->width, (size_t) n->len * n->width);
}

void narrow_trim(Narrow *n)
{
  if (n->cap) n->data = vec_cut(n->data, &n->cap, n->len, n->width);
}

void narrow_free(Narrow *n)
{
  free(n->data);
  *n = (Narrow){0};
}
