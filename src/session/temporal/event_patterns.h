#ifndef SESSION_TEMPORAL_EVENT_PATTERNS_H
#define SESSION_TEMPORAL_EVENT_PATTERNS_H

#include "session/system.h"
#include "temporal/notation/formula.h"

/* Patterns of events with fields, in systems without operations: `[a.x]` and `[a(1,_)]` of a
 * process or an Aldebaran file.  Values of a process are expressions of its script; those of a file
 * are compared as they are written. */

/* Fills in what the pattern means; its place is in the source.  False: it has mistakes, which are
 * in the diagnostics. */
bool event_pattern_take(Session *, const System *, const Source *, TemporalPattern *);

/* Events of one system, as patterns see them: each is read once. */
typedef struct EventMatcher EventMatcher;
EventMatcher *event_matcher_new(Session *, const System *);
void event_matcher_free(EventMatcher *); /* accepts NULL */
bool event_matches(void *matcher, const TemporalPattern *, uint32_t label, const Value *arguments);

#endif
