#ifndef PROBITY_SERVE_PAGE_PAGE_H
#define PROBITY_SERVE_PAGE_PAGE_H

/*
 * The files of the page that `probity serve` shows, embedded into the program.
 *
 * web/build.mjs bundles them and writes the table.  A program that was built without Node.js has an
 * empty one: `page_is_built` says so.  Everything is constant and lives as long as the program.
 */

#include <stdbool.h>
#include <stddef.h>

typedef struct PageFile {
  const char *name;           /* as in the address, without the slash: "app.js" */
  const char *type;           /* for Content-Type */
  const char *etag;           /* changes with the bytes; without quotes */
  const unsigned char *bytes; /* followed by a NUL that does not count */
  size_t size;
} PageFile;

extern const PageFile page_files[];
extern const unsigned page_file_count;

bool page_is_built(void);

/* The file of this name, "" meaning index.html; NULL if there is none. */
const PageFile *page_file(const char *name);

#endif
