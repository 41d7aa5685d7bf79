#include "unit/groups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/external/external.h"
#include "engine/external/external_impl.h"
#include "session/session.h"

/* Calls of external functions in formulas, by text: what they are worth.  An expected
 * text that begins with ! is (the start of) a fault, with ? the cause of an unknown. */

static const char MACHINE[] =
    "MACHINE M(pp)\n"
    "CONSTRAINTS pp : 1..3\n"
    "DEFINITIONS\n"
    "  \"LibraryStrings.def\"; \"LibraryIO.def\"; \"CHOOSE.def\"; \"SORT.def\"; \"SCCS.def\";\n"
    "  \"LibraryMath.def\"; \"LibraryBits.def\"; \"LibraryReals.def\"; \"LibraryRegex.def\";\n"
    "  \"LibraryHash.def\"; \"LibraryMeta.def\"; \"LibraryProB.def\"; \"LibraryFiles.def\";\n"
    "  \"LibraryCSV.def\"; \"LibraryXML.def\"; \"LibrarySVG.def\";\n"
    "  SET_PREF_MAXINT == 7; SET_PREF_CLPFD == FALSE;\n"
    "  EXTERNAL_PREDICATE_KODKOD(T1,T2) == INTEGER*T1*T2*BOOL;\n"
    "  KODKOD(PID,LI,RI,B) == B=TRUE;\n"
    "  EXTERNAL_PREDICATE_KODKOD_SOLVE(T1,T2) == INTEGER*T1*T2;\n"
    "  KODKOD_SOLVE(PID,LI,RI) == (1=1);\n"
    "  EXTERNAL_PREDICATE_LESS(X) == X*X;\n"
    "  LESS(x,y) == (x/=y);\n"
    "  EXTERNAL_FUNCTION_UNSAT_CORE(T) == (POW(T)-->BOOL)*POW(T) --> POW(T);\n"
    "  UNSAT_CORE(f,s) == s;\n"
    "  EXTERNAL_FUNCTION_MAX_SAT(T) == (POW(T)-->BOOL)*POW(T) --> POW(T);\n"
    "  MAX_SAT(f,s) == s;\n"
    "  EXTERNAL_FUNCTION_REC_LET(A) == STRING*A --> A;\n"
    "  REC_LET(f,b) == b;\n"
    "  EXTERNAL_FUNCTION_REC(A,B) == STRING*A --> B;\n"
    "  REC(f,x) == ({}(x));\n"
    "  EXTERNAL_PREDICATE_MY_HINT(A) == A;\n"
    "  MY_HINT(a) == (1=1);\n"
    "  EXTERNAL_FUNCTION_MY_COPY(A) == INTEGER*A --> A;\n"
    "  MY_COPY(i,a) == a;\n"
    "  EXTERNAL_FUNCTION_MY_SECRET(A) == A --> INTEGER;\n"
    "  MY_SECRET(a) == 0;\n"
    "  EXTERNAL_FUNCTION_ASIN == INTEGER --> INTEGER;\n"
    "  ASIN(x) == 0\n"
    "SETS COLOUR = {aa,bb,cc}; DEF\n"
    "CONSTANTS sort\n"
    "PROPERTIES sort = REC_LET(\"sort\", %x.(x:POW(INTEGER) | IF x={} THEN [] ELSE\n"
    "  REC(\"sort\",x-{max(x)}) <- max(x) END))\n"
    "VARIABLES vv\n"
    "INVARIANT vv:NATURAL\n"
    "INITIALISATION vv:=0\n"
    "OPERATIONS inc = skip\n"
    "END\n";

/* Older declarations, as models have them. */
static const char OLD_MACHINE[] =
    "MACHINE M\n"
    "DEFINITIONS\n"
    "  EXTERNAL_PREDICATE_printf(T) == STRING*T; printf(f,a) == (1=1);\n"
    "  EXTERNAL_FUNCTION_FORMAT_TO_STRING(T) == STRING*T --> STRING;\n"
    "  FORMAT_TO_STRING(f,a) == \"\";\n"
    "  EXTERNAL_FUNCTION_SORT(X) == POW(X) --> POW(INTEGER*X);\n"
    "  SORT(X) == [];\n"
    "  EXTERNAL_FUNCTION_STRING_LENGTH == STRING --> STRING;\n"
    "  STRING_LENGTH(s) == \"\"\n"
    "END\n";

typedef struct {
  Session *session;
  Model *model;
  Engine *engine;
  Reference *reference;
  char folder[60];
} World;

static void write_text(const World *w, const char *name, const char *text)
{
  char path[200];
  snprintf(path, sizeof path, "%s/%s", w->folder, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
  fclose(file);
}

static World *world_new(const char *machine)
{
  World *w = calloc(1, sizeof *w);
  strcpy(w->folder, "/tmp/probity-external-XXXXXX");
  assert_non_null(mkdtemp(w->folder));
  write_text(w, "M.mch", machine);
  char path[200];
  snprintf(path, sizeof path, "%s/M.mch", w->folder);
  const char *error = NULL;
  w->session = session_new();
  const Source *source = session_read(w->session, path, &error);
  assert_non_null(source);
  w->model = session_load(w->session, source);
  Diags *diags = session_diags(w->session);
  for (uint32_t i = 0; i < diags_count(diags); i++)
    print_message("%s\n", diags_get(diags, i)->message);
  assert_int_equal(diags_errors(diags), 0);
  w->engine = engine_new(session_names(w->session), w->model, NULL, 0);
  external_install(w->engine);
  w->reference = reference_new(w->engine);
  return w;
}

static void world_free(World *w)
{
  char command[100];
  snprintf(command, sizeof command, "rm -r %s", w->folder);
  assert_int_equal(system(command), 0);
  reference_free(w->reference);
  engine_free(w->engine);
  session_free(w->session);
  free(w);
}

static const char *engine_answer(World *w, Value v, const Node *node)
{
  Arena *arena = w->engine->arena;
  if (value_same(v, VALUE_FAULT)) return arena_printf(arena, "!%s", w->engine->fault.message);
  if (value_is_none(v)) return arena_printf(arena, "?%s", w->engine->cause);
  return engine_text(w->engine, engine_shape(w->engine, node->type), v);
}

static const char *answer(World *w, const char *formula)
{
  const Source *source = session_text(w->session, "formula", formula);
  Formula *f = session_formula(w->session, w->model, source, FORMULA_EXPR_OR_PRED);
  Diags *diags = session_diags(w->session);
  if (diags_errors(diags)) return diags_get(diags, diags_count(diags) - 1)->message;
  if (f->node->type) return engine_answer(w, reference_value(w->reference, f->node), f->node);
  Truth t = reference_truth(w->reference, f->node);
  if (t == TRUTH_FAULT) return engine_answer(w, VALUE_FAULT, f->node);
  if (t == TRUTH_UNKNOWN) return engine_answer(w, VALUE_UNKNOWN, f->node);
  return t == TRUTH_TRUE ? "TRUE" : "FALSE";
}

static bool is_worth(World *w, const char *formula, const char *expected)
{
  const char *found = answer(w, formula);
  bool partly = *expected == '!' || *expected == '?';
  bool right = partly ? !strncmp(found, expected, strlen(expected)) : !strcmp(found, expected);
  if (!right) print_error("%s\n  is       %s\n  but not  %s\n", formula, found, expected);
  return right;
}

static void check(World *w, const char *formula, const char *expected)
{
  assert_true(is_worth(w, formula, expected));
}

typedef struct {
  const char *formula, *expected;
} Case;

static void check_all(void **state, const Case *cases, size_t count)
{
  size_t wrong = 0;
  for (size_t i = 0; i < count; i++)
    wrong += !is_worth(*state, cases[i].formula, cases[i].expected);
  assert_int_equal(wrong, 0);
}
#define CHECK_ALL(state, cases) check_all((state), (cases), sizeof(cases) / sizeof *(cases))

static int set_up(void **state)
{
  *state = world_new(MACHINE);
  return 0;
}

static int set_up_old(void **state)
{
  *state = world_new(OLD_MACHINE);
  return 0;
}

static int tear_down(void **state)
{
  world_free(*state);
  return 0;
}

/* ---- the table */

static void table_is_sorted(void **state)
{
  (void) state;
  for (uint32_t i = 1; i < external_count; i++)
    assert_true(strcmp(externals[i - 1].name, externals[i].name) < 0);
  assert_true(external_is_known("printf"));
  assert_false(external_is_known("printf1"));
}

/* Whatever the bundled files declare has a meaning that fits the declaration. */
static void bundled_declarations_are_known(void **state)
{
  World *w = *state;
  const Map *all = &w->model->main->externals;
  uint32_t count = 0;
  for (uint32_t i = 0; i < all->capacity; i++) {
    if (!all->keys[i] || !strncmp(all->keys[i]->text, "MY_", 3) ||
        !strcmp(all->keys[i]->text, "ASIN"))
      continue;
    if (!external_is_known(all->keys[i]->text)) print_error("%s\n", all->keys[i]->text);
    assert_true(external_is_known(all->keys[i]->text));
    count++;
  }
  assert_true(count > 200);
}

static void undeclared_meanings(void **state)
{
  static const Case cases[] = {
      {"MY_HINT(1)", "TRUE"},
      {"MY_COPY(1,{2})", "{2}"},
      {"MY_SECRET(1)", "?unknown external function MY_SECRET"},
      {"ASIN(1)", "?unknown external function ASIN"},
  };
  CHECK_ALL(state, cases);
}

static void older_declarations(void **state)
{
  static const Case cases[] = {
      {"FORMAT_TO_STRING(\"~w\",{1})", "\"{1}\""},
      {"FORMAT_TO_STRING(\"~w\",[1,2])", "\"[1,2]\""},
      {"FORMAT_TO_STRING(\"~w+~w\",[1,2])", "\"1+2\""},
      {"SORT({3,1})", "{(1|->1),(2|->3)}"},
      {"STRING_LENGTH(\"a\")", "?the external function STRING_LENGTH is declared with wrong types"},
      {"printf(\"\",2)", "TRUE"},
  };
  CHECK_ALL(state, cases);
}

/* ---- strings */

static void strings(void **state)
{
  static const Case cases[] = {
      {"STRING_LENGTH(\"abc\")", "3"},
      {"STRING_LENGTH(\"äé€\")", "3"},
      {"STRING_LENGTH(\"\")", "0"},
      {"STRING_APPEND(\"abc\",\"\")", "\"abc\""},
      {"STRING_APPEND(\"ä\",\"b\")", "\"äb\""},
      {"STRING_CONC([\"a\",\"b\"])", "\"ab\""},
      {"STRING_CONC([])", "\"\""},
      {"STRING_REV(\"aäb\")", "\"bäa\""},
      {"STRING_SPLIT(\"filename.ext\",\".\")", "{(1|->\"filename\"),(2|->\"ext\")}"},
      {"STRING_SPLIT(\"/usr/lib\",\"/\") = [\"\",\"usr\",\"lib\"]", "TRUE"},
      {"STRING_SPLIT(\"/\",\"/\") = [\"\",\"\"]", "TRUE"},
      {"STRING_SPLIT(\"abcabc\",\"bc\") = [\"a\",\"a\",\"\"]", "TRUE"},
      {"STRING_SPLIT(\"\",\".\") = [\"\"]", "TRUE"},
      {"STRING_SPLIT(\"a/b\",\"\") = [\"a/b\"]", "TRUE"},
      {"STRING_SPLIT(\"usr/local/lib\",\"cal\") = [\"usr/lo\",\"/lib\"]", "TRUE"},
      {"STRING_JOIN([\"usr\",\"lib\"],\"/\")", "\"usr/lib\""},
      {"STRING_JOIN([],\"/\")", "\"\""},
      {"STRING_JOIN({2|->\"a\"},\"/\")", "!STRING_JOIN: this is not a sequence"},
      {"STRING_CHARS(\"\")", "{}"},
      {"STRING_CHARS(\"aä\") = [\"a\",\"ä\"]", "TRUE"},
      {"STRING_CODES(\"AZ ä\") = [65,90,32,228]", "TRUE"},
      {"CODES_TO_STRING([65,66,228])", "\"ABä\""},
      {"CODES_TO_STRING([-1])", "!CODES_TO_STRING: -1 is not a character code"},
      {"CODES_TO_STRING([55296])", "!CODES_TO_STRING"},
      {"STRING_TO_UPPER(\"az-AZ-09-äàöù-ÄÖ\")", "\"AZ-AZ-09-AAOU-AO\""},
      {"STRING_TO_UPPER(\"aàäéèêîçô\")", "\"AAAEEEICO\""},
      {"STRING_TO_LOWER(\"ÄÖÀÇÎÉ\")", "\"aoacie\""},
      {"STRING_TO_LOWER(\"\")", "\"\""},
      {"STRING_EQUAL_CASE_INSENSITIVE(\"aàäéèêîçô\",\"AaAEeEicO\")", "TRUE"},
      {"STRING_EQUAL_CASE_INSENSITIVE(\"ä\",\"ö\")", "FALSE"},
      {"GET_STRING_EQUAL_CASE_INSENSITIVE(\"\",\"a\")", "FALSE"},
      {"SUB_STRING(\"abcdefg\",1,3)", "\"abc\""},
      {"SUB_STRING(\"äbcdefg\",2,2)", "\"bc\""},
      {"SUB_STRING(\"abcdefg\",1,2**100)", "\"abcdefg\""},
      {"SUB_STRING(\"abcdefg\",3,0)", "\"\""},
      {"SUB_STRING(\"abcdefg\",11,3)", "\"\""},
      {"SUB_STRING(\"abcdefg\",0,3)", "!SUB_STRING: the first position is 1"},
      {"STRING_PADLEFT(\"abc\",5,\"-\")", "\"--abc\""},
      {"STRING_PADLEFT(\"abc\",4,\"ä\")", "\"äabc\""},
      {"STRING_PADLEFT(\"abc\",0,\"0\")", "\"abc\""},
      {"STRING_PADLEFT(\"abc\",9,\"\")",
       "!STRING_PADLEFT: the third argument must be one character"},
      {"STRING_PADLEFT(\"abc\",10**10,\"0\")", "?a number is too large for a library function"},
      {"STRING_REPLACE(\"ab%0cd%0\",\"%0\",\"_s_\")", "\"ab_s_cd_s_\""},
      {"STRING_REPLACE(\"ab%0cd%0\",\"%0\",\"\")", "\"abcd\""},
      {"STRING_REPLACE(\"\",\"0\",\"1\")", "\"\""},
      {"STRING_CONTAINS_STRING(\"b0a\",\"0a\")", "TRUE"},
      {"STRING_CONTAINS_STRING(\"\",\"\")", "TRUE"},
      {"STRING_CONTAINS_STRING(\"\",\"zer\")", "FALSE"},
  };
  CHECK_ALL(state, cases);
}

static void numbers_in_strings(void **state)
{
  static const Case cases[] = {
      {"STRING_IS_INT(\" - 1204\") & STRING_IS_INT(\"-0\") & STRING_IS_INT(\"00002\")", "TRUE"},
      {"STRING_IS_INT(\"1.1\") or STRING_IS_INT(\"a5b\") or STRING_IS_INT(\"\")", "FALSE"},
      {"GET_STRING_IS_INT(\"-\")", "FALSE"},
      {"STRING_TO_INT(\" - 00001\")", "-1"},
      {"STRING_TO_INT(\"1000000000000000000000000000\") = 10**27", "TRUE"},
      {"STRING_TO_INT(\"x\")", "!STRING_TO_INT: \"x\" is not an integer"},
      {"STRING_IS_NUMBER(\"1\") & STRING_IS_NUMBER(\"-1.5\")", "TRUE"},
      {"STRING_IS_NUMBER(\"1.5.\")", "FALSE"},
      {"STRING_IS_DECIMAL(\"1.0\") & STRING_IS_DECIMAL(\"-0.0\") & STRING_IS_DECIMAL(\"01.10\")",
       "TRUE"},
      {"STRING_IS_DECIMAL(\"1\") or STRING_IS_DECIMAL(\".1\") or STRING_IS_DECIMAL(\"1.\")",
       "FALSE"},
      {"STRING_IS_ALPHANUMERIC(\"aZ9\")", "TRUE"},
      {"STRING_IS_ALPHANUMERIC(\"\") or STRING_IS_ALPHANUMERIC(\"ä\")", "FALSE"},
      {"INT_TO_STRING(-1024)", "\"-1024\""},
      {"DEC_STRING_TO_INT(\"1024\",2)", "102400"},
      {"DEC_STRING_TO_INT(\"1025\",-1)", "103"},
      {"DEC_STRING_TO_INT(\" -1025\",-1)", "-103"},
      {"DEC_STRING_TO_INT(\"1024.234\",2)", "102423"},
      {"DEC_STRING_TO_INT(\"44.9\",-1)", "4"},
      {"DEC_STRING_TO_INT(\"-57.9\",-1)", "-6"},
      {"DEC_STRING_TO_INT(\"234\",-5)", "0"},
      {"DEC_STRING_TO_INT(\"3.03\",6)", "3030000"},
      {"DEC_STRING_TO_INT(\"1024\",100) = 1024*10**100", "TRUE"},
      {"DEC_STRING_TO_INT(\"x\",1)", "!DEC_STRING_TO_INT: \"x\" is not a number"},
      {"INT_TO_DEC_STRING(1204,2)", "\"12.04\""},
      {"INT_TO_DEC_STRING(-1204,3)", "\"-1.204\""},
      {"INT_TO_DEC_STRING(0,2)", "\"0.00\""},
      {"INT_TO_DEC_STRING(1,10**20)", "?a number is too large for a library function"},
      {"INT_TO_DEC_STRING(-10,3)", "\"-0.010\""},
      {"INT_TO_DEC_STRING(3,6)", "\"0.000003\""},
      {"INT_TO_DEC_STRING(-156,0)", "\"-156\""},
      {"INT_TO_DEC_STRING(1204,-2)", "\"120400\""},
      {"INT_TO_HEX_STRING(254)", "\"fe\""},
      {"INT_TO_HEX_STRING(-254)", "\"-fe\""},
      {"INT_TO_HEX_STRING(2**100-1)", "\"fffffffffffffffffffffffff\""},
      {"REAL_TO_DEC_STRING(3.14159,2)", "\"3.14\""},
      {"STRING_TO_REAL(\"1.5\")", "1.5"},
      {"STRING_TO_REAL(\"nan\")", "!STRING_TO_REAL: \"nan\" is not a number"},
  };
  CHECK_ALL(state, cases);
}

static void values_as_text(void **state)
{
  static const Case cases[] = {
      {"TO_STRING(1024)", "\"1024\""},
      {"TO_STRING(\"1024\")", "\"1024\""},
      {"TO_STRING({2,3,5})", "\"{2,3,5}\""},
      {"TO_STRING((TRUE,3,{11|->rec(a:22,b:33)}))", "\"(TRUE|->3|->{(11|->rec(a:22,b:33))})\""},
      {"TO_STRING({aa,cc})", "\"{aa,cc}\""},
      {"STRINGIFY(dom({1|->2}))", "\"dom({1 |-> 2})\""},
      {"STRINGIFY(\"abc\")", "\"\\\"abc\\\"\""},
      {"STRINGIFY(1/0)", "!division by zero"},
      {"FORMAT_TO_STRING(\"2 to the 10 = ~w\",[2**10])", "\"2 to the 10 = 1024\""},
      {"FORMAT_TO_STRING(\"~w and ~w\",[1..2,2..1])", "\"{1,2} and {}\""},
      {"FORMAT_TO_STRING(\"~i~w~~~2n.~N~N.~n\",[1,2])", "\"2~\\n\\n.\\n.\\n\""},
      {"FORMAT_TO_STRING(\"~w\",[\"a b\"])", "\"a b\""},
      {"FORMAT_TO_STRING(\"none\",[])", "\"none\""},
      {"FORMAT_TO_STRING(\"~w\",[1,2])", "!FORMAT_TO_STRING: the number of values"},
      {"FORMAT_TO_STRING(\"~w~w\",[1])", "!FORMAT_TO_STRING: the number of values"},
      {"FORMAT_TO_STRING(\"~w\",[NATURAL])", "?an infinite set cannot be enumerated"},
      {"TO_STRING(NATURAL)", "?an infinite set cannot be enumerated"},
      {"STRING_TO_ENUM(\"bb\") = bb", "TRUE"},
      {"STRING_TO_ENUM(\"bb\")", "!STRING_TO_ENUM: the type of the result is unknown"},
      {"STRING_TO_ENUM(\"TRUE\") = TRUE", "TRUE"},
      {"STRING_TO_ENUM(\"DEF2\") : DEF", "TRUE"},
      {"STRING_TO_ENUM(\"xx\") = bb", "!STRING_TO_ENUM: there is no element xx"},
      {"TYPED_STRING_TO_ENUM(COLOUR,\"cc\")", "cc"},
      {"TYPED_STRING_TO_ENUM({aa},\"cc\")", "!TYPED_STRING_TO_ENUM: cc is not in the set"},
      {"printf(\"\",[1])", "TRUE"},
      {"vprintf(\"\",[1]) = [1]", "TRUE"},
      {"print1(1/0)", "!division by zero"},
  };
  CHECK_ALL(state, cases);
}

/* ---- sets */

static void sets(void **state)
{
  static const Case cases[] = {
      {"CHOOSE(1..3)", "1"},
      {"CHOOSE({\"a\",\"b\"})", "\"a\""},
      {"CHOOSE(NATURAL)", "0"},
      {"CHOOSE(INTEGER)", "0"},
      {"CHOOSE(NATURAL1)", "1"},
      {"CHOOSE(POW(INTEGER))", "{}"},
      {"CHOOSE(STRING)", "\"\""},
      {"CHOOSE({x|x:NATURAL & x>5 & x<9})", "6"},
      {"CHOOSE({bb,cc})", "bb"},
      {"CHOOSE({x|x:1..3 & x>5})", "!CHOOSE: the set is empty"},
      {"MU({2})+MU({x|x>0 & x<2})", "3"},
      {"MU({x|x:1..3 & x>5})", "!MU: the set is empty"},
      {"MU(1..2)", "!MU: the set has more than one element: {1,2}"},
      {"MU_WD({cc})", "cc"},
      {"SORT({9,6,27}) = [6,9,27]", "TRUE"},
      {"SORT({\"ab\",\"a\",\"b\",\"10\",\"1\",\"2\"}) = [\"1\",\"10\",\"2\",\"a\",\"ab\",\"b\"]",
       "TRUE"},
      {"SORT({(\"a\"|->1),(\"b\"|->0),(\"a\"|->0)}) = [(\"a\"|->0),(\"a\"|->1),(\"b\"|->0)]",
       "TRUE"},
      {"SORT({x|x:1..3 & x>5})", "{}"},
      {"SQUASH({0|->\"a\",100|->\"c\",4|->\"b\"}) = [\"a\",\"b\",\"c\"]", "TRUE"},
      {"REPLACE([1,1],[2],[1,1,1,3]) = {[2,1,3],[1,2,3]}", "TRUE"},
      {"REPLACE([7],[2],[1])", "{}"},
      {"SCCS({1|->2,2|->1,2|->3,3|->4,4|->3,3|->5}) = {{1,2},{3,4}}", "TRUE"},
      {"SCCS({aa|->aa,aa|->bb}) = {{aa}}", "TRUE"},
      {"CLOSURE1({1|->2,2|->3}) = {1|->2,2|->3,1|->3}", "TRUE"},
      {"MAXIMIZE({aa,cc,bb})", "cc"},
      {"LESS(1,2) & LESS({1},{2}) & not(LESS(aa,aa))", "TRUE"},
      {"LEQ_SYM(aa,aa) & not(LEQ_SYM(cc,aa))", "TRUE"},
      {"UNSAT_CORE(%s.(s:POW(1..4)|bool(not({2,4}<:s))),1..4)", "{2,4}"},
      {"UNSAT_CORE(%s.(s:POW(1..4)|TRUE),1..4)", "!UNSAT_CORE: the function is TRUE"},
      {"MAX_SAT(%s.(s:POW(1..4)|bool(not({2,4}<:s))),1..4)", "{1,2,3}"},
      {"MAX_SAT(%s.(s:POW(1..4)|FALSE),1..4)", "!MAX_SAT: the function is FALSE"},
  };
  CHECK_ALL(state, cases);
}

static void checks_and_hints(void **state)
{
  static const Case cases[] = {
      {"ASSERT_TRUE(bool(2>1),\"err\")", "TRUE"},
      {"ASSERT_TRUE(bool(2<1),\"not less\")", "!not less 2 < 1"},
      {"1+ASSERT_EXPR(bool(2>1),\"err\",3)", "4"},
      {"ASSERT_EXPR(bool(0>0),\"arg not positive\",1/0)", "!arg not positive 0 > 0"},
      {"FORCE({x|x:NATURAL & x<3})", "{0,1,2}"},
      {"COPY(1) = ENUM(1)", "TRUE"},
      {"DO_NOT_ENUMERATE(1/0) & MAXIMIZE_EXPR(1) & MINIMIZE_EXPR(2) & observe(3)", "TRUE"},
      {"TO_INT(bb) + TO_INT(10) + TO_INT(\"100\")", "112"},
      {"TO_INT({1})", "!TO_INT: {1} has no number"},
      {"INT_TO_ENUM(COLOUR,3)", "cc"},
      {"INT_TO_ENUM(COLOUR,4)", "!INT_TO_ENUM: argument 2 is 4, but must be in 1..3"},
      {"KODKOD(1,2,3,bool(1=1)) & KODKOD_SOLVE(1,2,3)", "TRUE"},
      {"KODKOD(1,2,3,bool(1=2))", "FALSE"},
      {"REC(\"sort\",{2,3,1,4}) = [1,2,3,4]", "TRUE"},
      {"REC(\"none\",1) = 1", "!REC: there is no REC_LET for \"none\""},
      {"RECALL_VALUE(\"a\") = 1", "?RECALL_VALUE depends on earlier calls"},
      {"ENABLED(\"inc\")", "?ENABLED needs the state space"},
  };
  CHECK_ALL(state, cases);
}

/* ---- numbers */

static void mathematics(void **state)
{
  static const Case cases[] = {
      {"(COS(314),SIN(314),COS(157))", "(-100|->0|->0)"},
      {"(TAN(200),TAN(614))", "(-219|->-14)"},
      {"(TANx(1000,2000),TANx(10000,61400))", "(-2185|->-1442)"},
      {"(SINx(1000,0),COSx(1000,0))", "(0|->1000)"},
      {"SINx(0,1)", "!SINx: the multiplier must not be 0"},
      {"(LOGx(1,2,1024),LOGx(100,200,900),LOGx(10000,20000,90000))", "(10|->317|->31699)"},
      {"LOGx(1,2,0)", "!LOGx: the argument must be positive"},
      {"LOGx(1,0,2)", "!LOGx: the base must be positive"},
      {"(GCD(10,22),GCD(500,30),GCD(-10,-15))", "(2|->10|->5)"},
      {"(LCM(4,10),LCM(3,2),LCM(4,2))", "(20|->6|->4)"},
      {"(MSB(1024),MSB(1025),MSB(2**200))", "(10|->10|->200)"},
      {"MSB(0)", "!MSB: the argument must be positive"},
      {"(ABS(-3),ABS(3),SIGN(-7),SIGN(0),SIGN(2**70))", "(3|->3|->-1|->0|->1)"},
      {"(FDIV(-1,4),FDIV(3,2),CDIV(3,2),CDIV(4,2),CDIV(-3,-2))", "(-1|->1|->2|->2|->2)"},
      {"FDIV(1,0)", "!FDIV: division by zero"},
      {"(SQRT(100),SQRT(101))", "(10|->10)"},
      {"SQRT(10**60) = 10**30", "TRUE"},
      {"SQRT(-1)", "!SQRT: the argument must not be negative"},
      {"(FACTORIAL(0),FACTORIAL(5))", "(1|->120)"},
      {"FACTORIAL(-1)", "!FACTORIAL: the argument must not be negative"},
      {"(BNOT(0),BNOT(-5),BAND(12,10),BOR(12,10),BXOR(12,10))", "(-1|->4|->8|->14|->6)"},
      {"(BAND(-1,2**80)=2**80) <=> TRUE=TRUE", "TRUE"},
      {"(BLSHIFT(16,2),BRSHIFT(16,2),BRSHIFT(-5,1),BLSHIFT(16,-2))", "(64|->4|->-3|->4)"},
      {"BRSHIFT(-5,2**70)", "-1"},
      {"BLSHIFT(1,2**70)", "?the integer is too large"},
  };
  CHECK_ALL(state, cases);
}

static void reals(void **state)
{
  static const Case cases[] = {
      {"RSQRT(2.0)", "1.4142135623730951"},
      {"RSQRT(-2.0)", "!RSQRT: the result is not a real number"},
      {"RSIN(2.0*RPI)", "-2.4492935982947064E-16"},
      {"(RSIGN(-2.2),RSIGN(0.0),RABS(-2.2))", "(-1.0|->0.0|->2.2)"},
      {"(RLOG(2.0,1024.0),RLOGe(REULER))", "(10.0|->1.0)"},
      {"RLOGe(0.0)", "!RLOGe: the result is not a real number"},
      {"(RADD(1.5,2.0),RSUB(1.5,2.0),RMUL(1.5,2.0),RDIV(1.5,2.0))", "(3.5|->-0.5|->3.0|->0.75)"},
      {"RDIV(1.0,0.0)", "!RDIV: division by zero"},
      {"(RMAX(1.5,2.0),RMIN(1.5,2.0),RPOW(2.0,0.5))", "(2.0|->1.5|->1.4142135623730951)"},
      {"(RFRACTION(2.5),RINTEGER(-2.5),ROUND(2.5),ROUND(-2.5))", "(0.5|->-2.0|->3|->-3)"},
      {"(RZERO,RONE,RCOS(0.0),REXP(0.0),RATAN(0.0),RASIN(0.0))",
       "(0.0|->1.0|->1.0|->1.0|->0.0|->0.0)"},
      {"(RADIANS(180.0)=RPI) <=> (DEGREE(RPI)=180.0)", "TRUE"},
      {"RLEQ(1.0,1.0) & RGEQ(1.0,1.0) & RLT(1.0,2.0) & RGT(2.0,1.0) & REQ(1.0,1.0)", "TRUE"},
      {"RNEQ(1.0,1.0)", "FALSE"},
      {"(RMAXIMUM({1.5,-3.0}),RMINIMUM({1.5,-3.0}))", "(1.5|->-3.0)"},
      {"RMAXIMUM({x|x:{1.0} & x>2.0})", "!RMAXIMUM: the set is empty"},
      {"RSINH(0.0)+RCOSH(0.0)+RTANH(0.0)+RACOSH(1.0)+RASINH(0.0)+RATANH(0.0)", "1.0"},
      {"RACOS(2.0)", "!RACOS: the result is not a real number"},
      {"RCOT(0.0)", "!RCOT: the result is not a real number"},
      {"RTAN(RATAN(0.5)) < 0.51 & RCOT(RACOT(0.5)) < 0.51 & RCOTH(RACOTH(2.0)) < 2.01", "TRUE"},
  };
  CHECK_ALL(state, cases);
}

static void random_values(void **state)
{
  static const Case cases[] = {
      {"RANDOM(1,3) : 1..2", "TRUE"},
      {"RANDOM(1,2**100) : 1..2**100", "TRUE"},
      {"RANDOM(1,1000000) = RANDOM(1,1000000)", "TRUE"},
      {"card({x,y|x:1..20 & y=RANDOM(1,100)}) = 20", "TRUE"},
      {"card({y|#x.(x:1..200 & y=RANDOM(x,x+1000)-x)}) > 100", "TRUE"},
      {"RANDOM(3,3)", "!RANDOM: no number is at least 3 and below 3"},
      {"random_element(1..9) : 1..9", "TRUE"},
      {"random_element({x|x:1..3 & x>5})", "!random_element: the set is empty"},
      {"random_subset(1..9) <: 1..9", "TRUE"},
      {"ran(random_ordering(1..9)) = 1..9", "TRUE"},
      {"random_permutation([1,2,2]) : {[1,2,2],[2,1,2],[2,2,1]}", "TRUE"},
      {"(random_numset(1,1,1,4),random_numset(0,1,1,4))", "({1,2,3,4}|->{})"},
      {"random_numset(1,2,1,9) <: 1..9", "TRUE"},
      {"NORMAL(5,0)", "5"},
      {"RNORMAL(5.0,0.0)", "5.0"},
      {"RAND(1.0,2.0) >= 1.0 & RAND(1.0,2.0) < 2.0", "TRUE"},
      {"HASH({1,2}) = HASH(1..2) & HASH({1,2}) /= HASH({1,3}) & HASH(\"a\") : NATURAL", "TRUE"},
      {"size(SHA_HASH(\"a\")) = 20 & ran(SHA_HASH(\"a\")) <: 0..255", "TRUE"},
      {"STRING_LENGTH(SHA_HASH_HEX({aa})) = 40 & SHA_HASH_HEX({1,2}) = SHA_HASH_HEX(1..2)", "TRUE"},
      {"SHA_HASH_HEX(1) = SHA_HASH_HEX(2)", "FALSE"},
  };
  CHECK_ALL(state, cases);
}

/* ---- regular expressions */

static void regular_expressions(void **state)
{
  static const Case cases[] = {
      {"REGEX_MATCH(\"abc\",\"[a-z]+\") & REGEX_MATCH(\"äbc\",\"...\")", "TRUE"},
      {"REGEX_MATCH(\"abc1\",\"[a-z]+\")", "FALSE"},
      {"REGEX_MATCH(\"é\",\"[[:alpha:]]\") & REGEX_IMATCH(\"ABC\",\"[a-z]+\")", "TRUE"},
      {"REGEX_MATCH(\"aba\",\"(a)b\\1\") & REGEX_MATCH(\"ä\",\"\\u00e4\")", "TRUE"},
      {"IS_REGEX(\"ab[0-9]\") & IS_REGEX(\"(?:a)(?=b)(?!c)b*?\") & IS_REGEX(\"[[:digit:]\\]]\")",
       "TRUE"},
      {"IS_REGEX(\"ab[0-9\") or IS_REGEX(\"(?<=:)a\") or IS_REGEX(\"a*+\") or IS_REGEX(\"\\Qa\")",
       "FALSE"},
      {"IS_REGEX(\"(?<n>a)\") or IS_REGEX(\"(a\") or IS_REGEX(\"*\") or IS_REGEX(\"(?i)a\")",
       "FALSE"},
      {"GET_IS_REGEX(\"a\\\\\")", "FALSE"},
      {"REGEX_MATCH(\"a\",\"(?<=:)a\")",
       "!REGEX_MATCH: \"(?<=:)a\" is not a valid regular expression"},
      {"REGEX_REPLACE(\"a01b23c4d56\",\"[0-9]+\",\"NUM\")", "\"aNUMbNUMcNUMdNUM\""},
      {"REGEX_REPLACE(\"1abd00abc2\",\"([a-z]+).*?([a-z]+)\",\"<<$2$1>>\")", "\"1<<abcabd>>2\""},
      {"REGEX_REPLACE(\"ab12cd34\",\"[0-9]+\",\"($0)\")", "\"ab(12)cd(34)\""},
      {"REGEX_REPLACE(\"äb\",\"x*\",\"-\")", "\"-ä-b-\""},
      {"REGEX_REPLACE(\"a\",\"a\",\"$$$9\")", "\"$\""},
      {"REGEX_IREPLACE(\"aA\",\"a\",\"b\")", "\"bb\""},
      {"REGEX_SEARCH_STR(\"abcdef000234daf\",\"[1-9][0-9]*\")", "\"234\""},
      {"REGEX_SEARCH_STR(\"abc\",\"[1-9]\")", "\"\""},
      {"REGEX_ISEARCH_STR(\"abC\",\"c\")", "\"C\""},
      {"REGEX_SEARCH(\"abcdef000234daf\",7,\"[[:alpha:]]+\")",
       "rec(length:3,position:13,string:\"daf\",submatches:{})"},
      {"REGEX_SEARCH(\"abcdef000234daf\",1,\"([1-9])([0-9]*)\")",
       "rec(length:3,position:10,string:\"234\",submatches:{(1|->\"2\"),(2|->\"34\")})"},
      {"REGEX_SEARCH(\"abc-äéà-123\",1,\"[äüéèà]+\")",
       "rec(length:3,position:5,string:\"äéà\",submatches:{})"},
      {"REGEX_SEARCH(\"abc\",9,\"a\")", "rec(length:-1,position:-1,string:\"\",submatches:{})"},
      {"REGEX_ISEARCH(\"xA\",1,\"a\")", "rec(length:1,position:2,string:\"A\",submatches:{})"},
      {"REGEX_SEARCH(\"abc\",0,\"a\")", "!REGEX_SEARCH: argument 2 is 0"},
      {"REGEX_SEARCH_ALL(\"abcdef000234daf567\",\"([1-9])([0-9]*)\") = [\"234\",\"567\"]", "TRUE"},
      {"REGEX_SEARCH_ALL(\"10234\",\"\\d{1,3}\") = [\"102\",\"34\"]", "TRUE"},
      {"REGEX_SEARCH_ALL(\"abc\",\"\\d\")", "{}"},
      {"REGEX_ISEARCH_ALL(\"aA\",\"a\") = [\"a\",\"A\"]", "TRUE"},
      {"REGEX_MATCH(\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\",\"((a|aa)+)+b\")",
       "FALSE"},
  };
  CHECK_ALL(state, cases);
}

/* ---- files */

static void files(void **state)
{
  World *w = *state;
  char folder[100];
  snprintf(folder, sizeof folder, "%s/sub", w->folder);
  assert_int_equal(mkdir(folder, 0700), 0);
  write_text(w, "a.txt", "one\r\ntwo\n\nlast \xFF");
  static const Case cases[] = {
      {"FILES(\".\") = {\"a.txt\",\"M.mch\"}", "TRUE"},
      {"DIRECTORIES(\".\") = {\"sub\"} & FILES(\"sub\") = {}", "TRUE"},
      {"card(FULL_FILES(\".\")) = 2 & FULL_FILES(\".\") /\\ FILES(\".\") = {}", "TRUE"},
      {"card(FULL_DIRECTORIES(\".\")) = 1", "TRUE"},
      {"FILES(\"none\")", "!FILES: none: No such file or directory"},
      {"FILE_EXISTS(\"a.txt\") & not(FILE_EXISTS(\"sub\")) & not(FILE_EXISTS(\"b.txt\"))", "TRUE"},
      {"DIRECTORY_EXISTS(\"sub\") & not(DIRECTORY_EXISTS(\"a.txt\"))", "TRUE"},
      {"GET_FILE_EXISTS(\"a.txt\")", "TRUE"},
      {"FILE_PROPERTY(\"a.txt\",\"readable\") & DIRECTORY_PROPERTY(\"sub\",\"searchable\")",
       "TRUE"},
      {"FILE_PROPERTY(\"a.txt\",\"executable\")", "FALSE"},
      {"FILE_PROPERTY(\"a.txt\",\"nice\")",
       "!FILE_PROPERTY: unknown property \"nice\"; known properties:"},
      {"FILE_PROPERTY_VALUE(\"a.txt\",\"size_in_bytes\")", "16"},
      {"DIRECTORY_PROPERTY_VALUE(\"sub\",\"modify_timestamp\") > 0", "TRUE"},
      {"DIRECTORY_PROPERTY_VALUE(\"sub\",\"size_in_bytes\")", "!DIRECTORY_PROPERTY_VALUE: unknown"},
      {"READ_FILE_AS_STRINGS(\"a.txt\") = [\"one\",\"two\",\"\",\"last \xEF\xBF\xBD\"]", "TRUE"},
      {"STRING_LENGTH(READ_FILE_AS_STRING(\"a.txt\"))", "16"},
      {"READ_FILE_AS_STRING(\"none\")", "!READ_FILE_AS_STRING: none: No such file"},
      {"fprintf(\"out.txt\",\"~w,\",1) & fprintf(\"out.txt\",\"~w.\",2)", "TRUE"},
      {"READ_FILE_AS_STRING(\"out.txt\")", "\"1,2.\""},
      {"fvprintf(\"out.txt\",\"~w~n\",{3})", "{3}"},
      {"READ_FILE_AS_STRINGS(\"out.txt\") = [\"1,2.{3}\"]", "TRUE"},
      {"fprintf(\"none/out.txt\",\"\",1)", "!fprintf: none/out.txt: No such file"},
      {"GET_CODE(\"a.txt\")", "?GET_CODE depends on earlier calls"},
  };
  CHECK_ALL(state, cases);
}

static void tables(void **state)
{
  World *w = *state;
  write_text(w, "t.csv", "name,n,e\nHe,2,aa\n\"a,\"\"b\", -3 ,bb\n");
  write_text(w, "short.csv", "1,2\n3\n");
  static const Case cases[] = {
      {"READ_CSV(\"t.csv\",TRUE,FALSE) = {(\"He\",2,aa),(\"a,\\\"b\",-3,bb)}", "TRUE"},
      {"READ_CSV(\"t.csv\",TRUE,TRUE) = {(\"He\",2),(\"a,\\\"b\",-3)}", "TRUE"},
      {"READ_CSV(\"t.csv\",TRUE,FALSE) = {(\"He\",2)}",
       "!READ_CSV: line 2 has 3 columns instead of 2"},
      {"READ_CSV(\"t.csv\",FALSE,FALSE) = {(\"He\",2,aa)}",
       "!READ_CSV: line 1, column 2: \"n\" does not"},
      {"READ_CSV(\"short.csv\",FALSE,FALSE) = {(1,2)}", "!READ_CSV: line 2 has only 1 column"},
      {"READ_CSV(\"short.csv\",FALSE,TRUE) = {1.0,3.0}", "TRUE"},
      {"READ_CSV(\"none.csv\",FALSE,TRUE) = {1}", "!READ_CSV: none.csv: No such file"},
      {"READ_CSV(\"t.csv\",FALSE,TRUE)", "!READ_CSV: the type of the result is unknown"},
      {"READ_CSV_SEQUENCE(\"t.csv\",TRUE,TRUE) = [\"He\",\"a,\\\"b\"]", "TRUE"},
      {"READ_CSV_STRINGS(\"t.csv\")(1) = {\"name\"|->\"He\",\"n\"|->\"2\",\"e\"|->\"aa\"}", "TRUE"},
  };
  CHECK_ALL(state, cases);
}

static void documents(void **state)
{
  World *w = *state;
  write_text(w, "d.xml", "<?xml version='1.0' encoding='ISO-8859-15'?>\n<a x='\xE9'>\xA4<b/> </a>");
  write_text(w, "d.json", "{\"k\":1,\"s\":\"x\",\"l\":[true,{\"m\":null}]}");
  static const Case cases[] = {
      {"READ_XML_FROM_STRING(\"\\n<?xml version='1.0'?>\\n<Data version= '0.1'>\\n<Tag1 "
       "elemID='ID1' "
       "attr1='v'/></Data>\") = [rec(attributes:{\"version\"|->\"0.1\"},element:\"Data\",meta:{"
       "\"xmlLineNumber\"|->\"3\"},pId:0,recId:1),rec(attributes:{\"attr1\"|->\"v\",\"elemID\"|->"
       "\"ID1\"}"
       ",element:\"Tag1\",meta:{\"xmlLineNumber\"|->\"4\"},pId:1,recId:2)]",
       "TRUE"},
      {"READ_XML_FROM_STRING(\"<a>\\n<b></a>\")", "!READ_XML_FROM_STRING: line 2: mismatched tag"},
      {"%i.(i:dom(READ_XML(\"d.xml\",\"auto\"))|READ_XML(\"d.xml\",\"auto\")(i)'element) = "
       "[\"a\",\"CText\",\"b\"]",
       "TRUE"},
      {"READ_XML(\"d.xml\",\"auto\")(2)'attributes", "{(\"text\"|->\"€\")}"},
      {"READ_XML(\"d.xml\",\"windows 1252\")(1)'attributes", "{(\"x\"|->\"é\")}"},
      {"READ_XML(\"d.xml\",\"nonsense\")", "!READ_XML: the file is not in the encoding nonsense"},
      {"READ_XML(\"none.xml\",\"auto\")", "!READ_XML: none.xml: No such file"},
      {"WRITE_XML_TO_STRING(READ_XML_FROM_STRING(\"<a x='1'><b><c/></b><d>t&lt;<e/></d></a>\"))",
       "\"<?xml version=\\\"1.0\\\" encoding=\\\"UTF-8\\\"?>\\n<a x=\\\"1\\\">\\n  <b>\\n    "
       "<c/>\\n  "
       "</b>\\n  <d>t&lt;<e/></d>\\n</a>\\n\""},
      {"WRITE_XML(READ_XML(\"d.xml\",\"auto\"),\"o.xml\")", "TRUE"},
      {"READ_XML(\"o.xml\",\"UTF-8\") = READ_XML(\"d.xml\",\"auto\")", "TRUE"},
      {"WRITE_XML_TO_STRING([rec(attributes:{},element:\"a\",meta:{},pId:7,recId:1)])",
       "!WRITE_XML_TO_STRING: element 1 does not follow its parent"},
      {"READ_JSON(\"d.json\")(1)'attributes = {\"k\"|->\"1\",\"s\"|->\"x\"}", "TRUE"},
      {"{i,e,p|i:1..4 & e=READ_JSON(\"d.json\")(i)'element & p=READ_JSON(\"d.json\")(i)'pId} = "
       "{(1,\"Object\",0),(2,\"l\",1),(3,\"Value\",2),(4,\"Object\",2)}",
       "TRUE"},
      {"READ_JSON(\"d.xml\")", "!READ_JSON: line 1:"},
  };
  CHECK_ALL(state, cases);
}

static void drawings(void **state)
{
  static const Case cases[] = {
      {"svg_points([])", "\"\""},
      {"svg_points([(1,2),(11,22)])", "\"1,2 11,22 \""},
      {"svg_axis({50},1,100,1)", "\"50,0 50,0.5 50,-0.5 50,0 100,0 \""},
      {"svg_axis({50},1.5,100.0,2.0)", "\"75.0,0 75.0,1.0 75.0,-1.0 75.0,0 100.0,0 \""},
      {"svg_set_polygon({50,51,52,55},1.0,100.0,2.0)",
       "\"50.0,0 50.0,2.0 53.0,2.0 53.0,0 55.0,0 55.0,2.0 56.0,2.0 56.0,0 100.0,0 \""},
      {"svg_set_polygon_auto({1,2},2,3)", "\"2,0 2,3 6,3 6,0 \""},
      {"svg_train(10,5,1.0,2.0,3.0)", "\"10.0,3.0 15.0,3.0 13.0,0 10.0,0 10.0,3.0 \""},
      {"svg_dasharray_for_intervals([(30.0,50.0),(75.0,100.0)])", "\"0.0 30.0 20.0 25.0 25.0 \""},
      {"svg_dasharray_for_intervals([(0.0,5.0),(30.0,50.0),(75.0,99.0)])",
       "\"0.0 5.0 25.0 20.0 25.0 24.0 1.0\""},
  };
  CHECK_ALL(state, cases);
}

/* ---- the tool and the project */

static void project(void **state)
{
  static const Case cases[] = {
      {"PROB_INFO_STR(\"prob-version\") = GET_INFO(\"prob-version\")", "TRUE"},
      {"PROB_INFO_STR(\"x\")", "!PROB_INFO_STR: unknown field \"x\"; known fields: current-time"},
      {"PROB_STATISTICS(\"now-timestamp\") > 1600000000", "TRUE"},
      {"PROB_STATISTICS(\"states\")", "?PROB_STATISTICS needs the state space"},
      {"PROB_STATISTICS(\"x\")", "!PROB_STATISTICS: unknown field \"x\"; known fields:"},
      {"(GET_PREF(\"MAXINT\"),GET_PREF_DEFAULT(\"MAXINT\"),GET_PREF(\"CLPFD\"))",
       "(\"7\"|->\"3\"|->\"false\")"},
      {"GET_PREF(\"NONE\")", "!GET_PREF: unknown preference \"NONE\""},
      {"SET_PREF(\"MAXINT\",\"10\") & GET_PREF(\"MAXINT\") = \"7\"", "TRUE"},
      {"(PROJECT_STATISTICS(\"variables\"),PROJECT_STATISTICS(\"enumerated_sets\"),"
       "PROJECT_STATISTICS(\"deferred_sets\"),PROJECT_STATISTICS(\"operations\"))",
       "(1|->1|->1|->1)"},
      {"PROJECT_STATISTICS(\"x\")",
       "!PROJECT_STATISTICS: unknown field \"x\"; known fields: files"},
      {"PROJECT_INFO(\"main-file\") = {\"M.mch\"} & PROJECT_INFO(\"main-machine\") = {\"M\"}",
       "TRUE"},
      {"PROJECT_INFO(\"sets\") = {\"COLOUR\",\"DEF\"} & PROJECT_INFO(\"operations\") = {\"inc\"}",
       "TRUE"},
      {"PROJECT_INFO(\"constants\") = {\"sort\"} & PROJECT_STATISTICS(\"constants\") = 1", "TRUE"},
      {"PROJECT_INFO(\"x\")", "!PROJECT_INFO: unknown field \"x\"; known fields: absolute-files"},
      {"MACHINE_INFO(\"M\",\"TYPE\")", "\"abstract_machine\""},
      {"MACHINE_INFO(\"N\",\"TYPE\")", "!MACHINE_INFO: unknown machine N"},
      {"ARGC", "0"},
      {"ARGV(1)", "!ARGV: the program has no arguments"},
      {"TIME(\"year\") > 2000 & TIME(\"month\") : 1..12 & WALLTIME >= 0 & RUNTIME >= 0", "TRUE"},
      {"TIMESTAMP_INFO(\"hour\",TIMESTAMP(2024,2,29,13,5,6))", "13"},
      {"TIMESTAMP(2024,13,1,0,0,0)", "!TIMESTAMP: argument 2 is 13, but must be in 1..12"},
      {"TIME(\"x\")", "!TIME: unknown field \"x\"; known fields: now, year"},
      {"STATE_SUCC(1,2)", "?STATE_SUCC needs the state space"},
  };
  CHECK_ALL(state, cases);
  World *w = *state;
  w->engine->variables[0] = value_small(5);
  check(w, "CURRENT_STATE_AS_TYPED_STRING", "\"vv:INTEGER & vv=5\"");
  check(w, "VARS_AS_TYPED_STRING(\"w\")", "\"\"");
}

static void substitutions(void **state)
{
  World *w = *state;
  const struct {
    const char *text;
    bool performed;
  } cases[] = {{"PRINTF(\"\",[1])", true},
               {"PRINTF(\"~w\",[1/0])", false},
               {"FPRINTF(\"p.txt\",\"~w\",[7])", true},
               {"SLEEP(1)", true},
               {"SEE(\"M.mch\")", true},
               {"SEE(\"none\")", false},
               {"ADD_WARNING(\"odd\",7)", true},
               {"ADD_ERRORS({\"a\",\"b\"})", true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const Source *source = session_text(w->session, "substitution", cases[i].text);
    Formula *f = session_formula(w->session, w->model, source, FORMULA_SUBST);
    assert_int_equal(diags_errors(session_diags(w->session)), 0);
    assert_int_equal(f->node->kind, NODE_EXTERNAL);
    assert_int_equal(w->engine->options.built_in->perform(w->reference, f->node),
                     cases[i].performed);
  }
  assert_int_equal(w->engine->warnings.len, 2);
  assert_string_equal(w->engine->warnings.data[0].message, "odd");
  assert_string_equal(w->engine->warnings.data[0].example, "7");
  assert_string_equal(w->engine->warnings.data[1].message, "a; b");
  check(w, "READ_FILE_AS_STRING(\"p.txt\")", "\"7\"");
}

int test_external(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(table_is_sorted),
      TEST(bundled_declarations_are_known),
      TEST(undeclared_meanings),
      cmocka_unit_test_setup_teardown(older_declarations, set_up_old, tear_down),
      TEST(strings),
      TEST(numbers_in_strings),
      TEST(values_as_text),
      TEST(sets),
      TEST(checks_and_hints),
      TEST(mathematics),
      TEST(reals),
      TEST(random_values),
      TEST(regular_expressions),
      TEST(files),
      TEST(tables),
      TEST(documents),
      TEST(drawings),
      TEST(project),
      TEST(substitutions),
  };
#undef TEST
  return cmocka_run_group_tests_name("external", tests, NULL, NULL);
}
