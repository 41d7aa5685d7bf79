#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "cli/command/commands.h"
#include "cli/common/smt_files.h"
#include "cli/common/progress.h"
#include "cli/common/provers.h"
#include "cli/input.h"
#include "cli/output.h"
#include "cli/signals.h"
#include "prove/foreign/foreign.h"
#include "eventb/read/archive.h"
#include "report/prove/prove_report.h"
#include "report/prove/recheck_report.h"

/* What one obligation may take; and if nobody says that, all that are open, or so much for each. */
static const double default_seconds_per = 2, default_seconds_all = 20, seconds_all_per = 0.1;

static double seconds_for_all(const ObligationsList *list)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < list->len; i++) count += list->data[i]->list.len;
  double seconds = count * seconds_all_per;
  return seconds > default_seconds_all ? seconds : default_seconds_all;
}

typedef VEC(const char *) Words;

/* INV,GRD … of all arguments of an option, in upper case. */
static Words words_of(const Cli *cli, OptionId id)
{
  Words words = {0};
  const OptionValue *value = &cli->options.values[id];
  for (uint32_t i = 0; i < value->all.len; i++)
    for (const char *at = value->all.data[i]; *at;) {
      size_t length = strcspn(at, ",");
      char *word = length ? arena_copy(session_arena(cli->report.session), at, length) : NULL;
      for (size_t j = 0; j < length; j++) word[j] = (char) toupper((unsigned char) word[j]);
      if (word) vec_push(&words, word);
      at += length + (at[length] == ',');
    }
  return words;
}

static HypothesesChoice hypotheses_of(const Options *o)
{
  const char *word = options_text(o, OPT_HYPOTHESES);
  if (!word || !strcmp(word, "all")) return HYPOTHESES_ALL;
  return !strcmp(word, "goal") ? HYPOTHESES_GOAL : HYPOTHESES_SELECTED;
}

/* What the file of --cache says: no text of the session, since it is written, too.  NULL without
 * the option; not good: it is no cache, which was reported. */
static ProofCache *open_cache(Cli *cli, bool *good)
{
  const char *path = options_text(&cli->options, OPT_PROOF_CACHE), *reason = NULL;
  struct stat status;
  *good = true;
  if (!path) return NULL;
  ProofCache *cache = proof_cache_new();
  /* Who names a device has no proofs in it: reading one may never end. */
  if (stat(path, &status) != 0 || !S_ISREG(status.st_mode)) return cache;
  Text error = {0};
  Sources *sources = sources_new();
  const Source *source = sources_read(sources, path, &reason);
  *good = source && proof_cache_read(cache, source->text, source->length, &error);
  if (!source) cli_usage(cli, "cannot read %s: %s", path, reason);
  else if (!*good) cli_usage(cli, "%s is no cache of proofs: %s", path, text_string(&error));
  sources_free(sources);
  text_free(&error);
  return cache;
}

/* A file of certificates; false: it is none, which was reported. */
static bool read_certificates(Cli *cli, const char *path, Certificates *certificates)
{
  const char *reason = NULL;
  Text error = {0};
  Sources *sources = sources_new();
  const Source *source = sources_read(sources, path, &reason);
  *certificates = (Certificates){0};
  bool good = source && certificates_read(certificates, source->text, source->length, &error);
  if (!source) cli_usage(cli, "cannot read %s: %s", path, reason);
  else if (!good) cli_usage(cli, "%s is no file of certificates: %s", path, text_string(&error));
  sources_free(sources);
  text_free(&error);
  return good;
}

/* What --certificate replaces is nothing else: no model, say. */
static bool certificates_can_be_replaced(Cli *cli)
{
  const char *path = options_text(&cli->options, OPT_CERTIFICATE);
  struct stat status;
  if (!path || stat(path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0)
    return true;
  Certificates old;
  bool good = read_certificates(cli, path, &old);
  certificates_free(&old);
  return good;
}

/* Frees the text.  False: it cannot be written, which the error says. */
static bool save(const Cli *cli, OptionId path, Text *text, Text *error)
{
  bool good = output_write_file(options_text(&cli->options, path), text, error);
  text_free(text);
  return good;
}

/* What the options ask to be kept in files. */
static bool save_all(const Cli *cli, const ProveRequest *request, const Proved *proved, Text *error)
{
  const Options *o = &cli->options;
  Text cache = {0}, certificates = {0};
  const char *folder = options_text(o, OPT_SMT2);
  if (folder && !smt_files_write(folder, proved, request->hypotheses, error)) return false;
  if (request->certificates) certificates_print(proved, &certificates);
  if (request->certificates && !save(cli, OPT_CERTIFICATE, &certificates, error)) return false;
  if (request->cache) proof_cache_print(request->cache, &cache);
  return !request->cache || save(cli, OPT_PROOF_CACHE, &cache, error);
}

/* What was found out is told, even if a file cannot be written. */
static ExitCode tell(Cli *cli, const ProveRequest *request, const Proved *proved,
                     const ProveStyle *style)
{
  Text error = {0};
  bool saved = save_all(cli, request, proved, &error);
  if (!saved && cli->report.json)
    diag_warning(session_diags(cli->report.session), SPAN_NONE, "not-written", "%s",
                 text_string(&error));
  ExitCode code = cli_finish_run(cli, prove_report(&cli->report, proved, style));
  if (!saved && !cli->report.json) cli_usage(cli, "%s", text_string(&error));
  text_free(&error);
  return saved ? code : EXIT_CODE_USAGE;
}

static ExitCode prove(Cli *cli, const ObligationsList *list, ProveRequest *request)
{
  const Options *o = &cli->options;
  ProveStyle style = {.show = options_given(o, OPT_SHOW) || options_given(o, OPT_PO),
                      .unicode = options_given(o, OPT_UNICODE),
                      .all_values = options_given(o, OPT_VERBOSE)};
  Proved proved;
  signals_note_interruption();
  bool good = proving_run(cli->report.session, list, request, &proved);
  progress_end(request->progress_context);
  ExitCode code = !good ? cli_refused(cli) : EXIT_CODE_PASS;
  if (good) code = tell(cli, request, &proved, &style);
  proving_close(&proved);
  return code;
}

static ExitCode check_certificates(Cli *cli, const ObligationsList *list, ProveRequest *request)
{
  Certificates certificates;
  Proved selected = {0};
  ExitCode code = EXIT_CODE_USAGE;
  request->list_only = true;
  if (read_certificates(cli, options_text(&cli->options, OPT_CHECK_CERTIFICATE), &certificates)) {
    signals_note_interruption();
    if (proving_run(cli->report.session, list, request, &selected)) {
      Rechecked rechecked;
      recheck_run(cli->report.session, &selected, &certificates, &rechecked);
      code = cli_finish_run(cli, recheck_report(&cli->report, &rechecked));
      recheck_free(&rechecked);
    } else code = cli_refused(cli);
  }
  proving_close(&selected);
  certificates_free(&certificates);
  return code;
}

/* False: the options contradict each other, which was reported. */
static bool certificate_options_fit(Cli *cli)
{
  static const OptionId proofs[] = {OPT_PROOF_CACHE, OPT_SMT2,    OPT_RECORDED,      OPT_HYPOTHESES,
                                    OPT_CERTIFICATE, OPT_PROVERS, OPT_TIME_LIMIT_PER};
  const Options *o = &cli->options;
  bool checks = options_given(o, OPT_CHECK_CERTIFICATE), writes = options_given(o, OPT_CERTIFICATE);
  bool lists = options_given(o, OPT_LIST) || options_given(o, OPT_SHOW);
  if ((checks || writes) && lists)
    return cli_usage(cli, "--list and --show prove nothing: there are no certificates"), false;
  for (uint32_t i = 0; checks && i < sizeof proofs / sizeof *proofs; i++)
    if (options_given(o, proofs[i]))
      return cli_usage(cli, "--check-certificate proves nothing: it takes no options of proofs"),
             false;
  return true;
}

static ExitCode prove_as_asked(Cli *cli, const ObligationsList *list)
{
  const Options *o = &cli->options;
  Words kinds = words_of(cli, OPT_PO_KIND);
  double seconds = o->values[OPT_TIME_LIMIT_PER].seconds;
  bool limited = options_given(o, OPT_TIME_LIMIT_PER);
  bool readable;
  uint32_t foreign;
  if (!certificate_options_fit(cli) || !certificates_can_be_replaced(cli) ||
      !provers_of(cli, &foreign)) {
    vec_free(&kinds);
    return EXIT_CODE_USAGE;
  }
  Progress progress = progress_of(cli);
  ProveRequest request = {.names = o->values[OPT_PO].all.data,
                          .name_count = o->values[OPT_PO].all.len,
                          .kinds = kinds.data,
                          .kind_count = kinds.len,
                          .list_only = options_given(o, OPT_LIST) || options_given(o, OPT_SHOW),
                          .seconds_per = limited ? seconds : default_seconds_per,
                          .seconds_all = limited ? 0 : seconds_for_all(list),
                          .hypotheses = hypotheses_of(o),
                          .foreign = foreign,
                          .recorded = options_given(o, OPT_RECORDED),
                          .certificates = options_given(o, OPT_CERTIFICATE),
                          .jobs = (uint32_t) o->values[OPT_JOBS].number,
                          .progress = progress_count,
                          .progress_context = &progress,
                          .cache = open_cache(cli, &readable)};
  bool checks = options_given(o, OPT_CHECK_CERTIFICATE);
  ExitCode code = !readable ? EXIT_CODE_USAGE
                  : checks  ? check_certificates(cli, list, &request)
                            : prove(cli, list, &request);
  proof_cache_free(request.cache);
  vec_free(&kinds);
  return code;
}

/* The model of --in; false: a usage error or mistakes were reported, with this exit code. */
static bool open_scope(Cli *cli, Model **scope, ExitCode *code)
{
  const char *in = options_text(&cli->options, OPT_IN);
  const Source *source = in ? input_read_file(cli, in) : NULL;
  *code = EXIT_CODE_USAGE;
  if (in && !source) return false;
  if (!in) return true;
  cli->report.file = in;
  *scope = session_load(cli->report.session, source);
  if (!cli_has_errors(cli)) return true;
  *code = cli_finish(cli, VERDICT_ERROR);
  return false;
}

/* All components of a folder or an archive. */
static ExitCode prove_project(Cli *cli, const char *path, bool deadlock)
{
  ObligationsList list = {0};
  cli->report.file = path;
  bool good = obligations_of_project(cli->report.session, path, deadlock, &list);
  ExitCode code = good ? prove_as_asked(cli, &list) : cli_refused(cli);
  obligations_free(&list);
  return code;
}

static bool has_one_subject(Cli *cli)
{
  if (!cli_argument_count(cli) || !options_given(&cli->options, OPT_PRED)) return true;
  text_printf(&cli->options.hint, "--in %s takes the names of the predicate from there",
              cli_argument(cli, 0));
  cli_usage(cli, "--pred takes the place of a file, but %s is given, too", cli_argument(cli, 0));
  return false;
}

/* The name of the machine or context. */
static const char *component_of(const Obligations *all)
{
  const Machine *main = all->model->main;
  return main && main->name ? main->name->text : NULL;
}

ExitCode command_prove(Cli *cli)
{
  Input input;
  ObligationsList list = {0};
  Session *session = cli->report.session;
  bool deadlock = options_given(&cli->options, OPT_PO_DEADLOCK);
  if (!has_one_subject(cli)) return EXIT_CODE_USAGE;
  if (cli_argument_count(cli) == 1 && archive_is_whole(cli_argument(cli, 0)))
    return prove_project(cli, cli_argument(cli, 0), deadlock);
  if (!input_open(cli, 0, &input)) return EXIT_CODE_USAGE;
  bool good;
  if (input.is_formula) {
    Model *scope = NULL;
    ExitCode code;
    if (!open_scope(cli, &scope, &code)) return code;
    good = obligations_of_predicate(session, scope, input.source, &list);
  } else {
    if (options_given(&cli->options, OPT_IN))
      return cli_usage(cli, "--in names the model of a predicate: see --pred");
    good = obligations_of_source(session, input.source, deadlock, &list);
    if (good && list.len == 1) cli->report.model = component_of(list.data[0]);
  }
  ExitCode code = good ? prove_as_asked(cli, &list) : cli_refused(cli);
  obligations_free(&list);
  return code;
}
