#include "session/refinement_chain.h"

#include <assert.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "eventb/eventb.h"
#include "session/given_constants.h"

typedef ChainStep Step;
typedef ChainSteps Steps;
typedef VEC(char *) Paths;

/* ------------------------------------------------------------- the files */

/* What the file declares and refines; false if it is no machine that can be read. */
static bool look_at(Session *session, const Source *source, Step *step)
{
  Diags *diags = session_diags(session);
  uint32_t mark = diags_mark(diags);
  const Unit *unit = session_parse(session, source);
  const Node *clause = unit_clause(unit, NODE_CL_REFINES);
  diags_release(diags, mark);
  if (!unit->root->name) return false;
  *step = (Step){.source = source, .name = unit->root->name};
  const Node *ref = clause && clause->count ? clause->kids[0] : NULL;
  while (ref && ref->kind == NODE_FILE_PRAGMA) ref = ref->kids[0];
  if (ref) step->refines = ref->name;
  return true;
}

static bool is_known(const Steps *steps, const Name *name)
{
  for (uint32_t i = 0; i < steps->len; i++)
    if (steps->data[i].name == name) return true;
  return false;
}

enum { LONGEST_CHAIN = 100 }; /* a longer one goes in a circle */

/* The machine and what it refines, the most abstract one first.  What is not found, and circles,
 * are reported when the machine is loaded. */
static void add_refined(Session *session, const Step *last, uint32_t depth, Steps *steps)
{
  Step above;
  const char *error, *hint;
  Files *files = session_context(session)->files;
  const Source *source = last->refines ? files_find_machine(files, last->refines->text,
                                                            last->source, NULL, 0, &error, &hint)
                                       : NULL;
  if (source && depth < LONGEST_CHAIN && look_at(session, source, &above) &&
      above.name == last->refines && above.name != last->name)
    add_refined(session, &above, depth + 1, steps);
  if (!is_known(steps, last->name)) vec_push(steps, *last);
}

static int by_text(const void *a, const void *b)
{
  return strcmp(*(char *const *) a, *(char *const *) b);
}

/* The refinements and implementations beside the file, in the order of their names. */
static void list_beside(const char *path, Paths *paths)
{
  const char *slash = strrchr(path, '/');
  Text folder = {0};
  if (slash) text_add_bytes(&folder, path, (size_t) (slash - path) + 1);
  DIR *open = opendir(folder.len ? folder.data : ".");
  for (struct dirent *entry; open && (entry = readdir(open));) {
    const char *dot = strrchr(entry->d_name, '.');
    if (!dot || (strcmp(dot, ".ref") != 0 && strcmp(dot, ".imp") != 0)) continue;
    Text whole = {0};
    text_printf(&whole, "%s%s", text_string(&folder), entry->d_name);
    vec_push(paths, whole.data);
  }
  if (open) closedir(open);
  if (paths->len) qsort(paths->data, paths->len, sizeof *paths->data, by_text);
  text_free(&folder);
}

/* Those that refine the last machine, or one that was added for it. */
static void add_refining(Session *session, const char *path, Steps *steps)
{
  Paths paths = {0};
  Steps found = {0};
  const char *error;
  list_beside(path, &paths);
  for (uint32_t i = 0; i < paths.len; i++) {
    Step step;
    const Source *source = session_read(session, paths.data[i], &error);
    if (source && look_at(session, source, &step) && step.refines) vec_push(&found, step);
    free(paths.data[i]);
  }
  for (uint32_t i = steps->len - 1; i < steps->len; i++)
    for (uint32_t k = 0; k < found.len; k++)
      if (found.data[k].refines == steps->data[i].name && !is_known(steps, found.data[k].name))
        vec_push(steps, found.data[k]);
  vec_free(&found);
  vec_free(&paths);
}

/* ------------------------------------------------------------- one step */

static void load(Session *session, Step *step)
{
  uint32_t errors = diags_errors(session_diags(session));
  step->model = session_load_chain(session, step->source);
  bool wrong = diags_errors(session_diags(session)) != errors;
  if (wrong) step->model = NULL;
  step->verdict = wrong ? VERDICT_ERROR : VERDICT_UNKNOWN;
  step->words = wrong ? "the text has errors" : "not reached";
}

const ChainStep *refinement_chain_main(const ChainSteps *steps, const Source *source)
{
  uint32_t i = 0;
  while (steps->data[i].source != source) i++;
  assert(i < steps->len);
  return &steps->data[i];
}

bool refinement_chain_load(Session *session, ChainSteps *steps)
{
  const Model **models = arena_new_array(session_arena(session), const Model *, steps->len);
  for (uint32_t i = 0; i < steps->len; i++) {
    load(session, &steps->data[i]);
    models[i] = steps->data[i].model;
  }
  if (!given_constants_known(session, models, steps->len)) return false;
  for (uint32_t i = 0; i < steps->len; i++)
    if (steps->data[i].model && !given_constants_add(session, steps->data[i].model, true))
      return session_refuse_text(session, steps->data[i].source);
  return true;
}

bool refinement_chain_check(Session *session, ChainStep *step, ChainJudge *judge)
{
  static const ExploreOptions options = {.invariant = true, .assertions = true};
  System system = {.model = step->model};
  Checked c;
  if (!step->model) return true;
  if (!system_start(session, (SystemKind){0}, &system)) return false;
  check_plain(session, &system, options, &c);
  step->verdict = check_verdict(&c);
  step->complete = c.x->complete;
  step->states = c.x->states;
  step->transitions = c.x->transitions;
  step->words = judge(step, &c);
  check_close(&c);
  system_close(&system);
  return true;
}

bool refinement_chain_find(Session *session, const Source *source, const char *path,
                           ChainSteps *steps)
{
  Step last;
  if (eventb_is_source(source) || !look_at(session, source, &last)) return false;
  add_refined(session, &last, 0, steps);
  add_refining(session, path, steps);
  return true;
}
