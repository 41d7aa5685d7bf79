#define _GNU_SOURCE /* O_PATH */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/beneath.h"
#include "engine/external/external_impl.h"
#include "syntax/utf8.h"

/* LibraryFiles, and reading and writing whole files. */

/* ---------------------------------------------------------------------- paths */

const char *call_path(ExternalCall *c, const char *name)
{
  const char *main = c->e->main ? c->e->main->path : NULL;
  const char *slash = main ? strrchr(main, '/') : NULL;
  if (name[0] == '/' || !slash) return name;
  return arena_printf(c->e->arena, "%.*s/%s", (int) (slash - main), main, name);
}

/* Not a fault of the model: elsewhere it may be done. */
static Value not_allowed(ExternalCall *c, const char *name)
{
  return engine_unknown(c->e, "%s: %s: only files below %s are read here, and none is written",
                        c->name, name, c->e->options.inside);
}

static Value file_fault(ExternalCall *c, const char *name)
{
  return call_fault(c, "%s: %s", name, strerror(errno));
}

/* Nothing is told of what may not be read, not even whether it is there. */
static bool is_outside(const ExternalCall *c) { return c->e->options.inside && errno == EXDEV; }

static Value no_file(ExternalCall *c, const char *name)
{
  return is_outside(c) ? not_allowed(c, name) : file_fault(c, name);
}

/* What argument 0 names, opened only to be asked about; -1 with errno. */
static int look_at_argument(ExternalCall *c)
{
  const char *inside = c->e->options.inside, *path = call_path(c, call_string(c, 0, NULL));
  return inside ? beneath_open(inside, path, O_PATH) : open(path, O_PATH | O_CLOEXEC);
}

/* False with errno: there is no such file. */
static bool stat_argument(ExternalCall *c, struct stat *info)
{
  int file = look_at_argument(c);
  bool good = file >= 0 && fstat(file, info) == 0;
  if (file >= 0) close(file);
  return good;
}

/* Is the file or directory there, and can it be accessed like that? */
static Value is_there(ExternalCall *c, bool directory, int mode)
{
  struct stat info;
  char path[64];
  int file = look_at_argument(c);
  if (file < 0) return is_outside(c) ? not_allowed(c, call_string(c, 0, NULL)) : VALUE_FALSE;
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  bool there = fstat(file, &info) == 0 && S_ISDIR(info.st_mode) == directory;
  bool can = mode == F_OK || access(path, mode) == 0;
  close(file);
  return value_bool(there && can);
}

Value external_file_exists(ExternalCall *c) { return is_there(c, false, F_OK); }
Value external_directory_exists(ExternalCall *c) { return is_there(c, true, F_OK); }

/* ---------------------------------------------------------------- whole files */

void text_repair_utf8(Text *text)
{
  Text out = {0};
  size_t good = 0;
  for (size_t at = 0; at < text->len;) {
    unsigned bytes = text->data[at] ? utf8_length(text->data + at, text->len - at) : 0;
    if (bytes) {
      at += bytes;
      continue;
    }
    text_add_bytes(&out, text->data + good, at - good);
    text_add(&out, "\xEF\xBF\xBD"); /* U+FFFD */
    good = ++at;
  }
  if (good == 0) return;
  text_add_bytes(&out, text->data + good, text->len - good);
  text_free(text);
  *text = out;
}

/* NULL, with what takes the place of a value: it cannot be read. */
static FILE *open_to_read(ExternalCall *c, const char *name, Value *none)
{
  const char *inside = c->e->options.inside, *path = call_path(c, name);
  FILE *file = inside ? beneath_read(inside, path) : fopen(path, "rb");
  if (!file) *none = no_file(c, name);
  return file;
}

bool call_read_file(ExternalCall *c, const char *name, Text *out, Value *none)
{
  FILE *file = open_to_read(c, name, none);
  if (!file) return false;
  char chunk[1 << 14];
  for (size_t n; out->len <= EXTERNAL_TEXT_LIMIT && (n = fread(chunk, 1, sizeof chunk, file)) > 0;)
    text_add_bytes(out, chunk, n);
  bool failed = ferror(file) != 0, large = out->len > EXTERNAL_TEXT_LIMIT;
  if (failed) *none = file_fault(c, name);
  else if (large) *none = engine_unknown(c->e, "%s: the file %s is too large", c->name, name);
  fclose(file);
  if (failed || large) text_free(out);
  return !failed && !large;
}

bool call_write_file(ExternalCall *c, const char *name, const char *mode, const Text *text,
                     Value *none)
{
  if (c->e->options.inside) return *none = not_allowed(c, name), false;
  FILE *file = fopen(call_path(c, name), mode);
  bool written = file && fwrite(text_string(text), 1, text->len, file) == text->len;
  if (file) written &= fclose(file) == 0;
  if (!written) *none = file_fault(c, name);
  return written;
}

/* Reads the file named in argument 0 as UTF-8, without a byte order mark. */
static bool read_text(ExternalCall *c, Text *out, Value *none)
{
  if (!call_read_file(c, call_string(c, 0, NULL), out, none)) return false;
  text_repair_utf8(out);
  if (out->len >= 3 && !memcmp(out->data, "\xEF\xBB\xBF", 3)) {
    memmove(out->data, out->data + 3, out->len - 2); /* with the NUL */
    out->len -= 3;
  }
  return true;
}

Value external_read_file_as_string(ExternalCall *c)
{
  Text text = {0};
  Value none;
  return read_text(c, &text, &none) ? call_give_string(c, &text) : none;
}

/* The lines without their ends; the last one need not have an end. */
Value external_read_file_as_strings(ExternalCall *c)
{
  Text text = {0};
  Values lines = {0};
  Value none;
  if (!read_text(c, &text, &none)) return none;
  for (size_t at = 0; at < text.len;) {
    size_t length = strcspn(text.data + at, "\n");
    bool carriage = length > 0 && text.data[at + length - 1] == '\r';
    vec_push(&lines, value_string(c->s, text.data + at, length - carriage));
    at += length + 1;
  }
  text_free(&text);
  return call_give_sequence(c, &lines);
}

/* ---------------------------------------------------------------- directories */

static Value name_value(ExternalCall *c, const char *folder, const char *name, bool full)
{
  Text text = {0};
  if (full) text_printf(&text, "%s/", strcmp(folder, "/") ? folder : "");
  text_add(&text, name);
  text_repair_utf8(&text);
  return call_give_string(c, &text);
}

/* The files, or else the directories, in the folder; "." and ".." are left out. */
static void list(ExternalCall *c, DIR *dir, const char *folder, bool directories, bool full,
                 Values *out)
{
  for (const struct dirent *entry; (entry = readdir(dir));) {
    struct stat info;
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    if (fstatat(dirfd(dir), entry->d_name, &info, 0) != 0) continue;
    if (S_ISDIR(info.st_mode) == directories)
      vec_push(out, name_value(c, folder, entry->d_name, full));
  }
}

static Value listing(ExternalCall *c, bool directories, bool full)
{
  const char *name = call_string(c, 0, NULL), *path = call_path(c, name);
  const char *inside = c->e->options.inside;
  int file = inside ? beneath_open(inside, path, O_RDONLY | O_DIRECTORY) : -1;
  DIR *dir = inside ? file < 0 ? NULL : fdopendir(file) : opendir(path);
  if (!dir) return no_file(c, name);
  char *folder = realpath(path, NULL);
  Values names = {0};
  list(c, dir, folder ? folder : path, directories, full, &names);
  free(folder);
  closedir(dir);
  return ref_build(c->r, shape_string(c->e->shapes), &names);
}

Value external_files(ExternalCall *c) { return listing(c, false, false); }
Value external_full_files(ExternalCall *c) { return listing(c, false, true); }
Value external_directories(ExternalCall *c) { return listing(c, true, false); }
Value external_full_directories(ExternalCall *c) { return listing(c, true, true); }

/* ----------------------------------------------------------------- properties */

static Value property(ExternalCall *c, bool directory)
{
  int mode = call_is_text(c, 1, "readable")                                ? R_OK
             : call_is_text(c, 1, "writable")                              ? W_OK
             : call_is_text(c, 1, directory ? "searchable" : "executable") ? X_OK
                                                                           : -1;
  if (mode < 0)
    return call_fault(c, "unknown property \"%s\"; known properties: readable, writable, %s",
                      call_string(c, 1, NULL), directory ? "searchable" : "executable");
  return is_there(c, directory, mode);
}

Value external_file_property(ExternalCall *c) { return property(c, false); }
Value external_directory_property(ExternalCall *c) { return property(c, true); }

static Value property_value(ExternalCall *c, bool directory)
{
  struct stat info;
  const char *name = call_string(c, 0, NULL);
  if (!stat_argument(c, &info)) return no_file(c, name);
  if (S_ISDIR(info.st_mode) != directory)
    return call_fault(c, "%s is %s", name, directory ? "not a directory" : "a directory");
  if (call_is_text(c, 1, "size_in_bytes") && !directory) return value_int(c->s, info.st_size);
  if (call_is_text(c, 1, "create_timestamp")) return value_int(c->s, info.st_ctime);
  if (call_is_text(c, 1, "modify_timestamp")) return value_int(c->s, info.st_mtime);
  if (call_is_text(c, 1, "access_timestamp")) return value_int(c->s, info.st_atime);
  return call_fault(c,
                    "unknown property \"%s\"; known properties: %screate_timestamp, "
                    "modify_timestamp, access_timestamp",
                    call_string(c, 1, NULL), directory ? "" : "size_in_bytes, ");
}

Value external_file_property_value(ExternalCall *c) { return property_value(c, false); }
Value external_directory_property_value(ExternalCall *c) { return property_value(c, true); }

/* ------------------------------------------------------------- open files */

/* A file that cannot be opened is an error; reading it piece by piece is not possible. */
Value external_see(ExternalCall *c)
{
  Value none;
  FILE *file = open_to_read(c, call_string(c, 0, NULL), &none);
  if (!file) return none;
  fclose(file);
  return VALUE_TRUE;
}

Value external_get_code_stdin(ExternalCall *c)
{
  if (c->e->options.inside) return not_allowed(c, "standard input");
  char bytes[4];
  size_t count = 0;
  for (int code; count < sizeof bytes && (code = getchar()) != EOF;) {
    bytes[count++] = (char) code;
    unsigned length;
    if (utf8_length(bytes, count)) return value_small(utf8_decode(bytes, &length));
    if (count == 1 && (unsigned char) code < 0xC0) break; /* not the start of a character */
  }
  return value_small(count ? 0xFFFD : -1);
}

Value external_eof_stdin(ExternalCall *c)
{
  if (c->e->options.inside) return not_allowed(c, "standard input");
  int code = getchar();
  if (code == EOF) return VALUE_TRUE;
  ungetc(code, stdin);
  return VALUE_FALSE;
}
