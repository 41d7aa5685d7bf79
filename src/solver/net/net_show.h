#ifndef SOLVER_NET_SHOW_H
#define SOLVER_NET_SHOW_H

#include "base/text.h"
#include "solver/net/net.h"

/* The network as text, for people who want to know what the solver works on. */
void net_show(Text *, const Net *);
/* A cell with its domain, or its value; a literal, or its truth value. */
void net_show_cell(Text *, const Net *, Cell);
void net_show_literal(Text *, const Net *, Lit);

#endif
