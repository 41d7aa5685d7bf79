#include <string.h>

#include "csp/names/symbol.h"
#include "csp/types/type.h"
#include "eventb/notation/math_lexer.h"
#include "lsp/assist/edit_json.h"
#include "model/model.h"
#include "report/json_report.h"
#include "syntax/lexer.h"

/* What is called around the place, and which of its arguments stands there.  Words find the call,
 * so it need not be complete. */

typedef struct {
  const Word *name;  /* what stands before the bracket; NULL: there is no call */
  uint32_t argument; /* counted by commas, from 0 */
} Call;

static char sign_of(const Words *w, const Word *word)
{
  bool single = word->span.end - word->span.begin == 1;
  return single ? w->source->text[word->span.begin - w->source->base] : '\0';
}

/* Goes back to the open bracket that a name or a keyword function stands before. */
static Call call_around(const Words *w, uint32_t position)
{
  Call call = {NULL, 0};
  uint32_t depth = 0, i = words_from(w, position);
  while (i < w->count && w->at[i].span.begin < position) i++;
  while (i-- > 0) {
    const Word *word = &w->at[i];
    char sign = sign_of(w, word);
    if (word->kind == WORD_COMMENT || word->kind == WORD_STRING || word->span.end > position)
      continue;
    bool clause = word->kind == WORD_KEYWORD && depth == 0;
    if (clause && w->notation != TEXT_SCRIPT) return call;
    if (sign && strchr(")]}", sign)) depth++;
    else if (sign && strchr("([{", sign) && depth > 0) depth--;
    else if (sign == ',' && depth == 0) call.argument++;
    else if (sign == '(' && i > 0) {
      const Word *before = &w->at[i - 1];
      bool called = before->kind == WORD_NAME ||
                    (before->kind == WORD_OPERATOR && before->node <= NODE_LAST_OPERATOR);
      if (called) return call.name = before, call;
      call.argument = 0;
    } else if (sign && strchr("[{", sign)) call.argument = 0;
  }
  return call;
}

/* ---- labels, with the places of their parameters */

typedef struct {
  Text label;
  json_t *parameters; /* {label: text} */
} Signature;

static void add_parameter(Signature *s, const char *text, bool first)
{
  if (!first) text_add(&s->label, ", ");
  text_add(&s->label, text);
  json_array_append_new(s->parameters, json_pack("{s:o}", "label", json_report_string(text)));
}

static void add_symbols(Signature *s, Symbol *const *symbols, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) {
    Text one = {0};
    text_add(&one, symbols[i]->name->text);
    if (symbols[i]->type) {
      text_add(&one, " : ");
      type_print_cut(&one, symbols[i]->type, 60);
    }
    add_parameter(s, text_string(&one), i == 0);
    text_free(&one);
  }
}

static void sign_operation(Signature *s, const Name *name, const Operation *op)
{
  for (uint32_t i = 0; i < op->result_count; i++)
    text_printf(&s->label, "%s%s", i ? ", " : "", op->results[i]->name->text);
  text_printf(&s->label, "%s%s(", op->result_count ? " <-- " : "", name->text);
  add_symbols(s, op->parameters, op->parameter_count);
  text_add_char(&s->label, ')');
}

static void sign_definition(Signature *s, const Definition *def)
{
  const Node *parameters = def->node->kids[0];
  text_printf(&s->label, "%s(", def->name->text);
  for (uint32_t i = 0, shown = 0; i < parameters->count; i++)
    if (parameters->kids[i]->name) add_parameter(s, parameters->kids[i]->name->text, shown++ == 0);
  text_add_char(&s->label, ')');
}

static void sign_external(Signature *s, const Symbol *symbol)
{
  text_printf(&s->label, "%s(", symbol->name->text);
  for (uint32_t i = 0; i < symbol->arity; i++) {
    Text one = {0};
    type_print_cut(&one, symbol->scheme[i], 60);
    add_parameter(s, text_string(&one), i == 0);
    text_free(&one);
  }
  text_add_char(&s->label, ')');
  if (symbol->external != EXTERNAL_FUNCTION) return;
  text_add(&s->label, " : ");
  type_print_cut(&s->label, symbol->scheme[symbol->arity], 60);
}

static bool sign_csp(Signature *s, const CspSymbol *symbol)
{
  const CspType *type = symbol->scheme ? csp_type_resolve(symbol->scheme->type) : NULL;
  if (!type || type->kind != CSPT_FUNCTION) return false;
  text_printf(&s->label, "%s(", symbol->name->text);
  for (uint32_t i = 0; i + 1 < type->count; i++) {
    Text one = {0};
    csp_type_print_cut(&one, type->args[i], 60);
    add_parameter(s, text_string(&one), i == 0);
    text_free(&one);
  }
  text_add(&s->label, ") -> ");
  csp_type_print_cut(&s->label, type->args[type->count - 1], 60);
  return true;
}

/* A function of the model: POW(a*b) is applied to a. */
static bool sign_function(Signature *s, const Symbol *symbol, const Name *name)
{
  const Type *type = symbol->type;
  if (!type || type->kind != TYPE_POW || type->args[0]->kind != TYPE_PAIR) return false;
  Text argument = {0};
  type_print_cut(&argument, type->args[0]->args[0], 60);
  text_printf(&s->label, "%s(", name->text);
  add_parameter(s, text_string(&argument), true);
  text_add(&s->label, ") : ");
  type_print_cut(&s->label, type->args[0]->args[1], 60);
  text_free(&argument);
  return true;
}

static const Machine *machine_of(const Analysis *a)
{
  const Model *model = a->text.model;
  for (uint32_t i = 0; model && i < model->machines.len; i++)
    if (model->machines.data[i]->unit->source == a->source) return model->machines.data[i];
  return model ? model->main : NULL;
}

static const Definition *definition_named(const Analysis *a, const Name *name)
{
  const Machine *machine = machine_of(a);
  const Unit *unit = machine ? machine->unit : a->text.definitions;
  return unit ? map_get(&unit->definition_of, name) : NULL;
}

static bool sign_visible(Signature *s, Analysis *a, const Name *name, uint32_t position)
{
  DeclList list = {0};
  Index *index = analysis_index(a);
  bool done = false;
  index_visible(index, position, &list);
  for (uint32_t i = 0; i < list.len && !done; i++) {
    const Decl *d = list.data[i];
    if (strcmp(d->name->text, name->text) != 0) continue;
    const Symbol *symbol = d->csp ? NULL : index_symbol(index, d);
    if (d->csp) done = sign_csp(s, d->csp);
    else if (symbol && symbol->operation)
      sign_operation(s, d->name, symbol->operation), done = true;
    else if (symbol) done = sign_function(s, symbol, d->name);
  }
  vec_free(&list);
  return done;
}

static bool sign_name(Signature *s, Analysis *a, const Name *name, uint32_t position)
{
  const Machine *machine = machine_of(a);
  const Symbol *external = machine ? map_get(&machine->externals, name) : NULL;
  const Definition *def = definition_named(a, name);
  if (external) sign_external(s, external);
  else if (def) sign_definition(s, def);
  else return sign_visible(s, a, name, position);
  return true;
}

/* card(POW(a)) -> INTEGER, from its scheme. */
static bool sign_operator(Signature *s, const Operator *op)
{
  if (op->form != FORM_FUNC && op->form != FORM_SOFT) return false;
  if (!strcmp(op->scheme, "-")) {
    text_add(&s->label, op->help);
    return true;
  }
  const char *arrow = strstr(op->scheme, " -> "), *at = op->scheme;
  text_printf(&s->label, "%s(", op->ascii);
  while (arrow && at < arrow) {
    char one[80];
    size_t length = strcspn(at, ",");
    if (at + length > arrow) length = (size_t) (arrow - at);
    snprintf(one, sizeof one, "%.*s", (int) length, at);
    add_parameter(s, one, at == op->scheme);
    at += length;
    at += strspn(at, ", ");
  }
  text_printf(&s->label, ")%s", arrow ? arrow : "");
  return true;
}

/* a.b.op is several words. */
static const Name *composed_name(Analysis *a, const Words *w, const Word *last)
{
  const Word *first = last;
  while (first - w->at >= 2 && sign_of(w, first - 1) == '.' && (first - 2)->kind == WORD_NAME &&
         w->notation != TEXT_SCRIPT)
    first -= 2;
  if (first == last) return last->name;
  const char *text = w->source->text + (first->span.begin - w->source->base);
  return names_intern(session_names(a->session), text, last->span.end - first->span.begin);
}

json_t *lsp_signature_help(LspRequest *r)
{
  Analysis *a = lsp_analysis(r);
  uint32_t position = analysis_position(a, r->at);
  const Words *w = index_words(analysis_index(a), a->source);
  Call call = call_around(w, position);
  Signature s = {.parameters = json_array()};
  bool known = false;
  if (call.name && call.name->kind == WORD_OPERATOR)
    known = sign_operator(&s, operator_of((NodeKind) call.name->node));
  else if (call.name) known = sign_name(&s, a, composed_name(a, w, call.name), position);
  json_t *result = json_null();
  if (known)
    result = json_pack("{s:[{s:o, s:O}], s:i, s:i}", "signatures", "label",
                       json_report_string(text_string(&s.label)), "parameters", s.parameters,
                       "activeSignature", 0, "activeParameter", (int) call.argument);
  json_decref(s.parameters);
  text_free(&s.label);
  return result;
}
