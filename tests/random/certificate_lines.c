#include "random/certificate_lines.h"

#include <stdlib.h>
#include <string.h>

void lines_split(const char *text, Lines *lines)
{
  while (*text) {
    size_t length = strcspn(text, "\n");
    char *line = malloc(length + 1);
    if (!line) abort();
    memcpy(line, text, length);
    line[length] = 0;
    vec_push(lines, line);
    text += length + (text[length] == '\n');
  }
}

void lines_free(Lines *lines)
{
  for (uint32_t i = 0; i < lines->len; i++) free(lines->data[i]);
  vec_free(lines);
}

void words_cut(char *line, Words *words)
{
  for (char *at = strtok(line, " "); at; at = strtok(NULL, " ")) vec_push(words, at);
}
