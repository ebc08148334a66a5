// The required functions of libzint, as its header declares them. The library is loaded on first use.

#ifndef REGALIA_CZINT_H
#define REGALIA_CZINT_H

#include <dlfcn.h>
#include <string.h>
#include <zint.h>

#define REGALIA_ZINT_FUNCTIONS(each) each(Create) each(Encode) each(Delete)

typedef struct {
#define each(name) __typeof__(ZBarcode_##name) *_Nonnull name;
  REGALIA_ZINT_FUNCTIONS(each)
#undef each
} ZintFunctions;

/// Finds all functions in the loaded library. Returns the name of the first missing one, otherwise null.
static inline const char *_Nullable regalia_find_zint(
    void *_Nonnull library, ZintFunctions *_Nonnull functions) {
#define each(name)                                                                                         \
  functions->name = (__typeof__(ZBarcode_##name) *)dlsym(library, "ZBarcode_" #name);                      \
  if (!functions->name) return "ZBarcode_" #name;
  REGALIA_ZINT_FUNCTIONS(each)
#undef each
  return 0;
}

/// Whether a new symbol has its default values where this header expects them. Versions of the library place the members
/// of the structure differently, and none of its functions returns its version in the header.
static inline int regalia_zint_fits(const struct zint_symbol *_Nonnull symbol) {
  return symbol->scale == 1 && symbol->option_1 == -1 && symbol->option_2 == 0 && symbol->option_3 == 0
      && symbol->eci == 0 && symbol->show_hrt == 1 && symbol->guard_descent == 5
      && !strcmp(symbol->fgcolour, "000000") && !strcmp(symbol->bgcolour, "ffffff")
      && !strcmp(symbol->outfile, "out.png");
}

/// Returns whether a module is dark.
static inline int regalia_zint_is_dark(const struct zint_symbol *_Nonnull symbol, int column, int row) {
  return symbol->encoded_data[row][column >> 3] >> (column & 7) & 1;
}

#endif
