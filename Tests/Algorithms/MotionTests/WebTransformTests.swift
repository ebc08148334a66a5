import Geometry
import Motion
import Testing

@Suite(.enabled(if: WebTransforms.isPresent, "the reference folder is not beside the checkout"))
struct WebTransformTests {
  @Test func `at least 95 % of the applicable rows of the web platform's transform tests pass`() throws {
    var passed = 0
    var failed: [String] = []
    for (file, rows) in try WebTransforms.files().sorted(by: { $0.key < $1.key }) {
      for row in rows {
        if WebTransforms.reasonToSkip(row) != nil { continue }
        if try check(row) {
          passed += 1
        } else {
          failed.append("\(file): \(row)")
        }
      }
    }
    let all = passed + failed.count
    #expect(Double(passed) >= 0.95 * Double(all), "\(passed) of \(all)")
    #expect(failed.isEmpty, "\(failed.joined(separator: "\n"))")
    #expect(all > 100)
  }

  private func check(_ row: WebTransforms.Row) throws -> Bool {
    let at = try #require(WebTiming.number(row["at"]))
    let expected = try #require(row["expect"] as? String)
    let matrix = try #require(try WebTransforms.matrix(expected))
    return matches(try effect(row)(at), matrix, words: expected)
  }

  /// The effect that a row describes: from or to, each alone, added or accumulated.
  private func effect(_ row: WebTransforms.Row) throws -> (Double) -> TransformFrame {
    func end(_ names: [(String, CompositeOperation)], at offset: Double) throws -> Keyframe<TransformFrame> {
      for (name, composition) in names {
        guard let text = row[name] as? String else { continue }
        return Keyframe(try WebTransforms.matrix(text), at: offset, composition: composition)
      }
      throw WebTransforms.Unreadable(text: "\(row)")
    }
    let start = try end(
      [("from", .replace), ("replaceFrom", .replace), ("addFrom", .add), ("accumulateFrom", .accumulate)],
      at: 0)
    let finish = try end(
      [("to", .replace), ("replaceTo", .replace), ("addTo", .add), ("accumulateTo", .accumulate)], at: 1)
    let underlying = try (row["underlying"] as? String).flatMap(WebTransforms.matrix) ?? start.value
    let effect = KeyframeEffect([start, finish])
    let below = try #require(underlying)
    return { effect.value(at: $0, over: below) }
  }

  /// Compares as matrices; numbers that the recording rounds to two places agree to two places.
  private func matches(_ a: TransformFrame, _ b: TransformFrame, words: String) -> Bool {
    let places = words.matches(of: /\.(\d+)/).map { $0.1.count }.max() ?? 0
    // The tests themselves compare two places; single precision shows in the fourth one.
    let tolerance = places == 2 ? 0.012 : 1e-3
    let (x, y) = (a.transform.rows, b.transform.rows)
    return zip([x.0, x.1, x.2, x.3], [y.0, y.1, y.2, y.3]).allSatisfy { p, q in
      (0..<4).allSatisfy { (p[$0] - q[$0]).magnitude <= tolerance * max(1, q[$0].magnitude) }
    }
  }
}
