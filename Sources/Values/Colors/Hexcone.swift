/// The hexcone of HSB, HSL and HWB: a hue, and the smallest and largest channel.
struct Hexcone {
  /// Degrees in 0..<360, or nil if the channels differ only by rounding errors.
  var hue: Double?
  var smallest: Double
  var largest: Double

  init(hue: Double?, smallest: Double, largest: Double) {
    self.hue = hue
    self.smallest = smallest
    self.largest = largest
  }

  init(_ rgba: RGBA) {
    let red = rgba.red
    let green = rgba.green
    let blue = rgba.blue
    largest = red > green ? (red > blue ? red : blue) : (green > blue ? green : blue)
    smallest = red < green ? (red < blue ? red : blue) : (green < blue ? green : blue)
    let range = largest - smallest
    guard range > 1e-12, range.isFinite else {
      hue = nil
      return
    }
    if largest == red {
      let degrees = 60 * (green - blue) / range
      hue = degrees < 0 ? (degrees > -1e-13 ? 0 : degrees + 360) : degrees
    } else if largest == green {
      hue = 60 * (blue - red) / range + 120
    } else {
      hue = 60 * (red - green) / range + 240
    }
  }

  /// Returns the colour: the channels are the largest, the smallest and one between, in the sector's order.
  func rgba(alpha: Double) -> RGBA {
    var sixths = 0.0
    if let hue { sixths = turned(hue) / 60 }
    let sector = Int(sixths)
    let step = (largest - smallest) * (sixths - Double(sector))
    var red = largest
    var green = smallest
    var blue = smallest
    switch sector {
    case 0:
      green += step
    case 1:
      red -= step
      green = largest
    case 2:
      red = smallest
      green = largest
      blue += step
    case 3:
      red = smallest
      green = largest - step
      blue = largest
    case 4:
      red = smallest + step
      blue = largest
    default:
      blue = largest - step
    }
    return RGBA(red: red, green: green, blue: blue, alpha: alpha)
  }
}

/// Returns an angle in degrees normalised to 0..<360, and 0 for a non-finite one.
func turned(_ degrees: Double) -> Double {
  if degrees >= 0 && degrees < 360 { return degrees }
  guard degrees.isFinite else { return 0 }
  let rest = degrees.truncatingRemainder(dividingBy: 360)
  let turned = rest < 0 ? rest + 360 : rest
  return turned < 360 ? turned : 0
}
