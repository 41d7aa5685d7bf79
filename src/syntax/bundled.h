#ifndef SYNTAX_BUNDLED_H
#define SYNTAX_BUNDLED_H

/* The B libraries of lib/ (LibraryIO.def and its like), which are part of the
 * program itself, so that a model that refers to them needs no installation.
 * The table is generated at build time by cmake/embed.cmake. */
struct BundledFile {
  const char *name; /* file name without folder */
  const char *text; /* its content, followed by a NUL that size does not count */
  unsigned size;
};

extern const struct BundledFile bundled_files[]; /* ascending by name */
extern const unsigned bundled_file_count;

/* The bundled file of exactly this name, or NULL. */
const struct BundledFile *bundled_find(const char *name);

#endif
