import Colors
import GPU
import Geometry
import Scene
import TestSupport
import Testing

/// The square of saturation and brightness, which six programs draw, and whatever other plane there is.
@Suite struct PlaneTests {
  @Test(arguments: ColorPlane.all)
  func `every plane is drawn as its function says`(plane: ColorPlane) throws {
    let drawing = try Drawing()
    var (worst, farthest) = (0.0, 0.0)
    let all = (0...12).map { ($0, 64) } + [(2, 257), (9, 300)]
    for (step, side) in Sweep.sample(all, 3) + [(4, 51), (7, 33), (5, 2)] {
      let level = plane.fixed.value(atShare: Double(step) / 12)
      let layer = Layer(frame: Rect(x: 0, y: 0, width: Double(side), height: Double(side)))
      layer.contents = .plane(Plane(plane, at: level))
      let picture = try drawing.picture(of: layer, side, side)

      for y in 0..<side {
        for x in 0..<side {
          let color = plane.color(
            plane.across.value(atShare: Double(x) / Double(side - 1)),
            plane.up.value(atShare: 1 - Double(y) / Double(side - 1)), level)
          let channels = [color.red, color.green, color.blue]
          let wanted = channels.map { min(max($0, 0), 1) * 255 }
          let drawn = picture[x, y].prefix(3).map(Double.init)
          // Half a level, and what single precision adds.
          let isShown = channels.allSatisfy { $0 > -1e-6 && $0 < 1 + 1e-6 }
          let off = zip(wanted, drawn).map { ($0 - $1).magnitude }.max() ?? 0
          if isShown { worst = max(worst, off) }
          farthest = max(farthest, off)
        }
      }
    }
    #expect(farthest <= 1, "\(plane.name): \(farthest) levels")
    // Where colours are cubics, those are a hundredth of a level off at most.
    let rounding = plane.shader(plane.fixed.range.lowerBound).cells.isEmpty ? 0.502 : 0.512
    #expect(worst <= rounding, "\(plane.name): \(worst) of a level")
  }

  @Test(
    arguments: ["hsb", "oklch"], [ColorVision.deficient(.deutan, severity: 0.7), .achromat(severity: 1)])
  func `a plane through other eyes is what the processor says`(name: String, vision: ColorVision) throws {
    let plane = try #require(ColorPlane.all.first { $0.name == name })
    let drawing = try Drawing()
    let side = 64
    let level = plane.fixed.value(atShare: 0.3)
    let layer = Layer(frame: Rect(x: 0, y: 0, width: Double(side), height: Double(side)))
    layer.contents = .shader(
      ShaderFill(Plane(plane, at: level), guides: PlaneGuides(vision: vision), scale: 1))
    let picture = try drawing.picture(of: layer, side, side)

    var farthest = 0.0
    for y in 0..<side {
      for x in 0..<side {
        let color = plane.color(
          plane.across.value(atShare: Double(x) / Double(side - 1)),
          plane.up.value(atShare: 1 - Double(y) / Double(side - 1)), level)
        let seen = vision.seen(color.clipped)
        for (wanted, drawn) in zip([seen.red, seen.green, seen.blue], picture[x, y]) {
          farthest = max(farthest, (wanted * 255 - Double(drawn)).magnitude)
        }
      }
    }
    #expect(farthest <= 0.51, "\(farthest) levels")
  }

  /// The lines of a plane. Dashes and dots end between pixels, so that those of a line are covered as if it was whole.
  private static func lines(of plane: ColorPlane) -> [PlaneLine] {
    (plane.exceedsSRGB ? PlaneLine.edges : [])
      + [ContrastGoal.Method.wcag, .apca].flatMap(\.goals).flatMap { $0.lines(on: RGBA(hex: 0xffffff)) }
  }

  /// Returns how many pixels a place is from a line, in double precision: Newton's method along the slope.
  private static func distance(
    from start: Point, to line: PlaneLine, _ plane: ColorPlane, _ level: Double, last: Double
  ) -> Double {
    func excess(_ x: Double, _ y: Double) -> Double {
      func value(_ axis: ColorPlane.Axis, _ share: Double) -> Double {
        axis.range.lowerBound + share * (axis.range.upperBound - axis.range.lowerBound)
      }
      return line.excess(of: plane.color(value(plane.across, x / last), value(plane.up, y / last), level))
    }
    var place = start
    for _ in 0..<12 {
      let step = 1e-4
      let slope = Vector(
        (excess(place.x + step, place.y) - excess(place.x - step, place.y)) / (2 * step),
        (excess(place.x, place.y + step) - excess(place.x, place.y - step)) / (2 * step))
      let square = slope.dx * slope.dx + slope.dy * slope.dy
      guard square > 0 else { break }
      let value = excess(place.x, place.y)
      place = Point(place.x - value * slope.dx / square, place.y - value * slope.dy / square)
    }
    return place.distance(to: start)
  }

  /// Returns how many pixels a place is from a line, to a sixteenth: the nearest crossing of the lines of a fine grid. Newton's
  /// method finds no corner.
  private static func searched(
    from start: Point, to line: PlaneLine, _ plane: ColorPlane, _ level: Double, last: Double
  ) -> Double {
    let (reach, steps) = (3.0, 96)
    func value(_ axis: ColorPlane.Axis, _ share: Double) -> Double {
      axis.range.lowerBound + share * (axis.range.upperBound - axis.range.lowerBound)
    }
    func offset(_ index: Int) -> Double { (Double(index) / Double(steps) * 2 - 1) * reach }
    let values = (0...steps).map { row in
      (0...steps).map { column in
        line.excess(
          of: plane.color(
            value(plane.across, (start.x + offset(column)) / last),
            value(plane.up, (start.y + offset(row)) / last),
            level))
      }
    }
    var least = Double.infinity
    func look(_ a: (Int, Int), _ b: (Int, Int)) {
      let (first, second) = (values[a.1][a.0], values[b.1][b.0])
      guard (first >= 0) != (second >= 0) else { return }
      let way = first / (first - second)
      let crossing = Vector(
        offset(a.0) + way * (offset(b.0) - offset(a.0)), offset(a.1) + way * (offset(b.1) - offset(a.1)))
      least = min(least, crossing.length)
    }
    for row in 0...steps {
      for column in 0...steps {
        if column < steps { look((column, row), (column + 1, row)) }
        if row < steps { look((column, row), (column, row + 1)) }
      }
    }
    return least
  }

  @Test(arguments: ColorPlane.all)
  func `a line over a plane is where the true curve is`(plane: ColorPlane) throws {
    let drawing = try Drawing()
    let (side, step) = (240, Sweep.isExhaustive ? 1 : 5)
    var (worst, far, count, place) = (0.0, 0, 0, "")
    for share in Sweep.isExhaustive ? [0.2, 0.45, 0.7] : [0.45] {
      let level = plane.fixed.value(atShare: share)
      let layer = Layer(frame: Rect(x: 0, y: 0, width: Double(side), height: Double(side)))
      layer.contents = .plane(Plane(plane, at: level))
      let bare = try drawing.picture(of: layer, side, side)
      for line in Self.lines(of: plane) {
        layer.contents = .shader(
          ShaderFill(Plane(plane, at: level), guides: PlaneGuides(lines: [line]), scale: 1))
        let drawn = try drawing.picture(of: layer, side, side)
        for y in 0..<side {
          for x in stride(from: y % step, to: side, by: step) where bare.differs(from: drawn, x: x, y: y) {
            let (old, new) = (bare[x, y].prefix(3).map(Int.init), drawn[x, y].prefix(3).map(Int.init))
            // Of the channels the one that the ink changes most says how much of the pixel is covered.
            let isLight = zip(old, new).reduce(0) { $0 + $1.1 - $1.0 } > 0
            let shares = zip(old, new).map { old, new in
              (room: isLight ? 255 - old : old, change: isLight ? new - old : old - new)
            }
            guard let most = shares.max(by: { $0.room < $1.room }), most.room > 60 else { continue }
            let covered = Double(most.change) / (0.85 * Double(most.room))
            guard covered > 0.1, covered < 0.9 else { continue }
            let distance = Self.distance(
              from: Point(Double(x), Double(side - 1 - y)), to: line, plane, level, last: Double(side - 1))
            // Beyond the plane contrast does not change: a line that leaves it ends there, but is as thick as elsewhere.
            if !line.isEdge, [x, y].contains(where: { $0 == 0 || $0 == side - 1 }) { continue }
            // Where contrast stops being shown, the line fades.
            if plane.exceedsSRGB, !line.isEdge,
              Self.distance(
                from: Point(Double(x), Double(side - 1 - y)), to: PlaneLine.edges[0], plane, level,
                last: Double(side - 1)) < 2
            {
              continue
            }
            count += 1
            var off = (distance - (1 - covered)).magnitude
            if off > 0.5 {
              let exact = Self.searched(
                from: Point(Double(x), Double(side - 1 - y)), to: line, plane, level, last: Double(side - 1))
              off = (exact - (1 - covered)).magnitude
            }
            if off > worst { place = "\(line.label) at level \(level), pixel \(x) \(y), covered \(covered)" }
            worst = max(worst, off)
            if off > 0.5 { far += 1 }
          }
        }
      }
    }
    #expect(far == 0, "\(plane.name): \(worst) pixels, \(far) of \(count), \(place)")
  }

  @Test func `a paint that does not give its program what that reads is refused when it is built`() throws {
    let drawing = try Drawing()
    let layer = Layer(frame: Rect(x: 0, y: 0, width: 8, height: 8))
    layer.contents = .shader(
      ShaderFill(
        "uniform vec4 forgotten;\nvec4 paint(vec2 p) { return forgotten * share; }\n",
        reading: [.init("share", 0.5)], isOpaque: true))

    let error = #expect(throws: ShaderError.self) { try drawing.picture(of: layer, 8, 8) }

    #expect(error?.description.contains("forgotten") == true)
  }

  @Test func `a shader fill needs nothing but its own value`() throws {
    let drawing = try Drawing()
    let layer = Layer(frame: Rect(x: 0, y: 0, width: 9, height: 9))
    layer.contents = .shader(
      ShaderFill(
        "vec4 paint(vec2 p) { return p.x < edge ? ink : vec4(0.0); }\n",
        reading: [.init("edge", 0.5), .init("ink", RGBA(hex: 0x336699))], isOpaque: false))

    let picture = try drawing.picture(of: layer, 9, 9, background: .white)

    #expect(picture[1, 4] == [0x33, 0x66, 0x99, 255] && picture[7, 4] == [255, 255, 255, 255])
  }

  @Test(arguments: [GPU.DriverDescription.Kind.embedded, .desktop])
  func `the square is what double precision says`(kind: DriverDescription.Kind) throws {
    let drawing = try Drawing(kind)
    var tally = Tally()
    for step in Sweep.sample(0..<48, 12) {
      let hue = Double(step) * 7.5 + (step.isMultiple(of: 3) ? 0 : 0.317 * Double(step % 7))
      tally.compare(try drawing.plane(hue: hue, side: 96), hue: hue)
    }
    for (hue, side) in Sweep.sample([(210.0, 512), (350.2, 256), (60, 257)], 1) + [(33.3, 3), (180, 7)] {
      tally.compare(try drawing.plane(hue: hue, side: side), hue: hue)
    }

    #expect(tally.largest <= 1)
    #expect(Double(tally.different) <= 0.00005 * Double(tally.pixels))
    #expect(tally.pixels > (Sweep.isExhaustive ? 700_000 : 300_000))
  }

  @Test(arguments: [2, 3, 7, 64, 257, 1024])
  func `corners are the pure colours at every size`(side: Int) throws {
    let drawing = try Drawing()
    let pure: [(Double, [UInt8])] = [
      (0, [255, 0, 0, 255]), (60, [255, 255, 0, 255]), (120, [0, 255, 0, 255]), (180, [0, 255, 255, 255]),
      (240, [0, 0, 255, 255]), (300, [255, 0, 255, 255]), (360, [255, 0, 0, 255]), (210, [0, 128, 255, 255]),
    ]
    for (hue, color) in pure {
      let picture = try drawing.plane(hue: hue, side: side)
      let last = side - 1
      #expect(picture[0, 0] == [255, 255, 255, 255])
      #expect(picture[last, 0] == color, "at \(hue)")
      #expect(picture[0, last] == [0, 0, 0, 255])
      #expect(picture[last, last] == [0, 0, 0, 255])
    }
  }

  @Test(arguments: 0...6)
  func `both programs draw the same where sectors meet`(sector: Int) throws {
    let drawing = try Drawing()
    let hue = 60 * Double(sector)

    let from = try drawing.plane(hue: hue.nextDown, side: 200)
    let at = try drawing.plane(hue: hue, side: 200)
    let to = try drawing.plane(hue: hue.nextUp, side: 200)

    #expect(from == at)
    #expect(to == at)
  }

  @Test(arguments: [(-60, 300), (420, 60), (720, 0), (.nan, 0), (.infinity, 0)] as [(Double, Double)])
  func `hues beyond the circle are brought into it`(hue: Double, same: Double) throws {
    let drawing = try Drawing()

    #expect(try drawing.plane(hue: hue, side: 20) == drawing.plane(hue: same, side: 20))
  }

  @Test func `what lies outside the picture is cut off, not squeezed in`() throws {
    let drawing = try Drawing()
    let whole = try drawing.plane(hue: 30, side: 60)
    let layer = Layer(frame: Rect(x: -20, y: -10, width: 60, height: 60))
    layer.contents = .plane(.hsb(hue: 30))

    let part = try drawing.picture(of: layer, 40, 50)

    for (x, y) in [(0, 0), (39, 0), (0, 49), (39, 49), (17, 23)] {
      #expect(part[x, y] == whole[x + 20, y + 10])
    }
  }

  @Test func `a clip cuts the square without moving it`() throws {
    let drawing = try Drawing()
    let whole = try drawing.plane(hue: 30, side: 60)
    let window = Layer(frame: Rect(x: 10, y: 20, width: 30, height: 20))
    window.masksToBounds = true
    let layer = Layer(frame: Rect(x: -10, y: -20, width: 60, height: 60))
    layer.contents = .plane(.hsb(hue: 30))
    window.addSublayer(layer)

    let part = try drawing.picture(of: window, 60, 60)

    let wrong = (0..<3600).count { place in
      let (x, y) = (place % 60, place / 60)
      let isInside = (10..<40).contains(x) && (20..<40).contains(y)
      return part[x, y] != (isInside ? whole[x, y] : [0, 0, 0, 255])
    }
    #expect(wrong == 0)
  }
}

/// How far pictures are from the hexcone in double precision, rounded half up.
private struct Tally {
  var pixels = 0
  var different = 0
  var largest = 0

  mutating func compare(_ picture: Picture, hue: Double) {
    let side = picture.width
    let turned = hue / 60
    let sector = min(Int(turned), 5)
    let fraction = turned - Double(sector)
    picture.bytes.withUnsafeBufferPointer { bytes in
      var place = 0
      for row in 0..<side {
        let most = Double(side - 1 - row) / Double(side - 1)
        for column in 0..<side {
          let chroma = most * Double(column) / Double(side - 1)
          let least = most - chroma
          let rising = most - chroma * (1 - fraction)
          let falling = most - chroma * fraction
          let color =
            switch sector {
            case 0: (most, rising, least)
            case 1: (falling, most, least)
            case 2: (least, most, rising)
            case 3: (least, falling, most)
            case 4: (rising, least, most)
            default: (most, least, falling)
            }
          let distance = max(
            off(bytes[place], color.0), off(bytes[place + 1], color.1), off(bytes[place + 2], color.2))
          pixels += 1
          if distance > 0 { different += 1 }
          largest = max(largest, distance)
          place += 4
        }
      }
    }
  }

  private func off(_ drawn: UInt8, _ value: Double) -> Int {
    let exact = value * 255 + 0.5
    let whole = exact.rounded(.down)
    // So near to a half either neighbour will do.
    if min(exact - whole, whole + 1 - exact) < 1e-4 {
      let nearest = Int(exact.rounded())
      return max(0, nearest - 1 - Int(drawn), Int(drawn) - nearest)
    }
    return Int((whole - Double(drawn)).magnitude)
  }
}
