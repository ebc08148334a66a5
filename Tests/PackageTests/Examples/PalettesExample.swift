import Colors
import Palettes

/// Returns five shades of a colour, from light to dark, as a file that GIMP and Inkscape read.
func shades(of color: Color) throws(PaletteError) -> [UInt8] {
  let shades = Ramp.lightness(of: color, count: 5)
  let palette = Palette(name: "Shades", swatches: shades.map { Swatch($0) })

  return try PaletteFormat.gimp.bytes(of: palette)
}
