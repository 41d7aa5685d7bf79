#include "random/deferred.h"

#include <string.h>

enum { DEPTH = 3, MOST_BOUND = 3 };

typedef struct {
  Random *random;
  Text *out;
  bool relation, marks;  /* r : D <-> D, m : D <-> BOOL */
  bool images;           /* g : D <-> E; then there are no d1 and B */
  uint32_t bound;        /* names x0, x1 … around this place, */
  uint32_t bound_images; /* … and y0, y1 … of E */
} Writer;

static uint64_t draw(Writer *w, uint64_t below) { return random_below(w->random, below); }

static const char *one_of(Writer *w, const char *const *texts, uint64_t count)
{
  return texts[draw(w, count)];
}

static void element(Writer *w)
{
  if (w->bound && draw(w, 3)) text_printf(w->out, "x%u", (unsigned) draw(w, w->bound));
  else text_printf(w->out, "d%u", w->images ? 0 : (unsigned) draw(w, 2));
}

static void image(Writer *w)
{
  if (w->bound_images && draw(w, 3))
    text_printf(w->out, "y%u", (unsigned) draw(w, w->bound_images));
  else if (draw(w, 3)) text_add(w->out, "e0");
  else {
    text_add(w->out, "g(");
    element(w);
    text_add(w->out, ")");
  }
}

static void set(Writer *w, int depth);
static void predicate(Writer *w, int depth);

/* Sets whose names are bound inside of others: {x | x : A & P}, {x . (x : A & P) | E}, UNION … */
static void collection(Writer *w, int depth)
{
  static const char *const heads[] = {
      "{x%u | x%u : ", "{x%u . (x%u : ", "UNION(x%u).(x%u : ", "INTER(x%u).(x%u : "};
  uint64_t kind = draw(w, 4);
  unsigned name = w->bound;
  for (const char *at = heads[kind]; *at; at++)
    if (!strncmp(at, "%u", 2)) text_printf(w->out, "%u", name), at++;
    else text_add_char(w->out, *at);
  set(w, 0);
  w->bound++;
  if (kind == 3) text_add(w->out, " \\/ {d0}"); /* an INTER of none has no value */
  if (kind < 2 || draw(w, 2)) {
    text_add(w->out, " & (");
    predicate(w, depth - 1);
    text_add(w->out, ")");
  }
  if (kind == 1) text_add(w->out, ") | "), element(w);
  if (kind >= 2) text_add(w->out, " | "), set(w, depth - 1);
  w->bound--;
  text_add(w->out, kind < 2 ? "}" : ")");
}

static void set(Writer *w, int depth)
{
  static const char *const leaves[] = {"A", "B", "D", "A", "B"};
  static const char *const pairs[] = {" \\/ ", " /\\ ", " - "};
  static const char *const projections[] = {"dom(r)", "ran(r)", "dom(r |> A)", "r[A]", "r[{d0}]"};
  static const char *const preimages[] = {"dom(g)", "g~[{e0}]", "dom(g |> {e0})",
                                          "{z | z : A & z |-> e0 /: g}", "D - dom(g)"};
  uint64_t choice = draw(w, depth > 0 ? 11 : 5);
  if (choice >= 9 && w->bound < MOST_BOUND) {
    collection(w, depth);
    return;
  }
  if (w->images && choice < 4) text_add(w->out, draw(w, 3) ? "A" : "D");
  else if (w->images && choice > 6) text_add(w->out, one_of(w, preimages, 5));
  else if (choice < 4 || (choice >= 7 && !w->relation && !w->marks))
    text_add(w->out, one_of(w, leaves, 5));
  else if (choice < 6) {
    text_add(w->out, "{");
    element(w);
    text_add(w->out, "}");
  } else if (choice == 6) {
    text_add(w->out, "(");
    set(w, depth - 1);
    text_add(w->out, one_of(w, pairs, 3));
    set(w, depth - 1);
    text_add(w->out, ")");
  } else text_add(w->out, w->relation ? one_of(w, projections, 5) : "dom(m |> {TRUE})");
}

static void two(Writer *w, void (*write)(Writer *), const char *relation)
{
  write(w);
  text_add(w->out, relation);
  write(w);
}

static void small_set(Writer *w) { set(w, 1); }

static void about_relation(Writer *w)
{
  static const char *const forms[] = {"r : D +-> D",      "r : D --> D",  "r~ : D +-> D",
                                      "r : D >-> D",      "dom(r) = D",   "r /= {}",
                                      "r /\\ id(D) = {}", "(r ; r) <: r", "r : A <-> B"};
  if (draw(w, 2)) {
    text_add(w->out, "(");
    two(w, element, "|->");
    text_add(w->out, draw(w, 2) ? ") : r" : ") /: r");
  } else text_add(w->out, one_of(w, forms, 9));
}

static void image_set(Writer *w)
{
  static const char *const sets[] = {"g[A]", "g[{d0}]", "ran(g)",   "ran(A <| g)",
                                     "E",    "{e0}",    "E - g[A]", "ran(A <<| g)"};
  text_add(w->out, one_of(w, sets, 8));
}

static void about_images(Writer *w)
{
  static const char *const forms[] = {"g : D +-> E",
                                      "g : D --> E",
                                      "g : A --> E",
                                      "g~ : E +-> D",
                                      "ran(g) = E",
                                      "g : D >-> E",
                                      "card(E) >= 2",
                                      "card(E) < 3",
                                      "card(g) <= card(A)",
                                      "card(D) = card(E)",
                                      "(A <| g) = A * {e0}",
                                      "(g <+ (A * {e0})) = g",
                                      "(g <+ {d0 |-> e0}) : D +-> E",
                                      "(g ; g~) = id(D)",
                                      "(g~ ; g) <: id(E)",
                                      "E : FIN(E)"};
  switch (draw(w, 4)) {
  case 0: text_add(w->out, one_of(w, forms, 16)); break;
  case 1: two(w, image, draw(w, 2) ? " = " : " /= "); break;
  case 2: two(w, image_set, draw(w, 2) ? " <: " : " /<: "); break;
  default:
    if (draw(w, 2)) {
      text_add(w->out, "(");
      element(w);
      text_add(w->out, "|->");
      image(w);
      text_add(w->out, draw(w, 2) ? ") : g" : ") /: g");
    } else {
      image(w);
      text_add(w->out, draw(w, 2) ? " : " : " /: ");
      image_set(w);
    }
  }
}

static void atom(Writer *w)
{
  if (w->images && draw(w, 2)) {
    about_images(w);
    return;
  }
  static const char *const sizes[] = {"card(A) = 2", "card(A) > 2",  "card(D) >= 3",
                                      "card(D) < 4", "A : FIN(D)",   "card(D - A) = 1",
                                      "card(B) < 2", "A /: FIN1(B)", "card(A \\/ B) = 4"};
  switch (draw(w, 9)) {
  case 0: two(w, element, draw(w, 2) ? " = " : " /= "); break;
  case 1: two(w, small_set, draw(w, 2) ? " = " : " /= "); break;
  case 2: two(w, small_set, draw(w, 2) ? " <: " : " /<: "); break;
  case 3: text_add(w->out, one_of(w, sizes, w->images ? 6 : 9)); break;
  case 4:
    if (w->relation) about_relation(w);
    else text_add(w->out, w->marks ? "m : D --> BOOL" : "A /= {}");
    break;
  case 5:
    if (w->marks) {
      element(w);
      text_add(w->out, draw(w, 2) ? " |-> TRUE : m" : " |-> FALSE /: m");
      break;
    } /* fall through */
  default:
    element(w);
    text_add(w->out, draw(w, 2) ? " : " : " /: ");
    set(w, 1);
  }
}

static void quantified_images(Writer *w, int depth, bool all)
{
  unsigned number = w->bound_images++;
  text_printf(w->out, "%sy%u.(y%u : ", all ? "!" : "#", number, number);
  w->bound_images--;
  image_set(w);
  w->bound_images++;
  text_add(w->out, all ? " => " : " & ");
  predicate(w, depth - 1);
  w->bound_images--;
  text_add(w->out, ")");
}

static void quantified(Writer *w, int depth)
{
  bool all = draw(w, 2);
  if (w->images && draw(w, 2) && w->bound_images < MOST_BOUND) {
    quantified_images(w, depth, all);
    return;
  }
  text_printf(w->out, "%sx%u.(x%u : ", all ? "!" : "#", (unsigned) w->bound, (unsigned) w->bound);
  set(w, draw(w, 4) == 0 ? depth - 1 : 0);
  text_add(w->out, all ? " => " : " & ");
  w->bound++;
  predicate(w, depth - 1);
  w->bound--;
  text_add(w->out, ")");
}

static void predicate(Writer *w, int depth)
{
  static const char *const joints[] = {" & ", " or ", " => ", " <=> "};
  uint64_t choice = depth > 0 ? draw(w, 8) : 0;
  if (choice < 3) {
    atom(w);
  } else if (choice < 6 && w->bound < MOST_BOUND) {
    quantified(w, depth);
  } else if (choice < 7) {
    text_add(w->out, "(");
    predicate(w, depth - 1);
    text_add(w->out, one_of(w, joints, 4));
    predicate(w, depth - 1);
    text_add(w->out, ")");
  } else {
    text_add(w->out, "not(");
    predicate(w, depth - 1);
    text_add(w->out, ")");
  }
}

void deferred_sequent(Random *random, Text *out)
{
  Writer w = {.random = random, .out = out};
  w.relation = draw(&w, 3) == 0;
  w.marks = !w.relation && draw(&w, 3) == 0;
  w.images = !w.relation && !w.marks && draw(&w, 2);
  text_add(out, w.images ? "(d0 : D) & (e0 : E) & (A <: D) & (g : D <-> E)"
                         : "(d0 : D) & (d1 : D) & (A <: D) & (B <: D)");
  if (w.relation) text_add(out, " & (r : D <-> D)");
  if (w.marks) text_add(out, " & (m : D <-> BOOL)");
  uint64_t count = 2 + draw(&w, 4);
  for (uint64_t i = 0; i < count; i++) {
    text_add(out, " & (");
    predicate(&w, DEPTH);
    text_add(out, ")");
  }
}
