import Geometry

extension Path {
  /// Returns closed sub-paths offset outward, with corners mitred up to twice the distance.
  ///
  /// The control polygon is offset (Tiller and Hanson, "Offsets of two-dimensional profiles", 1984), which is
  /// accurate enough for the gap around a piece.
  func outset(by distance: Double) -> Path {
    var result = Path()
    for subpath in subpaths { result.append(subpath.outsetSubpath(by: distance)) }
    return result
  }

  private func outsetSubpath(by distance: Double) -> Path {
    var points: [Point] = []
    var kinds: [Int] = []
    for segment in closedSegments {
      switch segment {
      case .line(let line):
        points += [line.start]
        kinds.append(1)
      case .quad(let curve):
        points += [curve.start, curve.control]
        kinds.append(2)
      case .cubic(let curve):
        points += [curve.start, curve.control1, curve.control2]
        kinds.append(3)
      }
    }
    guard points.count > 2 else { return Path() }
    let side = signedArea >= 0 ? distance : -distance
    let moved = points.indices.map { points.outsetCorner($0, by: side) }
    func corner(_ index: Int) -> Point { moved[index % moved.count] }
    var result = Path()
    result.move(to: moved[0])
    var index = 0
    for kind in kinds {
      switch kind {
      case 1: result.line(to: corner(index + 1))
      case 2: result.quad(to: corner(index + 2), control: corner(index + 1))
      default: result.cubic(to: corner(index + 3), control1: corner(index + 1), control2: corner(index + 2))
      }
      index += kind
    }
    result.close()
    return result
  }
}

extension [Point] {
  /// Returns the place of a closed polygon's corner when both its sides are offset outward.
  fileprivate func outsetCorner(_ index: Int, by distance: Double) -> Point {
    let here = self[index]
    guard let before = direction(from: index, step: -1), let after = direction(from: index, step: 1) else {
      return here
    }
    let incoming = Vector(dx: -before.dx, dy: -before.dy)
    let normal1 = Vector(dx: incoming.dy, dy: -incoming.dx)
    let normal2 = Vector(dx: after.dy, dy: -after.dx)
    let sum = Vector(dx: normal1.dx + normal2.dx, dy: normal1.dy + normal2.dy)
    let square = sum.dx * sum.dx + sum.dy * sum.dy
    // For two unit normals, the mitre is sum · 2/|sum|², with length 2/|sum|; |sum| ≥ 1 limits it to two.
    let reach = 2 / Swift.max(square, 1)
    return here + sum * (distance * reach)
  }

  /// Returns the unit vector to the next corner at another place.
  private func direction(from index: Int, step: Int) -> Vector? {
    for offset in 1..<count {
      let other = self[((index + step * offset) % count + count) % count]
      let vector = other - self[index]
      if vector.length > 1e-6 { return vector * (1 / vector.length) }
    }
    return nil
  }
}
