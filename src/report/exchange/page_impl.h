#ifndef REPORT_EXCHANGE_PAGE_IMPL_H
#define REPORT_EXCHANGE_PAGE_IMPL_H

#include "base/text.h"
#include "report/exchange/finding.h"

/* What the files that make pages share.  Every text goes through page_text: a model cannot add
 * elements or attributes of its own. */

void page_text(Text *, const char *);
/* Texts, numbers and truth values as they are, lists as lists, objects as tables. */
void page_value(Text *, const json_t *);
/* A word about a finding: PASS, WARNING, UNKNOWN, FAIL, ERROR. */
const char *page_outcome(FindingOutcome);

/* The steps to a violation, one below the other, with what each changes. */
void page_steps(Text *, const Finding *);

/* A listing of an input file; `part` tells those of several reports apart.  Lines have the names
 * that page_place links to. */
void page_listing(Text *, const json_t *inputs, uint32_t part, const Findings *);
/* file:line, as a link if the file is listed; nothing if the finding has no place. */
void page_place(Text *, const json_t *inputs, uint32_t part, const json_t *place);

#endif
