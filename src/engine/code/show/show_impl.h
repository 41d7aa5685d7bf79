#ifndef ENGINE_CODE_SHOW_IMPL_H
#define ENGINE_CODE_SHOW_IMPL_H

#include "engine/code/plan/plan.h"
#include "engine/code/show/show.h"
#include "engine/code/statement/code_subst.h"

/* ---- show_text.c */

/* Begins a line. */
void show_margin(Text *, unsigned margin);
/* The formula on one line, cut short if it is long. */
void show_formula(Text *, const Node *);

/* ---- show_plan.c */
void show_plan(Text *, const Plan *, unsigned margin);

#endif
