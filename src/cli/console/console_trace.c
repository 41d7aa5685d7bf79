#include <assert.h>
#include <string.h>

#include "cli/console/console.h"
#include "cli/output.h"
#include "report/json_report.h"
#include "report/saved_trace.h"
#include "report/width.h"
#include "session/trace_file.h"
#include "session/replay.h"

void console_add_trace(Console *c, Text *text)
{
  assert(c->scene.animator);
  const Animator *a = c->scene.animator;
  json_t *file = saved_trace_new(c->scene.system.lts, c->cli->report.model);
  for (uint32_t i = 0; i < a->at; i++)
    saved_trace_add(file, c->scene.system.lts, &a->path.data[i],
                    i ? a->path.data[i - 1].state : NULL);
  saved_trace_print(text, file);
  json_decref(file);
}

bool console_save(Console *c, const char *arguments)
{
  if (*arguments == '\0') return console_complain(c, "which file? :save FILE");
  Text text = {0}, error = {0};
  console_add_trace(c, &text);
  bool good = cli_write_trace(c->cli, arguments, &text, &error);
  uint32_t steps = animator_steps(c->scene.animator);
  if (good)
    text_printf(&c->cli->report.out, "%u step%s written to %s\n", steps, text_plural(steps),
                arguments);
  else console_complain(c, "%s", text_string(&error));
  text_free(&text);
  text_free(&error);
  return good;
}

TraceFile *console_read_trace(Console *c, const char *path, Text *error)
{
  const char *problem = NULL;
  const Source *source = session_read(c->cli->report.session, path, &problem);
  if (!source) text_printf(error, "cannot read %s: %s", path, problem);
  else text_printf(error, "%s: ", path);
  return source ? trace_file_read(source->text, source->length, error) : NULL;
}

static void show_description(Console *c, const TraceFile *file)
{
  const char *text = file->description;
  if (!text || !*text || !strcmp(text, TRACE_DESCRIPTION)) return;
  width_add_clean(&c->cli->report.out, text);
  text_add_char(&c->cli->report.out, '\n');
}

static void add_fields(json_t *fields, const Replay *replay)
{
  json_t *unread = json_array();
  for (uint32_t i = 0; i < replay->unread.len; i++)
    json_array_append_new(unread, json_report_string(replay->unread.data[i]));
  json_object_set_new(fields, "replayed", json_integer(replay->done));
  json_object_set_new(fields, "to_replay", json_integer(replay->steps));
  json_object_set_new(fields, "not_compared", unread);
}

bool console_follow(Console *c, const TraceFile *file, const char *path)
{
  assert(c->scene.animator && file);
  Replay replay;
  Bench *bench = c->scene.system.model ? &c->scene.bench : NULL;
  bool good = replay_trace(&replay, c->scene.animator, bench, c->scene.system.machine, file);
  console_history(c, "full");
  for (uint32_t i = 0; i < replay.unread.len; i++)
    text_printf(&c->cli->report.out, "not compared, because it could not be read: %.100s\n",
                replay.unread.data[i]);
  text_printf(&c->cli->report.out, "replayed %u of %u step%s of %s\n", replay.done, replay.steps,
              text_plural(replay.steps), path);
  show_description(c, file);
  add_fields(c->cli->report.fields, &replay);
  if (good) console_show_situation(c);
  else console_complain(c, "%s", text_string(&replay.mismatch));
  c->unsure = replay.unsure;
  replay_free(&replay);
  return good;
}

bool console_replay(Console *c, const char *arguments)
{
  if (*arguments == '\0') return console_complain(c, "which file? :replay FILE");
  Text error = {0};
  TraceFile *file = console_read_trace(c, arguments, &error);
  bool good =
      file ? console_follow(c, file, arguments) : console_complain(c, "%s", text_string(&error));
  text_free(&error);
  trace_file_free(file);
  return good;
}
