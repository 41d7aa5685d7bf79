#include "cli/common/option_words.h"

#include <string.h>

#include "base/memory.h"

void option_words_add(OptionWords *words, const char *word)
{
  char *copy = strdup(word);
  if (!copy) memory_exhausted();
  vec_push(&words->list, copy);
}

void option_words_begin(OptionWords *words, const char *command)
{
  option_words_free(words);
  option_words_add(words, command);
}

void option_words_set(OptionWords *words, OptionId id, const char *value)
{
  Text word = {0};
  text_printf(&word, "--%s", option_table[id].name);
  if (value) text_printf(&word, "=%s", value);
  option_words_add(words, text_string(&word));
  text_free(&word);
}

void option_words_add_given(OptionWords *words, const Options *options, const OptionId *except,
                            size_t count)
{
  for (OptionId id = 0; id < OPTION_COUNT; id++) {
    const OptionValue *given = &options->values[id];
    bool wanted = true;
    for (size_t i = 0; i < count; i++) wanted &= except[i] != id;
    for (uint32_t i = 0; wanted && i < given->all.len; i++) {
      const char *value = given->all.data[i];
      bool alone = option_table[id].kind == OPTION_FLAG ||
                   (option_table[id].kind == OPTION_OPTIONAL && !*value);
      option_words_set(words, id, alone ? NULL : value);
    }
  }
}

void option_words_free(OptionWords *words)
{
  for (uint32_t i = 0; i < words->list.len; i++) free(words->list.data[i]);
  vec_free(&words->list);
}
