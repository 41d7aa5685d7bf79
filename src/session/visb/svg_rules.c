#define _GNU_SOURCE /* strcasestr */
#include "session/visb/svg_rules.h"

#include <string.h>
#include <strings.h>

/* Elements that draw, or say how. */
static const char *const elements[] = {"animate",
                                       "animateMotion",
                                       "animateTransform",
                                       "circle",
                                       "clipPath",
                                       "defs",
                                       "desc",
                                       "ellipse",
                                       "feBlend",
                                       "feColorMatrix",
                                       "feComponentTransfer",
                                       "feComposite",
                                       "feConvolveMatrix",
                                       "feDiffuseLighting",
                                       "feDisplacementMap",
                                       "feDistantLight",
                                       "feDropShadow",
                                       "feFlood",
                                       "feFuncA",
                                       "feFuncB",
                                       "feFuncG",
                                       "feFuncR",
                                       "feGaussianBlur",
                                       "feMerge",
                                       "feMergeNode",
                                       "feMorphology",
                                       "feOffset",
                                       "fePointLight",
                                       "feSpecularLighting",
                                       "feSpotLight",
                                       "feTile",
                                       "feTurbulence",
                                       "filter",
                                       "g",
                                       "image",
                                       "line",
                                       "linearGradient",
                                       "marker",
                                       "mask",
                                       "mpath",
                                       "path",
                                       "pattern",
                                       "polygon",
                                       "polyline",
                                       "radialGradient",
                                       "rect",
                                       "stop",
                                       "style",
                                       "svg",
                                       "switch",
                                       "symbol",
                                       "text",
                                       "textPath",
                                       "title",
                                       "tspan",
                                       "use"};

static const char *without_prefix(const char *name, const char *prefix)
{
  size_t length = strlen(prefix);
  return strncmp(name, prefix, length) ? name : name + length;
}

const char *svg_element(const char *name)
{
  name = without_prefix(name, "svg:");
  if (!strcmp(name, "a")) return "g"; /* it is shown, but leads nowhere */
  for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
    if (!strcmp(name, elements[i])) return elements[i];
  return NULL;
}

bool svg_is_remarkable(const char *name)
{
  return strcmp(name, "metadata") != 0 && !strchr(without_prefix(name, "svg:"), ':');
}

static bool is_name(const char *text)
{
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  enum { LONGEST = 100 };
  size_t length = strlen(text);
  if (!length || length > LONGEST || !strchr(letters, text[0])) return false;
  return strspn(text, letters) == length ||
         strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789-.") ==
             length;
}

static bool is_more_than_drawing(const char *attribute)
{
  static const char *const names[] = {"src", "is", "base", "part", "slot", "autofocus"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcasecmp(attribute, names[i])) return true;
  return false;
}

SvgAttributeKind svg_attribute(const char *name, const char **plain)
{
  *plain = without_prefix(name, "xlink:");
  bool linked = *plain != name;
  if (!linked && !strncmp(name, "xml:", 4)) return SVG_ATTRIBUTE_IGNORED;
  if (!strncmp(name, "xmlns", 5)) return SVG_ATTRIBUTE_IGNORED;
  if (strchr(*plain, ':')) return SVG_ATTRIBUTE_IGNORED;
  if (linked && strcmp(*plain, "href") != 0) return SVG_ATTRIBUTE_IGNORED;
  if (!is_name(*plain) || !strncasecmp(*plain, "on", 2)) return SVG_ATTRIBUTE_REFUSED;
  if (is_more_than_drawing(*plain)) return SVG_ATTRIBUTE_REFUSED;
  if (!strcasecmp(*plain, "href")) {
    *plain = "href";
    return SVG_ATTRIBUTE_REFERENCE;
  }
  return SVG_ATTRIBUTE_PLAIN;
}

/* url(#here) is all that a value may refer to. */
static bool refers_outside(const char *value)
{
  for (const char *at = value; (at = strcasestr(at, "url")) != NULL;) {
    at += 3;
    at += strspn(at, " \t\r\n\f");
    if (*at != '(') continue;
    at++;
    at += strspn(at, " \t\r\n\f\"'");
    if (*at != '#') return true;
  }
  return false;
}

const char *svg_value_problem(const char *value)
{
  static const char *const words[] = {
      "@import",    "expression(", "javascript:", "vbscript:",  "behavior:",  "-moz-binding",
      "image-set(", "image(",      "src(",        "@namespace", "@font-face", "element(",
      ":host",      "::part",      "@scope",      ":scope"};
  if (refers_outside(value)) return "it refers to something outside of the picture";
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcasestr(value, words[i])) return "it could refer to something outside of the picture";
  /* Escapes could spell such words otherwise, and comments could cut them. */
  if (strchr(value, '\\') || strstr(value, "/*")) return "it has an escape or a comment";
  return NULL;
}

bool svg_is_data_image(const char *value)
{
  static const char *const kinds[] = {"png", "gif", "jpeg", "webp", "bmp"};
  if (strncmp(value, "data:image/", 11) != 0) return false;
  value += 11;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    size_t length = strlen(kinds[i]);
    if (strncmp(value, kinds[i], length) != 0 || strncmp(value + length, ";base64,", 8) != 0)
      continue;
    const char *data = value + length + 8;
    return data[strspn(data, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/= "
                             "\t\r\n")] == '\0';
  }
  return false;
}
