import Foundation
import Geometry
import Motion
import Statistics
import Testing

@Suite struct CurveTests {
  private struct Report: Decodable {
    struct Sample: Decodable { let t: Double, value: Double?, velocity: Double? }
    let easing: String
    let samples: [Sample]
    let settling: Double?, settlingDuration: Double?
  }

  private func report(_ text: String, at places: [Double]) throws -> Report {
    let curve = Curve(try TimingFunction(parsing: text), name: text)
    return try JSONDecoder().decode(Report.self, from: Data(curve.json(at: places).utf8))
  }

  @Test func `JSON carries every number exactly`() throws {
    let report = try report("spring(1 100 10 5)", at: [0.1, 0.3])
    let spring = try Spring(stiffness: 100, damping: 10)

    for sample in report.samples {
      let state = spring.advancing(Moving(value: 0, velocity: 5), toward: 1, by: sample.t)
      #expect(sample.value == state.value && sample.velocity == state.velocity)
    }
    #expect(report.settling == spring.settlingTime(from: Moving(value: 0, velocity: 5)))
    #expect(report.settlingDuration == spring.settlingDuration(velocity: 5))
  }

  @Test func `JSON has null for what is infinite and for what only springs have`() throws {
    let vertical = try report("cubic-bezier(0, 1, 0, 1)", at: [0])
    #expect(vertical.samples[0].velocity == nil && vertical.samples[0].value == 0)
    #expect(vertical.settling == nil && vertical.settlingDuration == nil)
    #expect(try report("spring(1 100 0 0)", at: [1]).settling == nil)
  }

  @Test func `JSON survives any name`() throws {
    let name = "\"\\\n\t\u{1}é</text>&"
    let data = Data(Curve(.linear, name: name).json(at: []).utf8)
    #expect(try JSONDecoder().decode(Report.self, from: data).easing == name)
    let refusal = Curve.json(refusing: name, because: TextError(position: 3, reason: .init("no\"thing")))
    #expect(
      (try JSONSerialization.jsonObject(with: Data(refusal.utf8)) as? [String: Any])?["at"] as? Int == 3)
  }

  @Test(arguments: [
    "ease", "linear", "steps(5, jump-none)", "steps(100000)", "linear(0, 1 20%, 0.5 20% 60%, 1)", "linear(3)",
    "cubic-bezier(1, 0, 0, 1)", "cubic-bezier(0, -9e99, 0, 9e99)", "spring(1 100 10 0)", "spring(1 100 0 0)",
    "spring(1e-6 1e9 1e3 1e9)", "spring(1 1 1e9 0)", "spring-response(1e6 -0.99)",
  ])
  func `every plot is sound XML without anything that is no number`(text: String) throws {
    let svg = Curve(try TimingFunction(parsing: text), name: text + " <&>").plot.svg

    #expect(!svg.contains("nan") && !svg.contains("inf\"") && !svg.contains(" inf"))
    let parser = XMLCheck()
    #expect(parser.isSound(svg))
    #expect(
      parser.texts.contains { $0.hasPrefix("Velocity") } && parser.texts.contains { $0.hasPrefix("Value") })
    #expect(parser.lines > 10)
  }

  @Test func `a plot passes through its points`() throws {
    let panel = LinePlot.Panel(label: "y", color: "#000", lines: [[Point(0, 0), Point(1, 1)]])
    let svg = LinePlot(title: "t", placeLabel: "x", places: 0...1, panels: [panel]).svg
    // One line from the lower left to the upper right of the panel.
    let match = try #require(
      svg.firstMatch(of: /<polyline points="([\d.]+),([\d.]+) ([\d.]+),([\d.]+)"/))
    let numbers = [match.1, match.2, match.3, match.4].compactMap { Double($0) }
    #expect(numbers.count == 4 && numbers[0] < numbers[2] && numbers[1] > numbers[3])
  }

  @Test func `the table names its columns`() throws {
    let table = Curve(.linear).table(at: [0.5])
    #expect(table == "progress     value  velocity\n0.500000  0.500000  1.000000")
  }
}

/// A small check of XML: brackets match, attributes are quoted.
private final class XMLCheck {
  var texts: [String] = []
  var lines = 0

  func isSound(_ text: String) -> Bool {
    var open: [String] = []
    var rest = Substring(text)
    while let start = rest.firstIndex(of: "<") {
      texts.append(String(rest[..<start]))
      guard let end = rest[start...].firstIndex(of: ">") else { return false }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      let name = String(tag.drop { $0 == "/" }.prefix { $0.isLetter })
      if name == "line" || name == "polyline" { lines += 1 }
      if tag.hasPrefix("/") {
        guard open.popLast() == name else { return false }
      } else {
        guard tag.filter({ $0 == "\"" }).count % 2 == 0, !tag.contains("<") else { return false }
        if !tag.hasSuffix("/") { open.append(name) }
      }
    }
    return open.isEmpty
  }
}
