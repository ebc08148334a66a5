import Glibc

/// How many pixels make a point.
enum DisplayScale {
  /// The scale that `REGALIA_SCALE` asks for, or nil when it asks for none that is possible.
  static func environment() -> Double? {
    getenv("REGALIA_SCALE").flatMap { named(String(cString: $0)) }
  }

  static func named(_ text: String) -> Double? {
    Double(text).flatMap { (0.25...8).contains($0) ? $0 : nil }
  }

  /// A scale the window system reported, or 1 when that is nonsense.
  static func usable(_ scale: Double) -> Double {
    (0.25...8).contains(scale) ? scale : 1
  }
}
