#include "session/display/images.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/beneath.h"
#include "base/memory.h"
#include "base/text.h"

char *images_folder_of(const char *path)
{
  if (!path) return NULL;
  const char *slash = strrchr(path, '/');
  size_t length = !slash ? 0 : slash == path ? 1 : (size_t) (slash - path);
  char *folder = memory_zeroed(length + 1, 1);
  if (slash) memcpy(folder, path, length);
  else folder[0] = '.';
  char *real = realpath(folder, NULL);
  free(folder);
  return real;
}

void images_open(Images *images, const char *machine_path)
{
  *images = (Images){.arena = arena_new(), .folder = images_folder_of(machine_path)};
}

void images_close(Images *images)
{
  free(images->folder);
  vec_free(&images->list);
  arena_free(images->arena);
  *images = (Images){0};
}

const char *images_type(const unsigned char *bytes, size_t size)
{
  static const struct {
    const char *start, *type;
    size_t length;
  } kinds[] = {{"\x89PNG\r\n\x1a\n", "image/png", 8},
               {"GIF87a", "image/gif", 6},
               {"GIF89a", "image/gif", 6},
               {"\xff\xd8\xff", "image/jpeg", 3},
               {"BM", "image/bmp", 2}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (size > kinds[i].length && !memcmp(bytes, kinds[i].start, kinds[i].length))
      return kinds[i].type;
  if (size > 12 && !memcmp(bytes, "RIFF", 4) && !memcmp(bytes + 8, "WEBP", 4)) return "image/webp";
  return NULL;
}

/* The whole file, at most `most` bytes and one more. */
static void read_all(FILE *stream, size_t most, Text *content)
{
  char chunk[1 << 14];
  for (size_t n; content->len <= most && (n = fread(chunk, 1, sizeof chunk, stream)) > 0;)
    text_add_bytes(content, chunk, n);
}

static void read_image(Images *images, PictureImage *image)
{
  if (!images->folder) {
    image->problem = "the model is in no folder";
    return;
  }
  Text path = {0}, content = {0};
  text_printf(&path, "%s%s%s", image->file[0] == '/' ? "" : images->folder,
              image->file[0] == '/' ? "" : "/", image->file);
  FILE *stream = beneath_read(images->folder, text_string(&path));
  if (!stream)
    image->problem = errno == EXDEV ? "it is outside of the folder of the machine"
                                    : arena_printf(images->arena, "%s", strerror(errno));
  else read_all(stream, IMAGE_MOST_BYTES, &content);
  if (stream) fclose(stream);
  if (content.len > IMAGE_MOST_BYTES) image->problem = "it is larger than 4 MiB";
  else if (content.len + images->bytes > IMAGES_MOST_BYTES)
    image->problem = "all images together are larger than 32 MiB";
  if (!image->problem) {
    image->bytes =
        (const unsigned char *) arena_copy(images->arena, text_string(&content), content.len);
    image->size = content.len;
    image->type = images_type(image->bytes, image->size);
    if (!image->type) image->problem = "it is no PNG, GIF, JPEG, WebP or BMP image";
    else images->bytes += image->size;
  }
  text_free(&path);
  text_free(&content);
}

uint32_t images_known(const Images *images, const char *file)
{
  for (uint32_t i = 0; i < images->list.len; i++)
    if (!strcmp(images->list.data[i].file, file)) return i;
  return UINT32_MAX;
}

uint32_t images_find(Images *images, const char *file)
{
  uint32_t known = images_known(images, file);
  if (known != UINT32_MAX) return known;
  if (images->list.len >= IMAGES_MOST) return UINT32_MAX;
  PictureImage image = {.file = arena_copy(images->arena, file, strlen(file))};
  read_image(images, &image);
  vec_push(&images->list, image);
  return images->list.len - 1;
}

bool images_allow(const Images *images, const char *path, const char **why)
{
  FILE *stream = beneath_read(images->folder, path);
  if (!stream)
    *why = errno == EXDEV ? "it is outside of the folder of the machine" : strerror(errno);
  if (stream) fclose(stream);
  return stream != NULL;
}
