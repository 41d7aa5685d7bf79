#include "eventb/read/rodin_theory.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "eventb/notation/formula.h"
#include "eventb/read/theory.h"
#include "eventb/read/xml.h"

/* A theory is read in two steps: first what all theories declare, which is the notation of
 * formulas; then the definitions.  They become the terms that a package would have. */

typedef struct {
  const char *folder, *name; /* the folder ends with a slash, or is empty */
  const Source *source;
  XmlElement *root;
} Theory;

typedef struct {
  RodinTheories *t;
  const Source *from; /* the machine or context */
  VEC(Theory) theories;
} Reader;

static ParseContext *context_of(const Reader *r) { return r->t->package.context; }
static Arena *arena_of(const Reader *r) { return r->t->package.arena; }

static const Name *intern(const Reader *r, const char *text)
{
  return names_intern_string(context_of(r)->names, text);
}

/* ---- files */

static const Source *open_file(Reader *r, const char *path)
{
  Sources *sources = diags_sources(context_of(r)->diags);
  const char *error;
  return r->from->path ? sources_read(sources, path, &error) : sources_find(sources, path);
}

static bool is_known(const Reader *r, const char *folder, const char *name)
{
  for (uint32_t i = 0; i < r->theories.len; i++)
    if (!strcmp(r->theories.data[i].name, name) && !strcmp(r->theories.data[i].folder, folder))
      return true;
  return false;
}

static XmlElement *read_xml(Reader *r, const Source *source)
{
  uint32_t mark = diags_mark(context_of(r)->diags);
  XmlElement *root = xml_read(r->t->scratch, context_of(r)->diags, source);
  diags_release(context_of(r)->diags, mark);
  return root;
}

static void add_theory(Reader *r, const char *folder, const char *name)
{
  static const char *const endings[] = {".tuf", ".dtf"};
  if (is_known(r, folder, name)) return;
  Theory theory = {.folder = folder, .name = name};
  for (size_t i = 0; !theory.root && i < sizeof endings / sizeof *endings; i++) {
    theory.source = open_file(r, arena_printf(arena_of(r), "%s%s%s", folder, name, endings[i]));
    theory.root = theory.source ? read_xml(r, theory.source) : NULL;
  }
  if (theory.root) vec_push(&r->theories, theory);
}

/* The folder of a project that lies beside this one. */
static const char *folder_beside(const Reader *r, const char *folder, const char *project,
                                 size_t length)
{
  size_t end = strlen(folder);
  if (end > 0) end--;
  while (end > 0 && folder[end - 1] != '/') end--;
  return arena_printf(arena_of(r), "%.*s%.*s/", (int) end, folder, (int) length, project);
}

/* "/PROJECT/NAME.dtf|…" */
static void add_reference(Reader *r, const char *folder, const char *handle)
{
  if (*handle != '/') return;
  const char *project = handle + 1, *slash = strchr(project, '/');
  const char *end = handle + strcspn(handle, "|");
  if (!slash || slash > end) return;
  const char *dot = end;
  while (dot > slash && *dot != '.') dot--;
  if (dot == slash) return;
  const char *name = arena_copy(arena_of(r), slash + 1, (size_t) (dot - slash - 1));
  if (is_known(r, folder, name)) return;
  add_theory(r, folder_beside(r, folder, project, (size_t) (slash - project)), name);
}

/* What the theory path or a theory imports. */
static void add_references(Reader *r, const char *folder, const XmlElement *element)
{
  static const char *const attributes[] = {"importTheory", "availableTheory", "scTarget"};
  for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
    const char *handle = xml_attribute(element, attributes[i]);
    if (handle && strstr(handle, ".dtf")) add_reference(r, folder, handle);
  }
  for (const XmlElement *part = element->first; part; part = part->next)
    add_references(r, folder, part);
}

typedef VEC(const char *) FileNames;

static int by_name(const void *a, const void *b)
{
  return strcmp(*(const char *const *) a, *(const char *const *) b);
}

/* The names of all files of a folder, or of one in an archive. */
static FileNames files_of(Reader *r, const char *folder)
{
  FileNames files = {0};
  DIR *entries = r->from->path ? opendir(folder) : NULL;
  for (struct dirent *entry; entries && (entry = readdir(entries));)
    vec_push(&files, arena_copy(arena_of(r), entry->d_name, strlen(entry->d_name)));
  if (entries) closedir(entries);
  const Sources *sources = diags_sources(context_of(r)->diags);
  const Source *source;
  for (uint32_t i = 0; !r->from->path && (source = sources_number(sources, i)); i++)
    if (!strncmp(source->name, folder, strlen(folder)) &&
        !strchr(source->name + strlen(folder), '/'))
      vec_push(&files, source->name + strlen(folder));
  if (files.len) qsort(files.data, files.len, sizeof *files.data, by_name);
  return files;
}

static void add_theories_in(Reader *r, const char *folder)
{
  FileNames files = files_of(r, folder);
  for (uint32_t i = 0; i < files.len; i++) {
    const char *dot = strrchr(files.data[i], '.');
    if (!dot || (strcmp(dot, ".tuf") && strcmp(dot, ".dtf"))) continue;
    add_theory(r, folder, arena_copy(arena_of(r), files.data[i], (size_t) (dot - files.data[i])));
  }
  vec_free(&files);
}

/* What the theory path names is used; where it names nothing that is there, the folder's own. */
static void find_theories(Reader *r)
{
  const char *name = r->from->path ? r->from->path : r->from->name, *slash = strrchr(name, '/');
  const char *folder = arena_copy(arena_of(r), name, slash ? (size_t) (slash + 1 - name) : 0);
  const Source *path = open_file(r, arena_printf(arena_of(r), "%sTheoryPath.tul", folder));
  const XmlElement *root = path ? read_xml(r, path) : NULL;
  if (root) add_references(r, folder, root);
  if (r->theories.len == 0) add_theories_in(r, folder);
  for (uint32_t i = 0; i < r->theories.len; i++)
    add_references(r, r->theories.data[i].folder, r->theories.data[i].root);
}

/* ---- elements */

/* Is it the element of that name, or scName of a deployed theory? */
static bool is_part(const XmlElement *element, const char *name)
{
  if (!strcmp(element->name, name)) return true;
  return !strncmp(element->name, "sc", 2) && element->name[2] == (*name & ~0x20) &&
         !strcmp(element->name + 3, name + 1);
}

static const char *trimmed(const Reader *r, const char *text)
{
  while (*text && strchr(" \t\r\n", *text)) text++;
  size_t length = strlen(text);
  while (length && strchr(" \t\r\n", text[length - 1])) length--;
  return arena_copy(arena_of(r), text, length);
}

/* What an element declares, or NULL. */
static const Name *declared_name(const Reader *r, const XmlElement *element)
{
  const char *text = xml_attribute(element, "identifier");
  if (!text) text = xml_attribute(element, "label");
  if (!text && !strncmp(element->name, "sc", 2)) text = xml_attribute(element, "name");
  return text ? intern(r, trimmed(r, text)) : NULL;
}

static uint32_t count_parts(const XmlElement *element, const char *name)
{
  uint32_t count = 0;
  for (const XmlElement *part = element->first; part; part = part->next)
    count += is_part(part, name);
  return count;
}

static bool is_operator(const XmlElement *element)
{
  return is_part(element, "newOperatorDefinition") ||
         is_part(element, "axiomaticOperatorDefinition");
}

/* ---- notation */

static void declare(Reader *r, const Theory *theory, const XmlElement *element, uint32_t count)
{
  const Name *name = declared_name(r, element);
  if (!name) return;
  const char *notation = xml_attribute(element, "notationType");
  const char *type = xml_attribute(element, "formulaType");
  EventbOperator *op = arena_alloc(arena_of(r), sizeof *op);
  *op = (EventbOperator){.name = name, .count = count, .theory = theory->name};
  const EventbOperator *before = map_get(&r->t->operators, name);
  if (before && before->theory != theory->name) op->other = before->theory;
  op->infix = notation && !strcmp(notation, "INFIX") && count == 2;
  op->predicate = type && !strcmp(type, "false");
  map_put(&r->t->operators, name, op);
}

static void declare_all(Reader *r, const Theory *theory, const XmlElement *element)
{
  for (const XmlElement *part = element->first; part; part = part->next) {
    if (is_operator(part)) declare(r, theory, part, count_parts(part, "operatorArgument"));
    else if (is_part(part, "datatypeDefinition"))
      declare(r, theory, part, count_parts(part, "typeArgument"));
    else if (is_part(part, "datatypeConstructor"))
      declare(r, theory, part, count_parts(part, "constructorArgument"));
    else if (is_part(part, "constructorArgument")) declare(r, theory, part, 1);
    else if (is_part(part, "axiomaticTypeDefinition")) declare(r, theory, part, 0);
    if (!is_operator(part) && !is_part(part, "proofRulesBlock")) declare_all(r, theory, part);
  }
}

/* ---- definitions */

static const PrologTerm *atom(const Reader *r, const char *text)
{
  return prolog_atom(arena_of(r), intern(r, text), SPAN_NONE);
}

static const PrologTerm *list(const Reader *r, PrologTerms *terms)
{
  const PrologTerm *term = prolog_list(arena_of(r), SPAN_NONE, terms->data, terms->len);
  vec_free(terms);
  return term;
}

static const PrologTerm *make(const Reader *r, const char *functor, Span span,
                              const PrologTerm *const *arguments, uint32_t count)
{
  return prolog_compound(arena_of(r), intern(r, functor), span, arguments, count);
}

/* A formula in an attribute, where these names are declared; NULL if it cannot be read. */
static const PrologTerm *read_formula(Reader *r, const Theory *theory, const char *text,
                                      const Map *declared)
{
  if (!text) return NULL;
  Diags *diags = context_of(r)->diags;
  uint32_t mark = diags_mark(diags), errors = diags_errors(diags);
  const Source *source =
      sources_add(diags_sources(diags), theory->source->name, text, strlen(text));
  Node *node =
      eventb_parse_source(context_of(r), source, EVENTB_EITHER, declared, &r->t->operators);
  bool good = diags_errors(diags) == errors;
  diags_release(diags, mark);
  return good ? package_term(&r->t->package, node) : NULL;
}

static const char *type_text(const XmlElement *element)
{
  const char *type = xml_attribute(element, "type");
  return type ? type : xml_attribute(element, "expression");
}

/* [Name…] of the type parameters. */
static const PrologTerm *read_types(Reader *r, const Theory *theory, Map *declared)
{
  PrologTerms types = {0};
  for (const XmlElement *part = theory->root->first; part; part = part->next) {
    const Name *name = is_part(part, "typeParameter") ? declared_name(r, part) : NULL;
    if (!name) continue;
    map_put(declared, name, r);
    vec_push(&types, prolog_atom(arena_of(r), name, part->span));
  }
  return list(r, &types);
}

/* constructor(Name,[destructor(Name,Type)…]), or NULL */
static const PrologTerm *read_constructor(Reader *r, const Theory *theory,
                                          const XmlElement *element, const Map *declared)
{
  PrologTerms parts = {0};
  bool good = declared_name(r, element) != NULL;
  for (const XmlElement *part = element->first; part; part = part->next) {
    if (!is_part(part, "constructorArgument")) continue;
    const Name *name = declared_name(r, part);
    const PrologTerm *type = name ? read_formula(r, theory, type_text(part), declared) : NULL;
    good = good && type;
    if (!type) continue;
    const PrologTerm *pair[] = {prolog_atom(arena_of(r), name, part->span), type};
    vec_push(&parts, make(r, "destructor", part->span, pair, 2));
  }
  const PrologTerm *all = list(r, &parts);
  if (!good) return NULL;
  const PrologTerm *pair[] = {prolog_atom(arena_of(r), declared_name(r, element), element->span),
                              all};
  return make(r, "constructor", element->span, pair, 2);
}

/* datatype(Name,[identifier(none,T)…],Constructors), or NULL */
static const PrologTerm *read_datatype(Reader *r, const Theory *theory, const XmlElement *element,
                                       const Map *declared)
{
  PrologTerms types = {0}, constructors = {0};
  bool good = declared_name(r, element) != NULL;
  for (const XmlElement *part = element->first; part; part = part->next) {
    const PrologTerm *term = NULL;
    if (is_part(part, "typeArgument")) {
      term = read_formula(r, theory, xml_attribute(part, "givenType"), declared);
      if (term) vec_push(&types, term);
    } else if (is_part(part, "datatypeConstructor")) {
      term = read_constructor(r, theory, part, declared);
      if (term) vec_push(&constructors, term);
    } else continue;
    good = good && term;
  }
  const PrologTerm *parameters = list(r, &types), *all = list(r, &constructors);
  if (!good) return NULL;
  const PrologTerm *name = prolog_atom(arena_of(r), declared_name(r, element), element->span);
  const PrologTerm *parts[] = {name, parameters, all};
  return make(r, "datatype", element->span, parts, 3);
}

/* case(Argument,[],Pattern,Definition), or NULL */
static const PrologTerm *read_case(Reader *r, const Theory *theory, const XmlElement *element,
                                   const char *argument, const Map *declared)
{
  const char *pattern = xml_attribute(element, "expression");
  const PrologTerm *parts[4] = {atom(r, trimmed(r, argument)),
                                prolog_list(arena_of(r), SPAN_NONE, NULL, 0)};
  parts[2] = read_formula(r, theory, pattern, declared);
  parts[3] = read_formula(r, theory, xml_attribute(element, "formula"), declared);
  return parts[2] && parts[3] ? make(r, "case", element->span, parts, 4) : NULL;
}

typedef struct {
  PrologTerms arguments, direct, cases;
  const PrologTerm *condition;
  bool good;
} OperatorText;

static void read_definition(Reader *r, const Theory *theory, const XmlElement *element,
                            const Map *declared, OperatorText *d)
{
  for (const XmlElement *part = element->first; part; part = part->next) {
    const PrologTerm *term = NULL;
    if (is_part(part, "directOperatorDefinition")) {
      term = read_formula(r, theory, xml_attribute(part, "formula"), declared);
      if (term) vec_push(&d->direct, term);
    } else if (is_part(part, "recursiveOperatorDefinition")) {
      const char *argument = xml_attribute(part, "inductiveArgument");
      for (const XmlElement *c = argument ? part->first : NULL; c; c = c->next) {
        if (!is_part(c, "recursiveDefinitionCase")) continue;
        term = read_case(r, theory, c, argument, declared);
        if (!term) break;
        vec_push(&d->cases, term);
      }
    } else if (is_part(part, "operatorWDcondition")) {
      term = read_formula(r, theory, xml_attribute(part, "predicate"), declared);
      const PrologTerm *both[] = {atom(r, "none"), d->condition, term};
      if (term) d->condition = make(r, "conjunct", part->span, both, 3);
    } else continue;
    d->good = d->good && term;
  }
}

static void read_arguments(Reader *r, const Theory *theory, const XmlElement *element,
                           Map *declared, OperatorText *d)
{
  for (const XmlElement *part = element->first; part; part = part->next) {
    const Name *name = is_part(part, "operatorArgument") ? declared_name(r, part) : NULL;
    if (!name) continue;
    const PrologTerm *type = read_formula(r, theory, type_text(part), declared);
    map_put(declared, name, r);
    d->good = d->good && type;
    const PrologTerm *pair[] = {prolog_atom(arena_of(r), name, part->span), type};
    if (type) vec_push(&d->arguments, make(r, "argument", part->span, pair, 2));
  }
}

/* operator(Name,Arguments,WD,Direct,Cases), or NULL */
static const PrologTerm *read_operator(Reader *r, const Theory *theory, const XmlElement *element,
                                       const Map *types)
{
  const Name *name = declared_name(r, element);
  if (!name) return NULL;
  Map declared = {0};
  for (uint32_t i = 0; i < types->capacity; i++)
    if (types->keys[i]) map_put(&declared, types->keys[i], r);
  const PrologTerm *none = atom(r, "none"), *truth = make(r, "truth", SPAN_NONE, &none, 1);
  OperatorText d = {.condition = truth, .good = true};
  read_arguments(r, theory, element, &declared, &d);
  read_definition(r, theory, element, &declared, &d);
  const char *condition = xml_attribute(element, "wd"); /* of a deployed theory */
  const PrologTerm *wd = condition ? read_formula(r, theory, condition, &declared) : NULL;
  map_free(&declared);
  if (wd) d.condition = wd;
  if (!d.good || (condition && !wd)) {
    d.direct.len = d.cases.len = 0;
    vec_push(&d.direct, atom(r, "its definition cannot be read"));
  }
  const PrologTerm *parts[] = {prolog_atom(arena_of(r), name, element->span), list(r, &d.arguments),
                               d.condition, list(r, &d.direct), list(r, &d.cases)};
  return make(r, "operator", element->span, parts, 5);
}

/* What is declared by axioms has no definition: an operator without one. */
static void read_axiomatic(Reader *r, const Theory *theory, const XmlElement *block,
                           const Map *types, PrologTerms *operators)
{
  for (const XmlElement *part = block->first; part; part = part->next) {
    if (!is_operator(part) && !is_part(part, "axiomaticTypeDefinition")) continue;
    const PrologTerm *op = read_operator(r, theory, part, types);
    if (op) vec_push(operators, op);
  }
}

static const PrologTerm *read_theory(Reader *r, const Theory *theory)
{
  Map declared = {0};
  PrologTerms datatypes = {0}, operators = {0};
  const PrologTerm *types = read_types(r, theory, &declared);
  for (const XmlElement *part = theory->root->first; part; part = part->next) {
    const PrologTerm *term = NULL;
    if (is_part(part, "datatypeDefinition")) {
      term = read_datatype(r, theory, part, &declared);
      if (term) vec_push(&datatypes, term);
    } else if (is_operator(part)) {
      term = read_operator(r, theory, part, &declared);
      if (term) vec_push(&operators, term);
    } else if (is_part(part, "axiomaticDefinitionsBlock")) {
      read_axiomatic(r, theory, part, &declared, &operators);
    }
  }
  map_free(&declared);
  const PrologTerm *parts[] = {types, list(r, &datatypes), list(r, &operators)};
  return make(r, "theory", theory->root->span, parts, 3);
}

/* ---- the whole */

void rodin_theories_read(RodinTheories *t, ParseContext *context, EventbProject *project,
                         const Source *source)
{
  *t = (RodinTheories){.scratch = arena_new()};
  t->package = (Package){.context = context, .arena = context->arena, .project = project};
  t->package.theories = theories_new(context->arena);
  t->package.operators = &t->operators;
  for (uint32_t i = 0; i < project->components.len; i++) {
    const EventbNames *sets = &project->components.data[i]->sets;
    for (uint32_t k = 0; k < sets->len; k++)
      map_put(&t->package.carrier_sets, sets->data[k].name, t);
  }
  Reader r = {.t = t, .from = source};
  find_theories(&r);
  for (uint32_t i = 0; i < r.theories.len; i++)
    declare_all(&r, &r.theories.data[i], r.theories.data[i].root);
  PrologTerms terms = {0};
  for (uint32_t i = 0; i < r.theories.len; i++)
    vec_push(&terms, read_theory(&r, &r.theories.data[i]));
  theories_read(&t->package, list(&r, &terms));
  vec_free(&r.theories);
}

Node *rodin_theories_apply(RodinTheories *t, Node *node)
{
  return t->operators.count ? theory_apply(&t->package, node) : node;
}

void rodin_theories_finish(RodinTheories *t)
{
  theories_add_freetypes(&t->package);
  theories_free(t->package.theories);
  map_free(&t->package.carrier_sets);
  map_free(&t->operators);
  arena_free(t->scratch);
}
