#include "cli/common/smt_files.h"

#include <ctype.h>

#include "cli/output.h"
#include "prove/foreign/foreign.h"

/* What is no letter or digit of ASCII becomes one -, so that names of any origin are those of
 * files. */
static void add_name(Text *path, const char *name)
{
  bool gap = true;
  for (; *name; name++) {
    bool plain = (unsigned char) *name < 128 && (isalnum((unsigned char) *name) || *name == '_');
    if (plain) text_add_char(path, *name);
    else if (!gap) text_add_char(path, '-');
    gap = !plain;
  }
}

static void file_of(Text *path, const char *folder, uint32_t number, const Sequent *s)
{
  text_clear(path);
  text_printf(path, "%s/%04u-", folder, number);
  if (s->component) {
    add_name(path, s->component);
    text_add_char(path, '-');
  }
  add_name(path, s->name);
  text_add(path, ".smt2");
}

bool smt_files_write(const char *folder, const Proved *proved, HypothesesChoice choice, Text *error)
{
  Text path = {0}, text = {0};
  bool good = true;
  for (uint32_t i = 0; i < proved->results.len && good; i++) {
    const char *why;
    ForeignTask *task = foreign_task_new(proved->results.data[i].sequent, choice, &why);
    if (!task) continue;
    file_of(&path, folder, i + 1, proved->results.data[i].sequent);
    text_clear(&text);
    foreign_task_smt(task, &text);
    foreign_task_free(task);
    good = output_write_file(text_string(&path), &text, error);
  }
  text_free(&path);
  text_free(&text);
  return good;
}
