#include "temporal/product/product.h"

#include <assert.h>

#include "base/clock.h"
#include "temporal/product/product_impl.h"

/* With the case of fairness in hand. */
static void search_case(ProductSearch *s)
{
  const ProductRequest *r = s->request;
  leaving_clear(&s->leaving);
  s->misled = false;
  s->met = 0;
  if (!r->breadth_first && r->tuning.look != 1 && product_look(s)) return;
  if (!atlas_must_stop(r->atlas)) product_sweep(s);
  if (!s->misled || product_found(s)) return;
  leaving_clear(&s->leaving);
  s->misled = false;
  s->met = 0;
  if (!atlas_must_stop(r->atlas)) product_sweep(s);
}

void product_search(const ProductRequest *request, Product *p)
{
  const Fairness *fairness = request->fairness;
  *p = (Product){.result = PRODUCT_NONE};
  pthread_mutex_t lock;
  ProductSearch s = {.request = request, .lock = &lock, .out = p, .began = clock_seconds()};
  assert(!request->breadth_first || !fairness);
  pthread_mutex_init(&lock, NULL);
  survey_open(&s.survey, request->automaton);
  if (!fairness) search_case(&s);
  for (uint32_t i = 0; fairness && i < fairness->count && !product_found(&s); i++) {
    s.fair = &fairness->cases[i];
    search_case(&s);
  }
  bool known = !s.incomplete && !atlas_stopped(request->atlas);
  if (p->result == PRODUCT_NONE && !known) p->result = PRODUCT_UNKNOWN;
  survey_close(&s.survey);
  instances_free(&s.instances);
  leaving_free(&s.leaving);
  vec_free(&s.helpers);
  pthread_mutex_destroy(&lock);
}

void product_close(Product *p) { vec_free(&p->path); }
