import Colors
import GPU
import Geometry
import Glibc
import Scene
import Testing

@testable import Renderer

/// The picture of a path when its motion ends.
@Suite struct RestTests {
  /// A crown of five points with pearls, bands and a row of small stones, 100 points wide.
  private static let crown = Path { path in
    path.move(to: Point(4, 78))
    for point in [
      (8.0, 30.0), (24, 56), (32, 18), (44, 52), (50, 8), (56, 52), (68, 18), (76, 56), (92, 30), (96, 78),
    ] {
      path.line(to: Point(point.0, point.1))
    }
    path.close()
    for (x, y) in [(8.0, 25.0), (32, 13), (50, 3), (68, 13), (92, 25)] {
      path.append(Path(circle: Point(x, y), radius: 3))
    }
    path.append(Path(rect: Rect(x: 4, y: 80, width: 92, height: 1.3)))
    path.append(Path(rect: Rect(x: 4, y: 91.2, width: 92, height: 2.6)))
    for stone in 0..<15 { path.append(Path(circle: Point(8 + 6 * Double(stone), 86.5), radius: 1.9)) }
  }

  /// How much the levels of edge pixels change.
  private struct Change {
    let mean: Double
    let most95: Int
    /// How much steeper edges are at rest: the sum of squared differences of neighbours, moving for 1 at rest.
    let steepness: Double
  }

  private func change(_ drawing: Drawing, pixels: Double, angle: Double = 0, at place: Point) throws -> Change
  {
    let side = Int(pixels * 1.5) + 8
    let layer = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    layer.contents = .path(PathContents(RestTests.crown, color: .white))
    layer.position = Point(Double(side) / 2 + place.x, Double(side) / 2 + place.y)
    let turn = Transform3D.rotation(angle, x: 0, y: 0, z: 1)
    layer.transform = turn.concatenating(.scale(x: pixels / 100, y: pixels / 100))
    let root = Layer(frame: Rect(x: 0, y: 0, width: Double(side), height: Double(side)))
    root.addSublayer(layer)
    func levels(isMoving: Bool) throws -> [Int] {
      root.isMoving = isMoving
      let bytes = try drawing.picture(of: root, side, side).bytes
      return stride(from: 0, to: bytes.count, by: 4).map { Int(bytes[$0]) }
    }
    let (moving, resting) = (try levels(isMoving: true), try levels(isMoving: false))
    let changes = zip(moving, resting).filter { $0.1 > 0 && $0.1 < 255 }.map { abs($0 - $1) }.sorted()
    func steepness(_ levels: [Int]) -> Int {
      zip(levels, levels.dropFirst()).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
    return Change(
      mean: Double(changes.reduce(0, +)) / Double(max(1, changes.count)),
      most95: changes.isEmpty ? 0 : changes[changes.count * 95 / 100],
      steepness: Double(steepness(moving)) / Double(max(1, steepness(resting))))
  }

  // Where one octave's coverage served every size between it and the next alike, edges changed by 12 to 29 levels, a
  // twentieth of their pixels by 29 to 91. The largest changes that are left are those of upright hairlines at two
  // texels a pixel, where a texel read between others is as wide as half a pixel at one place and a whole at another.
  @Test(arguments: [0, 0.35])
  func `edges of a path that comes to rest change by a few levels`(angle: Double) throws {
    let drawing = try Drawing()
    let sizes = [21.0, 24, 30, 37, 48, 57, 64, 96, 130, 180, 240, 350]

    let changes = try sizes.map { try change(drawing, pixels: $0, angle: angle, at: Point(0.31, -0.17)) }

    #expect(changes.allSatisfy { $0.mean < 13 && $0.most95 < 45 })
    #expect(changes.reduce(0) { $0 + $1.mean } / Double(sizes.count) < 8)
    #expect(changes.reduce(0) { $0 + Double($1.most95) } / Double(sizes.count) < 25)
  }

  @Test(arguments: [24.0, 30, 37, 48, 57, 96, 240])
  func `edges get neither softer nor harder when they come to rest`(pixels: Double) throws {
    let drawing = try Drawing()
    let change = try change(drawing, pixels: pixels, at: Point(0.31, -0.17))
    #expect(abs(change.steepness - 1) < 0.1)
  }
}
