#include <stdlib.h>
#include <string.h>

#include "api/handle.h"
#include "csp/script.h"

/* Handles, their settings, texts and models. */

static char *copy(const char *text)
{
  size_t length = strlen(text);
  return memcpy(memory_alloc(length + 1), text, length + 1);
}

/* -------------------------------------------------------------------- handles */

probity_code probity_new(probity_model **model)
{
  if (!model) return PROBITY_MISUSE;
  *model = calloc(1, sizeof **model);
  if (*model && handover_begin(&(*model)->handover)) return PROBITY_OK;
  free(*model);
  *model = NULL;
  return PROBITY_NO_MEMORY;
}

static void close_scene(probity_model *m)
{
  walk_free(m->walk);
  m->walk = NULL;
  scene_close(&m->scene);
  map_free(&m->formulas);
  m->formulas = (Map){0};
  session_free(m->session);
  m->session = NULL;
}

/* On the thread of the handle: what is freed may be deep. */
static int release(void *model)
{
  probity_model *m = model;
  close_scene(m);
  settings_free(&m->given);
  for (uint32_t i = 0; i < m->texts.len; i++) {
    free(m->texts.data[i].path);
    free(m->texts.data[i].text);
  }
  vec_free(&m->texts);
  free(m->path);
  text_free(&m->result);
  text_free(&m->message);
  text_free(&m->diagnostics);
  vec_free(&m->list);
  return 0;
}

void probity_close(probity_model *m)
{
  if (m && handover_end(&m->handover, release, m)) free(m);
}

void probity_cancel(probity_model *m, int on)
{
  if (m) handover_set_cancelled(&m->handover, on != 0);
}

const char *probity_message(probity_model *m)
{
  if (!m) return "there is no handle";
  const char *lost = handover_lost(&m->handover);
  return lost ? lost : text_string(&m->message);
}

const char *probity_diagnostics(probity_model *m)
{
  bool none = !m || handover_lost(&m->handover) || !m->diagnostics.len;
  return none ? "[]" : text_string(&m->diagnostics);
}

/* ------------------------------------------------------------------- settings */

typedef struct {
  const char *name, *value;
} Pair;

static probity_code set(probity_model *m, void *data)
{
  const Pair *pair = data;
  bool good = settings_set(&m->given, pair->name, pair->value, m->path != NULL, &m->message);
  if (good && m->session && !m->path) close_scene(m); /* formulas alone heed it, too */
  return good ? PROBITY_OK : PROBITY_MISUSE;
}

probity_code probity_set(probity_model *m, const char *name, const char *value)
{
  if (!name) return PROBITY_MISUSE;
  return handle_call(m, set, &(Pair){name, value});
}

static probity_code add_text(probity_model *m, void *data)
{
  const Pair *pair = data;
  if (m->path) return handle_say(m, PROBITY_MISUSE, "a model is open already");
  vec_push(&m->texts, ((GivenText){copy(pair->name), copy(pair->value)}));
  return PROBITY_OK;
}

probity_code probity_add_text(probity_model *m, const char *path, const char *text)
{
  if (!path || !text) return PROBITY_MISUSE;
  return handle_call(m, add_text, &(Pair){path, text});
}

/* -------------------------------------------------------------------- opening */

static probity_code start(probity_model *m, SystemText text)
{
  Scene *scene = &m->scene;
  bool good = scene_load(scene, m->session, text, true);
  /* A script need not have the process MAIN: its assertions can be checked. */
  if (!good && csp_is_source(text.source) && !text.process && !session_has_errors(m->session))
    good = scene_load(scene, m->session, text, false);
  if (!good || !scene_start_free(scene)) return handle_refused(m, m->session);
  if (!scene->system.lts) return PROBITY_OK;
  m->walk = walk_new(scene->system.lts, scene->own_engine ? NULL : &scene->bench.engine->expired);
  return PROBITY_OK;
}

static probity_code open(probity_model *m, void *data)
{
  const char *path = data;
  if (m->path) return handle_say(m, PROBITY_MISUSE, "a model is open already");
  close_scene(m); /* of formulas alone */
  m->session = handle_session(m);
  SystemText text = handle_text(m, m->session, path);
  probity_code code = text.source ? start(m, text) : PROBITY_CANNOT_READ;
  if (code == PROBITY_OK) {
    m->path = copy(path);
    return code;
  }
  handle_take_diags(m, m->session);
  close_scene(m);
  return code;
}

probity_code probity_open(probity_model *m, const char *path)
{
  if (!path) return PROBITY_MISUSE;
  return handle_call(m, open, (void *) path);
}
