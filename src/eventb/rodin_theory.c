#include "eventb/rodin_theory.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "eventb/xml.h"

static const struct {
  const char *element, *attribute;
} definitions[] = {
    {"newOperatorDefinition", "label"},        {"axiomaticOperatorDefinition", "label"},
    {"axiomaticTypeDefinition", "identifier"}, {"datatypeDefinition", "identifier"},
    {"datatypeConstructor", "identifier"},     {"constructorArgument", "identifier"}};

static void collect(ParseContext *context, const XmlElement *element, const char *theory,
                    TheoryNames *names)
{
  for (size_t i = 0; i < sizeof definitions / sizeof *definitions; i++) {
    const char *text = strcmp(element->name, definitions[i].element) == 0
                           ? xml_attribute(element, definitions[i].attribute)
                           : NULL;
    if (!text) continue;
    TheoryName name = {names_intern_string(context->names, text), theory};
    vec_push(names, name);
  }
  for (const XmlElement *part = element->first; part; part = part->next)
    collect(context, part, theory, names);
}

/* What is wrong in a theory is no concern of the machine: it is left alone. */
static void read_theory(ParseContext *context, const char *path, const char *theory,
                        TheoryNames *names)
{
  const char *error;
  const Source *source = sources_read(diags_sources(context->diags), path, &error);
  if (!source) return;
  Arena *scratch = arena_new();
  uint32_t mark = diags_mark(context->diags);
  XmlElement *root = xml_read(scratch, context->diags, source);
  diags_release(context->diags, mark);
  if (root) collect(context, root, theory, names);
  arena_free(scratch);
}

static int by_theory(const void *a, const void *b)
{
  const TheoryName *x = a, *y = b;
  int order = strcmp(x->theory, y->theory);
  return order ? order : strcmp(x->name->text, y->name->text);
}

void rodin_theory_names(ParseContext *context, const Source *source, TheoryNames *names)
{
  if (!source->path) return;
  const char *slash = strrchr(source->path, '/');
  size_t length = slash ? (size_t) (slash + 1 - source->path) : 0;
  const char *folder = length ? arena_copy(context->arena, source->path, length) : "./";
  DIR *entries = opendir(folder);
  for (struct dirent *entry; entries && (entry = readdir(entries));) {
    const char *dot = strrchr(entry->d_name, '.');
    if (!dot || strcmp(dot, ".tuf") != 0) continue;
    const char *theory = arena_copy(context->arena, entry->d_name, (size_t) (dot - entry->d_name));
    const char *path = arena_printf(context->arena, "%s%s", folder, entry->d_name);
    read_theory(context, path, theory, names);
  }
  if (entries) closedir(entries);
  if (names->len) qsort(names->data, names->len, sizeof *names->data, by_theory);
}
