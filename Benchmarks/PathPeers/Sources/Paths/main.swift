import Foundation
import Geometry
import Peers
import Tessellation

/// The least processor time of several runs, in microseconds a call; the runs of both bodies alternate.
func compare(_ calls: Int, _ first: () -> Void, _ second: () -> Void) -> (first: Double, second: Double) {
  func run(_ body: () -> Void) -> Double {
    let start = processorTime()
    body()
    return (processorTime() - start) * 1e6 / Double(calls)
  }
  var best = (first: Double.infinity, second: Double.infinity)
  for _ in 0..<15 {
    best.first = min(best.first, run(first))
    best.second = min(best.second, run(second))
  }
  return best
}

func text(_ number: Double) -> String { String(format: "%8.1f", number) }

/// A path as cairo takes it.
struct CairoPath {
  var verbs: [CChar] = []
  var coordinates: [Double] = []

  init(_ path: Path) {
    func add(_ verb: Character, _ points: Point...) {
      verbs += verb.utf8.map { CChar($0) }
      coordinates += points.flatMap { [$0.x, $0.y] }
    }
    var current = Point.zero
    for element in path.elements {
      switch element {
      case .move(let point):
        add("M", point)
        current = point
      case .line(let point):
        add("L", point)
        current = point
      case .quad(let control, let end):
        let cubic = QuadraticBezier(current, control, end).elevated
        add("C", cubic.control1, cubic.control2, cubic.end)
        current = end
      case .cubic(let control1, let control2, let end):
        add("C", control1, control2, end)
        current = end
      case .close: add("Z")
      }
    }
  }
}

/// The corners of a flattened path as GLU takes them.
struct Corners {
  var coordinates: [Double] = []
  var ends: [Int32] = []

  init(_ path: Path) {
    for element in path.elements {
      switch element {
      case .move(let point):
        finish()
        coordinates += [point.x, point.y]
      case .line(let point): coordinates += [point.x, point.y]
      default: break
      }
    }
    finish()
  }

  private mutating func finish() {
    let count = Int32(coordinates.count / 2)
    if count > ends.last ?? 0 { ends.append(count) }
  }
}

func measureTessellation(_ icons: [ReferenceIcon]) {
  print("tessellation, us/icon       points  ours     GLU   ratio  triangles ours  GLU")
  for size in [64.0, 256, 1024] {
    let flat = icons.map { icon in
      icon.path.flattened(within: 0.1 * max(icon.viewBox.width, icon.viewBox.height) / size)
    }
    let corners = flat.map(Corners.init)
    var tessellator = Tessellator()
    var triangles = 0
    var peerTriangles: Int32 = 0
    let times = compare(icons.count) {
      triangles = 0
      for path in flat {
        let mesh = (try? tessellator.mesh(of: path, tolerance: 1)) ?? Mesh()
        triangles += mesh.triangles.count / 3
      }
    } _: {
      peerTriangles = 0
      for path in corners {
        peerTriangles += peerTessellate(path.coordinates, path.ends, Int32(path.ends.count))
      }
    }
    let points = corners.reduce(0) { $0 + $1.coordinates.count / 2 } / icons.count
    print(
      "  chords for \(text(size)) px", points, text(times.first), text(times.second),
      String(format: "%.2f", times.first / times.second), triangles / icons.count,
      Int(peerTriangles) / icons.count)
  }
}

func measureCoverage(_ icons: [ReferenceIcon]) {
  print("coverage, us/icon        ours   trusted    cairo   ratio  trusted")
  let peers = icons.map { CairoPath($0.path) }
  for size in [64, 256, 1024] {
    let bitmap = peerBitmapCreate(Int32(size))
    defer { peerBitmapDestroy(bitmap) }
    var pixels = [UInt8](repeating: 0, count: size * size)
    var rasterizer = CoverageRasterizer()
    func fill(hasOverlaps: Bool) {
      for icon in icons {
        pixels.withUnsafeMutableBufferPointer {
          rasterizer.draw(
            icon.path, transform: icon.transform(size: size), hasOverlaps: hasOverlaps, into: $0,
            size: PixelSize(width: size, height: size), bytesPerRow: size)
        }
      }
    }
    func fillByPeer() {
      for (icon, peer) in zip(icons, peers) {
        peerFill(
          bitmap, peer.verbs, Int32(peer.verbs.count), peer.coordinates, icon.transform(size: size).a,
          icon.viewBox.minX, icon.viewBox.minY)
      }
    }
    let times = compare(icons.count, { fill(hasOverlaps: true) }, fillByPeer)
    let trusted = compare(icons.count, { fill(hasOverlaps: false) }, fillByPeer)
    print(
      "  \(text(Double(size))) px", text(times.first), text(trusted.first), text(times.second),
      String(format: "%.2f  %.2f", times.first / times.second, trusted.first / trusted.second))
  }
}

func measureErrors(_ icons: [ReferenceIcon]) {
  print("error against exact area    ours mean  p95 worst   cairo mean  p95 worst")
  for size in [64, 256] {
    let bitmap = peerBitmapCreate(Int32(size))
    defer { peerBitmapDestroy(bitmap) }
    var rasterizer = CoverageRasterizer()
    var sums = (0, 0, 0)
    var worst: (ours: [Int], peer: [Int]) = ([], [])
    for icon in icons {
      guard let reference = icon.area(size: size) else { continue }
      let transform = icon.transform(size: size)
      let ours = rasterizer.coverage(
        of: icon.path, transform: transform, in: PixelSize(width: reference.width, height: reference.height))
      let peer = CairoPath(icon.path)
      peerFill(
        bitmap, peer.verbs, Int32(peer.verbs.count), peer.coordinates, transform.a, icon.viewBox.minX,
        icon.viewBox.minY)
      var bytesPerRow: Int32 = 0
      let theirs = peerBitmapPixels(bitmap, &bytesPerRow)
      var largest = (0, 0)
      for (index, level) in reference.pixels.enumerated() {
        let (x, y) = (index % reference.width, index / reference.width)
        let a = abs(Int(ours[index]) - Int(level))
        let b = abs(Int(theirs?[y * Int(bytesPerRow) + x] ?? 0) - Int(level))
        largest = (max(largest.0, a), max(largest.1, b))
        if level > 0 && level < 255 { sums = (sums.0 + 1, sums.1 + a, sums.2 + b) }
      }
      worst.ours.append(largest.0)
      worst.peer.append(largest.1)
    }
    func p95(_ values: [Int]) -> Int { values.sorted()[values.count * 95 / 100] }
    print(
      "  \(size) px", text(Double(sums.1) / Double(sums.0)), p95(worst.ours),
      text(Double(sums.2) / Double(sums.0)), p95(worst.peer))
  }
}

// The sources shared with the tests look for the reference beside the folder of their own package.
var checkout = URL(filePath: #filePath)
for _ in 0..<5 { checkout.deleteLastPathComponent() }
setenv("REGALIA_REFERENCE", checkout.appending(path: "../shared/reference").path(percentEncoded: false), 0)

let icons = ReferenceIcon.all
guard !icons.isEmpty else {
  print("the reference icons are missing; set REGALIA_REFERENCE to their folder")
  exit(1)
}
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--export" {
  try export(icons, to: CommandLine.arguments[2])
} else {
  print("\(icons.count) icons of plain filled paths")
  measureTessellation(icons)
  print("  for 215 points others are quoted: libtess2 29 us, lyon 18 us")
  measureCoverage(icons)
  measureErrors(icons)
  measureCodes()
}
