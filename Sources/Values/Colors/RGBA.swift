/// A colour in sRGB: straight (not premultiplied), gamma-encoded, and extended, so values may exceed 0...1.
public struct RGBA: Hashable, Sendable {
  /// The red channel, from 0 to 1 within sRGB.
  public var red: Double
  /// The green channel, from 0 to 1 within sRGB.
  public var green: Double
  /// The blue channel, from 0 to 1 within sRGB.
  public var blue: Double

  /// The opacity, from 0 to 1.
  public var alpha: Double

  /// Creates a colour from gamma-encoded channels, not premultiplied.
  ///
  /// - Parameters:
  ///   - red: The red channel, 0…1.
  ///   - green: The green channel, 0…1.
  ///   - blue: The blue channel, 0…1.
  ///   - alpha: The opacity, 0…1.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates a colour from a number such as `0x663399`.
  ///
  /// - Parameters:
  ///   - hex: Red, green and blue, eight bits each.
  ///   - alpha: The opacity, 0…1.
  public init(hex: UInt32, alpha: Double = 1) {
    self.init(
      red: Double((hex >> 16) & 0xff) / 255,
      green: Double((hex >> 8) & 0xff) / 255,
      blue: Double(hex & 0xff) / 255,
      alpha: alpha)
  }

  /// Creates a colour from channels of 8 bits, each 0…255.
  public init(bytes red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8 = 255) {
    self.init(
      red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255, alpha: Double(alpha) / 255
    )
  }

  /// The colour in eight bits per channel: clamped, then `floor(255x + 0.5)`.
  public var bytes8: (r: UInt8, g: UInt8, b: UInt8, a: UInt8) {
    (byte(red), byte(green), byte(blue), byte(alpha))
  }

  /// The colour rounded to eight bits per channel.
  public var inBytes: RGBA {
    let bytes = bytes8
    return RGBA(bytes: bytes.r, bytes.g, bytes.b, bytes.a)
  }

  /// The colour with all channels and the opacity clamped to 0...1.
  public var clipped: RGBA {
    RGBA(red: unit(red), green: unit(green), blue: unit(blue), alpha: unit(alpha))
  }

  /// Returns the colour with another opacity.
  ///
  /// - Parameter alpha: The opacity, 0…1.
  public func withAlpha(_ alpha: Double) -> RGBA {
    RGBA(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Returns the colour composited over `background`: source-over in encoded sRGB, as in CSS.
  public func composited(over background: RGBA) -> RGBA {
    let top = unit(alpha)
    let below = unit(background.alpha) * (1 - top)
    let total = top + below
    guard total > 0 else { return RGBA(red: 0, green: 0, blue: 0, alpha: 0) }
    func mix(_ over: Double, _ under: Double) -> Double { (over * top + under * below) / total }
    return RGBA(
      red: mix(red, background.red), green: mix(green, background.green), blue: mix(blue, background.blue),
      alpha: total)
  }
}

extension RGBA {
  /// Opaque black.
  public static let black = RGBA(red: 0, green: 0, blue: 0)
  /// Opaque white.
  public static let white = RGBA(red: 1, green: 1, blue: 1)
  /// Black with an opacity of 0, CSS's `transparent`.
  public static let clear = RGBA(red: 0, green: 0, blue: 0, alpha: 0)
}

/// Returns `value` clamped to 0...1, and 0 for NaN.
@usableFromInline
func unit(_ value: Double) -> Double {
  value > 0 ? (value < 1 ? value : 1) : 0
}

/// Returns a channel in eight bits, with ties rounded up.
///
/// The billionth restores a tie that arithmetic made one unit in the last place too small (0.6 − 0.1).
@usableFromInline
func byte(_ value: Double) -> UInt8 {
  guard value > 0 else { return 0 }
  return value < 1 ? UInt8(truncatingIfNeeded: Int(value * 255 + (0.5 + 1e-9))) : 255
}
