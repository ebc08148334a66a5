import Colors
import Foundation
import GPU
import Geometry
import Glibc
import Heraldry
import Renderer
import Scene
import Typography
import VectorArt
import Windowing

/// A crown as a library keeps it, ready to be drawn.
struct Crown {
  let code: [UInt8]
  let figure: Figure

  init(code: [UInt8]) throws {
    self.code = code
    figure = Figure(try PathCode.decodeFolded(code), hasOverlaps: false)
  }

  /// So many crowns from all over the catalogue, through the importer and the path code.
  ///
  /// Their codes are read from `file` when it is there, and written to it otherwise.
  static func some(_ count: Int, keptIn file: String?) throws -> [Crown] {
    if let file, let kept = FileManager.default.contents(atPath: file) {
      return try JSONDecoder().decode([[UInt8]].self, from: kept).prefix(count).map { try Crown(code: $0) }
    }
    let all = CrownCatalogue.all
    let codes = try (0..<min(count, all.count)).map { index in
      let entry = all[index * all.count / min(count, all.count)]
      return PathCode.encode(try VectorImage(svg: svg(of: entry.drawing())).path)
    }
    if let file { try JSONEncoder().encode(codes).write(to: URL(filePath: file)) }
    return try codes.map { try Crown(code: $0) }
  }
}

/// Layers of crowns in a grid whose cells have one size.
final class CrownGrid {
  let root: Layer
  private let cells: [(layer: Layer, side: Double)]

  /// How much of a cell a crown takes, the longer way.
  static let share = 0.9

  init(_ crowns: [Crown], size: Size) {
    root = Layer(frame: Rect(origin: .zero, size: size))
    cells = crowns.enumerated().map { index, crown in
      let layer = Layer()
      let box = crown.figure.bounds ?? .zero
      layer.bounds = box
      layer.contents = .path(
        PathContents(
          crown.figure, color: RGBA(red: Double(index % 7) / 7, green: 0.4, blue: Double(index % 5) / 5)))
      return (layer, max(box.width, box.height))
    }
    for cell in cells { root.addSublayer(cell.layer) }
  }

  /// Lays the crowns out in cells `side` points large, a tenth of it left free, scrolled to the middle of all rows.
  func layOut(side: Double, isMoving: Bool) {
    root.isMoving = isMoving
    let columns = max(1, Int(root.bounds.width / side))
    let rows = (cells.count + columns - 1) / columns
    let top = min(0, (root.bounds.height - Double(rows) * side) / 2)
    for (index, cell) in cells.enumerated() {
      let scale = CrownGrid.share * side / cell.side
      cell.layer.transform = .scale(x: scale, y: scale)
      cell.layer.position = Point(
        (Double(index % columns) + 0.5) * side, top + (Double(index / columns) + 0.5) * side)
    }
  }
}

/// A renderer with a framebuffer.
final class Stage {
  let offscreen: OffscreenContext
  let framebuffer: Framebuffer
  let renderer: Renderer
  let size: PixelSize
  private var list = DisplayList()

  init(_ size: PixelSize) throws {
    self.size = size
    offscreen = try OffscreenContext(debug: false)
    framebuffer = try Framebuffer(size: size, in: offscreen.graphics)
    offscreen.graphics.setTarget(framebuffer)
    renderer = try Renderer(context: offscreen.graphics, typesetter: Typesetter())
  }

  func draw(
    _ root: Layer, technique: PathTechnique = .automatic, background: RGBA = RGBA(hex: 0x262626)
  ) throws {
    list.record(root)
    try renderer.draw(list, size: size, scale: 1, background: background, technique: technique)
    offscreen.graphics.finish()
  }
}

func milliseconds(_ clock: Int32 = CLOCK_MONOTONIC, _ body: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
  let start = now()
  try body()
  return now() - start
}

func percentile(_ values: [Double], _ share: Double) -> Double {
  let sorted = values.sorted()
  return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
}

func words(_ value: Double, _ digits: Int = 2) -> String {
  var buffer = [CChar](repeating: 0, count: 64)
  let count = withVaList([value]) { vsnprintf(&buffer, buffer.count, "%.\(digits)f", $0) }
  return String(decoding: buffer.prefix(max(0, Int(count))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
