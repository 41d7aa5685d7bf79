/* Laws that every evaluator must obey, checked on random values.
 *
 *   law_test [--trials N] [--seed N] FILE.law …
 *
 * A file has the names with their types first, then one law a line (see tests/laws/sets.law).
 * Each law is checked N times: type variables become random types, names random values of
 * every representation, and every setup of the workbench evaluates it.  Laws that are not
 * true are checked as well, to see that they fail. */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "random/workbench.h"
#include "session/stack.h"

enum { MOST_NAMES = 16, MOST_LINE = 1000 };

typedef struct {
  char name[16], type[80];
} Declared;

typedef struct {
  Workbench w;
  Generator g;
  uint64_t seed;
  unsigned trials;
  Declared names[MOST_NAMES];
  uint32_t name_count;
  bool small; /* only small values */
  FormulaOutcome left, right;
  Text text, reason;
} Laws;

/* -------------------------------------------------------------------- types */

typedef struct {
  Laws *laws;
  const char *at;
  char vars[4]; /* chosen for a, b, c, d: index + 1 into `types` */
  bool sequence, digit;
} TypeReader;

static const char *const types[] = {"I",   "S",  "B",  "D",   "T",   "R",   "L",
                                    "XIS", "PS", "PI", "KIB", "XSB", "PXBI"};
enum { TYPE_COUNT = sizeof types / sizeof *types, SIMPLE_COUNT = 7 };

/* Makes a scheme (generate.h) of a type as it is written in the file. */
static void read_type(TypeReader *r, Text *out);

static void read_factor(TypeReader *r, Text *out)
{
  while (*r->at == ' ') r->at++;
  if (r->at[0] >= 'a' && r->at[0] <= 'd' && !isalpha((unsigned char) r->at[1])) {
    char *var = &r->vars[*r->at++ - 'a'];
    if (!*var) {
      uint64_t most = r->laws->small ? SIMPLE_COUNT : TYPE_COUNT;
      *var = (char) (1 + random_below(&r->laws->g.random, most));
    }
    text_add(out, types[*var - 1]);
    return;
  }
  static const struct {
    const char *word, *scheme;
  } words[] = {{"INTEGER", "I"}, {"BOOL", "B"}, {"STRING", "T"}, {"REAL", "R"}, {"L", "L"}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strncmp(r->at, words[i].word, strlen(words[i].word))) {
      r->at += strlen(words[i].word);
      text_add(out, words[i].scheme);
      return;
    }
  if (!strncmp(r->at, "POW(", 4) || !strncmp(r->at, "seq(", 4)) {
    r->sequence = *r->at == 's';
    text_add(out, r->sequence ? "PXI" : "P");
    r->at += 4;
    read_type(r, out);
    r->at++; /* ) */
  } else if (!strncmp(r->at, "struct(f:", 9)) {
    text_add(out, "K");
    r->at += 9;
    read_type(r, out);
    r->at += 3; /* ,g: */
    read_type(r, out);
    r->at++;
  } else if (!strncmp(r->at, "0..9", 4)) {
    r->digit = true;
    text_add(out, "I");
    r->at += 4;
  } else {
    fprintf(stderr, "not a type: %s\n", r->at);
    exit(2);
  }
}

static void read_type(TypeReader *r, Text *out)
{
  Text first = {0};
  read_factor(r, &first);
  if (*r->at == '*') {
    r->at++;
    text_printf(out, "X%s", text_string(&first));
    read_factor(r, out);
  } else text_add(out, text_string(&first));
  text_free(&first);
}

/* ------------------------------------------------------------------- values */

static void sequence_value(Laws *l, Text *out, const char *item_type)
{
  uint64_t count = random_below(&l->g.random, 6);
  Text item = {0};
  for (uint64_t i = 0; i < (count ? count : 1); i++) {
    if (i) text_add(&item, ",");
    tree_print(&item, tree_value(&l->g, gentype_from(&l->g, item_type), 1));
  }
  if (count) text_printf(out, "[%s]", text_string(&item));
  else text_printf(out, "([%s]-[%s])", text_string(&item), text_string(&item));
  text_free(&item);
}

/* LET x,y BE x = … & y = … IN */
static void add_values(Laws *l, Text *out)
{
  TypeReader r = {.laws = l};
  text_add(out, "LET ");
  for (uint32_t i = 0; i < l->name_count; i++)
    text_printf(out, "%s%s", i ? "," : "", l->names[i].name);
  text_add(out, " BE ");
  for (uint32_t i = 0; i < l->name_count; i++) {
    Text scheme = {0};
    r.at = l->names[i].type;
    r.sequence = r.digit = false;
    read_type(&r, &scheme);
    text_printf(out, "%s%s = ", i ? " & " : "", l->names[i].name);
    if (r.digit) text_printf(out, "%d", (int) random_below(&l->g.random, 10));
    else if (r.sequence) sequence_value(l, out, text_string(&scheme) + 3);
    else
      tree_print(out,
                 tree_value(&l->g, gentype_from(&l->g, text_string(&scheme)), l->small ? 0 : 1));
    text_free(&scheme);
  }
  text_add(out, " IN ");
}

/* ------------------------------------------------------------------- checks */

static const char *outcome_text(const FormulaOutcome *o)
{
  static const char *const names[] = {"", "not well-defined", "unknown", "", "too long"};
  return o->kind == OUTCOME_KNOWN || o->kind == OUTCOME_LAZY ? text_string(&o->text)
                                                             : names[o->kind];
}

static bool is_undecided(const FormulaOutcome *o)
{
  return o->kind == OUTCOME_UNKNOWN || o->kind == OUTCOME_LAZY || o->kind == OUTCOME_EXPIRED;
}

/* Left and right have the same value, or none. */
static bool agree(const Laws *l)
{
  if (l->left.kind != l->right.kind) return false;
  return l->left.kind == OUTCOME_FAULT ||
         (l->left.kind == OUTCOME_KNOWN &&
          !strcmp(text_string(&l->left.text), text_string(&l->right.text)));
}

/* With these values, under this setup. */
static bool holds(Laws *l, uint32_t setup, const char *left, const char *right)
{
  const Node *a = workbench_formula(&l->w, left);
  const Node *b = right ? workbench_formula(&l->w, right) : NULL;
  text_clear(&l->reason);
  if (!a || (right && !b)) {
    text_printf(&l->reason, "it has mistakes:\n%s\n", a ? right : left);
    return false;
  }
  Side *side = &l->w.sides[setup];
  side_evaluate(side, a, &l->left);
  bool fine =
      !right && l->left.kind == OUTCOME_KNOWN && !strcmp(text_string(&l->left.text), "TRUE");
  if (right) {
    side_evaluate(side, b, &l->right);
    fine = agree(l);
  }
  bool undecided = is_undecided(&l->left) || (right && is_undecided(&l->right));
  if (fine || (undecided && setups[setup].lazy_limit == 1) || l->left.kind == OUTCOME_EXPIRED ||
      (right && l->right.kind == OUTCOME_EXPIRED))
    return true;
  text_printf(&l->reason, "%s\n%s: %s\n", left, setups[setup].name, outcome_text(&l->left));
  if (right)
    text_printf(&l->reason, "%s\n%s: %s\n", right, setups[setup].name, outcome_text(&l->right));
  return false;
}

static bool check_once(Laws *l, const char *law, uint64_t number)
{
  const char *equals = strstr(law, " == ");
  Text left = {0}, right = {0};
  l->g.random = random_from(number);
  add_values(l, &left);
  if (equals) {
    text_printf(&right, "%s%s END", text_string(&left), equals + 4);
    text_printf(&left, "%.*s END", (int) (equals - law), law);
  } else text_printf(&left, "%s END", law);
  bool fine = true;
  for (uint32_t i = 0; i < SETUP_COUNT && fine; i++)
    fine = holds(l, i, text_string(&left), equals ? text_string(&right) : NULL);
  text_free(&left);
  text_free(&right);
  return fine;
}

static bool check_law(Laws *l, const char *law)
{
  ArenaMark start = arena_mark(l->g.arena);
  bool fine = true;
  for (unsigned i = 0; i < l->trials && fine; i++) {
    workbench_renew(&l->w);
    fine = check_once(l, law, l->seed * 1000003 + i * 7919);
    arena_release(l->g.arena, start);
  }
  return fine;
}

/* -------------------------------------------------------------------- files */

/* [small] x, y : T; z : U */
static void read_names(Laws *l, const char *line)
{
  l->name_count = 0;
  l->small = !strncmp(line, "small ", 6);
  if (l->small) line += 6;
  uint32_t first = 0;
  while (*line) {
    line += strspn(line, " ,;");
    size_t length = strspn(line, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    if (length == 0 || l->name_count == MOST_NAMES) break;
    Declared *d = &l->names[l->name_count++];
    snprintf(d->name, sizeof d->name, "%.*s", (int) length, line);
    line += length + strspn(line + length, " ");
    if (*line != ':') continue;
    line += 1 + strspn(line + 1, " ");
    length = strcspn(line, ";\n");
    for (; first < l->name_count; first++)
      snprintf(l->names[first].type, sizeof l->names[first].type, "%.*s", (int) length, line);
    line += length;
  }
}

static void check_file(Laws *l, const char *path, unsigned *passed, unsigned *failed)
{
  FILE *file = fopen(path, "r");
  char line[MOST_LINE];
  bool declared = false;
  if (!file) {
    fprintf(stderr, "%s cannot be read\n", path);
    exit(2);
  }
  for (unsigned number = 1; fgets(line, sizeof line, file); number++) {
    line[strcspn(line, "\n")] = 0;
    if (!*line || *line == '#') continue;
    if (!declared) {
      read_names(l, line);
      declared = true;
    } else if (check_law(l, line)) ++*passed;
    else {
      printf("%s:%u: %s\n%s", path, number, line, text_string(&l->reason));
      ++*failed;
    }
  }
  fclose(file);
}

/* What is wrong must be found to be wrong. */
static void check_false_laws(Laws *l, unsigned *passed, unsigned *failed)
{
  static const char *const wrong[] = {"A \\/ B == A",
                                      "A - B == B - A",
                                      "x : A",
                                      "A <: B or B <: A",
                                      "card(A \\/ B) == card(A) + card(B)",
                                      "min(A) == max(A)",
                                      "{z | z : A & z : B} == A \\/ B",
                                      "x + 1 == 1 + x + x",
                                      "A = A &"};
  read_names(l, "A, B : POW(INTEGER); x : INTEGER");
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    if (!check_law(l, wrong[i])) ++*passed;
    else {
      printf("not refuted: %s\n", wrong[i]);
      ++*failed;
    }
  }
}

typedef struct {
  int argc;
  char **argv;
} Arguments;

static int run(void *data)
{
  Arguments *a = data;
  Laws l = {.g = {.arena = arena_new()}, .seed = 1, .trials = 40};
  unsigned passed = 0, failed = 0;
  workbench_report_crashes();
  workbench_open(&l.w);
  for (int i = 1; i < a->argc; i++) {
    if (i + 1 < a->argc && !strcmp(a->argv[i], "--trials"))
      l.trials = (unsigned) strtoul(a->argv[++i], NULL, 10);
    else if (i + 1 < a->argc && !strcmp(a->argv[i], "--seed"))
      l.seed = strtoull(a->argv[++i], NULL, 10);
    else check_file(&l, a->argv[i], &passed, &failed);
  }
  check_false_laws(&l, &passed, &failed);
  workbench_close(&l.w);
  arena_free(l.g.arena);
  text_free(&l.left.text);
  text_free(&l.right.text);
  text_free(&l.text);
  text_free(&l.reason);
  printf("%u passed, %u failed\n", passed, failed);
  return failed ? 1 : 0;
}

int main(int argc, char **argv) { return stack_run(run, &(Arguments){argc, argv}); }
