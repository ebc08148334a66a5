import Geometry
import Motion
import Testing

@Suite(.enabled(if: WebTransforms.isPresent, "the reference folder is not beside the checkout"))
struct WebTransformTests {
  @Test func `at least 95 % of the applicable rows of the web platform's transform tests pass`() throws {
    var passed = 0
    var failed: [String] = []
    var skipped: [String: Int] = [:]
    for (file, rows) in try WebTransforms.files().sorted(by: { $0.key < $1.key }) {
      for row in rows {
        if let reason = WebTransforms.reasonToSkip(row) {
          skipped[reason, default: 0] += 1
        } else if try check(row) {
          passed += 1
        } else {
          failed.append("\(file): \(row)")
        }
      }
    }
    let all = passed + failed.count
    #expect(Double(passed) >= 0.95 * Double(all), "\(passed) of \(all)")
    #expect(failed.isEmpty, "\(failed.joined(separator: "\n"))")
    #expect(
      skipped == [
        "the keyword none of the perspective property, whose distances are plain numbers here": 8,
        "a value of the page's style sheet, which the recording does not hold": 124,
        "an initial value that depends on the page's layout": 24,
      ])
  }

  private func check(_ row: WebTransforms.Row) throws -> Bool {
    let property = try #require(row["property"] as? String)
    let at = try #require(WebTiming.number(row["at"]))
    let expected = try #require(row["expect"] as? String)
    switch property {
    case "transform":
      let value = try animated(row) { try WebTransforms.list($0) }(at)
      return matches(value, try WebTransforms.list(expected), words: expected)
    case "scale":
      let value = try animated(row) { ScaleFactors(try WebTransforms.single($0, property: property)) }(at)
      return matches(value.list, try WebTransforms.single(expected, property: property), words: expected)
    case "rotate", "translate":
      let value = try animated(row, single: property) { try WebTransforms.single($0, property: property) }(at)
      return matches(value, try WebTransforms.single(expected, property: property), words: expected)
    default:
      let value = try animated(row) { try WebTransforms.numbers($0) }(at)
      let limited = property == "perspective" ? value.map { max($0, 0) } : value
      return zip(limited, try WebTransforms.numbers(expected)).allSatisfy { ($0 - $1).magnitude <= 1e-3 }
    }
  }

  /// The effect that a row describes: from or to, each alone, added or accumulated.
  private func animated<Value: Interpolatable & Sendable>(
    _ row: WebTransforms.Row, single property: String = "", _ read: (String) throws -> Value
  ) throws -> (Double) throws -> Value {
    func end(_ names: [(String, Composition)], at offset: Double) throws -> Keyframe<Value> {
      for (name, composition) in names {
        guard let text = row[name] as? String else { continue }
        // The properties of one function sum where a list would go on.
        let isSum = composition == .add && ["rotate", "translate"].contains(property)
        return Keyframe(try read(text), at: offset, composition: isSum ? .accumulate : composition)
      }
      throw WebTransforms.Unreadable(text: "\(row)")
    }
    let start = try end(
      [("from", .replace), ("replaceFrom", .replace), ("addFrom", .add), ("accumulateFrom", .accumulate)],
      at: 0)
    let finish = try end(
      [("to", .replace), ("replaceTo", .replace), ("addTo", .add), ("accumulateTo", .accumulate)], at: 1)
    let underlying = try (row["underlying"] as? String).map(read) ?? start.value
    let effect = KeyframeEffect([start, finish])
    return { effect.value(at: $0, over: try #require(underlying)) }
  }

  /// Compares as matrices; numbers that the recording rounds to two places agree to two places.
  private func matches(_ a: TransformList, _ b: TransformList, words: String) -> Bool {
    let places = words.matches(of: /\.(\d+)/).map { $0.1.count }.max() ?? 0
    // The tests themselves compare two places; single precision shows in the fourth one.
    let tolerance = places == 2 ? 0.012 : 1e-3
    let (x, y) = (a.transform.rows, b.transform.rows)
    return zip([x.0, x.1, x.2, x.3], [y.0, y.1, y.2, y.3]).allSatisfy { p, q in
      (0..<4).allSatisfy { (p[$0] - q[$0]).magnitude <= tolerance * max(1, q[$0].magnitude) }
    }
  }
}

/// The value of the scale property, which multiplies where a list of two scales would go on.
private struct ScaleFactors: Interpolatable {
  var factors: [Double]

  init(_ list: TransformList) {
    guard case .scale(let x, let y, let z)? = list.functions.first else {
      factors = [1, 1, 1]
      return
    }
    factors = [x, y, z]
  }

  var list: TransformList { TransformList([.scale(x: factors[0], y: factors[1], z: factors[2])]) }

  func interpolated(to other: ScaleFactors, at fraction: Double) -> ScaleFactors {
    var result = self
    result.factors = factors.interpolated(to: other.factors, at: fraction)
    return result
  }

  func adding(_ value: ScaleFactors) -> ScaleFactors {
    var result = self
    result.factors = zip(factors, value.factors).map { $0 * $1 }
    return result
  }

  func accumulating(_ value: ScaleFactors, times: Double) -> ScaleFactors { self }
}
