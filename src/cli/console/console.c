#include "cli/console/console.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/memory.h"
#include "report/answer.h"
#include "cli/input.h"
#include "cli/output.h"
#include "cli/signals.h"
#include "lts/b_machine.h"
#include "model/model_print.h"
#include "report/width.h"

enum { ANYWHERE = false, ANIMATE = true };

const ConsoleCommand console_commands[] = {
#define CONSOLE(name, arguments, where, help) {#name, arguments, help, where, console_##name},
#include "cli/console/console.def"
#undef CONSOLE
    {0},
};

/* ------------------------------------------------------------------ output */

/* Does the text go to standard output?  Then it keeps its order with what is said on standard
 * error, also where nobody watches. */
static bool flows(const Console *c)
{
  const char *path = options_text(&c->cli->options, OPT_OUTPUT);
  return c->live || (!c->cli->report.json && (!path || !strcmp(path, "-")));
}

void console_flush(Console *c)
{
  ExitCode code = flows(c) ? cli_flush(c->cli) : EXIT_CODE_PASS;
  if (code == EXIT_CODE_PASS) return;
  c->code = code;
  c->quit = true;
}

bool console_complain(Console *c, const char *format, ...)
{
  char raw[1000];
  va_list args;
  va_start(args, format);
  vsnprintf(raw, sizeof raw, format, args);
  va_end(args);
  console_flush(c);
  Text text = {0};
  if (c->script) text_printf(&text, "%s:%u: ", c->script, c->line);
  text_add(&text, "error: ");
  width_add_clean(&text, raw);
  if (c->cli->report.json)
    json_array_append_new(
        json_object_get(c->cli->report.fields, "reasons"),
        json_report_string(text_string(&text) + (c->script ? 0 : strlen("error: "))));
  text_add_char(&text, '\n');
  if (!c->cli->embedded) output_complain(&text);
  text_free(&text);
  c->failed = true;
  return false;
}

bool console_wrong_text(Console *c)
{
  console_flush(c);
  if (c->script) {
    Text text = {0};
    text_printf(&text, "%s:%u:\n", c->script, c->line);
    output_complain(&text);
    text_free(&text);
  }
  cli_tell_diags(c->cli);
  c->failed = true;
  return false;
}

bool console_refused(Console *c)
{
  const Refusal *refusal = session_refusal(c->cli->report.session);
  if (session_has_errors(c->cli->report.session)) console_wrong_text(c);
  return refusal->wrong_text ? false : console_complain(c, "%s", text_string(&refusal->message));
}

void console_warn(Console *c)
{
  answer_warn(&c->cli->report, c->scene.bench.engine);
  console_flush(c);
  cli_tell_diags(c->cli);
  engine_forget(c->scene.bench.engine);
}

/* ------------------------------------------------------- opening and closing */

/* The model of the file; false: *code. */
static bool load_file(Console *c, ExitCode *code)
{
  *code = EXIT_CODE_USAGE;
  SystemText text = input_read_operand(c->cli, c->file);
  if (!text.source) return false;
  if (scene_load(&c->scene, c->cli->report.session, text, c->animates)) {
    bool script = c->scene.system.script && !c->scene.system.lts;
    return input_suits_options(c->cli, script ? INPUT_SCRIPT : input_kind(&c->scene.system));
  }
  *code = cli_refused_source(c->cli);
  return false;
}

static bool open_scope(Console *c, ExitCode *code)
{
  Cli *cli = c->cli;
  c->scene.session = cli->report.session;
  if (c->file && !load_file(c, code)) return false;
  if (!scene_start(&c->scene, c->animates)) {
    *code = cli_refused(cli);
    return false;
  }
  const Model *model = c->scene.system.model;
  if (model && model->main->name) cli->report.model = model->main->name->text;
  return true;
}

void console_write_unicode(Console *c, bool unicode)
{
  c->scene.bench.style.unicode = unicode;
  bool symbols = unicode && (!c->cli->report.json || system_is_process(&c->scene.system));
  if (c->scene.system.lts) c->scene.system.lts->style.unicode = symbols;
}

static void close_scope(Console *c)
{
  own_picture_close(&c->picture);
  scene_close(&c->scene);
  c->talk.last_type = NULL;
}

bool console_open(Console *c, Cli *cli, const char *file, bool animates, ExitCode *code)
{
  assert(file || !animates);
  *c = (Console){.cli = cli, .file = file, .animates = animates};
  c->talk = (Talk){.report = &cli->report, .scene = &c->scene};
  signals_note_interruption();
  if (!open_scope(c, code)) {
    close_scope(c);
    return false;
  }
  bool symbols = (model_is_eventb(c->scene.system.model) || system_is_process(&c->scene.system)) &&
                 !options_given(&cli->options, OPT_ASCII);
  console_write_unicode(c, symbols || options_given(&cli->options, OPT_UNICODE));
  c->scene.bench.style.most = 50;
  c->seed = cli->options.values[OPT_SEED].number;
  return true;
}

void console_close(Console *c)
{
  close_scope(c);
  talk_close(&c->talk);
  free(c->filter);
}

/* The scope of `fresh`, which was opened in a new session, instead of the old one. */
static void replace_scope(Console *c, Console *fresh)
{
  close_scope(c);
  c->file = arena_copy(session_arena(c->cli->report.session), fresh->file, strlen(fresh->file));
  c->cli->report.file = c->file;
  c->scene = fresh->scene;
  c->listed = 0;
}

/* Another model, or the same again: a new session with everything in it.  If it cannot
 * be loaded, all is as before. */
bool console_load(Console *c, const char *arguments)
{
  Cli *cli = c->cli;
  const char *path = *arguments ? arguments : c->file;
  if (!path || !strcmp(path, "-")) return console_complain(c, "which file? :load FILE");
  ExitCode code;
  Session *before = cli->report.session;
  const char *file_before = cli->report.file, *model_before = cli->report.model;
  char *kept = strdup(path);
  if (!kept) memory_exhausted();
  Console fresh = {.cli = cli, .file = kept, .animates = c->animates};
  cli->report.session = cli_new_session(cli);
  console_flush(c);
  Text collected = cli->report.out; /* what goes wrong is told at once */
  cli->report.out = (Text){0};
  bool good = open_scope(&fresh, &code);
  text_clear(&cli->options.hint);
  text_free(&cli->report.out);
  cli->report.out = collected;
  if (!good) {
    close_scope(&fresh);
    session_free(cli->report.session);
    free(kept);
    cli->report.session = before;
    cli->report.file = file_before;
    cli->report.model = model_before;
    c->failed = true;
    return false;
  }
  fresh.scene.bench.style = c->scene.bench.style;
  console_write_unicode(&fresh, fresh.scene.bench.style.unicode);
  cli_tell_diags(cli);
  replace_scope(c, &fresh);
  session_free(before);
  free(kept);
  text_printf(&cli->report.out, "loaded %s\n", c->file);
  talk_give_lets(&c->talk);
  if (c->scene.animator) animator_start(c->scene.animator);
  if (c->scene.animator) console_show_steps(c, 0);
  return true;
}

/* -------------------------------------------------------------------- lines */

static const ConsoleCommand *find_command(const Console *c, const char *name, size_t length)
{
  const ConsoleCommand *found = NULL;
  for (const ConsoleCommand *k = console_commands; k->name; k++) {
    if (k->animates && !c->animates) continue;
    if (strncmp(k->name, name, length) != 0) continue;
    if (strlen(k->name) == length) return k;
    if (!found) found = k; /* an abbreviation: the first that fits */
  }
  return length ? found : NULL;
}

static bool do_command(Console *c, const char *line)
{
  size_t length = strspn(line, "abcdefghijklmnopqrstuvwxyz?");
  const char *arguments = line + length + strspn(line + length, " \t");
  const ConsoleCommand *command =
      length == 1 && *line == '?' ? find_command(c, "help", 4) : find_command(c, line, length);
  if (command && (line[length] == '\0' || line[length] == ' ' || line[length] == '\t'))
    return command->run(c, arguments);
  Text hint = {0};
  Arena *arena = session_arena(c->cli->report.session);
  const char *names[64] = {0}, *word = NULL;
  unsigned count = 0;
  for (const ConsoleCommand *k = console_commands; k->name && count < 63; k++)
    if (!k->animates || c->animates) names[count++] = arena_printf(arena, ":%s", k->name);
  word = arena_printf(arena, ":%.*s", (int) strcspn(line, " \t"), line);
  nearest_suggest(&hint, word, names);
  console_complain(c, "unknown command %s; %s", word,
                   hint.len ? text_string(&hint) : ":help lists them");
  text_free(&hint);
  return false;
}

/* Blanks at both ends and comments that fill the line do not matter. */
static char *trimmed(const char *line)
{
  line += strspn(line, " \t");
  size_t length = strlen(line);
  while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\t')) length--;
  char *copy = strndup(line, length);
  if (!copy) memory_exhausted();
  return copy;
}

bool console_do(Console *c, const char *line)
{
  assert(c->scene.bench.engine);
  char *text = trimmed(line);
  bool done = true;
  console_begin(c);
  if (*text == ':') done = do_command(c, text + 1);
  else if (*text == '\0' || !strncmp(text, "//", 2)) done = true;
  else if (c->animates && console_is_step(c, text)) done = console_step(c, text);
  else done = console_answer(c, text);
  free(text);
  if (c->scene.bench.engine->options.output) fflush(c->scene.bench.engine->options.output);
  console_warn(c);
  return done;
}

/* Is the text the beginning of a formula?  Then the parser misses something at its end. */
static bool is_unfinished(Console *c, const char *text)
{
  Diags *diags = session_diags(c->cli->report.session);
  text += strspn(text, " \t");
  if (*text == '\0' || !strncmp(text, "//", 2) || system_is_process(&c->scene.system)) return false;
  if (*text == ':') {
    size_t length = strcspn(text, " \t");
    const char *equals = !strncmp(text, ":let", length) ? strchr(text, '=') : NULL;
    if (equals) length = (size_t) (equals + 1 - text);
    bool formula = equals || !strncmp(text, ":why", length) || !strncmp(text, ":type", length) ||
                   !strncmp(text, ":all", length) || !strncmp(text, ":expect", length);
    if (!formula || length < 2) return false;
    text += length;
  } else if (c->animates && console_is_step(c, text)) return false;
  uint32_t mark = diags_mark(diags);
  const Source *source = session_text(c->cli->report.session, "<input>", text);
  session_parse_formula(c->cli->report.session, source, FORMULA_EXPR_OR_PRED,
                        c->scene.model->main->unit);
  const Diag *first = diags_mark(diags) > mark ? diags_get(diags, mark) : NULL;
  bool unfinished = first && text[strspn(text, " \t")] &&
                    (first->span.begin >= source->base + source->length ||
                     !strcmp(first->code, "unclosed-comment"));
  diags_release(diags, mark);
  return unfinished;
}

/* Does the line begin something new, whatever was before it? */
static bool is_command(const Console *c, const char *line)
{
  line += strspn(line, " \t");
  size_t length = *line == ':' ? strspn(line + 1, "abcdefghijklmnopqrstuvwxyz") : 0;
  return length > 2 && find_command(c, line + 1, length) != NULL;
}

static void complete(void *context, const char *line, const char *word, LineOffers *);

/* One input: lines until a formula is complete.  An empty line ends it in any case. */
static bool read_input(Console *c, Lines *lines, Text *input, Text *ahead)
{
  Text line = {0};
  text_clear(input);
  if (ahead->len) text_add(input, text_string(ahead));
  bool more = ahead->len > 0;
  text_clear(ahead);
  if (!more) more = lines_next(lines, c->animates ? "animate> " : "> ", input), c->line += more;
  while (more && is_unfinished(c, text_string(input))) {
    if (!lines_next(lines, "... ", &line)) break;
    if (lines_were_cancelled(lines)) text_clear(input);
    c->line++;
    if (is_command(c, text_string(&line))) {
      text_add(ahead, text_string(&line));
      break;
    }
    if (text_string(&line)[strspn(text_string(&line), " \t")] == '\0') break;
    text_printf(input, "\n%s", text_string(&line));
  }
  text_free(&line);
  return more;
}

void console_run(Console *c, FILE *stream, bool stop)
{
  Lines *lines = lines_new(stream, complete, c);
  Text input = {0}, ahead = {0};
  bool person = lines_are_edited(lines);
  if (person) text_add(&c->cli->report.out, ":help lists the commands, :quit exits\n");
  console_flush(c);
  while (!c->quit && !(stop && signals_interrupted()) && read_input(c, lines, &input, &ahead)) {
    if (c->script && input.len) text_printf(&c->cli->report.out, "> %s\n", text_string(&input));
    if (!console_do(c, text_string(&input)) && stop) break;
  }
  if (person && !c->quit) text_add_char(&c->cli->report.out, '\n');
  console_flush(c);
  text_free(&input);
  text_free(&ahead);
  lines_free(lines);
}

/* --------------------------------------------------------------- completion */

static void offer_map(LineOffers *offers, const Map *map)
{
  for (uint32_t i = 0; i < map->capacity; i++)
    if (map->keys[i]) lines_offer(offers, map->keys[i]->text);
}

static void offer_commands(const Console *c, LineOffers *offers)
{
  for (const ConsoleCommand *k = console_commands; k->name; k++) {
    char name[40];
    snprintf(name, sizeof name, ":%s", k->name);
    if (!k->animates || c->animates) lines_offer(offers, name);
  }
}

static bool wants_file(const char *line)
{
  return !strncmp(line, ":load ", 6) || !strncmp(line, ":save ", 6) ||
         !strncmp(line, ":replay ", 8);
}

static void complete(void *context, const char *line, const char *word, LineOffers *offers)
{
  const Console *c = context;
  if (*word == ':') {
    offer_commands(c, offers);
    return;
  }
  if (wants_file(line)) {
    const char *path = strchr(line, ' ') + 1;
    lines_offer_files(offers, path);
    return;
  }
  if (*word == '\0') return;
  for (unsigned kind = 0; kind <= NODE_LAST_OPERATOR; kind++) {
    const Operator *operator= operator_of((NodeKind) kind);
    if ((operator->ascii[0] | 32) >= 'a' && (operator->ascii[0] | 32) <= 'z')
      lines_offer(offers, operator->ascii);
  }
  offer_map(offers, &c->scene.model->main->visible);
  offer_map(offers, &c->scene.model->main->unit->definition_of);
  for (uint32_t i = 0; i < c->scene.model->known.len; i++)
    lines_offer(offers, c->scene.model->known.data[i]->name->text);
  for (uint32_t i = 0; c->scene.animator && i < c->scene.system.lts->label_count; i++)
    lines_offer(offers, c->scene.system.lts->label_name(c->scene.system.lts, i));
}

/* --------------------------------------------------------------- commands */

static void add_help(Text *out, const ConsoleCommand *k)
{
  Text left = {0};
  text_printf(&left, ":%s %s", k->name, k->arguments);
  text_add(out, "  ");
  width_pad(out, text_string(&left), 34);
  text_printf(out, " %s\n", k->help);
  text_free(&left);
}

bool console_help(Console *c, const char *arguments)
{
  Text *out = &c->cli->report.out;
  if (*arguments == ':') arguments++;
  const ConsoleCommand *wanted = *arguments ? find_command(c, arguments, strlen(arguments)) : NULL;
  if (*arguments && !wanted)
    return console_complain(c, "unknown command :%s; :help lists the commands", arguments);
  if (wanted) {
    add_help(out, wanted);
    return true;
  }
  if (c->animates)
    text_add(out, "A number takes that step of the list, a name the only step of that operation:\n"
                  "move, to(3), where --> 0 or to where f > 2. Everything else is a formula to be "
                  "evaluated.\n"
                  "Commands may be abbreviated:\n");
  else
    text_add(out, "A line is a formula to be evaluated; it goes on until it is complete, or until\n"
                  "an empty line. Commands may be abbreviated:\n");
  for (const ConsoleCommand *k = console_commands; k->name; k++)
    if (!k->animates || c->animates) add_help(out, k);
  text_add(out, "`probity help operators` lists the operators.\n");
  return true;
}

bool console_quit(Console *c, const char *arguments)
{
  (void) arguments;
  c->quit = true;
  return true;
}
