import Foundation
import TestSupport
import Testing

/// The page about performance.
@Suite struct PerformanceTests {
  private func text(_ path: String) throws -> String {
    try String(contentsOf: Fixture.checkout.appending(path: path), encoding: .utf8)
  }

  /// A row of the table has the scene, its content, the median, the 95th percentile and the number of draw calls.
  @Test func `the table without a graphics card has the limits that releases are held to`() throws {
    let limits = try JSONSerialization.jsonObject(with: Data(text("Benchmarks/limits.json").utf8))
    let scenes = try #require((limits as? [String: Any])?["scenes"] as? [String: [String: Any]])
    let part = try text("Documentation/performance.md").components(separatedBy: "\n## ")[1]
    let rows = part.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
      row.split(separator: "|").map { $0.trimmingCharacters(in: [" ", "`"]) }
    }

    #expect(rows.count > 10)
    for row in rows {
      let scene = try #require(scenes[row[0]], "\(row[0])")
      let figures = ["median", "p95", "draws"].map { ($0, (scene[$0] as? NSNumber)?.doubleValue ?? 1) }
      for ((name, limit), cell) in zip(figures, row.dropFirst(2)) {
        #expect(Double(cell) == limit, "\(row[0]): \(name)")
      }
    }
  }
}
