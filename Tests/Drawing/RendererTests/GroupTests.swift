import Colors
import Geometry
import Scene
import TestSupport
import Testing
import Text

@Suite struct GroupTests {
  private let red = RGBA(hex: 0xff0000)
  private let green = RGBA(hex: 0x00ff00)
  private let stage = Layer(frame: Rect(x: 0, y: 0, width: 60, height: 60))

  private func box(_ rect: Rect, _ color: RGBA) -> Layer {
    let layer = Layer(frame: rect)
    layer.backgroundColor = color
    return layer
  }

  @Test func `what overlaps inside a faded layer is not seen through`() throws {
    let group = Layer(frame: stage.bounds)
    group.opacity = 0.5
    group.addSublayer(box(Rect(x: 10, y: 10, width: 30, height: 30), red))
    group.addSublayer(box(Rect(x: 20, y: 20, width: 30, height: 30), green))
    stage.addSublayer(group)

    let picture = try Drawing().picture(of: stage, 60, 60)

    #expect(picture[15, 15] == [128, 0, 0, 255])
    #expect(picture[30, 30] == [0, 128, 0, 255])
    #expect(picture[55, 55] == [0, 0, 0, 255])
  }

  @Test func `what is alone in a faded layer looks as it does beside something that is not seen`() throws {
    let single = box(Rect(x: 10.3, y: 10, width: 30, height: 31), red)
    (single.cornerRadius, single.borderWidth, single.borderColor) = (7, 2, green)
    let text = Layer(frame: Rect(x: 5, y: 5, width: 50, height: 20))
    text.contents = .text(TextContents("Calm", font: Font(size: 15), color: green, baseline: 15))
    let path = Layer(frame: stage.bounds)
    path.contents = .path(PathContents(Path(circle: Point(30, 30), radius: 14.2), color: red))
    let gradient = Layer(frame: Rect(x: 3, y: 4, width: 40, height: 50))
    gradient.contents = .gradient(
      Gradient(stops: [.init(red, at: 0), .init(green, at: 1)], start: .zero, end: Point(1, 1)))
    for layer in [single, text, path, gradient] {
      let group = Layer(frame: stage.bounds)
      group.opacity = 0.6
      group.addSublayer(layer)
      let drawing = try Drawing()
      let alone = try drawing.picture(of: group, 60, 60)
      #expect(drawing.context.liveObjects[.framebuffer, default: 0] == 0)
      group.addSublayer(box(Rect(x: 100, y: 100, width: 5, height: 5), red))
      let together = try drawing.picture(of: group, 60, 60)
      #expect(drawing.context.liveObjects[.framebuffer] == 1)
      #expect(zip(alone.bytes, together.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
      #expect(alone.count(unlike: [0, 0, 0, 255]) > 50)
    }
  }

  @Test func `groups in groups multiply`() throws {
    let outer = Layer(frame: stage.bounds)
    let inner = Layer(frame: stage.bounds)
    (outer.opacity, inner.opacity) = (0.5, 0.5)
    outer.addSublayer(box(Rect(x: 0, y: 0, width: 20, height: 20), green))
    inner.addSublayer(box(Rect(x: 10, y: 10, width: 30, height: 30), RGBA(hex: 0xffffff)))
    inner.addSublayer(box(Rect(x: 12, y: 12, width: 30, height: 30), RGBA(hex: 0xffffff)))
    outer.addSublayer(inner)
    stage.addSublayer(outer)

    let picture = try Drawing().picture(of: stage, 60, 60)

    #expect(picture[5, 5] == [0, 128, 0, 255])
    #expect((63...65).contains(picture[30, 30][0]))
    #expect(picture[15, 15][0] == picture[30, 30][0])
  }

  @Test func `pictures for groups in groups are given back when no frame needs them`() throws {
    func nest(_ depth: Int) -> Layer {
      let group = box(stage.bounds, green)
      group.opacity = 0.5
      group.addSublayer(depth > 1 ? nest(depth - 1) : box(Rect(x: 10, y: 10, width: 30, height: 30), red))
      return group
    }
    let (nested, single) = (nest(4), nest(1))
    let drawing = try Drawing()
    let first = try drawing.picture(of: nested, 60, 60)
    let most = try #require(drawing.context.liveObjects[.framebuffer])

    for _ in 0..<500 { _ = try drawing.picture(of: single, 60, 60) }

    #expect(drawing.context.liveObjects[.framebuffer] == most - 3)
    #expect(try drawing.picture(of: nested, 60, 60) == first)
  }

  /// A group in which things are upright and turned, blurred and filled, some of it cut or masked.
  private func furnished(_ kind: GroupKind, in frame: Rect) -> Layer {
    let group = Layer(frame: frame)
    if kind != .cut { group.opacity = 0.6 }
    if kind == .cut || kind == .nested {
      (group.cornerRadius, group.masksToBounds) = (9, true)
    }
    if kind == .masked {
      let mask = Layer(frame: group.bounds)
      let hole = box(Rect(x: 7.3, y: 9.6, width: 60, height: 40), red)
      hole.cornerRadius = 12
      mask.addSublayer(hole)
      group.mask = mask
    }
    group.addSublayer(box(group.bounds, RGBA(hex: 0x336699)))
    let card = box(Rect(x: 12.25, y: 8.5, width: 31, height: 22.5), green)
    card.cornerRadius = 5
    card.shadow = Shadow(color: RGBA(hex: 0, alpha: 0.5), offset: Vector(0, 2), blur: 6)
    let turned = box(Rect(x: 30, y: 20, width: 26, height: 17), red)
    turned.cornerRadius = 4
    turned.transform = .rotation(0.4, x: 0, y: 0, z: 1)
    let disc = Layer(frame: group.bounds)
    disc.contents = .path(PathContents(Path(circle: Point(50.4, 30.7), radius: 12.3), color: .white))
    for layer in [card, turned, disc] { group.addSublayer(layer) }
    if kind == .nested { group.addSublayer(furnished(.cut, in: Rect(x: 20, y: 14, width: 44, height: 30))) }
    return group
  }

  enum GroupKind: CaseIterable {
    case faded, cut, masked, nested
  }

  @Test(arguments: [Point(40, 30), Point(201, 90), Point(-20, -11), Point(300.5, 170.25)])
  func `a group is drawn the same in a small target as in one as large as the picture`(origin: Point) throws {
    let size = PixelSize(width: 380, height: 260)
    for kind in GroupKind.allCases {
      let group = furnished(kind, in: Rect(x: origin.x, y: origin.y, width: 72, height: 58))
      let small = Layer(frame: Rect(x: 0, y: 0, width: 380, height: 260))
      small.addSublayer(group)
      let alone = try Drawing().picture(of: small, size.width, size.height, background: RGBA(hex: 0x202020))

      // Around it a group that cuts nothing off, and reaches from one corner to the other.
      let whole = Layer(frame: small.frame)
      let around = Layer(frame: small.frame)
      around.opacity = 0.999
      around.addSublayer(box(Rect(x: 0, y: 0, width: 1, height: 1), red))
      around.addSublayer(box(Rect(x: 379, y: 259, width: 1, height: 1), red))
      around.addSublayer(group)
      whole.addSublayer(around)
      let wide = try Drawing().picture(of: whole, size.width, size.height, background: RGBA(hex: 0x202020))

      // All but the corners: there only the other one has a pixel.
      let places = 4..<alone.bytes.count - 4
      let worst = try #require(
        Array(alone.bytes[places]).largestDifference(from: Array(wide.bytes[places])))
      // An additional drawing pass rounds once more.
      #expect(worst <= 2, "\(kind)")
      #expect(alone.bytes.contains { $0 > 0x80 && $0 < 255 })
    }
  }

  @Test(arguments: GroupKind.allCases)
  func `groups look the same to the last bit in a target that has blue first`(kind: GroupKind) throws {
    let root = Layer(frame: Rect(x: 0, y: 0, width: 120, height: 90))
    root.addSublayer(furnished(kind, in: Rect(x: 20.3, y: 14.6, width: 72, height: 58)))
    var list = DisplayList()
    list.record(root)

    let redFirst = try Drawing().picture(of: list, 120, 90)
    let blueFirst = try Drawing().picture(of: list, 120, 90, format: .bgra8)

    #expect(redFirst[40, 40] != redFirst[0, 0])
    #expect(blueFirst == redFirst)
  }

  @Test(arguments: GroupKind.allCases)
  func `a group that is moved by whole pixels looks the same to the last bit`(kind: GroupKind) throws {
    func picture(_ shift: Vector) throws -> Picture {
      let stage = Layer(frame: Rect(x: 0, y: 0, width: 380, height: 260))
      let frame = Rect(x: 40.3 + shift.dx, y: 30.6 + shift.dy, width: 72, height: 58)
      stage.addSublayer(furnished(kind, in: frame))
      return try Drawing().picture(of: stage, 380, 260)
    }
    let first = try picture(.zero)
    let moved = try picture(Vector(203, 131))
    var differing = 0
    for y in 20..<110 {
      for x in 30..<130 where first[x, y] != moved[x + 203, y + 131] { differing += 1 }
    }
    #expect(differing == 0)
  }

  @Test func `a mask lets through what its alpha says`() throws {
    let masked = box(Rect(x: 0, y: 0, width: 60, height: 60), red)
    let mask = Layer(frame: masked.bounds)
    mask.addSublayer(box(Rect(x: 0, y: 0, width: 30, height: 60), RGBA(red: 0, green: 0, blue: 1)))
    mask.addSublayer(
      box(Rect(x: 30, y: 0, width: 10, height: 60), RGBA(red: 0, green: 0, blue: 1, alpha: 0.5)))
    masked.mask = mask
    stage.addSublayer(masked)

    let picture = try Drawing().picture(of: stage, 60, 60)

    #expect(picture[10, 30] == [255, 0, 0, 255])
    #expect(picture[35, 30] == [128, 0, 0, 255])
    #expect(picture[50, 30] == [0, 0, 0, 255])
  }

  @Test func `sublayers are cut off at rounded bounds`() throws {
    let window = Layer(frame: Rect(x: 10, y: 10, width: 40, height: 40))
    window.cornerRadius = 20
    window.masksToBounds = true
    window.addSublayer(box(Rect(x: -10, y: -10, width: 80, height: 80), green))
    stage.addSublayer(window)

    let picture = try Drawing().picture(of: stage, 60, 60)

    #expect(picture[30, 30] == [0, 255, 0, 255])
    #expect(picture[12, 12] == [0, 0, 0, 255])
    #expect(picture[30, 11] == [0, 255, 0, 255])
    let covered = picture.bytes.enumerated().filter { $0.offset % 4 == 1 }.reduce(0) { $0 + Int($1.element) }
    #expect((Double(covered) / 255 - .pi * 400).magnitude < 4)
  }

  @Test func `a cut in a turned layer is turned with it`() throws {
    let window = Layer(frame: Rect(x: 20, y: 20, width: 20, height: 20))
    window.masksToBounds = true
    window.transform = .rotation(.pi / 4, x: 0, y: 0, z: 1)
    window.addSublayer(box(Rect(x: -40, y: -40, width: 100, height: 100), green))
    stage.addSublayer(window)

    let picture = try Drawing().picture(of: stage, 60, 60)

    #expect(picture[30, 18] == [0, 255, 0, 255])
    #expect(picture[21, 21] == [0, 0, 0, 255])
    let covered = picture.bytes.enumerated().filter { $0.offset % 4 == 1 }.reduce(0) { $0 + Int($1.element) }
    #expect((Double(covered) / 255 - 400).magnitude < 4)
  }

  @Test func `an edge in perspective is drawn where it is projected`() throws {
    stage.sublayerTransform.m34 = -1.0 / 100
    let leaf = box(Rect(x: 10, y: 5, width: 40, height: 25), green)
    leaf.anchorPoint = Point(0.5, 1)
    leaf.position = Point(30, 40)
    leaf.transform = .rotation(-0.7, x: 1, y: 0, z: 0)
    stage.addSublayer(leaf)
    let corners = try #require(leaf.projectedCorners())
    let scale = 8.0

    let picture = try Drawing().picture(of: stage, 480, 480, scale: scale)

    for row in stride(from: Int(corners[0].y * scale) + 3, to: Int(corners[3].y * scale) - 3, by: 7) {
      let y = (Double(row) + 0.5) / scale
      let along = (y - corners[0].y) / (corners[3].y - corners[0].y)
      let left = (corners[0].x + (corners[3].x - corners[0].x) * along) * scale
      let right = (corners[1].x + (corners[2].x - corners[1].x) * along) * scale
      let covered = (0..<480).reduce(0.0) { $0 + Double(picture[$1, row][1]) / 255 }
      #expect((covered - (right - left)).magnitude < 0.5)
      let first = (0..<480).first { picture[$0, row][1] > 127 }
      #expect((Double(try #require(first)) - left).magnitude <= 1)
    }
  }

  @Test func `a layer that crosses the plane of the eye is cut there`() throws {
    stage.sublayerTransform.m34 = -1.0 / 50
    let floor = box(Rect(x: 0, y: 0, width: 40, height: 400), green)
    floor.anchorPoint = Point(0.5, 0)
    floor.position = Point(30, 40)
    floor.transform = .rotation(1.2, x: 1, y: 0, z: 0)
    stage.addSublayer(floor)
    #expect(floor.projectedCorners() == nil)
    let mapping = floor.transformToRoot()

    let picture = try Drawing().picture(of: stage, 60, 60)

    for y in 0..<60 {
      for x in 0..<60 {
        let centre = Point(Double(x) + 0.5, Double(y) + 0.5)
        guard let place = mapping.unproject(centre) else {
          #expect(picture[x, y][1] < 130)
          continue
        }
        let isDeepInside = floor.bounds.inset(by: 2).contains(place)
        let isFarOutside = !floor.bounds.outset(by: 2).contains(place)
        if isDeepInside { #expect(picture[x, y] == [0, 255, 0, 255], "\(x) \(y)") }
        if isFarOutside { #expect(picture[x, y] == [0, 0, 0, 255], "\(x) \(y)") }
      }
    }
  }

  @Test func `a space that keeps depth draws the nearer layer over the farther`() throws {
    func picture(keepingDepth: Bool) throws -> Picture {
      let stage = Layer(frame: Rect(x: 0, y: 0, width: 60, height: 60))
      let space = Layer(frame: stage.bounds)
      space.keepsDepth = keepingDepth
      let near = box(Rect(x: 10, y: 10, width: 40, height: 40), red)
      near.transform = .translation(x: 0, y: 0, z: 20)
      let far = box(Rect(x: 10, y: 10, width: 40, height: 40), green)
      space.addSublayer(near)
      space.addSublayer(far)
      stage.addSublayer(space)
      return try Drawing().picture(of: stage, 60, 60)
    }

    #expect(try picture(keepingDepth: true)[30, 30] == [255, 0, 0, 255])
    #expect(try picture(keepingDepth: false)[30, 30] == [0, 255, 0, 255])
  }

  @Test func `a thousand turned, rounded layers take a handful of draw calls`() throws {
    let drawing = try Drawing()
    for index in 0..<1000 {
      let layer = box(
        Rect(x: Double(index % 40), y: Double(index / 40), width: 8, height: 6),
        RGBA(red: Double(index) / 1000, green: 0.5, blue: 0.25, alpha: 0.9))
      layer.cornerRadius = 2
      layer.transform = .rotation(Double(index), x: 0, y: 0, z: 1)
      stage.addSublayer(layer)
    }

    _ = try drawing.picture(of: stage, 60, 60)

    #expect(drawing.renderer.statistics.draws <= 3)
  }
}

@Suite struct TurnedPlaneTests {
  @Test func `a plane that is turned or faded shows its colours where they are`() throws {
    let stage = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let plane = Layer(frame: Rect(x: 30, y: 30, width: 40, height: 40))
    plane.contents = .plane(.hsb(hue: 0))
    plane.transform = .rotation(.pi / 4, x: 0, y: 0, z: 1)
    stage.addSublayer(plane)
    let picture = try Drawing().picture(of: stage, 100, 100)

    let mapping = plane.transformToRoot()
    for (x, y) in [(50, 25), (74, 50), (50, 74), (26, 50), (50, 50), (60, 45)] {
      let place = try #require(mapping.unproject(Point(Double(x) + 0.5, Double(y) + 0.5)))
      let hsb = HSB(hue: 0, saturation: place.x / 40, brightness: 1 - place.y / 40)
      let expected = hsb.rgba().bytes8
      let seen = picture[x, y]
      for (a, b) in zip(seen, [expected.r, expected.g, expected.b]) { #expect(abs(Int(a) - Int(b)) <= 2) }
    }
    #expect(picture[24, 24] == [0, 0, 0, 255])

    plane.transform = .identity
    plane.opacity = 0.5
    let faded = try Drawing().picture(of: stage, 100, 100)
    #expect(faded[30, 30] == [128, 128, 128, 255])
    #expect(faded[69, 30] == [128, 0, 0, 255])
  }
}
