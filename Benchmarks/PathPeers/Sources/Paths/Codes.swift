import Catalog
import Foundation
import Geometry
import Heraldry
import TestSupport
import Tessellation
import VectorArt

/// The seconds of processor time that this process has taken.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// Drawings as codes, with what was measured on the way.
struct CodedDrawings {
  private(set) var codes: [[UInt8]] = []
  private(set) var importTimes: [Double] = []

  init(_ drawings: [[UInt8]]) {
    for drawing in drawings {
      let start = processorTime()
      guard let image = try? VectorImage(svg: drawing) else { continue }
      importTimes.append((processorTime() - start) * 1000)
      codes.append(PathCode.encode(image.path))
    }
  }

  /// The crowns of the reference's icons.
  static func reference() -> CodedDrawings {
    struct Entry: Decodable {
      let svg: String
      let crown: Bool
    }
    guard let index = Reference.file("svg/icons/index.json"),
      let data = FileManager.default.contents(atPath: index),
      let entries = try? JSONDecoder().decode([Entry].self, from: data)
    else { return CodedDrawings([]) }
    let files = entries.filter(\.crown).compactMap { Reference.file("svg/icons/\($0.svg)") }
    return CodedDrawings(files.compactMap { FileManager.default.contents(atPath: $0).map(Array.init) })
  }

  /// Every `part`-th of the shipped crowns.
  static func shipped(part: Int) -> CodedDrawings {
    let all = CrownCatalogue.all
    return CodedDrawings(
      stride(from: 0, to: all.count, by: part).map { Array(svg(of: all[$0].drawing()).utf8) })
  }

  var paths: [Path] { codes.compactMap { try? PathCode.decode($0) } }

  func print(_ name: String) {
    let sizes = codes.map(\.count).sorted()
    guard !sizes.isEmpty else { return Swift.print("  \(name): missing") }
    let segments = paths.reduce(0) { $0 + $1.elements.count { $0 != .close && !$0.isMove } }
    let sum = sizes.reduce(0, +)
    let times = importTimes.sorted()
    let decoding = (0..<9).map { _ in
      let start = processorTime()
      for code in codes { _ = try? PathCode.decodeFolded(code) }
      return (processorTime() - start) * 1e6 / Double(codes.count)
    }
    Swift.print(
      "  \(name)",
      String(
        format: "%5d %6d %6d %6.2f %8.1f %9.2f %6.1f %6.1f", sizes.count, sizes[sizes.count / 2],
        sum / sizes.count,
        Double(sum) / Double(segments), decoding.min() ?? 0, times[times.count / 2],
        times[times.count * 95 / 100], times.last ?? 0))
  }
}

extension Path.Element {
  var isMove: Bool {
    if case .move = self { true } else { false }
  }
}

/// Measures how many bytes crowns take and how long they take to read, beside what others' formats need.
func measureCodes() {
  let shipped = CodedDrawings.shipped(part: 6)
  print("path code         crowns median   mean bytes/segment decode us  import ms p95   max")
  CodedDrawings.reference().print("reference")
  shipped.print("shipped  ")
  print("  others on the reference's crowns, median and mean bytes (quoted): HVIF 419 628, IconVG 409 540,")
  print("  TinyVG 482 626, SVG with gzip 354 548")
  let boxes = shipped.paths.map { $0.bounds ?? .zero }
  let crowns = Array(zip(shipped.codes, boxes))
  let time = times(7) { Screen.draw(crowns) }
  let different = min(Screen.cells, crowns.count)
  print(
    "cold start:", Screen.cells, "crowns read and drawn at 40 px in",
    String(
      format: "%.1f ms of processor time, the least of 7 times (%d of them different)", time, different))
  for (name, check) in [("decoded", Library.PathCheck.decoded), ("sealed", .sealed)] {
    let time = times(7) {
      let path = FileManager.default.currentDirectoryPath + "/../../Assets/crowns.sqlite"
      let library = try? Library(path: nil, shipped: path, access: .reading)
      Screen.draw(((try? library?.crownRecords(check)) ?? []).map { ($0.code, $0.bounds) })
    }
    print(
      "  with the library opened, its paths \(name) as they are read:", String(format: "%.1f ms", time))
  }
}

/// Returns the least processor time, in milliseconds, that some runs take.
private func times(_ count: Int, _ body: () -> Void) -> Double {
  let times = (0..<count).map { _ in
    let start = processorTime()
    body()
    return (processorTime() - start) * 1000
  }
  return times.min() ?? 0
}

/// The first screen of the crowns window.
private enum Screen {
  static let cells = 1000
  private static let side = 40.0

  /// Decodes and draws crowns by their codes and the boxes that the library keeps beside them; each crown stands in the
  /// middle of its cell.
  static func draw(_ crowns: [([UInt8], Rect)]) {
    guard !crowns.isEmpty else { return }
    var rasterizer = CoverageRasterizer()
    for index in 0..<cells {
      let (code, box) = crowns[index % crowns.count]
      guard let path = try? PathCode.decodeFolded(code) else { continue }
      let toMiddle = Geometry.AffineTransform.translation(x: -box.midX, y: -box.midY)
        .concatenating(.scale(side / max(box.width, box.height)))
        .concatenating(.translation(x: side / 2, y: side / 2))
      _ = rasterizer.coverage(
        of: path, transform: toMiddle, hasOverlaps: false, bounds: box,
        in: PixelSize(width: Int(side), height: Int(side)))
    }
  }
}
