#include "eventb/weave.h"

/* The witness with its primed names replaced by the values that the event assigns; NULL if
 * some are chosen freely. */
static Node *witness_before(Weaver *w, const Level *l, Node *witness)
{
  for (uint32_t i = 0; i < l->event->actions.len; i++) {
    const Node *action = weave_renamed(w, l, l->event->actions.data[i].node);
    for (uint32_t k = 0; action->kind == NODE_ASSIGN && k < action->kids[0]->count; k++) {
      Node *target = action->kids[0]->kids[k];
      const Name *name = weave_primed(w, weave_root_of(target)->name);
      if (!tree_mentions_name(witness, name)) continue;
      Node *left = tree_ident(w->arena, witness->span, name);
      Node *value = weave_whole_value(w, target, action->kids[1]->kids[k]);
      bool equation = witness->kind == NODE_EQUAL && witness->kids[0]->kind == NODE_IDENT;
      NodeKind kind = equation ? NODE_LET_EXPR : NODE_LET_PRED;
      Node *let = node_new(w->arena, kind, witness->span, NULL, 3);
      node_set(let, 0, weave_one_name(w, witness->span, name));
      node_set(let, 1, node_binary(w->arena, NODE_EQUAL, witness->span, left, value));
      node_set(let, 2, equation ? witness->kids[1] : witness);
      witness =
          equation ? node_binary(w->arena, NODE_EQUAL, witness->span, witness->kids[0], let) : let;
    }
  }
  for (uint32_t i = 0; i < l->machine->variables.len; i++) {
    const Name *variable = l->machine->variables.data[i].name;
    if (weave_assigns(l->event, variable)) continue;
    witness = tree_rename(w->arena, witness, weave_primed(w, variable), variable);
  }
  TreeList open = {0};
  tree_free_primes(witness, &open);
  bool closed = open.len == 0;
  vec_free(&open);
  return closed ? witness : NULL;
}

void weave_witnessed_parameters(Weaver *w, Level *l, TreeList *guards)
{
  if (!w->f->context->level_only || w->f->chain.len < 2 || l->event->refines.len != 1) return;
  const EventbEvent *abstract = eventb_event(w->f->chain.data[1], l->event->refines.data[0].name);
  for (uint32_t i = 0; abstract && i < abstract->parameters.len; i++) {
    const Name *name = abstract->parameters.data[i].name;
    if (weave_name_below(l, name) || weave_is_declared(w->f, name)) continue;
    Node *witness = NULL;
    for (uint32_t k = 0; k < l->event->witnesses.len; k++)
      if (l->event->witnesses.data[k].label == name)
        witness = witness_before(w, l, weave_renamed(w, l, l->event->witnesses.data[k].formula));
    if (!witness) continue;
    vec_push(&w->witnessed, ((EventbName){name, l->event->span, NULL}));
    vec_push(guards, normal_form(w->arena, witness));
  }
}
