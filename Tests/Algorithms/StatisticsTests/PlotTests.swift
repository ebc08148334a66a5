import Statistics
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct PlotTests {
  private func report(_ series: [FrameSeries]) -> BenchReport {
    BenchReport(context: BenchContext(), scenes: series)
  }

  private func series(_ name: String, _ times: [Double], _ figure: FrameFigure = .fence) -> FrameSeries {
    FrameSeries(scene: name, width: 8, height: 8, figures: [figure: times])
  }

  @Test(arguments: [
    [4.0], [0, 0, 0], [1, 1e9], [1e-7, 2e-7], Array(repeating: 5, count: 3000),
    (0..<5000).map { Double($0 % 91) },
  ])
  func `a plot of any frames is well-formed and stays on its page`(times: [Double]) {
    let svg = FramePlot(report([series("a<&\u{1}>\"b", times), series("b", times.reversed(), .present)])).svg

    let parser = XMLParser(data: Data(svg.utf8))
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(!svg.contains("nan") && !svg.contains("inf"))
    let places = svg.matches(of: #/(?:x|y|x1|y1|x2|y2|cx|cy|width|height)="(-?[\d.]+)"/#)
    #expect(places.allSatisfy { (0...3000).contains(Double($0.output.1) ?? -1) })
  }

  @Test func `a plot names the scenes, the quantiles, the units and the doubts`() {
    var context = BenchContext()
    context.renderer = "A card"
    context.build = "debug"
    let svg = FramePlot(BenchReport(context: context, scenes: [series("clock", (0..<200).map(Double.init))]))
      .svg

    for words in ["clock 8x8", "p50", "p95", "p99", "slowest 1 %", " ms", "A card", "Caution: a debug build"]
    {
      #expect(svg.contains(words), "\(words)")
    }
  }

  @Test func `a run without frames has an empty plot and an empty table`() {
    #expect(FramePlot(report([])).svg.hasSuffix("</svg>\n"))
    #expect(!report([]).table.isEmpty)
    #expect(report([]).histograms().isEmpty)
  }
}

@Suite struct TextTests {
  @Test func `no line of a histogram is wider than the terminal, and every class that occurs is seen`() throws
  {
    var noise = Noise(seed: 6)
    let times = noise.frames(700, around: 12)
    let series = FrameSeries(scene: "a", width: 8, height: 8, figures: [.fence: times])
    let text = BenchReport(context: BenchContext(), scenes: [series]).histograms(columns: 60)
    let lines = text.split(separator: "\n").dropFirst()

    #expect(lines.allSatisfy { $0.count <= 60 })
    let counts = lines.compactMap { line in line.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
    #expect(counts.reduce(0, +) == 700)
    for (line, count) in zip(lines, counts) {
      #expect((count > 0) == line.contains { "█▏▎▍▌▋▊▉".contains($0) })
    }
  }

  @Test func `the table sets scenes against the fill of the same size and run`() throws {
    let fill = FrameSeries(
      scene: "fill", width: 8, height: 8, blockLength: 10,
      figures: [.fence: [Double](repeating: 2, count: 100)])
    let square = FrameSeries(
      scene: "square", width: 8, height: 8, blockLength: 10,
      figures: [.fence: [Double](repeating: 3, count: 100)])
    let table = BenchReport(context: BenchContext(), scenes: [square, fill]).table

    #expect(table.contains("time ÷ fill"))
    #expect(table.contains("1.500 (1.500–1.500)"))
  }
}
