#include "unit/groups.h"

#include <string.h>

#include "base/base64.h"
#include "base/text.h"
#include "session/visb/svg.h"
#include "session/visb/svg_rules.h"

/* Pictures only draw: what could run, load or lead anywhere is refused, however it is spelt. */

typedef struct {
  SvgMaker maker;
  Images images;
  DisplayTroubles troubles;
} World;

static void world_open(World *w)
{
  *w = (World){.troubles = {.arena = arena_new()}};
  images_open(&w->images, NULL);
  w->maker = (SvgMaker){.arena = w->troubles.arena, .images = &w->images, .where = "test"};
  w->maker.troubles = &w->troubles;
}

static void world_close(World *w)
{
  images_close(&w->images);
  vec_free(&w->troubles);
  arena_free(w->maker.arena);
}

static void attributes_that_could_do_something_are_refused(void **state)
{
  static const struct {
    const char *element, *name, *value;
  } bad[] = {
      {"rect", "onclick", "alert(1)"},
      {"rect", "ONLOAD", "alert(1)"},
      {"svg", "onBegin", "x()"},
      {"use", "href", "http://example.org/x.svg#y"},
      {"use", "xlink:href", "other.svg#y"},
      {"use", "HREF", "data:image/svg+xml;base64,PHN2Zz4="},
      {"image", "href", "javascript:alert(1)"},
      {"image", "href", " javascript:alert(1)"},
      {"image", "href", "http://example.org/x.png"},
      {"image", "href", "//example.org/x.png"},
      {"image", "href", "data:image/svg+xml;base64,PHN2Zz4="},
      {"image", "href", "data:text/html;base64,PHN2Zz4="},
      {"image", "href", "data:image/png,<svg>"},
      {"g", "href", "javascript:alert(1)"},
      {"rect", "src", "x"},
      {"rect", "fill", "url(http://example.org/#x)"},
      {"rect", "fill", "URL( 'http://example.org/#x' )"},
      {"rect", "fill", "url (http://example.org/)"},
      {"rect", "fill", "red, url(#a), url(//example.org/b)"},
      {"rect", "style", "background: u\\72l(http://example.org)"},
      {"rect", "style", "background: ur/**/l(http://example.org)"},
      {"rect", "style", "background: image-set('x' 1x)"},
      {"rect", "style", "width: expression(alert(1))"},
      {"rect", "style", "behavior: x"},
      {"animate", "attributeName", "href"},
      {"animate", "attributeName", "xlink:href"},
      {"animate", "attributeName", "onclick"},
      {"animateMotion", "attributeName", "onload"},
      {"animate", "attributeName", " href"},
      {"animate", "attributeName", "x:href"},
      {"animateTransform", "attributeName", "autofocus"},
      {"animate", "values", "url(#a);url(//example.org/)"},
      {"animate", "to", "javascript:alert(1)"},
      {"rect", "autofocus", ""},
      {"rect", "AutoFocus", "x"},
      {"rect", "style", "fill: attr(x); b: url(\"//example.org\")"},
      {"rect", "class", "a url(x)"},
      {"rect", "a b", "x"},
      {"rect", "", "x"},
      {"rect", "x>y", "x"},
      {"rect", "1x", "x"},
  };
  (void) state;
  World w;
  world_open(&w);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    uint32_t image;
    const char *why;
    bool good = svg_check(&w.maker, bad[i].element, bad[i].name, bad[i].value, &image, &why);
    if (good || !why) print_message("%s=\"%s\"\n", bad[i].name, bad[i].value);
    assert_false(good);
    assert_non_null(why);
  }
  world_close(&w);
}

static void attributes_that_draw_are_kept(void **state)
{
  static const struct {
    const char *element, *name, *value;
  } good[] = {
      {"rect", "fill", "url(#sky)"},     {"rect", "fill", "url( \"#sky\" ) red"},
      {"use", "xlink:href", "#part"},    {"textPath", "href", "#way"},
      {"rect", "style", "stroke: blue"}, {"text", "font-family", "'Noto Sans', serif"},
      {"animate", "attributeName", "x"}, {"image", "href", "data:image/png;base64,iVBORw0KGgo="},
      {"path", "d", "M0 0 L1,1 z"},
  };
  (void) state;
  World w;
  world_open(&w);
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    uint32_t image;
    const char *why;
    if (!svg_check(&w.maker, good[i].element, good[i].name, good[i].value, &image, &why))
      fail_msg("%s=\"%s\": %s", good[i].name, good[i].value, why ? why : "ignored");
  }
  world_close(&w);
}

static void elements_that_could_do_something_are_left_out(void **state)
{
  static const char text[] = "<svg "
                             "xmlns='http://www.w3.org/2000/svg'><script>1</script><SCRIPT/"
                             "><foreignObject><b/></foreignObject>"
                             "<a href='javascript:1'><rect id='r'/></a><iframe/><set "
                             "attributeName='href' to='x'/><feImage/>"
                             "<style>@import 'x';</style><style>a{b:u\\rl(x)}</style><style>a { "
                             "fill /* url(x) */ : red }</style>"
                             "<html:script xmlns:html='x'/></svg>";
  (void) state;
  World w;
  world_open(&w);
  const SvgNode *root = svg_read(&w.maker, text, strlen(text));
  assert_non_null(root);
  unsigned rects = 0, styles = 0;
  for (const SvgNode *node = root; node; node = svg_next(node, root)) {
    if (!node->name) {
      assert_string_equal(node->text, "a { fill  : red }");
      continue;
    }
    bool known = !strcmp(node->name, "svg") || !strcmp(node->name, "g");
    if (!strcmp(node->name, "rect")) rects++;
    else if (!strcmp(node->name, "style")) styles++;
    else assert_true(known);
    assert_null(svg_get(node, "href"));
  }
  assert_int_equal(rects, 1);
  assert_int_equal(styles, 3);
  world_close(&w);
}

/* However it is put together: a sheet says nothing bad, or there is none. */
static void sheets_are_checked_as_a_whole(void **state)
{
  static const char *const bad[] = {
      "@imp<g/>ort 'http://example.org/x.css';",
      "@imp<x:y xmlns:x='x'>z</x:y>ort 'x';",
      "@imp<metadata/>ort 'x';",
      "@imp<!-- z -->ort 'x';",
      "@imp<?x y?>ort 'x';",
      "@imp<![CDATA[ort 'x';]]>",
      "&#64;import 'x';",
      "&#x40;&#x69;mport 'x';",
      "<![CDATA[@import]]> 'x';",
      "a { fill: u<title/>rl(http://example.org/) }",
      "a { fill: u<desc>b</desc>rl(//example.org/) }",
      "a { fill: u/* <g/> */rl(//example.org/) }",
      "a { fill: url<style/>(//example.org/) }",
      ":ho<g/>st { position: fixed }",
      "@/**/import 'x';",
      "@im\\port 'x';",
      "@scope { :scope { position: fixed } }",
      ":where(:host-context(body)) { inset: 0 }",
  };
  (void) state;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    World w;
    world_open(&w);
    Text text = {0};
    text_printf(&text, "<svg><style>%s</style></svg>", bad[i]);
    const SvgNode *root = svg_read(&w.maker, text_string(&text), text.len);
    assert_non_null(root);
    assert_true(svg_is_style(root->first));
    if (root->first->first) fail_msg("%s became %s", bad[i], root->first->first->text);
    assert_true(w.troubles.len > 0);
    text_free(&text);
    world_close(&w);
  }
}

static void a_sheet_has_one_text_and_no_elements(void **state)
{
  static const char text[] = "<svg><style>a { x: <g>@import</g>y }</style><style>b { c: "
                             "<![CDATA[d]]><!-- e --> }</style></svg>";
  (void) state;
  World w;
  world_open(&w);
  SvgNode *root = svg_read(&w.maker, text, strlen(text));
  SvgNode *first = root->first, *second = root->last;
  assert_string_equal(first->first->text, "a { x: y }");
  assert_null(first->first->next);
  assert_string_equal(second->first->text, "b { c: d }");
  assert_null(second->first->next);
  assert_int_equal(w.troubles.len, 1); /* of <g> */
  svg_add_text(&w.maker, first, "z", 1);
  assert_null(first->first->next);
  assert_null(svg_add(&w.maker, first, "title"));
  assert_int_equal(w.troubles.len, 3);
  SvgNode *style = svg_add(&w.maker, root, "style");
  svg_add_text(&w.maker, style, "@import 'x'", strlen("@import 'x'"));
  assert_null(style->first);
  svg_add_text(&w.maker, style, "a { /* no */ }", strlen("a { /* no */ }"));
  assert_string_equal(style->first->text, "a {  }");
  world_close(&w);
}

static void what_is_no_picture_is_refused(void **state)
{
  static const char *const bad[] = {
      "",
      "<html/>",
      "<svg>",
      "<svg></svg><svg></svg>",
      "<!DOCTYPE svg [<!ENTITY x 'y'>]><svg>&x;</svg>",
      "<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><svg>&x;</svg>",
      "<svg>&unknown;</svg>",
  };
  (void) state;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    World w;
    world_open(&w);
    assert_null(svg_read(&w.maker, bad[i], strlen(bad[i])));
    assert_int_equal(w.troubles.len, 1);
    world_close(&w);
  }
}

static void markup_does_not_leave_its_element(void **state)
{
  static const char text[] = "<rect/></svg><svg><rect/>";
  (void) state;
  World w;
  world_open(&w);
  SvgNode *root = svg_add(&w.maker, NULL, "svg");
  assert_false(svg_read_into(&w.maker, root, text, strlen(text)));
  assert_null(root->first);
  assert_true(svg_read_into(&w.maker, root, "<g><rect/></g>x", 15));
  assert_string_equal(root->first->name, "g");
  assert_ptr_equal(root->first->parent, root);
  world_close(&w);
}

static void images_are_known_by_their_bytes(void **state)
{
  (void) state;
  assert_string_equal(images_type((const unsigned char *) "\x89PNG\r\n\x1a\nx", 9), "image/png");
  assert_string_equal(images_type((const unsigned char *) "GIF89ax", 7), "image/gif");
  assert_string_equal(images_type((const unsigned char *) "RIFFxxxxWEBPx", 13), "image/webp");
  assert_null(images_type((const unsigned char *) "<svg></svg>xxx", 14));
  assert_null(images_type((const unsigned char *) "GIF89a", 6));
  Text text = {0};
  base64_add(&text, (const unsigned char *) "Man", 3);
  base64_add(&text, (const unsigned char *) "Ma", 2);
  base64_add(&text, (const unsigned char *) "\xff", 1);
  assert_string_equal(text_string(&text), "TWFuTWE=/w==");
  text_free(&text);
}

int test_svg(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(attributes_that_could_do_something_are_refused),
      cmocka_unit_test(attributes_that_draw_are_kept),
      cmocka_unit_test(elements_that_could_do_something_are_left_out),
      cmocka_unit_test(sheets_are_checked_as_a_whole),
      cmocka_unit_test(a_sheet_has_one_text_and_no_elements),
      cmocka_unit_test(what_is_no_picture_is_refused),
      cmocka_unit_test(markup_does_not_leave_its_element),
      cmocka_unit_test(images_are_known_by_their_bytes),
  };
  return cmocka_run_group_tests_name("svg", tests, NULL, NULL);
}
