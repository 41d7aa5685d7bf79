#include "lsp/text/document.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lsp/text/uri.h"

static char *copy(const char *text)
{
  char *result = strdup(text);
  if (!result) memory_exhausted();
  return result;
}

char *document_canonical(const char *path)
{
  char *real = realpath(path, NULL);
  if (real) return real;
  const char *slash = strrchr(path, '/');
  if (!slash || slash == path) return copy(path);
  Text text = {0};
  text_add_bytes(&text, path, (size_t) (slash - path));
  char *folder = realpath(text.data, NULL);
  text_clear(&text);
  text_add(&text, folder ? folder : "");
  if (folder) text_add(&text, slash);
  else text_add(&text, path);
  free(folder);
  return text.data;
}

static void document_free(Document *d)
{
  free(d->uri);
  free(d->path);
  free(d->file);
  free(d->language);
  text_free(&d->text);
  line_starts_free(&d->lines);
  free(d);
}

void documents_free(Documents *all)
{
  for (uint32_t i = 0; i < all->all.len; i++) document_free(all->all.data[i]);
  vec_free(&all->all);
}

Document *documents_find(const Documents *all, const char *uri)
{
  for (uint32_t i = 0; i < all->all.len; i++)
    if (!strcmp(all->all.data[i]->uri, uri)) return all->all.data[i];
  return NULL;
}

Document *documents_of_file(const Documents *all, const char *file)
{
  for (uint32_t i = 0; i < all->all.len; i++) {
    const char *own = all->all.data[i]->file;
    if (own && !strcmp(own, file)) return all->all.data[i];
  }
  return NULL;
}

Document *documents_open(Documents *all, const char *uri, const char *language, int64_t version,
                         const char *text, size_t length)
{
  Document *d = documents_find(all, uri);
  if (d) documents_close(all, d);
  d = memory_zeroed(1, sizeof *d);
  d->uri = copy(uri);
  d->path = uri_path(uri);
  d->file = d->path ? document_canonical(d->path) : NULL;
  d->language = copy(language);
  d->version = version;
  vec_push(&all->all, d);
  line_starts_find(&d->lines, "", 0);
  documents_set(all, d, text, length);
  return d;
}

void documents_close(Documents *all, Document *d)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < all->all.len; i++)
    if (all->all.data[i] != d) all->all.data[kept++] = all->all.data[i];
  all->all.len = kept;
  all->stamps++;
  document_free(d);
}

/* No text of a model has a NUL; what stands for it is one byte and one character, too. */
static void hide_nul(char *text, size_t length)
{
  for (char *at; (at = memchr(text, '\0', length)); length -= (size_t) (at - text), text = at)
    *at = '\x1A';
}

bool documents_set(Documents *all, Document *d, const char *text, size_t length)
{
  if (length > DOCUMENT_LIMIT) return false;
  d->stamp = ++all->stamps;
  text_clear(&d->text);
  text_add_bytes(&d->text, text, length);
  if (length) hide_nul(d->text.data, length);
  line_starts_find(&d->lines, text_string(&d->text), (uint32_t) length);
  return true;
}

bool documents_change(Documents *all, Document *d, uint32_t from, uint32_t to, const char *text,
                      size_t length)
{
  size_t before = d->text.len, removed = to - from;
  if (length > DOCUMENT_LIMIT || before - removed + length > DOCUMENT_LIMIT) return false;
  d->stamp = ++all->stamps;
  if (length > removed) text_add_repeated(&d->text, ' ', length - removed);
  if (d->text.data) {
    memmove(d->text.data + from + length, d->text.data + to, before - to);
    memcpy(d->text.data + from, text, length);
    d->text.len = before - removed + length;
    d->text.data[d->text.len] = '\0';
    if (length) hide_nul(d->text.data + from, length);
  }
  line_starts_change(&d->lines, text_string(&d->text), (uint32_t) d->text.len, from, to,
                     (uint32_t) length);
  return true;
}
