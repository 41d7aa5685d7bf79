#ifndef CLI_COMMON_BROWSER_H
#define CLI_COMMON_BROWSER_H

#include <stdbool.h>

#include "base/text.h"

/* A page in the browser of the desktop. */
typedef struct {
  Text file; /* a small page that leads to the address, which only this user can read: others see
              * the command lines of processes */
} Browser;

/* False, with the reason. */
bool browser_open(Browser *, const char *address, Text *problem);
void browser_forget(Browser *);

#endif
