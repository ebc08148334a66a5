import TestSupport
import Testing
import Text

@Suite struct NumberFormatTests {
  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (1, "1"), (-17, "-17"), (0.1, "0.1"), (1e15, "1000000000000000"),
    (1e-7, "1e-07"),
    (.infinity, "inf"),
  ])
  func `the shortest text`(value: Double, text: String) {
    #expect(value.text() == text)
  }

  @Test func `the shortest text reads back as the same number`() {
    var random = SeededGenerator(seed: 1)
    let values = (0..<2000).map { _ in Double(bitPattern: random.next()) }
    #expect(values.allSatisfy { !$0.isFinite || Double($0.text()) == $0 })
  }

  @Test(arguments: [
    (1.005, 2, "1", "1.00"), (0.125, 2, "0.13", "0.13"), (-0.001, 2, "0", "0.00"), (-2.5, 0, "-3", "-3"),
    (1234.5, 3, "1234.5", "1234.500"), (0.000012, 5, "0.00001", "0.00001"), (99.999, 1, "100", "100.0"),
  ])
  func `decimals are rounded, and zeros kept or not`(
    value: Double, decimals: Int, rounded: String, fixed: String
  ) {
    #expect(value.text(.rounded(to: decimals)) == rounded)
    #expect(value.text(.fixed(decimals)) == fixed)
  }

  @Test(arguments: [
    (123456.789, 4, "123457"), (0.00012345678, 3, "0.000123"), (1.0 / 3, 12, "0.333333333333"),
    (100, 1, "100"),
  ])
  func `significant digits are counted from the first`(value: Double, digits: Int, text: String) {
    #expect(value.text(.significant(digits)) == text)
  }

  @Test func `a rounded text is no further off than half of its last digit`() {
    var random = SeededGenerator(seed: 2)
    for (decimals, half) in [0.5, 5e-2, 5e-3, 5e-4, 5e-5, 5e-6, 5e-7, 5e-8, 5e-9, 5e-10].enumerated() {
      // The text is read as the nearest number, which adds half a unit of its last place.
      let offsets = (0..<200).map { _ in
        let value = Double.random(in: -1e6...1e6, using: &random)
        return ((Double(value.text(.rounded(to: decimals))) ?? .nan) - value).magnitude - value.ulp
      }
      #expect(offsets.allSatisfy { $0 <= half }, "\(decimals) decimals")
    }
  }
}
