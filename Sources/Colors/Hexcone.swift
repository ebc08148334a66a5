/// The hexagon that HSB, HSL and HWB share: a hue, and the smallest and largest channel.
struct Hexcone {
  /// Degrees in 0..<360, or nil where all channels are equal.
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
    guard range > 0 else {
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
    let fraction = sixths - Double(sector)
    let range = largest - smallest
    let rising = smallest + range * fraction
    let falling = largest - range * fraction
    var (red, green, blue) = (largest, smallest, smallest)
    switch sector {
    case 0: green = rising
    case 1: (red, green) = (falling, largest)
    case 2: (red, green, blue) = (smallest, largest, rising)
    case 3: (red, green, blue) = (smallest, falling, largest)
    case 4: (red, blue) = (rising, largest)
    default: blue = falling
    }
    return RGBA(red: red, green: green, blue: blue, alpha: alpha)
  }
}

/// Returns an angle in degrees brought into 0..<360, and 0 for what is not a finite number.
func turned(_ degrees: Double) -> Double {
  if degrees >= 0 && degrees < 360 { return degrees }
  guard degrees.isFinite else { return 0 }
  let rest = degrees.truncatingRemainder(dividingBy: 360)
  let turned = rest < 0 ? rest + 360 : rest
  return turned < 360 ? turned : 0
}
