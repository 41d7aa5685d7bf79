#include <probity.h>

#include <gmp.h>
#include <jansson.h>
#include <stdlib.h>

#include "base/memory.h"

#define WORDS(x) #x
#define WORD(x) WORDS(x)

const char *probity_version(void)
{
  return WORD(PROBITY_VERSION_MAJOR) "." WORD(PROBITY_VERSION_MINOR) "." WORD(
      PROBITY_VERSION_PATCH);
}

const char *probity_code_name(probity_code code)
{
  static const char *const names[] = {
      "ok",       "misuse",  "cannot read", "wrong text",    "refused",
      "no value", "unknown", "cancelled",   "out of memory", "busy"};
  size_t i = (size_t) code;
  return i < sizeof names / sizeof *names ? names[i] : "no such code";
}

/* ------------------------------------------------- the libraries that this one stands on
 *
 * Without memory GMP aborts, C++ throws, and jansson leaves parts of a report out.  On threads of
 * handles they must end as these do (memory_exhausted); for all other threads nothing may change,
 * and what the program has installed stays. */

static void *for_number(size_t bytes) { return memory_alloc(bytes); } /* or abort, as GMP does */

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

static void *for_json(size_t bytes)
{
  return memory_keeper() ? memory_alloc(bytes) : malloc(bytes);
}

/* Functions of C++ and GMP that no header of C declares, by the names that they have for the
 * linker. */
typedef void NewHandler(void);
NewHandler *_ZSt15set_new_handlerPFvvE(NewHandler *); /* std::set_new_handler */
NewHandler *_ZSt15get_new_handlerv(void);             /* std::get_new_handler */
_Noreturn void _ZSt17__throw_bad_allocv(void);        /* throw std::bad_alloc() */
void *__gmp_default_allocate(size_t) __attribute__((weak));

static void for_object(void)
{
  if (memory_keeper()) memory_exhausted();
  _ZSt17__throw_bad_allocv(); /* as without a handler */
}

/* When the library is loaded: no thread of a handle is there yet. */
__attribute__((constructor)) static void install(void)
{
  void *(*number)(size_t);
  json_malloc_t allocate;
  json_free_t release;
  mp_get_memory_functions(&number, NULL, NULL);
  if (number == __gmp_default_allocate)
    mp_set_memory_functions(for_number, resize_number, free_number);
  json_get_alloc_funcs(&allocate, &release);
  if (allocate == malloc && release == free) json_set_alloc_funcs(for_json, free);
  if (!_ZSt15get_new_handlerv()) _ZSt15set_new_handlerPFvvE(for_object);
}
