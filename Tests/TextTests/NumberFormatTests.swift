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
    for _ in 0..<2000 {
      let value = Double(bitPattern: .random(in: 0 ... .max))
      guard value.isFinite else { continue }
      #expect(Double(value.text()) == value)
    }
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
    for decimals in 0...9 {
      for _ in 0..<200 {
        let value = Double.random(in: -1e6...1e6)
        let back = Double(value.text(.rounded(to: decimals))) ?? .nan
        var half = 0.5
        for _ in 0..<decimals { half /= 10 }
        #expect((back - value).magnitude <= half * 1.000001 + 1e-9)
      }
    }
  }
}
