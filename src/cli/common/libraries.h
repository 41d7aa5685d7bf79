#ifndef CLI_COMMON_LIBRARIES_H
#define CLI_COMMON_LIBRARIES_H

/* Has the libraries that we stand on end like ourselves (memory_exhausted) when there is no
 * memory: GMP would abort, C++ throw, and jansson leave parts of a report out. */
void libraries_install(void);

#endif
