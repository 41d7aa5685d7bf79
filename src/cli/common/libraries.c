#include "cli/common/libraries.h"

#include <gmp.h>
#include <jansson.h>
#include <stdlib.h>

#include "base/memory.h"

static void *resize_number(void *memory, size_t old, size_t bytes)
{
  (void) old;
  return memory_resize(memory, bytes);
}

static void free_number(void *memory, size_t bytes)
{
  (void) bytes;
  free(memory);
}

/* std::set_new_handler, by the name that it has for the linker. */
typedef void NewHandler(void);
NewHandler *_ZSt15set_new_handlerPFvvE(NewHandler *);

void libraries_install(void)
{
  mp_set_memory_functions(memory_alloc, resize_number, free_number);
  json_set_alloc_funcs(memory_alloc, free);
  _ZSt15set_new_handlerPFvvE(memory_exhausted);
}
