#include "session/prove/proof_cache.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/memory.h"

/* {"proof_cache": VERSION, "proofs": {FINGERPRINT: {status, why, method, …, seal}}}
 *
 * The seal is a hash of the fingerprint and the entry: one that was damaged, or belongs to another
 * sequent, says nothing. */

struct ProofCache {
  json_t *proofs;
};

static const char *const role_names[] = {"constant", "before", "parameter", "after"};

ProofCache *proof_cache_new(void)
{
  ProofCache *c = memory_zeroed(1, sizeof *c);
  c->proofs = json_object();
  return c;
}

void proof_cache_free(ProofCache *c)
{
  if (!c) return;
  json_decref(c->proofs);
  free(c);
}

bool proof_cache_read(ProofCache *c, const char *text, size_t length, Text *error)
{
  json_error_t where;
  json_t *root = json_loadb(text, length, 0, &where);
  json_t *proofs = json_object_get(root, "proofs");
  const char *version = json_string_value(json_object_get(root, "proof_cache"));
  bool good = version && json_is_object(proofs);
  if (good && !strcmp(version, PROBITY_VERSION)) json_object_update(c->proofs, proofs);
  if (!good && !root) text_printf(error, "line %d: %s", where.line, where.text);
  else if (!good) text_add(error, "it is no cache of proofs");
  json_decref(root);
  return good;
}

void proof_cache_print(const ProofCache *c, Text *out)
{
  json_t *root = json_pack("{s:s, s:O}", "proof_cache", PROBITY_VERSION, "proofs", c->proofs);
  char *text = json_dumps(root, JSON_INDENT(1) | JSON_SORT_KEYS);
  text_add(out, text ? text : "");
  text_add_char(out, '\n');
  free(text);
  json_decref(root);
}

/* ------------------------------------------------------------------------- values */

static json_t *values_json(const ShownValues *values)
{
  json_t *list = json_array();
  for (uint32_t i = 0; i < values->len; i++) {
    const ShownValue *v = &values->data[i];
    json_array_append_new(list,
                          json_pack("{s:s, s:s, s:s, s:b}", "name", v->name, "value", v->value,
                                    "role", role_names[v->role], "relevant", v->relevant));
  }
  return list;
}

static SequentRole role_of(const char *name)
{
  for (uint32_t i = 0; name && i < sizeof role_names / sizeof *role_names; i++)
    if (!strcmp(name, role_names[i])) return (SequentRole) i;
  return ROLE_CONSTANT;
}

static void read_values(const json_t *list, ShownValues *values)
{
  size_t i;
  json_t *entry;
  json_array_foreach(list, i, entry)
  {
    const char *name = json_string_value(json_object_get(entry, "name"));
    const char *value = json_string_value(json_object_get(entry, "value"));
    if (!name || !value) continue;
    SequentRole role = role_of(json_string_value(json_object_get(entry, "role")));
    bool relevant = json_is_true(json_object_get(entry, "relevant"));
    vec_push(values, ((ShownValue){name, value, role, relevant}));
  }
}

/* ------------------------------------------------------------------------- proofs */

/* Of an entry without its seal. */
static const char *seal_of(const Fingerprint *f, const json_t *entry, Text *seal)
{
  char *text = json_dumps(entry, JSON_COMPACT | JSON_SORT_KEYS);
  uint64_t hash = text ? XXH3_64bits(text, strlen(text)) : 0;
  free(text);
  text_printf(seal, "%s %016" PRIx64, f->text, hash);
  hash = XXH3_64bits(seal->data, seal->len);
  text_clear(seal);
  text_printf(seal, "%016" PRIx64, hash);
  return text_string(seal);
}

static bool is_sealed(const Fingerprint *f, const json_t *entry)
{
  Text seal = {0};
  const char *said = json_string_value(json_object_get(entry, "seal"));
  json_t *rest = json_copy((json_t *) entry);
  json_object_del(rest, "seal");
  bool same = said && !strcmp(seal_of(f, rest, &seal), said);
  json_decref(rest);
  text_free(&seal);
  return same;
}

static void seal(const Fingerprint *f, json_t *entry)
{
  Text text = {0};
  json_object_set_new(entry, "seal", json_string(seal_of(f, entry, &text)));
  text_free(&text);
}

static HypothesesChoice choice_of(const char *name)
{
  HypothesesChoice choice = HYPOTHESES_ALL;
  if (name) hypotheses_choice_of(name, &choice);
  return choice;
}

bool proof_cache_find(const ProofCache *c, const Fingerprint *f, Proof *proof)
{
  const json_t *entry = json_object_get(c->proofs, f->text);
  const char *status = json_string_value(json_object_get(entry, "status"));
  bool proved = status && !strcmp(status, proof_status_name(PROOF_PROVED));
  if (!proved && !(status && !strcmp(status, proof_status_name(PROOF_DISPROVED)))) return false;
  if (!is_sealed(f, entry)) return false;
  *proof = (Proof){.status = proved ? PROOF_PROVED : PROOF_DISPROVED,
                   .why = json_string_value(json_object_get(entry, "why")),
                   .method = json_string_value(json_object_get(entry, "method")),
                   .vacuous = json_is_true(json_object_get(entry, "vacuous"))};
  proof->hypotheses = choice_of(json_string_value(json_object_get(entry, "hypotheses")));
  if (proved) return true;
  Counterexample *x = &proof->counterexample;
  x->found = true;
  x->violated = json_string_value(json_object_get(entry, "violated"));
  x->instance = json_string_value(json_object_get(entry, "instance"));
  read_values(json_object_get(entry, "sets"), &x->sets);
  read_values(json_object_get(entry, "values"), &x->values);
  return true;
}

void proof_cache_keep(ProofCache *c, const Fingerprint *f, const Proof *p)
{
  if (p->status != PROOF_PROVED && p->status != PROOF_DISPROVED) return;
  json_t *entry = json_pack("{s:s, s:s?, s:s?, s:b, s:s}", "status", proof_status_name(p->status),
                            "why", p->why, "method", p->method, "vacuous", p->vacuous, "hypotheses",
                            hypotheses_choice_name(p->hypotheses));
  const Counterexample *x = &p->counterexample;
  if (p->status == PROOF_DISPROVED) {
    json_object_set_new(entry, "violated", x->violated ? json_string(x->violated) : json_null());
    json_object_set_new(entry, "instance", x->instance ? json_string(x->instance) : json_null());
    json_object_set_new(entry, "sets", values_json(&x->sets));
    json_object_set_new(entry, "values", values_json(&x->values));
  }
  seal(f, entry);
  json_object_set_new(c->proofs, f->text, entry);
}
