#include <stdlib.h>
#include <string.h>

#include "eventb/notation/math_lexer.h"
#include "lsp/project/workspace.h"
#include "syntax/lexer.h"

/* What is known of a text by itself: what it declares, and which files it may refer to. */

typedef VEC(const char *) Stems;

static void add_stem(Stems *stems, Arena *arena, const char *name)
{
  char *stem = workspace_stem_of(name);
  for (uint32_t i = 0; i < stems->len; i++)
    if (!strcmp(stems->data[i], stem)) {
      free(stem);
      return;
    }
  vec_push(stems, arena_copy(arena, stem, strlen(stem)));
  free(stem);
}

/* Does the word begin a list of machines, contexts or events? */
static bool refers(const Words *words, const Word *word)
{
  if (words->notation == TEXT_EVENTB)
    return eventb_is_word(word->name->text, "refines") ||
           eventb_is_word(word->name->text, "sees") || eventb_is_word(word->name->text, "extends");
  switch ((TokenKind) word->raw) {
  case TOKEN_REFINES:
  case TOKEN_SEES:
  case TOKEN_USES:
  case TOKEN_INCLUDES:
  case TOKEN_EXTENDS:
  case TOKEN_IMPORTS: return true;
  default: return false;
  }
}

/* Names behind REFINES and the like, and files in quotation marks. */
static void find_stems(const Words *words, Arena *arena, Stems *stems)
{
  bool listed = false;
  for (uint32_t i = 0; i < words->count; i++) {
    const Word *word = &words->at[i];
    if (word->kind == WORD_KEYWORD && words->notation != TEXT_SCRIPT) listed = refers(words, word);
    else if (word->kind == WORD_NAME && listed) add_stem(stems, arena, word->name->text);
    else if ((word->kind == WORD_STRING || word->kind == WORD_LABEL) && word->name)
      add_stem(stems, arena, word->name->text);
  }
}

/* The text in a session of its own; NULL: it cannot be read. */
static const Source *open_alone(Project *p, WorkspaceFile *f, Session *session)
{
  size_t length;
  char *text = workspace_text(p, f, &length);
  const Source *source = text ? session_text_of_file(session, f->path, text) : NULL;
  free(text);
  if (!f->arena) f->arena = arena_new();
  return source;
}

void workspace_find_references(Project *p, WorkspaceFile *f)
{
  if (f->refers) return;
  Session *session = session_new();
  Stems stems = {0};
  const Source *source = open_alone(p, f, session);
  if (source) {
    Words words = words_of(session, source);
    find_stems(&words, f->arena, &stems);
  }
  session_free(session);
  f->refers = arena_new_array(f->arena, const char *, stems.len + 1);
  for (uint32_t i = 0; i < stems.len; i++) f->refers[i] = stems.data[i];
  vec_free(&stems);
}

static bool is_listed(const Source *source, const Decl *d)
{
  bool here = d->span.begin >= source->base && d->span.begin < source->base + source->length;
  bool inside = span_known(d->scope) || d->kind == DECL_PARAMETER || d->kind == DECL_RESULT ||
                d->kind == DECL_PREFIX || d->kind == DECL_LABEL;
  return here && !inside;
}

static void list_declarations(WorkspaceFile *f, Index *ix, const Source *source, Units units)
{
  LineStarts lines = {0};
  uint32_t count = index_decls(ix);
  f->outline = arena_new_array(f->arena, OutlineEntry, count);
  line_starts_find(&lines, source->text, source->length);
  for (uint32_t i = 0; i < count; i++) {
    const Decl *d = index_decl(ix, i);
    if (!is_listed(source, d)) continue;
    uint32_t begin = d->span.begin - source->base, end = d->span.end - source->base;
    const Name *owner = d->owner ? d->owner->name : NULL;
    f->outline[f->outline_count++] = (OutlineEntry){
        .name = arena_copy(f->arena, d->name->text, d->name->len),
        .container = owner ? arena_copy(f->arena, owner->text, owner->len) : NULL,
        .kind = d->kind,
        .begin = line_starts_position(&lines, source->text, source->length, begin, units),
        .end = line_starts_position(&lines, source->text, source->length, end, units)};
  }
  line_starts_free(&lines);
}

void workspace_find_outline(Project *p, WorkspaceFile *f)
{
  if (f->outline) return;
  Session *session = session_new();
  const Source *source = open_alone(p, f, session);
  f->outline = arena_new_array(f->arena, OutlineEntry, 1);
  if (source) {
    EditedText alone = {.kind = text_kind(source)};
    if (alone.kind == TEXT_MODEL || alone.kind == TEXT_DEFINITIONS)
      alone.definitions = session_parse(session, source);
    if (alone.kind == TEXT_SCRIPT) alone.script = session_lenient_script(session, source);
    Index *ix = index_new(session, source, &alone);
    list_declarations(f, ix, source, p->units);
    index_free(ix);
  }
  session_free(session);
}
