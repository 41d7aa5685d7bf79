#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "report/json_report.h"
#include "serve/http/server_impl.h"

/* Requests about the server and the files of its folder. */

void files_about(Server *s, Exchange *e, Fields *f)
{
  if (!fields_end(f)) {
    answer_fields(e, f);
    return;
  }
  json_t *about = json_object(), *limits = json_object();
  json_object_set_new(limits, "body", json_integer(BODY_LIMIT));
  json_object_set_new(limits, "desks", json_integer(DESK_LIMIT));
  json_object_set_new(limits, "jobs", json_integer(JOB_LIMIT));
  json_object_set_new(about, "program", json_string("probity"));
  json_object_set_new(about, "version", json_string(PROBITY_VERSION));
  json_object_set_new(about, "folder", json_report_string(folder_name(&s->folder)));
  json_object_set_new(about, "file", s->file ? json_report_string(s->file) : json_null());
  json_object_set_new(about, "limits", limits);
  answer_json(e, about);
}

void files_files(Server *s, Exchange *e, Fields *f)
{
  if (!fields_end(f)) {
    answer_fields(e, f);
    return;
  }
  bool truncated = false;
  json_t *answer = json_object();
  json_object_set_new(answer, "files", folder_list(&s->folder, &truncated));
  json_object_set_new(answer, "truncated", json_boolean(truncated));
  answer_json(e, answer);
}

/* Says why a file was not read or saved. */
static void refuse(Exchange *e, FolderResult result, const char *file, const char *hash)
{
  int error = errno;
  switch (result) {
  case FOLDER_DONE: break;
  case FOLDER_OUTSIDE:
    answer_error(e, 422, "refused", "%.500s leads out of the folder", file);
    break;
  case FOLDER_MISSING: answer_error(e, 404, "missing", "there is no %.500s", file); break;
  case FOLDER_LARGE:
    answer_error(e, 413, "large", "%.500s is larger than %d MiB", file, FOLDER_FILE_LIMIT >> 20);
    break;
  case FOLDER_FAILED: answer_error(e, 422, "refused", "%.500s: %s", file, strerror(error)); break;
  case FOLDER_CHANGED: {
    Text text = {0}, message = {0};
    text_printf(&message, *hash ? "%s was changed meanwhile" : "%s is not there any more", file);
    text_add(&text, "{\"error\":{\"message\":");
    answer_quote(&text, text_string(&message));
    text_add(&text, ",\"kind\":\"changed\",\"hash\":");
    if (*hash) answer_quote(&text, hash);
    else text_add(&text, "null");
    text_add(&text, "}}\n");
    text_free(&message);
    answer_raw(e, 409, &text);
    break;
  }
  }
}

void files_read(Server *s, Exchange *e, Fields *f)
{
  const char *file = fields_text(f, "file");
  if (!fields_end(f)) {
    answer_fields(e, f);
    return;
  }
  Text bytes = {0};
  char hash[FOLDER_HASH_SIZE];
  FolderResult result = folder_read(&s->folder, file, &bytes, hash);
  json_t *text = result == FOLDER_DONE ? json_stringn(text_string(&bytes), bytes.len) : NULL;
  if (result == FOLDER_DONE && text) {
    json_t *answer = json_object();
    json_object_set_new(answer, "file", json_report_string(file));
    json_object_set_new(answer, "text", text);
    json_object_set_new(answer, "hash", json_string(hash));
    answer_json(e, answer);
  } else if (result == FOLDER_DONE) {
    answer_error(e, 422, "refused", "%.500s is no text in UTF-8", file);
  } else refuse(e, result, file, "");
  text_free(&bytes);
}

void files_write(Server *s, Exchange *e, const char *file, const char *text, const char *expected,
                 json_t *answer)
{
  char hash[FOLDER_HASH_SIZE];
  FolderResult result = folder_save(&s->folder, file, text, strlen(text), expected, hash);
  if (result != FOLDER_DONE) {
    refuse(e, result, file, hash);
    json_decref(answer);
    return;
  }
  json_object_set_new(answer, "file", json_report_string(file));
  json_object_set_new(answer, "hash", json_string(hash));
  answer_json(e, answer);
}

void files_save(Server *s, Exchange *e, Fields *f)
{
  const char *file = fields_text(f, "file"), *text = fields_text(f, "text");
  bool given = json_object_get(f->object, "hash") != NULL;
  const char *expected = fields_text_maybe(f, "hash");
  bool good = fields_end(f);
  if (!good || !given) {
    if (good) answer_error(e, 400, "request", "the field 'hash' is missing");
    else answer_fields(e, f);
    return;
  }
  files_write(s, e, file, text, expected, json_object());
}
