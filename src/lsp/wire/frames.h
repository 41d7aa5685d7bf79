#ifndef LSP_WIRE_FRAMES_H
#define LSP_WIRE_FRAMES_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

/* The base protocol of LSP: messages in JSON, each after a header with its length.  Bytes are added
 * as they come; whole messages are taken out.  What is no message is said once and skipped. */
typedef struct {
  Text input;
  size_t begin;  /* what comes before was taken out */
  uint64_t skip; /* bytes still to come of a message that is too long */
  bool astray;   /* the beginning of the next header is looked for */
} Frames;

typedef enum {
  FRAME_NONE, /* there is no whole message */
  FRAME_MESSAGE,
  FRAME_BAD /* no message: `text` says why */
} FrameKind;

typedef struct {
  FrameKind kind;
  const char *text; /* until bytes are added */
  size_t length;
} Frame;

void frames_free(Frames *);
void frames_add(Frames *, const char *bytes, size_t length);
Frame frames_next(Frames *);

/* Adds the message with its header. */
void frames_write(Text *, const json_t *message);

#endif
