#include "cli/answer.h"

#include "cli/integers.h"
#include "engine/setup/setup.h"

bool answer_set_up(Cli *cli, Bench *bench)
{
  const char *what = "constants";
  Truth t = setup_constants(bench->reference);
  if (t == TRUTH_TRUE) {
    what = "an initial state";
    t = setup_variables(bench->reference);
  }
  if (t == TRUTH_TRUE) return true;
  const Engine *e = bench->engine;
  const char *why = t == TRUTH_FALSE   ? "there are none"
                    : t == TRUTH_FAULT ? e->fault.message
                    : e->cause         ? e->cause
                                       : "it could not be decided";
  diag_warning(session_diags(cli->session), SPAN_NONE, "unsure-state",
               "%s of the model could not be established: %s", what, why);
  return false;
}

bool answer_is_strict_fault(Engine *e)
{
  if (!e->options.strict_wd || e->warnings.len == 0) return false;
  const Warning *w = &e->warnings.data[0];
  e->fault = (Fault){.span = w->span, .message = w->message};
  e->warnings.len = 0;
  return true;
}

Verdict answer_none(Cli *cli, const Engine *e, Answer answer)
{
  if (answer != ANSWER_FAULT) {
    text_printf(&cli->out, "UNKNOWN %s\n", e->cause ? e->cause : "it could not be computed");
    return VERDICT_UNKNOWN;
  }
  text_printf(&cli->out, "NOT WELL-DEFINED %s\n", e->fault.message);
  diag_warning(session_diags(cli->session), e->fault.span, "not-well-defined", "%s",
               e->fault.message);
  return VERDICT_FAIL;
}

void answer_scope(Cli *cli, Engine *e, const Node *predicate)
{
  unsigned which = integers_of(predicate);
  if (!which || predicate->type) return;
  text_add(&cli->out, "(");
  integers_add(e, which, &cli->out, "for ");
  text_add(&cli->out, ")\n");
}

void answer_warn(Cli *cli, Engine *e)
{
  Diags *diags = session_diags(cli->session);
  for (uint32_t i = 0; i < e->warnings.len; i++) {
    const Warning *w = &e->warnings.data[i];
    Diag *d = diag_warning(diags, w->span, "not-well-defined", "%s", w->message);
    diag_hint(diags, d, "so %s is no solution", *w->example ? w->example : "this");
  }
  e->warnings.len = 0;
}
