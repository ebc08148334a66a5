import Statistics
import TestSupport
import Testing

@Suite struct RatioConfidenceIntervalTests {
  @Test(arguments: [5, 11, 30])
  func `the interval of pairs holds the truth about as often as it says`(count: Int) throws {
    var hits = 0
    let trials = Sweep.sample(0..<200, 60)
    for trial in trials {
      var noise = Noise(seed: UInt64(7 * trial + count))
      let first = (0..<count).map { _ in 4 * (1 + 0.05 * noise.normal()) }
      let second = (0..<count).map { _ in 5 * (1 + 0.05 * noise.normal()) }
      let estimate = try #require(RatioConfidenceInterval.paired(first, second))
      if estimate.interval.contains(1.25) { hits += 1 }
    }

    // 95 of 100 are meant; 200 trials of that fall below 180 or so only once in a thousand times.
    #expect(10 * hits >= 9 * trials.count)
  }

  @Test func `pairs take out what both have in common`() throws {
    var noise = Noise(seed: 2)
    // The machine's speed wanders by a factor of three meanwhile.
    let speed = (0..<30).map { 1 + Double($0) / 15 }
    let first = speed.map { $0 * (1 + 0.01 * noise.normal()) }
    let second = speed.map { 1.2 * $0 * (1 + 0.01 * noise.normal()) }

    let paired = try #require(RatioConfidenceInterval.paired(first, second))
    let independent = try #require(RatioConfidenceInterval.independent(first, second))

    #expect(paired.interval.contains(1.2))
    let width = paired.interval.upperBound - paired.interval.lowerBound
    #expect(10 * width < independent.interval.upperBound - independent.interval.lowerBound)
  }

  @Test func `one disturbed pair of eleven does not move the ratio`() throws {
    var second = [Double](repeating: 4, count: 11)
    second[3] = 400

    #expect(
      try #require(RatioConfidenceInterval.paired([Double](repeating: 4, count: 11), second)).ratio == 1)
  }

  @Test func `counts with zeros among them have a ratio, too`() throws {
    let none = [Double](repeating: 0, count: 5)
    let some = [Double](repeating: 3, count: 5)

    #expect(try #require(RatioConfidenceInterval.independent(none, none)).ratio == 1)
    #expect(try #require(RatioConfidenceInterval.independent(none, some)).ratio == .infinity)
    #expect(try #require(RatioConfidenceInterval.paired(some, none)).ratio == 0)
    #expect(try #require(RatioConfidenceInterval.paired([0, 2, 4, 2], [0, 2, 4, 2])).ratio == 1)
    #expect(Verdict(try #require(RatioConfidenceInterval.independent(none, some)), limit: 1.05) == .slower)
  }

  @Test func `too few give no estimate`() {
    #expect(RatioConfidenceInterval.paired([1, 2], [1, 2]) == nil)
    #expect(RatioConfidenceInterval.independent([1, 2, 3], [1, 2]) == nil)
  }
}

@Suite struct VerdictTests {
  private func verdict(_ ratio: Double, _ low: Double, _ high: Double) -> Verdict {
    Verdict(RatioConfidenceInterval(ratio: ratio, interval: low...high, count: 11), limit: 1.05)
  }

  @Test func `the rule is as documented`() {
    #expect(verdict(1, 0.97, 1.04) == .unchanged)
    #expect(verdict(0.5, 0.4, 0.6) == .unchanged)
    #expect(verdict(1.02, 1.01, 1.03) == .unchanged)
    #expect(verdict(1.2, 1.1, 1.3) == .slower)
    #expect(verdict(1.06, 1.01, 1.11) == .slower)
    #expect(verdict(1.2, 0.9, 1.5) == .undecided)
    #expect(verdict(1.03, 1.01, 1.06) == .undecided)
    #expect(verdict(1, 0.8, 1.2) == .undecided)
  }

  @Test func `of several the worst counts`() {
    #expect(Verdict([.unchanged, .undecided, .slower]) == .slower)
    #expect(Verdict([.undecided, .unchanged]) == .undecided)
    #expect(Verdict([Verdict]()) == .unchanged)
    #expect([Verdict.unchanged, .slower, .undecided].map(\.exitCode) == [0, 1, 4])
  }
}
