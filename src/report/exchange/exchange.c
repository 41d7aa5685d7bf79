#include "report/exchange/exchange.h"

#include <string.h>

#include "report/exchange/exchange_impl.h"
#include "report/json_report.h"

bool exchange_form(const char *name, ExchangeForm *form)
{
  static const char *const names[] = {"json", "sarif", "junit", "html"};
  for (unsigned i = 0; name && i < sizeof names / sizeof *names; i++) {
    if (strcmp(name, names[i]) != 0) continue;
    *form = (ExchangeForm) i;
    return true;
  }
  return false;
}

void exchange_print(Text *out, const json_t *report, ExchangeForm form)
{
  switch (form) {
  case EXCHANGE_JSON: json_report_print(out, report); break;
  case EXCHANGE_SARIF: sarif_print(out, report); break;
  case EXCHANGE_JUNIT: junit_print(out, report); break;
  case EXCHANGE_PAGE: page_print(out, report); break;
  }
}
