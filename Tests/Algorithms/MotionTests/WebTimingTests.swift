import Motion
import Testing

@Suite(.enabled(if: WebTiming.isPresent, "the reference folder is not beside the checkout"))
struct WebTimingTests {
  @Test func `every applicable row of the web platform's timing tests passes`() throws {
    var passed: [String: Int] = [:]
    var skipped: [String: Int] = [:]
    for (file, rows) in try WebTiming.sections() {
      for row in rows {
        if let reason = WebTiming.reasonToSkip(row) {
          skipped[reason, default: 0] += 1
        } else {
          #expect(try check(row), "\(file): \(row)")
          passed[file, default: 0] += 1
        }
      }
    }
    // Counted, so that no row stops applying unnoticed.
    #expect(passed.values.reduce(0, +) == 628)
    #expect(
      skipped == [
        "the recording failed; there is no expected value": 11,
        "an animation without a clock; here time is always an argument": 2,
        "filter lists; nothing here has filters": 21,
      ])
  }

  private func check(_ row: WebTiming.Row) throws -> Bool {
    if row["phase"] != nil { return try checkPhase(row) }
    if row["before"] != nil { return try checkBoundaries(row) }
    if row["animations"] != nil { return try checkValue(row) }
    let timing = try WebTiming.timing(row["timing"])
    let time = try WebTiming.time(row, timing)
    if row["property"] as? String == "localTime" {
      return WebTiming.number(row["expected"]) == timing.localTime(at: time)
    }
    let tolerance = WebTiming.number(row["tolerance"]) ?? 0
    return matches(row["expected"], row["property"], timing.state(at: time), within: min(tolerance, 0.0005))
  }

  private func checkPhase(_ row: WebTiming.Row) throws -> Bool {
    let timing = try WebTiming.timing(row["timing"], playbackRate: WebTiming.number(row["playbackRate"]) ?? 1)
    let local = try #require(WebTiming.number(row["currentTime"]))
    let phase = timing.phase(at: try #require(timing.parentTime(atLocal: local)))
    return "\(phase)" == row["phase"] as? String
  }

  private func checkBoundaries(_ row: WebTiming.Row) throws -> Bool {
    let rate = WebTiming.number(row["playbackRate"]) ?? 1
    let timing = try WebTiming.timing(row["timing"], playbackRate: rate)
    func state(_ local: Double) throws -> Timing.State? {
      timing.state(at: try #require(timing.parentTime(atLocal: local)))
    }
    guard matches(row["before"], row["property"], try state(0), within: 0) else { return false }
    if row["activeBoundary"] as? String != "__undefined" {
      let boundary = rate < 0 ? timing.activeEnd : timing.delay
      guard matches(row["activeBoundary"], row["property"], try state(boundary), within: 1e-12) else {
        return false
      }
    }
    guard row["after"] as? String != "__undefined" else { return true }
    let end = rate < 0 ? timing.localEnd + 1 : timing.localEnd
    return matches(row["after"], row["property"], try state(end), within: 1e-12)
  }

  private func matches(_ expected: Any?, _ property: Any?, _ state: Timing.State?, within tolerance: Double)
    -> Bool
  {
    let found = property as? String == "currentIteration" ? state?.iteration : state?.progress
    guard let expected = WebTiming.number(expected) else { return found == nil }
    guard let found else { return false }
    return found == expected || (found - expected).magnitude <= tolerance
  }

  private func checkValue(_ row: WebTiming.Row) throws -> Bool {
    let property = try #require(row["property"] as? String)
    let animations = try #require(row["animations"] as? [WebTiming.Row])
    let bases = row["base"] as? [String: Any]
    let base = bases?[property].map { "\($0)" } ?? (property == "opacity" ? "1" : "")
    let value = try WebTiming.value(of: animations, property: property, base: base)
    if let same = (row["expected"] as? [String: Any])?["sameAs"] as? [WebTiming.Row] {
      return value.matches(
        try WebTiming.value(of: same, property: property, base: base), within: 1e-10, property: property)
    }
    let expected = WebValue(try #require(row["expected"]))
    // Recorded numbers carry four decimals where they are measured, all digits where they are computed.
    let tolerance = WebTiming.number(row["tolerance"]) ?? 1e-3
    return value.matches(expected, within: tolerance, property: property)
  }
}
