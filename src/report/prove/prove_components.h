#ifndef REPORT_PROVE_PROVE_COMPONENTS_H
#define REPORT_PROVE_PROVE_COMPONENTS_H

#include "report/report.h"
#include "session/prove/proving.h"

/* Are there obligations of several components? */
bool prove_has_components(const Proved *);
/* How many of each have been proved and refuted, as a table and as the field `components`. */
void prove_components(Report *, const Proved *);

#endif
