import Benchmark
import Colors

/// Measures converting, reading and comparing a thousand colours; the figures are per colour.
func measureColors() throws {
  var random = SeededNumbers(seed: 2)
  func channel() -> Double { .random(in: 0...1, using: &random) }
  let colors = (0..<1000).map { _ in RGBA(red: channel(), green: channel(), blue: channel()) }

  measure("Colours: sRGB to OKLCH and back", scale: .kilo) {
    var sum = 0.0
    for color in colors { sum += OKLCH(color).rgba().green }
    blackHole(sum)
  }
  measure("Colours: sRGB to OKHSV and back", scale: .kilo) {
    var sum = 0.0
    for color in colors { sum += OKHSV(color).rgba().green }
    blackHole(sum)
  }
  let vivid = colors.map { Color(OKLCH(lightness: $0.red, chroma: 0.4 * $0.green, hue: 360 * $0.blue)) }
  measure("Colours: mapped into sRGB", scale: .kilo) {
    var sum = 0.0
    for color in vivid { sum += color.mapped(to: .srgb).components.y }
    blackHole(sum)
  }
  measureReading(of: colors.map { Color($0) })
  measureComparison(of: colors.map { Color($0) })
}

private func measureReading(of colors: [Color]) {
  for (name, format) in [("#rrggbb", ColorFormat.hex), ("oklch()", .oklch)] {
    let texts = colors.map { $0.text(as: format) }
    measure("Colours: \(name) read", scale: .kilo) {
      var sum = 0.0
      for text in texts { sum += try Color(parsing: text).alpha }
      blackHole(sum)
    }
    measure("Colours: \(name) written", scale: .kilo) {
      var count = 0
      for color in colors { count += color.text(as: format).utf8.count }
      blackHole(count)
    }
  }
}

private func measureComparison(of colors: [Color]) {
  let pairs = Array(zip(colors, colors.reversed()))
  measure("Colours: contrast, WCAG and APCA", scale: .kilo) {
    var sum = 0.0
    for (text, background) in pairs {
      let contrast = Contrast(text: text, background: background)
      sum += contrast.wcag + contrast.apca
    }
    blackHole(sum)
  }
  measure("Colours: difference, ΔE2000", scale: .kilo) {
    var sum = 0.0
    for (first, second) in pairs { sum += difference2000(first, second) }
    blackHole(sum)
  }
}
