#include "engine/code/show/show_impl.h"

#include "syntax/print.h"

enum { MOST_COLUMNS = 72 };

void show_margin(Text *out, unsigned margin) { text_printf(out, "%*s", (int) margin, ""); }

/* Bytes of the text up to that column, without half of a character. */
static size_t cut_at(const char *text, size_t length, size_t columns)
{
  size_t at = 0;
  for (size_t seen = 0; at < length; at++) {
    bool begins = ((unsigned char) text[at] & 0xC0) != 0x80;
    if (begins && seen++ == columns) break;
  }
  return at;
}

void show_formula(Text *out, const Node *node)
{
  Text text = {0};
  print_node(&text, node, (PrintStyle){.unlabelled = true});
  for (size_t i = 0; i < text.len; i++)
    if (text.data[i] == '\n') text.data[i] = ' ';
  size_t kept = cut_at(text_string(&text), text.len, MOST_COLUMNS);
  text_add_bytes(out, text_string(&text), kept);
  if (kept < text.len) text_add(out, " …");
  text_free(&text);
}
