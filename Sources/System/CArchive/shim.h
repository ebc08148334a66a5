// The functions of libarchive that are used, as its headers declare them. The library is not linked: with all that it
// needs it takes longer to load than a short command to run, and only a few kinds of palettes need it.

#ifndef REGALIA_CARCHIVE_H
#define REGALIA_CARCHIVE_H

#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>

#define REGALIA_ARCHIVE_FUNCTIONS(each)                                                                    \
  each(read_new) each(read_free) each(read_support_format_zip) each(read_open_memory)                      \
  each(read_next_header) each(read_data) each(entry_new) each(entry_free) each(entry_pathname)             \
  each(entry_set_pathname) each(entry_set_size) each(entry_set_filetype) each(entry_set_perm)              \
  each(write_new) each(write_free) each(write_set_format_zip) each(write_open_memory) each(write_header)   \
  each(write_data) each(write_close)

typedef struct {
#define each(name) __typeof__(archive_##name) *_Nonnull name;
  REGALIA_ARCHIVE_FUNCTIONS(each)
#undef each
} ArchiveFunctions;

/// Finds all functions in the loaded library; returns the name of the first one that it lacks, otherwise null.
static inline const char *_Nullable regalia_find_archive(
    void *_Nonnull library, ArchiveFunctions *_Nonnull functions) {
#define each(name)                                                                                   \
  functions->name = (__typeof__(archive_##name) *)dlsym(library, "archive_" #name);                  \
  if (!functions->name) return "archive_" #name;
  REGALIA_ARCHIVE_FUNCTIONS(each)
#undef each
  return 0;
}

#endif
