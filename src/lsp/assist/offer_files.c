#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "eventb/eventb.h"
#include "lsp/assist/offers.h"
#include "model/model.h"

/* Machines of other files, and what is there for this one to promote or to refine. */

static char *folder_of(const Document *d)
{
  const char *slash = d->file ? strrchr(d->file, '/') : NULL;
  char *folder = slash ? strndup(d->file, (size_t) (slash - d->file) + 1) : NULL;
  if (slash && !folder) memory_exhausted();
  return folder;
}

/* The name without its ending, if that is one of a machine of B; for free. */
static char *machine_name(const char *file)
{
  static const char *const endings[] = {".mch", ".ref", ".imp", ".sys"};
  size_t length = strlen(file);
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    size_t tail = strlen(endings[i]);
    if (length > tail && !strcmp(file + length - tail, endings[i]))
      return strndup(file, length - tail);
  }
  return NULL;
}

static void offer_machine(Offers *o, const char *file, const char *own)
{
  char *name = machine_name(file);
  if (name && (!own || strcmp(name, own) != 0))
    offer(o, &(Offer){.label = name, .detail = file, .kind = OFFER_CLASS, .rank = RANK_FITS});
  free(name);
}

static const char *base_name(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* Files beside this one, and texts that are open there and not saved yet. */
static void offer_files(Offers *o)
{
  const Document *d = o->request->document;
  char *folder = folder_of(d);
  DIR *dir = folder ? opendir(folder) : NULL;
  char *own = d->file ? machine_name(base_name(d->file)) : NULL;
  for (const struct dirent *entry; dir && (entry = readdir(dir));)
    offer_machine(o, entry->d_name, own);
  if (dir) closedir(dir);
  free(own);
  free(folder);
}

/* Components of this text and of those that it refers to. */
static void offer_components(Offers *o)
{
  Index *index = o->sketch->index;
  for (uint32_t i = 0; i < index_decls(index); i++) {
    const Decl *d = index_decl(index, i);
    if (d->kind == DECL_MACHINE || d->kind == DECL_CONTEXT)
      offer(o, &(Offer){.label = d->name->text,
                        .detail = decl_word(d->kind),
                        .kind = OFFER_CLASS,
                        .rank = RANK_FITS});
  }
}

void offer_machines(Offers *o)
{
  if (o->notation == TEXT_EVENTB) offer_components(o);
  else offer_files(o);
}

void offer_unit_name(Offers *o)
{
  const Document *d = o->request->document;
  const char *base = d->file ? base_name(d->file) : "";
  size_t length = strcspn(base, ".");
  char *name = strndup(base, length);
  if (!name) memory_exhausted();
  if (*name) offer(o, &(Offer){.label = name, .kind = OFFER_CLASS, .rank = RANK_BEST});
  free(name);
}

/* ---- operations */

/* r <-- op(a, b) = … */
static void add_header(Text *out, const Operation *op)
{
  for (uint32_t i = 0; i < op->result_count; i++)
    text_printf(out, "%s%s", i ? ", " : "", op->results[i]->name->text);
  text_printf(out, "%s%s", op->result_count ? " <-- " : "", op->symbol->name->text);
  for (uint32_t i = 0; i < op->parameter_count; i++)
    text_printf(out, "%s%s", i ? ", " : "(", op->parameters[i]->name->text);
  if (op->parameter_count) text_add_char(out, ')');
  text_add(out, " =\n\t${0:skip}");
}

static void offer_operation(Offers *o, const Symbol *symbol, bool header)
{
  Text text = {0};
  if (!symbol->operation) return;
  if (header) add_header(&text, symbol->operation);
  offer(o, &(Offer){.label = symbol->name->text,
                    .insert = header ? text_string(&text) : NULL,
                    .detail = symbol->machine ? symbol->machine->name->text : NULL,
                    .kind = OFFER_METHOD,
                    .rank = RANK_BEST,
                    .snippet = header});
  text_free(&text);
}

/* Those of the abstract machine that this one does not have yet. */
static void offer_refined(Offers *o, const Machine *machine)
{
  const Map *offered = machine->refines ? &machine->refines->offered : NULL;
  for (uint32_t i = 0; offered && i < offered->capacity; i++)
    if (offered->keys[i] && !map_get(&machine->operations, offered->keys[i]))
      offer_operation(o, offered->values[i], true);
}

static void offer_callable(Offers *o, const Machine *machine)
{
  for (uint32_t i = 0; i < machine->callable.capacity; i++)
    if (machine->callable.keys[i]) offer_operation(o, machine->callable.values[i], false);
}

/* Events of the components of the text, each name once. */
static void offer_events(Offers *o)
{
  Index *index = o->sketch->index;
  Map known = {0};
  for (uint32_t i = 0; i < index_decls(index); i++) {
    const Decl *d = index_decl(index, i);
    if (d->kind != DECL_EVENT || !d->owner || map_get(&known, d->name)) continue;
    map_put(&known, d->name, (void *) d);
    offer(o, &(Offer){.label = d->name->text,
                      .detail = d->owner->name->text,
                      .kind = OFFER_EVENT,
                      .rank = RANK_FITS});
  }
  map_free(&known);
}

void offer_operations(Offers *o)
{
  const Model *model = o->sketch->text.model;
  const Machine *main = model ? model->main : NULL;
  if (o->notation == TEXT_EVENTB) offer_events(o);
  else if (main && o->site->kind == SITE_HEADER) offer_refined(o, main);
  else if (main) offer_callable(o, main);
}
