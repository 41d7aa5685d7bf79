#include "lsp/index/index.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lsp/index/index_impl.h"

static const struct {
  const char *word;
  int symbol;
} kinds[] = {
#define DECL(kind, word, symbol) {word, symbol},
#include "lsp/index/decls.def"
#undef DECL
};

const char *decl_word(DeclKind kind) { return kinds[kind].word; }
int decl_symbol_kind(DeclKind kind) { return kinds[kind].symbol; }

/* ---- making */

Decl *index_declare(Index *ix, DeclKind kind, const Name *name, Span span, Span whole,
                    const Decl *owner)
{
  if (!name) return NULL;
  Decl *known = span_known(span) ? number_get(&ix->at, span.begin) : NULL;
  if (known) return known;
  Decl *d = arena_alloc(session_arena(ix->session), sizeof *d);
  *d = (Decl){.kind = kind, .name = name, .span = span, .whole = whole, .owner = owner};
  vec_push(&ix->decls, d);
  if (span_known(span)) {
    number_put(&ix->at, span.begin, d);
    index_mention_add(ix, span, d, MENTION_DECLARED);
  }
  return d;
}

Decl *index_declare_local(Index *ix, DeclKind kind, const Name *name, Span span, Span scope,
                          const Decl *owner)
{
  Decl *d = index_declare(ix, kind, name, span, span, owner);
  if (d) d->scope = scope;
  return d;
}

void index_mention_add(Index *ix, Span span, Decl *d, MentionRole role)
{
  if (d && span_known(span)) vec_push(&ix->mentions, ((Mention){span, d, role}));
}

static Decl *root_of(const Decl *d)
{
  while (d->same) d = d->same;
  return (Decl *) d;
}

void index_unite(Decl *a, Decl *b)
{
  if (!a || !b) return;
  Decl *x = root_of(a), *y = root_of(b);
  if (x != y) x->same = y;
}

const Decl *index_root(const Decl *d) { return root_of(d); }

bool index_same(const Decl *a, const Decl *b) { return root_of(a) == root_of(b); }

/* ---- places */

const Words *index_words(Index *ix, const Source *source)
{
  for (uint32_t i = 0; i < ix->words.len; i++)
    if (ix->words.data[i]->source == source) return ix->words.data[i];
  Words *words = arena_alloc(session_arena(ix->session), sizeof *words);
  *words = words_of(ix->session, source);
  vec_push(&ix->words, words);
  return words;
}

static const Words *words_at(Index *ix, uint32_t position)
{
  const Source *source = sources_at(session_sources(ix->session), position);
  return source ? index_words(ix, source) : NULL;
}

Span index_find_name(Index *ix, Span span, const Name *name)
{
  const Words *words = span_known(span) && name ? words_at(ix, span.begin) : NULL;
  return words ? words_find_name(words, span, name) : span;
}

static uint32_t components_of(const Name *name)
{
  uint32_t count = 1;
  for (const char *at = name->text; (at = strchr(at, '.')); at++) count++;
  return count;
}

/* The names in between are those of the composed one, unless it is one name in back-quotes. */
ComposedPlace index_find_composed(Index *ix, Span span, const Name *name)
{
  uint32_t left = components_of(name);
  const Words *words = left > 1 ? words_at(ix, span.begin) : NULL;
  if (!words) return (ComposedPlace){SPAN_NONE, index_find_name(ix, span, name)};
  ComposedPlace place = {SPAN_NONE, span};
  for (uint32_t i = words_from(words, span.begin);
       left > 0 && i < words->count && words->at[i].span.begin < span.end; i++) {
    const Word *word = &words->at[i];
    if (word->kind != WORD_NAME) continue;
    if (word->name == name) return (ComposedPlace){SPAN_NONE, word->span};
    if (!span_known(place.prefix)) place.prefix = word->span;
    if (--left == 0) place.name = word->span;
  }
  return place;
}

/* ---- the whole */

static int by_place(const void *a, const void *b)
{
  const Mention *x = a, *y = b;
  if (x->span.begin != y->span.begin) return x->span.begin < y->span.begin ? -1 : 1;
  if (x->span.end != y->span.end) return x->span.end < y->span.end ? -1 : 1;
  if (x->decl != y->decl) return x->decl->span.begin < y->decl->span.begin ? -1 : 1;
  return (x->role > y->role) - (x->role < y->role);
}

/* Sorted, each place once for each thing that it means. */
static void sort_mentions(Index *ix)
{
  uint32_t kept = 0;
  if (!ix->mentions.len) return;
  qsort(ix->mentions.data, ix->mentions.len, sizeof *ix->mentions.data, by_place);
  for (uint32_t i = 0; i < ix->mentions.len; i++) {
    const Mention *m = &ix->mentions.data[i], *before = kept ? &ix->mentions.data[kept - 1] : NULL;
    if (before && span_equal(before->span, m->span) && before->decl == m->decl) continue;
    ix->mentions.data[kept++] = *m;
  }
  ix->mentions.len = kept;
}

static int by_declaration(const void *a, const void *b)
{
  const Decl *const *x = a, *const *y = b;
  return ((*x)->span.begin > (*y)->span.begin) - ((*x)->span.begin < (*y)->span.begin);
}

Index *index_new(Session *session, const Source *root, const EditedText *text)
{
  Index *ix = memory_zeroed(1, sizeof *ix);
  uint32_t mark = diags_mark(session_diags(session));
  ix->session = session;
  ix->root = root;
  ix->text = *text;
  switch (text->kind) {
  case TEXT_MODEL:
  case TEXT_DEFINITIONS: index_b(ix); break;
  case TEXT_EVENTB: index_eventb(ix); break;
  case TEXT_SCRIPT: index_csp(ix); break;
  default: break;
  }
  diags_release(session_diags(session), mark);
  sort_mentions(ix);
  if (ix->decls.len) qsort(ix->decls.data, ix->decls.len, sizeof *ix->decls.data, by_declaration);
  for (uint32_t i = 0; i < ix->decls.len; i++) ix->decls.data[i]->number = i;
  return ix;
}

void index_free(Index *ix)
{
  if (!ix) return;
  number_free(&ix->at);
  number_free(&ix->things);
  vec_free(&ix->decls);
  vec_free(&ix->mentions);
  vec_free(&ix->words);
  free(ix);
}

uint32_t index_decls(const Index *ix) { return ix->decls.len; }
Decl *index_decl(const Index *ix, uint32_t i) { return ix->decls.data[i]; }
uint32_t index_mentions(const Index *ix) { return ix->mentions.len; }
const Mention *index_mention(const Index *ix, uint32_t i) { return &ix->mentions.data[i]; }

/* Names do not overlap. */
const Mention *index_at(const Index *ix, uint32_t position)
{
  uint32_t low = 0, high = ix->mentions.len;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (ix->mentions.data[middle].span.end < position) low = middle + 1;
    else high = middle;
  }
  const Mention *found = NULL;
  for (; low < ix->mentions.len && ix->mentions.data[low].span.begin <= position; low++)
    if (!found || found->span.end == position) found = &ix->mentions.data[low];
  return found;
}
