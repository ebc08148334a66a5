import Colors
import TestSupport
import Testing

/// Expects a number to be within a tolerance of another; one that is not there matches nothing.
func expectClose(
  _ value: Double, _ expected: Double?, _ tolerance: Double, at location: SourceLocation = #_sourceLocation
) {
  #expect(
    abs(value - (expected ?? .nan)) <= tolerance, "\(value), not \(expected ?? .nan)",
    sourceLocation: location)
}

/// Expects the channels of a colour to be near these; an empty list expects nothing.
func expectChannels(
  _ rgba: RGBA, _ expected: [Double], _ tolerance: Double, at location: SourceLocation = #_sourceLocation
) {
  for (channel, value) in zip([rgba.red, rgba.green, rgba.blue], expected) {
    expectClose(channel, value, tolerance, at: location)
  }
}

/// Expects the bytes of a colour, where `halves` lets a channel on an exact half go either way.
func expectBytes(
  _ rgba: RGBA, _ expected: [Double], within tolerance: Double, halves: Bool,
  at location: SourceLocation = #_sourceLocation
) {
  let bytes = rgba.bytes8
  let channels = [(rgba.red, bytes.r), (rgba.green, bytes.g), (rgba.blue, bytes.b)]
  for ((value, byte), wanted) in zip(channels, expected) {
    let scaled = value * 255
    let isHalf = halves && abs(scaled - scaled.rounded(.down) - 0.5) < 1e-6
    #expect(abs(Double(byte) - wanted) <= (isHalf ? 1 : tolerance), sourceLocation: location)
  }
}

extension SeededGenerator {
  mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  mutating func rgba() -> RGBA {
    RGBA(red: number(0...1), green: number(0...1), blue: number(0...1))
  }
}
