#include <string.h>

#include "report/export/writer.h"

/* Integers are a range unless most of it is missing. */
enum { SPARSE = 4, SHORT = 64 };

static const char *blank_before(const char *list) { return *list == '-' ? " " : ""; }

/* The name of a set of values, the same for equal ones; those of a field are called after it. */
static const char *nametype(Writer *w, const char *values, const char *owner, uint32_t field)
{
  const Name *set = names_intern_string(w->sets, values);
  if (set->id < w->nametypes.len) return w->nametypes.data[set->id].name;
  const char *wanted = arena_printf(w->arena, "%.*s_%u", (int) strcspn(owner, "'"), owner, field);
  Nametype made = {writer_free_name(w, wanted), set->text};
  vec_push(&w->nametypes, made);
  return made.name;
}

static void add_integers(Text *text, const Field *f)
{
  uint64_t span = (uint64_t) f->high - (uint64_t) f->low;
  if (span && (span < SHORT || span / SPARSE < names_count(f->texts)))
    text_printf(text, "{%s%lld..%lld}", f->low < 0 ? " " : "", (long long) f->low,
                (long long) f->high);
  else text_printf(text, "{%s%s}", blank_before(text_string(&f->list)), text_string(&f->list));
}

static bool has_fields(const Writer *w, const Kind *kind)
{
  for (uint32_t i = 0; i < w->kinds.constructors.len; i++) {
    const Constructor *c = w->kinds.constructors.data[i];
    if (c->count && kind_find(c->kind) == kind) return true;
  }
  return false;
}

static bool is_datatype(const Kind *kind)
{
  return kind->form == KIND_WORDS || kind->form == KIND_MIXED;
}

/* Is there an empty set of which nobody knows what elements it could have? */
static bool is_vague(Kind *of)
{
  const Kind *kind = kind_find(of);
  bool vague = kind->form == KIND_EMPTY;
  for (uint32_t i = 0; i < kind->count && kind->form != KIND_MIXED; i++)
    vague |= is_vague(kind->parts[i]);
  return vague;
}

/* A value of the kind, with integers where nothing is known. */
static void add_sample(Writer *w, Text *text, Kind *of)
{
  static const char *const brackets[][2] = {[KIND_TUPLE] = {"(", ")"},
                                            [KIND_SET] = {"{", "}"},
                                            [KIND_SEQ] = {"<", ">"},
                                            [KIND_MAP] = {"(| ", " |)"}};
  const Kind *kind = kind_find(of);
  switch (kind->form) {
  case KIND_BOOL: text_add(text, "false"); break;
  case KIND_CHAR: text_add(text, "'a'"); break;
  case KIND_EMPTY: text_add(text, kind->sequence ? "<0>" : "{0}"); break;
  case KIND_WORDS:
  case KIND_MIXED:
    for (uint32_t i = 0; i < w->kinds.constructors.len; i++) {
      Constructor *c = w->kinds.constructors.data[i];
      if (kind_find(c->kind) != kind || c->count) continue;
      text_add(text, c->written);
      break;
    }
    break;
  case KIND_TUPLE:
  case KIND_SET:
  case KIND_SEQ:
  case KIND_MAP:
    text_add(text, brackets[kind->form][0]);
    for (uint32_t i = 0; i < kind->count; i++) {
      if (i) text_add(text, kind->form == KIND_MAP ? " => " : ",");
      add_sample(w, text, kind->parts[i]);
    }
    text_add(text, brackets[kind->form][1]);
    break;
  default: text_add(text, "0"); break;
  }
}

/* The values of a field, and one more if they do not say what the type is. */
static const char *values_of(Writer *w, const Field *f)
{
  Text text = {0};
  text_add(&text, text_string(&f->list));
  if (is_vague(f->kind)) {
    text_add_char(&text, ',');
    add_sample(w, &text, f->kind);
  }
  const char *values = arena_copy(w->arena, text_string(&text), text.len);
  text_free(&text);
  return values;
}

/* A datatype is the type of a field if it is a finite set, or if the field is inside of it. */
static void add_type(Writer *w, Text *text, const Field *f, const char *owner, uint32_t field,
                     bool inside)
{
  const Kind *kind = kind_find(f->kind);
  if (kind->form == KIND_BOOL) text_add(text, "Bool");
  else if (is_datatype(kind) && (inside || !has_fields(w, kind))) text_add(text, kind->name);
  else if (!f->texts) text_add(text, "{0}");
  else if (kind->form == KIND_INTEGER) add_integers(text, f);
  else text_add(text, nametype(w, values_of(w, f), owner, field));
}

/* All datatypes have names first. */
static void name_datatypes(Writer *w)
{
  Names *done = names_new();
  for (uint32_t i = 0; i < w->kinds.constructors.len; i++) {
    Kind *kind = kind_find(w->kinds.constructors.data[i]->kind);
    if (!is_datatype(kind)) continue;
    if (kind->name && names_find(done, kind->name, strlen(kind->name))) continue;
    kind->name = writer_free_name(w, kind->name ? kind->name : "Value");
    names_intern_string(done, kind->name);
  }
  names_free(done);
}

static void add_constructor(Writer *w, Text *text, Constructor *c)
{
  text_add(text, writer_constructor(w, c));
  for (uint32_t i = 0; i < c->count; i++) {
    text_add_char(text, '.');
    add_type(w, text, &c->fields[i], c->written, i + 1, true);
  }
}

/* The constructors of this datatype that are needed: of values that fit into no type, what they are
 * as a whole. */
static void add_datatype(Writer *w, Text *text, uint32_t first)
{
  const Kind *kind = kind_find(w->kinds.constructors.data[first]->kind);
  const char *before = " = ";
  for (uint32_t i = 0; i < first; i++)
    if (kind_find(w->kinds.constructors.data[i]->kind) == kind) return;
  if (!is_datatype(kind)) return;
  text_printf(text, "datatype %s", kind->name);
  for (uint32_t i = first; i < w->kinds.constructors.len; i++) {
    Constructor *c = w->kinds.constructors.data[i];
    if (kind_find(c->kind) != kind || (kind->form == KIND_MIXED && c->count)) continue;
    text_add(text, before);
    add_constructor(w, text, c);
    before = " | ";
  }
  text_add_char(text, '\n');
}

static void add_channel(Writer *w, Text *text, const Channel *c)
{
  text_printf(text, "channel %s", c->written);
  for (uint32_t i = 0; i < c->count; i++) {
    text_add(text, i ? "." : " : ");
    add_type(w, text, &c->fields[i], c->written, i + 1, false);
  }
  text_add_char(text, '\n');
}

/* What is called otherwise than in the model. */
static void add_other_names(const Writer *w, Text *text)
{
  for (uint32_t i = 0; i < w->channels.len; i++) {
    const Channel *c = w->channels.data[i];
    if (strcmp(c->name, c->written) != 0) text_printf(text, "-- %s is %s\n", c->written, c->name);
  }
  for (uint32_t i = 0; i < w->kinds.constructors.len; i++) {
    const Constructor *c = w->kinds.constructors.data[i];
    if (c->written && strcmp(c->name, c->written) != 0)
      text_printf(text, "-- %s is %s\n", c->written, c->name);
  }
}

void writer_add_declarations(Writer *w, Text *text)
{
  Text channels = {0}, types = {0};
  for (uint32_t i = 0; i < w->kinds.constructors.len; i++)
    writer_constructor(w, w->kinds.constructors.data[i]);
  name_datatypes(w);
  for (uint32_t i = 0; i < w->channels.len; i++) add_channel(w, &channels, w->channels.data[i]);
  for (uint32_t i = 0; i < w->kinds.constructors.len; i++) add_datatype(w, &types, i);
  add_other_names(w, text);
  text_printf(text, "\n%s", text_string(&types));
  for (uint32_t i = 0; i < w->nametypes.len; i++) {
    const Nametype *t = &w->nametypes.data[i];
    text_printf(text, "nametype %s = {%s%s}\n", t->name, blank_before(t->values), t->values);
  }
  text_printf(text, "%s", text_string(&channels));
  if (w->hidden) text_printf(text, "channel %s\n", w->hidden);
  text_add_char(text, '\n');
  text_free(&channels);
  text_free(&types);
}
