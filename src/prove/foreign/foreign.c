#include "prove/foreign/foreign.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "prove/foreign/program.h"
#include "prove/foreign/smt.h"
#include "prove/foreign/tptp.h"
#include "prove/foreign/translate.h"
#include "prove/foreign/z3.h"

typedef struct {
  const char *name;         /* for people */
  const char *program;      /* in the PATH */
  const char *version_word; /* stands before the version in what --version prints */
} Description;

static const Description descriptions[FOREIGN_PROVERS] = {
    [FOREIGN_Z3] = {"Z3", "z3", "version "},
    [FOREIGN_CVC5] = {"cvc5", "cvc5", "version "},
    [FOREIGN_E] = {"E", "eprover", "E "},
};

const char *foreign_word(ForeignProver prover)
{
  static const char *const words[FOREIGN_PROVERS] = {"z3", "cvc5", "E"};
  return words[prover];
}

struct Foreign {
  Z3 *z3; /* or NULL: the program, if there is one */
  char *programs[FOREIGN_PROVERS];
  char *versions[FOREIGN_PROVERS]; /* found out when it is asked for */
};

Foreign *foreign_new(void)
{
  Foreign *f = memory_zeroed(1, sizeof *f);
  f->z3 = z3_open();
  for (int i = 0; i < FOREIGN_PROVERS; i++) f->programs[i] = program_find(descriptions[i].program);
  return f;
}

void foreign_free(Foreign *f)
{
  if (!f) return;
  z3_close(f->z3);
  for (int i = 0; i < FOREIGN_PROVERS; i++) {
    free(f->programs[i]);
    free(f->versions[i]);
  }
  free(f);
}

bool foreign_has(const Foreign *f, ForeignProver prover)
{
  return f->programs[prover] || (prover == FOREIGN_Z3 && f->z3);
}

/* The word after `before` in the first lines of what the program says of itself. */
static void read_version(const Foreign *f, ForeignProver prover, Text *version)
{
  const char *const arguments[] = {f->programs[prover], "--version", NULL};
  Limits limits = {.deadline = clock_seconds() + 5};
  Text none = {0}, output = {0};
  if (program_run(arguments, &none, &limits, &output) == PROGRAM_ENDED) {
    const char *word = strstr(text_string(&output), descriptions[prover].version_word);
    if (word) {
      word += strlen(descriptions[prover].version_word);
      text_add_char(version, ' ');
      text_add_bytes(version, word, strcspn(word, " \n"));
    }
  }
  text_free(&output);
}

const char *foreign_version(Foreign *f, ForeignProver prover)
{
  if (!foreign_has(f, prover)) return NULL;
  if (f->versions[prover]) return f->versions[prover];
  Text version = {0};
  text_add(&version, descriptions[prover].name);
  if (prover == FOREIGN_Z3 && f->z3) text_printf(&version, " %s", z3_version(f->z3));
  else read_version(f, prover, &version);
  return f->versions[prover] = version.data;
}

/* ------------------------------------------------------------------------ tasks */

struct ForeignTask {
  Arena *arena;
  FolProblem problem;
};

ForeignTask *foreign_task_new(const Sequent *s, HypothesesChoice choice, const char **why)
{
  ForeignTask *task = memory_zeroed(1, sizeof *task);
  task->arena = arena_new();
  fol_open(&task->problem, task->arena);
  if (translate_sequent(&task->problem, s, choice, why)) return task;
  foreign_task_free(task);
  return NULL;
}

void foreign_task_free(ForeignTask *task)
{
  if (!task) return;
  fol_close(&task->problem);
  arena_free(task->arena);
  free(task);
}

void foreign_task_smt(const ForeignTask *task, Text *out)
{
  smt_print(out, &task->problem, (SmtStyle){.comments = true, .commands = true});
}

void foreign_task_drop_goal(ForeignTask *task)
{
  FolProblem *p = &task->problem;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < p->facts.len; i++)
    if (p->facts.data[i].origin != FOL_GOAL) p->facts.data[kept++] = p->facts.data[i];
  p->facts.len = kept;
}

/* ---------------------------------------------------------------------- answers */

static bool says(const Text *output, const char *line)
{
  size_t length = strlen(line);
  for (const char *at = text_string(output); at; at = strchr(at, '\n')) {
    at += *at == '\n';
    if (strncmp(at, line, length) == 0 && (at[length] == '\n' || !at[length])) return true;
    if (!*at) break;
  }
  return false;
}

static ForeignAnswer answer_of_smt(const Text *output)
{
  bool error = strstr(text_string(output), "(error") != NULL;
  if (error) return FOREIGN_GAVE_UP;
  return says(output, "unsat") ? FOREIGN_PROVED
         : says(output, "sat") ? FOREIGN_MODEL
                               : FOREIGN_GAVE_UP;
}

static ForeignAnswer answer_of_e(const Text *output)
{
  if (says(output, "# SZS status Unsatisfiable") || says(output, "# SZS status Theorem") ||
      says(output, "# SZS status ContradictoryAxioms"))
    return FOREIGN_PROVED;
  bool model =
      says(output, "# SZS status Satisfiable") || says(output, "# SZS status CounterSatisfiable");
  return model ? FOREIGN_MODEL : FOREIGN_GAVE_UP;
}

static ForeignAnswer run(const char *const *arguments, const Text *input, const Limits *limits,
                         ForeignAnswer (*answer_of)(const Text *))
{
  Text output = {0};
  ProgramEnd end = program_run(arguments, input, limits, &output);
  ForeignAnswer answer = end == PROGRAM_ENDED     ? answer_of(&output)
                         : end == PROGRAM_STOPPED ? FOREIGN_STOPPED
                                                  : FOREIGN_MISSING;
  text_free(&output);
  return answer;
}

/* Seconds that are left, at least one: the programs have limits of their own, should this one be
 * killed. */
static int seconds_left(const Limits *limits)
{
  double left = limits->deadline > 0 ? limits->deadline - clock_seconds() : 3600;
  return left < 1 ? 1 : left > 3600 ? 3600 : (int) left + 1;
}

static ForeignAnswer try_z3(Foreign *f, const ForeignTask *task, const Limits *limits)
{
  static const ForeignAnswer answers[] = {[Z3_ANSWER_UNSAT] = FOREIGN_PROVED,
                                          [Z3_ANSWER_SAT] = FOREIGN_MODEL,
                                          [Z3_ANSWER_UNKNOWN] = FOREIGN_GAVE_UP,
                                          [Z3_ANSWER_STOPPED] = FOREIGN_STOPPED};
  Text text = {0};
  smt_print(&text, &task->problem, (SmtStyle){.commands = !f->z3});
  ForeignAnswer answer;
  if (f->z3) answer = answers[z3_check(f->z3, text_string(&text), limits)];
  else {
    char time[32];
    snprintf(time, sizeof time, "-T:%d", seconds_left(limits));
    const char *const arguments[] = {f->programs[FOREIGN_Z3], "-in", time, "-memory:3000", NULL};
    answer = run(arguments, &text, limits, answer_of_smt);
  }
  text_free(&text);
  return answer;
}

static ForeignAnswer try_cvc5(Foreign *f, const ForeignTask *task, const Limits *limits)
{
  Text text = {0};
  smt_print(&text, &task->problem, (SmtStyle){.commands = true});
  char time[32];
  snprintf(time, sizeof time, "--tlimit=%d000", seconds_left(limits));
  const char *const arguments[] = {f->programs[FOREIGN_CVC5], "-q", "--lang=smt2", time, "-", NULL};
  ForeignAnswer answer = run(arguments, &text, limits, answer_of_smt);
  text_free(&text);
  return answer;
}

static ForeignAnswer try_e(Foreign *f, const ForeignTask *task, const Limits *limits)
{
  Text text = {0};
  tptp_print(&text, &task->problem);
  char time[32];
  snprintf(time, sizeof time, "--cpu-limit=%d", seconds_left(limits));
  const char *const arguments[] = {f->programs[FOREIGN_E], "--auto", "-s", "--tptp3-in", time,
                                   "--memory-limit=2000",  "-",      NULL};
  ForeignAnswer answer = run(arguments, &text, limits, answer_of_e);
  text_free(&text);
  return answer;
}

ForeignAnswer foreign_try(Foreign *f, ForeignProver prover, const ForeignTask *task,
                          const Limits *limits)
{
  if (!foreign_has(f, prover)) return FOREIGN_MISSING;
  switch (prover) {
  case FOREIGN_Z3: return try_z3(f, task, limits);
  case FOREIGN_CVC5: return try_cvc5(f, task, limits);
  default: return try_e(f, task, limits);
  }
}
