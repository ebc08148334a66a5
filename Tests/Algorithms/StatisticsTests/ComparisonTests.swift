import Statistics
import TestSupport
import Testing

@Suite struct ComparisonTests {
  /// Counts how comparisons in pairs come out when the second takes so many times as long.
  private func outcomes(ratio: Double, betweenRuns: Double, pairs: Int = 11, trials: Int = 100) throws
    -> [Verdict: Int]
  {
    var counts: [Verdict: Int] = [:]
    for trial in 0..<trials {
      var noise = Noise(seed: UInt64(1000 + trial))
      noise.betweenRuns = betweenRuns
      let measured = (0..<pairs).map { _ in
        (first: noise.report(60, around: 4), second: noise.report(60, around: 4 * ratio))
      }
      let comparison = try Comparison(pairs: measured, judging: .processCPU)
      counts[comparison.verdict(limit: 1.05), default: 0] += 1
    }
    return counts
  }

  @Test(arguments: [0, 0.02])
  func `the same in pairs is no change in at least 95 of 100 cases`(betweenRuns: Double) throws {
    let trials = Sweep.isExhaustive ? 100 : 40
    let counts = try outcomes(ratio: 1, betweenRuns: betweenRuns, trials: trials)

    #expect(100 * counts[.unchanged, default: 0] >= 95 * trials, "\(counts)")
    #expect(counts[.slower, default: 0] == 0, "\(counts)")
  }

  @Test func `on a noisy machine the same is undecided rather than slower`() throws {
    let counts = try outcomes(ratio: 1, betweenRuns: 0.08, trials: 40)

    #expect(counts[.slower, default: 0] <= 3, "\(counts)")
  }

  @Test func `a tenth slower is found, and a tenth faster is no complaint`() throws {
    #expect(try outcomes(ratio: 1.1, betweenRuns: 0.02, trials: 40)[.slower, default: 0] >= 38)
    #expect(try outcomes(ratio: 0.9, betweenRuns: 0.02, trials: 40)[.unchanged, default: 0] >= 38)
  }

  @Test func `two runs of the same are no change in at least 95 of 100 cases`() throws {
    var counts: [Verdict: Int] = [:]
    let trials = Sweep.sample(0..<100, 40)
    for trial in trials {
      var noise = Noise(seed: UInt64(trial))
      let comparison = try Comparison(
        noise.report(600, around: 4, block: 20), noise.report(600, around: 4, block: 20), judging: .processCPU
      )
      counts[comparison.verdict(limit: 1.05), default: 0] += 1
    }

    #expect(100 * counts[.unchanged, default: 0] >= 95 * trials.count, "\(counts)")
    #expect(counts[.slower, default: 0] == 0, "\(counts)")
  }

  @Test func `turning two runs round turns the ratio round`() throws {
    var noise = Noise(seed: 3)
    let (a, b) = (noise.report(around: 4), noise.report(around: 5))

    let forth = try #require(Comparison(a, b, judging: .processCPU).lines.first?.estimate)
    let back = try #require(Comparison(b, a, judging: .processCPU).lines.first?.estimate)

    #expect((forth.ratio * back.ratio - 1).magnitude < 1e-9)
    // The resamples differ, so the ends agree only nearly.
    #expect((forth.interval.lowerBound * back.interval.upperBound - 1).magnitude < 0.02)
  }

  @Test func `the same measurements always give the same answer`() throws {
    var noise = Noise(seed: 8)
    let (a, b) = (noise.report(around: 4), noise.report(around: 4.1))

    #expect(try Comparison(a, b, judging: .processCPU) == Comparison(a, b, judging: .processCPU))
  }

  @Test func `what only one run has is said, and a figure that is missing is refused with those there are`()
    throws
  {
    var noise = Noise(seed: 1)
    let a = noise.report(around: 4)
    var b = noise.report(around: 4)
    b.scenes.append(FrameSeries(scene: "clock", width: 9, height: 9, figures: [.cpu: [1, 2, 3]]))

    #expect(try Comparison(a, b, judging: .processCPU).notes == ["clock 9x9 is only in the second run"])
    let refusal = #expect(throws: Comparison.Refusal.self) { try Comparison(a, b, judging: .fence) }
    #expect(refusal?.description.contains("--figure one of process_cpu_ms") == true)
    b.scenes[0].scene = "gallery"
    #expect(throws: Comparison.Refusal.self) { try Comparison(a, b, judging: .processCPU) }
  }

  @Test func `where each run has but one scene, those are compared whatever they are called`() throws {
    var noise = Noise(seed: 9)
    let (a, log) = (noise.report(around: 4), noise.report(around: 4))
    var renamed = log
    renamed.scenes[0].scene = "vkcube"

    let comparison = try Comparison(a, renamed, judging: .processCPU)

    #expect(comparison.lines == (try Comparison(a, log, judging: .processCPU)).lines)
    #expect(comparison.notes == ["fill 64x64 is compared with vkcube 64x64"])
  }
}
