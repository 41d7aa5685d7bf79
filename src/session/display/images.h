#ifndef SESSION_DISPLAY_IMAGES_H
#define SESSION_DISPLAY_IMAGES_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/vec.h"

/* The image files that a model's pictures name.  They are read beneath the folder of the machine
 * and nowhere else, each once; their first bytes, not their names, say what they are. */
typedef struct {
  const char *file;    /* as the model names it */
  const char *type;    /* "image/png"; NULL: it cannot be shown, … */
  const char *problem; /* … for this reason */
  const unsigned char *bytes;
  size_t size;
} PictureImage;

enum { IMAGES_MOST = 2000, IMAGE_MOST_BYTES = 4 << 20, IMAGES_MOST_BYTES = 32 << 20 };

typedef struct {
  Arena *arena;
  char *folder; /* canonical; NULL: there is none, and so no image either */
  VEC(PictureImage) list;
  size_t bytes;
} Images;

/* The path of the machine's file; NULL: it has none. */
void images_open(Images *, const char *machine_path);
void images_close(Images *);

/* The index of the file in the list, where it is if it was asked for before; or UINT32_MAX. */
uint32_t images_known(const Images *, const char *file);
/* … and is then; UINT32_MAX: there are too many. */
uint32_t images_find(Images *, const char *file);

/* Can this path be read beneath the folder?  Otherwise *why. */
bool images_allow(const Images *, const char *path, const char **why);

/* What kind of image the bytes are; NULL: none that is shown. */
const char *images_type(const unsigned char *bytes, size_t size);

/* The canonical folder of a file, to be freed; NULL: it has none. */
char *images_folder_of(const char *path);

#endif
