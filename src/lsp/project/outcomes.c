#include "lsp/project/outcomes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sha256.h"

typedef struct {
  char *file; /* canonical */
  char digest[SHA256_TEXT];
  uint64_t stamp; /* of the document that has this text; 0: the file has it … */
  uint64_t files; /* … as of this number of the project */
} Input;

struct Outcome {
  char *key;
  json_t *problems;
  VEC(Input) inputs;
};

static void outcome_free(Outcome *o)
{
  for (uint32_t i = 0; i < o->inputs.len; i++) free(o->inputs.data[i].file);
  vec_free(&o->inputs);
  json_decref(o->problems);
  free(o->key);
  free(o);
}

static void digest_of(const char *text, size_t length, char digest[SHA256_TEXT])
{
  uint8_t bytes[SHA256_BYTES];
  sha256(text, length, bytes);
  sha256_text(bytes, digest);
}

/* False: it cannot be read. */
static bool digest_of_file(const char *path, char digest[SHA256_TEXT])
{
  FILE *file = fopen(path, "rbe");
  char chunk[1 << 16];
  Text text = {0};
  if (!file) return false;
  for (size_t n; (n = fread(chunk, 1, sizeof chunk, file)) > 0;) text_add_bytes(&text, chunk, n);
  bool good = !ferror(file);
  fclose(file);
  if (good) digest_of(text_string(&text), text.len, digest);
  text_free(&text);
  return good;
}

/* Is the text of the file, as the client has it, still the same?  Hashed only if it may be another
 * one than when it was looked at last. */
static bool is_present(const Project *p, Input *input)
{
  const Document *d = documents_of_file(&p->documents, input->file);
  char digest[SHA256_TEXT];
  if (d ? input->stamp == d->stamp : !input->stamp && input->files == p->files) return true;
  if (d) digest_of(text_string(&d->text), d->text.len, digest);
  else if (!digest_of_file(input->file, digest)) return false;
  input->stamp = d ? d->stamp : 0;
  input->files = p->files;
  return !strcmp(digest, input->digest);
}

static bool are_present(const Project *p, Outcome *o)
{
  for (uint32_t i = 0; i < o->inputs.len; i++)
    if (!is_present(p, &o->inputs.data[i])) return false;
  return o->inputs.len > 0;
}

static Outcome *outcome_new(const char *key, const json_t *inputs, json_t *problems)
{
  Outcome *o = memory_zeroed(1, sizeof *o);
  size_t i;
  json_t *one;
  o->problems = problems;
  o->key = strdup(key);
  if (!o->key) memory_exhausted();
  json_array_foreach((json_t *) inputs, i, one)
  {
    const char *file = json_string_value(json_object_get(one, "file"));
    const char *digest = json_string_value(json_object_get(one, "sha256"));
    Input input = {.file = document_canonical(file ? file : ""), .stamp = UINT64_MAX};
    snprintf(input.digest, sizeof input.digest, "%s", digest ? digest : "");
    vec_push(&o->inputs, input);
  }
  return o;
}

bool outcome_is_present(const Project *p, const json_t *inputs)
{
  Outcome *o = outcome_new("", inputs, NULL);
  bool present = are_present(p, o);
  outcome_free(o);
  return present;
}

void outcomes_set(Project *p, const char *key, const json_t *inputs, json_t *problems)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < p->outcomes.len; i++)
    if (!strcmp(p->outcomes.data[i]->key, key)) outcome_free(p->outcomes.data[i]);
    else p->outcomes.data[kept++] = p->outcomes.data[i];
  p->outcomes.len = kept;
  vec_push(&p->outcomes, outcome_new(key, inputs, problems));
}

void outcomes_sweep(Project *p)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < p->outcomes.len; i++)
    if (are_present(p, p->outcomes.data[i])) p->outcomes.data[kept++] = p->outcomes.data[i];
    else outcome_free(p->outcomes.data[i]);
  p->outcomes.len = kept;
}

const json_t *outcomes_problems(const Project *p, uint32_t i)
{
  return i < p->outcomes.len ? p->outcomes.data[i]->problems : NULL;
}

void outcomes_free(Project *p)
{
  for (uint32_t i = 0; i < p->outcomes.len; i++) outcome_free(p->outcomes.data[i]);
  vec_free(&p->outcomes);
}
