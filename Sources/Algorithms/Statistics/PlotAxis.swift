import Glibc
import Text

/// Maps values to places along a line, with the round numbers to mark on it.
struct PlotAxis: Hashable {
  let range: ClosedRange<Double>
  let start: Double
  let length: Double
  let isLogarithmic: Bool

  /// Places values linearly, `range` from `start` over `length`, which is negative where values rise upward.
  init(_ range: ClosedRange<Double>, from start: Double, length: Double, isLogarithmic: Bool = false) {
    self.range = range
    self.start = start
    self.length = length
    self.isLogarithmic = isLogarithmic
  }

  /// Returns where a value lies; what is outside the range lies at its end.
  func place(_ value: Double) -> Double {
    unboundedPlace(min(max(value, range.lowerBound), range.upperBound))
  }

  /// Returns where a value lies, inside or outside the range.
  func unboundedPlace(_ value: Double) -> Double {
    let (low, high) = (warped(range.lowerBound), warped(range.upperBound))
    return high > low ? start + length * (warped(value) - low) / (high - low) : start
  }

  private func warped(_ value: Double) -> Double { isLogarithmic ? log10(max(value, 1e-9)) : value }

  /// Round numbers in the range, about so many.
  func ticks(about count: Int) -> [Double] {
    isLogarithmic ? decades(about: count) : steps(about: count)
  }

  private func steps(about count: Int) -> [Double] {
    let span = range.upperBound - range.lowerBound
    guard span > 0, span.isFinite else { return [range.lowerBound] }
    let rough = span / Double(max(1, count))
    let power = pow(10, log10(rough).rounded(.down))
    let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= rough * 0.99 } ?? rough
    let first = (range.lowerBound / step - 1e-9).rounded(.up)
    let last = (range.upperBound / step + 1e-9).rounded(.down)
    guard first <= last, last - first < 1000 else { return [] }
    return (0...Int(last - first)).map { (first + Double($0)) * step }
  }

  private func decades(about count: Int) -> [Double] {
    let low = Int(log10(max(range.lowerBound, 1e-9)).rounded(.down))
    let high = Int(log10(max(range.upperBound, 1e-9)).rounded(.up))
    let digits: [Double] = high - low > 4 ? [1] : (high - low > 3 ? [1, 3] : [1, 2, 5])
    return (low...high).flatMap { power in digits.map { $0 * pow(10, Double(power)) } }
      .filter(range.contains)
  }

  /// Returns a number with a real minus and no more decimals than it needs, up to nine.
  static func label(_ value: Double) -> String {
    let places = (0..<9).first { places in
      let unit = pow(10, Double(places))
      return ((value * unit).rounded() / unit - value).magnitude <= 1e-9 * value.magnitude
    }
    return value.text(.fixed(places ?? 9)).replacing("-", with: "−")
  }
}
