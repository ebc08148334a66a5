import Statistics
import Testing

@Suite struct DistributionTests {
  @Test func `quantiles are those of NumPy and R`() throws {
    // numpy.quantile([15, 20, 35, 40, 50], q), whose default is definition 7.
    let distribution = try #require(Distribution([40, 15, 50, 35, 20]))

    let expected =
      [(0, 15), (0.25, 20), (0.4, 29), (0.5, 35), (0.9, 46), (0.95, 48), (1, 50)] as [(Double, Double)]
    for (share, value) in expected {
      #expect((distribution.quantile(share) - value).magnitude < 1e-12)
    }
  }

  @Test(arguments: [1, 2, 3, 10, 101, 600])
  func `quantiles rise with their share and stay among the measurements`(count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    let values = (0..<count).map { _ in Double.random(in: 0.1...50, using: &generator) }
    let distribution = try #require(Distribution(values))

    let quantiles = (-5...105).map { distribution.quantile(Double($0) / 100) }

    #expect(quantiles == quantiles.sorted())
    #expect(quantiles.first == values.min())
    #expect(quantiles.last == values.max())
  }

  @Test(arguments: [(1, 1), (99, 1), (100, 1), (101, 2), (600, 6)])
  func `the slowest 1 % are at least one frame, rounded up`(count: Int, slowest: Int) throws {
    let distribution = try #require(Distribution((1...count).map(Double.init)))

    let expected = (count - slowest + 1...count).reduce(0) { $0 + Double($1) } / Double(slowest)

    #expect(distribution.slowestPercentMean == expected)
  }

  @Test func `what is no number is left out, and nothing has no distribution`() throws {
    #expect(Distribution([]) == nil)
    #expect(Distribution([.nan, .infinity]) == nil)
    #expect(try #require(Distribution([.nan, 2, -.infinity, 1])).sorted == [1, 2])
  }

  @Test(arguments: [5, 40, 100, 1000])
  func `the bulk has nearly all measurements, and one hitch does not widen it`(count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    let values = (0..<count).map { _ in Double.random(in: 2...3, using: &generator) }

    let calm = try #require(Distribution(values)).bulk
    let hitched = try #require(Distribution(values + [90])).bulk

    #expect(values.filter(calm.contains).count * 100 >= count * 95 || count < 20)
    #expect(calm.lowerBound == values.min())
    #expect(count < 40 || hitched.upperBound < 6)
    #expect(hitched.upperBound < 90)
  }

  @Test(arguments: [1, 7, 36])
  func `a histogram counts each measurement once`(classes: Int) throws {
    var generator = SeededGenerator(seed: 5)
    let distribution = try #require(
      Distribution((0..<500).map { _ in Double.random(in: -3...9, using: &generator) }))

    let counts = distribution.histogram(classes: classes, over: 0...5)

    #expect(counts.count == classes)
    #expect(counts.reduce(0, +) == 500)
    #expect(distribution.histogram(classes: classes, over: 2...2).reduce(0, +) == 500)
  }
}
