/// A form of colour blindness, or of its weaker relatives.
public enum ColorVisionDeficiency: String, Sendable, CaseIterable {
  /// The long-wave (red) cones are missing or shifted.
  case protan

  /// The middle-wave (green) cones are missing or shifted.
  case deutan

  /// The short-wave (blue) cones are missing or shifted.
  case tritan

  /// Returns the sRGB colour that shows how `color` looks to a person with this deficiency.
  ///
  /// Machado, Oliveira, Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency"
  /// (2009): their matrices for each tenth of severity, blended in between, applied to linear light; clamped.
  public func simulated(_ color: Color, severity: Double = 1) -> Color {
    ColorVision.deficient(self, severity: severity).simulated(color)
  }

  func matrix(severity: Double) -> Matrix3 {
    let place = unit(severity) * 10
    let lower = min(Int(place), 9)
    let share = place - Double(lower)
    let numbers = matrices
    func row(_ row: Int) -> Triple {
      let from = lower * 9 + row * 3
      let here = Triple(numbers[from], numbers[from + 1], numbers[from + 2])
      let next = Triple(numbers[from + 9], numbers[from + 10], numbers[from + 11])
      return here + (next - here) * share
    }
    return Matrix3(row(0), row(1), row(2))
  }
}
