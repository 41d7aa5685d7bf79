#include <string.h>

#include "csp/names/symbol.h"
#include "csp/types/type.h"
#include "lsp/assist/offers.h"
#include "model/model.h"

/* Names that mean something at the place; those of the expected type come first. */

/* ---- how well they fit */

/* What a function gives, when it is applied. */
static const Type *result_of(const Type *type)
{
  bool relation = type && type->kind == TYPE_POW && type->args[0]->kind == TYPE_PAIR;
  return relation ? type->args[0]->args[1] : NULL;
}

static bool is_known(const Type *type) { return type && type->kind != TYPE_VAR; }

static OfferRank rank_of_type(const Sketch *s, const Type *type, bool local)
{
  if (s->predicate || !is_known(s->type) || !is_known(type)) return local ? RANK_FITS : RANK_OPEN;
  if (type_fits(s->type, type)) return local ? RANK_BEST : RANK_FITS;
  const Type *result = result_of(type);
  return result && type_fits(s->type, result) ? RANK_NEAR : RANK_OTHER;
}

static bool csp_fits(const CspType *wanted, const CspType *given)
{
  wanted = csp_type_resolve(wanted);
  given = csp_type_resolve(given);
  if (wanted->kind == CSPT_VAR || given->kind == CSPT_VAR || wanted->kind == CSPT_UNKNOWN ||
      given->kind == CSPT_UNKNOWN)
    return true;
  if (wanted->kind != given->kind || wanted->symbol != given->symbol) return false;
  for (uint32_t i = 0; i < wanted->count && i < given->count; i++)
    if (!csp_fits(wanted->args[i], given->args[i])) return false;
  return wanted->count == given->count;
}

static OfferRank rank_of_csp(const Sketch *s, const CspSymbol *symbol, bool local)
{
  const CspType *type = symbol->scheme ? symbol->scheme->type : NULL;
  const CspType *wanted = s->csp ? csp_type_resolve(s->csp) : NULL;
  if (!wanted || wanted->kind == CSPT_VAR || !type) return local ? RANK_FITS : RANK_OPEN;
  type = csp_type_resolve(type);
  if (csp_fits(wanted, type)) return local ? RANK_BEST : RANK_FITS;
  bool applied = type->kind == CSPT_FUNCTION || type->kind == CSPT_DOTABLE;
  return applied && csp_fits(wanted, type->args[type->count - 1]) ? RANK_NEAR : RANK_OTHER;
}

static OfferRank rank_of(const Offers *o, const Decl *d, const Symbol *symbol)
{
  bool local = span_known(d->scope);
  if (d->csp) return rank_of_csp(o->sketch, d->csp, local);
  return rank_of_type(o->sketch, symbol ? symbol->type : NULL, local);
}

/* ---- what they are */

static OfferKind kind_of(DeclKind kind)
{
  switch (kind) {
  case DECL_MACHINE:
  case DECL_CONTEXT: return OFFER_CLASS;
  case DECL_MODULE:
  case DECL_INSTANCE:
  case DECL_PREFIX: return OFFER_MODULE;
  case DECL_SET:
  case DECL_FREETYPE:
  case DECL_DATATYPE:
  case DECL_NAMETYPE: return OFFER_ENUM;
  case DECL_ELEMENT:
  case DECL_CONSTRUCTOR: return OFFER_MEMBER;
  case DECL_CONSTANT:
  case DECL_VALUE: return OFFER_CONSTANT;
  case DECL_OPERATION: return OFFER_METHOD;
  case DECL_EVENT:
  case DECL_CHANNEL: return OFFER_EVENT;
  case DECL_DEFINITION:
  case DECL_FUNCTION:
  case DECL_PROCESS:
  case DECL_BUILTIN: return OFFER_FUNCTION;
  default: return OFFER_VARIABLE;
  }
}

/* May a substitution assign it?  Variables of other machines are changed by their operations. */
static bool is_assigned(const Offers *o, const Decl *d, const Symbol *symbol)
{
  if (d->kind == DECL_VARIABLE)
    return !symbol || !symbol->machine || symbol->machine->unit->source == o->sketch->source;
  if (d->kind == DECL_RESULT) return true;
  return d->kind == DECL_LOCAL && symbol && symbol->kind == SYMBOL_LOCAL &&
         symbol->local == LOCAL_VAR;
}

static const Definition *definition_of(const Offers *o, const Decl *d)
{
  const EditedText *text = &o->sketch->text;
  const Unit *unit = text->model && text->model->main ? text->model->main->unit : text->definitions;
  return unit ? map_get(&unit->definition_of, d->name) : NULL;
}

static bool is_definition_wanted(const Offers *o, const Decl *d)
{
  const Definition *def = definition_of(o, d);
  if (!def || def->kind == DEF_BROKEN || def->kind == DEF_EXPR_OR_SUBST || o->site->first)
    return true;
  return (def->kind == DEF_SUBST) == (o->site->kind == SITE_STATEMENT);
}

/* The text may have several components: names of others have no meaning in this one. */
static bool is_of_other_component(const Offers *o, const Decl *d, const Symbol *symbol)
{
  const Model *model = o->sketch->text.model;
  if (o->notation != TEXT_EVENTB || symbol || !model) return false;
  bool known = model->variables.len || model->constants.len || model->sets.len;
  return known && !span_known(d->scope);
}

static bool is_wanted(const Offers *o, const Decl *d, const Symbol *symbol)
{
  if (is_of_other_component(o, d, symbol)) return false;
  bool statement = o->site->kind == SITE_STATEMENT || o->site->first;
  switch (d->kind) {
  case DECL_LABEL:
  case DECL_PREFIX:
  case DECL_MACHINE:
  case DECL_CONTEXT:
  case DECL_EVENT: return false;
  case DECL_OPERATION: return statement;
  case DECL_DEFINITION: return is_definition_wanted(o, d);
  case DECL_MODULE:
  case DECL_INSTANCE: return true;
  default: return o->site->kind != SITE_STATEMENT || is_assigned(o, d, symbol);
  }
}

/* ---- how they are written */

static void add_places(Text *out, const char *const *names, uint32_t count, const char *open)
{
  for (uint32_t i = 0; i < count; i++)
    text_printf(out, "%s${%u:%s}", i ? ", " : open, i + 1, names[i]);
  if (count) text_add_char(out, ')');
}

/* r <-- op(a, b): the results are variables that are still to be chosen. */
static void add_operation(Text *out, const Decl *d, const Operation *op)
{
  for (uint32_t i = 0; i < op->result_count; i++)
    text_printf(out, "%s${%u:%s}", i ? ", " : "", i + 1, op->results[i]->name->text);
  text_printf(out, "%s%s", op->result_count ? " <-- " : "", d->name->text);
  for (uint32_t i = 0; i < op->parameter_count; i++)
    text_printf(out, "%s${%u:%s}", i ? ", " : "(", op->result_count + i + 1,
                op->parameters[i]->name->text);
  if (op->parameter_count) text_add_char(out, ')');
}

static void add_definition(Text *out, const Decl *d, const Definition *def)
{
  const Node *parameters = def->node->kids[0];
  VEC(const char *) names = {0};
  for (uint32_t i = 0; i < parameters->count; i++)
    if (parameters->kids[i]->name) vec_push(&names, parameters->kids[i]->name->text);
  text_add(out, d->name->text);
  add_places(out, names.data, names.len, "(");
  vec_free(&names);
}

/* True: it has places to fill in. */
static bool add_insertion(const Offers *o, Text *out, const Decl *d, const Symbol *symbol)
{
  const Definition *def = d->kind == DECL_DEFINITION ? definition_of(o, d) : NULL;
  if (d->kind == DECL_OPERATION && symbol && symbol->operation)
    add_operation(out, d, symbol->operation);
  else if (def && def->node->kids[0]->count) add_definition(out, d, def);
  else return false;
  return strchr(text_string(out), '$') != NULL;
}

static void offer_name(Offers *o, const Decl *d)
{
  const Symbol *symbol = d->csp ? NULL : index_symbol(o->sketch->index, d);
  if (!is_wanted(o, d, symbol) || !strcmp(d->name->text, SITE_HOLE)) return;
  Text detail = {0}, insertion = {0};
  bool described = index_describe(o->sketch->index, d, &detail);
  bool snippet = add_insertion(o, &insertion, d, symbol);
  Offer one = {.label = d->name->text,
               .insert = insertion.len ? text_string(&insertion) : NULL,
               .detail = described ? text_string(&detail) : decl_word(d->kind),
               .kind = kind_of(d->kind),
               .rank = rank_of(o, d, symbol),
               .snippet = snippet};
  offer(o, &one);
  text_free(&detail);
  text_free(&insertion);
}

/* Their types are texts. */
static OfferRank rank_of_builtin(const char *type, const char *wanted)
{
  const char *result = type;
  for (const char *at = type; (at = strstr(at, "-> ")); at += 3) result = at + 3;
  if (!strcmp(type, wanted)) return RANK_FITS;
  return result != type && !strcmp(result, wanted) ? RANK_NEAR : RANK_WORD;
}

/* The names that every script has; those that must be asked for are not among them. */
static void offer_builtins(Offers *o)
{
  Text wanted = {0};
  if (o->sketch->csp) csp_type_print(&wanted, o->sketch->csp);
  for (int i = 0; i < BUILTIN_COUNT; i++) {
    CspBuiltin b = (CspBuiltin) i;
    if (builtin_access(b) == BUILTIN_ALWAYS)
      offer(o, &(Offer){.label = builtin_name(b),
                        .detail = builtin_type(b),
                        .kind = OFFER_FUNCTION,
                        .rank = rank_of_builtin(builtin_type(b), text_string(&wanted))});
  }
  text_free(&wanted);
}

void offer_names(Offers *o)
{
  DeclList list = {0};
  index_visible(o->sketch->index, o->sketch->position, &list);
  for (uint32_t i = 0; i < list.len; i++)
    if (list.data[i]->kind != DECL_BUILTIN) offer_name(o, list.data[i]);
  vec_free(&list);
  if (o->notation == TEXT_SCRIPT) offer_builtins(o);
}

void offer_fields(Offers *o)
{
  const Type *record = o->sketch->record;
  if (!record || record->kind != TYPE_RECORD) return;
  for (uint32_t i = 0; i < record->count; i++) {
    Text type = {0};
    type_print_cut(&type, record->args[i], 200);
    Offer one = {.label = record->names[i]->text,
                 .detail = text_string(&type),
                 .kind = OFFER_FIELD,
                 .rank = RANK_FITS};
    offer(o, &one);
    text_free(&type);
  }
}
