#ifndef CSP_SCRIPT_H
#define CSP_SCRIPT_H

#include "csp/guide/guide.h"
#include "csp/guide/machine_process.h"
#include "csp/syntax/parser.h"
#include "csp/types/infer.h"
#include "lts/lts.h"

/* CSP for those who load models: a script that was read, its assertions, and its processes as
 * transition systems. */
typedef struct CspScript CspScript;

bool csp_is_source(const Source *); /* by the name of the file: .csp, .cspm, .fdr2, .fdr3 */

/* Reads, resolves and types a script.  Never NULL; mistakes are in the diagnostics, and then
 * nothing but csp_script_tree may be asked.  Mistakes of types are warnings unless types are
 * required. */
CspScript *csp_script_open(const CspParseContext *, const Source *);
CspScript *csp_script_open_typed(const CspParseContext *, const Source *, CspTyping);
/* The same for those who show what names mean: after mistakes of notation they are resolved as far
 * as possible (csp_script_resolved), and nothing more is said. */
CspScript *csp_script_open_lenient(const CspParseContext *, const Source *);
void csp_script_free(CspScript *); /* accepts NULL; after the systems made of it */
const CspNode *csp_script_tree(const CspScript *);
const CspResolved *csp_script_resolved(const CspScript *); /* with types */
Evaluator *csp_script_evaluator(CspScript *);

/* The assertions of the script and of the files that it includes, in order: ASSERT nodes. */
uint32_t csp_script_assertions(const CspScript *);
const CspNode *csp_script_assertion(const CspScript *, uint32_t i);
/* An expression or assertion of the user, in the scope of the script; NULL: it has mistakes. */
const CspNode *csp_script_expression(CspScript *, const Source *);
const CspNode *csp_script_extra_assertion(CspScript *, const Source *);

/* A process as a transition system.  NULL: the expression has no value (evaluator_fault). */
typedef struct {
  bool plain; /* compressions are identities, and nothing is reduced: states are counted as they are
               */
  uint32_t most_states;    /* of a component that is explored beforehand; 0: some */
  const CspNode *priority; /* a set of events that wait while τ is possible; or NULL */
} CspSystemOptions;
/* A machine guided by a process.  NULL: the process has no value (evaluator_fault), or its channels
 * do not fit the machine (diagnostics).  The machine stays the caller's. */
Lts *csp_script_guide(CspScript *, const CspNode *process, Lts *machine, GuideOptions);
Lts *csp_script_lts(CspScript *, const CspNode *process, CspSystemOptions);

/* Is the process MACHINE spoken of, in this assertion or expression? */
bool csp_script_is_about_machine(const CspScript *, const CspNode *);
/* From now on MACHINE is this machine, until it is freed; NULL: its channels do not fit it
 * (diagnostics). */
MachineProcess *csp_script_set_machine(CspScript *, Lts *machine, GuideOptions);
void csp_script_free_machine(CspScript *, MachineProcess *); /* accepts NULL */

#endif
