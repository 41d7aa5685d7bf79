#ifndef MODEL_RESOLVE_H
#define MODEL_RESOLVE_H

#include "model/model.h"

/* Makes resolved copies of syntax trees: every IDENT and OLD_VALUE points to its
 * Symbol, binders have fresh local Symbols (NAMES kids are IDENTs with them),
 * uses of definitions are expanded (EXPANSION, EXTERNAL), COUPLEs are MAPLETs,
 * OP_CALLs point to the operation's Symbol.  What cannot be resolved becomes an
 * ERROR node.
 *
 * A definition is expanded by copying its body with the argument trees in the
 * places of the parameters.  Nothing is renamed: names in the body mean what
 * they mean where the definition is used, and names in an argument may be
 * captured by a binder of the body, as ProB does it. */
typedef struct Resolver Resolver;

/* Copies are made in `arena`.  `machine` gives the scope (its names, those of the
 * machines it may see, its definitions); NULL: no names are known. */
Resolver *resolver_new(ParseContext *, Arena *, Machine *);
void resolver_free(Resolver *); /* accepts NULL */

/* Unknown names become symbols in this list instead of being errors. */
void resolver_allow_free(Resolver *, Symbols *free);

/* Operations of the machine itself may be called. */
void resolver_allow_own_calls(Resolver *);

/* Whether what follows are substitutions: in these, abstract variables that the
 * refinement has replaced cannot be used. */
void resolver_in_body(Resolver *, bool);

Node *resolve_node(Resolver *, const Node *);
/* Opens a scope with these locals until the matching leave (operation parameters). */
void resolver_enter(Resolver *, Symbol *const *locals, uint32_t count);
void resolver_leave(Resolver *);

/* The names that a list of declared names stands for, as IDENTs: descriptions are
 * dropped, a definition that is a list of names is replaced by these. */
typedef VEC(const Node *) NodeList;
void resolve_declared(Diags *, const Unit *, const Node *declared, NodeList *);
/* Whether `declared` is a use of a definition that is a list of names. */
bool resolve_lists_names(const Unit *, const Node *declared);

/* Expression, predicate or substitution: looks through EXPANSION, EXTERNAL and
 * DESCRIBED of a resolved tree. */
NodeClass resolved_class(const Node *);

#endif
