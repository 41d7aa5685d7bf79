#include "cli/console/lines.h"

#include <assert.h>
#include <dirent.h>
#include <histedit.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>

#include "base/memory.h"
#include "base/vec.h"

enum { HISTORY_SIZE = 2000, MOST_OFFERS = 200 };

struct Lines {
  FILE *stream;
  char *buffer; /* of getline */
  size_t capacity;
  EditLine *edit; /* NULL: the stream is no terminal */
  History *history;
  char *history_file; /* or NULL */
  const char *prompt;
  bool cancelled; /* the line was given up */
  LinesComplete *complete;
  void *context;
};

struct LineOffers {
  const char *word;
  VEC(char *) words;
};

/* ------------------------------------------------------------- completion */

void lines_offer(LineOffers *offers, const char *word)
{
  size_t length = strlen(offers->word);
  if (strncmp(word, offers->word, length) != 0 || offers->words.len == MOST_OFFERS) return;
  for (uint32_t i = 0; i < offers->words.len; i++)
    if (!strcmp(offers->words.data[i], word)) return;
  char *copy = strdup(word);
  if (!copy) memory_exhausted();
  vec_push(&offers->words, copy);
}

void lines_offer_files(LineOffers *offers, const char *path)
{
  const char *slash = strrchr(path, '/');
  Text folder = {0};
  if (slash) text_add_bytes(&folder, path, (size_t) (slash + 1 - path));
  DIR *stream = opendir(slash ? text_string(&folder) : ".");
  offers->word = path;
  for (struct dirent *entry; stream && (entry = readdir(stream));) {
    Text name = {0};
    text_printf(&name, "%s%s", text_string(&folder), entry->d_name);
    struct stat info;
    if (stat(text_string(&name), &info) == 0 && S_ISDIR(info.st_mode)) text_add_char(&name, '/');
    if (entry->d_name[0] != '.') lines_offer(offers, text_string(&name));
    text_free(&name);
  }
  if (stream) closedir(stream);
  text_free(&folder);
}

static bool is_part_of_word(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || (unsigned char) c >= 0x80;
}

static int by_text(const void *a, const void *b)
{
  return strcmp(*(char *const *) a, *(char *const *) b);
}

static size_t common_length(const LineOffers *offers)
{
  assert(offers->words.len > 0);
  size_t length = strlen(offers->words.data[0]);
  for (uint32_t i = 1; i < offers->words.len; i++) {
    const char *a = offers->words.data[0], *b = offers->words.data[i];
    size_t same = 0;
    while (same < length && a[same] == b[same]) same++;
    length = same;
  }
  return length;
}

static void list_offers(Lines *lines, const LineOffers *offers)
{
  (void) lines;
  fputc('\n', stdout);
  for (uint32_t i = 0; i < offers->words.len; i++)
    printf("%s%s", i ? "  " : "", offers->words.data[i]);
  fputc('\n', stdout);
  fflush(stdout);
}

/* Inserts what all offers have in common; lists them if that is nothing. */
static unsigned char use_offers(Lines *lines, LineOffers *offers)
{
  if (offers->words.len == 0) return CC_ERROR;
  qsort(offers->words.data, offers->words.len, sizeof *offers->words.data, by_text);
  size_t known = strlen(offers->word), common = common_length(offers);
  if (common > known) {
    char *more = strndup(offers->words.data[0] + known, common - known);
    if (!more) memory_exhausted();
    el_insertstr(lines->edit, more);
    free(more);
  }
  if (offers->words.len == 1) return CC_REFRESH;
  if (common > known) return CC_REFRESH;
  list_offers(lines, offers);
  return CC_REDISPLAY;
}

static unsigned char on_tab(EditLine *edit, wint_t key)
{
  (void) key;
  Lines *lines;
  el_get(edit, EL_CLIENTDATA, &lines);
  const LineInfo *info = el_line(edit);
  size_t length = (size_t) (info->cursor - info->buffer), start = length;
  while (start > 0 && is_part_of_word(info->buffer[start - 1])) start--;
  if (start == 1 && info->buffer[0] == ':') start = 0; /* a command */
  char *line = strndup(info->buffer, length);
  if (!line) memory_exhausted();
  LineOffers offers = {.word = line + start};
  lines->complete(lines->context, line, line + start, &offers);
  unsigned char result = use_offers(lines, &offers);
  for (uint32_t i = 0; i < offers.words.len; i++) free(offers.words.data[i]);
  vec_free(&offers.words);
  free(line);
  return result;
}

/* ^C gives up the line: the terminal does not make a signal of it while editing. */
static unsigned char on_cancel(EditLine *edit, wint_t key)
{
  (void) key;
  Lines *lines;
  el_get(edit, EL_CLIENTDATA, &lines);
  const LineInfo *info = el_line(edit);
  lines->cancelled = true;
  el_cursor(edit, (int) (info->lastchar - info->cursor));
  el_deletestr(edit, (int) (info->lastchar - info->buffer));
  return CC_NEWLINE;
}

/* ----------------------------------------------------------------- history */

/* $XDG_STATE_HOME/probity/history, or the same in ~/.local/state.  Without a place for
 * it nothing is remembered. */
static char *history_path(void)
{
  const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
  Text path = {0};
  if (state && *state == '/') text_add(&path, state);
  else if (home && *home == '/') text_printf(&path, "%s/.local/state", home);
  else return NULL;
  mkdir(text_string(&path), 0700);
  text_add(&path, "/probity");
  mkdir(text_string(&path), 0700);
  text_add(&path, "/history");
  return path.data;
}

static void open_history(Lines *lines)
{
  HistEvent event;
  lines->history = history_init();
  lines->history_file = history_path();
  history(lines->history, &event, H_SETSIZE, HISTORY_SIZE);
  history(lines->history, &event, H_SETUNIQUE, 1);
  if (lines->history_file) history(lines->history, &event, H_LOAD, lines->history_file);
  el_set(lines->edit, EL_HIST, history, lines->history);
}

static void remember(Lines *lines, const char *line)
{
  HistEvent event;
  if (line[strspn(line, " \t")]) history(lines->history, &event, H_ENTER, line);
}

/* ----------------------------------------------------------------- reading */

static char *current_prompt(EditLine *edit)
{
  Lines *lines;
  el_get(edit, EL_CLIENTDATA, &lines);
  return (char *) lines->prompt;
}

static void open_editor(Lines *lines)
{
  setlocale(LC_CTYPE, "");
  lines->edit = el_init("probity", lines->stream, stdout, stderr);
  if (!lines->edit) return;
  el_set(lines->edit, EL_CLIENTDATA, lines);
  el_set(lines->edit, EL_EDITOR, "emacs");
  el_set(lines->edit, EL_PROMPT, current_prompt);
  el_set(lines->edit, EL_SETTY, "-d", "-isig", NULL);
  el_wset(lines->edit, EL_ADDFN, L"probity-complete", L"complete the word", on_tab);
  el_set(lines->edit, EL_BIND, "^I", "probity-complete", NULL);
  el_wset(lines->edit, EL_ADDFN, L"probity-cancel", L"give up the line", on_cancel);
  el_set(lines->edit, EL_BIND, "^C", "probity-cancel", NULL);
  el_set(lines->edit, EL_BIND, "^R", "em-inc-search-prev", NULL);
  open_history(lines);
  el_source(lines->edit, NULL);
}

Lines *lines_new(FILE *stream, LinesComplete *complete, void *context)
{
  Lines *lines = calloc(1, sizeof *lines);
  if (!lines) memory_exhausted();
  lines->stream = stream;
  lines->complete = complete;
  lines->context = context;
  if (isatty(fileno(stream)) && isatty(STDOUT_FILENO)) open_editor(lines);
  return lines;
}

void lines_free(Lines *lines)
{
  if (!lines) return;
  HistEvent event;
  if (lines->edit && lines->history_file)
    history(lines->history, &event, H_SAVE, lines->history_file);
  if (lines->history) history_end(lines->history);
  if (lines->edit) el_end(lines->edit);
  free(lines->history_file);
  free(lines->buffer);
  free(lines);
}

bool lines_were_cancelled(const Lines *lines) { return lines->cancelled; }

bool lines_are_edited(const Lines *lines) { return lines->edit != NULL; }

bool lines_next(Lines *lines, const char *prompt, Text *line)
{
  text_clear(line);
  lines->prompt = prompt;
  if (!lines->edit) {
    ssize_t length = getline(&lines->buffer, &lines->capacity, lines->stream);
    if (length < 0) return false;
    text_add_bytes(line, lines->buffer, strcspn(lines->buffer, "\r\n"));
    return true;
  }
  int length = 0;
  lines->cancelled = false;
  const char *got = el_gets(lines->edit, &length);
  if (lines->cancelled) {
    fputs("^C\n", stdout);
    fflush(stdout);
    return true;
  }
  if (!got || length <= 0) return false;
  text_add_bytes(line, got, strcspn(got, "\r\n"));
  remember(lines, text_string(line));
  return true;
}
