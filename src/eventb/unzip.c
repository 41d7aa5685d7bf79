#include "eventb/unzip.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/memory.h"
#include "base/vec.h"

/* An archive ends with the directory of its files, one header each, and a record that says
 * where the directory begins.  Before the bytes of each file there is another header, of which
 * only the length is of interest.  Numbers have their lowest byte first. */
enum {
  END_SIZE = 22,
  COMMENT_MOST = 65535,
  HEADER_SIZE = 46,
  LOCAL_SIZE = 30,
  METHOD_STORED = 0,
  METHOD_DEFLATED = 8,
  FLAG_ENCRYPTED = 1
};
#define END_MARK UINT32_C(0x06054b50)
#define HEADER_MARK UINT32_C(0x02014b50)
#define LOCAL_MARK UINT32_C(0x04034b50)
enum { DIRECTORY_LIMIT = 64 << 20, CHUNK = 1 << 14 };

typedef struct {
  char *name;
  uint32_t packed, size, crc, offset;
  uint16_t method, flags;
} Entry;

struct Unzip {
  FILE *file;
  VEC(Entry) entries;
};

static uint16_t two(const uint8_t *at) { return (uint16_t) (at[0] | at[1] << 8); }
static uint32_t four(const uint8_t *at) { return two(at) | (uint32_t) two(at + 2) << 16; }

static void *taken(size_t bytes)
{
  void *memory = malloc(bytes + 1);
  if (!memory) memory_exhausted();
  return memory;
}

static bool read_at(FILE *file, long offset, void *bytes, size_t count)
{
  return fseek(file, offset, SEEK_SET) == 0 && fread(bytes, 1, count, file) == count;
}

/* ---- the directory */

/* The record at the end, perhaps followed by a comment. */
static bool find_end(FILE *file, uint8_t end[END_SIZE])
{
  if (fseek(file, 0, SEEK_END) != 0) return false;
  long size = ftell(file), most = END_SIZE + COMMENT_MOST, count = size < most ? size : most;
  if (count < END_SIZE) return false;
  uint8_t *tail = taken((size_t) count);
  bool found = false;
  if (read_at(file, size - count, tail, (size_t) count))
    for (long i = count - END_SIZE; i >= 0 && !found; i--) {
      found = four(tail + i) == END_MARK && i + END_SIZE + two(tail + i + 20) <= count;
      if (found) memcpy(end, tail + i, END_SIZE);
    }
  free(tail);
  return found;
}

/* One header of the directory; the number of its bytes, or 0. */
static size_t add_entry(Unzip *zip, const uint8_t *at, size_t left)
{
  if (left < HEADER_SIZE || four(at) != HEADER_MARK) return 0;
  size_t name = two(at + 28), whole = HEADER_SIZE + name + two(at + 30) + two(at + 32);
  if (whole > left) return 0;
  Entry entry = {.flags = two(at + 8),
                 .method = two(at + 10),
                 .crc = four(at + 16),
                 .packed = four(at + 20),
                 .size = four(at + 24),
                 .offset = four(at + 42)};
  entry.name = taken(name);
  memcpy(entry.name, at + HEADER_SIZE, name);
  entry.name[name] = '\0';
  vec_push(&zip->entries, entry);
  return whole;
}

static bool read_directory(Unzip *zip)
{
  uint8_t end[END_SIZE];
  if (!find_end(zip->file, end)) return false;
  uint32_t count = two(end + 10), size = four(end + 12), offset = four(end + 16);
  if (size > DIRECTORY_LIMIT) return false;
  uint8_t *directory = taken(size);
  bool good = read_at(zip->file, (long) offset, directory, size);
  for (size_t at = 0, step; good && zip->entries.len < count; at += step)
    good = (step = add_entry(zip, directory + at, size - at)) > 0;
  free(directory);
  return good;
}

Unzip *unzip_open(const char *path, const char **error)
{
  FILE *file = fopen(path, "rb");
  if (!file && errno == ENOMEM) memory_exhausted();
  if (!file) return *error = errno == ENOENT ? "No such file" : "it cannot be opened", NULL;
  Unzip *zip = memory_zeroed(1, sizeof *zip);
  zip->file = file;
  if (read_directory(zip)) return zip;
  unzip_close(zip);
  *error = "Not a zip archive, or a broken one";
  return NULL;
}

void unzip_close(Unzip *zip)
{
  if (!zip) return;
  for (uint32_t i = 0; i < zip->entries.len; i++) free(zip->entries.data[i].name);
  vec_free(&zip->entries);
  fclose(zip->file);
  free(zip);
}

uint32_t unzip_count(const Unzip *zip) { return zip->entries.len; }
const char *unzip_name(const Unzip *zip, uint32_t index) { return zip->entries.data[index].name; }

/* ---- a file */

static bool go_to(FILE *file, const Entry *e)
{
  uint8_t local[LOCAL_SIZE];
  if (!read_at(file, (long) e->offset, local, sizeof local) || four(local) != LOCAL_MARK)
    return false;
  return fseek(file, two(local + 26) + two(local + 28), SEEK_CUR) == 0;
}

static size_t next_chunk(FILE *file, uint32_t *left, uint8_t chunk[CHUNK])
{
  size_t count = fread(chunk, 1, *left < CHUNK ? *left : CHUNK, file);
  *left -= (uint32_t) count;
  return count;
}

static UnzipResult read_stored(FILE *file, uint32_t left, size_t limit, Text *text)
{
  uint8_t chunk[CHUNK];
  if (left > limit) return UNZIP_TOO_LARGE;
  while (left > 0) {
    size_t count = next_chunk(file, &left, chunk);
    if (count == 0) return UNZIP_BROKEN;
    text_add_bytes(text, (const char *) chunk, count);
  }
  return UNZIP_READ;
}

static UnzipResult read_deflated(FILE *file, uint32_t left, size_t limit, Text *text)
{
  uint8_t packed[CHUNK], plain[CHUNK];
  z_stream z = {0};
  int state = inflateInit2(&z, -MAX_WBITS);
  size_t before = text->len;
  while (state == Z_OK) {
    if (z.avail_in == 0) {
      z.next_in = packed;
      z.avail_in = (uInt) next_chunk(file, &left, packed);
    }
    z.next_out = plain;
    z.avail_out = sizeof plain;
    state = inflate(&z, Z_NO_FLUSH);
    text_add_bytes(text, (const char *) plain, sizeof plain - z.avail_out);
    if (text->len - before > limit) break;
  }
  inflateEnd(&z);
  if (state == Z_MEM_ERROR) memory_exhausted();
  return text->len - before > limit ? UNZIP_TOO_LARGE
         : state == Z_STREAM_END    ? UNZIP_READ
                                    : UNZIP_BROKEN;
}

UnzipResult unzip_read(Unzip *zip, uint32_t index, size_t limit, Text *text)
{
  const Entry *e = &zip->entries.data[index];
  size_t before = text->len;
  UnzipResult result = UNZIP_BROKEN;
  if (e->flags & FLAG_ENCRYPTED || !go_to(zip->file, e)) return UNZIP_BROKEN;
  if (e->method == METHOD_STORED) result = read_stored(zip->file, e->packed, limit, text);
  else if (e->method == METHOD_DEFLATED) result = read_deflated(zip->file, e->packed, limit, text);
  if (result != UNZIP_READ) return result;
  const Bytef *bytes = (const Bytef *) text_string(text) + before;
  size_t length = text->len - before;
  bool good = length == e->size && crc32(0, bytes, (uInt) length) == e->crc;
  return good ? UNZIP_READ : UNZIP_BROKEN;
}
