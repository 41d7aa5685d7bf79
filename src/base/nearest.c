#include "base/nearest.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LONGEST = 40 };

static unsigned min3(unsigned a, unsigned b, unsigned c)
{
  unsigned least = a < b ? a : b;
  return least < c ? least : c;
}

static bool equal_letters(char a, char b)
{
  return tolower((unsigned char) a) == tolower((unsigned char) b);
}

/* Optimal string alignment distance (insert, delete, replace, swap neighbours),
 * counted double; a difference in case only counts one. */
static unsigned distance(const char *a, size_t m, const char *b, size_t n)
{
  unsigned row[3][LONGEST + 1];
  unsigned *before = row[0], *last = row[1], *now = row[2];
  for (size_t j = 0; j <= n; j++) last[j] = (unsigned) j * 2;
  for (size_t i = 1; i <= m; i++) {
    now[0] = (unsigned) i * 2;
    for (size_t j = 1; j <= n; j++) {
      unsigned change = a[i - 1] == b[j - 1] ? 0 : equal_letters(a[i - 1], b[j - 1]) ? 1 : 2;
      now[j] = min3(last[j] + 2, now[j - 1] + 2, last[j - 1] + change);
      bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped && before[j - 2] + 2 < now[j]) now[j] = before[j - 2] + 2;
    }
    unsigned *spare = before;
    before = last, last = now, now = spare;
  }
  return last[n];
}

Nearest nearest_to(const char *word)
{
  size_t length = strlen(word);
  /* One mistake in a word of up to four letters, two up to eight, then three. */
  unsigned allowed = length <= 4 ? 2 : length <= 8 ? 4 : 6;
  return (Nearest){word, NULL, allowed + 1};
}

void nearest_offer(Nearest *nearest, const char *candidate)
{
  size_t m = strlen(nearest->word), n = strlen(candidate);
  if (m == 0 || m > LONGEST || n == 0 || n > LONGEST) return;
  size_t gap = m > n ? m - n : n - m;
  if (2 * gap >= nearest->distance || !strcmp(nearest->word, candidate)) return;
  unsigned d = strcasecmp(nearest->word, candidate) ? distance(nearest->word, m, candidate, n) : 1;
  if (d >= nearest->distance || d >= 2 * m) return;
  nearest->distance = d;
  nearest->best = candidate;
}

void nearest_suggest(Text *hint, const char *word, const char *const *candidates)
{
  size_t length = strlen(word);
  unsigned found = 0;
  for (const char *const *c = candidates; *c && length > 0; c++) {
    if (strncmp(*c, word, length) != 0) continue;
    text_printf(hint, "%s%s", found++ ? " or " : "did you mean ", *c);
    if (found == 4) break;
  }
  if (!found) {
    Nearest nearest = nearest_to(word);
    for (const char *const *c = candidates; *c; c++) nearest_offer(&nearest, *c);
    if (nearest.best) text_printf(hint, "did you mean %s", nearest.best);
  }
  if (hint->len > 0) text_add_char(hint, '?');
}

bool nearest_file(const char *path, const char *wanted, const char *endings,
                  char found[NEAREST_FILE])
{
  const char *slash = strrchr(path, '/');
  char *name = slash ? strndup(path, (size_t) (slash - path) + 1) : strdup(".");
  DIR *folder = name ? opendir(name) : NULL;
  free(name);
  if (!folder) return false;
  Nearest nearest = nearest_to(wanted);
  const char *plain = slash ? slash + 1 : path;
  for (struct dirent *entry; (entry = readdir(folder));) {
    char candidate[NEAREST_FILE];
    size_t length = strlen(entry->d_name);
    if (length >= sizeof candidate || !strcmp(entry->d_name, plain)) continue;
    memcpy(candidate, entry->d_name, length + 1);
    char *dot = strrchr(candidate, '.');
    if (!dot || !strstr(endings, dot)) continue;
    if (!strchr(wanted, '.')) *dot = '\0';
    Nearest one = {wanted, NULL, nearest.distance + (nearest.best != NULL)};
    nearest_offer(&one, candidate);
    /* Of several, the first in the alphabet: folders have no order. */
    if (!one.best || (one.distance == nearest.distance && strcmp(candidate, found) > 0)) continue;
    nearest.distance = one.distance;
    memcpy(found, candidate, strlen(candidate) + 1);
    nearest.best = found;
  }
  closedir(folder);
  return nearest.best != NULL;
}
