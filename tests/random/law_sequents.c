#include "random/law_sequents.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"

enum { MOST_LINE = 1000 };

/* ------------------------------------------------------------------------- laws */

typedef struct {
  char *declarations; /* x, y : a; A : POW(a) */
  char *law;
} Law;

struct LawBook {
  VEC(Law) laws;
  VEC(char *) declarations; /* of the files: they own them */
};

static void read_file(LawBook *book, const char *path)
{
  FILE *file = fopen(path, "r");
  char line[MOST_LINE];
  char *declarations = NULL;
  if (!file) {
    fprintf(stderr, "%s cannot be read\n", path);
    exit(2);
  }
  while (fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = 0;
    if (!*line || *line == '#') continue;
    if (!declarations) {
      declarations = strdup(strncmp(line, "small ", 6) ? line : line + 6);
      vec_push(&book->declarations, declarations);
    } else vec_push(&book->laws, ((Law){declarations, strdup(line)}));
  }
  fclose(file);
}

LawBook *law_book_read(char *const *paths, int count)
{
  LawBook *book = memory_zeroed(1, sizeof *book);
  for (int i = 0; i < count; i++) read_file(book, paths[i]);
  if (!book->laws.len) {
    fputs("there are no laws\n", stderr);
    exit(2);
  }
  return book;
}

void law_book_free(LawBook *book)
{
  if (!book) return;
  for (uint32_t i = 0; i < book->laws.len; i++) free(book->laws.data[i].law);
  for (uint32_t i = 0; i < book->declarations.len; i++) free(book->declarations.data[i]);
  vec_free(&book->laws);
  vec_free(&book->declarations);
  free(book);
}

void law_names_free(LawNames *names)
{
  for (uint32_t i = 0; i < names->count; i++) text_free(&names->list[i].domain);
}

/* ------------------------------------------------------------------------ names */

typedef struct {
  char word[16], type[80]; /* name and type as the file says them */
  char name[16];           /* another one if a set has it */
  bool used;
} Declared;

typedef struct {
  Random *random;
  bool open;
  Declared names[24];
  uint32_t count;
  uint64_t atoms[4]; /* of the type variables a, b, c, d */
  Text law;
  LawNames *made;
} Maker;

static uint64_t draw(Maker *m, uint64_t below) { return random_below(m->random, below); }

static bool is_word(char c) { return isalnum((unsigned char) c) || c == '_' || c == '\''; }

static size_t word_length(const char *text)
{
  size_t length = 0;
  while (is_word(text[length])) length++;
  return length;
}

static void read_declarations(Maker *m, const char *line)
{
  uint32_t first = 0;
  while (*line && m->count < sizeof m->names / sizeof *m->names) {
    line += strspn(line, " ,;");
    size_t length = word_length(line);
    if (length == 0) break;
    Declared *d = &m->names[m->count++];
    *d = (Declared){.used = false};
    snprintf(d->word, sizeof d->word, "%.*s", (int) length, line);
    snprintf(d->name, sizeof d->name, "%.*s%s", (int) length, line,
             strchr("SDEL", *line) ? "0" : "");
    line += length + strspn(line + length, " ");
    if (*line != ':') continue;
    line += 1 + strspn(line + 1, " ");
    length = strcspn(line, ";");
    for (; first < m->count; first++)
      snprintf(m->names[first].type, sizeof m->names[first].type, "%.*s", (int) length, line);
    line += length;
  }
}

static Declared *declared(Maker *m, const char *word, size_t length)
{
  for (uint32_t i = 0; i < m->count; i++)
    if (strlen(m->names[i].word) == length && !strncmp(m->names[i].word, word, length))
      return &m->names[i];
  return NULL;
}

/* ------------------------------------------------------------------------ types */

/* What a type variable, or a type with too many values, stands for. */
typedef struct {
  const char *word, *type, *domain;
} Atom;

static const Atom variables[] = {{"", "S", "{s1,s2}"},
                                 {"", "BOOL", "BOOL"},
                                 {"", "INTEGER", "(0..1)"},
                                 {"", "INTEGER", "{-1,2}"},
                                 {"", "D", "D"},
                                 {"", "S", "{s1,s2}"},
                                 {"", "POW(S)", "POW({s2})"},
                                 {"", "(S*BOOL)", "({s1,s3}*{TRUE})"}};
enum { VARIABLES = sizeof variables / sizeof *variables };

static const Atom words[] = {{"INTEGER", "INTEGER", "(-2..3)"},
                             {"0..9", "NATURAL", "(0..3)"},
                             {"REAL", "REAL", "{0.0,1.5,-2.25}"},
                             {"STRING", "STRING", "{\"\",\"a\",\"ab\"}"},
                             {"L", "L", "{nil,leaf(TRUE),cons(1|->nil)}"},
                             {"BOOL", "BOOL", "BOOL"}};
enum { WORDS = sizeof words / sizeof *words };

static const Atom *atom_at(Maker *m, const char *at, size_t *length)
{
  *length = 1;
  if (*at >= 'a' && *at <= 'd' && !is_word(at[1])) return &variables[m->atoms[*at - 'a']];
  for (int i = 0; i < WORDS; i++) {
    *length = strlen(words[i].word);
    if (!strncmp(at, words[i].word, *length) && !is_word(at[*length])) return &words[i];
  }
  return NULL;
}

/* The set of all its values, or of those that are tried.  struct(f:a): f is no type. */
static void print_type(Maker *m, const char *type, bool all, Text *out)
{
  if (!strncmp(type, "POW(INTEGER)", 12) && !all) {
    text_add(out, "POW(-1..2)");
    return;
  }
  for (const char *at = type; *at;) {
    size_t length;
    const Atom *atom = at > type && is_word(at[-1]) ? NULL : atom_at(m, at, &length);
    if (atom) {
      text_add(out, all ? atom->type : atom->domain);
      at += length;
    } else if (!strncmp(at, "seq(", 4) && !all) {
      const char *item = at + 4;
      text_add(out, "(UNION(sz).(sz : 0..2 | (1..sz) --> (");
      print_type(m, item, false, out);
      text_add(out, "))");
      return;
    } else text_add_char(out, *at++);
  }
}

/* ------------------------------------------------------------------------ terms */

/* Another term of the type of the name, often. */
static void other_term(Maker *m, const Declared *d, Text *out)
{
  static const char *const sets[] = {"(%s \\/ %s)", "(%s /\\ %s)", "(%s - %s)"};
  static const char *const numbers[] = {"(%s + %s)", "(%s - %s)", "(%s * %s)", "max({%s,%s})"};
  static const char *const sequences[] = {"(%s ^ %s)", "(%s ^ rev(%s))"};
  const char *form = NULL;
  if (!strncmp(d->type, "POW", 3)) form = sets[draw(m, 3)];
  if (!strcmp(d->type, "INTEGER")) form = numbers[draw(m, 4)];
  if (!strncmp(d->type, "seq", 3)) form = sequences[draw(m, 2)];
  Declared *other = &m->names[draw(m, m->count)];
  if (strcmp(other->type, d->type) != 0) other = (Declared *) d;
  other->used = true;
  if (!form) text_add(out, other->name);
  else {
    for (const char *at = form, *name = d->name; *at; at++) {
      if (strncmp(at, "%s", 2) != 0) text_add_char(out, *at);
      else text_add(out, name), name = other->name, at++;
    }
  }
}

static void put_terms(Maker *m, const char *law)
{
  bool some = draw(m, 3) == 0;
  for (const char *at = law; *at;) {
    size_t length = word_length(at);
    Declared *d = length ? declared(m, at, length) : NULL;
    if (d) d->used = true;
    if (d && some && draw(m, 4) == 0) other_term(m, d, &m->law);
    else if (d) text_add(&m->law, d->name);
    else text_add_bytes(&m->law, at, length ? length : 1);
    at += length ? length : 1;
  }
}

/* -------------------------------------------------------------------- mutations */

/* Families of tokens that may stand in each other's place, as a rule. */
static const char *const families[] = {
    " \\/ ; /\\ ; - ",
    " <| ; <<| ; <+ ",
    " |> ; |>> ",
    " <: ; <<: ; /<: ; /<<: ; = ; /= ",
    " : ; /: ",
    " < ; <= ; > ; >= ; = ; /= ",
    " + ; - ; * ; / ; mod ",
    " & ; or ; => ; <=> ",
    " <-> ; +-> ; --> ; >+> ; >-> ; +->> ; -->> ; >+>> ; >->> ; <<-> ; <->> ; <<->> ",
    "dom(;ran(",
    "closure(;closure1(",
    "POW(;POW1(;FIN(;FIN1(",
    "union(;inter(",
    "UNION(;INTER(",
    "SIGMA(;PI(",
    "min(;max(",
    "first(;last(",
    "front(;tail(;rev(",
    "seq(;seq1(;iseq(;iseq1(",
    "prj1(;prj2(",
    "!;#",
    "0;1;2",
    "left(;right(;mirror(",
    "infix(;prefix(;postfix(",
    "TRUE;FALSE",
    "><;||",
};
enum { FAMILIES = sizeof families / sizeof *families };

/* The token of the family that stands at the place; 0 if none does.  Words are whole. */
static size_t token_at(const char *family, const char *text, const char *at)
{
  size_t best = 0;
  for (const char *t = family; *t;) {
    size_t length = strcspn(t, ";");
    bool here = !strncmp(at, t, length) && length > best;
    if (here && is_word(*t) && at > text && is_word(at[-1])) here = false;
    if (here && is_word(t[length - 1]) && is_word(at[length])) here = false;
    if (here) best = length;
    t += length + (t[length] == ';');
  }
  return best;
}

static void any_token(Maker *m, const char *family, Text *out)
{
  uint64_t count = 1;
  for (const char *t = family; *t; t++) count += *t == ';';
  const char *t = family;
  for (uint64_t skip = draw(m, count); skip > 0; skip--) t = strchr(t, ';') + 1;
  text_add_bytes(out, t, strcspn(t, ";"));
}

/* One token becomes another of its family: one of those of the law, any of them alike. */
static void exchange(Maker *m)
{
  const char *text = text_string(&m->law), *chosen = NULL;
  const char *family = NULL;
  uint64_t seen = 0;
  for (const char *at = text; *at; at++)
    for (int i = 0; i < FAMILIES; i++)
      if (token_at(families[i], text, at) && draw(m, ++seen) == 0)
        chosen = at, family = families[i];
  if (!chosen) return;
  Text changed = {0};
  text_add_bytes(&changed, text, (size_t) (chosen - text));
  any_token(m, family, &changed);
  text_add(&changed, chosen + token_at(family, text, chosen));
  text_free(&m->law);
  m->law = changed;
}

/* ---------------------------------------------------------------------- sequents */

/* The last one outside of brackets; NULL: there is none. */
static const char *outer(const char *text, const char *token)
{
  const char *found = NULL;
  int depth = 0;
  for (const char *at = text; *at; at++) {
    depth += strchr("([{", *at) != NULL;
    depth -= strchr(")]}", *at) != NULL;
    if (depth == 0 && !strncmp(at, token, strlen(token))) found = at;
  }
  return found;
}

static void note_name(Maker *m, const Declared *d)
{
  if (m->made->count == MOST_LAW_NAMES) return;
  uint32_t i = m->made->count++;
  memcpy(m->made->list[i].name, d->name, sizeof d->name);
  m->made->list[i].domain = (Text){0};
  print_type(m, d->type, false, &m->made->list[i].domain);
}

/* What the law need not say, but may be of use, or in the way. */
static void add_fact(Maker *m, const Declared *d, Text *out)
{
  static const char *const arrows[] = {"+->", "-->", ">+>", ">->", "-->>", ">->>", "<<->"};
  const char *star = strchr(d->type, '*');
  if (strncmp(d->type, "POW(", 4) != 0 || draw(m, 4)) return;
  if (!star || draw(m, 3) == 0) {
    text_printf(out, " & (%s %s {})", d->name, draw(m, 3) ? "/=" : "=");
    return;
  }
  Text left = {0}, right = {0};
  text_add_bytes(&left, d->type + 4, (size_t) (star - d->type - 4));
  text_add_bytes(&right, star + 1, strlen(star + 1) - 1);
  text_printf(out, " & (%s : ", d->name);
  print_type(m, text_string(&left), m->open, out);
  text_printf(out, " %s ", arrows[draw(m, sizeof arrows / sizeof *arrows)]);
  print_type(m, text_string(&right), m->open, out);
  text_add(out, ")");
  text_free(&left);
  text_free(&right);
}

/* Left and right of == are equal; what is left of => is a hypothesis. */
static void add_law(Maker *m, Text *out)
{
  const char *law = text_string(&m->law), *equal = strstr(law, " == "), *arrow = outer(law, " => ");
  if (equal) text_printf(out, " & ((%.*s) = (%s))", (int) (equal - law), law, equal + 4);
  else if (arrow && !outer(law, " <=> ") && draw(m, 4))
    text_printf(out, " & (%.*s) & (%s)", (int) (arrow - law), law, arrow + 4);
  else text_printf(out, " & (%s)", law);
}

void law_sequent(const LawBook *book, Random *random, bool open, LawNames *names, Text *out)
{
  Maker m = {.random = random, .open = open, .made = names};
  const Law *law = &book->laws.data[random_below(random, book->laws.len)];
  *names = (LawNames){0};
  text_clear(out);
  read_declarations(&m, law->declarations);
  for (int i = 0; i < 4; i++) m.atoms[i] = draw(&m, VARIABLES);
  put_terms(&m, law->law);
  for (uint64_t changes = draw(&m, 2) ? 1 + draw(&m, 2) : 0; changes > 0; changes--) exchange(&m);
  text_add(out, "(1 = 1)");
  for (uint32_t i = 0; i < m.count; i++) {
    if (!m.names[i].used) continue;
    note_name(&m, &m.names[i]);
    text_printf(out, " & (%s : ", m.names[i].name);
    print_type(&m, m.names[i].type, open, out);
    text_add(out, ")");
    add_fact(&m, &m.names[i], out);
  }
  add_law(&m, out);
  text_free(&m.law);
}
