#include "random/generate.h"

#include <stdlib.h>
#include <string.h>

const char universe[] = "MACHINE Universe\n"
                        "SETS S = {s1,s2,s3}; D\n"
                        "FREETYPES L = nil, cons(INTEGER*L), leaf(BOOL)\n"
                        "CONSTANTS d1,d2\n"
                        "PROPERTIES card(D) = 2 & d1 : D & d2 : D & d1 /= d2\n"
                        "END\n";

struct GenType {
  char kind; /* as in the schemes */
  const GenType *args[2];
};

typedef struct {    /* a name that can be used where it is visible */
  const char *free; /* or NULL: bound name number `number` */
  uint32_t number;
  const GenType *type;
} Visible;

typedef struct {
  Generator *g;
  Visible visible[64];
  uint32_t count;
  uint32_t names; /* bound names so far */
} Scope;

typedef struct {
  unsigned weight;
  const char *result, *kids, *form;
} Row;

static const Row rows[] = {
#define ROW(weight, result, kids, form) {weight, result, kids, form},
#include "random/rows.def"
#undef ROW
};
enum { ROW_COUNT = sizeof rows / sizeof *rows, MOST_KIDS = 8, MOST_VISIBLE = 60 };

uint32_t row_count(void) { return ROW_COUNT; }
const char *row_form(uint32_t row) { return rows[row].form; }

/* ------------------------------------------------------------------- random */

Random random_from(uint64_t seed)
{
  seed += UINT64_C(0x9E3779B97F4A7C15); /* splitmix: neighbouring seeds are unrelated */
  seed = (seed ^ seed >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  seed = (seed ^ seed >> 27) * UINT64_C(0x94D049BB133111EB);
  seed ^= seed >> 31;
  return (Random){seed ? seed : 1};
}

uint64_t random_below(Random *r, uint64_t below)
{
  r->state ^= r->state << 13;
  r->state ^= r->state >> 7;
  r->state ^= r->state << 17;
  return (r->state >> 11) % below;
}

static uint64_t draw(Generator *g, uint64_t below) { return random_below(&g->random, below); }
static bool chance(Generator *g, unsigned percent) { return draw(g, 100) < percent; }

/* -------------------------------------------------------------------- types */

static const GenType *type_make(Generator *g, char kind, const GenType *a, const GenType *b)
{
  GenType *t = arena_alloc(g->arena, sizeof *t);
  *t = (GenType){kind, {a, b}};
  return t;
}

bool gentype_equal(const GenType *a, const GenType *b)
{
  if (a->kind != b->kind) return false;
  for (int i = 0; i < 2 && a->args[i]; i++)
    if (!gentype_equal(a->args[i], b->args[i])) return false;
  return true;
}

const GenType *gentype_random(Generator *g, int depth)
{
  static const char simple[] = "IIIIIIISSSSBBBDDTRL";
  if (depth <= 0 || chance(g, 65))
    return type_make(g, simple[draw(g, sizeof simple - 1)], NULL, NULL);
  static const char composed[] = "PPPPXXXK";
  char kind = composed[draw(g, sizeof composed - 1)];
  const GenType *a = gentype_random(g, depth - 1);
  return type_make(g, kind, a, kind == 'P' ? NULL : gentype_random(g, depth - 1));
}

typedef struct {
  const GenType *vars[4]; /* a b c d */
} Binding;

static const GenType *variable_type(Generator *g)
{
  if (g->often_count && chance(g, 50)) return g->often[draw(g, g->often_count)];
  return gentype_random(g, 1);
}

/* Reads one scheme; type variables without a value get one. */
static const GenType *scheme_read(Generator *g, const char **scheme, Binding *b)
{
  char c = *(*scheme)++;
  if (c == '$') c = *(*scheme)++;
  if (c >= 'a' && c <= 'd') {
    const GenType **var = &b->vars[c - 'a'];
    if (!*var) *var = variable_type(g);
    return *var;
  }
  if (c == 'P') return type_make(g, c, scheme_read(g, scheme, b), NULL);
  if (c != 'X' && c != 'K') return type_make(g, c, NULL, NULL);
  const GenType *first = scheme_read(g, scheme, b);
  return type_make(g, c, first, scheme_read(g, scheme, b));
}

const GenType *gentype_from(Generator *g, const char *scheme)
{
  Binding b = {{NULL}};
  return scheme_read(g, &scheme, &b);
}

static bool scheme_matches(const char **scheme, const GenType *type, Binding *b)
{
  char c = *(*scheme)++;
  if (c == '$') c = *(*scheme)++;
  if (c >= 'a' && c <= 'd') {
    if (type->kind == 'Q') return false;
    const GenType **var = &b->vars[c - 'a'];
    if (*var) return gentype_equal(*var, type);
    *var = type;
    return true;
  }
  if (c != type->kind) return false;
  for (int i = 0; i < 2 && type->args[i]; i++)
    if (!scheme_matches(scheme, type->args[i], b)) return false;
  return true;
}

/* -------------------------------------------------------------------- trees */

static Tree *tree_make(Generator *g, const GenType *type, const char *form, uint32_t count)
{
  Tree *t = arena_alloc(g->arena, sizeof *t);
  *t = (Tree){.form = form, .type = type, .count = count};
  t->kids = arena_new_array(g->arena, Tree *, count + 1);
  return t;
}

static Tree *make_row(Scope *s, const Row *row, Binding *b, const GenType *type, int size);
static Tree *make(Scope *s, const GenType *type, int size, bool special);
static Tree *leaf(Scope *s, const GenType *type);

static Tree *make_set_of(Scope *s, const GenType *type, uint32_t elements)
{
  static const char *const forms[] = {"{%0}", "{%0,%1}", "{%0,%1,%2}"};
  Tree *t = tree_make(s->g, type, forms[elements - 1], elements);
  for (uint32_t i = 0; i < elements; i++) t->kids[i] = leaf(s, type->args[0]);
  return t;
}

static Tree *set_leaf(Scope *s, const GenType *type)
{
  Generator *g = s->g;
  const char *form = NULL;
  switch (type->args[0]->kind) {
  case 'I': {
    static const char *const sets[] = {"(0..3)", "{1,2}",   "(-2..2)",  "(1..5)", "{0,2,7}",
                                       "{-1,4}", "NATURAL", "NATURAL1", "INTEGER"};
    form = sets[draw(g, g->infinite && chance(g, 15) ? 9 : 6)];
    break;
  }
  case 'B': form = "BOOL"; break;
  case 'S': form = "S"; break;
  case 'D': form = "D"; break;
  case 'T':
    if (g->infinite && chance(g, 5)) form = "STRING";
    break;
  case 'L':
    if (g->infinite && chance(g, 5)) form = "L";
    break;
  default: break;
  }
  if (form && chance(g, 60)) return tree_make(g, type, form, 0);
  if (chance(g, 2)) return tree_make(g, type, "{}", 0);
  if (chance(g, 5)) { /* its type can be inferred everywhere */
    Tree *t = tree_make(g, type, "({%0}-{%0})", 1);
    t->kids[0] = leaf(s, type->args[0]);
    return t;
  }
  return make_set_of(s, type, 1 + (uint32_t) draw(g, 3));
}

static Tree *leaf(Scope *s, const GenType *type)
{
  static const char *const integers[] = {"0",
                                         "1",
                                         "2",
                                         "3",
                                         "4",
                                         "5",
                                         "7",
                                         "(-1)",
                                         "(-2)",
                                         "MAXINT",
                                         "MININT",
                                         "1152921504606846976",
                                         "(-36893488147419103232)"};
  static const char *const strings[] = {"\"\"", "\"a\"", "\"b\"", "\"ab\"", "\"é\""};
  static const char *const reals[] = {"0.0", "1.0", "1.5", "(-2.25)", "0.1", "1.0e10"};
  static const char *const elements[] = {"s1", "s2", "s3", "d1", "d2"};
  Generator *g = s->g;
  if (chance(g, 60)) { /* a name, if there is one of this type */
    uint32_t found = 0, pick = UINT32_MAX;
    for (uint32_t i = 0; i < s->count; i++)
      if (gentype_equal(s->visible[i].type, type) && draw(g, ++found) == 0) pick = i;
    if (pick != UINT32_MAX) {
      const Visible *v = &s->visible[pick];
      Tree *t = tree_make(g, type, v->free ? v->free : "%u", 0);
      t->first_name = v->number;
      return t;
    }
  }
  switch (type->kind) {
  case 'Q': return tree_make(g, type, chance(g, 50) ? "btrue" : "bfalse", 0);
  case 'I': return tree_make(g, type, integers[chance(g, 90) ? draw(g, 9) : draw(g, 13)], 0);
  case 'B': return tree_make(g, type, chance(g, 50) ? "TRUE" : "FALSE", 0);
  case 'T': return tree_make(g, type, strings[draw(g, 5)], 0);
  case 'R': return tree_make(g, type, reals[draw(g, 6)], 0);
  case 'S': return tree_make(g, type, elements[draw(g, 3)], 0);
  case 'D': return tree_make(g, type, elements[3 + draw(g, 2)], 0);
  case 'L': return tree_make(g, type, "nil", 0);
  case 'P': return set_leaf(s, type);
  default: break;
  }
  Tree *t = tree_make(g, type, type->kind == 'X' ? "(%0|->%1)" : "rec(f:%0,g:%1)", 2);
  for (uint32_t i = 0; i < 2; i++) t->kids[i] = leaf(s, type->args[i]);
  return t;
}

/* Fills in the kids of a row; the names that it binds are visible in the later ones. */
static Tree *make_row(Scope *s, const Row *row, Binding *b, const GenType *type, int size)
{
  uint32_t count = 0, visible = s->count;
  for (const char *c = row->kids; *c; c++) count += (c == row->kids || c[-1] == ' ') && *c != '=';
  Tree *t = tree_make(s->g, type, row->form, count);
  t->first_name = s->names;
  t->row = (uint32_t) (row - rows) + 1;
  for (const char *c = row->kids; *c; c++) s->names += *c == '=';
  uint32_t i = 0, bound = 0;
  for (const char *c = row->kids; *c;) {
    bool name = *c == '=', special = *c == '$';
    c += name;
    const GenType *kid = scheme_read(s->g, &c, b);
    c += *c == ' ';
    if (name) {
      if (s->count < MOST_VISIBLE)
        s->visible[s->count++] = (Visible){NULL, t->first_name + bound, kid};
      bound++;
    } else {
      int fair = size > 0 ? size / (int) (count - i) : 0;
      int share = size > 0 ? (int) draw(s->g, (uint64_t) fair + 2) : 0;
      size -= share;
      t->kids[i++] = make(s, kid, share, special);
    }
  }
  s->count = visible;
  return t;
}

static Tree *make(Scope *s, const GenType *type, int size, bool special)
{
  if (size <= 0 && !special) return leaf(s, type);
  Binding chosen = {{NULL}};
  const Row *pick = NULL;
  unsigned total = 0;
  for (uint32_t i = 0; i < ROW_COUNT; i++) {
    const Row *row = &rows[i];
    const char *scheme = row->result;
    Binding b = {{NULL}};
    if (special && *scheme != '$') continue;
    if (special && size <= 0 && strchr(row->kids, '$')) continue; /* comes to an end */
    if (!scheme_matches(&scheme, type, &b)) continue;
    total += row->weight;
    if (draw(s->g, total) < row->weight) pick = row, chosen = b;
  }
  if (!pick) return leaf(s, type);
  return make_row(s, pick, &chosen, type, size - 1);
}

Tree *tree_random(Generator *g, const GenType *type, int size, const FreeName *names,
                  uint32_t count)
{
  Scope s = {.g = g};
  for (uint32_t i = 0; i < count && i < 16; i++)
    s.visible[s.count++] = (Visible){names[i].name, 0, names[i].type};
  return make(&s, type, size, false);
}

Tree *tree_of_row(Generator *g, uint32_t row, const FreeName *names, uint32_t count)
{
  Scope s = {.g = g};
  for (uint32_t i = 0; i < count && i < 16; i++)
    s.visible[s.count++] = (Visible){names[i].name, 0, names[i].type};
  Binding b = {{NULL}};
  const char *scheme = rows[row].result;
  const GenType *type = scheme_read(g, &scheme, &b);
  return make_row(&s, &rows[row], &b, type, 0);
}

/* ----------------------------------------------------------------- literals */

Tree *tree_value(Generator *g, const GenType *type, int size)
{
  static const char *const numbers[] = {"0",
                                        "1",
                                        "2",
                                        "3",
                                        "4",
                                        "5",
                                        "6",
                                        "(-1)",
                                        "(-2)",
                                        "(-7)",
                                        "100",
                                        "1152921504606846975",
                                        "1152921504606846976",
                                        "(-4611686018427387904)",
                                        "340282366920938463463374607431768211456"};
  static const char *const sets[] = {"({%0}-{%0})",
                                     "{%0}",
                                     "{%0,%1}",
                                     "{%0,%1,%2}",
                                     "{%0,%1,%2,%3}",
                                     "{%0,%1,%2,%3,%4}",
                                     "{%0,%1,%2,%3,%4,%5}",
                                     "{%0,%1,%2,%3,%4,%5,%6}"};
  Scope nothing = {.g = g};
  bool infinite = g->infinite;
  g->infinite = false;
  Tree *t = NULL;
  switch (type->kind) {
  case 'I': t = tree_make(g, type, numbers[draw(g, chance(g, 92) ? 11 : 15)], 0); break;
  case 'P': {
    const GenType *element = type->args[0];
    if (element->kind == 'I' && chance(g, 30)) { /* an interval */
      t = tree_make(g, type, "(%0..%1)", 2);
      t->kids[0] = tree_value(g, element, 0);
      t->kids[1] = tree_value(g, element, 0);
      if (strlen(t->kids[0]->form) < 6 && strlen(t->kids[1]->form) < 6) break;
    }
    uint32_t count = (uint32_t) draw(g, size > 0 ? 8 : 4);
    t = tree_make(g, type, sets[count], count ? count : 1);
    if (count == 0) t->kids[0] = tree_value(g, element, size - 1);
    bool sequence = element->kind == 'X' && element->args[0]->kind == 'I' && chance(g, 50);
    for (uint32_t i = 0; i < count; i++) {
      t->kids[i] = tree_value(g, element, size - 1);
      static const char *const places[] = {"1", "2", "3", "4", "5", "6", "7", "8"};
      if (sequence) t->kids[i]->kids[0] = tree_make(g, element->args[0], places[i], 0);
    }
    break;
  }
  case 'X':
  case 'K':
    t = tree_make(g, type, type->kind == 'X' ? "(%0|->%1)" : "rec(f:%0,g:%1)", 2);
    for (uint32_t i = 0; i < 2; i++) t->kids[i] = tree_value(g, type->args[i], size - 1);
    break;
  case 'L':
    if (chance(g, 40)) {
      t = tree_make(g, type, "cons(%0|->%1)", 2);
      t->kids[0] = tree_value(g, type_make(g, 'I', NULL, NULL), 0);
      t->kids[1] = tree_value(g, type, size - 1);
    } else t = tree_make(g, type, chance(g, 50) ? "nil" : "leaf(TRUE)", 0);
    break;
  default: t = leaf(&nothing, type); break;
  }
  g->infinite = infinite;
  return t;
}

Tree *tree_whole_type(Generator *g, const GenType *type)
{
  static const char *const atoms[] = {['I'] = "INTEGER", ['B'] = "BOOL",
                                      ['T'] = "STRING",  ['R'] = "REAL",
                                      ['S'] = "S",       ['D'] = "D",
                                      ['L'] = "L",       ['P'] = "POW(%0)",
                                      ['X'] = "(%0*%1)", ['K'] = "struct(f:%0,g:%1)"};
  uint32_t count = type->kind == 'P' ? 1 : type->args[0] ? 2 : 0;
  Tree *t = tree_make(g, type_make(g, 'P', type, NULL), atoms[(int) type->kind], count);
  for (uint32_t i = 0; i < count; i++) t->kids[i] = tree_whole_type(g, type->args[i]);
  return t;
}

/* ----------------------------------------------------------------- printing */

void tree_print(Text *out, const Tree *t)
{
  for (const char *c = t->form; *c; c++) {
    if (*c != '%') {
      text_add_char(out, *c);
      continue;
    }
    c++;
    if (*c >= '0' && *c <= '9') tree_print(out, t->kids[*c - '0']);
    else if (*c >= 'u' && *c <= 'w')
      text_printf(out, "x%u", t->first_name + (unsigned) (*c - 'u') + 1);
    else text_add_char(out, *c);
  }
}

uint32_t tree_size(const Tree *t)
{
  uint32_t size = 1;
  for (uint32_t i = 0; i < t->count; i++) size += tree_size(t->kids[i]);
  return size;
}

/* ---------------------------------------------------------------- shrinking */

typedef struct {
  Generator *g;
  Tree *root;
  Fails *fails;
  void *context;
  unsigned left; /* attempts */
} Shrinker;

/* Puts `by` in the place; keeps it if the whole still fails. */
static bool try_instead(Shrinker *s, Tree **place, Tree *by)
{
  Tree *old = *place;
  if (s->left == 0 || by == old || tree_size(by) > tree_size(old)) return false;
  s->left--;
  *place = by;
  if (s->fails(s->context, s->root)) return true;
  *place = old;
  return false;
}

/* Parts of the tree at the place that have its type, the smallest last. */
static bool try_parts(Shrinker *s, Tree **place, Tree *inside)
{
  for (uint32_t i = 0; i < inside->count; i++) {
    Tree *kid = inside->kids[i];
    if (gentype_equal(kid->type, (*place)->type) && try_instead(s, place, kid)) return true;
    if (try_parts(s, place, kid)) return true;
  }
  return false;
}

static bool shrink_at(Shrinker *s, Tree **place)
{
  Scope nothing = {.g = s->g};
  bool better = false;
  for (int i = 0; i < 3 && (*place)->count > 0; i++)
    better |= try_instead(s, place, leaf(&nothing, (*place)->type));
  while ((*place)->count > 0 && try_parts(s, place, *place)) better = true;
  for (uint32_t i = 0; i < (*place)->count; i++) better |= shrink_at(s, &(*place)->kids[i]);
  return better;
}

Tree *tree_shrink(Generator *g, Tree *tree, Fails *fails, void *context)
{
  Shrinker s = {g, tree, fails, context, 3000};
  while (s.left > 0 && shrink_at(&s, &s.root)) continue;
  return s.root;
}
