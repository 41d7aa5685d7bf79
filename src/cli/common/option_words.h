#ifndef CLI_COMMON_OPTION_WORDS_H
#define CLI_COMMON_OPTION_WORDS_H

#include "base/vec.h"
#include "cli/options.h"

/* A command line for another process, word by word.  All zero is empty. */
typedef struct {
  VEC(char *) list; /* owned */
} OptionWords;

void option_words_begin(OptionWords *, const char *command);
void option_words_add(OptionWords *, const char *word);
/* --name=value, or --name where the value is NULL. */
void option_words_set(OptionWords *, OptionId, const char *value);
/* All options that were given, except for those in the list. */
void option_words_add_given(OptionWords *, const Options *, const OptionId *except, size_t count);
void option_words_free(OptionWords *);

#endif
