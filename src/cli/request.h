#ifndef CLI_REQUEST_H
#define CLI_REQUEST_H

#include "cli/options.h"
#include "session/session.h"

/* What the command line says of how a session works: its options and folders. */
void request_prepare(Session *, const Options *);

/* Whether --format asks for a report that is not for people. */
bool request_for_programs(const Options *);

/* NAMES of a list A,B that is given by this option, maybe several times; as below. */
const char *const *request_names(Session *, const Options *, OptionId);

/* NAMES of --hide A,B … and A B A B … of --rename A=B: lists that end with NULL and live as long
 * as the session. */
const char *const *request_hidden(Session *, const Options *);
const char *const *request_renamed(Session *, const Options *);

#endif
