import Geometry

/// A length as written, with its unit.
struct Length {
  enum Unit {
    case user, percent, em, ex, inch, centimetre, millimetre, quarterMillimetre, point, pica
  }

  var value: Double
  var unit: Unit

  init(_ value: Double, _ unit: Unit = .user) {
    self.value = value
    self.unit = unit
  }

  /// Reads one length that makes up the whole text.
  init?(_ text: String) {
    var scanner = AttributeScanner(text)
    scanner.skipSpace()
    guard let length = Length(&scanner) else { return nil }
    scanner.skipSpace()
    guard scanner.isAtEnd else { return nil }
    self = length
  }

  init?(_ scanner: inout AttributeScanner) {
    guard let value = scanner.number() else { return nil }
    let unit = scanner.unit()
    switch unit.lowercased() {
    case "", "px": self.init(value)
    case "%": self.init(value, .percent)
    case "em": self.init(value, .em)
    case "ex": self.init(value, .ex)
    case "in": self.init(value, .inch)
    case "cm": self.init(value, .centimetre)
    case "mm": self.init(value, .millimetre)
    case "q": self.init(value, .quarterMillimetre)
    case "pt": self.init(value, .point)
    case "pc": self.init(value, .pica)
    default: return nil
    }
  }

  /// Which side of the viewport a percentage refers to.
  enum Axis {
    case horizontal, vertical, other
  }

  /// Returns the length in user units.
  func resolved(_ axis: Axis, viewport: Size, fontSize: Double) -> Double {
    switch unit {
    case .user: value
    case .percent: value / 100 * Length.extent(axis, viewport)
    case .em: value * fontSize
    case .ex: value * fontSize / 2
    case .inch: value * 96
    case .centimetre: value * 96 / 2.54
    case .millimetre: value * 96 / 25.4
    case .quarterMillimetre: value * 96 / 101.6
    case .point: value * 4 / 3
    case .pica: value * 16
    }
  }

  private static func extent(_ axis: Axis, _ viewport: Size) -> Double {
    switch axis {
    case .horizontal: viewport.width
    case .vertical: viewport.height
    case .other: Vector(viewport.width, viewport.height).length / 2.0.squareRoot()
    }
  }
}
