#ifndef REPORT_PROBCLI_QUOTED_H
#define REPORT_PROBCLI_QUOTED_H

#include "base/text.h"

/* The text between quotes: these and backslashes get a backslash, line ends are written \n. */
void quoted_add(Text *, const char *text, char quote);

#endif
