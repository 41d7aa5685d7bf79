#include "report/talk/talk.h"
#include "serve/desk/desk_impl.h"
#include "session/temporal/until.h"

/* Many steps at once: at random, or the shortest way. */

/* ------------------------------------------------------------------ at random */

typedef struct {
  const Choice *choice;
  const Formula *goal; /* or NULL */
  uint64_t count, done;
  bool reached, stuck;
  uint64_t unclear; /* states in which the goal is neither TRUE nor FALSE */
} Walk;

static bool is_reached(Desk *d, Walk *w)
{
  const Bench *bench = &d->open.scene.bench;
  if (!w->goal || !animator_running(desk_animator(d))) return false;
  scene_enter(&d->open.scene);
  Truth t = reference_truth(bench->reference, w->goal->node);
  w->unclear += t == TRUTH_FAULT || t == TRUTH_UNKNOWN;
  engine_forget(bench->engine);
  return t == TRUTH_TRUE;
}

static void walk(Desk *d, Walk *w)
{
  Scene *s = &d->open.scene;
  w->reached = is_reached(d, w);
  while (w->done < w->count && !w->reached && !w->stuck && !scene_is_over(s)) {
    w->stuck = !choice_step_randomly(s, w->choice, &d->seed);
    w->done += !w->stuck;
    w->reached = !w->stuck && is_reached(d, w);
  }
}

static void tell(Desk *d, const Walk *w, const char *until)
{
  Text *m = &d->message;
  unsigned long long done = w->done, count = w->count;
  if (w->reached && !done) text_printf(m, "this holds here: %s", until);
  else if (w->reached) text_printf(m, "%s holds after %llu step%s", until, done, text_plural(done));
  else if (w->stuck && done)
    text_printf(m, "nothing is enabled after %llu of %llu steps", done, count);
  else if (done < count)
    text_printf(m, "%s after %llu of %llu step%s", desk_what_ended(d), done, count,
                text_plural(count));
  else if (until) text_printf(m, "%s did not hold in %llu step%s", until, done, text_plural(done));
  if (w->unclear && !w->reached)
    text_printf(m, " (in %llu state%s that was not decided)", (unsigned long long) w->unclear,
                text_plural(w->unclear));
}

bool desk_random(Desk *d, Fields *f, json_t *answer)
{
  enum { MOST = 100000 };
  Walk w = {.count = fields_number_or(f, "count", MOST, 1)};
  ChoiceParts parts = {.name = fields_text_maybe(f, "operation")};
  const char *until = fields_text_maybe(f, "until");
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  if (!desk_choice(d, parts, &w.choice)) return false;
  if (until && !(w.goal = desk_formula(d, until, FORMULA_PRED))) return false;
  walk(d, &w);
  if (w.stuck && !w.done)
    return desk_refuse(d, "%s is enabled here", parts.name ? "no step of that name" : "nothing");
  tell(d, &w, until);
  return desk_moved(d, answer);
}

/* ----------------------------------------------------------- the shortest way */

static bool refuse_until(Desk *d, const Until *until, const char *formula)
{
  Session *session = d->open.session;
  switch (until->result) {
  case UNTIL_REFUSED:
    session_refuse_text(session, NULL);
    return desk_refuse_session(d, session, "the formula");
  case UNTIL_UNKNOWN: return desk_refuse(d, "undecided whether there is a way: %s", until->why);
  case UNTIL_REACHED:
  case UNTIL_NEVER: break;
  }
  return desk_refuse(d,
                     until->endless
                         ? "no way from here is enough to make this true, whatever follows: %.500s"
                         : "no way from here leads there: %.500s",
                     formula);
}

bool desk_until(Desk *d, Fields *f, json_t *answer)
{
  const char *predicate = fields_text_maybe(f, "predicate");
  const char *formula = fields_text_maybe(f, "formula");
  Scene *s = &d->open.scene;
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  if (!predicate == !formula)
    return desk_refuse_as(d, 400, "request", "give one of the fields 'predicate' and 'formula'");
  /* By itself first, so that mistakes are where they are in this text. */
  if (predicate && !system_is_process(&s->system) && !desk_formula(d, predicate, FORMULA_PRED))
    return false;
  Text text = {0};
  text_printf(&text, predicate ? "{%s}" : "%s", predicate ? predicate : formula);
  Until until = until_go(&s->bench, &s->system, s->animator,
                         session_text(d->open.session, "<input>", text_string(&text)));
  text_free(&text);
  if (until.result != UNTIL_REACHED)
    return refuse_until(d, &until, predicate ? predicate : formula);
  if (!until.taken) text_add(&d->message, "this holds here");
  return desk_moved(d, answer);
}
