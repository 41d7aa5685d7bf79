#include "cli/probcli/line.h"

#include <ctype.h>
#include <string.h>

#include "base/nearest.h"
#include "report/width.h"

#define IN true
#define OPERAND false
#define EACH true
#define TOGETHER false
const ProbcliActionEntry probcli_actions[ACTION_COUNT] = {
#define ACTION(id, words, file, each) {words, file, each},
#include "cli/probcli/actions.def"
#undef ACTION
};

const ProbcliOption probcli_options[PROBCLI_COUNT] = {
#define PROBCLI(id, name, arguments, role, actions, words, meaning) \
  {name, arguments, ROLE_##role, actions, words, meaning},
#include "cli/probcli/options.def"
#undef PROBCLI
};

const ProbcliAlias probcli_aliases[] = {
    {"h", PROBCLI_HELP},
    {"pref", PROBCLI_PREF},
    {"c", PROBCLI_COVERAGE},
    {"cs", PROBCLI_COVERAGE_SUMMARY},
    {"disable_time_out", PROBCLI_DISABLE_TIMEOUT},
    {"mc_with_lts", PROBCLI_LTS_SEQ},
    {NULL, PROBCLI_COUNT},
};

/* ------------------------------------------------------------------- names */

static char plain(char c) { return c == '-' ? '_' : c; }

/* -x is --x, and _ is - inside of a name. */
static bool same_name(const char *word, const char *name)
{
  if (*word++ != '-') return false;
  if (*word == '-') word++;
  for (; *word && plain(*word) == *name; word++, name++) continue;
  return !*word && !*name;
}

/* PROBCLI_COUNT: there is none of this name. */
static ProbcliId find(const char *word)
{
  for (unsigned i = 0; i < PROBCLI_COUNT; i++)
    if (same_name(word, probcli_options[i].name)) return i;
  for (const ProbcliAlias *a = probcli_aliases; a->name; a++)
    if (same_name(word, a->name)) return a->id;
  return PROBCLI_COUNT;
}

static bool fail(ProbcliLine *line, const char *format, const char *word)
{
  Text clean = {0};
  width_add_clean(&clean, word);
  text_printf(&line->error, format, text_string(&clean));
  text_free(&clean);
  return false;
}

static bool unknown(ProbcliLine *line, const char *word)
{
  const char *names[PROBCLI_COUNT + 1] = {0};
  char storage[PROBCLI_COUNT][40], wanted[64];
  unsigned count = 0;
  size_t length = 1;
  wanted[0] = '-';
  for (const char *at = word + 1 + (word[1] == '-'); *at && length + 1 < sizeof wanted; at++)
    wanted[length++] = plain(*at);
  wanted[length] = '\0';
  for (unsigned i = 0; i < PROBCLI_COUNT; i++) {
    if (probcli_options[i].role == ROLE_REFUSED) continue;
    storage[count][0] = '-';
    strcpy(storage[count] + 1, probcli_options[i].name);
    names[count] = storage[count];
    count++;
  }
  if (strchr(word, ' ')) text_add(&line->hint, "this is one argument: should it be several?");
  else if (length > 3) nearest_suggest(&line->hint, wanted, names);
  if (!line->hint.len) text_add(&line->hint, "`probity probcli -help` lists the options");
  return fail(line, "unknown option %s", word);
}

/* --------------------------------------------------------------- arguments */

static bool is_word(const char *word, size_t length, const char *const *list)
{
  for (; *list; list++)
    if (strlen(*list) == length && !strncmp(*list, word, length)) return true;
  return false;
}

/* Its argument of this name is a whole number, from *least. */
static bool is_number(const char *name, size_t length, char *least)
{
  static const char *const positive[] = {"N", "MS", "DEPTH", "STATES", "TRANSITIONS", NULL};
  static const char *const natural[] = {"STEPS", NULL};
  *least = is_word(name, length, natural) ? '0' : '1';
  return *least == '0' || is_word(name, length, positive);
}

static bool is_whole(const char *text, char least)
{
  size_t digits = strspn(text, "0123456789");
  if (!digits || text[digits] || digits > 19) return false;
  return least == '0' || text[strspn(text, "0")];
}

/* An option where an argument should be. */
static bool is_missing(const char *argument)
{
  return argument[0] == '-' && isalpha((unsigned char) argument[1 + (argument[1] == '-')]) &&
         find(argument) != PROBCLI_COUNT;
}

/* Takes the arguments of the option; the number of words that it takes, or -1. */
static int take_arguments(ProbcliLine *line, ProbcliGiven *given, int count, char **arguments)
{
  const char *names = probcli_options[given->id].arguments, *name = names;
  int taken = 0;
  for (size_t length; *name; name += length + (name[length] == ' ')) {
    char least;
    length = strcspn(name, " ");
    const char *argument = taken < count ? arguments[taken] : NULL;
    if (!argument || is_missing(argument)) {
      text_printf(&line->error, "%s requires %s: %s", given->spelling,
                  strchr(names, ' ') ? "arguments" : "an argument", names);
      if (argument) text_printf(&line->hint, "%s follows, which is an option", argument);
      return -1;
    }
    if (is_number(name, length, &least) && !is_whole(argument, least)) {
      text_printf(&line->error, "%s: '", given->spelling);
      width_add_clean(&line->error, argument);
      text_printf(&line->error, "' is not a whole number%s", least == '1' ? " from 1" : "");
      return -1;
    }
    given->arguments[taken++] = argument;
  }
  return taken;
}

/* ---------------------------------------------------------------- the line */

/* Who uses what does not exist here is told what does; the rest of the line is not read. */
static bool refuse(ProbcliLine *line, const char *word, ProbcliId id)
{
  text_add(&line->hint, probcli_options[id].words);
  return fail(line, "%s is not supported", word);
}

/* A lone -- ends the options; what comes then is for the model, which cannot ask for it. */
static bool refuse_rest(ProbcliLine *line, int count)
{
  if (count) return fail(line, "arguments for the model, after %s, are not supported", "--");
  return true;
}

static bool is_option(const char *word)
{
  if (word[0] != '-') return false;
  return isalpha((unsigned char) word[1]) || (word[1] == '-' && word[2]);
}

/* Was the last option a list, which may go on with a comma? */
static bool continues(const ProbcliLine *line)
{
  return line->given.len && line->given.data[line->given.len - 1].id == PROBCLI_MCM_COVER;
}

bool probcli_read(ProbcliLine *line, int count, char **arguments)
{
  for (int i = 0; i < count;) {
    const char *word = arguments[i++];
    if (!strcmp(word, "--")) return refuse_rest(line, count - i);
    if (*word == ',' && continues(line)) { /* -mcm_cover op1 ,op2 */
      vec_push(&line->given, ((ProbcliGiven){PROBCLI_MCM_COVER, word, {word}}));
      continue;
    }
    if (!is_option(word)) {
      vec_push(&line->files, word);
      continue;
    }
    ProbcliGiven given = {.id = find(word), .spelling = word};
    if (given.id == PROBCLI_COUNT) return unknown(line, word);
    if (probcli_options[given.id].role == ROLE_REFUSED) return refuse(line, word, given.id);
    int taken = take_arguments(line, &given, count - i, arguments + i);
    if (taken < 0) return false;
    i += taken;
    vec_push(&line->given, given);
  }
  return true;
}

const ProbcliGiven *probcli_given(const ProbcliLine *line, ProbcliId id)
{
  for (uint32_t i = line->given.len; i-- > 0;)
    if (line->given.data[i].id == id) return &line->given.data[i];
  return NULL;
}

void probcli_line_free(ProbcliLine *line)
{
  vec_free(&line->given);
  vec_free(&line->files);
  text_free(&line->error);
  text_free(&line->hint);
  *line = (ProbcliLine){0};
}
