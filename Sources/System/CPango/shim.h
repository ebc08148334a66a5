#ifndef REGALIA_CPANGO_H
#define REGALIA_CPANGO_H

#include <cairo-pdf.h>
#include <hb-ot.h>
#include <hb.h>
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>

// Casting macros, which Swift cannot import.

static inline PangoCairoFont *regalia_cairo_font(PangoFont *font) {
  return PANGO_IS_CAIRO_FONT(font) ? PANGO_CAIRO_FONT(font) : NULL;
}

static inline PangoFcFontMap *regalia_fc_font_map(PangoFontMap *map) {
  return PANGO_IS_FC_FONT_MAP(map) ? PANGO_FC_FONT_MAP(map) : NULL;
}

static inline PangoGlyph regalia_glyph_empty(void) { return PANGO_GLYPH_EMPTY; }

static inline PangoGlyph regalia_glyph_unknown_flag(void) { return PANGO_GLYPH_UNKNOWN_FLAG; }

#endif
