import Text

/// How different two colours look, measured in two ways.
public struct ColorDifference: Hashable, Sendable {
  /// ΔE2000: about 1 is just noticeable side by side.
  public let deltaE2000: Double

  /// The distance in Oklab: about 0.02 is just noticeable.
  public let deltaEOK: Double

  /// Creates the difference of two colours, which alpha does not change.
  public init(_ first: Color, _ second: Color) {
    deltaE2000 = difference2000(first, second)
    deltaEOK = differenceOK(first, second)
  }

  /// ΔE2000 to four places, for people to read.
  public var text2000: String { decimalText(deltaE2000, places: 4) }

  /// ΔE OK to six places, for people to read.
  public var textOK: String { decimalText(deltaEOK, places: 6) }

  /// The measures as an object of JSON on one line.
  public var json: String {
    let report: JSONValue = [
      "deltaE2000": .number(deltaE2000, .significant(12)), "deltaEOK": .number(deltaEOK, .significant(12)),
    ]
    return report.line
  }
}
