#include "random/certificate_trial.h"

#include <stdio.h>

#include "prove/check/check.h"
#include "prove/rules/well_defined.h"
#include "syntax/print.h"

static void try_mutants(const CertificateTrial *t, const char *certificate)
{
  Text error = {0}, mutant = {0};
  for (uint64_t i = 0; i < t->counts->mutants_each; i++) {
    MutantKind kind = (MutantKind) random_below(t->random, MUTANT_KINDS);
    if (!mutant_make(t->random, kind, certificate, &mutant)) continue;
    t->counts->mutants[kind].made++;
    text_clear(&error);
    if (!certificate_check(t->sequent, HYPOTHESES_ALL, text_string(&mutant), &error)) continue;
    MutantWorth worth = mutant_judge(certificate, text_string(&mutant));
    t->counts->mutants[kind].accepted[worth]++;
    if (worth == MUTANT_SUSPICIOUS)
      printf("%s\n%sa mutant, %s, is accepted:\n%s", t->text, certificate, mutant_kind_text(kind),
             text_string(&mutant));
  }
  text_free(&error);
  text_free(&mutant);
}

/* ---------------------------------------------------------------- other sequents */

/* One of the hypotheses is negated or is no more, or the goal is another. */
static void change_sequent(const CertificateTrial *t, SequentConjuncts *c)
{
  uint32_t goal = c->count - 1, one = (uint32_t) random_below(t->random, goal);
  uint64_t how = random_below(t->random, 5);
  if (how == 0) c->list[goal] = build_not(&t->build, (Node *) c->list[goal]);
  else if (how == 1) c->list[goal] = build_not(&t->build, (Node *) c->list[one]);
  else if (how == 2) c->list[one] = build_truth(&t->build, true);
  else if (how == 3) c->list[one] = build_not(&t->build, (Node *) c->list[one]);
  else {
    const Node *other = c->list[one];
    c->list[one] = build_not(&t->build, (Node *) c->list[goal]);
    c->list[goal] = build_not(&t->build, (Node *) other);
  }
  for (uint32_t i = 0; i < c->count; i++)
    c->defined[i] = well_defined(&t->build, c->list[i], NOTATION_B);
}

static bool is_invalid(const CertificateTrial *t, const SequentConjuncts *c, bool *unknown)
{
  for (uint64_t size = 3; size > 0; size--) {
    Candidate found = sequent_by_definition(t->random_sequent, c, (Sizes){size, 1});
    if (found == IS_ONE) return true;
    *unknown |= found == IS_NOT_KNOWN;
  }
  return false;
}

static bool tell_wrong(const CertificateTrial *t, const SequentConjuncts *c,
                       const char *certificate)
{
  printf("%s\n%sproves something that is not valid, too:\n", t->text, certificate);
  Text text = {0};
  for (uint32_t i = 0; i < c->count; i++) {
    text_add(&text, i + 1 < c->count ? "  " : "  |- ");
    print_node(&text, c->list[i], (PrintStyle){0});
    text_add(&text, "\n");
  }
  fputs(text_string(&text), stdout);
  text_free(&text);
  return false;
}

static bool try_other_sequent(const CertificateTrial *t, const char *certificate)
{
  SequentConjuncts c = *t->conjuncts;
  if (c.count < 2) return true;
  change_sequent(t, &c);
  Hypothesis hypotheses[MOST_CONJUNCTS_READ];
  Sequent other = *t->sequent;
  for (uint32_t i = 0; i + 1 < c.count; i++)
    hypotheses[i] = (Hypothesis){(Node *) c.list[i], NULL, true};
  other.hypotheses = hypotheses;
  other.goal = (Node *) c.list[c.count - 1];
  Text error = {0};
  bool accepted = certificate_check(&other, HYPOTHESES_ALL, certificate, &error), unknown = false;
  text_free(&error);
  t->counts->others++;
  t->counts->others_accepted += accepted;
  if (accepted && is_invalid(t, &c, &unknown)) return tell_wrong(t, &c, certificate);
  t->counts->others_unknown += unknown;
  return true;
}

/* --------------------------------------------------------------------- certificates */

bool certificate_try(const CertificateTrial *t, const char *certificate)
{
  Text error = {0};
  bool fine = certificate_check(t->sequent, HYPOTHESES_ALL, certificate, &error);
  t->counts->certificates++;
  t->counts->refused += !fine;
  if (!fine && t->counts->tells_refusals)
    printf("%s\n%s\nthe certificate is refused: %s\n", t->text, certificate, error.data);
  text_free(&error);
  if (!fine) return true;
  try_mutants(t, certificate);
  return try_other_sequent(t, certificate);
}

static void tell_mutants(const char *what, const MutantCounts *c)
{
  uint64_t accepted = 0;
  for (int i = 0; i < MUTANT_WORTHS; i++) accepted += c->accepted[i];
  printf("%s%llu mutants: %llu refused, %llu accepted as the same proof, %llu since it follows, "
         "%llu suspicious\n",
         what, (unsigned long long) c->made, (unsigned long long) (c->made - accepted),
         (unsigned long long) c->accepted[MUTANT_SAME],
         (unsigned long long) c->accepted[MUTANT_FOLLOWS],
         (unsigned long long) c->accepted[MUTANT_SUSPICIOUS]);
}

bool certificate_counts_tell(const CertificateCounts *c, bool by_kind)
{
  MutantCounts all = {0};
  for (int kind = 0; kind < MUTANT_KINDS; kind++) {
    all.made += c->mutants[kind].made;
    for (int i = 0; i < MUTANT_WORTHS; i++) all.accepted[i] += c->mutants[kind].accepted[i];
    Text what = {0};
    text_printf(&what, "  %-44s ", mutant_kind_text((MutantKind) kind));
    if (by_kind) tell_mutants(text_string(&what), &c->mutants[kind]);
    text_free(&what);
  }
  printf("%llu certificates, %llu of them refused; ", (unsigned long long) c->certificates,
         (unsigned long long) c->refused);
  tell_mutants("", &all);
  printf("%llu certificates of other sequents: %llu accepted, none of them known to be invalid, "
         "%llu of them not all tried\n",
         (unsigned long long) c->others, (unsigned long long) c->others_accepted,
         (unsigned long long) c->others_unknown);
  return all.accepted[MUTANT_SUSPICIOUS] == 0 && c->refused * 20 <= c->certificates + 20;
}
