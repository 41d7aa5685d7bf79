#ifndef REPORT_EXCHANGE_EXCHANGE_IMPL_H
#define REPORT_EXCHANGE_EXCHANGE_IMPL_H

#include "report/exchange/exchange.h"

void sarif_print(Text *, const json_t *report);
void junit_print(Text *, const json_t *report);
void page_print(Text *, const json_t *report);

#endif
