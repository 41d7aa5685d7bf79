#include "prove/foreign/z3.h"

#include <stdlib.h>
#include <string.h>

#if PROBITY_Z3

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <z3.h>

#include "base/clock.h"
#include "base/memory.h"

/* Linking the library would make each start of the program slower: it is loaded instead. */
#define FUNCTIONS(F) \
  F(Z3_get_version) \
  F(Z3_mk_config) \
  F(Z3_del_config) \
  F(Z3_mk_context) \
  F(Z3_del_context) \
  F(Z3_set_error_handler) \
  F(Z3_get_error_code) \
  F(Z3_mk_solver) \
  F(Z3_solver_inc_ref) \
  F(Z3_solver_dec_ref) \
  F(Z3_solver_set_params) \
  F(Z3_mk_params) \
  F(Z3_params_inc_ref) \
  F(Z3_params_dec_ref) \
  F(Z3_params_set_bool) \
  F(Z3_mk_string_symbol) \
  F(Z3_solver_from_string) \
  F(Z3_solver_check) \
  F(Z3_interrupt) \
  F(Z3_global_param_set)

struct Z3 {
  void *library;
  char version[32];
#define DECLARE(name) __typeof__(&name) name;
  FUNCTIONS(DECLARE)
#undef DECLARE
};

static const char memory_limit[] = "3000"; /* megabytes, of all contexts together */

/* dlsym gives pointers to data, which C does not convert to functions. */
static bool find(void *library, const char *name, void *function, size_t size)
{
  void *found = dlsym(library, name);
  if (found) memcpy(function, &found, size);
  return found != NULL;
}

Z3 *z3_open(void)
{
  void *library = dlopen("libz3.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) return NULL;
  Z3 *z = memory_zeroed(1, sizeof *z);
  z->library = library;
  bool good = true;
#define FIND(name) good = good && find(library, #name, &z->name, sizeof z->name);
  FUNCTIONS(FIND)
#undef FIND
  if (!good) {
    z3_close(z);
    return NULL;
  }
  unsigned major, minor, build, revision;
  z->Z3_get_version(&major, &minor, &build, &revision);
  snprintf(z->version, sizeof z->version, "%u.%u.%u", major, minor, build);
  z->Z3_global_param_set("memory_max_size", memory_limit);
  return z;
}

void z3_close(Z3 *z)
{
  if (!z) return;
  /* What dlopen counts is counted down; threads of the library may still be ending. */
  free(z);
}

const char *z3_version(const Z3 *z) { return z->version; }

/* Errors are asked for. */
static void ignore_error(Z3_context context, Z3_error_code code) { (void) context, (void) code; }

typedef struct {
  Z3 *z;
  Z3_context context;
  const Limits *limits;
  atomic_bool done, stopped;
} Watch;

/* Interrupts the context when it is time. */
static void *watch(void *argument)
{
  Watch *w = argument;
  struct timespec pause = {0, 5000000};
  while (!atomic_load(&w->done)) {
    const Limits *l = w->limits;
    if ((l->deadline > 0 && clock_seconds() > l->deadline) || cancel_asked(l->cancelled)) {
      atomic_store(&w->stopped, true);
      w->z->Z3_interrupt(w->context);
    }
    nanosleep(&pause, NULL);
  }
  return NULL;
}

/* Or it would put handlers of its own in the place of ours while it works: Ctrl-C would be lost,
 * end the program at once, or meet the handler of another thread that is done. */
static void leave_signals_alone(Z3 *z, Z3_context context, Z3_solver solver)
{
  Z3_params params = z->Z3_mk_params(context);
  z->Z3_params_inc_ref(context, params);
  z->Z3_params_set_bool(context, params, z->Z3_mk_string_symbol(context, "ctrl_c"), false);
  z->Z3_solver_set_params(context, solver, params);
  z->Z3_params_dec_ref(context, params);
}

static Z3Answer check(Z3 *z, Z3_context context, const char *smt, const Limits *limits)
{
  Watch w = {.z = z, .context = context, .limits = limits};
  pthread_t thread;
  if (pthread_create(&thread, NULL, watch, &w) != 0) return Z3_ANSWER_UNKNOWN;
  Z3_solver solver = z->Z3_mk_solver(context);
  Z3_lbool answer = Z3_L_UNDEF;
  bool good = solver && z->Z3_get_error_code(context) == Z3_OK;
  if (good) {
    z->Z3_solver_inc_ref(context, solver);
    leave_signals_alone(z, context, solver);
    z->Z3_solver_from_string(context, solver, smt);
    good = z->Z3_get_error_code(context) == Z3_OK;
    if (good) answer = z->Z3_solver_check(context, solver);
    if (z->Z3_get_error_code(context) != Z3_OK) answer = Z3_L_UNDEF;
    z->Z3_solver_dec_ref(context, solver);
  }
  atomic_store(&w.done, true);
  pthread_join(thread, NULL);
  if (answer == Z3_L_FALSE) return Z3_ANSWER_UNSAT;
  if (answer == Z3_L_TRUE) return Z3_ANSWER_SAT;
  return atomic_load(&w.stopped) ? Z3_ANSWER_STOPPED : Z3_ANSWER_UNKNOWN;
}

Z3Answer z3_check(Z3 *z, const char *smt, const Limits *limits)
{
  Z3_config config = z->Z3_mk_config();
  Z3_context context = z->Z3_mk_context(config);
  z->Z3_del_config(config);
  if (!context) return Z3_ANSWER_UNKNOWN;
  z->Z3_set_error_handler(context, ignore_error);
  Z3Answer answer = check(z, context, smt, limits);
  z->Z3_del_context(context);
  return answer;
}

#else

Z3 *z3_open(void) { return NULL; }
void z3_close(Z3 *z) { (void) z; }
const char *z3_version(const Z3 *z) { return (void) z, ""; }
Z3Answer z3_check(Z3 *z, const char *smt, const Limits *limits)
{
  (void) z, (void) smt, (void) limits;
  return Z3_ANSWER_UNKNOWN;
}

#endif
