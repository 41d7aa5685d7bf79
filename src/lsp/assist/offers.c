#include "lsp/assist/offers.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "report/json_report.h"

/* Do these letters occur in this order?  Clients filter in the same way. */
static bool may_become(const char *prefix, const char *text)
{
  for (; *text && *prefix; text++)
    if (tolower((unsigned char) *text) == tolower((unsigned char) *prefix)) prefix++;
  return *prefix == '\0';
}

/* The first place to fill in would be marked: without snippets the rest of the text is nothing. */
static const char *inserted(const Offers *o, const Offer *one)
{
  return one->insert && (o->snippets || !one->snippet) ? one->insert : one->label;
}

void offer(Offers *o, const Offer *one)
{
  const char *filter = one->filter ? one->filter : one->label;
  bool fits = o->site->signs ? !strncmp(filter, o->prefix, strlen(o->prefix))
                             : may_become(o->prefix, filter);
  if (!fits) return;
  char rank[8];
  bool begins = !strncasecmp(filter, o->prefix, strlen(o->prefix));
  snprintf(rank, sizeof rank, "%d%d", (int) one->rank, !begins);
  json_t *item = json_pack("{s:o, s:i, s:{s:O, s:o}}", "label", json_report_string(one->label),
                           "kind", (int) one->kind, "textEdit", "range", o->range, "newText",
                           json_report_string(inserted(o, one)));
  json_object_set_new(item, "sortText", json_sprintf("%s%s", rank, filter));
  if (one->filter) json_object_set_new(item, "filterText", json_report_string(filter));
  if (one->detail) json_object_set_new(item, "detail", json_report_string(one->detail));
  if (one->snippet && o->snippets) json_object_set_new(item, "insertTextFormat", json_integer(2));
  json_array_append_new(o->list, item);
}
