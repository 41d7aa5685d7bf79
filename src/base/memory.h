#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

/* Memory of this process, as the system has it; 0: not known. */
size_t memory_resident(void);
size_t memory_peak(void);

/* How much this process may have altogether without trouble: what it has and what is
 * free, within the limits of its container; 0: not known. */
size_t memory_reach(void);

#endif
