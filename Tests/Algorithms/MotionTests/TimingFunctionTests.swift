import Motion
import TestSupport
import Testing

@Suite struct TimingFunctionTests {
  @Test func `a cubic agrees with the 60-digit reference`() throws {
    let reference = try EasingReference.load()
    for row in reference.cubicBezier + reference.cubicBezierExtrapolated {
      let curve = try #require(CubicTiming(row.p[0], row.p[1], row.p[2], row.p[3]))

      let error = (curve.value(at: row.x) - row.y).magnitude

      // Everywhere, vertical tangents included.
      #expect(error <= 1e-14 * max(1, row.y.magnitude), "\(row): \(error)")
    }
  }

  @Test func `a cubic's velocity is the derivative of its value`() throws {
    for numbers in [
      [0.42, 0, 0.58, 1], [0.68, -0.55, 0.265, 1.55], [0, 1.5, 1, 1.5], [0.9, 0.1, 0.1, 0.9],
    ] {
      let curve = try #require(CubicTiming(numbers[0], numbers[1], numbers[2], numbers[3]))
      for x in stride(from: 0.05, through: 0.95, by: 0.05) {
        let h = 1e-4
        let (a, b) = (
          curve.value(at: x - h) - curve.value(at: x + h),
          curve.value(at: x - 2 * h) - curve.value(at: x + 2 * h)
        )
        let slope = (b - 8 * a) / (12 * h)
        #expect(
          (curve.velocity(at: x) - slope).magnitude <= 1e-8 * max(1, slope.magnitude), "\(numbers) at \(x)")
      }
    }
  }

  @Test func `vertical tangents have an infinite slope and flat ones none`() throws {
    #expect(try #require(CubicTiming(0, 1, 0, 1)).velocity(at: 0) == .infinity)
    #expect(try #require(CubicTiming(1, 0, 1, 0)).velocity(at: 1) == .infinity)
    #expect(try #require(CubicTiming(1, 0, 0, 1)).velocity(at: 0.5) == .infinity)
    #expect(try #require(CubicTiming(0, -1, 0, 1)).velocity(at: 0) == -.infinity)
    #expect(CubicTiming.easeIn.velocity(at: 0) == 0)
    #expect(CubicTiming.easeOut.velocity(at: 0) == 1 / 0.58)
    #expect(try #require(CubicTiming(1, 1, 0, 0)).velocity(at: 0.5) == 1)
  }

  @Test func `a cubic with its control points mirrored runs backward`() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let (x1, y1) = (Double.random(in: 0...1, using: &random), Double.random(in: -2...3, using: &random))
      let (x2, y2) = (Double.random(in: 0...1, using: &random), Double.random(in: -2...3, using: &random))
      let curve = try #require(CubicTiming(x1, y1, x2, y2))
      let mirror = try #require(CubicTiming(1 - x2, 1 - y2, 1 - x1, 1 - y1))
      let x = Double.random(in: 0...1, using: &random)
      let slope = curve.velocity(at: x).magnitude
      guard slope < 100 else { continue }
      #expect((curve.value(at: x) + mirror.value(at: 1 - x) - 1).magnitude <= 1e-15 * (4 + slope))
    }
  }

  @Test func `steps agree with the reference`() throws {
    for row in try EasingReference.load().steps {
      let jump = try #require(StepTiming.Jump(rawValue: row.position))
      let steps = try #require(StepTiming(count: row.n, jump: jump))
      #expect(steps.value(at: row.x, isBefore: row.before) == row.y, "\(row)")
    }
  }

  @Test func `linear() agrees with the reference`() throws {
    let reference = try EasingReference.load()
    for row in reference.linear {
      let function = try TimingFunction(parsing: row.function)
      #expect((function.value(at: row.x) - row.y).magnitude <= 2e-16, "\(row)")
    }
    for test in reference.wptLinear.tests {
      let function = try TimingFunction(parsing: test.function)
      for row in test.rows ?? [] { #expect((function.value(at: row[0]) - row[1]).magnitude <= 1e-15) }
      guard let equals = test.equals else { continue }
      let other = try TimingFunction(parsing: equals)
      for x in test.at ?? [] { #expect((function.value(at: x) - other.value(at: x)).magnitude <= 1e-15) }
    }
  }

  @Test(arguments: [
    ("linear", "linear"), (" Ease-In-Out ", "ease-in-out"), ("ease/* ", "ease"), (#"\65 ase"#, "ease"),
    ("cubic-bezier(.25,.1,.25,1)", "ease"),
    ("cubic-bezier(0.1, -2e0, 1, +3)", "cubic-bezier(0.1, -2, 1, 3)"), ("step-start", "steps(1, jump-start)"),
    ("STEPS(4, end)", "steps(4)"), ("steps(3,jump-none)", "steps(3, jump-none)"),
    ("linear(0, 0.5 25% 75%, 1)", "linear(0 0%, 0.5 25%, 0.5 75%, 1 100%)"),
    ("linear(25% 50% .5)", "linear(0.5 25%, 0.5 50%)"),
    ("linear(0.3)", "linear(0.3 0%)"),
    ("linear(0,1 30%,2 10%,/* here */3)", "linear(0 0%, 1 30%, 2 30%, 3 100%)"),
    ("spring(1 100 10 0)", "spring(1 100 10 0)"), ("spring(2, 50, 3)", "spring(2 50 3 0)"),
  ])
  func `reads CSS and prints what reads back the same`(text: String, printed: String) throws {
    let function = try TimingFunction(parsing: text)

    #expect(function.text == printed)
    #expect(try TimingFunction(parsing: function.text) == function)
  }

  @Test(arguments: [
    ("", 0), ("eas", 0), ("ease ease", 5), ("cubic-bezier(1.5,0,0,1)", 13), ("cubic-bezier(0,0,0)", 18),
    ("steps(0)", 6),
    ("steps(1.5)", 6), ("steps(1, jump-none)", 6), ("steps(2, middle)", 9), ("linear()", 7),
    ("linear(0,)", 9),
    ("linear(0, 1 2)", 12), ("linear(0% 1 50%, 1)", 12), ("linear(1 0% 1% 2%)", 15), ("linear(50%)", 7),
    ("linear(0", 8),
    ("cubic-bezier(0,1e999,0,1)", 15), ("spring(0 1 1 0)", 0), ("spring(1 -1 1 0)", 0), ("spring(1 1)", 10),
    ("spring-response(0 0)", 0), ("spring-duration(1 0 0)", 0), ("é(", 0), ("ease;", 4),
    ("cubic-bezier(nan,0,0,1)", 13),
  ])
  func `refuses anything else and says where`(text: String, position: Int) {
    #expect { try TimingFunction(parsing: text) } throws: { error in
      (error as? TextError)?.position == position
    }
  }

  @Test func `a spring as a timing function ends on its target without a visible step`() throws {
    for text in ["spring(1 100 10 0)", "spring(1 100 10 -8)", "spring(1 10 30 2)", "spring-response(0.4 0)"] {
      let function = try TimingFunction(parsing: text)
      #expect(function.value(at: 0) == 0 && function.value(at: 1) == 1)
      #expect((function.value(at: 1 - 1e-9) - 1).magnitude <= 1.0 / 3999)
      let slope = (function.value(at: 0.3001) - function.value(at: 0.2999)) / 0.0002
      #expect((function.velocity(at: 0.3) - slope).magnitude <= 1e-4)
    }
  }

  @Test func `no text stops the reader, and what it reads it can print`() {
    let words = [
      "linear", "(", ")", "steps", "cubic-bezier", "spring", "spring-response", "0", "1", "-1.5e3", "1e-400",
      ".5",
      "25%", ",", " ", "/*", "*/", "start", "jump-none", "é", "\u{0}", "99999999999999999999", "+", "-", "e",
      "\"",
    ]
    var random = SeededGenerator(seed: 8)
    var read = 0
    for _ in 0..<6000 {
      let count = Int.random(in: 1...6, using: &random)
      let start = Bool.random(using: &random) ? "linear(" : ""
      let text =
        (0..<count).reduce(start) { text, _ in text + (words.randomElement(using: &random) ?? "") }
        + (start.isEmpty ? "" : ")")
      do {
        let function = try TimingFunction(parsing: text)
        read += 1
        #expect(try TimingFunction(parsing: function.text) == function, "\(text)")
        #expect(!function.value(at: 0.3).isNaN && !function.velocity(at: 0.3).isNaN, "\(text)")
      } catch {
        #expect(error.position <= text.count)
      }
    }
    #expect(read > 100)
  }
}
